#include "agreement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "reproducer.hpp"
#include "tally.hpp"

namespace stress {
namespace {

using clearance::Result;

constexpr int tracked_queries = 3;
/// One pair in this many is checked in exact arithmetic though nothing is suspicious, if it is small.
constexpr std::uint64_t exact_sample = 401;  // not a multiple of the number of families
constexpr int small = 60;                    // faces

/// Whether the two results can both be right, and are near.
bool agree(const Result& mine, const Result& other, double size) {
  return mine.lower <= other.upper && other.lower <= mine.upper &&
         std::fabs(mine.distance - other.distance) <= 1e-12 * size;
}

}  // namespace

void Agreement::add(const Agreement& other) {
  pairs += other.pairs;
  queries += other.queries;
  separated += other.separated;
  wrong += other.wrong;
  misses += other.misses;
  inconsistent += other.inconsistent;
  unfinished += other.unfinished;
  overlap_unfinished += other.overlap_unfinished;
  both_refused += other.both_refused;
  handed_over += other.handed_over;
  wide += other.wide;
  default_wide += other.default_wide;
  checked_exactly += other.checked_exactly;
  most_iterations = std::max(most_iterations, other.most_iterations);
}

void run_agreement(Agreement& tally, const std::vector<oracle::SolidFamily>& families, std::size_t first,
                   const clearance::Options& options, std::uint64_t seed, std::uint64_t index) {
  oracle::Random random(seed * 0x9e3779b97f4a7c15ULL + index);
  const auto pick = [&](const oracle::SolidFamily& family) -> const oracle::SolidPolyhedron& {
    return family.members[static_cast<std::size_t>(random.integer(0, static_cast<int>(family.members.size()) - 1))];
  };
  const auto& a = pick(families[first]);
  const auto& b = pick(families[static_cast<std::size_t>(random.integer(0, static_cast<int>(families.size()) - 1))]);
  ++tally.pairs;
  clearance::PairState state;
  oracle::Query q = oracle::place_pair(random, a, b);
  std::string id(families[first].name);
  for (const std::uint64_t part : {seed, index}) id.append("-").append(std::to_string(part));
  id.append("-");
  for (int k = 0; k <= tracked_queries; ++k) {
    const double size = a.extent + b.extent + (q.at_b.position - q.at_a.position).norm();
    const clearance::Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
    const Result mine = clearance::distance(q.a, pose_a, q.b, pose_b, options, &state);
    const Result other = clearance::distance(q.a, pose_a, q.b, pose_b, {.method = clearance::Method::gjk});
    ++tally.queries;
    tally.separated += mine.status == clearance::Status::separated;
    const bool own = mine.method == options.method;
    tally.unfinished += own && !mine.converged();
    tally.overlap_unfinished += !own && !mine.converged();
    tally.handed_over += !own && mine.lower > 1e-12 * size;
    tally.wide += mine.upper - mine.lower > 1e-12 * size;
    tally.default_wide += other.upper - other.lower > 1e-12 * size;
    tally.most_iterations = std::max(tally.most_iterations, mine.iterations);
    std::string complaint = oracle::inconsistency(mine, size);
    if (const auto v = clearance::verify(mine, q.a, pose_a, q.b, pose_b); complaint.empty() && !v) {
      if (clearance::verify(other, q.a, pose_a, q.b, pose_b)) {
        complaint.append("verify: ").append(v.reason);
      } else {
        ++tally.both_refused;
      }
    }
    tally.inconsistent += !complaint.empty();
    const bool sampled = index % exact_sample == 0 && a.faces <= small && b.faces <= small;
    if (!agree(mine, other, size) || sampled) {
      ++tally.checked_exactly;
      const oracle::Verdict verdict = oracle::check(mine, q);
      const bool wrong = std::max(verdict.truth_lower - mine.distance, mine.distance - verdict.truth_upper) >
                         1e-12 * size + (mine.upper - mine.lower);
      tally.wrong += wrong;
      tally.misses += verdict.enclosure_misses;
      if (wrong || verdict.enclosure_misses) complaint.append(" ").append(verdict.describe());
    }
    if (own && !mine.converged()) complaint += " unfinished";
    if (!own && mine.lower > 1e-12 * size) complaint += " handed over";
    if (!complaint.empty() && tally.reports.size() < most_reports) {
      char answer[200];
      std::snprintf(answer, sizeof answer, ": %.17g in [%.17g, %.17g], default %.17g in [%.17g, %.17g]", mine.distance,
                    mine.lower, mine.upper, other.distance, other.lower, other.upper);
      std::string report = id;
      report.append(std::to_string(k)).append(answer).append("; ").append(complaint);
      if (a.faces + b.faces < 200) report.append("\n  ").append(oracle::json_line(q, id));
      tally.reports.push_back(report);
    }
    oracle::move_a_little(random, q, size);
  }
}

void print_agreement(const std::vector<oracle::SolidFamily>& families, const std::vector<Agreement>& tallies) {
  std::printf("%-12s %8s %8s %9s %6s %7s %10s %10s %11s %7s %9s %7s %5s %16s %13s\n", "family", "pairs", "queries",
              "separated", "wrong", "missed", "contradict", "unfinished", "handed over", ">1e-12", "default's", "exact",
              "iter", "overlap unfin.", "both refused");
  const auto line = [](std::string_view name, const Agreement& t) {
    const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
    std::printf("%-12.*s %8llu %8llu %9llu %6llu %7llu %10llu %10llu %11llu %7llu %9llu %7llu %5d %16llu %13llu\n",
                static_cast<int>(name.size()), name.data(), number(t.pairs), number(t.queries), number(t.separated),
                number(t.wrong), number(t.misses), number(t.inconsistent), number(t.unfinished), number(t.handed_over),
                number(t.wide), number(t.default_wide), number(t.checked_exactly), t.most_iterations,
                number(t.overlap_unfinished), number(t.both_refused));
  };
  Agreement total;
  for (std::size_t i = 0; i < families.size(); ++i) {
    total.add(tallies[i]);
    line(families[i].name, tallies[i]);
  }
  line("all", total);
}

}  // namespace stress

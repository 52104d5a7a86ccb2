#include "tally.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <variant>

#include "reproducer.hpp"

namespace stress {
namespace {

std::string describe(const clearance::Result& r) {
  char text[512];
  std::snprintf(text, sizeof text,
                "  answer: %s, distance %.17g in [%.17g, %.17g], normal (%.17g, %.17g, %.17g), %s, %s, %d iterations",
                std::string(name(r.status)).c_str(), r.distance, r.lower, r.upper, r.normal.x(), r.normal.y(),
                r.normal.z(), std::string(info(r.method).name).c_str(), std::string(name(r.ending)).c_str(),
                r.iterations);
  return text;
}

/// Whether the enclosure is as narrow as it should be.
bool count_width(Tally& tally, const clearance::Result& r, const oracle::Verdict& verdict) {
  const double width = r.has_distance() ? r.upper - r.lower : 0.0;
  // Two points in one place have no size to measure by.
  const double relative = width == 0 || verdict.size == 0 ? 0 : width / verdict.size;
  tally.worst_width = std::max(tally.worst_width, relative);
  const bool narrow = relative <= (verdict.polyhedral ? 1e-12 : 1e-9);
  ++(verdict.polyhedral ? tally.polyhedral : tally.curved);
  (verdict.polyhedral ? tally.polyhedral_narrow : tally.curved_narrow) += narrow;
  return narrow;
}

/// Hulls of few spheres, against each other or another shape.
bool is_small(const oracle::Query& q) {
  constexpr std::size_t few = 12;
  const auto count = [](const clearance::Shape& shape) {
    const auto* spheres = std::get_if<clearance::SphereHull>(&shape.description());
    return spheres == nullptr ? 0 : spheres->spheres.size();
  };
  const std::size_t a = count(q.a), b = count(q.b);
  return a + b > 0 && a <= few && b <= few;
}

/// What is wrong with a result by itself, if anything.
std::string contradiction_in(const clearance::Result& r, const oracle::Query& q, double size) {
  std::string contradiction = oracle::inconsistency(r, size);
  if (!contradiction.empty()) return contradiction;
  const clearance::Verification v = clearance::verify(r, q.a, q.at_a.pose(), q.b, q.at_b.pose());
  return v ? "" : "verify: " + std::string(v.reason);
}

}  // namespace

void Tally::add(const Tally& other) {
  pairs += other.pairs;
  checked += other.checked;
  wrong_distances += other.wrong_distances;
  misses += other.misses;
  inconsistent += other.inconsistent;
  overlaps += other.overlaps;
  refused += other.refused;
  unfinished += other.unfinished;
  undecided += other.undecided;
  polyhedral += other.polyhedral;
  polyhedral_narrow += other.polyhedral_narrow;
  curved += other.curved;
  curved_narrow += other.curved_narrow;
  worst_width = std::max(worst_width, other.worst_width);
  most_iterations = std::max(most_iterations, other.most_iterations);
}

void run_pair(Tally& tally, const oracle::Family& family, std::uint64_t seed, std::uint64_t index, Checks checks) {
  ++tally.pairs;
  const std::string id = std::string(family.name) + "-" + std::to_string(seed) + "-" + std::to_string(index);
  const auto report = [&](const std::string& text) {
    if (tally.reports.size() < most_reports) tally.reports.push_back(id + ": " + text);
  };
  try {
    const oracle::Query q = checks.make(family, seed, index);
    const clearance::Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
    const clearance::Result r = clearance::distance(q.a, pose_a, q.b, pose_b);
    // By rounds of all families, so that none is left out.
    const std::uint64_t round = index / oracle::families().size();
    const bool oracle = round % (is_small(q) ? std::max<std::uint64_t>(1, checks.sample / 20) : checks.sample) == 0;
    const oracle::Verdict verdict = oracle ? oracle::check(r, q) : oracle::measure(q);
    tally.checked += oracle;
    tally.most_iterations = std::max(tally.most_iterations, r.iterations);
    tally.wrong_distances += verdict.wrong_distance;
    tally.misses += verdict.enclosure_misses;
    tally.overlaps += r.status == clearance::Status::penetrating;
    tally.unfinished += !r.converged();
    tally.undecided += verdict.undecided;
    const bool narrow = count_width(tally, r, verdict);
    std::string contradiction = contradiction_in(r, q, verdict.size);
    if (info(clearance::Method::stope).accepts(q.a, q.b)) {
      const clearance::Result other =
          clearance::distance(q.a, pose_a, q.b, pose_b, {.method = clearance::Method::stope});
      if (contradiction.empty()) contradiction = contradiction_in(other, q, verdict.size);
      if (contradiction.empty() && (other.lower > r.upper || r.lower > other.upper))
        contradiction = "stope: an enclosure apart";
    }
    tally.inconsistent += !contradiction.empty();
    if (!narrow && checks.report_wide && contradiction.empty()) contradiction = "wide";
    if (!verdict.ok() || !contradiction.empty())
      report(verdict.describe() + "; " + contradiction + "\n" + describe(r) + "\n  " + oracle::json_line(q, id));
  } catch (const clearance::InvalidInput& error) {
    ++tally.refused;
    report(std::string("refused: ") + error.what());
  }
}

void print_table(const std::vector<Tally>& tallies) {
  std::printf("%-16s %9s %8s %6s %6s %10s %8s %10s %9s %12s %12s %6s %12s\n", "family", "pairs", "oracle", "wrong",
              "missed", "contradict", "refused", "unfinished", "undecided", "poly<=1e-12", "curved<=1e-9", "iter",
              "worst width");
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  };
  const auto line = [&](std::string_view family, const Tally& t) {
    std::printf("%-16.*s %9llu %8llu %6llu %6llu %10llu %8llu %10llu %9llu %10.4f %% %10.4f %% %6d %12.3g\n",
                static_cast<int>(family.size()), family.data(), static_cast<unsigned long long>(t.pairs),
                static_cast<unsigned long long>(t.checked), static_cast<unsigned long long>(t.wrong_distances),
                static_cast<unsigned long long>(t.misses), static_cast<unsigned long long>(t.inconsistent),
                static_cast<unsigned long long>(t.refused), static_cast<unsigned long long>(t.unfinished),
                static_cast<unsigned long long>(t.undecided), share(t.polyhedral_narrow, t.polyhedral),
                share(t.curved_narrow, t.curved), t.most_iterations, t.worst_width);
  };
  Tally total;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    total.add(tallies[i]);
    if (tallies[i].pairs > 0) line(oracle::families()[i].name, tallies[i]);
  }
  line("all", total);
  std::printf("%llu of them overlap\n", static_cast<unsigned long long>(total.overlaps));
}

bool good(const std::vector<Tally>& tallies) {
  Tally total;
  for (const Tally& t : tallies) total.add(t);
  const auto nearly_all = [](std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) >= 0.999 * static_cast<double>(whole);
  };
  return total.failures() == 0 && nearly_all(total.polyhedral_narrow, total.polyhedral) &&
         nearly_all(total.curved_narrow, total.curved) && nearly_all(total.pairs - total.undecided, total.pairs);
}

}  // namespace stress

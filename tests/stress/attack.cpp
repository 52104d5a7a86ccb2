#include "attack.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <thread>
#include <vector>

#include "attack_families.hpp"
#include "attack_truth.hpp"
#include "progress.hpp"

namespace stress {
namespace {

using clearance::Result;
using clearance::Status;
using clearance::Vec3;

constexpr std::uint64_t reports_of_a_kind = 3;  // of one family and thread
/// Enclosures that are wider than this, relative to the size of the pair, are counted: they are right, and of less use.
constexpr double wide = 1e-9;

struct AttackTally {
  std::uint64_t cases = 0, separated = 0, touching = 0, penetrating = 0, without_distance = 0, wide = 0, refused = 0;
  std::uint64_t violations = 0;
  std::map<std::string, std::uint64_t> kinds;  ///< of violations
  std::vector<std::string> reports;

  void add(const AttackTally& o) {
    cases += o.cases, separated += o.separated, touching += o.touching, penetrating += o.penetrating;
    without_distance += o.without_distance, wide += o.wide, refused += o.refused, violations += o.violations;
    for (const auto& [kind, count] : o.kinds) kinds[kind] += count;
    reports.insert(reports.end(), o.reports.begin(), o.reports.end());
  }
};

std::string describe(const Result& r) {
  char text[400];
  std::snprintf(text, sizeof text,
                "\n  answer: %s, distance %.17g in [%.17g, %.17g], normal (%.17g, %.17g, %.17g), %s, %s",
                std::string(name(r.status)).c_str(), r.distance, r.lower, r.upper, r.normal.x(), r.normal.y(),
                r.normal.z(), std::string(info(r.method).name).c_str(), std::string(name(r.ending)).c_str());
  return text;
}

/// What is wrong with the answer; empty if nothing is found.
std::string judge(const Case& c, const Result& r, AttackTally& tally, bool enclosures) {
  Truth truth(c.a, c.b);
  tally.wide += r.has_distance() && !(r.upper - r.lower <= wide * truth.size());
  std::string wrong = contradiction(r, c.options);
  if (wrong.empty()) wrong = truth.refute(r, c.options);
  if (enclosures) return wrong;
  if (wrong.empty()) wrong = misfit(r, truth.size());
  if (wrong.empty() && r.ending != clearance::Ending::unsupported)
    if (const auto v = verify(r, c.a.shape, c.a.at.pose(), c.b.shape, c.b.at.pose()); !v)
      wrong.append("verify: ").append(v.reason);
  return wrong;
}

void run_case(AttackTally& tally, const Case& c, const std::string& id, bool enclosures) {
  ++tally.cases;
  try {
    const Result r = answer(c);
    (r.status == Status::separated  ? tally.separated
     : r.status == Status::touching ? tally.touching
                                    : tally.penetrating) += 1;
    tally.without_distance += !r.has_distance();
    const std::string wrong = judge(c, r, tally, enclosures);
    if (wrong.empty()) return;
    ++tally.violations;
    if (++tally.kinds[wrong] <= reports_of_a_kind)
      tally.reports.push_back(id + ": " + wrong + describe(r) + "\n  " + describe(c, id));
  } catch (const clearance::InvalidInput&) {
    ++tally.refused;  // a position that overflowed, say
  }
}

/// Runs `run(tally, i)` on all cores for i = 0, 1, ... until `share(i)` is 1.
template <class Share, class Run>
AttackTally run_parallel(std::size_t tallies, std::vector<AttackTally>& total, Share share, Run run) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::uint64_t> next{0};
  std::vector<std::vector<AttackTally>> found(threads, std::vector<AttackTally>(tallies));
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      for (std::uint64_t i = next++; share(i) < 1; i = next++) run(found[t], i);
    });
  show_progress([&] { return share(next.load()); });
  for (std::thread& worker : workers) worker.join();
  total.resize(tallies);
  AttackTally all;
  for (const auto& of_thread : found)
    for (std::size_t k = 0; k < tallies; ++k) {
      total[k].add(of_thread[k]);
      all.add(of_thread[k]);
    }
  for (const std::string& report : all.reports) std::printf("%s\n", report.c_str());
  std::fflush(stdout);
  return all;
}

/// The relative places of the corner list: one centre; along the axis at the sum of the sizes; across it within the
/// smaller one, a quarter turn between them; far off, turned by a quaternion.
constexpr std::uint64_t corner_places = 4;
oracle::Placement corner_place(std::uint64_t place, double reach_a, double reach_b) {
  const double sum = std::min(reach_a + reach_b, 1e300), larger = std::max(reach_a, reach_b);
  oracle::Placement at;
  switch (place) {
    case 0:
      break;
    case 1:
      at.position = Vec3(0, 0, sum);
      break;
    case 2:
      at.position = Vec3(0.5 * std::min(reach_a, reach_b), 0, 0);
      at.matrix << 0, 0, 1, 0, 1, 0, -1, 0, 0;
      break;
    default:
      at.position = std::min(4 * larger, 1e301) * Vec3(0.6, -0.48, 0.64);
      at.quaternion = {0.5, 0.1, -0.7, 0.5};
  }
  return at;
}

/// A query of the corner list, by its number.
Case corner_case(const CornerList& list, std::uint64_t query) {
  const std::uint64_t pair = query / corner_places;
  // The pair (row, column) with column <= row, in a triangle.
  auto row = static_cast<std::uint64_t>((std::sqrt(8.0 * static_cast<double>(pair) + 1.0) - 1.0) / 2.0);
  while (row * (row + 1) / 2 > pair) --row;
  while ((row + 1) * (row + 2) / 2 <= pair) ++row;
  const Corner* a = &list.corners.at(row);
  const Corner* b = &list.corners.at(pair - row * (row + 1) / 2);
  if (query % 2 == 1) std::swap(a, b);
  return {{a->shape, {}, {}}, {b->shape, corner_place(query % corner_places, a->reach, b->reach), {}}};
}

AttackTally run_corners(std::uint64_t slice, bool enclosures) {
  const CornerList list = corner_list();
  const std::uint64_t n = list.corners.size(), pairs = n * (n + 1) / 2, queries = pairs * corner_places;
  std::printf(
      "corner list: %zu types and sizes, %zu of them no shape; %llu shapes, each against each and itself in %llu "
      "places: %llu queries\n",
      list.tried, list.refused, static_cast<unsigned long long>(n), static_cast<unsigned long long>(corner_places),
      static_cast<unsigned long long>(queries));
  std::vector<AttackTally> total;
  const AttackTally all = run_parallel(
      1, total, [&](std::uint64_t i) { return static_cast<double>(i * slice) / static_cast<double>(queries); },
      [&](std::vector<AttackTally>& tallies, std::uint64_t i) {
        const std::uint64_t query = i * slice;
        run_case(tallies[0], corner_case(list, query), "corner-" + std::to_string(query), enclosures);
      });
  if (slice == 1)
    std::printf("corner list: complete, %llu of %llu queries\n", static_cast<unsigned long long>(all.cases),
                static_cast<unsigned long long>(queries));
  else
    std::printf("corner list: %llu of %llu queries, one in %llu\n", static_cast<unsigned long long>(all.cases),
                static_cast<unsigned long long>(queries), static_cast<unsigned long long>(slice));
  std::fflush(stdout);
  return all;
}

void print_line(std::string_view name, const AttackTally& t) {
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::printf("%-14.*s %10llu %10llu %10llu %11llu %12llu %10llu %8llu %11llu\n", static_cast<int>(name.size()),
              name.data(), number(t.cases), number(t.separated), number(t.touching), number(t.penetrating),
              number(t.without_distance), number(t.wide), number(t.refused), number(t.violations));
}

/// The random pair of one family; which pair it is, seed and index say.
Case random_case(const AttackFamily& family, std::uint64_t seed, std::uint64_t index) {
  oracle::Random random(seed * 0x9e3779b97f4a7c15ULL + index);
  return family.make(random);
}

/// The case that a report calls so: FAMILY-SEED-INDEX, or corner-QUERY.
Case named_case(const std::string& id) {
  const std::invalid_argument unknown("no case " + id + "; they are called FAMILY-SEED-INDEX or corner-QUERY");
  const std::size_t last = id.rfind('-');
  if (last == std::string::npos || last == 0) throw unknown;
  const auto number = [&](const std::string& digits) -> std::uint64_t {
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) throw unknown;
    return std::stoull(digits);
  };
  const std::uint64_t index = number(id.substr(last + 1));
  if (id.substr(0, last) == "corner") return corner_case(corner_list(), index);
  const std::size_t middle = id.rfind('-', last - 1);
  if (middle == std::string::npos) throw unknown;
  for (const AttackFamily& family : attack_families())
    if (id.substr(0, middle) == family.name)
      return random_case(family, number(id.substr(middle + 1, last - middle - 1)), index);
  throw unknown;
}

std::string coordinates(const Vec3& p) {
  char text[100];
  std::snprintf(text, sizeof text, "(%.17g, %.17g, %.17g)", p.x(), p.y(), p.z());
  return text;
}

}  // namespace

bool replay_attack(const std::string& id) {
  const Case c = named_case(id);
  const Result r = answer(c);
  AttackTally tally;
  const std::string wrong = judge(c, r, tally, false);
  std::printf("%s: %s%s\n  points %s %s\n  %s\n", id.c_str(), wrong.empty() ? "nothing wrong" : wrong.c_str(),
              describe(r).c_str(), coordinates(r.point_a).c_str(), coordinates(r.point_b).c_str(),
              describe(c, id).c_str());
  return wrong.empty();
}

bool run_attack(const AttackPlan& plan) {
  const auto families = attack_families();
  std::vector<std::size_t> chosen;
  std::string known = " corners";
  for (std::size_t k = 0; k < families.size(); ++k) {
    (known += ' ') += families[k].name;
    if ((plan.family.empty() && plan.without != families[k].name) || plan.family == families[k].name)
      chosen.push_back(k);
  }
  const bool corners = plan.family.empty() || plan.family == "corners";
  if (chosen.empty() && !corners) throw std::invalid_argument("no family " + plan.family + "; there are" + known);

  AttackTally of_corners, all;
  if (corners) of_corners = run_corners(plan.slice, plan.enclosures);
  std::vector<AttackTally> total(families.size());
  if (!chosen.empty()) {
    const auto start = std::chrono::steady_clock::now();
    const auto share = [&](std::uint64_t i) {
      if (plan.seconds <= 0) return static_cast<double>(i) / static_cast<double>(plan.pairs);
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / plan.seconds;
    };
    all = run_parallel(families.size(), total, share, [&](std::vector<AttackTally>& tallies, std::uint64_t i) {
      const std::size_t family = chosen[i % chosen.size()];
      const std::string id =
          std::string(families[family].name) + "-" + std::to_string(plan.seed) + "-" + std::to_string(i);
      try {
        run_case(tallies[family], random_case(families[family], plan.seed, i), id, plan.enclosures);
      } catch (const clearance::InvalidInput&) {
        ++tallies[family].cases;
        ++tallies[family].refused;
      }
    });
  }
  std::printf("%-14s %10s %10s %10s %11s %12s %10s %8s %11s\n", "family", "cases", "separated", "touching",
              "penetrating", "no distance", ">1e-9", "refused", "violations");
  if (corners) print_line("corners", of_corners);
  for (std::size_t k = 0; k < families.size(); ++k)
    if (total[k].cases > 0) print_line(families[k].name, total[k]);
  all.add(of_corners);
  print_line("all", all);
  for (const auto& [kind, count] : all.kinds)
    std::printf("%10llu %s\n", static_cast<unsigned long long>(count), kind.c_str());
  return all.violations == 0;
}

}  // namespace stress

#include "verify_attack.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "attack_families.hpp"
#include "attack_truth.hpp"
#include "progress.hpp"
#include "verify/placed.hpp"

namespace stress {
namespace {

using clearance::Result;
using clearance::Status;
using clearance::Vec3;

/// One result in as many is changed.
constexpr std::uint64_t mutated_share = 10;
constexpr std::size_t most_reports = 40;
/// What verify() cannot know of a depth, and of how points fit, relative to the size that it measures by, and what it
/// takes for rounding of that and of coordinates: docs/proof.md, section 10.
constexpr double blind_depth = 2.1e-10, blind_fit = 1e-10, blind_rounding = 0x1p-49;
/// Changes below this are rounding: neither true nor false.
constexpr double rounding = 1e-14;

enum class Field { lower, upper, distance, point_a, point_b, normal, status, parts };
constexpr std::array<std::string_view, 8> field_names{"lower",   "upper",  "distance", "point_a",
                                                      "point_b", "normal", "status",   "parts"};

struct FieldTally {
  std::uint64_t changed = 0, made_false = 0, accepted = 0, within_blind = 0, stayed_true = 0, refused = 0;
  double largest = 0.0;  ///< of the falsehoods that were accepted, relative to the size
};

struct FaultTally {
  std::uint64_t pairs = 0, refused = 0, wrong = 0;  ///< wrong: unmutated results that are false themselves
  std::array<FieldTally, 8> fields;
  std::vector<std::string> reports;

  void add(const FaultTally& o) {
    pairs += o.pairs, refused += o.refused, wrong += o.wrong;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      FieldTally& f = fields[k];
      const FieldTally& g = o.fields[k];
      f.changed += g.changed, f.made_false += g.made_false, f.accepted += g.accepted, f.stayed_true += g.stayed_true;
      f.within_blind += g.within_blind, f.refused += g.refused, f.largest = std::max(f.largest, g.largest);
    }
    reports.insert(reports.end(), o.reports.begin(), o.reports.end());
  }
  bool good() const {
    return refused == 0 && wrong == 0 && std::all_of(fields.begin(), fields.end(), [](const FieldTally& f) {
             return f.accepted == 0 && f.refused == 0;
           });
  }
};

/// Any pair with a distance, asked without options.
Case any_case(oracle::Random& random) {
  static constexpr std::array<std::string_view, 9> names{"sizes",   "formulas", "unbounded", "half-bounded", "ordinary",
                                                         "contact", "far",      "unions",    "ordinary"};
  const std::string_view name = names[static_cast<std::size_t>(random.integer(0, 8))];
  const auto families = attack_families();
  const auto family = std::find_if(families.begin(), families.end(), [&](const auto& f) { return f.name == name; });
  Case c = family->make(random);
  c.options = {};
  return c;
}

/// How false a result is of which one field was changed: in units of the size; infinite where a rule is broken that has
/// no measure. At most zero: it is still true. `r`: the result before, which is true.
double falsehood(const Result& m, const Result& r, Field field, double size) {
  const Status follows = m.lower > 0 ? Status::separated : m.upper < 0 ? Status::penetrating : Status::touching;
  if (!(m.lower <= m.distance && m.distance <= m.upper) || m.status != follows) return HUGE_VAL;
  switch (field) {
    case Field::lower:
      return m.lower <= r.lower ? 0.0 : m.lower > r.upper ? (m.lower - r.upper) / size : NAN;
    case Field::upper:
      return m.upper >= r.upper ? 0.0 : m.upper < r.lower ? (r.lower - m.upper) / size : NAN;
    case Field::parts:
      return HUGE_VAL;
    default: {
      // What is left of point_b - point_a = distance * normal, and of the length of the normal.
      const Vec3 before = r.point_b / size - r.point_a / size - r.distance / size * r.normal;
      const Vec3 after = m.point_b / size - m.point_a / size - m.distance / size * m.normal;
      const double width = (r.upper - r.lower) / size;
      const double off =
          std::max(after.norm() - before.norm() - width, field == Field::normal ? std::fabs(m.normal.norm() - 1) : 0.0);
      return off <= rounding ? NAN : off;
    }
  }
}

/// The part of a body that a result names, as verify() places it.
clearance::check::Placed named_part(const clearance::Shape& shape, const clearance::Pose& pose, int part) {
  const auto* whole = std::get_if<clearance::Union>(&shape.description());
  if (whole == nullptr) return {shape, {&pose}};
  const clearance::Part& p = whole->parts()[static_cast<std::size_t>(part)];
  return {p.shape, {&pose, &p.pose}};
}

/// Where the origin of that part is.
Vec3 named_origin(const clearance::Shape& shape, const clearance::Pose& pose, int part) {
  const auto* whole = std::get_if<clearance::Union>(&shape.description());
  if (whole == nullptr) return pose.position();
  return pose * whole->parts()[static_cast<std::size_t>(part)].pose.position();
}

/// What verify() cannot know of a result that was changed in one field, in lengths.
double blind(const Result& m, const Case& c, Field field) {
  const clearance::Pose pose_a = c.a.at.pose(), pose_b = c.b.at.pose();
  auto a = named_part(c.a.shape, pose_a, m.part_a), b = named_part(c.b.shape, pose_b, m.part_b);
  a.look_from(m.point_a);
  b.look_from(m.point_b);
  clearance::check::share_origin(a, b);
  const auto apart = (m.point_b.cast<long double>() - m.point_a.cast<long double>()).norm();
  const auto size = static_cast<double>(clearance::check::size_of(a, b, apart));
  const double of_size = field == Field::upper && m.upper < 0 ? blind_depth : blind_fit;
  const bool is_point = field == Field::point_a || field == Field::point_b, open = m.upper - m.lower > 0x1p-40 * size;
  if (is_point && m.distance <= 0 && open) return std::sqrt(2.0 * size * (m.upper - m.lower));
  // Parts of unions are moved to where the vector between them is a double.
  const bool moves = !c.a.parts.empty() || !c.b.parts.empty();
  const Vec3 way = named_origin(c.b.shape, pose_b, m.part_b) - named_origin(c.a.shape, pose_a, m.part_a);
  return of_size * size + blind_rounding * (size + m.point_a.norm() + m.point_b.norm() + (moves ? way.norm() : 0.0));
}

Result changed(oracle::Random& random, const Result& r, Field field, double size, const Case& c) {
  Result m = r;
  const double by = random.magnitude(1e-12, 1) * (random.chance(0.5) ? 1 : -1);
  const int axis = random.integer(0, 2);
  switch (field) {
    case Field::lower:
      m.lower += by * size;
      break;
    case Field::upper:
      m.upper += by * size;
      break;
    case Field::distance:
      m.distance += by * size;
      break;
    case Field::point_a:
      m.point_a[axis] += by * size;
      break;
    case Field::point_b:
      m.point_b[axis] += by * size;
      break;
    case Field::normal:
      m.normal[axis] += by;
      break;
    case Field::status:
      m.status = static_cast<Status>((static_cast<int>(r.status) + random.integer(1, 2)) % 3);
      break;
    case Field::parts: {
      const bool of_a = random.chance(0.5);
      const auto count = static_cast<int>((of_a ? c.a : c.b).parts.size());
      int& part = of_a ? m.part_a : m.part_b;
      part = random.chance(0.5) ? count + random.integer(0, 3) : part - random.integer(1, 3) - (part < 0 ? 0 : count);
      break;
    }
  }
  return m;
}

std::string claims_of(const Result& r) {
  char text[600];
  std::snprintf(text, sizeof text,
                "\n  %s, %.17g in [%.17g, %.17g], (%.17g, %.17g, %.17g), (%.17g, %.17g, %.17g), normal (%.17g, %.17g, "
                "%.17g), parts %d %d",
                std::string(name(r.status)).c_str(), r.distance, r.lower, r.upper, r.point_a.x(), r.point_a.y(),
                r.point_a.z(), r.point_b.x(), r.point_b.y(), r.point_b.z(), r.normal.x(), r.normal.y(), r.normal.z(),
                r.part_a, r.part_b);
  return text;
}

constexpr std::string_view id_prefix = "verify-";

void run_one(FaultTally& tally, std::uint64_t seed, std::uint64_t index) {
  oracle::Random random(seed * 0x9e3779b97f4a7c15ULL + index);
  const std::string id = std::string(id_prefix) + std::to_string(seed) + "-" + std::to_string(index);
  try {
    const Case c = any_case(random);
    const clearance::Pose pose_a = c.a.at.pose(), pose_b = c.b.at.pose();
    const auto judged = [&](const Result& result) { return verify(result, c.a.shape, pose_a, c.b.shape, pose_b); };
    const Result r = answer(c);
    ++tally.pairs;
    const auto report = [&](const std::string& text, const Result& result) {
      if (tally.reports.size() < most_reports)
        tally.reports.push_back(id + ": " + text + claims_of(result) + "\n  " + describe(c, id));
    };
    if (const auto v = judged(r); !v) {
      ++tally.refused;
      report("refused: " + std::string(v.reason), r);
    }
    if (index % mutated_share != 0 || !r.has_distance()) return;
    Truth truth(c.a, c.b);
    if (const std::string wrong = truth.refute(r, c.options); !wrong.empty()) {
      ++tally.wrong;
      report(wrong, r);
      return;
    }
    const double size = std::max({truth.size(), r.point_a.cwiseAbs().maxCoeff(), r.point_b.cwiseAbs().maxCoeff()});
    if (!(size > 1e-290 && size < 1e290) || !std::isfinite(r.lower) || !std::isfinite(r.upper)) return;
    const auto field = static_cast<Field>(random.integer(0, 7));
    const Result m = changed(random, r, field, size, c);
    FieldTally& f = tally.fields[static_cast<std::size_t>(field)];
    ++f.changed;
    const double false_by = falsehood(m, r, field, size);
    const auto v = judged(m);
    if (false_by > 0) {
      ++f.made_false;
      if (!v) return;
      if (std::isfinite(false_by)) f.largest = std::max(f.largest, false_by);
      if (false_by * size <= blind(m, c, field)) {
        ++f.within_blind;
        return;
      }
      ++f.accepted;
      char text[160];
      std::snprintf(text, sizeof text, "accepted, though its %s is false by %.3g of the size",
                    field_names[static_cast<std::size_t>(field)].data(), false_by);
      report(text + claims_of(r), m);
    } else if (false_by <= 0) {
      ++f.stayed_true;
      if (v) return;
      ++f.refused;
      report("refused, though only wider: " + std::string(v.reason) + claims_of(r), m);
    }
  } catch (const clearance::InvalidInput&) {
    return;  // a position that overflowed: no pair
  }
}

}  // namespace

bool run_verify_attack(std::uint64_t pairs, std::uint64_t seed) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::uint64_t> next{0};
  std::vector<FaultTally> tallies(threads);
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      for (std::uint64_t i = next++; i < pairs; i = next++) run_one(tallies[t], seed, i);
    });
  show_progress([&] { return static_cast<double>(next) / static_cast<double>(pairs); });
  FaultTally total;
  for (unsigned t = 0; t < threads; ++t) {
    workers[t].join();
    total.add(tallies[t]);
  }
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  for (const std::string& report : total.reports) std::printf("%s\n", report.c_str());
  std::printf("unchanged: %llu results, %llu refused, %llu false\n", number(total.pairs), number(total.refused),
              number(total.wrong));
  std::printf("%-10s %9s %9s %15s %16s %18s %9s %14s\n", "field", "changed", "false", "false accepted",
              "cannot be known", "largest accepted", "true", "true refused");
  FieldTally all;
  const auto line = [&](std::string_view name, const FieldTally& f) {
    std::printf("%-10.*s %9llu %9llu %15llu %16llu %18.3g %9llu %14llu\n", static_cast<int>(name.size()), name.data(),
                number(f.changed), number(f.made_false), number(f.accepted), number(f.within_blind), f.largest,
                number(f.stayed_true), number(f.refused));
  };
  for (std::size_t k = 0; k < total.fields.size(); ++k) {
    const FieldTally& f = total.fields[k];
    line(field_names[k], f);
    all.changed += f.changed, all.made_false += f.made_false, all.accepted += f.accepted;
    all.within_blind += f.within_blind, all.stayed_true += f.stayed_true, all.refused += f.refused;
    all.largest = std::max(all.largest, f.largest);
  }
  line("all", all);
  return total.good();
}

bool replay_verify_attack(const std::string& id) {
  const std::size_t middle = id.rfind('-');
  const auto number = [&](const std::string& digits) -> std::uint64_t {
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
      throw std::invalid_argument("no case " + id + "; they are called verify-SEED-INDEX");
    return std::stoull(digits);
  };
  if (!id.starts_with(id_prefix) || middle < id_prefix.size()) number("");
  FaultTally tally;
  run_one(tally, number(id.substr(id_prefix.size(), middle - id_prefix.size())), number(id.substr(middle + 1)));
  for (const std::string& report : tally.reports) std::printf("%s\n", report.c_str());
  return tally.good();
}

}  // namespace stress

#include "check.hpp"

#include <cmath>
#include <cstdio>

#include "polyhedral.hpp"
#include "quad_pair.hpp"

namespace oracle {
namespace {

constexpr double wrong_by = 1e-9;

/// The cores' exact signed distance less the radii, where both shapes have a polyhedral core.
/// False if balls are distorted by rotations that are not exact, and by more than the bounds have room for.
bool check_exactly(Verdict& verdict, const clearance::Result& result, const Core& core_a, const Core& core_b,
                   Quad distortion) {
  const Truth truth = signed_distance(core_a.body, core_b.body, result.normal);
  const mpq_class radii = mpq_class(core_a.radius) + mpq_class(core_b.radius);
  const auto approximate = static_cast<double>(truth.approximate() - static_cast<long double>(radii.get_d()));
  verdict.truth_lower = verdict.truth_upper = approximate;
  const auto slack = static_cast<double>(distortion) * 1.01;
  const mpq_class up = radii + mpq_class(slack), down = radii - mpq_class(slack);
  if (truth.infinite || !result.has_distance()) {
    verdict.wrong_distance = truth.infinite == result.has_distance();
    verdict.enclosure_misses = compare(truth, result.lower, radii) < 0 || compare(truth, result.upper, radii) > 0;
    return true;
  }
  const double tolerance = wrong_by * verdict.size + slack;
  verdict.wrong_distance = !(std::abs(result.distance - approximate) <= tolerance);
  // A miss for certain, whatever the distortion does.
  verdict.enclosure_misses = compare(truth, result.lower, down) < 0 || compare(truth, result.upper, up) > 0;
  const bool encloses = compare(truth, result.lower, up) >= 0 && compare(truth, result.upper, down) <= 0;
  return encloses || verdict.enclosure_misses;
}

void check_numerically(Verdict& verdict, const clearance::Result& result, QuadPair& pair) {
  const Quad slack = pair.slack(), tolerance = wrong_by * static_cast<Quad>(verdict.size) + slack;
  const Quad claimed_lower = result.lower, claimed_upper = result.upper;
  const auto proven = [&](Quad lower, Quad upper) {
    return claimed_lower <= lower + slack && upper <= claimed_upper + slack;
  };
  pair.slab(result.normal);
  // A wide enclosure is soon proven; the distance still has to be judged by bounds that are not.
  pair.approach(result.normal,
                [&](Quad lower, Quad upper) { return proven(lower, upper) && upper - lower <= tolerance; });
  const bool overlapping = pair.upper() <= 0;
  if (overlapping)
    pair.search_depth(result.normal, [&](Quad lower, Quad) {
      return claimed_lower <= lower + slack && result.distance <= lower + tolerance;
    });
  verdict.truth_lower = static_cast<double>(pair.lower());
  verdict.truth_upper = static_cast<double>(pair.upper());
  const Quad distance = result.distance;
  // An upper bound of the depth of an overlapping pair is not proven; the best slab found then stands for the truth.
  const Quad upper = overlapping ? std::max(pair.lower(), Quad{-INFINITY}) : pair.upper();
  verdict.wrong_distance = !(distance >= pair.lower() - tolerance && distance <= upper + tolerance);
  const Quad margin = overlapping ? static_cast<Quad>(1e-13) * static_cast<Quad>(verdict.size) : Quad{0};
  verdict.enclosure_misses = claimed_lower > upper + slack + margin || claimed_upper < pair.lower() - slack;
  verdict.undecided = !verdict.enclosure_misses && !overlapping && !proven(pair.lower(), pair.upper());
}

}  // namespace

Verdict measure(const Query& query) {
  Verdict verdict;
  verdict.polyhedral = query.a.polyhedral() && query.b.polyhedral();
  verdict.size = static_cast<double>(QuadPair(query.a, query.at_a, query.b, query.at_b).size());
  return verdict;
}

Verdict check(const clearance::Result& result, const Query& query) {
  Verdict verdict = measure(query);
  QuadPair pair(query.a, query.at_a, query.b, query.at_b);
  const Core core_a = exact_core(query.a, query.at_a), core_b = exact_core(query.b, query.at_b);
  if (core_a.polyhedral && core_b.polyhedral) {
    const auto distortion = [](const Core& core, const QuadBody& body, const Placement& at) -> Quad {
      return core.radius == 0 || exactly_orthonormal(at) ? Quad{0} : core.radius * body.defect();
    };
    const Quad total = distortion(core_a, pair.a(), query.at_a) + distortion(core_b, pair.b(), query.at_b);
    if (check_exactly(verdict, result, core_a, core_b, total)) return verdict;
  }
  check_numerically(verdict, result, pair);
  return verdict;
}

std::string inconsistency(const clearance::Result& r, double size) {
  using clearance::Status;
  const Status expected = r.lower > 0 ? Status::separated : r.upper < 0 ? Status::penetrating : Status::touching;
  if (!r.has_distance()) {
    if (r.status != Status::penetrating) return "no distance, but the status is not penetrating";
    return "";
  }
  if (r.status != expected) return "status does not follow from lower and upper";
  if (!(r.lower <= r.distance && r.distance <= r.upper)) return "distance is outside [lower, upper]";
  if (!(std::abs(r.normal.norm() - 1) <= 1e-14)) return "normal is not of unit length";
  if (r.iterations < 0 || r.iterations > clearance::max_iterations) return "iteration count is out of bounds";
  const double rounding = 4e-16 * (r.point_a.cwiseAbs().maxCoeff() + r.point_b.cwiseAbs().maxCoeff());
  const double off = (r.point_b - r.point_a - r.distance * r.normal).norm();
  if (!(off <= wrong_by * size + rounding)) return "point_b - point_a is not distance * normal";
  return "";
}

std::string Verdict::describe() const {
  char text[256];
  std::snprintf(text, sizeof text, "%s%s%struth in [%.17g, %.17g], size of the pair %.3g",
                wrong_distance ? "wrong distance; " : "", enclosure_misses ? "enclosure misses the truth; " : "",
                undecided ? "undecided; " : "", truth_lower, truth_upper, size);
  return text;
}

}  // namespace oracle

#include "attack_truth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stress {
namespace {

using clearance::Ending;
using clearance::Result;
using clearance::Status;
using clearance::Vec3;
using oracle::Quad;
using Shown = ConvexTruth::Shown;

/// point_b - point_a = distance * normal to this, relative to the size of the pair and the points ...
constexpr double relation_tolerance = 1e-10;
/// ... along the normal alone, where a search was stopped and left bounds and points as wide as this ...
constexpr double loose = 1e-10;
/// ... and the normal is of unit length to this.
constexpr double normal_tolerance = 1e-14;

/// A direction to begin with, whatever a result says.
Vec3 usable(const Vec3& hint) {
  return hint.allFinite() && hint.norm() > 0.5 && hint.norm() < 2 ? hint : Vec3::UnitX();
}

struct PartOf {
  const clearance::Shape& shape;
  const oracle::Placement& at;
  const oracle::Placement* whole;
};
std::vector<PartOf> parts_of(const oracle::PlacedShape& body) {
  std::vector<PartOf> parts;
  for (const auto& [shape, at] : body.parts) parts.push_back({shape, at, &body.at});
  if (parts.empty()) parts.push_back({body.shape, body.at, nullptr});
  return parts;
}

/// About where a part is; for a guess it need not be more than that.
clearance::Pose about(const PartOf& part) {
  if (part.whole == nullptr) return part.at.pose();
  const clearance::Pose whole = part.whole->pose(), inside = part.at.pose();
  return clearance::Pose::turned(whole, inside, whole * inside.position());
}

oracle::ExactBody exact_body(const PartOf& part) {
  oracle::ExactBody body = oracle::exact_core(part.shape, part.at).body;
  if (part.whole != nullptr) place(body, *part.whole);
  return body;
}

}  // namespace

Shown ConvexTruth::at_least(double lower, const Vec3& hint) {
  if (exact_) return compare(*exact_, lower) >= 0 ? Shown::yes : Shown::no;
  const Quad slack = pair_.slack(), claimed = lower;
  const auto enough = [&](Quad shown, Quad /*upper*/) { return claimed <= shown + slack; };
  const auto is_shown = [&] { return enough(pair_.lower(), pair_.upper()); };
  if (std::isinf(lower) && lower < 0) return Shown::yes;
  const Vec3 n = usable(hint);
  pair_.slab(n);
  if (is_shown()) return Shown::yes;
  pair_.slab(guess_);
  if (is_shown()) return Shown::yes;
  pair_.approach(n, enough);
  if (is_shown()) return Shown::yes;
  if (pair_.upper() < claimed - slack && pair_.lower() <= pair_.upper() + slack) return Shown::no;
  pair_.probe(n, enough);
  if (is_shown()) return Shown::yes;
  pair_.search_depth(n, enough);
  if (!is_shown() && guess_ != n) pair_.search_depth(guess_, enough);
  return is_shown() ? Shown::yes : Shown::open;
}

Shown ConvexTruth::above(double upper, const Vec3& hint) {
  if (exact_) return compare(*exact_, upper) > 0 ? Shown::yes : Shown::no;
  if (std::isinf(upper) && upper > 0) return Shown::no;
  const Quad slack = pair_.slack(), claimed = upper;
  const auto is_shown = [&] { return pair_.lower() > claimed + slack; };
  const auto enough = [&](Quad lower, Quad nearest) { return lower > claimed + slack || nearest <= claimed + slack; };
  const Vec3 n = usable(hint);
  pair_.slab(n);
  if (is_shown()) return Shown::yes;
  if (pair_.upper() <= claimed + slack) return Shown::no;
  pair_.approach(n, enough);
  if (is_shown()) return Shown::yes;
  if (pair_.upper() <= claimed + slack) return Shown::no;
  pair_.probe(n, enough);
  return is_shown() ? Shown::yes : Shown::open;
}

Truth::Truth(const oracle::PlacedShape& a, const oracle::PlacedShape& b) {
  const Vec3& origin = a.at.position;
  for (const PartOf& x : parts_of(a))
    for (const PartOf& y : parts_of(b)) {
      std::optional<oracle::Truth> exact;
      if (!x.shape.bounded() && !y.shape.bounded()) exact = oracle::signed_distance(exact_body(x), exact_body(y));
      // Of parts, the hint of a result is about one pair only; any direction will do to show something.
      Vec3 guess = Vec3::UnitX();
      if (x.whole != nullptr || y.whole != nullptr)
        guess = usable(distance(x.shape, about(x), y.shape, about(y)).normal);
      pairs_.emplace_back(oracle::QuadBody(x.shape, x.at, origin, x.whole),
                          oracle::QuadBody(y.shape, y.at, origin, y.whole), std::move(exact), guess);
      size_ = std::max(size_, pairs_.back().size());
    }
}

Shown Truth::at_least(double lower, const Vec3& hint) {
  Shown shown = Shown::yes;
  for (ConvexTruth& pair : pairs_) {
    const Shown here = pair.at_least(lower, hint);
    if (here == Shown::no) return here;
    if (here == Shown::open) shown = here;
  }
  return shown;
}

Shown Truth::at_most(double upper, const Vec3& hint) {
  Shown shown = Shown::no;
  for (ConvexTruth& pair : pairs_) {
    const Shown above = pair.above(upper, hint);
    if (above == Shown::no) return Shown::yes;
    if (above == Shown::open) shown = above;
  }
  return shown;
}

std::string Truth::refute(const Result& r, const clearance::Options& options) {
  if (r.ending == Ending::unsupported) return "";
  if (!r.has_distance()) {
    const bool inseparable =
        std::any_of(pairs_.begin(), pairs_.end(), [](const ConvexTruth& pair) { return pair.inseparable(); });
    if (options.penetration && !inseparable) return "no distance, though a finite translation separates";
    if (at_most(0.0, r.normal) == Shown::no) return "penetrating, though a slab separates";
    return "";
  }
  switch (at_least(r.lower, r.normal)) {
    case Shown::no:
      return "lower is above the distance of two points";
    case Shown::open:
      return "no slab shows lower";
    case Shown::yes:
      break;
  }
  return at_most(r.upper, r.normal) == Shown::no ? "upper is below a slab" : "";
}

std::string contradiction(const Result& r, const clearance::Options& options) {
  if (std::isnan(r.lower) || std::isnan(r.upper) || std::isnan(r.distance)) return "not a number";
  if (!(r.lower <= r.distance && r.distance <= r.upper)) return "distance is outside [lower, upper]";
  if (!r.has_distance()) {
    if (r.status != Status::penetrating) return "no distance, but the status is not penetrating";
    if (!options.penetration && r.upper != 0) return "only detected, but upper is not zero";
    return "";
  }
  if (r.ending == Ending::unsupported) return "";
  const Status expected = r.lower > 0 ? Status::separated : r.upper < 0 ? Status::penetrating : Status::touching;
  if (r.status != expected) return "status does not follow from lower and upper";
  if (r.ending == Ending::beyond_limit && !(r.lower > options.max_distance)) return "not beyond the limit";
  if (r.ending == Ending::below_limit && !(r.upper < options.min_distance)) return "not below the limit";
  return "";
}

std::string misfit(const Result& r, double size) {
  if (!r.has_distance() || r.ending == Ending::unsupported) return "";
  if (!r.normal.allFinite() || !r.point_a.allFinite() || !r.point_b.allFinite()) return "points or normal not finite";
  if (!(std::fabs(r.normal.norm() - 1) <= normal_tolerance)) return "normal is not of unit length";
  // Scaled, so that no square overflows; a coordinate that would be beyond the largest number cannot be told.
  const double farthest = std::max(r.point_a.cwiseAbs().maxCoeff(), r.point_b.cwiseAbs().maxCoeff());
  const double scale = std::max(size, farthest);
  if (!(r.upper < HUGE_VAL) || !(scale > 0) || !std::isfinite(scale)) return "";
  if (farthest == std::numeric_limits<double>::max() || r.upper == std::numeric_limits<double>::lowest()) return "";
  const Vec3 between = r.point_b / scale - r.point_a / scale, off = between - r.distance / scale * r.normal;
  const double tolerance = relation_tolerance + 4 * std::numeric_limits<double>::denorm_min() / scale;
  if (off.norm() <= tolerance) return "";
  // Section 10 of docs/proof.md: a search that was stopped by a limit says so, any other shows it in both.
  const double lower = r.lower / scale, width = r.upper / scale - lower;
  const bool at_limit = r.ending == Ending::beyond_limit || r.ending == Ending::below_limit;
  if (!at_limit && (!(width > loose) || !(between.norm() - lower > loose)))
    return "point_b - point_a is not distance * normal";
  const bool at_bound = r.distance == r.lower || r.distance == r.upper;
  if (!(r.lower > -HUGE_VAL) || at_bound || std::fabs(off.dot(r.normal)) <= tolerance) return "";
  return "point_b - point_a is not the distance, along the normal";
}

}  // namespace stress

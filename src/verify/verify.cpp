// An independent look at a result: it shares no code with the solvers and works on the shapes as they were described,
// in extended precision. The argument needs two facts only.
//   For any n, (min over b of n . y - max over a of n . x) / |n| is at most the signed distance.
//   For any p in a and q in b, |q - p| is at least the signed distance.
// lower must not be above the slab along the normal, upper not below it nor below slabs along a few axes, the points be
// in the shapes, and their difference be distance * normal; each is judged by what is found here, never by what another
// field claims. For overlapping shapes the second fact says nothing about the depth: depth_check.hpp does.
// docs/proof.md, section 10, has what cannot be known in this way. Of unions, the two parts that the result names are
// looked at in this way, and every other pair of parts by the first fact alone: `lower` must be below a slab of each.
// Directions for these slabs are asked of the solvers, or are the normal of the result, as any will do; what they show
// is found here.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "clearance/distance.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "verify/depth_check.hpp"
#include "verify/placed.hpp"

namespace clearance {

namespace {

using namespace check;

/// How far a witness point may be off its body, relative to the size of the pair. The vertices of a polyhedron are
/// where its half-spaces meet, which is less well known.
constexpr Real off_body_tolerance = 1e-13L, off_polyhedron_tolerance = 1e-9L;
/// How far point_b - point_a may be from distance * normal. Bodies that all but touch hardly have a normal.
constexpr Real fit_tolerance = 1e-10L;
/// How much less deep than claimed an overlap may be found to be, relative to the size of the pair, and what of that is
/// rounding.
constexpr Real depth_tolerance = 2e-10L, depth_noise = 1e-11L;
/// Wider bounds, relative to the size of the pair, are those of a search that was stopped short; and of a depth that
/// was.
constexpr Real loose = 1e-10L, open_depth = 0x1p-40L;

/// The best slab along the normal, the axes of either body and of the world, and the line of their positions. Not a
/// full search; but no claim may be below it.
Real best_slab(const Placed& a, const Placed& b, const Vec& normal) {
  std::vector<Vec> directions{normal, b.position - a.position};
  for (int i = 0; i < 3; ++i) {
    directions.push_back(Vec::Unit(i));
    directions.push_back(a.rotation.col(i));
    directions.push_back(b.rotation.col(i));
  }
  Real best = -infinity;
  for (const Vec& direction : directions)
    for (const int sign : {1, -1}) {
      if (!(direction.norm() > 0)) continue;
      const CommonNormals common = common_normals(sign * direction.normalized(), a, b);
      if (!common.known) continue;
      for (const Vec& n : common.normals) best = std::max(best, slab_along(n, a, b));
      if (a.is_flat() || b.is_flat()) return best;  // these are all that there are
    }
  return best;
}

/// The normal that a claimed one stands for, if the shapes have a support along it, and the gap along it.
struct Slab {
  Vec normal;
  Real gap = -infinity;
};
Slab slab_of(const Vec& claimed, const Placed& a, const Placed& b) {
  Slab slab{claimed};
  if (a.is_bounded() && b.is_bounded()) return {claimed, slab_along(claimed, a, b)};
  const CommonNormals common = common_normals(claimed, a, b);
  for (const auto* some : {&common.normals, &common.likely})
    for (const Vec& n : *some) {
      if (!((n - claimed).norm() <= 0x1p-40L)) continue;
      const Real gap = slab_along(n, a, b);
      if (gap > slab.gap) slab = {n, gap};
    }
  return slab;
}

/// Of what is found here.
Real rounding_of_slabs(const Placed& a, const Placed& b) {
  return 32 * std::numeric_limits<Real>::epsilon() * extent_of(a, b) + a.doubt() + b.doubt();
}

/// Whether some normal that leans to one side shows more than this one: then this one is that of a search which was
/// stopped.
bool leans(const Vec& n, const Vec& side, const Placed& a, const Placed& b, Real slab, Real rounding) {
  if (!(side.norm() > 0) || !a.is_bounded() || !b.is_bounded()) return false;
  for (Real tilt = 1; tilt > 0x1p-40L; tilt /= 4)
    for (const int sign : {1, -1})
      if (slab_along((n + side.normalized() * (sign * tilt)).normalized(), a, b) > slab + rounding) return true;
  return false;
}

/// How far a witness point is from its body. Of an overlap whose depth stayed in doubt the points were moved apart
/// along the normal, so that they are as far as the slab: there, the body need only be met on the way from one to the
/// other.
Real off_body(const Placed& body, const Vec& point, const Vec& outward, Real way, const Feature& feature) {
  const Vec normal = body.rotation.transpose() * outward;
  const auto outside = [&](const Vec& x) {
    return Outside{x, normal, feature, wide(body.about), body.rows ? &*body.rows : nullptr};
  };
  const auto off = [&](Real t) {
    const Vec x = body.to_local(point - t * outward);
    if (!(body.rounding > 0)) return std::visit(outside(x), body.shape);
    // A point on the rounding mostly is above a point of the shape, along the normal.
    const Vec above = normal * (body.rounding / normal.norm());
    const Real along_normal = std::visit(outside(x - above), body.shape);
    if (!(along_normal > 0)) return along_normal;
    return std::min(along_normal, std::visit(OutsideRounded{outside(x), body.rounding}, body.shape));
  };
  Real low = 0, high = way, least = off(0);
  for (int step = 0; step < 200 && least > 0 && way > 0; ++step) {  // convex along a line, as the body is
    const Real left = low + (high - low) / 3, right = high - (high - low) / 3, at_left = off(left),
               at_right = off(right);
    least = std::min({least, at_left, at_right});
    (at_left <= at_right ? high : low) = at_left <= at_right ? right : left;
  }
  return least;
}

/// How many vertices a feature may name of a shape. Those of a polyhedron are its own, and not counted here.
struct NamedVertices {
  std::size_t operator()(const Point&) const { return 1; }
  std::size_t operator()(const Segment&) const { return 2; }
  std::size_t operator()(const Ray&) const { return 2; }
  std::size_t operator()(const Line&) const { return 2; }
  std::size_t operator()(const Plane&) const { return 0; }
  std::size_t operator()(const Halfspace&) const { return 0; }
  std::size_t operator()(const Triangle&) const { return 3; }
  std::size_t operator()(const Rectangle&) const { return 4; }
  std::size_t operator()(const Polygon& s) const { return s.points.size(); }
  std::size_t operator()(const Tetrahedron&) const { return 4; }
  std::size_t operator()(const Box&) const { return 8; }
  std::size_t operator()(const Sphere&) const { return 1; }
  std::size_t operator()(const Capsule&) const { return 2; }
  std::size_t operator()(const Cylinder&) const { return 0; }
  std::size_t operator()(const Cone&) const { return 0; }
  std::size_t operator()(const Ellipsoid&) const { return 1; }  // of a sphere
  std::size_t operator()(const Hull& s) const { return s.points.size(); }
  std::size_t operator()(const Polyhedron&) const { return std::numeric_limits<std::size_t>::max(); }
  std::size_t operator()(const SphereHull& s) const { return s.spheres.size(); }
  std::size_t operator()(const Union&) const { return 0; }
};

bool names_vertices(const Feature& feature, const Placed& body) {
  if (feature.count < 0 || feature.count > 3) return false;
  const std::size_t most = std::visit(NamedVertices{}, body.shape);
  for (std::size_t i = 0; i < static_cast<std::size_t>(feature.count); ++i)
    if (feature.vertices[i] < 0 || static_cast<std::size_t>(feature.vertices[i]) >= most) return false;
  return true;
}

/// What is wrong with how a result says that it was found; empty if nothing is.
std::string_view fault_of_way(const Result& result) {
  const auto method = static_cast<int>(result.method), ending = static_cast<int>(result.ending);
  if (ending < 0 || ending > static_cast<int>(Ending::unsupported)) return "the ending is none";
  if (method < 0 || method > static_cast<int>(Method::dqp3_ellipsoid)) return "the method is none";
  if (result.iterations < 0) return "the iterations are less than none";
  if (result.ending == Ending::overlap_only && result.has_distance()) return "overlap alone, but with a distance";
  return "";
}

/// What is wrong with the numbers of a result by themselves; empty if nothing is.
std::string_view fault_of_fields(const Result& result, const Placed& a, const Placed& b) {
  if (!(result.lower <= result.distance && result.distance <= result.upper))
    return "lower <= distance <= upper does not hold";
  if (!result.has_distance()) {
    if (result.status != Status::penetrating) return "without a distance the status must be penetrating";
    if (result.upper == 0.0)
      return result.ending == Ending::overlap_only ? "" : "upper is 0 without a distance only where none was asked for";
    if (result.upper > -infinity) return "without a distance upper must be 0, or infinite";
    const CommonNormals common = common_normals(Vec::UnitX(), a, b);
    return common.known && !common.normals.empty() ? "some translation separates these shapes" : "";
  }
  if (!std::isfinite(result.distance)) return "the distance is not finite";
  const Status status = result.lower > 0   ? Status::separated
                        : result.upper < 0 ? Status::penetrating
                                           : Status::touching;
  if (status != result.status) return "the status does not follow from the bounds";
  if (!result.point_a.allFinite() || !result.point_b.allFinite()) return "the witness points are not finite";
  if (!(std::fabs(wide(result.normal).norm() - 1) <= 0x1p-47L)) return "the normal is not of unit length";
  return "";
}

/// Whether some translation shorter than `depth` ends the overlap of two shapes.
bool is_shallower(const Placed& a, const Placed& b, Real depth, Real size) {
  if (!(size > 0) || !(size < infinity)) return false;
  return check_depth(a, b, depth - depth_tolerance * size, depth_noise * size) == DepthFinding::refuted;
}

/// Two convex bodies. Parts of unions are moved to where the vector between them is a double, and their points with
/// them: `moved`, how long that is.
Verification verify_convex(const Result& result, Placed at_a, Placed at_b, Real moved) {
  Verification v;
  v.lower = -std::numeric_limits<double>::infinity();
  v.upper = std::numeric_limits<double>::infinity();
  const auto fail = [&](std::string_view reason) {
    v.reason = reason;
    return v;
  };
  if (const std::string_view fault = fault_of_fields(result, at_a, at_b); !fault.empty()) return fail(fault);
  if (const std::string_view fault = fault_of_way(result); !fault.empty()) return fail(fault);
  if (!names_vertices(result.feature_a, at_a) || !names_vertices(result.feature_b, at_b))
    return fail("a feature names a vertex that the shape does not have");
  const Vec3 in_a = result.has_distance() ? result.point_a : at_a.place();
  const Vec3 in_b = result.has_distance() ? result.point_b : at_b.place();
  at_a.look_from(in_a);
  at_b.look_from(in_b);
  const Vec origin = share_origin(at_a, at_b), p = wide(in_a) - origin, q = wide(in_b) - origin;
  const Real extended = rounding_of_slabs(at_a, at_b);
  const Vec claimed = wide(result.normal).normalized();
  const Real of_axes = best_slab(at_a, at_b, result.has_distance() ? claimed : Vec(Vec::UnitX()));
  if (!result.has_distance()) {
    if (of_axes > extended) return fail("penetrating is claimed, but a slab separates the shapes");
    if (is_shallower(at_a, at_b, 0, size_of(at_a, at_b, (q - p).norm())))
      return fail("penetrating is claimed, but a slab separates the shapes");
    v.ok = true;
    return v;
  }

  const Vec between = q - p;
  const auto [n, slab] = slab_of(claimed, at_a, at_b);
  const bool is_likely =
      slab > of_axes;  // along a normal that rounding decides on: it may show a bound, but not refute one
  const Real best = std::max(slab, of_axes), size = size_of(at_a, at_b, between.norm());
  v.lower = std::nextafter(static_cast<double>(best - extended), -std::numeric_limits<double>::infinity());
  if (!(result.lower <= best + extended + 32 * std::numeric_limits<double>::epsilon() * (size + moved)))
    return fail("lower exceeds what the slab along the normal proves");
  if (!(result.upper >= (is_likely ? of_axes : best) - extended)) return fail("upper is below what a slab proves");

  // Without an upper bound no two points of the shapes are known, and where lengths overflow there may be none: neither
  // a depth nor a coordinate beyond the largest number can be told.
  const double largest = std::numeric_limits<double>::max();
  const double farthest = std::max(result.point_a.cwiseAbs().maxCoeff(), result.point_b.cwiseAbs().maxCoeff());
  if (!(result.upper < infinity) || result.upper == -largest || farthest == largest) {
    v.ok = true;
    return v;
  }

  // Points are rounded where they are in the world, and are as good as the solvers make them for a pair of this size.
  const Real in_world =
      8 * Real(std::numeric_limits<double>::epsilon()) * (size + wide(in_a).norm() + wide(in_b).norm() + moved) +
      extended + 4 * Real(std::numeric_limits<double>::denorm_min());
  const auto rounding_of = [&](const Placed& body) {
    return in_world + (body.rows ? off_polyhedron_tolerance : off_body_tolerance) * size;
  };
  const Real rounding = std::max(rounding_of(at_a), rounding_of(at_b)), fit = in_world + fit_tolerance * size;
  const Real width = Real(result.upper) - Real(result.lower);
  // Points of an overlap whose depth is open are moved apart along the normal, to where the slab says.
  const bool overlap = result.distance <= 0;
  const Real way = overlap && width > open_depth * size ? std::min(between.norm(), width) : 0;
  if (!(off_body(at_a, p, n, way, result.feature_a) <= rounding_of(at_a))) return fail("point_a is not in a");
  if (!(off_body(at_b, q, -n, way, result.feature_b) <= rounding_of(at_b))) return fail("point_b is not in b");
  const Real span = overlap ? -between.norm() : between.norm();
  v.upper = std::nextafter(static_cast<double>(span + 2 * rounding), std::numeric_limits<double>::infinity());
  const Vec off = between - Real(result.distance) * n;
  // A search that was not over leaves wide bounds, and points that are as far beyond the slab, or of an overlap a
  // normal that is not the best: wide bounds alone are no excuse. Such points fit along the normal only, and so do
  // those of a search that says of itself that a limit stopped it. Of bodies without a size, all widths are rounding.
  const bool stopped = size > in_world && width > loose * size &&
                       (overlap && result.upper < 0 ? leans(n, off - off.dot(n) * n, at_a, at_b, slab, extended)
                                                    : !(between.norm() - slab <= loose * size));
  const bool at_limit = result.ending == Ending::beyond_limit || result.ending == Ending::below_limit;
  if (result.lower > -infinity) {  // else no normal is known
    // Points of a depth prove nothing of it, and may be off by as much as they may be off the normal.
    if (!stopped && !(result.upper >= span - (overlap ? fit : rounding)))
      return fail("upper is below the distance of the witness points");
    if (stopped || at_limit) {
      if (!(std::fabs(off.dot(n)) <= fit) && result.distance != result.lower && result.distance != result.upper)
        return fail("point_b - point_a is not the distance, along the normal");
    } else if (!(off.norm() <= fit)) {
      return fail("point_b - point_a is not distance * normal");
    }
  }
  const Real displaced = extended + 8 * Real(std::numeric_limits<double>::epsilon()) * moved;
  if (result.upper < 0 && is_shallower(at_a, at_b, -Real(result.upper) - displaced, size))
    return fail("a shorter translation than upper says ends the overlap");
  v.ok = true;
  return v;
}

/// A union, or a shape that is its own and only part.
struct Parts {
  Parts(const Shape& shape, const Pose& whole_pose) : pose(whole_pose) {
    if (const auto* of_many = std::get_if<Union>(&shape.description()))
      list.assign(of_many->parts().begin(), of_many->parts().end());
    else
      list.push_back({shape});
    is_union = std::holds_alternative<Union>(shape.description());
  }
  Placed placed(std::size_t i) const {
    return {list[i].shape, is_union ? std::vector{&pose, &list[i].pose} : std::vector{&pose}};
  }
  /// Where the origin of a part is.
  Vec origin(std::size_t i) const {
    const ExactVector inside = exact_vector(is_union ? list[i].pose.position() : Vec3(Vec3::Zero()));
    return check::rounded(exact_place(pose, inside));
  }
  Pose rounded(std::size_t i) const { return detail::part_pose(pose, list[i].pose, pose * list[i].pose.position()); }
  /// The part that a result names, if it does as it should.
  std::optional<std::size_t> named(int part) const {
    if (!is_union) return part == -1 ? std::optional<std::size_t>(0) : std::nullopt;
    return part >= 0 && static_cast<std::size_t>(part) < list.size() ? std::optional(static_cast<std::size_t>(part))
                                                                     : std::nullopt;
  }

  std::vector<Part> list;
  Pose pose;
  bool is_union = false;
};

Verification verify_parts(const Result& result, const Parts& a, const Parts& b) {
  const auto nearest_a = a.named(result.part_a), nearest_b = b.named(result.part_b);
  if (!nearest_a || !nearest_b) return {false, -HUGE_VAL, HUGE_VAL, "the result names no part, or one too many"};
  const Real moved = a.is_union || b.is_union ? (b.origin(*nearest_b) - a.origin(*nearest_a)).norm() : 0;
  Verification v = verify_convex(result, a.placed(*nearest_a), b.placed(*nearest_b), moved);
  if (!v.ok || !result.has_distance() || !(result.lower > -infinity)) return v;
  for (std::size_t i = 0; i < a.list.size(); ++i)
    for (std::size_t j = 0; j < b.list.size(); ++j) {
      if (i == *nearest_a && j == *nearest_b) continue;
      const Result other = distance(a.list[i].shape, a.rounded(i), b.list[j].shape, b.rounded(j));
      Placed at_a = a.placed(i), at_b = b.placed(j);
      if (other.has_distance()) {
        at_a.look_from(other.point_a);
        at_b.look_from(other.point_b);
      }
      share_origin(at_a, at_b);
      const Real rounding = rounding_of_slabs(at_a, at_b);
      const Real in_doubles =
          32 * std::numeric_limits<double>::epsilon() * (extent_of(at_a, at_b) + (b.origin(j) - a.origin(i)).norm());
      Real slab = -infinity;
      if (other.has_distance()) {
        const Vec normal = wide(other.normal).normalized();
        slab = std::max(slab_of(normal, at_a, at_b).gap, best_slab(at_a, at_b, normal));
        if (!(result.lower <= slab + rounding + in_doubles))
          slab = std::max(slab, slab_of(wide(result.normal).normalized(), at_a, at_b).gap);
      }
      v.lower = std::min(v.lower, std::nextafter(static_cast<double>(slab - rounding), -HUGE_VAL));
      if (!(result.lower <= slab + rounding + in_doubles)) {
        v.ok = false;
        v.reason = "lower exceeds what is shown of another pair of parts";
        return v;
      }
    }
  return v;
}

}  // namespace

Verification verify(const Result& result, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const detail::StandardEnvironment standard;
  return verify_parts(result, Parts(a, pose_a), Parts(b, pose_b));
}

}  // namespace clearance

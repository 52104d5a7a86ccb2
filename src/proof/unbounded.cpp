// For an unbounded shape the normals of finite support form a smaller set: one direction for a half-space, two for a
// plane, those perpendicular to a line, those that do not lean along a ray. The signed distance is the maximum over the
// common ones; where there is none, no translation separates the pair.
//
// A plane n . x = d of a body placed by y = R x + p is N . (y - p) = D with N = cof(R) n and D = det(R) d, for any
// matrix R. N, D and all that follows is kept in double-double; its relative error is below `wide_error`. Which normals
// are common is a matter of signs, and no rounding may decide it: where double-double cannot, they are found exactly
// (exact_direction.hpp); where that cannot either, nothing is claimed.

#include "proof/unbounded.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "proof/body.hpp"
#include "proof/bounds.hpp"
#include "proof/exact_direction.hpp"
#include "proof/world_plane.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double wide_error = 0x1p-94;
/// What underflow may do to a length.
constexpr double underflow_error = 0x1p-1060;
/// Directions whose sine or cosine is above this are not parallel or perpendicular; below, double-double cannot tell.
constexpr double parallel_sine = 0x1p-92;
/// Below this sine the normal of two lines is worth finding from exact products.
constexpr double flat_crossing = 0x1p-40;
/// Wider than this, relative to what is between the origins of two rays, is not what double precision can do.
constexpr double widest_of_rays = 1e-9;
/// Lengths between this and its inverse are used as they are.
constexpr double plain_length = 0x1p300;

double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Both bodies in lengths that neither over- nor underflow: multiplied by a power of two, relative to the position of
/// a.
struct Frame {
  double scale = 1.0, inverse = 1.0;
  Wide3 between;  // the position of b
  V3 centre_a, centre_b;
  double offset_a, offset_b;
  double unit_b;
  V3 position_a;    // true lengths
  double entering;  // what is added up to any point, in sums of absolute values
  bool all_zero;    // nothing has a length, so nothing rounds
};

Frame make_frame(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  Frame f;
  const V3 p(pose_a.position()), q(pose_b.position());
  const auto height = [](const Core& core) {
    return is_flat(core.kind) && core.offset != 0.0 ? std::fabs(core.offset) / norm(core.direction) : 0.0;
  };
  const double extent = is_bounded(b.kind) ? (b.reach + b.radius + b.error) * b.unit : 0.0;
  const double largest = std::max({max_abs(q - p), max_abs(a.centre), max_abs(b.centre), height(a), height(b), extent});
  if (largest > plain_length || (largest < 1.0 / plain_length && largest > 0.0)) {
    int exponent = 1020;
    if (std::isfinite(largest)) std::frexp(largest, &exponent);
    f.scale = std::ldexp(1.0, std::clamp(-exponent, -1020, 1020));
    f.inverse = 1.0 / f.scale;
  }
  const V3 from = p * f.scale, to = q * f.scale;
  f.between = {two_sum(to.x, -from.x), two_sum(to.y, -from.y), two_sum(to.z, -from.z)};
  f.centre_a = a.centre * f.scale;
  f.centre_b = b.centre * f.scale;
  f.offset_a = a.offset * f.scale;
  f.offset_b = b.offset * f.scale;
  f.unit_b = b.unit * f.scale;
  f.position_a = p;
  f.entering = sum_abs(rounded(f.between)) + sum_abs(f.centre_a) + sum_abs(f.centre_b);
  f.all_zero = largest == 0.0 && a.offset == 0.0 && b.offset == 0.0 && b.reach + b.radius + b.error == 0.0;
  return f;
}

/// Directions that may be parallel or not, which nothing here can tell: if they are not, the distance is at most this,
/// and there is no telling how much less.
Result undecided(Result r, double least) {
  r.lower = std::min(r.lower, least);
  r.status = status_of(r.lower, r.upper);
  r.ending = Ending::iteration_limit;
  return r;
}

Result no_separation() {
  Result r;
  r.status = Status::penetrating;
  r.distance = r.lower = r.upper = -HUGE_VAL;
  r.method = Method::closed_form;
  r.ending = Ending::converged;
  return r;
}

/// Bounds in the lengths of the frame, as true lengths. Numbers that overflowed prove nothing.
void set_bounds(Result& r, const Frame& frame, double lower, double upper) {
  const double underflow = frame.all_zero ? 0.0 : underflow_error;
  r.lower = (lower - underflow) * frame.inverse - underflow;
  r.upper = (upper + underflow) * frame.inverse + underflow;
  constexpr double largest = std::numeric_limits<double>::max();
  r.lower = std::isnan(r.lower) ? -HUGE_VAL : std::min(r.lower, largest);
  r.upper = std::isnan(r.upper) ? HUGE_VAL : std::max(r.upper, -largest);
  r.status = status_of(r.lower, r.upper);
}

/// A result from a value with a bound on its error, the normal, and the point on b, in the lengths of the frame.
Result finish(const Frame& frame, double value, double error, const V3& normal, const Wide3& point_b) {
  Result r;
  set_bounds(r, frame, value - error, value + error);
  r.distance = value * frame.inverse;
  if (!std::isfinite(r.distance)) r.distance = std::clamp(0.0, r.lower, r.upper);  // lengths that overflow
  r.normal = normal.eigen();
  const auto in_world = [&](const Wide3& point) {
    const Wide3 from_a = frame.inverse == 1.0 ? point : point * DoubleDouble(frame.inverse);
    Vec3 at = rounded(from_a + Wide3(frame.position_a)).eigen();
    constexpr double largest = std::numeric_limits<double>::max();
    if (!at.allFinite()) [[unlikely]]  // in double, where a length that overflows is known to
      at = (rounded(point) * frame.inverse + frame.position_a).eigen().cwiseMin(largest).cwiseMax(-largest);
    return at.allFinite() ? at : frame.position_a.eigen();
  };
  r.point_b = in_world(point_b);
  r.point_a = in_world(point_b - Wide3(normal * value));
  r.method = Method::closed_form;
  r.ending = std::isfinite(r.lower) && std::isfinite(r.upper) ? Ending::converged : Ending::iteration_limit;
  return r;
}

/// Signed height of a point (relative to the position of the plane's body) above a plane.
struct Height {
  double value, error;
};
/// `summands`: the size of what was added up to the point.
Height height_above(const WorldPlane& plane, const Wide3& point, double summands) {
  const DoubleDouble height = (dot(plane.normal, point) - plane.offset) / plane.length;
  const double value = to_double(height);
  const double scale = summands + std::fabs(to_double(plane.offset)) / to_double(plane.length);
  return {value, 2.0 * unit_roundoff * std::fabs(value) + wide_error * scale};
}

V3 unit_normal(const WorldPlane& plane) {
  const DoubleDouble inverse = DoubleDouble(1.0) / plane.length;
  return rounded(plane.normal * inverse);
}

/// R x, in double-double where there is something to turn.
Wide3 turned(const Wide33& rotation, const V3& x) {
  return x.x == 0.0 && x.y == 0.0 && x.z == 0.0 ? Wide3(x) : rotation * Wide3(x);
}

/// A plane or half-space against a bounded body: the height of its lowest point, or for a plane of its highest.
[[gnu::flatten]] Result against_bounded(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const Frame frame = make_frame(a, pose_a, b, pose_b);
  const WorldPlane plane = world_plane(a, pose_a, frame.offset_a);
  const V3 n = rounded(plane.normal) * (1.0 / to_double(plane.length));
  const M3 rotation(pose_b.rotation());
  const Wide3 centre = frame.between + turned(wide_rotation(pose_b), frame.centre_b);
  const Height base = height_above(plane, centre, frame.entering);

  Body body;
  body.core = &b;
  body.kind = b.kind;
  body.ends = b.ends;
  body.inflate = b.radius;
  const V3 local = transposed_times(rotation, n);
  const double unit = frame.unit_b, extent = (b.reach + b.radius) * unit;
  const double error = base.error + 48.0 * unit_roundoff * (extent + std::fabs(base.value)) + b.error * unit;

  const auto on_side = [&](double side) {
    const V3 inward = local * -side;
    const Support lowest = support(body, inward, -1);
    const double inner = side * base.value - dot(inward, lowest.at.at()) * unit;
    const double outer = side * base.value - outer_support(body, inward, lowest.vertex) * unit;
    Result r = finish(frame, inner, error, n * side, centre + Wide3(rotation * (lowest.at * unit)));
    set_bounds(r, frame, outer - error, inner + error);
    if (lowest.vertex >= 0) {
      const bool hull = b.kind == Kind::polytope;
      r.feature_b = {1, {hull ? b.polytope.source[static_cast<std::size_t>(lowest.vertex)] : lowest.vertex, -1, -1}};
    }
    return r;
  };
  const Result above = on_side(1.0);
  if (a.kind == Kind::halfspace) return above;
  const Result below = on_side(-1.0);
  Result best = above.distance >= below.distance ? above : below;
  best.lower = std::fmax(above.lower, below.lower);
  best.upper = std::fmax(above.upper, below.upper);
  best.status = status_of(best.lower, best.upper);
  return best;
}

/// A plane or half-space against another: a common normal exists only if they are parallel.
Result against_flat(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const Frame frame = make_frame(a, pose_a, b, pose_b);
  const WorldPlane plane_a = world_plane(a, pose_a, frame.offset_a), plane_b = world_plane(b, pose_b, frame.offset_b);
  const double lengths = to_double(plane_a.length) * to_double(plane_b.length);
  if (norm(rounded(cross(plane_a.normal, plane_b.normal))) > parallel_sine * lengths) return no_separation();
  const bool opposed = to_double(dot(plane_a.normal, plane_b.normal)) < 0.0;
  if (a.kind == Kind::halfspace && b.kind == Kind::halfspace && !opposed) return no_separation();
  const std::optional<ExactDirections> exact = exact_directions(a, pose_a, b, pose_b);
  if (exact && !are_parallel(*exact)) return no_separation();

  const DoubleDouble share = plane_b.offset / dot(plane_b.normal, plane_b.normal);
  const Wide3 to_b = plane_b.normal * share, on_b = frame.between + to_b;
  const Height height = height_above(plane_a, on_b, frame.entering + sum_abs(rounded(to_b)));
  const V3 n = unit_normal(plane_a);
  // The normals allowed: out of a if it is a half-space, into b if that is one.
  const bool down = (a.kind == Kind::plane && b.kind == Kind::halfspace && !opposed) ||
                    (a.kind == Kind::plane && b.kind == Kind::plane && height.value < 0.0);
  const Result r = finish(frame, down ? -height.value : height.value, height.error, down ? -n : n, on_b);
  return exact ? r : undecided(r, -HUGE_VAL);
}

/// A plane or half-space against a ray or line.
Result against_line(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const Frame frame = make_frame(a, pose_a, b, pose_b);
  const WorldPlane plane = world_plane(a, pose_a, frame.offset_a);
  const Wide33 rotation = wide_rotation(pose_b);
  const Wide3 direction = rotation * Wide3(b.direction);
  const double rise = to_double(dot(plane.normal, direction));
  int slope = rise > 0.0 ? 1 : -1;
  bool known = true;
  if (!(std::fabs(rise) > parallel_sine * to_double(plane.length) * to_double(norm(direction)))) {
    const std::optional<ExactDirections> exact = exact_directions(a, pose_a, b, pose_b);
    known = exact.has_value();
    slope = known ? dot_sign(*exact) : 0;
  }
  const bool up_allowed = slope == 0 || (b.kind == Kind::ray && slope > 0);
  const bool down_allowed = a.kind == Kind::plane && (slope == 0 || (b.kind == Kind::ray && slope < 0));
  if (!up_allowed && !down_allowed) return no_separation();
  const Wide3 origin = frame.between + rotation * Wide3(frame.centre_b);
  const Height height = height_above(plane, origin, frame.entering);
  const bool down = down_allowed && (!up_allowed || height.value < 0.0);
  const V3 n = unit_normal(plane);
  const Result r = finish(frame, down ? -height.value : height.value, height.error, down ? -n : n, origin);
  return known ? r : undecided(r, -HUGE_VAL);
}

/// What is known of the common normal of two lines along unit vectors.
struct LineNormal {
  bool parallel = false, known = true;  // known: whether they are parallel is
  Wide3 normal{};                       // a unit vector, if they are not
  ScaledDouble sine{};
  double turned = 0.0;  // the angle by which the normal may be off
};

LineNormal normal_of_lines(const Core& a, const Pose& pose_a, const Wide3& u, const Core& b, const Pose& pose_b,
                           const Wide3& v) {
  LineNormal r;
  const Wide3 n = cross(u, v);
  const DoubleDouble length = norm(n);
  const double sine = to_double(length);
  std::optional<ExactDirections> exact;
  if (!(sine > flat_crossing)) exact = exact_directions(a, pose_a, b, pose_b);
  if (!exact) {
    r.parallel = !(sine > parallel_sine);
    r.known = !r.parallel;
    if (r.known) {
      r.normal = n * (DoubleDouble(1.0) / length);
      r.sine = {length, 0};
      r.turned = wide_error / sine;
    }
    return r;
  }
  r.parallel = are_parallel(*exact);
  if (r.parallel) return r;
  const Crossing crossing = crossing_of(a, pose_a, b, pose_b);
  r.normal = crossing.normal;
  r.sine = crossing.sine;
  return r;
}

/// Two rays or lines o + s u and o' + t v: the nearest of the candidates with both, one or no parameter free. The lines
/// are |r . n| apart, n the unit normal of both; whether the rays are as near is a matter of the signs of s and t.
Result lines(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const Frame frame = make_frame(a, pose_a, b, pose_b);
  const Wide33 rotation_a = wide_rotation(pose_a), rotation_b = wide_rotation(pose_b);
  const auto unit = [](const Wide3& d) { return d * (DoubleDouble(1.0) / norm(d)); };
  const Wide3 u = unit(rotation_a * Wide3(a.direction)), v = unit(rotation_b * Wide3(b.direction));
  const Wide3 origin_b = frame.between + rotation_b * Wide3(frame.centre_b);
  const Wide3 r = origin_b - rotation_a * Wide3(frame.centre_a);
  const LineNormal common = normal_of_lines(a, pose_a, u, b, pose_b, v);
  const double reach = sum_abs(rounded(r)), rounding = wide_error * (frame.entering + reach);
  const double crossing_rounding = rounding + common.turned * reach;

  struct Candidate {
    Wide3 gap, point_b;
    double error;
    bool crossed;
  };
  std::array<Candidate, 3> candidates{};
  std::size_t count = 0;
  const DoubleDouble zero(0.0);
  double least = HUGE_VAL;  // a lower bound, where the nearest points are in doubt
  bool crossed = false;     // the lines are nearest where both parameters are free
  if (!common.parallel) {
    const DoubleDouble along = dot(r, common.normal);
    const double s = to_double(dot(cross(r, v), common.normal)), t = to_double(dot(cross(r, u), common.normal));
    const auto surely = [&](const Core& core, double parameter) {
      return core.kind == Kind::line || parameter > crossing_rounding;
    };
    const auto perhaps = [&](const Core& core, double parameter) {
      return core.kind == Kind::line || parameter >= -crossing_rounding;
    };
    const double parameter = std::ldexp(t / to_double(common.sine.value), -common.sine.exponent);
    const Wide3 point = origin_b + v * DoubleDouble(parameter);
    const bool in_reach = max_abs(rounded(point)) * frame.inverse + max_abs(frame.position_a) < HUGE_VAL;
    crossed = surely(a, s) && surely(b, t) && in_reach;
    if (crossed)
      candidates[count++] = {common.normal * along, point, crossing_rounding, true};
    else if (perhaps(a, s) && perhaps(b, t))
      least = std::fabs(to_double(along)) * (1.0 - 2.0 * unit_roundoff) - crossing_rounding;
  }
  if (a.kind == Kind::ray) {  // the origin of a against b
    DoubleDouble t = -dot(r, v);
    if (b.kind == Kind::ray && t < zero) t = zero;
    candidates[count++] = {r + v * t, origin_b + v * t, rounding, false};
  }
  if (b.kind == Kind::ray || !crossed) {  // the origin of b against a
    DoubleDouble s = dot(r, u);
    if (a.kind == Kind::ray && s < zero) s = zero;
    candidates[count++] = {r - u * s, origin_b, rounding, false};
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < count; ++i)
    if (norm_sq(candidates[i].gap) < norm_sq(candidates[best].gap)) best = i;
  const Candidate& c = candidates[best];

  const double distance = to_double(norm(c.gap));
  const double error = 2.0 * unit_roundoff * distance + c.error;
  V3 normal(1, 0, 0);
  if (distance > 1e3 * c.error) {
    normal = rounded(unit(c.gap));
  } else if (!common.parallel) {
    normal = rounded(common.normal);
  } else {
    normal = any_perpendicular(rounded(u));
  }
  Result result = finish(frame, distance, error, normal, c.point_b);
  if (!(least >= distance - error)) {
    set_bounds(result, frame, least, distance + error);
    if (!(distance - least <= widest_of_rays * reach)) result.ending = Ending::iteration_limit;
  }
  return common.known ? result : undecided(result, 0.0);
}

/// The same answer seen from the other body.
Result swapped(Result r) {
  if (r.has_distance()) {
    std::swap(r.point_a, r.point_b);
    r.normal = -r.normal;
  }
  std::swap(r.feature_a, r.feature_b);
  return r;
}

}  // namespace

bool is_unbounded_pair(const Shape& a, const Shape& b) {
  const Kind kind_a = a.core().kind, kind_b = b.core().kind;
  return is_flat(kind_a) || is_flat(kind_b) || (!is_bounded(kind_a) && !is_bounded(kind_b));
}

Result unbounded_distance(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b) {
  const Core& a = shape_a.core();
  const Core& b = shape_b.core();
  if (!is_flat(a.kind) && is_flat(b.kind)) return swapped(unbounded_distance(shape_b, pose_b, shape_a, pose_a));
  if (!is_flat(a.kind)) return lines(a, pose_a, b, pose_b);
  if (is_flat(b.kind)) return against_flat(a, pose_a, b, pose_b);
  if (!is_bounded(b.kind)) return against_line(a, pose_a, b, pose_b);
  return against_bounded(a, pose_a, b, pose_b);
}

}  // namespace clearance::detail

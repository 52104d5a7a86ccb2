// For an unbounded shape the normals of finite support form a smaller set: one direction for a half-space, two for a
// plane, those perpendicular to a line, those that do not lean along a ray. The signed distance is the maximum over the
// common ones; where there is none, no translation separates the pair.
//
// A plane n . x = d of a body placed by y = R x + p is N . (y - p) = D with N = cof(R) n and D = det(R) d, for any
// matrix R. N, D and all that follows is kept in double-double; its relative error is below `wide_error`.

#include "proof/unbounded.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "proof/body.hpp"
#include "proof/bounds.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double wide_error = 0x1p-94;
/// What underflow may do to a length.
constexpr double underflow_error = 0x1p-1060;
/// Directions whose sine or cosine is below this are parallel or perpendicular: double-double cannot tell otherwise.
constexpr double parallel_sine = 0x1p-92;

bool is_flat(Kind kind) { return kind == Kind::plane || kind == Kind::halfspace; }

/// A direction of b in the frame of a, without rounding: where the columns of both rotations are the same but for order
/// and sign, as they are for equal rotations and for those that differ by quarter turns.
std::optional<V3> turned_exactly(const Pose& a, const Pose& b, const V3& direction_of_b) {
  const Vec3 from = direction_of_b.eigen();
  Vec3 to = Vec3::Zero();
  std::array<bool, 3> taken{};
  for (int column = 0; column < 3; ++column) {
    bool found = false;
    for (int i = 0; i < 3 && !found; ++i)
      for (const double sign : {1.0, -1.0}) {
        if (found || taken[static_cast<std::size_t>(i)]) continue;
        if (b.rotation().col(column) != sign * a.rotation().col(i)) continue;
        if (b.rotation_low().col(column) != sign * a.rotation_low().col(i)) continue;
        to[i] = sign * from[column];
        taken[static_cast<std::size_t>(i)] = found = true;
      }
    if (!found) return std::nullopt;
  }
  return V3(to);
}

/// The sign of a . b without any rounding: its six partial products, added exactly until nothing changes.
int exact_dot_sign(const V3& a, const V3& b) {
  const DoubleDouble x = two_product(a.x, b.x), y = two_product(a.y, b.y), z = two_product(a.z, b.z);
  std::array<double, 6> term{x.high, y.high, z.high, x.low, y.low, z.low};
  for (int pass = 0; pass < 16; ++pass)
    for (std::size_t i = 5; i > 0; --i) {
      const DoubleDouble sum = two_sum(term[i - 1], term[i]);
      term[i - 1] = sum.high;
      term[i] = sum.low;
    }
  for (const double t : term)
    if (t != 0.0) return t > 0.0 ? 1 : -1;
  return 0;
}

bool exactly_parallel(const V3& a, const V3& b) {
  const auto same_product = [](double p, double q, double r, double s) {
    return two_product(p, q) == two_product(r, s);
  };
  return same_product(a.x, b.y, a.y, b.x) && same_product(a.y, b.z, a.z, b.y) && same_product(a.z, b.x, a.x, b.z);
}

struct WorldPlane {
  Wide3 normal;
  DoubleDouble offset;  // relative to the position of its body
};

WorldPlane world_plane(const Core& core, const Pose& pose) {
  const Wide33 r = wide_rotation(pose);
  const Wide33 cofactor(cross(r.r1, r.r2), cross(r.r2, r.r0), cross(r.r0, r.r1));
  return {cofactor * Wide3(core.direction), dot(r.r0, cofactor.r0) * DoubleDouble(core.offset)};
}

Wide3 between_positions(const Pose& a, const Pose& b) {
  const V3 p(a.position()), q(b.position());
  return {two_sum(q.x, -p.x), two_sum(q.y, -p.y), two_sum(q.z, -p.z)};
}

double far_off(const Pose& a, const Pose& b) { return norm(V3(b.position()) - V3(a.position())); }

/// Directions that double-double cannot tell from parallel, and that are not known to be: if they are not, the distance
/// is at most this, and there is no telling how much less.
Result undecided(Result r, double least) {
  r.lower = std::min(r.lower, least);
  r.status = status_of(r.lower, r.upper);
  r.ending = Ending::iteration_limit;
  return r;
}

bool is_exactly_zero(const Wide3& v) {
  const DoubleDouble zero(0.0);
  return v.x == zero && v.y == zero && v.z == zero;
}

Result no_separation() {
  Result r;
  r.status = Status::penetrating;
  r.distance = r.lower = r.upper = -HUGE_VAL;
  r.method = Method::closed_form;
  r.ending = Ending::converged;
  return r;
}

/// A result from a value with a bound on its error, the normal, and the point on b (relative to the position of a).
Result finish(double value, double error, const V3& normal, const Wide3& point_b, const Pose& pose_a) {
  Result r;
  r.lower = value - error - underflow_error;
  r.upper = value + error + underflow_error;
  r.distance = value;
  if (!(r.lower < HUGE_VAL)) r.lower = -HUGE_VAL;  // numbers that overflowed prove nothing
  if (!(r.upper > -HUGE_VAL)) r.upper = HUGE_VAL;
  if (std::isnan(value)) r.distance = 0.0;
  r.status = status_of(r.lower, r.upper);
  r.normal = normal.eigen();
  const V3 p(pose_a.position());
  const Wide3 at_b = point_b + Wide3(p);
  r.point_b = rounded(at_b).eigen();
  r.point_a = rounded(at_b - Wide3(normal * value)).eigen();
  r.method = Method::closed_form;
  r.ending = Ending::converged;
  return r;
}

/// Signed height of a point (relative to the position of the plane's body) above a plane.
struct Height {
  double value, error;
};
/// `summands`: the size of what was added up to the point.
Height height_above(const WorldPlane& plane, const Wide3& point, double summands) {
  const DoubleDouble length = norm(plane.normal);
  const DoubleDouble height = (dot(plane.normal, point) - plane.offset) / length;
  const double value = to_double(height);
  const double scale = summands + std::fabs(to_double(plane.offset)) / to_double(length);
  return {value, 2.0 * unit_roundoff * std::fabs(value) + wide_error * scale};
}

V3 unit_normal(const WorldPlane& plane) {
  const DoubleDouble inverse = DoubleDouble(1.0) / norm(plane.normal);
  return rounded(plane.normal * inverse);
}

/// A plane or half-space against a bounded body: the height of its lowest point, or for a plane of its highest.
Result against_bounded(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const WorldPlane plane = world_plane(a, pose_a);
  const V3 n = unit_normal(plane);
  const Wide33 rotation = wide_rotation(pose_b);
  const Wide3 centre = between_positions(pose_a, pose_b) + rotation * Wide3(b.centre);
  const Height base = height_above(plane, centre, far_off(pose_a, pose_b) + norm(b.centre));

  Body body;
  body.core = &b;
  body.kind = b.kind;
  body.ends = b.ends;
  body.inflate = b.radius;
  const V3 local = rounded(Wide33(rotation.transposed()) * (plane.normal * (DoubleDouble(1.0) / norm(plane.normal))));
  const double extent = (b.reach + b.radius) * b.unit;
  const double error =
      base.error + 48.0 * unit_roundoff * (extent + std::fabs(base.value)) + b.error * b.unit + underflow_error;

  const auto on_side = [&](double side) {
    const V3 inward = local * -side;
    const Support lowest = support(body, inward, -1);
    const double inner = side * base.value - dot(inward, lowest.at.at()) * b.unit;
    const double outer = side * base.value - outer_support(body, inward, lowest.vertex) * b.unit;
    Result r = finish(inner, error, n * side, centre + rotation * Wide3(lowest.at * b.unit), pose_a);
    r.lower = outer - error < HUGE_VAL ? outer - error : -HUGE_VAL;
    r.status = status_of(r.lower, r.upper);
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
  const WorldPlane plane_a = world_plane(a, pose_a), plane_b = world_plane(b, pose_b);
  const double lengths = to_double(norm(plane_a.normal)) * to_double(norm(plane_b.normal));
  const Wide3 crossed = cross(plane_a.normal, plane_b.normal);
  const std::optional<V3> in_a = turned_exactly(pose_a, pose_b, b.direction);
  const bool parallel = in_a ? exactly_parallel(a.direction, *in_a) : norm(rounded(crossed)) <= parallel_sine * lengths;
  if (!parallel) return no_separation();
  const bool opposed = to_double(dot(plane_a.normal, plane_b.normal)) < 0.0;
  if (a.kind == Kind::halfspace && b.kind == Kind::halfspace && !opposed) return no_separation();

  const DoubleDouble share = plane_b.offset / dot(plane_b.normal, plane_b.normal);
  const Wide3 on_b = between_positions(pose_a, pose_b) + plane_b.normal * share;
  const Height height = height_above(plane_a, on_b, far_off(pose_a, pose_b) + norm(rounded(plane_b.normal * share)));
  const V3 n = unit_normal(plane_a);
  // The normals allowed: out of a if it is a half-space, into b if that is one.
  const bool down = (a.kind == Kind::plane && b.kind == Kind::halfspace && !opposed) ||
                    (a.kind == Kind::plane && b.kind == Kind::plane && height.value < 0.0);
  const Result r = finish(down ? -height.value : height.value, height.error, down ? -n : n, on_b, pose_a);
  return in_a || is_exactly_zero(crossed) ? r : undecided(r, -HUGE_VAL);
}

/// A plane or half-space against a ray or line.
Result against_line(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const WorldPlane plane = world_plane(a, pose_a);
  const Wide33 rotation = wide_rotation(pose_b);
  const Wide3 direction = rotation * Wide3(b.direction);
  int slope = 0;
  bool known = true;
  if (const std::optional<V3> in_a = turned_exactly(pose_a, pose_b, b.direction)) {
    slope = exact_dot_sign(a.direction, *in_a);
  } else {
    const double rise = to_double(dot(plane.normal, direction));
    known = rise == 0.0;
    if (std::fabs(rise) > parallel_sine * to_double(norm(plane.normal)) * to_double(norm(direction)))
      slope = rise > 0.0 ? 1 : -1;
  }
  const bool up_allowed = slope == 0 || (b.kind == Kind::ray && slope > 0);
  const bool down_allowed = a.kind == Kind::plane && (slope == 0 || (b.kind == Kind::ray && slope < 0));
  if (!up_allowed && !down_allowed) return no_separation();
  const Wide3 origin = between_positions(pose_a, pose_b) + rotation * Wide3(b.centre);
  const Height height = height_above(plane, origin, far_off(pose_a, pose_b) + norm(b.centre));
  const bool down = down_allowed && (!up_allowed || height.value < 0.0);
  const V3 n = unit_normal(plane);
  const Result r = finish(down ? -height.value : height.value, height.error, down ? -n : n, origin, pose_a);
  return slope != 0 || known ? r : undecided(r, -HUGE_VAL);
}

/// Two rays or lines o + s u and o' + t v: the nearest of the candidates with both, one or no parameter free.
Result lines(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const Wide33 rotation_a = wide_rotation(pose_a), rotation_b = wide_rotation(pose_b);
  const auto unit = [](const Wide3& d) { return d * (DoubleDouble(1.0) / norm(d)); };
  const Wide3 u = unit(rotation_a * Wide3(a.direction)), v = unit(rotation_b * Wide3(b.direction));
  const Wide3 origin_a = rotation_a * Wide3(a.centre);
  const Wide3 origin_b = between_positions(pose_a, pose_b) + rotation_b * Wide3(b.centre);
  const Wide3 r = origin_b - origin_a;
  const Wide3 n = cross(u, v);
  const double sine = to_double(norm(n)), reach = norm(rounded(r));
  const std::optional<V3> in_a = turned_exactly(pose_a, pose_b, b.direction);
  const bool parallel = in_a ? exactly_parallel(a.direction, *in_a) : sine <= parallel_sine;
  const double rounding = wide_error * (far_off(pose_a, pose_b) + norm(a.centre) + norm(b.centre)) +
                          (parallel ? 0.0 : wide_error * reach / sine);

  struct Candidate {
    Wide3 gap, point_b;
    double error;
    bool crossed;
  };
  std::array<Candidate, 3> candidates{};
  std::size_t count = 0;
  const DoubleDouble zero(0.0);
  if (!parallel) {
    const DoubleDouble sine_sq = dot(n, n);
    const DoubleDouble s = dot(cross(r, v), n) / sine_sq, t = dot(cross(r, u), n) / sine_sq;
    if ((a.kind == Kind::line || s >= zero) && (b.kind == Kind::line || t >= zero))
      candidates[count++] = {n * (dot(r, n) / sine_sq), origin_b + v * t, rounding + wide_error * reach, true};
  } else if (a.kind == Kind::line && b.kind == Kind::line) {
    candidates[count++] = {r - u * dot(r, u), origin_b, rounding + wide_error * reach, false};
  }
  if (a.kind == Kind::ray) {  // the origin of a against b
    DoubleDouble t = -dot(r, v);
    if (b.kind == Kind::ray && t < zero) t = zero;
    candidates[count++] = {r + v * t, origin_b + v * t, rounding + wide_error * reach, false};
  }
  if (b.kind == Kind::ray) {  // the origin of b against a
    DoubleDouble s = dot(r, u);
    if (a.kind == Kind::ray && s < zero) s = zero;
    candidates[count++] = {r - u * s, origin_b, rounding + wide_error * reach, false};
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < count; ++i)
    if (norm_sq(candidates[i].gap) < norm_sq(candidates[best].gap)) best = i;
  const Candidate& c = candidates[best];

  const double distance = to_double(norm(c.gap));
  const double error = 2.0 * unit_roundoff * distance + c.error;
  V3 normal = rounded(c.gap);
  if (distance > 1e3 * c.error) {
    normal = rounded(unit(c.gap));
  } else if (sine > 1e-3 || c.crossed) {
    normal = rounded(unit(n));
  } else {
    normal = any_perpendicular(rounded(u));
  }
  const Result result = finish(distance, error, normal, c.point_b, pose_a);
  return !parallel || in_a || is_exactly_zero(n) ? result : undecided(result, 0.0);
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

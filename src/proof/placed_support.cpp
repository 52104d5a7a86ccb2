// max n . x over x = R y + p, y in the shape, is n . p + h(R'n), h the support function of the shape: about the centre
// c of its core, (R'n) . c + unit h_core(R'n) + unit r |R'n|. All in double; what that rounds off, what `rotation_low`
// holds and how far stored points may be off is added. Of an unbounded shape the value is finite for few directions,
// and is claimed where the sign that decides is beyond doubt.

#include "proof/placed_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "clearance/bounding_box.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "proof/body.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// For 16, in units of u times |n| and all lengths that enter.
constexpr double placed_roundings = 48.0;
/// A computed m . d below minus this much of |m| |d| is negative: for 11.
constexpr double sign_roundings = 32.0;

double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Numbers that overflowed prove nothing.
double or_infinity(double value) { return value > -HUGE_VAL ? value : HUGE_VAL; }

/// The axis that v lies along exactly, or -1.
int axis_of(const V3& v) {
  const int zeros = (v.x == 0.0 ? 1 : 0) + (v.y == 0.0 ? 1 : 0) + (v.z == 0.0 ? 1 : 0);
  if (zeros != 2) return -1;
  return v.x != 0.0 ? 0 : v.y != 0.0 ? 1 : 2;
}
double entry(const V3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// A direction in the frame of a body: m = R'n, off by at most 7 u |n|; or exact, where R only moves axes about.
struct Turned {
  V3 m;
  bool exact;
};

Turned turned_back(const Pose& pose, const V3& n) {
  const auto whole = [](double x) { return x == 0.0 || std::fabs(x) == 1.0; };
  const Mat3& r = pose.rotation();
  const bool exact = pose.exact() && std::all_of(r.data(), r.data() + 9, whole);
  return {transposed_times(M3(r), n), exact};
}

/// h(m) of an unbounded core about the origin of its body, and the size of what was added up to it.
struct Reach {
  double value, size;
};
constexpr Reach endless{HUGE_VAL, 0.0};

Reach reach_of_line(const Core& core, const Turned& turned, double length) {
  const V3 &m = turned.m, &d = core.given;
  const int axis = turned.exact ? axis_of(m) : -1;
  const double along = axis >= 0 ? entry(m, axis) * std::copysign(entry(d, axis) != 0.0 ? 1.0 : 0.0, entry(d, axis))
                                 : dot(m, core.direction);
  const double doubt = axis >= 0 ? 0.0 : sign_roundings * unit_roundoff * length * sum_abs(core.direction);
  const bool falls = axis >= 0 ? along <= 0.0 : along < -doubt;
  const bool level = axis >= 0 && along == 0.0;
  if (!(core.kind == Kind::line ? level : falls)) return endless;
  return {dot(m, core.centre), sum_abs(core.centre)};
}

Reach reach_of_plane(const Core& core, const Turned& turned) {
  const int axis = turned.exact ? axis_of(turned.m) : -1;
  if (axis < 0 || axis_of(core.given) != axis) return endless;
  const double share = entry(turned.m, axis) / entry(core.direction, axis);
  if (core.kind == Kind::halfspace && share < 0.0) return endless;
  return {share * core.offset, std::fabs(core.offset / entry(core.direction, axis))};
}

/// For n whose largest component is between 1 and 2.
double convex_support(const Shape& shape, const Pose& pose, const V3& n) {
  const Core& core = shape.core();
  const V3 p(pose.position());
  const double length = sum_abs(n);
  const Turned turned = turned_back(pose, n);
  double value = 0.0, size = sum_abs(p), error = 0.0;
  if (is_bounded(core.kind)) {
    Body body;
    body.core = &core;
    body.kind = core.kind;
    body.ends = core.ends;
    body.inflate = core.radius;
    const int vertex = core.kind == Kind::polytope ? support_vertex(core.polytope, turned.m, -1) : -1;
    value = dot(turned.m, core.centre) + outer_support(body, turned.m, vertex) * core.unit;
    size += sum_abs(core.centre) + (core.reach + core.radius) * core.unit;
    error = core.error * core.unit;
  } else {
    const Reach reach = is_flat(core.kind) ? reach_of_plane(core, turned) : reach_of_line(core, turned, length);
    value = reach.value;
    size += reach.size;
  }
  const double charged = (placed_roundings * unit_roundoff * size + 1.001 * error) * length + length_underflow;
  return or_infinity(dot(n, p) + value + charged);
}

/// The largest of the parts, by descent of the tree of their boxes.
double union_support(const Union& whole, const Core& core, const Pose& pose, const V3& n) {
  const V3 m = transposed_times(M3(pose.rotation()), n), p(pose.position());
  const double length = sum_abs(n);
  const std::vector<PartNode>& nodes = core.parts.nodes;
  const bool turns = !turned_back(pose, n).exact;
  std::array<int, 2 * static_cast<std::size_t>(tree_depth) + 2> stack;
  std::size_t count = 0;
  stack[count++] = 0;
  double best = -HUGE_VAL;
  while (count > 0) {
    const PartNode& node = nodes[static_cast<std::size_t>(stack[--count])];
    const double size = sum_abs(node.centre) + sum_abs(node.half);
    const double rounding = placed_roundings * unit_roundoff * size * length + length_underflow;
    if (node.bounded) {
      const double bound = dot(m, node.centre) + dot(V3(std::fabs(m.x), std::fabs(m.y), std::fabs(m.z)), node.half);
      if (bound + rounding <= best) continue;
    } else if (node.part >= 0 && turns) {
      return HUGE_VAL;  // no end in some directions, and which these are is known to rounding only
    }
    if (node.part >= 0) {
      const Part& part = whole.parts()[static_cast<std::size_t>(node.part)];
      best = std::fmax(best, or_infinity(convex_support(part.shape, part.pose, m) + (node.bounded ? rounding : 0.0)));
      continue;
    }
    stack[count++] = node.left;
    stack[count++] = node.right;
  }
  const double charged = placed_roundings * unit_roundoff * (sum_abs(p) * length + std::fabs(best)) + length_underflow;
  return or_infinity(dot(n, p) + best + charged);
}

[[gnu::noinline]] BoundingBox box_around(const Shape& shape, const Pose& pose) {
  BoundingBox box;
  for (int axis = 0; axis < 3; ++axis) {
    box.high[axis] = placed_support(shape, pose, V3(Vec3(Vec3::Unit(axis))));
    box.low[axis] = -placed_support(shape, pose, V3(Vec3(-Vec3::Unit(axis))));
  }
  return box;
}

}  // namespace

[[gnu::noinline]] double placed_support(const Shape& shape, const Pose& pose, const V3& n) {
  const double largest = max_abs(n);
  if (largest == 0.0 && !std::isnan(sum_abs(n))) return 0.0;
  if (!std::isfinite(sum_abs(n * 0x1p-2))) return HUGE_VAL;
  int exponent = 0;
  std::frexp(largest, &exponent);
  const auto scaled = [&](double x) { return std::ldexp(x, 1 - exponent); };
  const V3 unit = exponent == 1 ? n : V3(scaled(n.x), scaled(n.y), scaled(n.z));
  const auto* whole = std::get_if<Union>(&shape.description());
  const double value =
      whole != nullptr ? union_support(*whole, shape.core(), pose, unit) : convex_support(shape, pose, unit);
  return exponent == 1 ? value : or_infinity(std::nextafter(std::ldexp(value, exponent - 1), HUGE_VAL));
}

}  // namespace clearance::detail

namespace clearance {

BoundingBox bounding_box(const Shape& shape, const Pose& pose) {
  return detail::in_standard_arithmetic([&] { return detail::box_around(shape, pose); });
}

double support_value(const Shape& shape, const Pose& pose, const Vec3& direction) {
  return detail::in_standard_arithmetic([&] { return detail::placed_support(shape, pose, detail::V3(direction)); });
}

}  // namespace clearance

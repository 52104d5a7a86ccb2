#include "proof/part_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "proof/bounds.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// All roundings in the slab of two boxes, in units of u times the size of what enters it.
constexpr double slab_roundings = 96.0;
/// What composed rotations and sums of positions in double-double are off by, relative to what enters them.
constexpr double wide_error = 0x1p-93;
/// What underflow may do to a length.
constexpr double underflow_error = 0x1p-1050;

double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Without over- and underflow.
double length(const V3& v) {
  const double largest = max_abs(v);
  if (largest > 0x1p-400 && largest < 0x1p400) return norm(v);
  if (!(largest > 0.0)) return largest;
  return largest * norm(V3(v.x / largest, v.y / largest, v.z / largest));
}

}  // namespace

PartNode whole_node(const Core& core) {
  constexpr double outwards = 1.0 + 0x1p-48;
  PartNode node;
  node.part = 0;
  node.bounded = is_bounded(core.kind);
  node.centre = core.centre;
  node.reach = core.unit * (core.reach + core.radius + core.error) * outwards;
  const double swept = core.unit * (core.radius + core.error) * outwards;
  node.half =
      core.kind == Kind::box ? core.size * core.unit + V3(swept, swept, swept) : V3(node.reach, node.reach, node.reach);
  return node;
}

PlacedParts::PlacedParts(const Pose& a, const Pose& b)
    : a_(a), b_(b), rotation_a_(a.rotation()), rotation_b_(b.rotation()) {
  const V3 p(a.position()), q(b.position());
  between_ = Wide3(two_sum(q.x, -p.x), two_sum(q.y, -p.y), two_sum(q.z, -p.z));
  offset_ = rounded(between_);
  const M3 of_a = rotation_a_.transposed(), of_b = rotation_b_.transposed();
  axes_ = {axis(of_a.r0), axis(of_a.r1), axis(of_a.r2), axis(of_b.r0), axis(of_b.r1), axis(of_b.r2)};
}

double PlacedParts::slab(const PartNode& p, const PartNode& q, const Axis* first, double enough) const {
  if (!p.bounded || !q.bounded) return -HUGE_VAL;
  const V3 t = rotation_b_ * q.centre + offset_ - rotation_a_ * p.centre;
  const double size = sum_abs(p.centre) + sum_abs(q.centre) + sum_abs(offset_) + sum_abs(p.half) + sum_abs(q.half);
  const double rounding = slab_roundings * unit_roundoff * size + underflow_error;
  const double goal = enough + rounding;
  // What the matrices may stretch a ball by.
  const double stretch_a = 1.0 + a_.defect(), stretch_b = 1.0 + b_.defect();
  double best = -HUGE_VAL;
  const auto along = [&](const Axis& x) {
    const double extent = std::min(dot(p.half, x.in_a), p.reach * x.length * stretch_a) +
                          std::min(dot(q.half, x.in_b), q.reach * x.length * stretch_b);
    best = std::fmax(best, (std::fabs(dot(x.n, t)) - extent) / x.length);
  };
  if (first != nullptr) along(*first);
  for (std::size_t i = 0; i < axes_.size() && !(best > goal); ++i) along(axes_[i]);
  if (!(best > goal)) {
    const double apart = length(t);
    if (apart > 0.0) along(axis(V3(t.x / apart, t.y / apart, t.z / apart)));
  }
  const double bound = best - rounding;
  return bound < HUGE_VAL ? bound : -HUGE_VAL;  // numbers that overflowed prove nothing
}

PlacedParts::Place PlacedParts::place(const V3& inside_a, const V3& centre_a, const V3& inside_b,
                                      const V3& centre_b) const {
  const Wide3 to_a = wide_rotation(a_) * Wide3(inside_a);
  const Wide3 exact = wide_rotation(b_) * Wide3(inside_b) + between_ - to_a;
  const V3 apart = rounded(exact);
  const V3 rest = rounded(exact - Wide3(apart));
  const double entering =
      sum_abs(inside_a) + sum_abs(inside_b) + sum_abs(offset_) + sum_abs(centre_a) + sum_abs(centre_b);
  return {Wide3(V3(a_.position())) + to_a, apart, 2.0 * sum_abs(rest) + wide_error * entering + underflow_error};
}

void UnionBounds::set(Result& r) const {
  r.upper = upper_;
  if (!r.has_distance()) return;
  if (r.ending == Ending::converged && unfinished_ < r.lower) r.ending = Ending::iteration_limit;
  r.lower = std::min(lower_, r.lower);
  r.status = status_of(r.lower, r.upper);
}

}  // namespace clearance::detail

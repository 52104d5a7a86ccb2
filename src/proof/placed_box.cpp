#include "proof/placed_box.hpp"

#include <algorithm>

#include "core/core.hpp"
#include "proof/rounding.hpp"
#include "proof/world_plane.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// For 16, in units of u times all lengths that enter.
constexpr double box_roundings = 32.0;
/// For 44, likewise.
constexpr double gap_roundings = 96.0;
/// From corners to centre and half lengths, and to radii.
constexpr double outwards = 1.0 + 0x1p-48;

/// What a length may be off by whose squares underflow.
constexpr double lost_squares = 0x1p-500;

double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Every point of a convex core is within this of its centre; true lengths.
double reach_of(const Core& core) { return (core.reach + core.radius + core.error) * core.unit; }

bool is_finite(const V3& v) { return std::isfinite(sum_abs(v)); }

}  // namespace

LocalBox local_box(const Shape& shape) {
  const BoundingBox box = bounding_box(shape);
  LocalBox local;
  if (!box.bounded()) return local;
  const Vec3 centre = 0.5 * box.low + 0.5 * box.high;
  const Vec3 size = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs());
  const Vec3 half = ((box.high - centre).cwiseMax(centre - box.low) + 0x1p-50 * size) * outwards;
  local.centre = V3(centre);
  local.half = V3(half);
  local.radius = half.stableNorm() * outwards;
  const Core& core = shape.core();
  if (core.kind != Kind::parts) {
    const Vec3 apart = centre - core.centre.eigen();
    local.radius = std::min(local.radius, (reach_of(core) + apart.stableNorm() + 0x1p-50 * size.sum()) * outwards);
  }
  local.bounded = std::isfinite(local.radius);
  return local;
}

WorldBox placed_box(const LocalBox& local, const Pose& pose) {
  if (!local.bounded) return {};
  const Mat3& r = pose.rotation();
  const V3 p(pose.position());
  const V3 &c = local.centre, &h = local.half;
  const double error = box_roundings * unit_roundoff * (sum_abs(p) + sum_abs(c) + sum_abs(h)) + length_underflow;
  const double ball = local.radius * (1.0 + pose.defect()) * outwards;
  const auto reach = [&](int i) {
    const double along = std::fabs(r(i, 0)) * h.x + std::fabs(r(i, 1)) * h.y + std::fabs(r(i, 2)) * h.z;
    return (ball < along ? ball : along) + error;
  };
  const auto middle = [&](int i, double at) { return r(i, 0) * c.x + r(i, 1) * c.y + r(i, 2) * c.z + at; };
  const V3 centre(middle(0, p.x), middle(1, p.y), middle(2, p.z)), half(reach(0), reach(1), reach(2));
  WorldBox box{centre - half, centre + half};
  if (!is_finite(box.low) || !is_finite(box.high)) return {};
  return box;
}

UnboundedPlace::UnboundedPlace(const Shape& shape, const Pose& pose) {
  const Core& core = shape.core();
  const V3 p(pose.position());
  if (is_flat(core.kind)) {
    const WorldPlane plane = world_plane(core, pose, core.offset);
    const DoubleDouble inverse = DoubleDouble(1.0) / plane.length;
    direction_ = rounded(plane.normal * inverse);
    const double offset = to_double(plane.offset * inverse);
    height_ = dot(direction_, p) + offset;
    size_ = sum_abs(p) + std::fabs(offset);
    form_ = core.kind == Kind::halfspace ? Form::halfspace : Form::plane;
  } else if (core.kind == Kind::line || core.kind == Kind::ray) {
    const V3 d = M3(pose.rotation()) * core.direction;
    direction_ = d * (1.0 / norm(d));
    origin_ = M3(pose.rotation()) * core.centre + p;
    size_ = sum_abs(core.centre) + sum_abs(p);
    form_ = core.kind == Kind::line ? Form::line : Form::ray;
  }
  if (!is_finite(direction_) || !is_finite(origin_) || !std::isfinite(height_) || !(size_ < 0x1p500))
    form_ = Form::unknown;
}

double UnboundedPlace::gap(const WorldBox& box) const {
  const V3 most(std::fmax(std::fabs(box.low.x), std::fabs(box.high.x)),
                std::fmax(std::fabs(box.low.y), std::fabs(box.high.y)),
                std::fmax(std::fabs(box.low.z), std::fabs(box.high.z)));
  const double size = size_ + sum_abs(most);
  if (form_ == Form::unknown || !(size < 0x1p500)) return -HUGE_VAL;
  const double error = gap_roundings * unit_roundoff * size + length_underflow;
  if (form_ == Form::halfspace || form_ == Form::plane) {
    const auto lowest = [&](double n, double low, double high) { return n * (n > 0.0 ? low : high); };
    const V3& n = direction_;
    const double below = lowest(n.x, box.low.x, box.high.x) + lowest(n.y, box.low.y, box.high.y) +
                         lowest(n.z, box.low.z, box.high.z) - height_;
    if (form_ == Form::halfspace) return below - error;
    const double above = lowest(-n.x, box.low.x, box.high.x) + lowest(-n.y, box.low.y, box.high.y) +
                         lowest(-n.z, box.low.z, box.high.z) + height_;
    return std::fmax(below, above) - error;
  }
  const V3 half = (box.high - box.low) * 0.5;
  const V3 w = (box.low + box.high) * 0.5 - origin_;
  const double along = dot(direction_, w);
  const bool behind = form_ == Form::ray && along < 0.0;
  const double apart = behind ? norm(w) : norm(w - direction_ * along);
  return apart - norm(half) - error - lost_squares;
}

}  // namespace clearance::detail

#include "shapes/polygon_form.hpp"

#include <cmath>
#include <string>

#include "clearance/error.hpp"

namespace clearance::detail {

namespace {

/// The points divided by a power of two of their extent, about the first: squares of them neither over- nor underflow.
std::vector<Vec3> normalised(const std::vector<Vec3>& points) {
  double extent = 0.0;
  for (const Vec3& p : points) extent = std::fmax(extent, (0.5 * p - 0.5 * points[0]).cwiseAbs().maxCoeff());
  std::vector<Vec3> scaled(points.size(), Vec3::Zero());
  if (!(extent > 0.0)) return scaled;
  int exponent = 0;
  std::frexp(extent, &exponent);
  const double half = std::ldexp(1.0, -exponent / 2), rest = std::ldexp(1.0, -(exponent - exponent / 2));
  for (std::size_t i = 0; i < points.size(); ++i) scaled[i] = ((points[i] - points[0]) * half) * rest;
  return scaled;
}

}  // namespace

void require_planar_and_convex(const std::vector<Vec3>& points) {
  const std::vector<Vec3> p = normalised(points);
  const std::size_t count = p.size();
  Vec3 area = Vec3::Zero();
  double extent = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    area += p[i].cross(p[(i + 1) % count]);
    extent = std::fmax(extent, p[i].norm());
  }
  // A polygon without area is a segment or a point: nothing to be convex about, but it must then be straight.
  if (area.norm() <= form_tolerance * extent * extent) {
    std::size_t far = 0;
    for (std::size_t i = 1; i < count; ++i)
      if (p[i].norm() > p[far].norm()) far = i;
    if (!(extent > 0.0)) return;
    const Vec3 along = p[far] / p[far].norm();
    for (std::size_t i = 0; i < count; ++i)
      if (along.cross(p[i]).norm() > form_tolerance * extent)
        throw InvalidInput("points[" + std::to_string(i) + "]: the polygon is not convex");
    return;
  }
  const Vec3 normal = area.normalized();
  for (std::size_t i = 0; i < count; ++i)
    if (std::fabs(normal.dot(p[i])) > form_tolerance * extent)
      throw InvalidInput("points[" + std::to_string(i) + "]: the polygon is not planar");
  // Every point on the left of every edge, and one turn in all: the corners' exterior angles add up to 2 pi.
  double turning = 0.0;
  Vec3 last = p[0] - p[count - 1];
  for (std::size_t i = count; last.norm() <= form_tolerance * extent && --i > 0;) last = p[i] - p[i - 1];
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 edge = p[(i + 1) % count] - p[i];
    if (edge.norm() <= form_tolerance * extent) continue;
    const double sine = normal.dot(last.cross(edge)), cosine = last.dot(edge);
    if (sine < -form_tolerance * extent * std::fmax(last.norm(), edge.norm()))
      throw InvalidInput("points[" + std::to_string(i) + "]: the polygon is not convex, or not in order");
    turning += std::atan2(std::fmax(sine, 0.0), cosine);
    last = edge;
  }
  if (turning > 3.0 * EIGEN_PI) throw InvalidInput("points: the polygon goes around more than once");
}

}  // namespace clearance::detail

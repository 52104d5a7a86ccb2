#include "view/outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

namespace clearance::view {
namespace {

constexpr double flat = 1e-9;  // of the extent: what is thinner is a line, what is shorter a point

/// Of the points, the one with the greatest measure.
int farthest(const std::vector<Vec3>& points, const std::function<double(const Vec3&)>& measure) {
  int best = 0;
  double most = -HUGE_VAL;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (const double value = measure(points[i]); value > most) most = value, best = static_cast<int>(i);
  return best;
}

struct Corner {
  double x, y;
  int point;
};

bool turns_left(const Corner& p, const Corner& q, const Corner& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0.0;
}

/// Counter-clockwise, by monotone chains.
std::vector<int> hull_in_plane(std::vector<Corner> corners) {
  std::sort(corners.begin(), corners.end(),
            [](const Corner& p, const Corner& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  std::vector<Corner> chain;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = chain.size();
    for (const Corner& corner : corners) {
      while (chain.size() >= start + 2 && !turns_left(chain[chain.size() - 2], chain.back(), corner)) chain.pop_back();
      chain.push_back(corner);
    }
    chain.pop_back();
    std::reverse(corners.begin(), corners.end());
  }
  std::vector<int> loop;
  for (const Corner& corner : chain) loop.push_back(corner.point);
  return loop;
}

}  // namespace

std::vector<int> flat_outline(const std::vector<Vec3>& points) {
  const auto at = [&](int i) -> const Vec3& { return points[static_cast<std::size_t>(i)]; };
  const Vec3& any = points.front();
  const int first = farthest(points, [&](const Vec3& p) { return (p - any).norm(); });
  const int second = farthest(points, [&](const Vec3& p) { return (p - at(first)).norm(); });
  const Vec3 along = at(second) - at(first);
  const double length = along.norm();
  if (!(length > flat * std::max(at(first).norm(), at(second).norm()))) return {first};

  const Vec3 u = along / length;
  const auto across = [&](const Vec3& p) { return Vec3((p - at(first)) - u * u.dot(p - at(first))); };
  const int third = farthest(points, [&](const Vec3& p) { return across(p).norm(); });
  const double width = across(at(third)).norm();
  if (!(width > flat * length)) return {first, second};

  const Vec3 v = across(at(third)) / width;
  std::vector<Corner> corners;
  for (std::size_t i = 0; i < points.size(); ++i)
    corners.push_back({u.dot(points[i] - at(first)), v.dot(points[i] - at(first)), static_cast<int>(i)});
  return hull_in_plane(std::move(corners));
}

}  // namespace clearance::view

#include "decompose/convex_piece.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>

#include "shapes/qhull.hpp"

namespace clearance::decompose {
namespace {

using detail::V3;

std::optional<detail::QhullFaces> faces_of(std::span<const Vec3> points, const Vec3& origin) {
  if (points.size() < 4) return std::nullopt;
  std::vector<V3> local;
  local.reserve(points.size());
  for (const Vec3& p : points) local.emplace_back(V3(Vec3(p - origin)));
  return detail::qhull_solid(local);
}

/// Each point four times, moved apart in the two directions in which they extend least.
std::vector<Vec3> thickened(std::span<const Vec3> points, double by) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : points) mean += p / static_cast<double>(points.size());
  Mat3 spread = Mat3::Zero();
  for (const Vec3& p : points) spread += (p - mean) * (p - mean).transpose();
  const Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors();
  std::vector<Vec3> result;
  for (const Vec3& p : points)
    for (const double u : {-by, by})
      for (const double v : {-by, by}) result.emplace_back(p + u * axes.col(0) + v * axes.col(1));
  // A single point, or points on a line: the third direction as well.
  for (const double w : {-by, by}) {
    result.emplace_back(points.front() + w * axes.col(2));
    result.emplace_back(points.back() + w * axes.col(2));
  }
  return result;
}

/// Tells which points are outside of a hull. Seen from inside of it, face f is the point normal / offset of the polar
/// polytope, and the face through which the way to a point leads is the corner that is farthest in its direction. A
/// walk from corner to corner finds that, and at once where points come in some order.
class OutsideTest {
 public:
  /// Keeps the faces by reference; `points` are those they are made of, in the same coordinates.
  OutsideTest(const detail::QhullFaces& faces, std::span<const Vec3> points, const Vec3& origin)
      : faces_(faces), origin_(origin), neighbours_(faces.loops.size()) {
    for (const int i : faces.vertices)
      inside_ += points[static_cast<std::size_t>(i)] / static_cast<double>(faces.vertices.size());
    std::unordered_map<std::uint64_t, int> open;  // edges whose other face is to come
    for (std::size_t f = 0; f < faces.loops.size(); ++f) {
      const Vec3 normal = faces.normals[f].eigen();
      const double height = faces.offsets[f] - normal.dot(inside_ - origin);
      can_walk_ = can_walk_ && height > 0.0;
      corners_.emplace_back(normal / height);
      const std::span<const int> loop = faces.loops[f];
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const auto [low, high] = std::minmax(loop[i], loop[i + 1 < loop.size() ? i + 1 : 0]);
        const std::uint64_t edge = static_cast<std::uint64_t>(low) << 32U | static_cast<std::uint32_t>(high);
        const auto [at, fresh] = open.emplace(edge, static_cast<int>(f));
        if (fresh) continue;
        neighbours_[f].push_back(at->second);
        neighbours_[static_cast<std::size_t>(at->second)].push_back(static_cast<int>(f));
        open.erase(at);
      }
    }
    can_walk_ = can_walk_ && open.empty();  // roundings may have torn what Qhull makes of nearly flat corners
  }

  bool operator()(const Vec3& point) {
    // Well inside of where the walk ends is inside of all faces, whatever roundings did on the way.
    if (can_walk_ && farthest(point - inside_) < 1.0 - 1e-9) return false;
    const Vec3 p = point - origin_;
    for (std::size_t f = 0; f < faces_.normals.size(); ++f)
      if (faces_.normals[f].eigen().dot(p) > faces_.offsets[f]) return true;
    return false;
  }

 private:
  double farthest(const Vec3& direction) {
    double best = corners_[at_].dot(direction);
    for (bool higher = true; higher;) {
      higher = false;
      for (const int f : neighbours_[at_])
        if (const double value = corners_[static_cast<std::size_t>(f)].dot(direction); value > best) {
          best = value;
          at_ = static_cast<std::size_t>(f);
          higher = true;
          break;
        }
    }
    return best;
  }

  const detail::QhullFaces& faces_;
  Vec3 origin_, inside_ = Vec3::Zero();
  std::vector<std::vector<int>> neighbours_;
  std::vector<Vec3> corners_;
  std::size_t at_ = 0;
  bool can_walk_ = true;
};

/// The planes across the fixed directions that touch the points.
void add_touching_planes(ConvexPiece& piece, std::span<const Vec3> points) {
  for (const Vec3& direction : fixed_directions()) {
    double farthest = direction.dot(points.front());
    for (const Vec3& p : points) farthest = std::max(farthest, direction.dot(p));
    piece.normals.push_back(direction);
    piece.offsets.push_back(farthest);
  }
}

}  // namespace

std::span<const Vec3> fixed_directions() {
  static const std::vector<Vec3> all = [] {
    std::vector<Vec3> result;
    for (int x = -2; x <= 2; ++x)
      for (int y = -2; y <= 2; ++y)
        for (int z = -2; z <= 2; ++z) {
          const int largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
          const bool knight = largest == 2 && std::abs(x) + std::abs(y) + std::abs(z) == 3 && x * y * z == 0;
          if (largest == 1 || knight) result.push_back(Vec3(x, y, z).normalized());
        }
    return result;
  }();
  return all;
}

ConvexPiece convex_piece(std::vector<Vec3> points, double thinnest) {
  std::sort(points.begin(), points.end(),
            [](const Vec3& p, const Vec3& q) { return std::tie(p.x(), p.y(), p.z()) < std::tie(q.x(), q.y(), q.z()); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  ConvexPiece piece;
  piece.low = piece.high = points.front();
  for (const Vec3& p : points) piece.low = piece.low.cwiseMin(p), piece.high = piece.high.cwiseMax(p);
  const Vec3 origin = 0.5 * piece.low + 0.5 * piece.high;
  std::vector<Vec3> thick;
  std::span<const Vec3> solid = points;
  std::optional<detail::QhullFaces> faces = faces_of(solid, origin);
  const bool flat = !faces;
  if (flat) {
    thick = thickened(points, thinnest);
    solid = thick;
    faces = faces_of(solid, origin);
  }
  if (flat)
    piece.points.assign(points.begin(), points.end());
  else
    for (const int i : faces->vertices) piece.points.push_back(points[static_cast<std::size_t>(i)]);
  if (!faces) {  // too small to tell
    add_touching_planes(piece, points);
    return piece;
  }
  for (std::size_t f = 0; f < faces->loops.size(); ++f) {
    const Vec3 normal = faces->normals[f].eigen();
    piece.normals.push_back(normal);
    piece.offsets.push_back(faces->offsets[f] + normal.dot(origin));
    const std::span<const int> loop = faces->loops[f];
    const auto at = [&](std::size_t i) -> Vec3 { return solid[static_cast<std::size_t>(loop[i])] - origin; };
    for (std::size_t i = 2; i < loop.size(); ++i) {
      const Vec3 twice_area = (at(i - 1) - at(0)).cross(at(i) - at(0));
      piece.volume += at(0).dot(twice_area) / 6.0;
      piece.area += 0.5 * twice_area.norm();
    }
  }
  add_touching_planes(piece, solid);
  if (flat) return piece;
  // What Qhull's roundings have put outside of a face is kept, so that the hull of the points kept holds all of them.
  std::vector<bool> kept(points.size(), false);
  for (const int i : faces->vertices) kept[static_cast<std::size_t>(i)] = true;
  OutsideTest outside(*faces, points, origin);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!kept[i] && outside(points[i])) piece.points.push_back(points[i]);
  return piece;
}

Sides sides_of(std::span<const Vec3> polygon, int axis, double at) {
  Sides sides;
  for (const Vec3& p : polygon) {
    sides.lower = sides.lower || p[axis] < at;
    sides.upper = sides.upper || p[axis] > at;
  }
  if (sides.lower || sides.upper) return sides;
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 2; i < polygon.size(); ++i)
    normal += (polygon[i - 1] - polygon[0]).cross(polygon[i] - polygon[0]);
  return normal[axis] >= 0.0 ? Sides{true, false} : Sides{false, true};
}

Polygons clipped(const Polygons& polygons, int axis, double at, bool lower) {
  Polygons result;
  const auto height = [&](const Vec3& p) { return lower ? at - p[axis] : p[axis] - at; };  // >= 0 is kept
  std::size_t first = 0;
  for (const int polygon_end : polygons.ends) {
    const auto end = static_cast<std::size_t>(polygon_end);
    const Sides sides = sides_of(std::span(polygons.points).subspan(first, end - first), axis, at);
    for (std::size_t i = first; i < end && (lower ? sides.lower : sides.upper); ++i) {
      const Vec3 &p = polygons.points[i], &q = polygons.points[i + 1 < end ? i + 1 : first];
      const double p_height = height(p), q_height = height(q);
      if (p_height >= 0.0) result.points.push_back(p);
      if ((p_height > 0.0 && q_height < 0.0) || (p_height < 0.0 && q_height > 0.0)) {
        // From the same end for both sides, and for both polygons at an edge: they share the point.
        const bool forward = p[axis] < q[axis];
        const Vec3 &from = forward ? p : q, &to = forward ? q : p;
        Vec3 cut = from + (at - from[axis]) / (to[axis] - from[axis]) * (to - from);
        cut[axis] = at;
        result.points.push_back(cut);
      }
    }
    if (lower ? sides.lower : sides.upper) result.ends.push_back(static_cast<int>(result.points.size()));
    first = end;
  }
  return result;
}

}  // namespace clearance::decompose

// Hierarchical approximate convex decomposition (Mamou and Ghorbel, "A simple and efficient approach for 3D mesh
// approximate convex decomposition", ICIP 2009), as packaged with Bullet: neighbouring clusters of triangles are
// merged, the flattest first, while their hulls stay near the surface. Only the clusters are taken from it. The hulls
// are made here, of the corners as they were read, so that no rounding of the library loses a triangle.

#include <HACD/hacdHACD.h>

#include <algorithm>
#include <map>

#include "decompose/decompose.hpp"

namespace clearance::decompose {

namespace {

/// HACD scales the mesh to this extent, and measures concavity in the same unit.
constexpr double scaled_extent = 1000.0;
constexpr double allowed_concavity = 0.1 * scaled_extent;
constexpr double any_concavity = 1e6 * scaled_extent;

using Triangle3 = std::array<int, 3>;

const Vec3& corner(const TriangleMesh& mesh, const Triangle3& triangle, std::size_t i) {
  return mesh.points[static_cast<std::size_t>(triangle[i])];
}

/// Whether the library can make something of a triangle: it divides by areas.
bool has_area(const TriangleMesh& mesh, const Triangle3& triangle, double extent) {
  const Vec3 u = (corner(mesh, triangle, 1) - corner(mesh, triangle, 0)) / extent;
  const Vec3 v = (corner(mesh, triangle, 2) - corner(mesh, triangle, 0)) / extent;
  return u.cross(v).norm() > 1e-12;
}

/// The cluster of each triangle with an area; -1 for the others.
std::vector<long> clusters_of(const TriangleMesh& mesh, int most_parts, double extent) {
  std::vector<std::size_t> sound;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (has_area(mesh, mesh.triangles[t], extent)) sound.push_back(t);
  std::vector<long> cluster(mesh.triangles.size(), -1);
  if (sound.empty()) return cluster;

  std::vector<HACD::Vec3<HACD::Real>> points;
  for (const Vec3& p : mesh.points) points.emplace_back(p.x() / extent, p.y() / extent, p.z() / extent);
  std::vector<HACD::Vec3<long>> triangles;
  for (const std::size_t t : sound)
    triangles.emplace_back(mesh.triangles[t][0], mesh.triangles[t][1], mesh.triangles[t][2]);
  HACD::HACD hacd;
  hacd.SetPoints(points.data());
  hacd.SetNPoints(points.size());
  hacd.SetTriangles(triangles.data());
  hacd.SetNTriangles(triangles.size());
  hacd.SetScaleFactor(scaled_extent);
  hacd.SetCompacityWeight(0.1);
  hacd.SetVolumeWeight(0.0);
  hacd.SetConnectDist(0.0);
  hacd.SetNClusters(static_cast<std::size_t>(std::max(most_parts, 1)));
  hacd.SetConcavity(most_parts > 0 ? any_concavity : allowed_concavity);
  hacd.SetAddExtraDistPoints(true);  // else a coarse mesh looks convex
  hacd.SetAddFacesPoints(true);
  hacd.SetAddNeighboursDistPoints(false);
  hacd.NormalizeData();
  hacd.Compute();
  for (std::size_t i = 0; i < sound.size(); ++i) cluster[sound[i]] = hacd.GetPartition()[i];
  return cluster;
}

}  // namespace

bool available() { return true; }

Union convex_parts(const TriangleMesh& mesh, int most_parts) {
  if (mesh.triangles.empty()) throw InvalidInput("no faces to decompose");
  Vec3 low = mesh.points.front(), high = low;
  for (const Vec3& p : mesh.points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const double extent = (0.5 * high - 0.5 * low).maxCoeff() * 2.0;
  std::vector<long> cluster = clusters_of(mesh, most_parts, extent > 0.0 ? extent : 1.0);

  // A sliver joins a cluster that has one of its corners; one that has no such neighbour stands alone.
  std::map<int, long> cluster_at;
  long next = 0;
  for (std::size_t t = 0; t < cluster.size(); ++t) {
    if (cluster[t] < 0) continue;
    next = std::max(next, cluster[t] + 1);
    for (const int point : mesh.triangles[t]) cluster_at.emplace(point, cluster[t]);
  }
  std::map<long, std::vector<int>> corners;
  for (std::size_t t = 0; t < cluster.size(); ++t) {
    const Triangle3& triangle = mesh.triangles[t];
    for (std::size_t i = 0; i < 3 && cluster[t] < 0; ++i)
      if (const auto at = cluster_at.find(triangle[i]); at != cluster_at.end()) cluster[t] = at->second;
    if (cluster[t] < 0) cluster[t] = next++;
    for (const int point : triangle) {
      cluster_at.emplace(point, cluster[t]);
      corners[cluster[t]].push_back(point);
    }
  }
  std::vector<Part> parts;
  for (auto& [number, indices] : corners) {
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    std::vector<Vec3> points;
    for (const int i : indices) points.push_back(mesh.points[static_cast<std::size_t>(i)]);
    parts.push_back({Hull(std::move(points))});
  }
  return Union(std::move(parts));
}

}  // namespace clearance::decompose

#include "hacd.hpp"

#ifdef CLEARANCE_HAS_HACD
#include <HACD/hacdHACD.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <set>
#include <vector>

namespace clearance::test {
namespace {

#ifdef CLEARANCE_HAS_HACD
/// HACD scales the mesh to this extent, and measures concavity in the same unit.
constexpr double scaled_extent = 1000.0;

/// The cluster of each triangle.
std::vector<long> clusters_of(const TriangleMesh& mesh, double tolerance) {
  std::vector<HACD::Vec3<HACD::Real>> points;
  for (const Vec3& p : mesh.points) points.emplace_back(p.x(), p.y(), p.z());
  std::vector<HACD::Vec3<long>> triangles;
  for (const std::array<int, 3>& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  HACD::HACD hacd;
  hacd.SetPoints(points.data());
  hacd.SetNPoints(points.size());
  hacd.SetTriangles(triangles.data());
  hacd.SetNTriangles(triangles.size());
  hacd.SetScaleFactor(scaled_extent);
  hacd.SetCompacityWeight(0.1);
  hacd.SetVolumeWeight(0.0);
  hacd.SetConnectDist(0.0);
  hacd.SetNClusters(1);
  hacd.SetConcavity(tolerance * scaled_extent);
  hacd.SetAddExtraDistPoints(true);
  hacd.SetAddFacesPoints(true);
  hacd.SetAddNeighboursDistPoints(false);
  hacd.NormalizeData();
  hacd.Compute();
  return {hacd.GetPartition(), hacd.GetPartition() + triangles.size()};
}
#else
[[noreturn]] std::vector<long> clusters_of(const TriangleMesh&, double) { ::_exit(1); }
#endif

bool read_whole(int pipe, void* data, std::size_t size) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t count = ::read(pipe, at, size);
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

void write_whole(int pipe, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = ::write(pipe, at, size);
    if (count <= 0) ::_exit(1);
    at += count;
    size -= static_cast<std::size_t>(count);
  }
}

}  // namespace

bool has_hacd() {
#ifdef CLEARANCE_HAS_HACD
  return true;
#else
  return false;
#endif
}

std::optional<HacdResult> hacd(const TriangleMesh& mesh, double tolerance, double limit) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit most{static_cast<rlim_t>(std::ceil(limit)), static_cast<rlim_t>(std::ceil(limit))};
    ::setrlimit(RLIMIT_CPU, &most);
    const std::vector<long> clusters = clusters_of(mesh, tolerance);
    const double seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;  // a new process begins at 0
    write_whole(ends[1], &seconds, sizeof seconds);
    write_whole(ends[1], clusters.data(), clusters.size() * sizeof(long));
    ::_exit(0);
  }
  ::close(ends[1]);
  double seconds = 0.0;
  std::vector<long> clusters(mesh.triangles.size());
  const bool done = child > 0 && read_whole(ends[0], &seconds, sizeof seconds) &&
                    read_whole(ends[0], clusters.data(), clusters.size() * sizeof(long));
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  if (!done) return std::nullopt;
  std::map<long, std::set<int>> corners;
  for (std::size_t t = 0; t < clusters.size(); ++t)
    corners[clusters[t]].insert(mesh.triangles[t].begin(), mesh.triangles[t].end());
  std::vector<Part> parts;
  for (const auto& [number, indices] : corners) {
    std::vector<Vec3> points;
    for (const int i : indices) points.push_back(mesh.points[static_cast<std::size_t>(i)]);
    parts.push_back({Hull(std::move(points))});
  }
  return HacdResult{Union(std::move(parts)), seconds};
}

}  // namespace clearance::test

#include "shapes/qhull.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <span>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace clearance::detail {

namespace {

/// Runs Qhull and frees what it holds. Qhull's reentrant library keeps no global state, so shapes may be built on any
/// number of threads.
class QhullRun {
 public:
  QhullRun(std::vector<double> coordinates, int dimension) : coordinates_(std::move(coordinates)) {
    const std::unique_ptr<FILE, int (*)(FILE*)> sink(std::fopen("/dev/null", "w"), &std::fclose);
    qh_zero(&qh_, sink.get());
    char options[] = "qhull Pp Q12";
    const int count = static_cast<int>(coordinates_.size()) / dimension;
    ok_ = sink != nullptr &&
          qh_new_qhull(&qh_, dimension, count, coordinates_.data(), False, options, nullptr, sink.get()) == 0;
    qh_.ferr = stderr;
  }
  ~QhullRun() {
    qh_freeqhull(&qh_, !qh_ALL);  // what is long; the rest at once, not one by one
    int memory = 0, lists = 0;
    qh_memfreeshort(&qh_, &memory, &lists);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  bool ok() const { return ok_; }
  qhT* get() { return &qh_; }

 private:
  std::vector<double> coordinates_;
  qhT qh_{};
  bool ok_ = false;
};

/// Points are numbered as they were given, one after the other.
int number_of(const qhT* qh, const vertexT* vertex) {
  return static_cast<int>(vertex->point - qh->first_point) / qh->hull_dim;
}

std::vector<int> extreme_points(qhT* qh) {
  std::vector<char> extreme(static_cast<std::size_t>(qh->num_points), 0);
  for (vertexT* vertex = qh->vertex_list; vertex != nullptr && vertex->next != nullptr; vertex = vertex->next)
    extreme[static_cast<std::size_t>(number_of(qh, vertex))] = 1;
  std::vector<int> ids;
  ids.reserve(static_cast<std::size_t>(qh->num_vertices));
  for (int i = 0; i < qh->num_points; ++i)
    if (extreme[static_cast<std::size_t>(i)] != 0) ids.push_back(i);
  return ids;
}

/// Adds the corners of a face, in order.
void add_corners(qhT* qh, facetT* facet, std::vector<int>& corner) {
  const auto add = [&](setT* set) {
    for (void** at = SETaddr_(set, void); *at != nullptr; ++at)
      corner.push_back(number_of(qh, static_cast<vertexT*>(*at)));
  };
  if (facet->simplicial == False) {
    setT* around = qh_facet3vertex(qh, facet);
    add(around);
    qh_settempfree(qh, &around);
    return;
  }
  add(facet->vertices);
  if ((facet->toporient ^ qh_ORIENTclock) == 0) std::swap(corner[corner.size() - 3], corner[corner.size() - 2]);
}

/// Turns the loop so that it is counter-clockwise about the normal.
void orient(std::span<int> loop, const std::vector<V3>& points, const V3& normal) {
  V3 area{0, 0, 0};
  const V3& origin = points[static_cast<std::size_t>(loop[0])];
  for (std::size_t i = 1; i + 1 < loop.size(); ++i)
    area = area + cross(points[static_cast<std::size_t>(loop[i])] - origin,
                        points[static_cast<std::size_t>(loop[i + 1])] - origin);
  if (dot(area, normal) < 0.0) std::reverse(loop.begin(), loop.end());
}

}  // namespace

std::optional<QhullFaces> qhull_solid(const std::vector<V3>& points) {
  std::vector<double> coordinates;
  coordinates.reserve(3 * points.size());
  for (const V3& p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  QhullRun run(std::move(coordinates), 3);
  if (!run.ok()) return std::nullopt;

  qhT* qh = run.get();
  QhullFaces faces;
  faces.vertices = extreme_points(qh);
  const auto count = static_cast<std::size_t>(qh->num_facets);
  faces.loops.first.reserve(count + 1);
  faces.loops.corner.reserve(3 * count);
  faces.normals.reserve(count);
  faces.offsets.reserve(count);
  for (facetT* facet = qh->facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
    const std::size_t before = faces.loops.corner.size();
    add_corners(qh, facet, faces.loops.corner);
    const std::span<int> loop = std::span(faces.loops.corner).subspan(before);
    if (loop.size() < 3) return std::nullopt;
    faces.loops.close();
    const V3 normal(facet->normal[0], facet->normal[1], facet->normal[2]);
    orient(loop, points, normal);
    faces.normals.push_back(normal);
    faces.offsets.push_back(-facet->offset);
  }
  return faces;
}

std::optional<QhullFaces> qhull_planar(const std::vector<std::array<double, 2>>& points) {
  std::vector<double> coordinates;
  coordinates.reserve(2 * points.size());
  for (const auto& p : points) coordinates.insert(coordinates.end(), p.begin(), p.end());
  QhullRun run(std::move(coordinates), 2);
  if (!run.ok()) return std::nullopt;
  QhullFaces faces;
  faces.vertices = extreme_points(run.get());
  return faces;
}

}  // namespace clearance::detail

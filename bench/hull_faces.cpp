#include "hull_faces.hpp"

#include <libqhull_r/qhull_ra.h>

#include <stdexcept>
#include <utility>

namespace bench {

using clearance::Vec3;

std::vector<std::array<int, 3>> hull_faces(const std::vector<Vec3>& points) {
  std::vector<double> numbers;
  Vec3 inside = Vec3::Zero();
  for (const Vec3& p : points) {
    numbers.insert(numbers.end(), {p.x(), p.y(), p.z()});
    inside += p / static_cast<double>(points.size());
  }

  qhT state;
  qhT* qh = &state;
  qh_zero(qh, stderr);
  char command[] = "qhull Qt";
  if (qh_new_qhull(qh, 3, static_cast<int>(points.size()), numbers.data(), 0, command, nullptr, stderr) != 0)
    throw std::runtime_error("Qhull refused the points of a benchmark hull");

  std::vector<std::array<int, 3>> faces;
  facetT* facet = nullptr;
  FORALLfacets {
    std::array<int, 3> face{};
    size_t i = 0;
    vertexT *vertex = nullptr, **vertexp = nullptr;
    FOREACHvertex_(facet->vertices) face[i++] = qh_pointid(qh, vertex->point);
    const Vec3 &p = points[static_cast<size_t>(face[0])], &q = points[static_cast<size_t>(face[1])],
               &r = points[static_cast<size_t>(face[2])];
    if ((q - p).cross(r - p).dot(p - inside) < 0.0) std::swap(face[1], face[2]);
    faces.push_back(face);
  }
  int still_used = 0, blocks = 0;
  qh_freeqhull(qh, !qh_ALL);
  qh_memfreeshort(qh, &still_used, &blocks);
  return faces;
}

}  // namespace bench

#include "reproduce/polytope_trace.hpp"

#include <algorithm>

#include "literature/tracking/johnson.hpp"

namespace clearance::reproduce {

std::vector<PolytopeStep> trace_polytope(const std::vector<Vec3>& points, int first, double tolerance) {
  using detail::V3;
  std::vector<PolytopeStep> steps;
  std::vector<int> working{first};
  while (true) {
    PolytopeStep step;
    step.working = working;
    std::array<V3, 4> y;
    for (std::size_t i = 0; i < working.size(); ++i) y[i] = V3(points[static_cast<std::size_t>(working[i])]);
    const detail::JohnsonPoint<double> found = detail::johnson(y, static_cast<int>(working.size()));
    for (std::size_t i = 0; i < working.size(); ++i)
      if (((found.subset >> i) & 1U) != 0) step.kept.push_back(working[i]);
    step.nearest = found.nearest.eigen();
    const double distance = step.nearest.norm();
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < points.size() && distance > 0.0; ++i)
      if (const double along = points[i].dot(step.nearest) / distance; along < least) {
        least = along;
        step.next = static_cast<int>(i);
      }
    step.gap = distance > 0.0 ? distance - least : 0.0;
    const bool holds = std::find(step.kept.begin(), step.kept.end(), step.next) != step.kept.end();
    const bool ends = step.gap <= tolerance || holds || step.kept.size() == 4;
    steps.push_back(step);
    if (ends) return steps;
    working = step.kept;
    working.push_back(step.next);
  }
}

}  // namespace clearance::reproduce

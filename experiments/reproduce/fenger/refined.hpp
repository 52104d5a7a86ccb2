#pragma once

// The refinement of polyhedra about the crossed ellipsoids, counted.

#include <string>

#include "literature/ellipsoids/one_sided_refinement.hpp"
#include "numeric/counted.hpp"
#include "reproduce/fenger/crossed.hpp"

namespace clearance::reproduce::fenger {

/// Cycles of the refinement until both points are as near to the solution as wanted, and its operations. `reached`:
/// they are.
struct Refined {
  double cycles = 0.0, by_dqp3 = 0.0, flops = 0.0;
  bool reached = false;
};

/// T: Counted, or CountedWide for double-double, as the library has it. `one_sided`: of the first ellipsoid alone.
template <class T>
Refined refined(const Crossed& pair, double error, detail::RefinementRule rule, bool one_sided, bool dqp3_alone) {
  struct Context {
    const Crossed& pair;
    double error;
  } context{pair, error};
  detail::RefinementSettings settings;
  settings.rule = rule;
  settings.dqp3_alone = dqp3_alone;
  settings.context = &context;
  settings.done = [](void* of, const detail::V3& x, const detail::V3& y) {
    const Context& c = *static_cast<const Context*>(of);
    return point_error(c.pair.exact, x.eigen(), y.eigen()) < c.error;
  };
  using Body = detail::PlacedEllipsoid<double>;
  const Body a{{radii_a.x(), radii_a.y(), radii_a.z()}, detail::V3(0, 0, 0)};
  const Body b{{radii_b.x(), radii_b.y(), radii_b.z()}, detail::V3(pair.position)};
  const detail::OperationCount count;
  const detail::RefinementOutcome found =
      one_sided ? detail::refine_one_ellipsoid<T>(a, b, settings) : detail::refine_ellipsoids<T>(a, b, settings);
  return {static_cast<double>(found.cycles), static_cast<double>(found.by_dqp3), static_cast<double>(count.count()),
          found.done};
}

inline std::string name(detail::RefinementRule rule) {
  switch (rule) {
    case detail::RefinementRule::four:
      return "by 4";
    case detail::RefinementRule::seven:
      return "by 7";
    case detail::RefinementRule::halving:
      return "halving";
  }
  return "";
}

}  // namespace clearance::reproduce::fenger

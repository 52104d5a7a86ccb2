#include "query/literature_solvers.hpp"

#include "literature/dqp3/dqp3_method.hpp"
#include "literature/ellipsoids/ellipsoid_methods.hpp"
#include "literature/ellipsoids/ellipsoid_refinement.hpp"
#include "literature/lcp/lcp.hpp"
#include "literature/qp/qp_methods.hpp"
#include "literature/tracking/egjk.hpp"
#include "literature/tracking/lin_canny.hpp"
#include "placed/halfway.hpp"
#include "solvers/feature.hpp"

namespace clearance::detail {

namespace {

/// Methods that end by tolerances of their own: where points and normal do not fit, and the bounds do not tell, they
/// have no answer.
bool fits(const Query& q, Attempt& answer) {
  fit_normal(q.pair, answer);
  return !(witness_error(q.pair, answer.proposal) > halfway_misfit * q.pair.size) ||
         answer.enclosure.width() > telling_width * q.pair.size;
}

}  // namespace

bool has_literature() { return true; }

bool by_dqp3(Query& q, Dqp3Variant variant, Attempt& answer) {
  const auto found = dqp3_distance(q.pair, variant, q.memory);
  if (!found) return false;
  answer = *found;
  return variant == Dqp3Variant::robust || fits(q, answer);
}

bool by_quadratic_program(Query& q, Attempt& answer) {
  return certified(q.pair, qp_distance(q.pair, q.options.method), answer);
}

bool by_lcp(Query& q, Attempt& answer) { return certified(q.pair, lcp_proposal(q.pair), answer); }

bool by_enhanced_gjk(Query& q, Attempt& answer) {
  return has_vertices(q.pair) &&
         certified(q.pair, enhanced_gjk(q.pair, goal_of(q.pair, q.options).gap, q.memory), answer);
}

bool by_lin_canny(Query& q, Attempt& answer) {
  return has_vertices(q.pair) && certified(q.pair, lin_canny(q.pair, q.memory), answer);
}

namespace {

bool propose_ellipsoids(Query& q, Attempt& answer) {
  const Goal goal = goal_of(q.pair, q.options);
  switch (q.options.method) {
    case Method::ellipsoid_point_iteration:
      return certified(q.pair, ellipsoid_point_iteration(q.pair, goal), answer);
    case Method::ellipsoid_polyhedral:
      return certified(q.pair, ellipsoid_polyhedral(q.pair), answer);
    case Method::ellipsoid_refinement_4:
      return certified(q.pair, ellipsoid_refinement(q.pair, goal, 4), answer);
    case Method::ellipsoid_refinement_7:
      return certified(q.pair, ellipsoid_refinement(q.pair, goal, 7), answer);
    default: {
      bool plain = false;
      if (!certified(q.pair, ellipsoid_hybrid(q.pair, goal, plain), answer)) return false;
      if (plain) q.answered_by = Method::ellipsoid_point_iteration;
      return true;
    }
  }
}

}  // namespace

bool by_ellipsoid_method(Query& q, Attempt& answer) { return propose_ellipsoids(q, answer) && fits(q, answer); }

}  // namespace clearance::detail

#include "proof/swept_sphere.hpp"

namespace clearance::detail {

namespace {

LocalBall ball_of(const Body& body, int i) {
  return body.kind == Kind::balls ? body.core->balls.ball(i) : LocalBall{vertex_of(body, i), 0.0};
}

/// In local coordinates.
LocalBall mixed(const Body& body, const int* index, const Weights& weights) {
  LocalBall sum{V3(0, 0, 0), 0.0};
  for (int i = 0; i < weights.count(); ++i) {
    const LocalBall ball = ball_of(body, index[i]);
    sum.centre = sum.centre + ball.centre * weights[i];
    sum.radius += ball.radius * weights[i];
  }
  return sum;
}

}  // namespace

CoreUpper swept_sphere_bound(const Pair& pair, const int* a, const int* b, const Weights& weights) {
  if (!pair.rigid_a || !pair.rigid_b) return {};  // the spheres are ellipsoids
  const LocalBall of_a = mixed(pair.a, a, weights), of_b = mixed(pair.b, b, weights);
  const V3 centre = pair.b.map * of_b.centre + pair.offset - pair.a.map * of_a.centre;
  const double value = norm(centre) - (of_a.radius * pair.factor_a + of_b.radius * pair.factor_b);
  return std::isnan(value) ? CoreUpper() : CoreUpper(Prover(), value);
}

}  // namespace clearance::detail

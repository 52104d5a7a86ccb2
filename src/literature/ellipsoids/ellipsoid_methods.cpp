#include "literature/ellipsoids/ellipsoid_methods.hpp"

#include <cmath>

#include "literature/dqp3/dqp3.hpp"
#include "literature/ellipsoids/facet_directions.hpp"

namespace clearance::detail {

namespace {

V3 scaled(const V3& v, const V3& by) { return {v.x * by.x, v.y * by.y, v.z * by.z}; }
V3 divided(const V3& v, const V3& by) { return {v.x / by.x, v.y / by.y, v.z / by.z}; }

/// An upper bound of the facets of a facet-ball: 4 n^2 / pi, and what rounding each row adds.
constexpr int facet_capacity(int order) { return 2 * order * order; }

/// A facet-ball about an ellipsoid (section 5.3), in its own axes.
template <int order>
struct EllipsoidFacets {
  explicit EllipsoidFacets(const std::array<double, 3>& radii) {
    const V3 size(radii[0], radii[1], radii[2]);
    models::for_each_facet_direction(order, [&](double x, double y, double z) {
      normals[count] = V3(x, y, z);
      offsets[count++] = norm(scaled(V3(x, y, z), size));
    });
  }
  HalfspaceBody<double> body(const Placement<double>& placement) const {
    return {{normals.data(), count}, {offsets.data(), count}, &placement, nullptr};
  }
  std::array<V3, facet_capacity(order)> normals;
  std::array<double, facet_capacity(order)> offsets;
  std::size_t count = 0;
};

/// How far sideways a point may be off, relative to the size of the pair.
constexpr double sideways = 1e-12;

struct Points {
  V3 x, y;
  int cycles;
};

/// The points of the ellipsoids nearest to those where two facet-balls are nearest.
template <int order>
std::optional<Points> nearest_of_facet_balls(const TwoEllipsoids& two) {
  const PlacedEllipsoid<double> a = two.a(), b = two.b();
  const EllipsoidFacets<order> facets_a(a.radii), facets_b(b.radii);
  const Placement<double> at_a{two.axes_a(), a.centre}, at_b{two.axes_b(), b.centre};
  Dqp3State<double> state{{V3(0, 0, 0), {}}, {V3(0, 0, 0), {}}};
  Dqp3Settings settings;
  settings.length = two.pair().size;
  const auto found = dqp3(facets_a.body(at_a), facets_b.body(at_b), settings, state);
  if (found.ending == Dqp3Ending::touching) return std::nullopt;
  const Foot<double> x = foot_on(a, at_a.rotation * state.a.at + at_a.position);
  const Foot<double> y = foot_on(b, at_b.rotation * state.b.at + at_b.position);
  return Points{x.at, y.at, found.cycles + 1};
}

std::optional<Proposal> iterate_from(const TwoEllipsoids& two, const V3& start, const Goal& goal, int cycles) {
  IterationSettings settings;
  settings.limit = iteration_limit - cycles;
  const auto found = ellipsoid_iteration(two.a(), two.b(), start, settings,
                                         [&](const V3& x, const V3& y) { return two.settled(x, y, goal.gap); });
  if (found.touching || !(norm(found.on_b - found.on_a) > goal.gap)) return std::nullopt;
  Proposal proposal = two.propose(found.on_a, found.on_b);
  proposal.iterations = cycles + found.cycles;
  if (!two.settled(found.on_a, found.on_b, goal.gap)) proposal.ending = Ending::iteration_limit;
  return proposal;
}

}  // namespace

std::optional<TwoEllipsoids> TwoEllipsoids::of(const Pair& pair) {
  if (pair.a.kind != Kind::ellipsoid || pair.b.kind != Kind::ellipsoid || !pair.rigid_a || !pair.rigid_b)
    return std::nullopt;
  return TwoEllipsoids(pair, pair.a.map * (1.0 / pair.factor_a), pair.b.map * (1.0 / pair.factor_b));
}

PlacedEllipsoid<double> TwoEllipsoids::placed(const Body& body, double factor, const M3& axes, const V3& centre) {
  const V3 radii = body.core->size * factor;
  return {{radii.x, radii.y, radii.z}, centre, &axes};
}

double TwoEllipsoids::gap_along(const V3& n) const {
  return dot(n, pair_->offset) - outer_support(pair_->a, transposed_times(pair_->a.map, n), -1) -
         outer_support(pair_->b, -transposed_times(pair_->b.map, n), -1);
}

Proposal TwoEllipsoids::propose(const V3& x, const V3& y) const {
  // Onto the surface, in local coordinates, whatever rounding did to the points.
  const auto onto = [](const V3& p, const Body& body) {
    return Members::on_ellipsoid(body, divided(p, body.core->size));
  };
  Proposal proposal;
  proposal.at_a = onto(transposed_times(axes_a_, x) * (1.0 / pair_->factor_a), pair_->a);
  proposal.at_b = onto(transposed_times(axes_b_, y - pair_->offset) * (1.0 / pair_->factor_b), pair_->b);
  const auto outward = [](const M3& axes, const V3& at, const V3& size) {
    const V3 n = axes * divided(divided(at, size), size);
    return n * (1.0 / norm(n));
  };
  const V3 of_a = outward(axes_a_, proposal.at_a, pair_->a.core->size);
  const V3 of_b = outward(axes_b_, proposal.at_b, pair_->b.core->size);
  double best = -HUGE_VAL;
  for (const V3& candidate : {y - x, of_a - of_b, of_a, -of_b}) {
    const double length = norm(candidate);
    if (!(length > 0.0)) continue;
    const V3 n = candidate * (1.0 / length);
    const double gap = gap_along(n);
    if (gap > best) best = gap, proposal.normal = n;
  }
  return proposal;
}

bool TwoEllipsoids::settled(const V3& x, const V3& y, double gap) const {
  const double distance = norm(y - x);
  if (!(distance > gap)) return true;
  const V3 n = (y - x) * (1.0 / distance);
  if (!(distance - gap_along(n) <= gap)) return false;
  // Bounds are of second order in what the points are off sideways; these shall be good as well.
  // The point of a is the foot of that of b, so that it is the latter which tells.
  const V3 size = pair_->b.core->size * pair_->factor_b, m = scaled(transposed_times(axes_b_, n), size);
  const V3 support = pair_->offset - axes_b_ * scaled(m, size) * (1.0 / norm(m));
  return norm(support - y) <= sideways * pair_->size + gap / distance * pair_->size;
}

std::optional<Proposal> ellipsoid_point_iteration(const Pair& pair, const Goal& goal) {
  const auto two = TwoEllipsoids::of(pair);
  if (!two) return std::nullopt;
  return iterate_from(*two, V3(0, 0, 0), goal, 0);
}

std::optional<Proposal> ellipsoid_polyhedral(const Pair& pair) {
  const auto two = TwoEllipsoids::of(pair);
  if (!two) return std::nullopt;
  const auto points = nearest_of_facet_balls<polyhedral_order>(*two);
  if (!points) return std::nullopt;
  Proposal proposal = two->propose(points->x, points->y);
  proposal.iterations = points->cycles;
  return proposal;
}

std::optional<Proposal> ellipsoid_hybrid(const Pair& pair, const Goal& goal, bool& plain) {
  const auto two = TwoEllipsoids::of(pair);
  if (!two) return std::nullopt;
  const auto points = nearest_of_facet_balls<hybrid_order>(*two);
  plain = !points.has_value();
  if (plain) return iterate_from(*two, V3(0, 0, 0), goal, 0);
  return iterate_from(*two, points->x, goal, points->cycles);
}

}  // namespace clearance::detail

// Each ellipsoid is enclosed by a polyhedron, at first a box. In every cycle DQP3 finds the points where the polyhedra
// are nearest; their feet on the ellipsoids get facets that touch there, and so do the surface points whose normal is
// along the line between the feet, and others on a circle through that normal about the first: 4 facets in all, or 7
// with a second circle. The box, the active facets and the latest are kept.
//
// In double precision the thesis could not go beyond 1e-7: facets whose normals differ by t are apart by t^2, which is
// rounding from t = 1e-8 on. Here the polyhedra are described about the last feet: the offset of a facet from there is
// computed in double-double and of the order of t^2 itself, and the distance of the polyhedra is found in
// double-double. Nothing then is small against what it is subtracted from, and the cycles go on to where normals are
// rounded, 1e-16. The cycling of DQP3 that the thesis met does not depend on that: where DQP3 goes round in circles,
// and for all facets that are parallel to 1e-6, the vertices of the polyhedra decide (patch_polyhedron.hpp).
//
// Invariant: the feet are in all half-spaces, so that each run of DQP3 has a feasible start. Cost of a cycle: a run of
// DQP3 on at most 24 facets a body, or cutting two boxes by these.

#include "literature/ellipsoids/ellipsoid_refinement.hpp"

#include <cmath>

#include "literature/ellipsoids/patch_polyhedron.hpp"

namespace clearance::detail {

namespace {

constexpr std::size_t box_facets = 6, facet_quota = PatchPolyhedron::facet_capacity;
/// Tolerances of DQP3, which are relative to a length, are made this much finer: there is double-double to resolve it.
constexpr double finer = 0x1p-40;
/// Normals that differ by less are the same.
constexpr double same_normal = 0x1p-50;
/// Feet are nearest if they are joined by their normals but for this, relative to the size of the pair, and the normals
/// are opposite but for this.
constexpr double settled = 0x1p-48;
/// Cycles without progress, after which rounding decides.
constexpr int patience = 12;
/// Where normals and the line between the feet differ by less than this, facets are too parallel for DQP3.
constexpr double dqp3_reach = 1e-6;
/// DQP3 that goes on for longer goes round in circles.
constexpr int dqp3_limit = 30;

Wide3 scaled(const Wide3& v, const Wide3& by) { return {v.x * by.x, v.y * by.y, v.z * by.z}; }

V3 unit(const V3& v) { return v * (1.0 / norm(v)); }

/// One ellipsoid and its polyhedron, in the axes of the ellipsoid.
class RefinedEllipsoid {
 public:
  explicit RefinedEllipsoid(const PlacedEllipsoid<double>& body)
      : radii_(body.radii[0], body.radii[1], body.radii[2]),
        place_{body.axes == nullptr ? Wide33(Wide3(V3(1, 0, 0)), Wide3(V3(0, 1, 0)), Wide3(V3(0, 0, 1)))
                                    : Wide33(Wide3(body.axes->r0), Wide3(body.axes->r1), Wide3(body.axes->r2)),
               Wide3(body.centre)} {
    for (const double sign : {1.0, -1.0})
      for (const V3& axis : {V3(1, 0, 0), V3(0, 1, 0), V3(0, 0, 1)}) normals_[count_++] = axis * sign;
    set_normal(V3(1, 0, 0));
  }

  /// For DQP3, about the foot.
  HalfspaceBody<DoubleDouble> polyhedron() {
    for (std::size_t i = 0; i < count_; ++i) {
      const Wide3 n(normals_[i]);
      offsets_[i] = to_double(norm(scaled(n, Wide3(radii_))) - dot(n, foot_));
    }
    placement_ = {place_.rotation, world_foot()};
    return {{normals_.data(), count_}, {offsets_.data(), count_}, &placement_, nullptr};
  }
  Wide3 world_foot() const { return place_.rotation * foot_ + place_.position; }
  V3 world_normal() const { return rounded(place_.rotation * Wide3(normal_)); }
  V3 inwards(const Wide3& v) const { return rounded(transposed_times(place_.rotation, v)); }

  /// The foot of a point given relative to the last foot.
  void project(const Wide3& from_foot) {
    const Wide3 p = foot_ + from_foot;
    const Wide3 r(radii_);
    const auto near = nearest_on_ellipsoid<DoubleDouble, 3>({r.x, r.y, r.z}, {p.x, p.y, p.z});
    set_normal(unit(rounded(Wide3(near.normal[0], near.normal[1], near.normal[2]))));
  }

  /// Adds facets at the foot, towards a unit direction, and about it; keeps what is active. Returns how far normal and
  /// direction are apart.
  double refine(const V3& towards, int facets, const ActiveSet& active) {
    keep(active);
    const V3 t = towards - normal_, across = cross(normal_, t);
    add(normal_);
    const double turn = 2.0943951023931953;  // a third of a circle
    for (int ring = 0; ring < (facets == 7 ? 2 : 1); ++ring)
      for (int k = 0; k < 3; ++k) {
        const double angle = turn * (k + 0.5 * ring), reach = ring == 0 ? 1.0 : 2.0;
        add(unit(normal_ + t * (reach * std::cos(angle)) + across * (reach * std::sin(angle))));
      }
    return norm(t);
  }

 private:
  /// The foot is where the surface has this very normal, to double-double: else offsets would not be what they say.
  void set_normal(const V3& normal) {
    normal_ = normal;
    const Wide3 m = scaled(Wide3(normal), Wide3(radii_));
    foot_ = scaled(m, Wide3(radii_)) * (DoubleDouble(1.0) / norm(m));
  }
  void add(const V3& normal) {
    for (std::size_t i = 0; i < count_; ++i)
      if (norm(normals_[i] - normal) < same_normal) return;
    normals_[count_++] = normal;
  }
  /// Makes room for one cycle: the box stays, then the active facets, then the latest.
  void keep(const ActiveSet& active) {
    constexpr std::size_t room = 7;
    if (count_ + room <= facet_quota) return;
    std::array<V3, facet_quota> kept;
    std::size_t next = 0;
    for (; next < box_facets; ++next) kept[next] = normals_[next];
    for (int i = 0; i < active.count; ++i) {
      const auto f = static_cast<std::size_t>(active.facet[static_cast<std::size_t>(i)]);
      if (f >= box_facets && f < count_ - room) kept[next++] = normals_[f];
    }
    const std::size_t free = facet_quota - room - next;
    for (std::size_t i = count_ - std::min(free, count_ - box_facets); i < count_; ++i) kept[next++] = normals_[i];
    normals_ = kept;
    count_ = next;
  }

  V3 radii_;
  Placement<DoubleDouble> place_, placement_;
  Wide3 foot_;
  V3 normal_;
  std::array<V3, facet_quota> normals_;
  std::array<double, facet_quota> offsets_;
  std::size_t count_ = 0;
};

}  // namespace

RefinementOutcome ellipsoid_refinement(const PlacedEllipsoid<double>& a, const PlacedEllipsoid<double>& b,
                                       const RefinementSettings& settings) {
  RefinedEllipsoid one(a), two(b);
  double length = norm(b.centre - a.centre);
  for (const double r : a.radii) length = std::fmax(length, r);
  for (const double r : b.radii) length = std::fmax(length, r);
  Dqp3Settings dqp3_settings;
  dqp3_settings.length = length * finer;
  dqp3_settings.limit = dqp3_limit;
  dqp3_settings.hold_at_start = true;  // the feet are on the facets that touch there
  RefinementOutcome r;
  double best = HUGE_VAL, turn = HUGE_VAL;
  int idle = 0;
  while (r.cycles < settings.limit) {
    ++r.cycles;
    Dqp3State<DoubleDouble> state{{Wide3(V3(0, 0, 0)), {}}, {Wide3(V3(0, 0, 0)), {}}};
    const auto body_a = one.polyhedron(), body_b = two.polyhedron();
    const bool in_reach = turn > dqp3_reach;
    bool solved = in_reach && dqp3(body_a, body_b, dqp3_settings, state).ending != Dqp3Ending::cycle_limit &&
                  norm_sq(rounded(state.a.at)) + norm_sq(rounded(state.b.at)) < HUGE_VAL;
    r.by_dqp3 += solved ? 1 : 0;
    if (!solved) solved = nearest_of_patches(body_a, body_b, state);
    if (!solved && !in_reach) dqp3(body_a, body_b, dqp3_settings, state);  // the polyhedra meet
    one.project(state.a.at);
    two.project(state.b.at);
    const Wide3 between = two.world_foot() - one.world_foot();
    r.x = rounded(one.world_foot());
    r.y = rounded(two.world_foot());
    if (settings.done != nullptr && settings.done(settings.context, r.x, r.y)) return r;
    const DoubleDouble distance = norm(between);
    if (!(distance > DoubleDouble(0.0))) return r;
    const Wide3 direction = between * (DoubleDouble(1.0) / distance);
    turn = std::fmax(one.refine(one.inwards(direction), settings.facets, state.a.active),
                     two.refine(two.inwards(-direction), settings.facets, state.b.active));
    // The points are nearest where the normals are opposite and the line between the feet is along them. The latter is
    // told to rounding of the feet; over a small gap it alone would leave the place open.
    const double opposed = norm(one.world_normal() + two.world_normal());
    const double apart = std::fmax(to_double(distance) * turn / length, opposed);
    if (apart <= settled) {
      r.settled = true;
      return r;
    }
    if (apart < 0.5 * best) {
      best = apart;
      idle = 0;
    } else if (++idle > patience) {
      return r;
    }
  }
  return r;
}

std::optional<Proposal> ellipsoid_refinement(const Pair& pair, const Goal& goal, int facets) {
  const auto two = TwoEllipsoids::of(pair);
  if (!two) return std::nullopt;
  RefinementSettings settings;
  settings.facets = facets;
  const RefinementOutcome found = ellipsoid_refinement(two->a(), two->b(), settings);
  Proposal proposal = two->propose(found.x, found.y);
  if (!(two->gap_along(proposal.normal) > 0.0)) return std::nullopt;
  proposal.iterations = found.cycles;
  if (!found.settled && !two->settled(found.x, found.y, goal.gap)) proposal.ending = Ending::iteration_limit;
  return proposal;
}

}  // namespace clearance::detail

#pragma once

// Polyhedra about two ellipsoids that are refined where it matters (Fenger 2001, section 5.4). Each ellipsoid is
// enclosed by a polyhedron, at first a box. In every cycle DQP3 finds the points where the polyhedra are nearest; their
// feet on the ellipsoids get facets that touch there, and so do others near by, by one of three rules:
//
//   4        the surface point whose normal is along the line between the feet, and two more on the circle through that
//            normal about the first
//   7        the same and three on a second circle, twice as wide
//   halving  half-way between the foot's normal and that of each active facet (suggested in section 6.1)
//
// The box, the active facets and the latest are kept.
//
// In double precision the thesis could not go beyond 1e-7: facets whose normals differ by t are apart by t^2, which is
// rounding from t = 1e-8 on. Here the polyhedra are described about the last feet: the offset of a facet from there is
// computed in the number type of the search and of the order of t^2 itself. In double-double nothing then is small
// against what it is subtracted from, and the cycles go on to where normals are rounded, 1e-16. The cycling of DQP3
// that the thesis met does not depend on that: where DQP3 goes round in circles, and for all facets that are parallel
// to 1e-7, the vertices of the polyhedra decide (patch_polyhedron.hpp), unless DQP3 is to do it alone.
//
// Invariant: the feet are in all half-spaces, so that each run of DQP3 has a feasible start. Cost of a cycle: a run of
// DQP3 on at most 24 facets a body, or cutting two boxes by these.
//
// A template over the number type: double-double in the library, or one that counts operations.

#include <cmath>

#include "literature/ellipsoids/ellipsoid_iteration.hpp"
#include "literature/ellipsoids/patch_polyhedron.hpp"

namespace clearance::detail {

enum class RefinementRule { four, seven, halving };

/// What normals are computed in: a double, that counts if the other number does.
template <class T>
struct PlainOf {
  using type = T;
};
template <>
struct PlainOf<DoubleDouble> {
  using type = double;
};
template <template <class> class Counting>
struct PlainOf<Counting<DoubleDouble>> {
  using type = Counting<double>;
};

namespace refinement {

inline constexpr std::size_t box_facets = 6, facet_quota = patch_facets;
/// The length that the tolerances of DQP3 are relative to. What is left to be resolved is as large as the normals still
/// turn: with tolerances of the size of the ellipsoids the search would end early, with much finer ones it takes
/// rounding for a pull and goes round in circles. In double nothing finer can be resolved than what the thesis has.
template <class T>
double tolerance_length(double length, double turn) {
  constexpr double finest = 0x1p-40;
  return sizeof(T) > sizeof(double) ? length * std::fmax(finest, std::fmin(turn, 1.0)) : length;
}
/// Normals that differ by less are the same.
inline constexpr double same_normal = 0x1p-50;
/// Feet are nearest if they are joined by their normals but for this, relative to the size of the pair, and the normals
/// are opposite but for this.
inline constexpr double settled = 0x1p-48;
/// Cycles without progress, after which rounding decides.
inline constexpr int patience = 12;
/// Where normals and the line between the feet differ by less than this, facets are too parallel for DQP3.
inline constexpr double dqp3_reach = 1e-7;
/// DQP3 that goes on for longer goes round in circles.
inline constexpr int dqp3_limit = 30;

template <class P>
Vector<P> unit(const Vector<P>& v) {
  return v * (P(1.0) / norm(v));
}
template <class T>
Vector<T> scaled(const Vector<T>& v, const Vector<T>& by) {
  return {v.x * by.x, v.y * by.y, v.z * by.z};
}
template <class T>
V3 rounded_of(const Vector<T>& v) {
  return {to_double(v.x), to_double(v.y), to_double(v.z)};
}

/// One ellipsoid and its polyhedron, in the axes of the ellipsoid.
template <class T>
class RefinedEllipsoid {
  using P = typename PlainOf<T>::type;
  using Plain = Vector<P>;
  using Wide = Vector<T>;

 public:
  explicit RefinedEllipsoid(const PlacedEllipsoid<double>& body)
      : radii_(V3(body.radii[0], body.radii[1], body.radii[2])),
        place_{body.axes == nullptr ? Matrix<T>(Wide(V3(1, 0, 0)), Wide(V3(0, 1, 0)), Wide(V3(0, 0, 1)))
                                    : Matrix<T>(Wide(body.axes->r0), Wide(body.axes->r1), Wide(body.axes->r2)),
               Wide(body.centre)} {
    for (const double sign : {1.0, -1.0})
      for (const V3& axis : {V3(1, 0, 0), V3(0, 1, 0), V3(0, 0, 1)}) normals_[count_++] = axis * sign;
    set_normal(Plain(V3(1, 0, 0)));
  }

  /// For DQP3, about the foot.
  HalfspaceBody<T> polyhedron() {
    for (std::size_t i = 0; i < count_; ++i) {
      const Wide n(normals_[i]);
      offsets_[i] = to_double(norm(scaled(n, radii_)) - dot(n, foot_));
    }
    placement_ = {place_.rotation, world_foot()};
    return {{normals_.data(), count_}, {offsets_.data(), count_}, &placement_, nullptr};
  }
  Wide world_foot() const { return place_.rotation * foot_ + place_.position; }
  V3 world_normal() const { return rounded_of(place_.rotation * Wide(rounded_of(normal_))); }
  Plain inwards(const Wide& v) const { return Plain(rounded_of(transposed_times(place_.rotation, v))); }

  /// The foot of a point given relative to the last foot.
  void project(const Wide& from_foot) {
    const Wide p = foot_ + from_foot;
    const auto near = nearest_on_ellipsoid<T, 3>({radii_.x, radii_.y, radii_.z}, {p.x, p.y, p.z});
    set_normal(unit(Plain(rounded_of(Wide(near.normal[0], near.normal[1], near.normal[2])))));
  }

  /// Adds facets at the foot, towards a unit direction, and about it; keeps what is active. Returns how far normal and
  /// direction are apart.
  double refine(const Plain& towards, RefinementRule rule, const ActiveSet& active) {
    std::array<V3, 3> held;
    for (std::size_t i = 0; i < static_cast<std::size_t>(active.count); ++i)
      held[i] = normals_[static_cast<std::size_t>(active.facet[i])];
    keep(active);
    const Plain t = towards - normal_;
    add(normal_);
    if (rule == RefinementRule::halving) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(active.count); ++i)
        if (const Plain half = normal_ + Plain(held[i]); norm_sq(half) > P(0.0)) add(unit(half));
      return to_double(norm(t));
    }
    const Plain across = cross(normal_, t);
    const double turn = 2.0943951023931953;  // a third of a circle
    for (int ring = 0; ring < (rule == RefinementRule::seven ? 2 : 1); ++ring)
      for (int k = 0; k < 3; ++k) {
        const double angle = turn * (k + 0.5 * ring), reach = ring == 0 ? 1.0 : 2.0;
        add(unit(normal_ + t * P(reach * std::cos(angle)) + across * P(reach * std::sin(angle))));
      }
    return to_double(norm(t));
  }

 private:
  /// The foot is where the surface has this very normal, to the last digit: else offsets would not be what they say.
  void set_normal(const Plain& normal) {
    normal_ = normal;
    const Wide m = scaled(Wide(rounded_of(normal)), radii_);
    foot_ = scaled(m, radii_) * (T(1.0) / norm(m));
  }
  void add(const Plain& normal) {
    const V3 n = rounded_of(normal);
    for (std::size_t i = 0; i < count_; ++i)
      if (norm(normals_[i] - n) < same_normal) return;
    normals_[count_++] = n;
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

  Wide radii_;
  Placement<T> place_, placement_;
  Wide foot_;
  Plain normal_;
  std::array<V3, facet_quota> normals_;
  std::array<double, facet_quota> offsets_;
  std::size_t count_ = 0;
};

}  // namespace refinement

struct RefinementSettings {
  RefinementRule rule = RefinementRule::four;
  int limit = 120;          ///< of the cycles
  bool dqp3_alone = false;  ///< a cycle goes on from where DQP3 stopped, as in the thesis
  /// Told the points of the two surfaces after every cycle; true ends the search.
  bool (*done)(void* context, const V3& x, const V3& y) = nullptr;
  void* context = nullptr;
};

struct RefinementOutcome {
  V3 x, y;  ///< on the surfaces, in the axes of the pair
  int cycles = 0;
  int by_dqp3 = 0;       ///< cycles whose polyhedra DQP3 solved; the vertices of the polyhedra decided the others
  bool settled = false;  ///< the normals and the line between the points agree to rounding
  bool done = false;     ///< `done` ended it
};

template <class T>
RefinementOutcome refine_ellipsoids(const PlacedEllipsoid<double>& a, const PlacedEllipsoid<double>& b,
                                    const RefinementSettings& settings) {
  using refinement::rounded_of;
  refinement::RefinedEllipsoid<T> one(a), two(b);
  double length = norm(b.centre - a.centre);
  for (const double r : a.radii) length = std::fmax(length, r);
  for (const double r : b.radii) length = std::fmax(length, r);
  Dqp3Settings dqp3_settings;
  dqp3_settings.limit = refinement::dqp3_limit;
  dqp3_settings.hold_at_start = true;  // the feet are on the facets that touch there
  RefinementOutcome r;
  double best = HUGE_VAL, turn = HUGE_VAL;
  int idle = 0;
  const Vector<T> foot(V3(0, 0, 0));
  while (r.cycles < settings.limit) {
    ++r.cycles;
    Dqp3State<T> state{{foot, {}}, {foot, {}}};
    const auto body_a = one.polyhedron(), body_b = two.polyhedron();
    dqp3_settings.length = refinement::tolerance_length<T>(length, turn);
    const bool in_reach = turn > refinement::dqp3_reach || settings.dqp3_alone;
    bool solved = in_reach && dqp3(body_a, body_b, dqp3_settings, state).ending != Dqp3Ending::cycle_limit &&
                  norm_sq(rounded_of(state.a.at)) + norm_sq(rounded_of(state.b.at)) < HUGE_VAL;
    r.by_dqp3 += solved ? 1 : 0;
    if (!solved && !settings.dqp3_alone) solved = nearest_of_patches(body_a, body_b, state);
    if (!solved && !in_reach) dqp3(body_a, body_b, dqp3_settings, state);  // the polyhedra meet
    one.project(state.a.at);
    two.project(state.b.at);
    const Vector<T> between = two.world_foot() - one.world_foot();
    r.x = rounded_of(one.world_foot());
    r.y = rounded_of(two.world_foot());
    if (settings.done != nullptr && settings.done(settings.context, r.x, r.y)) {
      r.done = true;
      return r;
    }
    const T distance = norm(between);
    if (!(distance > T(0.0))) return r;
    const Vector<T> direction = between * (T(1.0) / distance);
    turn = std::fmax(one.refine(one.inwards(direction), settings.rule, state.a.active),
                     two.refine(two.inwards(-direction), settings.rule, state.b.active));
    // The points are nearest where the normals are opposite and the line between the feet is along them. The latter is
    // told to rounding of the feet; over a small gap it alone would leave the place open.
    const double opposed = norm(one.world_normal() + two.world_normal());
    const double apart = std::fmax(to_double(distance) * turn / length, opposed);
    if (apart <= refinement::settled) {
      r.settled = true;
      return r;
    }
    if (apart < 0.5 * best) {
      best = apart;
      idle = 0;
    } else if (++idle > refinement::patience) {
      return r;
    }
  }
  return r;
}

}  // namespace clearance::detail

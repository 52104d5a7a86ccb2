// DQP3 as a method of the library: where a query starts (what the last one left, or support vertices along the line of
// centres), the search itself (dqp3_walk.hpp, or dqp3.hpp for the variants of the literature), and the proposal that
// `certify` proves. The lower bound is that of the multipliers: the faces around the support vertex whose normals span
// the direction (bound_by_facets in outer_support.cpp). The upper bound is that of points which are combinations of
// vertices.
//
// Where double precision leaves the enclosure wider than rounding explains, the walk runs once more in double-double.

#include "literature/dqp3/dqp3_method.hpp"

#include <algorithm>
#include <span>

#include "literature/dqp3/dqp3.hpp"
#include "literature/dqp3/dqp3_walk.hpp"
#include "literature/dqp3/facet_witness.hpp"
#include "literature/dqp3/fit_points.hpp"

namespace clearance::detail {

namespace {

/// Bounds on the steps of the walk and on the cycles of the variants.
constexpr int walk_limit = 1200, variant_limit = 500;
/// Enclosures wider than this, relative to the size of the pair, or than the error that is charged anyway, are not
/// tight.
constexpr double tight = 1e-13;
/// Rounds of support vertices before a cold start on large hulls, and the gap at which they end, relative to the
/// distance.
constexpr int start_rounds = 4, large_start_rounds = 12, large_hull = 1000;
constexpr double start_gap = 0.01;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

template <class T>
Mixture mixture_of(const Polytope& p, const Spot<T>& s) {
  if (s.dimension == 0) return {1, {s.vertex, 0, 0}, {1.0, 0.0, 0.0}};
  if (s.dimension == 2) return mixture_in_facet(p, s.facet, s.local);
  const double share = to_double(s.share);
  return {2, {s.vertex, s.end, 0}, {1.0 - share, share, 0.0}};
}

template <class T>
HeldFeature held(const Spot<T>& s) {
  HeldFeature h{};
  h.faces = 3 - s.dimension;
  h.face = {s.facet, s.across, -1};
  h.vertex = s.vertex;
  h.end = s.end;
  h.point = rounded(s.local);
  return h;
}

bool is_index(int i, std::size_t count) { return i >= 0 && index(i) < count; }

/// Where the last query left off; nothing if the memory is not of this polyhedron. A point that is not in its facet,
/// since the memory is foreign after all, is replaced by a corner.
template <class T>
std::optional<Spot<T>> resumed(const Surface<T>& surface, const HeldFeature& h) {
  const Polytope& p = surface.polytope;
  if (h.faces == 3) {
    if (!is_index(h.vertex, index(p.vertices))) return std::nullopt;
    return surface.at_vertex(h.vertex);
  }
  if (h.faces == 0 || !is_index(h.face[0], p.facet_normal.size())) return std::nullopt;
  Spot<T> s;
  s.dimension = 3 - h.faces;
  s.facet = h.face[0];
  const auto corners = p.graph.corners(s.facet);
  if (h.faces == 1) {
    const V3 at = h.point, c = p.vertex(corners[0]);
    const double slack = 1e-9 * p.radius;
    const bool on_plane = std::fabs(dot(at - c, p.facet_normal[index(s.facet)])) <= slack;
    if (!on_plane || surface.exit(s.facet, Vector<T>(c), Vector<T>(at - c)).corner >= 0)
      return surface.at_vertex(corners[0]);
    surface.set_inside(s, Vector<T>(at));
    return s;
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (corners[i] != h.vertex || corners[i + 1 < corners.size() ? i + 1 : 0] != h.end) continue;
    surface.set_border(s, static_cast<int>(i), Vector<T>(h.point));
    return s;
  }
  return std::nullopt;
}

/// The nearest pair of support vertices on the way to the normal of the gap: along the line of centres, then along the
/// difference of the vertices themselves as long as that brings them nearer, which is the end for round bodies. Large
/// hulls that are not round go on by conditional gradients on the difference b - a (Frank and Wolfe 1956): from a point
/// d of it towards the support point along d, as far as that shortens d.
template <class T>
std::array<Spot<T>, 2> cold_start(const Surface<T>& a, const Surface<T>& b, const V3& between) {
  using Ends = std::array<Spot<T>, 2>;
  const auto support = [&](const Vector<T>& n) {
    return Ends{a.at_vertex(support_vertex(a.polytope, rounded(a.gradient(n)), -1)),
                b.at_vertex(support_vertex(b.polytope, rounded(b.gradient(-n)), -1))};
  };
  const auto between_ends = [](const Ends& ends) { return ends[1].at - ends[0].at; };
  Ends best = support(Vector<T>(between));
  Vector<T> d = between_ends(best);
  T least = norm_sq(d);
  const bool large = std::max(a.polytope.vertices, b.polytope.vertices) > large_hull;
  bool straight = true;
  for (int round = 0; round < (large ? large_start_rounds : start_rounds); ++round) {
    const Ends next = support(d);
    const Vector<T> to = between_ends(next), step = to - d;
    const T gain = -dot(d, step), step_sq = norm_sq(step), to_sq = norm_sq(to);
    if (!(gain > T(start_gap) * norm_sq(d))) break;
    straight = straight && to_sq < least;
    if (to_sq < least) {
      least = to_sq;
      best = next;
    }
    if (!straight && !large) break;
    d = straight ? to : d + step * (gain < step_sq ? gain / step_sq : T(1.0));
  }
  return best;
}

/// The two surfaces in common axes: those of the pair or, in double and for a rigid a, those of a.
template <class T>
struct Surfaces {
  explicit Surfaces(const Pair& pair)
      : in_frame_of_a(std::is_same_v<T, double> && pair.rigid_a),
        offset(in_frame_of_a ? transposed_times(pair.a.map, pair.offset) : pair.offset),
        a(pair.a.core->polytope, pair.a.map, V3(0, 0, 0), pair.factor_a, false, in_frame_of_a),
        b(pair.b.core->polytope, in_frame_of_a ? transposed_times(pair.a.map, pair.b.map) : pair.b.map, offset,
          pair.factor_b, in_frame_of_a && pair.rigid_b, false) {}
  V3 to_pair(const Pair& pair, const V3& n) const { return in_frame_of_a ? pair.a.map * n : n; }

  bool in_frame_of_a;
  V3 offset;
  Surface<T> a, b;
};

template <class T>
std::optional<Attempt> walk(const Pair& pair, PairMemory* memory) {
  const Surfaces<T> in_place(pair);
  const Surface<T>& a = in_place.a;
  const Surface<T>& b = in_place.b;
  std::optional<Spot<T>> from_a, from_b;
  if (memory != nullptr) {
    from_a = resumed(a, recalled_feature(memory->held.a, pair.a));
    from_b = resumed(b, recalled_feature(memory->held.b, pair.b));
  }
  if (!from_a || !from_b) {
    const auto start = cold_start(a, b, in_place.offset);
    from_a = start[0];
    from_b = start[1];
  }
  FeatureWalk<T> search(a, b, *from_a, *from_b, pair.size);
  const WalkEnding ending = search.run(walk_limit);
  if (memory != nullptr) {
    memory->held.a = held(search.spot(0));
    memory->held.b = held(search.spot(1));
  }
  if (ending == WalkEnding::meeting) return std::nullopt;
  const Mixture in_a = mixture_of(a.polytope, search.spot(0)), in_b = mixture_of(b.polytope, search.spot(1));
  Attempt attempt;
  attempt.proposal =
      make_proposal(pair, in_a, in_b, in_place.to_pair(pair, rounded(search.normal())), search.steps() + 1);
  if (ending == WalkEnding::step_limit) attempt.proposal.ending = Ending::iteration_limit;
  attempt.enclosure = certify(pair, attempt.proposal);
  return attempt;
}

bool is_tight(const Pair& pair, const Attempt& attempt) {
  return attempt.enclosure.width() <= std::max(tight * pair.size, 4.0 * (pair.error + pair.radius_error));
}

std::optional<Attempt> robust(const Pair& pair, PairMemory* memory) {
  std::optional<Attempt> attempt = walk<double>(pair, memory);
  if (!attempt || is_tight(pair, *attempt)) return attempt;
  PairMemory from_here{};
  if (memory != nullptr) from_here = *memory;
  std::optional<Attempt> second = walk<DoubleDouble>(pair, memory != nullptr ? &from_here : nullptr);
  if (!second) return std::nullopt;
  second->proposal.iterations += attempt->proposal.iterations;
  if (!is_tight(pair, *second)) return std::nullopt;
  return second;
}

/// The point of the last query, made feasible, with those of its facets that it is on; else the middle of the body.
HeldPoint<double> repaired(const Polytope& p, const HeldFeature& h) {
  HeldPoint<double> point{p.inside, {}};
  if (h.faces == 0) return point;
  const Surface<double> surface(p, M3(Mat3::Identity()), V3(0, 0, 0), 1.0, true, true);
  const V3 ray = h.point - p.inside;
  const Exit<double> out = surface.exit_of_ray(p.inside, ray);
  point.at = p.inside + ray * std::min(1.0, out.alpha);
  for (int i = 0; i < h.faces; ++i) {
    const int f = h.face[index(i)];
    if (!is_index(f, p.facet_normal.size()) || point.active.has(f)) continue;
    const double height = dot(p.facet_normal[index(f)], point.at) - p.facet_offset[index(f)];
    if (std::fabs(height) <= dqp3_on_facet * p.radius) point.active.facet[index(point.active.count++)] = f;
  }
  return point;
}

HeldFeature held(const HeldPoint<double>& point) {
  HeldFeature h{};
  h.faces = point.active.count;
  h.face = point.active.facet;
  h.point = point.at;
  return h;
}

std::optional<Attempt> by_variant(const Pair& pair, Dqp3Variant variant, PairMemory* memory) {
  PlacedHalfspaces a(pair.a, V3(0, 0, 0), pair.factor_a), b(pair.b, pair.offset, pair.factor_b);
  const Polytope& polytope_a = pair.a.core->polytope;
  const Polytope& polytope_b = pair.b.core->polytope;
  if (variant == Dqp3Variant::adjacent) {
    a.body.graph = &polytope_a.graph;
    b.body.graph = &polytope_b.graph;
  }
  Dqp3State<double> search{{polytope_a.inside, {}}, {polytope_b.inside, {}}};
  if (memory != nullptr)
    search = {repaired(polytope_a, recalled_feature(memory->held.a, pair.a)),
              repaired(polytope_b, recalled_feature(memory->held.b, pair.b))};
  const auto found = dqp3(a.body, b.body, {variant, pair.size, variant_limit}, search);
  if (memory != nullptr) {
    memory->held.a = held(search.a);
    memory->held.b = held(search.b);
  }
  if (found.ending == Dqp3Ending::touching) return std::nullopt;
  // That variant is kept for what it is, unusable: where it does not end, another method answers, and says so.
  if (variant == Dqp3Variant::consistent && found.ending == Dqp3Ending::cycle_limit) return std::nullopt;
  Attempt attempt;
  attempt.proposal = make_proposal(pair, mixture_near(polytope_a, search.a.at), mixture_near(polytope_b, search.b.at),
                                   found.difference, found.cycles + 1);
  attempt.proposal.vertex_a = attempt.proposal.vertex_b = -1;
  if (found.ending == Dqp3Ending::cycle_limit) attempt.proposal.ending = Ending::iteration_limit;
  fit_points(pair, attempt);
  return attempt;
}

}  // namespace

std::optional<Attempt> dqp3_distance(const Pair& pair, Dqp3Variant variant, PairMemory* memory) {
  if (pair.a.inflate > 0.0 || pair.b.inflate > 0.0) return std::nullopt;  // no longer polyhedra
  return variant == Dqp3Variant::robust ? robust(pair, memory) : by_variant(pair, variant, memory);
}

}  // namespace clearance::detail

// Keeps a feature of each body, a vertex, an edge or a face, and the nearest points of the two. If the point on each
// body is in the Voronoi region of the feature of the other, the features are the closest ones; this is what the three
// applicability tests decide. Where a test fails, it names a neighbouring feature that is nearer, and the walk goes on.
//
//   vertex: no edge of the vertex leads towards the other point, else that edge;
//   edge:   the other point is not on the inner side of either face at the edge, else that face;
//   face:   the other point is above the face, and above its inside.
//
// As published, the walk has no way to go when a point is below a face: it then cycles, and with it every overlap. Here
// the face of the body that the point is farthest above is looked for among all. If there is none, the point is inside:
// the bodies overlap. Other departures: a face against an edge is at once reduced to the pair of a vertex, or of edges,
// that is nearest; and a walk that rounding keeps from getting nearer ends. The certificate then decides, and an answer
// that it does not prove is left to the default solver.
//
// Invariant: the distance strictly decreases but where a walk escapes from below a face, at most `escape_limit` times.
// Cost: the neighbours of a feature a step.

#include "literature/tracking/lin_canny.hpp"

#include <cmath>

#include "literature/tracking/surface.hpp"
#include "solvers/feature.hpp"
#include "solvers/feature_pair.hpp"

namespace clearance::detail {

namespace {

constexpr double coordinate_rounding = 0x1p-50;
constexpr int escape_limit = 8;
/// Faces with more corners than this are left to the default solver: a walk along a border is no longer short.
constexpr int corner_limit = 4096;

enum class Region { vertex, edge, face };

/// A feature: a vertex is `edge.from`; a face is `edge.left`, and the edge one of its border.
struct Place {
  Region region = Region::vertex;
  SurfaceEdge edge;
};

/// One body of the pair, in the coordinates of the solver.
struct Side {
  Surface surface;
  M3 map;
  V3 shift;

  V3 at(int v) const { return map * surface.vertex(v) + shift; }
  V3 normal(int face) const { return map * surface.normal(face); }
  SurfaceEdge next(const SurfaceEdge& e) const { return surface.edge_of_face(e.to, e.left); }
};

/// The nearest points of two features and the features that hold them in their insides.
struct Nearest2 {
  Place a, b;
  V3 point_a{}, point_b{};
  double distance_sq = HUGE_VAL;
  bool crossing = false;
};

Place vertex_place(int v) { return {Region::vertex, {v, -1, -1, -1}}; }

Place on_edge(const SurfaceEdge& e, double t) {
  if (t <= 0.0) return vertex_place(e.from);
  if (t >= 1.0) return vertex_place(e.to);
  return {Region::edge, e};
}

V3 along(const V3& p, const V3& q, double t) { return p + (q - p) * t; }

class Walk {
 public:
  Walk(const Pair& pair, double noise) : difference_(pair), noise_(noise), a_(side_a()), b_(side_b()) {}

  const Difference<double>& difference() const { return difference_; }

  /// Nearest points of two features of which at most one is a face.
  Nearest2 link(const Place& a, const Place& b) const {
    if (a.region == Region::face) return face_other(a_, b_, a, b);
    if (b.region == Region::face) return swapped(face_other(b_, a_, b, a));
    Nearest2 best;
    consider(best, edges(a_, b_, a, b));
    return best;
  }

  /// The neighbouring feature of a that is nearer to the other point, if a test fails.
  std::optional<Place> better_a(const Nearest2& n) const { return better(a_, n.a, n.point_b - n.point_a, n.point_b); }
  std::optional<Place> better_b(const Nearest2& n) const { return better(b_, n.b, n.point_a - n.point_b, n.point_a); }

  /// Whether the other point is below the face it is nearest to.
  bool below_a(const Nearest2& n) const { return below(a_, n.a, n.point_b); }
  bool below_b(const Nearest2& n) const { return below(b_, n.b, n.point_a); }
  std::optional<Place> escape_a(const V3& point) const { return highest(a_, point); }
  std::optional<Place> escape_b(const V3& point) const { return highest(b_, point); }

  FeatureSet corners_a(const Nearest2& n) const { return corners(a_, n.a, n.point_a); }
  FeatureSet corners_b(const Nearest2& n) const { return corners(b_, n.b, n.point_b); }

 private:
  Side side_a() const {
    const V3 origin = difference_.place_a(V3(0, 0, 0));
    return {
        Surface(difference_.pair().a),
        columns(difference_.place_a(V3(1, 0, 0)), difference_.place_a(V3(0, 1, 0)), difference_.place_a(V3(0, 0, 1))),
        origin};
  }
  Side side_b() const {
    const M3& map = difference_.map_b();
    return {Surface(difference_.pair().b), map, difference_.offset()};
  }
  static M3 columns(const V3& x, const V3& y, const V3& z) { return M3(x, y, z).transposed(); }

  static void consider(Nearest2& best, Nearest2 candidate) {
    candidate.distance_sq = norm_sq(candidate.point_b - candidate.point_a);
    if (candidate.distance_sq < best.distance_sq) best = candidate;
  }
  static Nearest2 swapped(const Nearest2& n) { return {n.b, n.a, n.point_b, n.point_a, n.distance_sq, n.crossing}; }

  /// Vertices and edges, in any combination.
  Nearest2 edges(const Side& sp, const Side& sq, const Place& p, const Place& q) const {
    const V3 p0 = sp.at(p.edge.from), q0 = sq.at(q.edge.from);
    if (p.region == Region::vertex && q.region == Region::vertex) return {p, q, p0, q0};
    if (p.region == Region::vertex) {
      const V3 q1 = sq.at(q.edge.to);
      const double t = point_edge(p0, q0, q1, noise_).t;
      return {p, on_edge(q.edge, t), p0, along(q0, q1, t)};
    }
    const V3 p1 = sp.at(p.edge.to);
    if (q.region == Region::vertex) {
      const double t = point_edge(q0, p0, p1, noise_).t;
      return {on_edge(p.edge, t), q, along(p0, p1, t), q0};
    }
    const V3 q1 = sq.at(q.edge.to);
    const OnEdges on = edge_edge(p0, p1, q0, q1, noise_);
    return {on_edge(p.edge, on.s), on_edge(q.edge, on.t), along(p0, p1, on.s), along(q0, q1, on.t)};
  }

  /// Calls visit(edge, from, to) for the border of a face.
  template <class Visit>
  void border(const Side& side, const Place& face, Visit visit) const {
    SurfaceEdge e = face.edge;
    V3 from = side.at(e.from);
    for (int i = 0; i < corner_limit; ++i) {
      const V3 to = side.at(e.to);
      visit(e, from, to);
      if (e.to == face.edge.from) return;
      e = side.next(e);
      from = to;
    }
  }

  /// The foot of a point on the plane of a face; whether it is inside.
  bool foot_inside(const Side& side, const Place& face, const V3& point) const {
    const V3 n = side.normal(face.edge.left);
    bool inside = true;
    border(side, face, [&](const SurfaceEdge&, const V3& from, const V3& to) {
      if (!(dot(cross(n, to - from), point - from) >= 0.0)) inside = false;
    });
    return inside;
  }
  double height(const Side& side, const Place& face, const V3& point) const {
    return dot(side.normal(face.edge.left), point - side.at(face.edge.from));
  }

  /// A face against a vertex or an edge.
  Nearest2 face_other(const Side& sf, const Side& so, const Place& face, const Place& other) const {
    Nearest2 best;
    const V3 n = sf.normal(face.edge.left);
    const auto end = [&](int v) {
      const V3 at = so.at(v);
      if (!foot_inside(sf, face, at)) return;
      consider(best, {face, vertex_place(v), at - n * (height(sf, face, at) / norm_sq(n)), at});
    };
    end(other.edge.from);
    if (other.region == Region::edge) {
      end(other.edge.to);
      const V3 p = so.at(other.edge.from), q = so.at(other.edge.to);
      const double below = height(sf, face, p), above = height(sf, face, q);
      if ((below < 0.0) != (above < 0.0) && foot_inside(sf, face, along(p, q, below / (below - above)))) {
        best.crossing = true;
        return best;
      }
    }
    border(sf, face, [&](const SurfaceEdge& e, const V3&, const V3&) {
      consider(best, edges(sf, so, {Region::edge, e}, other));
    });
    return best;
  }

  std::optional<Place> better(const Side& side, const Place& place, const V3& towards, const V3& other) const {
    if (place.region == Region::face) return std::nullopt;
    if (place.region == Region::vertex) {
      const V3 at = side.at(place.edge.from);
      double most = 0.0;
      std::optional<Place> found;
      for (int k = 0; k < side.surface.degree(place.edge.from); ++k) {
        const SurfaceEdge e = side.surface.edge(place.edge.from, k);
        const double gain = dot(towards, side.at(e.to) - at);
        if (gain > most) most = gain, found = Place{Region::edge, e};
      }
      return found;
    }
    const SurfaceEdge& e = place.edge;
    if (e.left < 0) return std::nullopt;
    const V3 from = side.at(e.from), run = side.at(e.to) - from;
    const double left = dot(cross(side.normal(e.left), run), other - from);
    const double right = -dot(cross(side.normal(e.right), run), other - from);
    if (left > 0.0 && left >= right) return Place{Region::face, e};
    if (right > 0.0) return Place{Region::face, {e.to, e.from, e.right, e.left}};
    return std::nullopt;
  }

  bool below(const Side& side, const Place& place, const V3& point) const {
    return place.region == Region::face && height(side, place, point) < 0.0;
  }

  /// The face that a point is farthest above; nothing if it is above none, and so inside.
  std::optional<Place> highest(const Side& side, const V3& point) const {
    std::optional<Place> found;
    double most = 0.0;
    for (int v = 0; v < side.surface.vertices(); ++v) {
      const V3 to_point = point - side.at(v);
      for (int k = 0; k < side.surface.degree(v); ++k) {
        const SurfaceEdge e = side.surface.edge(v, k);
        if (e.left < 0) continue;
        const double h = dot(side.normal(e.left), to_point);
        if (h > most) most = h, found = Place{Region::face, e};
      }
    }
    return found;
  }

  /// At most three vertices of a feature whose hull holds the point.
  FeatureSet corners(const Side& side, const Place& place, const V3& point) const {
    FeatureSet set;
    set.add(place.edge.from, side.at(place.edge.from));
    if (place.region == Region::vertex) return set;
    set.add(place.edge.to, side.at(place.edge.to));
    if (place.region == Region::edge) return set;
    double nearest = HUGE_VAL;
    FeatureSet best = set;
    border(side, place, [&](const SurfaceEdge& e, const V3& from, const V3& to) {
      if (e.from == place.edge.from || e.to == place.edge.from) return;
      const std::array<V3, 3> triangle{set.at[0], from, to};
      const OnFacet on = point_facet(point, triangle, noise_);
      const V3 foot = triangle[0] * on.weight[0] + triangle[1] * on.weight[1] + triangle[2] * on.weight[2];
      const double d = norm_sq(point - foot);
      if (!(d < nearest)) return;
      nearest = d;
      best.count = 1;
      best.add(e.from, from);
      best.add(e.to, to);
    });
    return best;
  }

  Difference<double> difference_;
  double noise_;
  Side a_, b_;
};

/// The vertices that the last query ended at, or those that face each other.
Nearest2 start(const Walk& walk, const PairMemory* memory) {
  const Difference<double>& difference = walk.difference();
  const Pair& pair = difference.pair();
  const RecalledCorners last = recalled_corners(memory, pair);
  if (last.count > 0) return walk.link(vertex_place(last.corner[0].a), vertex_place(last.corner[0].b));
  V3 towards = difference.offset();
  if (!(norm_sq(towards) > 0.0)) towards = V3(1, 0, 0);
  return walk.link(vertex_place(hill_climb(pair.a, difference.into_a(towards), -1)),
                   vertex_place(hill_climb(pair.b, -difference.into_b(towards), -1)));
}

}  // namespace

std::optional<Proposal> lin_canny(const Pair& pair, PairMemory* memory) {
  const double noise = coordinate_rounding * pair.size;
  const Walk walk(pair, noise);
  Nearest2 now = start(walk, memory);
  Proposal proposal;
  for (int escapes = 0;; ++proposal.iterations) {
    if (now.crossing || !(now.distance_sq > noise * noise)) return std::nullopt;
    if (proposal.iterations >= lin_canny_limit) return std::nullopt;
    if (walk.below_a(now) || walk.below_b(now)) {
      const bool of_a = walk.below_a(now);
      const std::optional<Place> face = of_a ? walk.escape_a(now.point_b) : walk.escape_b(now.point_a);
      if (!face || ++escapes > escape_limit) return std::nullopt;
      now = of_a ? walk.link(*face, now.b) : walk.link(now.a, *face);
      continue;
    }
    Nearest2 next;
    if (const auto a = walk.better_a(now)) next = walk.link(*a, now.b);
    if (!next.crossing && !(next.distance_sq < now.distance_sq))
      if (const auto b = walk.better_b(now)) next = walk.link(now.a, *b);
    if (!next.crossing && !(next.distance_sq < now.distance_sq)) break;
    now = next;
  }
  const Link link = link_features(walk.corners_a(now), walk.corners_b(now), noise);
  if (link.crossing || !(link.distance_sq > noise * noise)) return std::nullopt;
  const Simplex<double> simplex = corners_of(link, pair);
  set_witness(proposal, pair, simplex.vertex.data(), simplex.weight.data(), simplex.count);
  const V3 normal = walk.difference().to_pair(link.direction);
  proposal.normal = normal * (1.0 / norm(normal));
  if (memory != nullptr) remember(*memory, pair, simplex, proposal);
  return proposal;
}

}  // namespace clearance::detail

// The point of a polyhedron that is nearest to an ellipsoid, by the search of DQP3 with the three delta steps that
// Fenger 2001 sketches in section 5.5.1 and left for later:
//
//   point   the nearest point of an ellipsoid (section 5.1)
//   line    the nearest points have a normal perpendicular to the line; seen along it, the ellipsoid is an ellipse and
//           the line a point of the plane, which is the first problem in two dimensions
//   facet   the point of the ellipsoid with the normal of the facet
//
// The distance of a point of the polyhedron to the ellipsoid is a convex function. On a line, its least value on an
// edge is therefore where the line has it, or at the end that is nearer to there. In a plane, it is where the plane has
// it or else on an edge that is between there and the triangle.
//
// Departure: the point is held on the vertices that span an edge or a triangle, not on the facets that meet there. What
// is released is decided by weights, and what comes next is the vertex that is farthest towards the ellipsoid, which on
// large hulls is found by walking. So flat bodies, segments and vertices in which many facets meet are nothing special,
// and the distance falls in every step, which is what makes the search end. Departure: the axes of the ellipse come
// from a rotation that makes the two half-shadows of the ellipsoid orthogonal, instead of the conjugate points of
// equations 5.5.1 to 5.5.4: no digits are lost however flat the ellipsoid.
//
// Invariant: 1 to 3 vertices, of positive weights, at the head of the loop. Cost of a step: a support vertex and at
// most three planes and three lines; 2 to 5 steps for boxes.

#include "solvers/dqp3_ellipsoid.hpp"

#include <cmath>

#include "clearance/ellipsoid/nearest.hpp"

namespace clearance::detail {

namespace {

/// Distances below this, relative to the size of the pair, are rounding.
constexpr double nothing = 0x1p-51;

V3 scaled(const V3& v, const V3& by) { return {v.x * by.x, v.y * by.y, v.z * by.z}; }
V3 divided(const V3& v, const V3& by) { return {v.x / by.x, v.y / by.y, v.z / by.z}; }

/// A vertex of the polyhedron.
struct Corner {
  V3 at;         ///< in the axes of the ellipsoid, about its centre
  Member local;  ///< in those of the polyhedron
  int vertex;
};

/// Up to four corners, and where in their hull the nearest point is.
struct Held {
  int count = 0;
  std::array<Corner, 4> corner;
};

/// The nearest points of the ellipsoid and of the hull of some corners.
struct Contact {
  double distance = HUGE_VAL;  ///< not positive if they touch
  V3 normal{};                 ///< outward, of the ellipsoid
  int count = 0;
  std::array<int, 3> index{};
  std::array<double, 3> weight{};
};

/// An ellipsoid about the origin, along the axes.
class Deltas {
 public:
  Deltas(const V3& radii, const Held& held) : radii_(radii), held_(held) {}

  V3 support(const V3& n) const {
    const V3 m = scaled(n, radii_);
    return scaled(m, radii_) * (1.0 / norm(m));
  }

  Contact nearest() const {
    switch (held_.count) {
      case 1:
        return point(0);
      case 2:
        return edge(0, 1);
      case 3:
        return triangle();
      default:
        return tetrahedron();
    }
  }

 private:
  const V3& at(int i) const { return held_.corner[static_cast<std::size_t>(i)].at; }

  Contact point(int i) const {
    const auto near = nearest_on_ellipsoid<double, 3>({radii_.x, radii_.y, radii_.z}, {at(i).x, at(i).y, at(i).z});
    return {near.distance, V3(near.normal[0], near.normal[1], near.normal[2]), 1, {i}, {1.0}};
  }

  Contact edge(int i, int j) const {
    const V3 along = at(j) - at(i);
    const double length_sq = norm_sq(along);
    if (!(length_sq > 0.0)) return point(i);
    V3 s = any_perpendicular(along * (1.0 / std::sqrt(length_sq))), t = cross(along, s) * (1.0 / std::sqrt(length_sq));
    // Half-shadows: the ellipsoid seen along the line is { s . x, t . x } for x in it. Turned until they are
    // orthogonal.
    for (int round = 0; round < 2; ++round) {
      const V3 of_s = scaled(s, radii_), of_t = scaled(t, radii_);
      const double both = dot(of_s, of_t);
      if (both == 0.0) break;
      const double half = 0.5 * (norm_sq(of_t) - norm_sq(of_s)) / both;
      const double tangent = std::copysign(1.0, half) / (std::fabs(half) + std::sqrt(1.0 + half * half));
      const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent), sine = cosine * tangent;
      const V3 turned = s * cosine - t * sine;
      t = s * sine + t * cosine;
      s = turned;
    }
    const auto near = nearest_on_ellipsoid<double, 2>({norm(scaled(s, radii_)), norm(scaled(t, radii_))},
                                                      {dot(at(i), s), dot(at(i), t)});
    const V3 n = s * near.normal[0] + t * near.normal[1];
    double share = 0.0;
    if (near.distance > 0.0) {
      share = dot(support(n) - at(i), along) / length_sq;
    } else {  // the line enters the ellipsoid: the middle of what is inside
      const V3 from = divided(at(i), radii_), way = divided(along, radii_);
      share = -dot(from, way) / norm_sq(way);
    }
    if (!(share > 0.0)) return point(i);
    if (!(share < 1.0)) return point(j);
    return {near.distance, n, 2, {i, j}, {1.0 - share, share}};
  }

  /// Where the plane of three corners is nearest, and the weights of that point; distance infinite if there is no
  /// plane.
  struct OfPlane {
    Contact contact;
    V3 area{};  ///< along the normal of the plane
  };
  OfPlane plane(int i, int j, int k) const {
    const V3 u = at(j) - at(i), v = at(k) - at(i), area = cross(u, v);
    const double area_sq = norm_sq(area);
    OfPlane r;
    r.area = area;
    if (!(area_sq > 0.0)) return r;
    V3 n = area * (1.0 / std::sqrt(area_sq));
    double height = dot(n, at(i));
    if (height < 0.0) {
      n = -n;
      height = -height;
    }
    const V3 m = scaled(n, radii_);
    const double reach = norm(m), distance = height - reach;
    const V3 foot = scaled(m, radii_) * (1.0 / reach);
    const V3 y = distance > 0.0 ? foot + n * distance : foot * (height / reach);
    const double of_j = dot(cross(y - at(i), v), area) / area_sq, of_k = dot(cross(u, y - at(i)), area) / area_sq;
    r.contact = {distance, n, 3, {i, j, k}, {1.0 - of_j - of_k, of_j, of_k}};
    return r;
  }
  static bool is_inside(const Contact& c) { return c.weight[0] >= 0.0 && c.weight[1] >= 0.0 && c.weight[2] >= 0.0; }

  void consider(Contact& best, int i, int j) const {
    const Contact c = edge(i, j);
    if (c.distance < best.distance) best = c;
  }

  Contact triangle() const {
    const Contact c = plane(0, 1, 2).contact;
    if (c.count == 3 && is_inside(c)) return c;
    Contact best;
    for (int i = 0; i < 3; ++i)
      if (c.count == 0 || !(c.weight[static_cast<std::size_t>(i)] >= 0.0)) consider(best, (i + 1) % 3, (i + 2) % 3);
    return best;
  }

  /// The last corner is new, and nearer to the ellipsoid than the plane of the others.
  Contact tetrahedron() const {
    bool holds_centre = true;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, opposite = (i + 2) % 3;
      const auto [c, area] = plane(i, j, 3);
      const double to_opposite = dot(area, at(opposite) - at(3)), to_centre = -dot(area, at(3));
      const bool beyond = to_opposite * to_centre < 0.0;
      holds_centre = holds_centre && !beyond;
      if (beyond && c.count == 3 && is_inside(c)) return c;
    }
    if (holds_centre && is_above_base()) return {-1.0, V3(1, 0, 0), 0, {}, {}};
    Contact best;
    for (int i = 0; i < 3; ++i) consider(best, i, 3);
    return best;
  }
  bool is_above_base() const {
    const V3 area = cross(at(1) - at(0), at(2) - at(0));
    return dot(area, at(3) - at(0)) * -dot(area, at(0)) >= 0.0;
  }

  V3 radii_;
  const Held& held_;
};

/// One of the bodies is the ellipsoid, the other has corners; all in the axes of the ellipsoid.
class Search {
 public:
  explicit Search(const Pair& pair)
      : pair_(pair),
        ellipsoid_is_a_(pair.a.kind == Kind::ellipsoid),
        ellipsoid_(ellipsoid_is_a_ ? pair.a : pair.b),
        body_(ellipsoid_is_a_ ? pair.b : pair.a),
        axes_(ellipsoid_.map * (1.0 / (ellipsoid_is_a_ ? pair.factor_a : pair.factor_b))),
        map_(transposed_times(axes_, body_.map)),
        offset_(transposed_times(axes_, ellipsoid_is_a_ ? pair.offset : -pair.offset)),
        radii_(ellipsoid_.core->size * (ellipsoid_is_a_ ? pair.factor_a : pair.factor_b)),
        deltas_(radii_, held_) {}

  std::optional<Proposal> run(const Goal& goal, PairMemory* memory) {
    start(memory);
    Proposal proposal;
    Contact here;
    for (double last = HUGE_VAL;;) {
      const Contact next = deltas_.nearest();
      if (!(next.distance > nothing * pair_.size)) return std::nullopt;
      if (!(next.distance < last)) break;  // rounding decides
      here = next;
      last = here.distance;
      reduce(here);
      kept_ = held_;
      ++proposal.iterations;
      const Corner towards = support(-here.normal);
      const double lower = dot(here.normal, towards.at) - norm(scaled(here.normal, radii_));
      if (here.distance - lower <= goal.gap || holds(towards)) break;
      if (lower > goal.max_distance) {
        proposal.ending = Ending::beyond_limit;
        break;
      }
      if (here.distance < goal.min_distance) {
        proposal.ending = Ending::below_limit;
        break;
      }
      if (proposal.iterations >= dqp3_ellipsoid_limit) {
        proposal.ending = Ending::iteration_limit;
        break;
      }
      held_.corner[static_cast<std::size_t>(held_.count++)] = towards;
    }
    if (here.count == 0) return std::nullopt;
    fill(proposal, here);
    if (memory != nullptr) leave_behind(*memory, proposal);
    return proposal;
  }

 private:
  Corner corner(const Member& local, int vertex) const { return {map_ * local.at() + offset_, local, vertex}; }
  Corner support(const V3& n) {
    const Support s = detail::support(body_, transposed_times(map_, n), walk_from_);
    walk_from_ = s.vertex;
    return corner(s.at, s.vertex);
  }
  bool holds(const Corner& c) const {
    for (int i = 0; i < held_.count; ++i)
      if (held_.corner[static_cast<std::size_t>(i)].vertex == c.vertex) return true;
    return false;
  }
  void hold(int vertex) {
    held_.corner[static_cast<std::size_t>(held_.count++)] = corner(vertex_of(body_, vertex), vertex);
  }

  /// Both ends of a segment; the vertices of the last query; else the vertex farthest towards the ellipsoid.
  void start(const PairMemory* memory) {
    if (body_.kind == Kind::segment) {
      hold(0);
      hold(1);
      return;
    }
    const int vertices = vertex_count(body_);
    for (const CornerPair& last : recalled_corners(memory, vertices, vertices)) {
      const int v = ellipsoid_is_a_ ? last.b : last.a;
      if (held_.count < 3 && !holds({{}, {}, v})) hold(v);
    }
    if (held_.count > 0) {
      walk_from_ = held_.corner[0].vertex;
      return;
    }
    held_.corner[static_cast<std::size_t>(held_.count++)] = support(norm_sq(offset_) > 0.0 ? -offset_ : V3(1, 0, 0));
  }

  /// Keeps the corners that the contact rests on, in its order.
  void reduce(Contact& c) {
    Held less;
    less.count = c.count;
    for (int i = 0; i < c.count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      less.corner[k] = held_.corner[static_cast<std::size_t>(c.index[k])];
      c.index[k] = i;
    }
    held_ = less;
  }

  void fill(Proposal& proposal, const Contact& c) const {
    const V3 n = axes_ * c.normal;
    Feature feature;
    for (int i = 0; i < c.count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Corner& held = kept_.corner[k];
      const bool renamed = body_.kind == Kind::polytope;
      feature.vertices[k] = renamed ? body_.core->polytope.source[static_cast<std::size_t>(held.vertex)] : held.vertex;
      ++feature.count;
    }
    proposal.normal = ellipsoid_is_a_ ? n : -n;
    (ellipsoid_is_a_ ? proposal.at_a : proposal.at_b) =
        Members::on_ellipsoid(ellipsoid_, scaled(c.normal, ellipsoid_.core->size));
    (ellipsoid_is_a_ ? proposal.at_b : proposal.at_a) =
        Members::mixed(Weights(c.weight.data(), c.count),
                       [&](int i) -> const Member& { return kept_.corner[static_cast<std::size_t>(i)].local; });
    (ellipsoid_is_a_ ? proposal.feature_b : proposal.feature_a) = feature;
    (ellipsoid_is_a_ ? proposal.vertex_b : proposal.vertex_a) = walk_from_;
  }

  /// The ellipsoid has no vertices: those of the other body stand for both.
  void leave_behind(PairMemory& memory, const Proposal& proposal) const {
    Simplex<double> simplex;
    simplex.count = kept_.count;
    for (std::size_t i = 0; i < static_cast<std::size_t>(kept_.count); ++i)
      simplex.vertex[i].vertex_a = simplex.vertex[i].vertex_b = kept_.corner[i].vertex;
    remember(memory, pair_, simplex, proposal);
  }

  const Pair& pair_;
  const bool ellipsoid_is_a_;
  const Body& ellipsoid_;
  const Body& body_;
  const M3 axes_;  ///< of the ellipsoid, in those of the pair
  const M3 map_;   ///< of the other body, to the axes of the ellipsoid
  const V3 offset_;
  const V3 radii_;
  Held held_, kept_;
  Deltas deltas_;
  int walk_from_ = -1;
};

}  // namespace

bool is_ellipsoid_and_vertices(const Pair& pair) {
  const bool a = pair.a.kind == Kind::ellipsoid, b = pair.b.kind == Kind::ellipsoid;
  if (a == b || !(a ? pair.rigid_a : pair.rigid_b)) return false;
  return vertex_count(a ? pair.b : pair.a) > 0;
}

std::optional<Proposal> dqp3_ellipsoid(const Pair& pair, const Goal& goal, PairMemory* memory) {
  return Search(pair).run(goal, memory);
}

}  // namespace clearance::detail

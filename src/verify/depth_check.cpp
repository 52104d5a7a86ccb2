// Expansion of an inner polytope at the face that is nearest to the origin, as long as that is nearer than the radius
// in question. A face of normal n whose plane is at d has d <= depth in its direction <= h(n), h the support value of
// the difference: once h(n) is below the radius, n is a shorter way out. The solvers expand, too, but in other
// arithmetic, from other descriptions of the shapes, and to another end: they look for the depth, this for a fault.
//
// A surface of triangles in which every edge has its two sides, and which turns its inner side to the origin, meets
// every ray from the origin, no nearer than its nearest plane: docs/proof.md, section 7.
//
// A ball that sweeps a polytope is left out, and the radius is less by its own: few faces then tell all. (A ball under
// a matrix that is no rotation is an ellipsoid; what is left out is the largest ball that rolls in it everywhere.) If
// nothing is left of the radius, the question is whether what was swept is near enough, and Gilbert's search for the
// nearest point of the difference answers it.

#include "verify/depth_check.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "verify/orthogonal.hpp"

namespace clearance::check {

namespace {

/// Support points that are asked for at most. Curved shapes on one axis have a circle of nearest points, along which no
/// number of flat faces will do.
constexpr int most_points = 1500;

/// The radius of a ball that sweeps a shape, by which all of it may be taken in.
struct Sweep {
  template <class S>
  Real operator()(const S&) const {
    return 0;
  }
  Real operator()(const Sphere& s) const { return s.radius; }
  Real operator()(const Capsule& s) const { return s.radius; }
  Real operator()(const SphereHull& s) const {
    Real least = infinity;
    for (const Ball& ball : s.spheres) least = std::min<Real>(least, ball.radius);
    return least;
  }
};

/// A point of a shape that is farthest along n, in its own frame and from `about`. Rays and lines are cut at `reach`
/// from the point that is nearest to `from`.
struct SupportPoint {
  Vec n;
  Vec about;
  Vec from;
  Real reach;

  Vec there(const Vec3& p) const { return wide(p) - about; }
  Vec unit() const { return n.norm() > 0 ? Vec(n / n.norm()) : Vec(Vec::UnitX()); }
  Vec hull(std::span<const Vec3> points) const {
    const Vec3* best = &points.front();
    for (const Vec3& p : points)
      if (n.dot(there(p)) > n.dot(there(*best))) best = &p;
    return there(*best);
  }
  Vec rim(Real radius) const {
    const Real across = std::hypot(n.x(), n.y());
    return across > 0 ? Vec(n.x() / across * radius, n.y() / across * radius, 0) : Vec(radius, 0, 0);
  }
  Vec cut(const Vec3& origin, const Vec3& direction, bool both) const {
    const Vec o = there(origin), d = wide(direction).normalized();
    const Real foot = both ? d.dot(from - o) : std::max<Real>(0, d.dot(from - o));
    const Real end = n.dot(d) > 0 ? foot + reach : foot - reach;
    return o + d * (both ? end : std::max<Real>(0, end));
  }

  Vec operator()(const Point& s) const { return there(s.at); }
  Vec operator()(const Segment& s) const { return hull(s.points); }
  Vec operator()(const Ray& s) const { return cut(s.origin, s.direction, false); }
  Vec operator()(const Line& s) const { return cut(s.origin, s.direction, true); }
  Vec operator()(const Plane&) const { return Vec::Zero(); }
  Vec operator()(const Halfspace&) const { return Vec::Zero(); }
  Vec operator()(const Triangle& s) const { return hull(s.points); }
  Vec operator()(const Rectangle& s) const {
    Vec at = there(s.origin);
    for (const Vec3& edge : s.edges)
      if (n.dot(wide(edge)) > 0) at += wide(edge);
    return at;
  }
  Vec operator()(const Polygon& s) const { return hull(s.points); }
  Vec operator()(const Tetrahedron& s) const { return hull(s.points); }
  Vec operator()(const Box& s) const {
    Vec at = wide(s.size) / 2;
    for (int i = 0; i < 3; ++i)
      if (n[i] < 0) at[i] = -at[i];
    return at;
  }
  Vec operator()(const Sphere& s) const { return unit() * Real(s.radius); }
  Vec operator()(const Capsule& s) const {
    return unit() * Real(s.radius) + Vec(0, 0, (n.z() < 0 ? -1 : 1) * Real(s.length) / 2);
  }
  Vec operator()(const Cylinder& s) const {
    return rim(s.radius) + Vec(0, 0, (n.z() < 0 ? -1 : 1) * Real(s.length) / 2);
  }
  Vec operator()(const Cone& s) const {
    const Vec apex(0, 0, Real(s.length) / 2), base = rim(s.radius) - apex;
    return n.dot(apex) > n.dot(base) ? apex : base;
  }
  Vec operator()(const Ellipsoid& s) const {
    const Vec scaled = n.cwiseProduct(wide(s.radii));
    return scaled.norm() > 0 ? Vec(scaled.cwiseProduct(wide(s.radii)) / scaled.norm()) : Vec(Vec::Zero());
  }
  Vec operator()(const Hull& s) const { return hull(s.points); }
  Vec operator()(const Polyhedron&) const { return Vec::Zero(); }  // by its rows
  Vec operator()(const SphereHull& s) const {
    const Real length = n.norm();
    const auto value = [&](const Ball& ball) { return n.dot(there(ball.centre)) + ball.radius * length; };
    const Ball* best = &s.spheres.front();
    for (const Ball& ball : s.spheres)
      if (value(ball) > value(*best)) best = &ball;
    return there(best->centre) + unit() * Real(best->radius);
  }
  Vec operator()(const Union&) const { return Vec::Zero(); }
};

struct Face {
  std::array<int, 3> corner, across;
  Vec normal;
  Real height;  ///< what is proven of it
  bool alive;
};

class Polytope {
 public:
  Polytope(const Placed& a, const Placed& b, Real noise)
      : a_(a), b_(b), apart_(b.position - a.position), noise_(noise) {
    // A cut that is so far away is no way out of a ball that the difference may hold.
    const auto size = [](const Placed& body) {
      return body.is_bounded() ? (body.rows ? body.rows->radius() : std::visit(Spread{}, body.shape) * 4) : 0;
    };
    reach_ = 16 * (size(a) + size(b) + a.rounding + b.rounding);
    swept_a_ = sweep_of(a);
    swept_b_ = sweep_of(b);
  }

  DepthFinding holds(Real radius) {
    const Real of_core = radius - swept_a_ - swept_b_;
    if (!(of_core > 0)) return is_near(-of_core);
    if (is_polyhedral(a_) && is_polyhedral(b_)) return core_holds(of_core);
    swept_a_ = swept_b_ = 0;
    return core_holds(radius);
  }

 private:
  /// The radius of a ball that is left out of a body: of one that is swept by r, under a matrix R that lacks d in the
  /// norm of R'R - I. The ellipsoid R r has no radius of curvature below r (1 - d) / sqrt(1 + d) >= r (1 - 2 d), so
  /// that it is a ball of that radius and another convex body, added up.
  static Real sweep_of(const Placed& body) {
    const Real lacking = (body.rotation.transpose() * body.rotation - Mat::Identity()).norm();
    return std::max<Real>(0, (std::visit(Sweep{}, body.shape) + body.rounding) * (1 - 2 * lacking));
  }

  /// Whether what a ball sweeps has flat faces alone. A flat face with a round border would be cut into ever more
  /// triangles; where a ball rounds its border, few of them are near.
  static bool is_polyhedral(const Placed& body) {
    const auto* spheres = std::get_if<SphereHull>(&body.shape);
    return !std::holds_alternative<Cylinder>(body.shape) && !std::holds_alternative<Cone>(body.shape) &&
           !std::holds_alternative<Ellipsoid>(body.shape) && (spheres == nullptr || spheres->spheres.size() == 1);
  }

  DepthFinding core_holds(Real radius);
  DepthFinding is_near(Real length) const;

  /// The point of b - a that is farthest along n, measured from the position of a.
  Vec farthest(const Vec& n) const {
    const Vec all = point_of(b_, n, a_.position) + apart_ - point_of(a_, -n, b_.position);
    return n.norm() > 0 ? Vec(all - n * ((swept_a_ + swept_b_) / n.norm())) : all;
  }
  Vec point_of(const Placed& body, const Vec& n, const Vec& other) const {
    const Vec local = body.rotation.transpose() * n;
    Vec at;
    if (body.rows) {
      const std::optional<Vec> found = body.rows->farthest(local);
      if (!found) lost_ = true;
      at = found.value_or(Vec::Zero());
    } else {
      at = std::visit(SupportPoint{local, wide(body.about), body.to_local(other), reach_}, body.shape);
    }
    if (body.rounding > 0 && local.norm() > 0) at += local * (body.rounding / local.norm());
    return body.rotation * at;
  }

  /// False if it has no area.
  bool add(int p, int q, int r) {
    const Vec &o = points_[index(p)], e = points_[index(q)] - o, f = points_[index(r)] - o, m = e.cross(f);
    const Real length = m.norm();
    if (!(length > 0)) return false;
    const Real charge = 8 * std::numeric_limits<Real>::epsilon() * o.norm() * (1 + e.norm() * f.norm() / length);
    faces_.push_back({{p, q, r}, {}, m / length, m.dot(o) / length - charge, true});
    nearest_.emplace(faces_.back().height, static_cast<int>(faces_.size()) - 1);
    return true;
  }
  bool start();
  bool expand(int face);
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  const Placed &a_, &b_;
  Vec apart_;
  Real noise_, reach_ = 0;
  Real swept_a_ = 0, swept_b_ = 0;
  mutable bool lost_ = false;  ///< a support point was not found: nothing is known
  std::vector<Vec> points_;
  std::vector<Face> faces_;
  using Entry = std::pair<Real, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> nearest_;
  Vec flat_ = Vec::Zero();  ///< where the difference has no interior: the normal of a plane that holds it
};

/// Four points that span the difference; false if there are none.
bool Polytope::start() {
  Vec low = farthest(-Vec::UnitX()), high = low;
  for (int i = 0; i < 3; ++i) {
    const Vec p = farthest(-Vec::Unit(i)), q = farthest(Vec::Unit(i));
    if ((q - p).norm() > (high - low).norm()) low = p, high = q;
  }
  flat_ = Vec::UnitX();
  if (!((high - low).norm() > noise_)) return false;
  const Vec along = (high - low).normalized();
  Vec side = along.unitOrthogonal(), third = low;
  flat_ = side;
  Real most = 0;
  for (const Vec& n : {Vec(side), Vec(-side), Vec(along.cross(side)), Vec(-along.cross(side))}) {
    const Vec p = farthest(n);
    if (const Real off = along.cross(p - low).norm(); off > most) most = off, third = p;
  }
  if (!(most > noise_)) return false;
  const Vec up = (high - low).cross(third - low).normalized(), above = farthest(up), below = farthest(-up);
  flat_ = up;
  const Real rise = up.dot(above - low), fall = up.dot(low - below);
  if (!(std::max(rise, fall) > noise_)) return false;
  points_ = {low, high, third, rise > fall ? above : below};
  if (rise > fall) std::swap(points_[0], points_[1]);
  const int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  const int across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (std::size_t f = 0; f < 4; ++f) {
    if (!add(corners[f][0], corners[f][1], corners[f][2])) return false;
    faces_[f].across = {across[f][0], across[f][1], across[f][2]};
  }
  return true;
}

/// The last point in place of the faces around this one that it is above; false where rounding does not allow it.
bool Polytope::expand(int face) {
  struct Edge {
    int from, to, outside;
  };
  const int apex = static_cast<int>(points_.size()) - 1;
  const Vec& w = points_.back();
  std::vector<int> gone{face};
  std::vector<Edge> border;
  faces_[index(face)].alive = false;
  for (std::size_t i = 0; i < gone.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const Face& f = faces_[index(gone[i])];
      const int other = f.across[k];
      Face& beside = faces_[index(other)];
      if (!beside.alive) continue;
      if (beside.normal.dot(w - points_[index(beside.corner[0])]) >= -noise_ / 16) {
        beside.alive = false;
        gone.push_back(other);
      }
    }
  for (const int g : gone)
    for (std::size_t k = 0; k < 3; ++k) {
      const Face& f = faces_[index(g)];
      if (faces_[index(f.across[k])].alive) border.push_back({f.corner[k], f.corner[(k + 1) % 3], f.across[k]});
    }
  std::vector<int> leaving(points_.size(), -1);
  const std::size_t first = faces_.size();
  for (const Edge& edge : border) {
    if (leaving[index(edge.from)] >= 0 || !add(edge.from, edge.to, apex)) return false;
    leaving[index(edge.from)] = static_cast<int>(faces_.size()) - 1;
  }
  for (std::size_t i = 0; i < border.size(); ++i) {
    const Edge& edge = border[i];
    const int next = leaving[index(edge.to)], mine = static_cast<int>(first + i);
    if (next < 0) return false;
    faces_[index(mine)].across[0] = edge.outside;
    faces_[index(mine)].across[1] = next;
    faces_[index(next)].across[2] = mine;
    Face& outside = faces_[index(edge.outside)];
    for (std::size_t k = 0; k < 3; ++k)
      if (outside.corner[k] == edge.to && outside.corner[(k + 1) % 3] == edge.from) outside.across[k] = mine;
  }
  return border.size() >= 3;
}

DepthFinding Polytope::core_holds(Real radius) {
  const bool solid = start();
  if (lost_) return DepthFinding::open;
  if (!solid) {
    for (const int sign : {1, -1})
      if (flat_.dot(farthest(flat_ * sign)) * sign < radius - noise_) return DepthFinding::refuted;
    return DepthFinding::open;
  }
  while (static_cast<int>(points_.size()) < most_points) {
    while (!nearest_.empty() && !faces_[index(nearest_.top().second)].alive) nearest_.pop();
    if (nearest_.empty()) return DepthFinding::open;
    const auto [height, face] = nearest_.top();
    if (height >= radius - noise_) return DepthFinding::proven;
    const Vec n = faces_[index(face)].normal, w = farthest(n);
    const Real outer = n.dot(w);
    if (lost_) return DepthFinding::open;
    if (outer < radius - noise_) return DepthFinding::refuted;
    if (!(outer - height > noise_ / 4)) return DepthFinding::open;
    points_.push_back(w);
    if (!expand(face)) return DepthFinding::open;
  }
  return DepthFinding::open;
}

/// The point of the hull of at most four points that is nearest to the origin; keeps those that it is made of.
Vec nearest_of(std::vector<Vec>& points) {
  Vec best = points.front();
  std::vector<Vec> made_of{best};
  for (unsigned chosen = 1; chosen < 1U << points.size(); ++chosen) {
    std::vector<Vec> some;
    for (std::size_t i = 0; i < points.size(); ++i)
      if ((chosen >> i & 1U) != 0) some.push_back(points[i]);
    const std::size_t rest = some.size() - 1;
    std::array<Vec, 3> edges;
    for (std::size_t i = 0; i < rest; ++i) edges[i] = some[i + 1] - some.front();
    const auto weights = orthogonal(std::span(edges).first(rest)).weights_of(-some.front());
    if (!(*std::min_element(weights.begin(), weights.end()) >= 0) || !(weights[0] + weights[1] + weights[2] <= 1))
      continue;
    Vec at = some.front();
    for (std::size_t i = 0; i < rest; ++i) at += weights[i] * edges[i];
    if (at.norm() < best.norm()) best = at, made_of = some;
  }
  points = made_of;
  return best;
}

/// Gilbert's search on simplices (1966; Gilbert, Johnson and Keerthi 1988): the support point that is farthest towards
/// the origin joins those that the nearest point is made of.
DepthFinding Polytope::is_near(Real length) const {
  std::vector<Vec> simplex{farthest(Vec::UnitX())};
  for (int step = 0; step < most_points; ++step) {
    const Vec nearest = nearest_of(simplex);
    const Real distance = nearest.norm();
    if (lost_) return DepthFinding::open;
    if (distance <= length + noise_) return DepthFinding::proven;
    const Vec n = nearest / distance, w = farthest(-n);
    const Real slab = n.dot(w);
    if (slab > length + noise_) return DepthFinding::refuted;
    if (simplex.size() == 4 || !(distance - slab > noise_ / 64)) return DepthFinding::open;
    simplex.push_back(w);
  }
  return DepthFinding::open;
}

}  // namespace

DepthFinding check_depth(const Placed& a, const Placed& b, Real radius, Real noise) {
  if (a.is_flat() || b.is_flat() || !(noise > 0)) return DepthFinding::open;
  return Polytope(a, b, noise).holds(radius);
}

}  // namespace clearance::check

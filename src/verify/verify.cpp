// An independent look at a result: it shares no code with the solvers and works on the shapes as they were described,
// in extended precision. The argument needs two facts only.
//   For any n, (min over b of n . y - max over a of n . x) / |n| is at most the signed distance.
//   For any p in a and q in b, |q - p| is at least the signed distance.
// For overlapping shapes the second says nothing about the depth: there, `upper` is what the witness points show, and
// the claim that no shorter translation separates is not checked.
// Of unions, the two parts that the result names are looked at in this way, and every other pair of parts by the first
// fact alone: `lower` must be below a slab of each. Directions for these slabs are asked of the solvers, as any will
// do; what they show is found here.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "clearance/distance.hpp"

namespace clearance {

namespace {

using Real = long double;
using Vec = Eigen::Matrix<Real, 3, 1>;
using Mat = Eigen::Matrix<Real, 3, 3>;
constexpr Real infinity = std::numeric_limits<Real>::infinity();

Vec wide(const Vec3& v) { return v.cast<Real>(); }

/// max of n . x over a shape in its own frame.
struct SupportValue {
  Vec n;

  Real hull(std::span<const Vec3> points) const {
    Real best = -infinity;
    for (const Vec3& p : points) best = std::max(best, n.dot(wide(p)));
    return best;
  }
  Real along(const Vec3& direction, bool both) const {  // n . s direction over s >= 0, or over all s
    const Real slope = n.dot(wide(direction)),
               rounding = std::numeric_limits<double>::epsilon() * n.norm() * wide(direction).norm();
    return slope > rounding || (both && slope < -rounding) ? infinity : 0;
  }
  Real flat(const Vec3& normal, Real offset, bool both) const {
    const Vec m = wide(normal) / wide(normal).norm();
    const Real cosine = n.dot(m) / n.norm();
    const bool aligned = (n / n.norm() - (cosine < 0 ? Vec(-m) : m)).norm() < 64 * std::numeric_limits<Real>::epsilon();
    if (!aligned || (cosine < 0 && !both)) return infinity;
    return (cosine < 0 ? -offset : offset) / wide(normal).norm() * n.norm();
  }
  Real across() const { return std::hypot(n.x(), n.y()); }

  Real operator()(const Point& s) const { return n.dot(wide(s.at)); }
  Real operator()(const Segment& s) const { return hull(s.points); }
  Real operator()(const Ray& s) const { return n.dot(wide(s.origin)) + along(s.direction, false); }
  Real operator()(const Line& s) const { return n.dot(wide(s.origin)) + along(s.direction, true); }
  Real operator()(const Plane& s) const { return flat(s.normal, s.offset, true); }
  Real operator()(const Halfspace& s) const { return flat(s.normal, s.offset, false); }
  Real operator()(const Triangle& s) const { return hull(s.points); }
  Real operator()(const Rectangle& s) const {
    return n.dot(wide(s.origin)) + std::max<Real>(0, n.dot(wide(s.edges[0]))) +
           std::max<Real>(0, n.dot(wide(s.edges[1])));
  }
  Real operator()(const Polygon& s) const { return hull(s.points); }
  Real operator()(const Tetrahedron& s) const { return hull(s.points); }
  Real operator()(const Box& s) const { return n.cwiseAbs().dot(wide(s.size)) / 2; }
  Real operator()(const Sphere& s) const { return s.radius * n.norm(); }
  Real operator()(const Capsule& s) const { return s.radius * n.norm() + std::fabs(n.z()) * s.length / 2; }
  Real operator()(const Cylinder& s) const { return s.radius * across() + std::fabs(n.z()) * s.length / 2; }
  Real operator()(const Cone& s) const {
    return std::max(n.z() * s.length / 2, s.radius * across() - n.z() * s.length / 2);
  }
  Real operator()(const Ellipsoid& s) const { return n.cwiseProduct(wide(s.radii)).norm(); }
  Real operator()(const Hull& s) const { return hull(s.points); }
  Real operator()(const Polyhedron&) const { return infinity; }  // by its rows: see polyhedron_support
  Real operator()(const Spheres& s) const {
    Real best = -infinity;
    for (const Ball& ball : s.spheres) best = std::max(best, n.dot(wide(ball.centre)) + ball.radius * n.norm());
    return best;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
};

/// The nearest direction along which an unbounded shape has a finite support, both in its own frame: a normal in
/// doubles is perpendicular to a line only to rounding. Any direction will do for the proof.
struct Aligned {
  Vec n;
  Vec across(const Vec3& direction, bool both) const {
    const Vec u = wide(direction) / wide(direction).norm();
    return n.dot(u) > 0 || both ? Vec(n - n.dot(u) * u) : n;
  }
  Vec along(const Vec3& normal) const {
    const Vec m = wide(normal) / wide(normal).norm();
    return n.dot(m) < 0 ? Vec(-m) : m;
  }
  Vec operator()(const Ray& s) const { return across(s.direction, false); }
  Vec operator()(const Line& s) const { return across(s.direction, true); }
  Vec operator()(const Plane& s) const { return along(s.normal); }
  Vec operator()(const Halfspace& s) const { return along(s.normal); }
  template <class S>
  Vec operator()(const S& /*bounded*/) const {
    return n;
  }
};

/// For half-spaces a_j . x <= d_j, the support value along n is the least sum of lambda_j d_j over lambda >= 0 with
/// sum of lambda_j a_j = n. The dual simplex method, from the faces of a box of the size of the pair about the witness:
/// the row that the vertex of three rows violates most replaces the one that would get a negative lambda first. However
/// it ends, what is returned is a bound: what rounding leaves of n is charged at the size of the pair.
Real polyhedron_support(const Polyhedron& s, const Vec& n, const Vec& at, Real size) {
  std::vector<Vec> normal;
  std::vector<Real> offset;  // relative to the witness
  for (int axis = 0; axis < 3; ++axis) {
    normal.emplace_back(Vec::Unit(axis) * (n[axis] < 0 ? -1 : 1));
    offset.push_back(size);
  }
  for (const HalfspaceRow& row : s.halfspaces) {
    const Real length = wide(row.normal).norm();
    normal.emplace_back(wide(row.normal) / length);
    offset.push_back((row.offset - wide(row.normal).dot(at)) / length);
  }
  std::array<std::size_t, 3> rows{0, 1, 2};
  const auto basis = [&] { return (Mat() << normal[rows[0]], normal[rows[1]], normal[rows[2]]).finished(); };
  Real best = infinity;
  for (std::size_t step = 0; step < 100 + normal.size(); ++step) {
    const Mat columns = basis(), inverse = columns.inverse();
    const Vec lambda = (inverse * n).cwiseMax(0), heights(offset[rows[0]], offset[rows[1]], offset[rows[2]]);
    const Real bound = lambda.dot(heights) + (columns * lambda - n).norm() * size;
    best = bound < best ? bound : best;
    const Vec vertex = inverse.transpose() * heights;
    std::size_t worst = 0;
    Real most = 1e-18L * size;
    for (std::size_t j = 0; j < normal.size(); ++j)
      if (const Real excess = normal[j].dot(vertex) - offset[j]; excess > most) most = excess, worst = j;
    if (!(most > 1e-18L * size)) break;
    const Vec share = inverse * normal[worst];
    int leaving = -1;
    for (int i = 0; i < 3; ++i)
      if (share[i] > 0 && (leaving < 0 || lambda[i] * share[leaving] < lambda[leaving] * share[i])) leaving = i;
    if (leaving < 0) break;
    rows[static_cast<std::size_t>(leaving)] = worst;
  }
  return n.dot(at) + best;
}

/// How far x is outside of a shape, in its own frame; zero inside. For hulls, of the vertices that the result names.
struct Outside {
  Vec x;
  Vec n;  // the normal out of the shape
  const Feature& feature;

  /// To the segment or triangle of up to three points.
  Real simplex(const std::vector<Vec>& p) const {
    if (p.empty()) return infinity;
    Real best = infinity;
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < p.size(); ++j) {
        const Vec d = p[j] - p[i];
        const Real t = d.squaredNorm() > 0 ? std::clamp<Real>(d.dot(x - p[i]) / d.squaredNorm(), 0, 1) : 0;
        best = std::min(best, (x - p[i] - t * d).norm());
      }
    if (p.size() < 3) return best;
    const Vec area = (p[1] - p[0]).cross(p[2] - p[0]);
    const auto side = [&](std::size_t i, std::size_t j) { return area.dot((p[j] - p[i]).cross(x - p[i])); };
    if (area.norm() > 0 && side(0, 1) >= 0 && side(1, 2) >= 0 && side(2, 0) >= 0)
      best = std::min(best, std::fabs(area.dot(x - p[0])) / area.norm());
    return best;
  }
  template <class At>
  Real named(std::size_t available, At at) const {
    std::vector<Vec> p;
    for (int i = 0; i < feature.count; ++i) {
      const int v = feature.vertices[static_cast<std::size_t>(i)];
      if (v < 0 || static_cast<std::size_t>(v) >= available) return infinity;
      p.push_back(at(static_cast<std::size_t>(v)));
    }
    return simplex(p);
  }
  Real hull(std::span<const Vec3> points) const {
    return named(points.size(), [&](std::size_t i) { return wide(points[i]); });
  }
  Real beyond(Real value) const { return std::max<Real>(0, value); }

  Real operator()(const Point& s) const { return (x - wide(s.at)).norm(); }
  Real operator()(const Segment& s) const { return simplex({wide(s.points[0]), wide(s.points[1])}); }
  Real operator()(const Ray& s) const {
    const Vec d = wide(s.direction);
    const Real t = std::max<Real>(0, d.dot(x - wide(s.origin)) / d.squaredNorm());
    return (x - wide(s.origin) - t * d).norm();
  }
  Real operator()(const Line& s) const {
    const Vec d = wide(s.direction);
    return (x - wide(s.origin)).cross(d).norm() / d.norm();
  }
  Real operator()(const Plane& s) const { return std::fabs(wide(s.normal).dot(x) - s.offset) / wide(s.normal).norm(); }
  Real operator()(const Halfspace& s) const {
    return beyond((wide(s.normal).dot(x) - s.offset) / wide(s.normal).norm());
  }
  Real operator()(const Triangle& s) const {
    return simplex({wide(s.points[0]), wide(s.points[1]), wide(s.points[2])});
  }
  Real operator()(const Rectangle& s) const {
    Vec rest = x - wide(s.origin);
    for (const Vec3& edge : s.edges) {
      const Vec d = wide(edge);
      if (d.squaredNorm() > 0) rest -= std::clamp<Real>(d.dot(rest) / d.squaredNorm(), 0, 1) * d;
    }
    return rest.norm();
  }
  Real operator()(const Polygon& s) const { return hull(s.points); }
  Real operator()(const Tetrahedron& s) const { return hull(s.points); }
  Real operator()(const Box& s) const { return (x.cwiseAbs() - wide(s.size) / 2).cwiseMax(Real(0)).norm(); }
  Real operator()(const Sphere& s) const { return beyond(x.norm() - s.radius); }
  Real operator()(const Capsule& s) const {
    const Real half = Real(s.length) / 2;
    return beyond((x - Vec(0, 0, std::clamp<Real>(x.z(), -half, half))).norm() - s.radius);
  }
  Real operator()(const Cylinder& s) const {
    return std::hypot(beyond(std::hypot(x.x(), x.y()) - s.radius), beyond(std::fabs(x.z()) - Real(s.length) / 2));
  }
  Real operator()(const Cone& s) const {
    const Real half = Real(s.length) / 2, across = std::hypot(x.x(), x.y()),
               slant = std::hypot<Real>(s.radius, s.length);
    const Real side = slant > 0 ? (across * s.length + (x.z() - half) * s.radius) / slant : across;
    return std::max({Real(0), side, -half - x.z(), x.z() - half});
  }
  Real operator()(const Ellipsoid& s) const {
    // The nearest point y solves x - y = t y / r^2 for the t >= 0 that puts it on the surface; bisect for t.
    const Vec square = wide(s.radii).cwiseAbs2();
    const auto nearest = [&](Real t) -> Vec {
      return x.cwiseProduct(square).cwiseQuotient((square.array() + t).matrix());
    };
    const auto inside = [&](Real t) { return nearest(t).cwiseQuotient(wide(s.radii)).norm() <= 1; };
    if (inside(0)) return 0;
    Real low = 0, high = x.norm() * wide(s.radii).maxCoeff();  // where |y / r| <= |x| max(r) / t = 1
    for (int step = 0; step < 128; ++step) {
      const Real middle = low + (high - low) / 2;
      (inside(middle) ? high : low) = middle;
    }
    return (x - nearest(high)).norm();
  }
  Real operator()(const Hull& s) const { return hull(s.points); }
  Real operator()(const Polyhedron& s) const {
    Real worst = 0;
    for (const HalfspaceRow& row : s.halfspaces)
      worst = std::max(worst, (wide(row.normal).dot(x) - row.offset) / wide(row.normal).norm());
    return worst;
  }
  Real operator()(const Spheres& s) const {
    // Along the normal; then Frank and Wolfe's walk to the nearest point y: x - y shows x outside, if anything does.
    Real worst = beyond(n.dot(x) - SupportValue{n}(s));
    Vec y = wide(s.spheres.front().centre);
    for (int step = 0; step < 400; ++step) {
      const Vec m = x - y;
      if (!(m.norm() > 0)) break;
      const Ball* farthest = &s.spheres.front();
      for (const Ball& ball : s.spheres)
        if (m.dot(wide(ball.centre)) + ball.radius * m.norm() >
            m.dot(wide(farthest->centre)) + farthest->radius * m.norm())
          farthest = &ball;
      const Vec support = wide(farthest->centre) + m * (farthest->radius / m.norm());
      worst = std::max(worst, m.dot(x - support) / m.norm());
      const Vec d = support - y;
      if (!(d.squaredNorm() > 0)) break;
      y += std::clamp<Real>(m.dot(d) / d.squaredNorm(), 0, 1) * d;
    }
    return worst;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
};

/// Size of the numbers that describe a shape, for rounding.
struct Magnitude {
  Real points(std::span<const Vec3> p) const {
    Real m = 0;
    for (const Vec3& v : p) m = std::max<Real>(m, v.cwiseAbs().maxCoeff());
    return m;
  }
  Real operator()(const Point& s) const { return points({&s.at, 1}); }
  Real operator()(const Ray& s) const { return points({&s.origin, 1}); }
  Real operator()(const Line& s) const { return points({&s.origin, 1}); }
  Real operator()(const Plane& s) const { return std::fabs(s.offset) / s.normal.norm(); }
  Real operator()(const Halfspace& s) const { return std::fabs(s.offset) / s.normal.norm(); }
  Real operator()(const Rectangle& s) const { return points({&s.origin, 1}) + points(s.edges); }
  Real operator()(const Box& s) const { return s.size.maxCoeff(); }
  Real operator()(const Sphere& s) const { return s.radius; }
  Real operator()(const Capsule& s) const { return s.radius + s.length; }
  Real operator()(const Cylinder& s) const { return s.radius + s.length; }
  Real operator()(const Cone& s) const { return s.radius + s.length; }
  Real operator()(const Ellipsoid& s) const { return s.radii.maxCoeff(); }
  Real operator()(const Polyhedron& s) const {
    Real m = 0;
    for (const HalfspaceRow& row : s.halfspaces) m = std::max<Real>(m, std::fabs(row.offset) / row.normal.norm());
    return m;
  }
  Real operator()(const Spheres& s) const {
    Real m = 0;
    for (const Ball& ball : s.spheres) m = std::max<Real>(m, ball.centre.cwiseAbs().maxCoeff() + ball.radius);
    return m;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
  template <class S>
  Real operator()(const S& s) const {
    return points(s.points);
  }
};

struct Placed {
  const ShapeVariant& shape;
  Mat rotation;
  Vec position;
  Vec to_local(const Vec& world) const { return rotation.inverse() * (world - position); }
};

Placed place(const Shape& shape, const Pose& pose) {
  return {shape.description(), pose.rotation().cast<Real>() + pose.rotation_low().cast<Real>(), wide(pose.position())};
}

/// max of direction . x over a placed shape, measured from its position. `witness`: a point near the support, if known.
Real support_of(const Placed& body, const Vec& direction, const Vec& witness, Real size) {
  const Vec local = body.rotation.transpose() * direction;
  if (const auto* rows = std::get_if<Polyhedron>(&body.shape))
    return polyhedron_support(*rows, local, body.to_local(witness), size);
  return std::visit(SupportValue{local}, body.shape);
}

/// Whether the normal, the axes of either body, or the line of their positions show a gap: not a full search, but a
/// claim of overlap must stand at least this.
bool separated_along_some_axis(const Placed& a, const Placed& b, const Result& result, Real size) {
  std::vector<Vec> directions{wide(result.normal), b.position - a.position};
  for (int i = 0; i < 3; ++i) {
    directions.push_back(Vec::Unit(i));
    directions.push_back(a.rotation.col(i));
    directions.push_back(b.rotation.col(i));
  }
  for (const Vec& direction : directions)
    for (const int sign : {1, -1}) {
      if (!(direction.norm() > 0)) continue;
      const Vec n = sign * direction.normalized();
      const Real gap = n.dot(b.position - a.position) - support_of(b, -n, wide(result.point_b), size) -
                       support_of(a, n, wide(result.point_a), size);
      if (gap > 1e-12L * size) return true;
    }
  return false;
}

/// A normal that both bodies have a support along, as near to n as there is one, and the gap along it: the slab,
/// measured from the position of a, so that a far-off pair loses nothing. p and q are points near the supports.
struct Slab {
  Vec normal;
  Real gap;
};
Slab slab_along(Vec n, const Placed& a, const Placed& b, const Vec& p, const Vec& q, Real extent) {
  for (int pass = 0; pass < 4; ++pass)  // each may undo a little of what the other did
    for (const auto& [body, side] : {std::pair{&a, 1}, std::pair{&b, -1}}) {
      const Vec local = std::visit(Aligned{body->rotation.transpose() * n * side}, body->shape);
      n = (body->rotation.transpose().inverse() * local * side).normalized();
    }
  return {n, n.dot(b.position - a.position) - support_of(b, -n, q, extent) - support_of(a, n, p, extent)};
}

Real extent_of(const Placed& a, const Placed& b) {
  return std::visit(Magnitude{}, a.shape) + std::visit(Magnitude{}, b.shape) + (b.position - a.position).norm();
}

/// Two convex bodies, of which the first has its position to within `blur` in extended precision.
Verification verify_convex(const Result& result, const Placed& at_a, const Placed& at_b, Real blur) {
  Verification v;
  v.lower = -std::numeric_limits<double>::infinity();
  v.upper = std::numeric_limits<double>::infinity();
  const auto fail = [&](std::string_view reason) {
    v.reason = reason;
    return v;
  };
  if (std::isnan(result.distance) || !(result.lower <= result.distance && result.distance <= result.upper))
    return fail("lower <= distance <= upper does not hold");
  const Real extent = extent_of(at_a, at_b);
  if (!result.has_distance()) {
    if (result.status != Status::penetrating || result.lower != result.distance || result.upper > 0.0)
      return fail("without a distance the status must be penetrating");
    if (separated_along_some_axis(at_a, at_b, result, extent))
      return fail("penetrating is claimed, but a slab separates the shapes");
    v.ok = true;
    return v;
  }
  const Status status = result.lower > 0   ? Status::separated
                        : result.upper < 0 ? Status::penetrating
                                           : Status::touching;
  if (status != result.status) return fail("the status does not follow from the bounds");
  if (!(std::fabs(result.normal.norm() - 1.0) < 1e-12)) return fail("the normal is not of unit length");

  const Vec p = wide(result.point_a), q = wide(result.point_b);
  const Real extended = 64 * std::numeric_limits<Real>::epsilon() * extent + blur;
  const Real in_double = 64 * Real(std::numeric_limits<double>::epsilon()) * (extent + p.norm() + q.norm());

  const auto [n, slab] = slab_along(wide(result.normal).normalized(), at_a, at_b, p, q, extent);
  v.lower = std::nextafter(static_cast<double>(slab - extended), -std::numeric_limits<double>::infinity());
  if (!(result.lower <= slab + extended + 32 * std::numeric_limits<double>::epsilon() * extent))
    return fail("lower exceeds what the slab along the normal proves");

  // Witness points are claimed to be as good as the enclosure is narrow.
  const Real allowed = 1e-11L * extent + in_double + std::max<Real>(0, Real(result.upper) - Real(result.lower));
  if (!(std::visit(Outside{at_a.to_local(p), at_a.rotation.transpose() * n, result.feature_a}, at_a.shape) <= allowed))
    return fail("point_a is not in a");
  if (!(std::visit(Outside{at_b.to_local(q), at_b.rotation.transpose() * -n, result.feature_b}, at_b.shape) <= allowed))
    return fail("point_b is not in b");
  const Real span = result.distance < 0 ? -(q - p).norm() : (q - p).norm();
  v.upper = std::nextafter(static_cast<double>(span + 2 * allowed), std::numeric_limits<double>::infinity());
  if (!(result.upper >= span - allowed)) return fail("upper is below the distance of the witness points");
  if (!((q - p - Real(result.distance) * n).norm() <= allowed))
    return fail("point_b - point_a is not distance * normal");
  v.ok = true;
  return v;
}

/// A union, or a shape that is its own and only part.
struct Parts {
  Parts(const Shape& shape, const Pose& whole_pose) : whole(place(shape, whole_pose)), pose(whole_pose) {
    if (const auto* of_many = std::get_if<Union>(&shape.description()))
      list.assign(of_many->parts().begin(), of_many->parts().end());
    else
      list.push_back({shape});
    is_union = std::holds_alternative<Union>(shape.description());
  }
  Placed placed(std::size_t i) const {
    const Placed inside = place(list[i].shape, list[i].pose);
    return {inside.shape, whole.rotation * inside.rotation, whole.rotation * inside.position + whole.position};
  }
  Pose rounded(std::size_t i) const { return Pose::turned(pose, list[i].pose, pose * list[i].pose.position()); }
  /// The part that a result names, if it does as it should.
  std::optional<std::size_t> named(int part) const {
    if (!is_union) return part == -1 ? std::optional<std::size_t>(0) : std::nullopt;
    return part >= 0 && static_cast<std::size_t>(part) < list.size() ? std::optional(static_cast<std::size_t>(part))
                                                                     : std::nullopt;
  }

  std::vector<Part> list;
  Placed whole;
  Pose pose;
  bool is_union = false;
};

Verification verify_parts(const Result& result, const Parts& a, const Parts& b) {
  const auto nearest_a = a.named(result.part_a), nearest_b = b.named(result.part_b);
  if (!nearest_a || !nearest_b) return {false, -HUGE_VAL, HUGE_VAL, "the result names no part, or one too many"};
  const auto blur_of = [](const Parts& body, std::size_t i) {
    return 16 * std::numeric_limits<Real>::epsilon() *
           (body.whole.position.norm() + wide(body.list[i].pose.position()).norm());
  };
  Verification v = verify_convex(result, a.placed(*nearest_a), b.placed(*nearest_b),
                                 blur_of(a, *nearest_a) + blur_of(b, *nearest_b));
  if (!v.ok || !result.has_distance()) return v;
  for (std::size_t i = 0; i < a.list.size(); ++i)
    for (std::size_t j = 0; j < b.list.size(); ++j) {
      if (i == *nearest_a && j == *nearest_b) continue;
      const Result other = distance(a.list[i].shape, a.rounded(i), b.list[j].shape, b.rounded(j));
      const Placed at_a = a.placed(i), at_b = b.placed(j);
      const Real extent = extent_of(at_a, at_b);
      Real slab = -infinity;
      if (other.has_distance())
        slab = slab_along(wide(other.normal).normalized(), at_a, at_b, wide(other.point_a), wide(other.point_b), extent)
                   .gap;
      const Real rounding = 64 * std::numeric_limits<Real>::epsilon() * extent + blur_of(a, i) + blur_of(b, j);
      v.lower = std::min(v.lower, std::nextafter(static_cast<double>(slab - rounding), -HUGE_VAL));
      if (!(result.lower <= slab + rounding + 32 * std::numeric_limits<double>::epsilon() * extent)) {
        v.ok = false;
        v.reason = "lower exceeds what is shown of another pair of parts";
        return v;
      }
    }
  return v;
}

}  // namespace

Verification verify(const Result& result, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return verify_parts(result, Parts(a, pose_a), Parts(b, pose_b));
}

}  // namespace clearance

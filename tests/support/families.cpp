#include "families.hpp"

#include <algorithm>
#include <cmath>

#include "clearance/bounding_box.hpp"
#include "ellipsoid_pairs.hpp"
#include "near_symmetric.hpp"
#include "random_shapes.hpp"

namespace oracle {
namespace {

using clearance::Mat3;
using clearance::Shape;
using clearance::Vec3;

void turn(Random& random, Placement& at) {
  const int kind = random.integer(0, 3);
  if (kind == 0) at.quaternion = random.quaternion();
  if (kind == 1) at.matrix = random.cube_rotation();
  if (kind >= 2) at.matrix = random.rotation();
}

/// Two shapes of about the given sizes, from deep overlap to a gap of their size.
Query pair_of(Random& random, const Shape& a, const Shape& b, double size) {
  Query q{a, b, {}, {}};
  turn(random, q.at_a);
  turn(random, q.at_b);
  q.at_a.position = size * random.vector(1);
  q.at_b.position = q.at_a.position + size * random.uniform(0.0, 2.5) * random.direction();
  return q;
}

Shape shape_of(Random& random, Type type, double scale) {
  ShapeStyle style;
  style.scale *= scale;
  return random_shape(random, type, style);
}

Query mixed(Random& random) {
  const Shape a = shape_of(random, any_type(random), random.uniform(0.3, 1.5));
  const Shape b = shape_of(random, any_type(random), random.uniform(0.3, 1.5));
  return pair_of(random, a, b, 1.0);
}

Query bounded_pair(Random& random, double scale) {
  const Shape a = shape_of(random, bounded_type(random), scale * random.uniform(0.3, 1.5));
  const Shape b = shape_of(random, bounded_type(random), scale * random.uniform(0.3, 1.5));
  return pair_of(random, a, b, scale);
}
Query bounded_shapes(Random& random) { return bounded_pair(random, 1.0); }
Query tiny(Random& random) { return bounded_pair(random, 1e-23); }
Query huge(Random& random) { return bounded_pair(random, 1e20); }

Query far_apart(Random& random) {
  Query q = bounded_pair(random, 1.0);
  q.at_b.position += random.magnitude(5, 1e6) * random.direction();
  return q;
}

Query unbounded(Random& random) {
  const Type unbounded_types[] = {Type::ray, Type::line, Type::plane, Type::halfspace};
  Shape a = shape_of(random, unbounded_types[random.integer(0, 3)], 1.0);
  Shape b = shape_of(random, any_type(random), 1.0);
  if (random.chance(0.5)) std::swap(a, b);
  return pair_of(random, a, b, 1.0);
}

/// Small integers throughout: faces and edges are parallel, vertices are over edges, pairs touch at points, edges,
/// faces.
Query lattice(Random& random) {
  ShapeStyle style;
  style.lattice = true;
  const Type type_a = any_type(random), type_b = any_type(random);
  Query q{random_shape(random, type_a, style), random_shape(random, type_b, style), {}, {}};
  q.at_a.matrix = random.cube_rotation();
  q.at_b.matrix = random.cube_rotation();
  for (int i = 0; i < 3; ++i) q.at_b.position[i] = random.integer(-6, 6) / 2.0;
  return q;
}

/// The same in one common rotation, which leaves contacts and parallels exact to rounding only.
Query turned_lattice(Random& random) {
  Query q = lattice(random);
  const Mat3 r = random.rotation();
  for (Placement* at : {&q.at_a, &q.at_b}) {
    at->matrix = r * at->matrix;
    at->position = r * at->position;
  }
  return q;
}

/// Pairs moved along their normal until the gap, or the depth, is about 1e-12.
Query small_gap(Random& random) {
  Query q = random.chance(0.5) ? turned_lattice(random) : bounded_shapes(random);
  const clearance::Result r = clearance::distance(q.a, q.at_a.pose(), q.b, q.at_b.pose());
  if (r.has_distance() && std::isfinite(r.distance)) {
    const double gap = random.magnitude(1e-14, 1e-9) * (random.chance(0.7) ? 1 : -1);
    q.at_b.position += (gap - r.distance) * r.normal;
  }
  return q;
}

/// Pairs in the cube's symmetry at gaps of exactly a power of two near 1e-12.
Query lattice_gap(Random& random) {
  Query q = lattice(random);
  q.at_b.position[random.integer(0, 2)] += std::ldexp(random.chance(0.5) ? 1.0 : -1.0, -random.integer(30, 50));
  return q;
}

Query needles_and_plates(Random& random) {
  const auto thin = [&] {
    ShapeStyle style;
    const bool needle = random.chance(0.5);
    const int axis = random.integer(0, 2);
    style.scale = Vec3::Constant(needle ? 1e-6 : 1.0);
    style.scale[axis] = needle ? 1.0 : 1e-6;
    return random_shape(random, bounded_type(random), style);
  };
  const Shape a = thin(), b = random.chance(0.5) ? thin() : shape_of(random, bounded_type(random), 1.0);
  return pair_of(random, a, b, random.chance(0.5) ? 0.3 : 1.0);
}

Query size_ratio(Random& random) {
  const double small = random.magnitude(1e-15, 1e-6);
  Query q{shape_of(random, bounded_type(random), 1.0), shape_of(random, bounded_type(random), small), {}, {}};
  turn(random, q.at_a);
  turn(random, q.at_b);
  q.at_b.position = random.uniform(0, 1.5) * random.direction();
  if (random.chance(0.5)) std::swap(q.a, q.b);
  return q;
}

Query offset_poses(Random& random) {
  Query q = bounded_shapes(random);
  const Vec3 offset = random.vector(1e8);
  q.at_a.position += offset;
  q.at_b.position += offset;
  return q;
}

Query offset_points(Random& random) {
  // Both at the same far place in their own coordinates, without rotation, or one of them moved back by its pose.
  ShapeStyle far, near;
  for (int i = 0; i < 3; ++i) far.offset[i] = std::round(random.uniform(-1e8, 1e8));
  const Type own_points[] = {Type::point,       Type::segment, Type::triangle,   Type::rectangle, Type::polygon,
                             Type::tetrahedron, Type::hull,    Type::polyhedron, Type::spheres};
  const auto type = [&] { return own_points[random.integer(0, 8)]; };
  Query q{random_shape(random, type(), far), random_shape(random, type(), far), {}, {}};
  if (random.chance(0.4)) {
    q.b = random_shape(random, bounded_type(random), near);
    q.at_b.position = far.offset;
  }
  if (random.chance(0.3)) {
    const Mat3 r = random.rotation();
    q.at_a.matrix = r;
    q.at_a.position = far.offset - r * far.offset;
  }
  q.at_b.position += random.uniform(0, 2.5) * random.direction();
  return q;
}

Query degenerate(Random& random) {
  const Shape a = degenerate_shape(random, 1.0);
  const Shape b = random.chance(0.6) ? degenerate_shape(random, 1.0) : shape_of(random, any_type(random), 1.0);
  return pair_of(random, a, b, random.chance(0.2) ? 0.0 : 0.6);
}

Query containment(Random& random) {
  Query q{shape_of(random, bounded_type(random), 1.0),
          shape_of(random, bounded_type(random), random.uniform(0.05, 0.3)),
          {},
          {}};
  turn(random, q.at_a);
  turn(random, q.at_b);
  q.at_b.position = random.uniform(0, 0.3) * random.direction();
  if (random.chance(0.5)) std::swap(q.a, q.b);
  return q;
}

Query concentric(Random& random) {
  Query q = bounded_shapes(random);
  q.at_b.position = q.at_a.position;
  if (random.chance(0.5)) {
    q.at_b = q.at_a;
    if (random.chance(0.3)) q.b = q.a;
  }
  return q;
}

Query deep_overlap(Random& random) {
  Query q = bounded_shapes(random);
  q.at_b.position = q.at_a.position + random.uniform(0, 0.5) * random.direction();
  return q;
}

Query quaternions(Random& random) {
  Query q = mixed(random);
  for (Placement* at : {&q.at_a, &q.at_b}) {
    auto r = random.quaternion();
    const double norm = 1 + random.uniform(-9e-7, 9e-7);
    if (random.chance(0.5))
      for (double& c : r) c *= norm;
    at->matrix = Mat3::Identity();
    at->quaternion = r;
  }
  return q;
}

void skew(Random& random, Placement& at) {
  Mat3 r = random.rotation();
  for (int i = 0; i < 9; ++i) r(i / 3, i % 3) += random.uniform(-1e-7, 1e-7);
  at.quaternion.reset();
  at.matrix = r;
}
Query skewed(Random& random) {
  Query q = mixed(random);
  skew(random, q.at_a);
  skew(random, q.at_b);
  return q;
}

Query near_parallel(Random& random) {
  const Shape a = near_parallel_shape(random, 1.0);
  const Shape b = random.chance(0.5) ? near_parallel_shape(random, 1.0) : shape_of(random, bounded_type(random), 1.0);
  Query q = pair_of(random, a, b, 1.0);
  if (random.chance(0.5)) q.at_b.matrix = q.at_a.matrix;
  if (random.chance(0.5)) q.at_b.quaternion = q.at_a.quaternion;
  return q;
}

Query redundant_rows(Random& random) {
  const Shape a = redundant_polyhedron(random, 1.0);
  const Shape b = random.chance(0.5) ? redundant_polyhedron(random, 1.0) : shape_of(random, any_type(random), 1.0);
  return pair_of(random, a, b, 1.0);
}

Query large_hulls(Random& random) {
  const auto ball = [&] {
    const Vec3 axes(random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5));
    std::vector<Vec3> points;
    for (int i = random.integer(40, 200); i > 0; --i) points.push_back(random.direction().cwiseProduct(axes));
    return Shape(clearance::Hull(std::move(points)));
  };
  const Shape a = ball(), b = random.chance(0.5) ? ball() : shape_of(random, bounded_type(random), 1.0);
  Query q = pair_of(random, a, b, 1.0);
  q.at_b.position = q.at_a.position + random.uniform(1.0, 4.0) * random.direction();
  return q;
}

/// A hull of 1 to 100 spheres: on a sphere, in a box, on a lattice or in a row, with radii of many sizes, zero, equal,
/// or such that spheres are copies of others or inside them.
Shape stope(Random& random) {
  const int count = random.integer(1, random.chance(0.3) ? 100 : 12), kind = random.integer(0, 6);
  std::vector<clearance::Ball> balls;
  for (int i = 0; i < count; ++i) {
    if (i > 0 && random.chance(0.05)) {
      clearance::Ball copy = balls[static_cast<std::size_t>(random.integer(0, i - 1))];
      if (random.chance(0.5)) copy.radius *= 0.5;
      balls.push_back(copy);
      continue;
    }
    clearance::Ball ball{random.direction(), random.uniform(0, 0.5)};
    if (kind == 1) ball.radius = random.chance(0.5) ? 0.0 : random.uniform(0, 0.1);
    if (kind == 2) ball.radius = random.magnitude(1e-6, 3);
    if (kind == 3) {
      ball.centre = Vec3(random.vector(2.5).array().round());
      ball.radius = 0.5 * random.integer(0, 3);
    }
    if (kind == 4) {
      ball.centre = Vec3(0, 0, random.integer(-4, 4));
      ball.radius = 0.25 * std::fabs(ball.centre.z());
    }
    if (kind == 5) ball = {random.vector(1), random.uniform(0, 1)};
    if (kind == 6) ball.radius = 0.25;
    balls.push_back(ball);
  }
  return clearance::SphereHull(std::move(balls));
}

Query stopes(Random& random) {
  Query q{stope(random), stope(random), {}, {}};
  turn(random, q.at_a);
  turn(random, q.at_b);
  if (random.chance(0.25)) q.at_b = q.at_a;
  const double gap = random.chance(0.2) ? 0.0 : random.uniform(0, 8);
  q.at_b.position = random.chance(0.1) ? Vec3(random.vector(4).array().round()) : Vec3(gap * random.direction());
  if (random.chance(0.1)) q.b = shape_of(random, bounded_type(random), 1.0);
  return q;
}

Query ellipsoids(Random& random) {
  const EllipsoidQuery q = assorted_ellipsoids(random);
  return {clearance::Ellipsoid(q.radii_a), clearance::Ellipsoid(q.radii_b), q.at_a, q.at_b};
}

/// Swept by a ball, from one that hardly shows to one that swallows the shape. Under a skewed pose a ball is an
/// ellipsoid, and how deep one overlaps that is nearly round stays open by some of its skew: such balls are kept
/// smaller.
Query rounded(Random& random) {
  Query q = random.chance(0.8) ? bounded_shapes(random) : ellipsoids(random);
  const bool rigid = random.chance(0.9);
  const auto round = [&](Shape& shape) {
    const double largest = rigid ? 1e3 : 1.0;
    shape = Shape(shape.description(), random.chance(0.3) ? random.magnitude(1e-12, largest) : random.uniform(0, 1));
  };
  round(q.a);
  if (random.chance(0.5)) round(q.b);
  if (!rigid) skew(random, q.at_a);
  return q;
}

constexpr Family all_families[] = {
    {"mixed", mixed},
    {"bounded", bounded_shapes},
    {"unbounded", unbounded},
    {"far", far_apart},
    {"lattice", lattice},
    {"turned-lattice", turned_lattice},
    {"small-gap", small_gap},
    {"lattice-gap", lattice_gap},
    {"needles-plates", needles_and_plates},
    {"tiny", tiny},
    {"huge", huge},
    {"size-ratio", size_ratio},
    {"offset-poses", offset_poses},
    {"offset-points", offset_points},
    {"degenerate", degenerate},
    {"containment", containment},
    {"concentric", concentric},
    {"deep-overlap", deep_overlap},
    {"quaternion", quaternions},
    {"skewed", skewed},
    {"near-parallel", near_parallel},
    {"redundant-rows", redundant_rows},
    {"large-hulls", large_hulls},
    {"stopes", stopes},
    {"ellipsoids", ellipsoids},
    {"rounded", rounded},
    {"near-coaxial", nearly_coaxial},
    {"near-concentric", nearly_concentric},
};

/// A mix of both numbers, so that neighbouring pairs have nothing in common.
Random random_of(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t mix = seed * 0x9e3779b97f4a7c15U + index;
  mix = (mix ^ (mix >> 30)) * 0xbf58476d1ce4e5b9U;
  mix = (mix ^ (mix >> 27)) * 0x94d049bb133111ebU;
  return Random(mix ^ (mix >> 31));
}

}  // namespace

std::span<const Family> families() { return all_families; }

Query make_query(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = random_of(seed, index);
  return family.make(random);
}

Query make_overlapping(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = random_of(seed, index);
  Query q = family.make(random);
  const clearance::Result r = clearance::distance(q.a, q.at_a.pose(), q.b, q.at_b.pose());
  if (r.status != clearance::Status::separated || !r.point_a.allFinite() || !r.point_b.allFinite()) return q;
  const auto size = [](const clearance::Shape& shape) {
    const clearance::BoundingBox box = clearance::bounding_box(shape);
    return (box.high - box.low).maxCoeff();
  };
  const double smaller = std::min(size(q.a), size(q.b));
  if (!std::isfinite(smaller)) return q;
  q.at_b.position += r.point_a - r.point_b - random.magnitude(1e-6, 1.0) * smaller * r.normal;
  return q;
}

}  // namespace oracle

// What a core says of its shape, against exact rational numbers: how far stored points may be from the true ones, how
// far the shape reaches, which half-spaces hold it.

#include "core/core.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exact_body.hpp"
#include "random_shapes.hpp"
#include "repetitions.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Core;

using ExactPoint = V3<mpq_class>;

ExactPoint exact(const detail::V3& v) { return {v.x, v.y, v.z}; }
mpq_class square(const mpq_class& x) { return x * x; }

/// A point of the body frame as the core sees it: about its centre, in its unit.
ExactPoint local(const Core& core, const ExactPoint& p) {
  const mpq_class unit(core.unit);
  return {mpq_class((p.x - core.centre.x) / unit), mpq_class((p.y - core.centre.y) / unit),
          mpq_class((p.z - core.centre.z) / unit)};
}

/// The points that a polyhedral shape is the hull of, exactly.
std::vector<ExactPoint> true_points(const Shape& shape) {
  const ExactBody body = exact_core(shape, {}).body;
  mpq_class unit(1, body.denominator);
  if (body.exponent >= 0)
    unit *= Int(Int(1) << static_cast<mp_bitcnt_t>(body.exponent));
  else
    unit /= Int(Int(1) << static_cast<mp_bitcnt_t>(-body.exponent));
  std::vector<ExactPoint> points;
  for (const Vec& p : body.points)
    points.push_back({mpq_class(unit * p.x), mpq_class(unit * p.y), mpq_class(unit * p.z)});
  return points;
}

/// Shapes given by points, in places that cost digits.
Shape awkward_shape(Random& random, Type type) {
  const Vec3 scale(random.magnitude(0.1, 10), random.magnitude(0.1, 10), random.magnitude(0.1, 10));
  const Vec3 offset = random.chance(0.3) ? Vec3(Vec3::Zero()) : random.magnitude(1e-2, 1e4) * random.direction();
  return random_shape(random, type, {scale, offset, false});
}

std::vector<detail::V3> stored_points(const Core& core) {
  std::vector<detail::V3> points;
  if (core.kind == detail::Kind::point || core.kind == detail::Kind::segment) {
    points.assign(core.ends.begin(), core.ends.end());
  } else if (core.kind == detail::Kind::box) {
    for (int i = 0; i < 8; ++i)
      points.emplace_back((i & 1) != 0 ? core.size.x : -core.size.x, (i & 2) != 0 ? core.size.y : -core.size.y,
                          (i & 4) != 0 ? core.size.z : -core.size.z);
  } else {
    for (int i = 0; i < core.polytope.total; ++i) points.push_back(core.polytope.vertex(i));
  }
  return points;
}

/// The square of the distance of p from the nearest of some points.
mpq_class nearest_sq(const ExactPoint& p, const std::vector<detail::V3>& points) {
  mpq_class best = -1;
  for (const detail::V3& q : points) {
    const ExactPoint d = exact(q) - p;
    const mpq_class length = dot(d, d);
    if (best < 0 || length < best) best = length;
  }
  return best;
}

/// Every true point is within `error` of a stored one, and within `reach` of the centre.
TEST(Core, KeepsPointsWithinTheErrorItStates) {
  constexpr std::array types{Type::point,   Type::segment,     Type::triangle, Type::rectangle,
                             Type::polygon, Type::tetrahedron, Type::box,      Type::hull};
  Random random(711);
  double most_used = 0;
  for (int i = 0; i < 400; ++i) {
    const Shape shape = awkward_shape(random, types[static_cast<std::size_t>(i) % types.size()]);
    const Core& core = shape.core();
    const std::vector<detail::V3> stored = stored_points(core);
    for (const ExactPoint& p : true_points(shape)) {
      const ExactPoint at = local(core, p);
      const mpq_class off_sq = nearest_sq(at, stored);
      EXPECT_LE(off_sq, square(mpq_class(core.error))) << shape.type();
      EXPECT_LE(dot(at, at), square(mpq_class(core.reach) + mpq_class(core.error))) << shape.type();
      if (core.error > 0) most_used = std::max(most_used, std::sqrt(off_sq.get_d()) / core.error);
    }
  }
  EXPECT_GT(most_used, 0.2);  // the shapes do need what is charged
}

/// The far corner of a rectangle, u + v, is rounded once more than the others.
TEST(Core, OfARectangleChargesTheFourthCorner) {
  Random random(712);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 a = random.direction() * random.magnitude(1e-3, 1e3);
    Vec3 b = random.direction().cross(a).normalized() * random.magnitude(1e-3, 1e3);
    b -= a * (a.dot(b) / a.squaredNorm());
    const Shape shape = Rectangle(random.vector(1e3), a, b);
    const Core& core = shape.core();
    for (const ExactPoint& p : true_points(shape))
      EXPECT_LE(nearest_sq(local(core, p), stored_points(core)), square(mpq_class(core.error)));
    // Two roundings, each charged twice what it is: of the corner, and of what is left of it about the centre.
    EXPECT_GE(core.error, 4.0 * 0x1p-53 * core.reach);
  }
}

/// Faces of hulls hold every input point: nothing is left to rounding.
TEST(Core, OfAHullHasFacesThatHoldEveryPoint) {
  Random random(713);
  int touched = 0;
  for (int i = 0; i < repetitions(60); ++i) {
    std::vector<Vec3> points;
    const Vec3 radii(1, random.magnitude(1e-3, 1), random.magnitude(1e-3, 1));
    if (i % 2 == 0) {
      for (int k = random.integer(8, 60); k > 0; --k) points.push_back(random.direction().cwiseProduct(radii));
    } else {
      // Faces of many points that are level but for a little: those that Qhull leaves out may be beyond the corners.
      const Mat3 turn = random.rotation();
      const double uneven = random.magnitude(1e-16, 1e-13);
      for (int k = 0; k < 125; ++k) {
        const int row = k / 5, layer = row / 5;
        const Vec3 at(k % 5 - 2, row % 5 - 2, layer - 2);
        points.push_back(turn * at.cwiseProduct(radii) + uneven * random.direction());
      }
    }
    const Shape shape = Hull(points);
    const Core& core = shape.core();
    const detail::Polytope& p = core.polytope;
    for (std::size_t f = 0; f < p.facet_normal.size(); ++f)
      for (int v = 0; v < p.total; ++v) {
        const mpq_class height = dot(exact(p.facet_normal[f]), exact(p.vertex(v)));
        EXPECT_LE(height, mpq_class(p.facet_offset[f]));
        const double room = mpq_class(mpq_class(p.facet_offset[f]) - height).get_d();
        touched += room < 8.0 * 0x1p-53 * p.radius;
        EXPECT_LE(mpq_class(dot(exact(p.vertex(v)), exact(p.vertex(v)))), square(mpq_class(p.radius)));
      }
  }
  EXPECT_GT(touched, 1000);
}

/// The same of many points, which are looked up for several faces at once: round, thin and long hulls, two heaps far
/// apart, and faces of many points that are level but for a little, so that there are more near a face than are kept at
/// once.
TEST(Core, OfALargeHullHasFacesThatHoldEveryPoint) {
  Random random(715);
  const auto heap = [&](int k) { return Vec3((k % 2 == 0 ? -1.0 : 1.0) * Vec3::UnitX() + 1e-4 * random.direction()); };
  const auto uneven = [&] {
    Vec3 at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    at[random.integer(0, 2)] = random.chance(0.5) ? -1.0 : 1.0;
    return Vec3(at + 1e-14 * random.direction());
  };
  for (const char kind : {'r', 't', 'l', 'h', 'u'}) {
    std::vector<Vec3> points;
    for (int k = 0; k < 1500; ++k) {
      if (kind == 'r') points.push_back(random.direction());
      if (kind == 't') points.push_back(random.direction().cwiseProduct(Vec3(1, 1, 1e-4)));
      if (kind == 'l') points.push_back(random.direction().cwiseProduct(Vec3(1e-4, 1, 1e-4)));
      if (kind == 'h') points.push_back(heap(k));
      if (kind == 'u') points.push_back(uneven());
    }
    const Shape shape = Hull(points);
    const detail::Polytope& p = shape.core().polytope;
    ASSERT_TRUE(p.walkable()) << kind;
    std::size_t above = 0, near = 0;
    for (std::size_t f = 0; f < p.facet_normal.size(); ++f)
      for (int v = 0; v < p.total; ++v) {
        const detail::DoubleDouble room =
            detail::DoubleDouble(p.facet_offset[f]) - dot(detail::Wide3(p.facet_normal[f]), detail::Wide3(p.vertex(v)));
        above += room < detail::DoubleDouble(0.0) ? 1 : 0;
        near += room < detail::DoubleDouble(8.0 * 0x1p-53 * p.radius) ? 1 : 0;
      }
    EXPECT_EQ(above, 0U) << kind;
    EXPECT_GE(near, p.facet_normal.size()) << kind;  // no face stands off
  }
}

/// Where no edge of a star rises along n, no point is farther along n than the vertex by more than the slack; where
/// some rise, by more than the slack and the blur.
TEST(Core, OfAHullHasStarsThatHold) {
  Random random(714);
  int looked_at = 0;
  for (int i = 0; i < repetitions(12); ++i) {
    std::vector<Vec3> points;
    const Vec3 radii(1, random.magnitude(1e-2, 1), random.magnitude(1e-2, 1));
    for (int k = 0; k < 160; ++k) points.push_back(random.direction().cwiseProduct(radii));
    const Shape shape = Hull(points);
    const detail::Polytope& p = shape.core().polytope;
    ASSERT_EQ(p.stars.size(), static_cast<std::size_t>(p.vertices));
    for (int v = 0; v < p.vertices; ++v) {
      const detail::Star& star = p.stars[static_cast<std::size_t>(v)];
      if (!std::isfinite(star.slack)) continue;
      // The normals of the corner faces are where the slack is needed: along them a whole face is level.
      for (const int facet : p.facets_of(v)) {
        const detail::V3& n = p.facet_normal[static_cast<std::size_t>(facet)];
        const ExactPoint normal = exact(n), at = exact(p.vertex(v));
        const double length = norm(n);
        double rise = 0;
        for (const detail::Edge& to : p.edges_of(v)) {
          const ExactPoint edge = exact(p.vertex(to.vertex)) - at;
          const double slope = mpq_class(dot(normal, edge)).get_d() / std::sqrt(mpq_class(dot(edge, edge)).get_d());
          rise = std::max(rise, slope / length * (1 + 1e-12));
          EXPECT_GE(static_cast<double>(to.inverse_length) * std::sqrt(mpq_class(dot(edge, edge)).get_d()), 1 - 1e-15);
        }
        const double turned = norm(n * (1.0 / length) - star.axis());
        const mpq_class allowed = mpq_class(length) * (mpq_class(star.slack) + mpq_class(star.blur * rise * turned));
        for (int x = 0; x < p.total; ++x) {
          EXPECT_LE(mpq_class(dot(normal, exact(p.vertex(x)) - at)), allowed);
          ++looked_at;
        }
      }
    }
  }
  EXPECT_GT(looked_at, 100000);
}

/// The axis of a star is rounded to floats: however narrow a needle, its stars still turn about theirs.
TEST(Core, OfANeedleHasStars) {
  Random random(716);
  for (const double width : {1e-2, 1e-4, 1e-5}) {
    std::vector<Vec3> points;
    for (int k = 0; k < 600; ++k) points.push_back(random.direction().cwiseProduct(Vec3(1, width, width)));
    const Shape shape = Hull(points);
    const detail::Polytope& p = shape.core().polytope;
    const auto usable = std::count_if(p.stars.begin(), p.stars.end(), [&](const detail::Star& star) {
      return star.slack <= 64.0F * 0x1p-53F * static_cast<float>(p.radius) && norm(star.axis()) <= 1.0;
    });
    EXPECT_GE(usable, p.vertices * 95 / 100) << width;
  }
}

/// Faces that stand off their corners, as those do that are moved out for points beyond them, cost a star as much.
TEST(Core, StarsPayForFacesThatAreMovedOut) {
  Random random(717);
  std::vector<Vec3> points;
  for (int k = 0; k < 300; ++k) points.push_back(random.direction());
  const Shape shape = Hull(points);
  detail::Polytope p = shape.core().polytope;
  const double off = 0.01 * p.radius;
  for (double& offset : p.facet_offset) offset += off;
  const std::vector<char> by_corner(p.facet_offset.size(), 0);
  for (const detail::Star& star : detail::measure_stars(p, by_corner)) {
    EXPECT_GE(static_cast<double>(star.slack), off);
    EXPECT_LE(static_cast<double>(star.slack), 2.0 * off);
  }
}

Shape random_polyhedron(Random& random) {
  const Vec3 offset = random.chance(0.4) ? Vec3(Vec3::Zero()) : random.magnitude(1, 1e6) * random.direction();
  std::vector<HalfspaceRow> rows;
  const int count = random.integer(6, 14);
  const auto add = [&](const Vec3& n) {
    const Vec3 scaled = n * random.magnitude(0.01, 100);
    rows.push_back({scaled, scaled.dot(offset) + scaled.norm() * random.uniform(0.5, 1.5)});
  };
  for (int axis = 0; axis < 3; ++axis) {
    add(Vec3::Unit(axis) + random.vector(0.2));
    add(-Vec3::Unit(axis) + random.vector(0.2));
  }
  while (static_cast<int>(rows.size()) < count) add(random.direction());
  return Polyhedron(rows);
}

/// The faces of a polyhedron from half-spaces hold every true vertex, and each stored vertex is near the true body.
TEST(Core, OfAPolyhedronHasFacesThatHoldTheTruth) {
  Random random(715);
  for (int i = 0; i < 40; ++i) {
    const Shape shape = random_polyhedron(random);
    const Core& core = shape.core();
    const detail::Polytope& p = core.polytope;
    std::vector<ExactPoint> vertices;
    for (const ExactPoint& v : true_points(shape)) vertices.push_back(local(core, v));
    for (const ExactPoint& v : vertices) {
      for (std::size_t f = 0; f < p.facet_normal.size(); ++f)
        EXPECT_LE(mpq_class(dot(exact(p.facet_normal[f]), v)), mpq_class(p.facet_offset[f]));
      EXPECT_LE(mpq_class(dot(v, v)), square(mpq_class(p.radius)));
      EXPECT_LE(mpq_class(dot(v, v)), square(mpq_class(core.reach)));
    }
    // A stored vertex, pulled to the centre by no more than the error, satisfies every row.
    const auto& rows = std::get<Polyhedron>(shape.description()).halfspaces;
    for (int k = 0; k < p.vertices; ++k) {
      const ExactPoint v = exact(p.vertex(k));
      mpq_class keep = 1;
      for (const HalfspaceRow& row : rows) {
        const ExactPoint n{row.normal.x(), row.normal.y(), row.normal.z()};
        const mpq_class room = (mpq_class(row.offset) - dot(n, exact(core.centre))) / mpq_class(core.unit);
        const mpq_class height = dot(n, v);
        ASSERT_GT(room, 0);
        if (height > room && room / height < keep) keep = room / height;
      }
      EXPECT_LE(mpq_class(square(1 - keep) * dot(v, v)), square(mpq_class(core.error)));
    }
  }
}

/// Of a hull of unequal spheres every given one is in the kept ones, but for the error.
TEST(Core, OfSpheresReachesAsFarAsEveryOne) {
  Random random(716);
  for (int i = 0; i < 200; ++i) {
    const Vec3 offset = random.chance(0.5) ? Vec3(Vec3::Zero()) : random.magnitude(1, 1e6) * random.direction();
    std::vector<Ball> balls;
    for (int k = random.integer(2, 90); k > 0; --k)
      balls.push_back({offset + random.direction(), random.uniform(0, random.chance(0.1) ? 1.5 : 0.3)});
    if (random.chance(0.3)) balls.push_back({balls[0].centre, 0.5 * balls[0].radius});  // inside another one
    const Shape shape = SphereHull(balls);
    const Core& core = shape.core();
    if (core.kind != detail::Kind::balls) continue;
    for (int k = 0; k < 40; ++k) {
      const detail::V3 n(random.direction());
      const double length = norm(n), value = farthest_ball(core.balls, n, length).value;
      for (const Ball& ball : balls) {
        const ExactPoint c = local(core, {ball.centre.x(), ball.centre.y(), ball.centre.z()});
        // |n| rounded up and down, for what is not rational.
        const mpq_class reach = dot(exact(n), c) + mpq_class(ball.radius) / mpq_class(core.unit) * mpq_class(length);
        EXPECT_LE(reach, mpq_class(value) + mpq_class(core.error) + mpq_class(8.0 * 0x1p-53 * core.reach));
      }
    }
    EXPECT_GE(core.error, 2.0 * 0x1p-53);
  }
}

}  // namespace
}  // namespace oracle

// What must hold of any answer, whatever its value.

#include <cmath>
#include <type_traits>

#include "families.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

constexpr std::uint64_t pairs = repetitions(3000);

Query numbered(std::uint64_t seed, std::uint64_t i) { return make_query(families()[i % families().size()], seed, i); }

void expect_enclosures_meet(const Result& r, const Result& s) {
  EXPECT_EQ(r.has_distance(), s.has_distance());
  EXPECT_LE(r.lower, s.upper);
  EXPECT_LE(s.lower, r.upper);
}

TEST(Symmetry, SwappingTurnsTheNormalAround) {
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const Query q = numbered(201, i), swapped{q.b, q.a, q.at_b, q.at_a};
    const Result r = answer(q), s = answer(swapped);
    SCOPED_TRACE(json_line(q, "case"));
    expect_enclosures_meet(r, s);
    const double size = check(r, q).size;
    if (!r.has_distance()) continue;
    EXPECT_NEAR(r.distance, s.distance, 1e-9 * size);
    // The nearest points' difference is unique where there is a gap.
    if (r.distance > 1e-3 * size) {
      EXPECT_LE((r.normal + s.normal).norm(), 1e-4);
    }
  }
}

TEST(Symmetry, MovingBothChangesNothing) {
  Random random(202);
  for (std::uint64_t i = 0; i < pairs; ++i) {
    Query q = numbered(202, i);
    // A quaternion means more digits than a matrix can store: the matrix is what is turned.
    for (Placement* at : {&q.at_a, &q.at_b}) {
      at->matrix = at->pose().rotation();
      at->quaternion.reset();
    }
    const Result r = answer(q);
    const double size = check(r, q).size;
    // A rotation of the cube is exact.
    const Mat3 turn = random.cube_rotation();
    for (Placement* at : {&q.at_a, &q.at_b}) {
      at->matrix = turn * at->matrix;
      at->position = turn * at->position;
    }
    const Result s = answer(q);
    SCOPED_TRACE(json_line(q, "case"));
    EXPECT_EQ(r.has_distance(), s.has_distance());
    if (r.has_distance() && s.has_distance()) {
      EXPECT_NEAR(r.distance, s.distance, 1e-9 * size);
    }
  }
}

Shape scaled(const Shape& shape, double k) {
  return {std::visit(
              [k](auto s) -> ShapeVariant {
                using S = decltype(s);
                if constexpr (std::is_same_v<S, Point>) return Point(k * s.at);
                if constexpr (std::is_same_v<S, Ray> || std::is_same_v<S, Line>) return S(k * s.origin, s.direction);
                if constexpr (std::is_same_v<S, Plane> || std::is_same_v<S, Halfspace>)
                  return S(s.normal, k * s.offset);
                if constexpr (std::is_same_v<S, Rectangle>)
                  return Rectangle(k * s.origin, k * s.edges[0], k * s.edges[1]);
                if constexpr (std::is_same_v<S, Box>) return Box(k * s.size);
                if constexpr (std::is_same_v<S, Sphere>) return Sphere(k * s.radius);
                if constexpr (std::is_same_v<S, Capsule> || std::is_same_v<S, Cylinder> || std::is_same_v<S, Cone>)
                  return S(k * s.radius, k * s.length);
                if constexpr (std::is_same_v<S, Ellipsoid>) return Ellipsoid(k * s.radii);
                if constexpr (std::is_same_v<S, Polyhedron>) {
                  for (HalfspaceRow& row : s.halfspaces) row.offset *= k;
                  return Polyhedron(s.halfspaces);
                }
                if constexpr (std::is_same_v<S, SphereHull>) {
                  for (Ball& ball : s.spheres) ball = {k * ball.centre, k * ball.radius};
                  return SphereHull(s.spheres);
                }
                if constexpr (std::is_same_v<S, Union>) {
                  std::vector<Part> parts(s.parts().begin(), s.parts().end());
                  for (Part& part : parts)
                    part = {scaled(part.shape, k), Pose(part.pose.rotation(), k * part.pose.position())};
                  return Union(parts);
                }
                if constexpr (requires { s.points; }) {
                  for (Vec3& p : s.points) p *= k;
                  return s;
                }
              },
              shape.description()),
          k * shape.rounding()};
}

TEST(Scaling, ByPowersOfTwoIsExact) {
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const Query q = numbered(203, i);
    const Result r = answer(q);
    for (const double k : {0x1p-40, 0x1p20}) {
      Query s{scaled(q.a, k), scaled(q.b, k), q.at_a, q.at_b};
      s.at_a.position *= k;
      s.at_b.position *= k;
      const Result t = answer(s);
      SCOPED_TRACE(json_line(q, "case"));
      EXPECT_EQ(t.status, r.status);
      EXPECT_EQ(t.distance, k * r.distance);
      EXPECT_EQ(t.lower, k * r.lower);
      EXPECT_EQ(t.upper, k * r.upper);
      if (r.has_distance()) {
        EXPECT_EQ(t.normal, r.normal);
        EXPECT_EQ(t.point_a, k * r.point_a);
      }
    }
  }
}

TEST(Normal, MovingAlongItSeparatesOrJoins) {
  int separated = 0, overlapping = 0;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    Query q = numbered(204, i);
    const Result r = answer(q);
    if (!r.has_distance()) continue;
    const double size = check(r, q).size;
    const double step = 1e-6 * size, rounding = 1e-15 * (q.at_a.position.norm() + q.at_b.position.norm());
    if (rounding > 0.1 * step || size == 0.0) continue;  // of two points at one place nothing can be asked
    SCOPED_TRACE(json_line(q, "case"));
    const Vec3 position = q.at_b.position;
    q.at_b.position = position + (step - r.distance) * r.normal;
    EXPECT_EQ(answer(q).status, Status::separated);
    if (r.distance > 2 * step) {
      q.at_b.position = position - (r.distance + step) * r.normal;
      // A flat pair comes out on the other side, by the step.
      EXPECT_LE(answer(q).distance, 1.01 * step);
      ++separated;
    } else if (r.distance < -2 * step) {
      q.at_b.position = position + (-r.distance - step) * r.normal;
      EXPECT_EQ(answer(q).status, Status::penetrating);
      ++overlapping;
    }
  }
  EXPECT_GT(separated, static_cast<int>(pairs / 6));
  EXPECT_GT(overlapping, static_cast<int>(pairs / 6));
}

TEST(Pure, TheSameEveryTime) {
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const Query q = numbered(205, i);
    const Result r = answer(q), s = answer(q);
    EXPECT_EQ(r.distance, s.distance);
    EXPECT_EQ(r.lower, s.lower);
    EXPECT_EQ(r.upper, s.upper);
    EXPECT_EQ(r.point_a, s.point_a);
    EXPECT_EQ(r.point_b, s.point_b);
    EXPECT_EQ(r.normal, s.normal);
    EXPECT_EQ(r.iterations, s.iterations);
  }
}

}  // namespace
}  // namespace oracle

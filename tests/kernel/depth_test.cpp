// Proofs of depth, one by one: what each claims of the difference of two bodies is below the truth.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "proof/certify.hpp"
#include "proof/difference.hpp"
#include "proof/ellipsoid_depth.hpp"
#include "proof/inner_ball.hpp"
#include "proof/point_depth.hpp"
#include "proof/revolved.hpp"
#include "proof/ring_depth.hpp"
#include "proof/round_depth.hpp"
#include "proof/swept_sphere.hpp"
#include "quad_pair.hpp"
#include "random_shapes.hpp"
#include "repetitions.hpp"
#include "solvers/revolved_overlap.hpp"
#include "solvers/round_overlap.hpp"
#include "unit_roundoff.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Pair;

QVec quad(const detail::V3& v) { return {v.x, v.y, v.z}; }

/// A plane through three points is at least as far from the origin as is said, whatever the triangle.
TEST(Depth, OfATriangleIsNeverTooLarge) {
  Random random(741);
  double closest = HUGE_VAL;
  for (int i = 0; i < 20000; ++i) {
    const double thin = random.chance(0.5) ? 1.0 : random.magnitude(1e-9, 1);
    const Vec3 p = random.direction() * random.uniform(0.5, 2), e = random.direction(), f = random.direction();
    const detail::V3 a(p), b(Vec3(p + e)), c(Vec3(p + e + thin * f));
    const QVec n = cross(quad(b) - quad(a), quad(c) - quad(a));
    if (is_zero(n)) continue;
    const Quad height = dot(n, quad(a)) / length(n);
    const double found = detail::least_height(a, b, c, u);
    EXPECT_LE(found, static_cast<double>(height));
    const auto wide = detail::least_height(detail::Wide3(a), detail::Wide3(b), detail::Wide3(c), 0x1p-98);
    EXPECT_LE(static_cast<double>(static_cast<Quad>(wide.high) + wide.low - height), 0.0);
    closest = std::min(closest, static_cast<double>(height) - found);
    // And hardly less, for a triangle that is not thin.
    if (thin == 1.0 && length(n) > 0.5) {
      EXPECT_GE(found, static_cast<double>(height) - 200.0 * u) << i;
    }
  }
  EXPECT_LT(closest, 40.0 * u);
}

/// Nor of one that is so small that the square of its area underflows; and it has its height nevertheless.
TEST(Depth, OfATinyTriangleIsNeverTooLarge) {
  Random random(747);
  for (int i = 0; i < 20000; ++i) {
    const double away = random.uniform(0.5, 2), e = random.magnitude(1e-165, 1e-70),
                 f = random.magnitude(1e-165, 1e-70);
    const auto tiny = [&](double size) -> Vec3 { return Vec3(0, random.uniform(-1, 1), random.uniform(-1, 1)) * size; };
    const Vec3 p = Vec3(away, 0, 0) + tiny(e), in_e = tiny(e), in_f = tiny(f);
    const detail::V3 a(p), b(Vec3(p + in_e)), c(Vec3(p + in_f));
    const QVec n = cross(quad(b) - quad(a), quad(c) - quad(a));
    const Quad area = length(n);
    if (!(area > Quad(1e-6) * length(quad(b) - quad(a)) * length(quad(c) - quad(a)))) continue;
    const bool outside = n.x > 0;  // n is along x, but for nothing
    const double found = outside ? detail::least_height(a, b, c, u) : detail::least_height(a, c, b, u);
    EXPECT_LE(found, away) << i;
    EXPECT_GE(found, away - 1e-8) << i;
    const detail::Wide3 wa(a), wb(outside ? b : c), wc(outside ? c : b);
    const auto wide = detail::least_height(wa, wb, wc, 0x1p-98);
    EXPECT_LE(static_cast<double>(static_cast<Quad>(wide.high) + wide.low - Quad(away)), 0.0) << i;
    EXPECT_GE(to_double(wide), away - 1e-15) << i;
  }
  const detail::V3 a(1, 0, 0), b(1, 1e-320, 0), c(1, 0, 1e-320);
  EXPECT_FALSE(detail::least_height(a, b, c, u) > 1.0);
  EXPECT_FALSE(detail::least_height(a, b, b, u) > -HUGE_VAL);
}

struct Triangle3 {
  std::array<int, 3> vertex, adjacent;
};

/// A box less a point: four corners of it, as a tetrahedron about the origin.
struct Surface {
  Surface() : box(Box({2, 2, 2})), point(Point({0, 0, 0})), pair(detail::make_pair(point, {}, box, {})) {
    detail::Difference<double> difference(pair);
    for (const int corner : {0, 3, 5, 6}) points.push_back(difference.vertices(0, corner));
    // Counter-clockwise seen from outside.
    faces = {{{{0, 1, 2}, {}}, {{0, 3, 1}, {}}, {{0, 2, 3}, {}}, {{1, 3, 2}, {}}}};
    for (std::size_t f = 0; f < 4; ++f)
      for (std::size_t e = 0; e < 3; ++e)
        for (std::size_t g = 0; g < 4; ++g)
          for (std::size_t k = 0; k < 3; ++k)
            if (faces[g].vertex[k] == faces[f].vertex[(e + 1) % 3] &&
                faces[g].vertex[(k + 1) % 3] == faces[f].vertex[e])
              faces[f].adjacent[e] = static_cast<int>(g);
    heights.fill(1.0 / std::sqrt(3.0) * pair.factor_b);
  }
  detail::CoreUpper proven() const {
    return detail::inner_ball<double>(points.data(), faces.data(), heights.data(), 4, pair.size);
  }
  bool closed() const { return detail::is_closed(faces.data(), heights.data(), 4); }

  Shape box, point;
  Pair pair;
  std::vector<detail::DifferencePoint<double>> points;
  std::array<Triangle3, 4> faces{};
  std::array<double, 4> heights{};
};

TEST(Depth, ByASurfaceNeedsOneThatIsClosed) {
  const Surface whole;
  ASSERT_TRUE(whole.closed());
  ASSERT_TRUE(whole.proven().overlap());
  const double true_radius = 1.0 / std::sqrt(3.0);
  EXPECT_GE(whole.proven().value() / whole.pair.scale, -true_radius);
  EXPECT_LE(whole.proven().value() / whole.pair.scale, -true_radius + 1e-14);

  Surface open;
  open.heights[2] = HUGE_VAL;  // no face there
  EXPECT_FALSE(open.closed());
  EXPECT_FALSE(open.proven().overlap());

  for (const int bad : {-1, 4, 1000}) {
    Surface astray;
    astray.faces[1].adjacent[0] = bad;
    EXPECT_FALSE(astray.closed());
    EXPECT_FALSE(astray.proven().overlap());
  }
  for (std::size_t f = 0; f < 4; ++f)
    for (std::size_t e = 0; e < 3; ++e) {
      Surface crossed;  // an edge that says it is beside another face than it is
      crossed.faces[f].adjacent[e] = crossed.faces[f].adjacent[(e + 1) % 3];
      EXPECT_FALSE(crossed.closed());
      EXPECT_FALSE(crossed.proven().overlap());
      Surface flipped;  // a face that is turned over
      std::swap(flipped.faces[f].vertex[0], flipped.faces[f].vertex[1]);
      EXPECT_FALSE(flipped.closed());
      EXPECT_FALSE(flipped.proven().overlap());
    }
}

TEST(Depth, ByASurfaceNeedsTheOriginInside) {
  Surface inverted;  // closed, and inside out: its normals point to the origin
  for (Triangle3& face : inverted.faces) {
    std::swap(face.vertex[1], face.vertex[2]);
    std::swap(face.adjacent[0], face.adjacent[2]);
  }
  EXPECT_TRUE(inverted.closed());
  EXPECT_FALSE(inverted.proven().overlap());

  Surface outside;
  outside.pair = detail::make_pair(outside.point, {}, outside.box, Pose::translation({1.5, 0, 0}));
  detail::Difference<double> difference(outside.pair);
  std::size_t k = 0;
  for (const int corner : {0, 3, 5, 6}) outside.points[k++] = difference.vertices(0, corner);
  EXPECT_TRUE(outside.closed());
  EXPECT_FALSE(outside.proven().overlap());
}

/// Upper bounds, with what a pair charges for them, against every slab that is found.
void expect_holds(const Pair& pair, const detail::CoreUpper& claimed, QuadPair& truth, const Vec3& hint) {
  if (!claimed.overlap()) return;
  const auto never = [](Quad, Quad) { return false; };
  truth.slab(hint);
  truth.probe(hint, never);
  const Quad upper =
      (static_cast<Quad>(claimed.value()) + pair.depth_error + pair.error + pair.radius_error - pair.radius) /
      pair.scale;
  EXPECT_GE(static_cast<double>(upper - truth.lower()), -1e-28);
}

TEST(Depth, OfAPointInASolidIsNeverTooLarge) {
  Random random(742);
  int deep = 0;
  const auto size = [&] {
    return random.chance(0.1) ? 0.0 : random.chance(0.2) ? random.magnitude(1e-20, 1e20) : random.uniform(0.2, 2);
  };
  for (int i = 0; i < repetitions(1500); ++i) {
    const double r = size(), l = size();
    const Shape solid = i % 3 == 0   ? Shape(Cone(r, l))
                        : i % 3 == 1 ? Shape(Cylinder(r, l))
                                     : Shape(Box({r, l, size()}));
    Placement at_solid, at_point;
    if (random.chance(0.7)) at_solid.matrix = random.rotation();
    at_solid.position = random.vector(1);
    const double scale = std::min(r, l);
    at_point.position = at_solid.position + at_solid.matrix * (scale * random.vector(0.7));
    const Shape point = i % 2 == 0 ? Shape(Point(Vec3::Zero())) : Shape(Sphere(0.25 * scale));
    const bool first = random.chance(0.5);
    const Pair pair = first ? detail::make_pair(point, at_point.pose(), solid, at_solid.pose())
                            : detail::make_pair(solid, at_solid.pose(), point, at_point.pose());
    const detail::CoreUpper claimed = detail::point_depth(pair, first);
    deep += claimed.overlap();
    QuadPair truth = first ? QuadPair(point, at_point, solid, at_solid) : QuadPair(solid, at_solid, point, at_point);
    const Result r0 = first ? distance(point, at_point.pose(), solid, at_solid.pose())
                            : distance(solid, at_solid.pose(), point, at_point.pose());
    expect_holds(pair, claimed, truth, r0.normal);
  }
  EXPECT_GT(deep, repetitions(400));
}

TEST(Depth, OfAFlatOrThinConeIsNone) {
  for (const auto& [radius, length] : {std::pair{1.0, 0.0}, {0.0, 2.0}, {0.0, 0.0}}) {
    const Shape cone = Cone(radius, length), point = Point(Vec3::Zero());
    for (const Vec3& at : {Vec3(0, 0, 0), Vec3(0.5, 0, 0), Vec3(2, 0, 0), Vec3(0, 0, 3)}) {
      const Pose moved = Pose::translation(at);
      EXPECT_FALSE(detail::point_depth(detail::make_pair(cone, {}, point, moved), false).overlap());
      EXPECT_FALSE(detail::point_depth(detail::make_pair(point, moved, cone, {}), true).overlap());
    }
  }
}

TEST(Depth, OfAPointInABodyThatAMatrixShearsIsNone) {
  Random random(748);
  const Shape point = Point(Vec3::Zero());
  for (int i = 0; i < 30; ++i) {
    const Shape solid = i % 3 == 0 ? Shape(Cone(1, 2)) : i % 3 == 1 ? Shape(Cylinder(1, 2)) : Shape(Box({2, 2, 2}));
    const Mat3 rotation = random.rotation();
    Mat3 shear = Mat3::Identity();
    shear(i % 3, (i + 1) % 3) = random.chance(0.5) ? 1e-8 : -1e-8;
    const Pose rigid(rotation, Vec3::Zero()), sheared(Mat3(rotation * shear), Vec3::Zero());
    EXPECT_TRUE(detail::point_depth(detail::make_pair(solid, rigid, point, {}), false).overlap()) << i;
    EXPECT_FALSE(detail::point_depth(detail::make_pair(solid, sheared, point, {}), false).overlap()) << i;
    EXPECT_FALSE(detail::point_depth(detail::make_pair(point, {}, solid, sheared), true).overlap()) << i;
  }
}

TEST(Depth, OfTwoEllipsoidsIsChargedForRounding) {
  // Along a common axis, where nothing is left of the search: what is lost is what is charged.
  const Shape a = Ellipsoid({1, 2, 3}), b = Ellipsoid({1.5, 2.5, 3.5});
  const Pair pair = detail::make_pair(a, {}, b, Pose::translation({1.5, 0, 0}));
  const detail::CoreUpper claimed = detail::ellipsoid_depth(pair, {1, 0, 0});
  ASSERT_TRUE(claimed.overlap());
  EXPECT_GE(claimed.value(), -1.0 * pair.scale + 120.0 * u * pair.size);
  EXPECT_LE(claimed.value(), -1.0 * pair.scale + 200.0 * u * pair.size);
}

TEST(Depth, OfTwoEllipsoidsIsNeverTooLargeWhateverTheNormal) {
  Random random(743);
  int claims = 0;
  for (int i = 0; i < repetitions(700); ++i) {
    const auto radii = [&] { return Vec3(random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2)); };
    const Shape a = Ellipsoid(radii()), b = random.chance(0.8) ? Shape(Ellipsoid(radii())) : Shape(Point(Vec3::Zero()));
    Placement at_a, at_b;
    at_a.matrix = random.rotation();
    at_b.matrix = random.rotation();
    at_b.position = random.uniform(0, 1) * random.direction();
    const Pair pair = detail::make_pair(a, at_a.pose(), b, at_b.pose());
    const Result best = distance(a, at_a.pose(), b, at_b.pose());
    QuadPair truth(a, at_a, b, at_b);
    for (const double aside : {0.0, 1e-15, 1e-12, 1e-8, 1e-4, 0.1}) {
      const Vec3 n = (best.normal + aside * random.direction()).normalized();
      const detail::CoreUpper claimed = detail::ellipsoid_depth(pair, detail::V3(n));
      claims += claimed.overlap();
      expect_holds(pair, claimed, truth, best.normal);
    }
  }
  EXPECT_GT(claims, repetitions(1000));
}

TEST(Depth, OfSolidsOnNearlyOneAxisIsNeverTooLarge) {
  Random random(744);
  int claims = 0, tight = 0;
  for (int i = 0; i < repetitions(1000); ++i) {
    const auto solid = [&]() -> Shape {
      const double r = random.uniform(0.2, 2), l = random.uniform(0.2, 2);
      if (random.chance(0.3)) return Ellipsoid({r, r, l});
      return random.chance(0.5) ? Shape(Cylinder(r, l)) : random.chance(0.7) ? Shape(Cone(r, l)) : Shape(Capsule(r, l));
    };
    const Shape a = solid(), b = random.chance(0.3) ? a : random.chance(0.1) ? Shape(Sphere(0.3)) : solid();
    Placement at_a, at_b;
    at_a.matrix = at_b.matrix = random.chance(0.5) ? random.rotation() : random.cube_rotation();
    if (random.chance(0.3)) at_b.matrix.col(1) *= -1.0, at_b.matrix.col(2) *= -1.0;
    const double tilt = random.chance(0.3) ? 0.0 : random.magnitude(1e-17, 6e-2);
    at_b.matrix = Eigen::AngleAxisd(tilt, random.direction()).toRotationMatrix() * at_b.matrix;
    at_b.position = at_b.matrix * Vec3(random.magnitude(1e-17, 0.1), 0, random.uniform(-0.5, 0.5));
    const Pair pair = detail::make_pair(a, at_a.pose(), b, at_b.pose());
    auto found = detail::revolved_overlap(pair);
    if (!found) found = detail::ring_overlap(pair);
    if (!found) continue;
    ++claims;
    tight += detail::certify(pair, *found).width() <= 1e-11 * pair.size;
    QuadPair truth(a, at_a, b, at_b);
    // All around both axes, and along what was found.
    for (int k = 0; k < 64; ++k)
      for (const Placement* at : {&at_a, &at_b})
        truth.slab(std::cos(0.1 * k) * at->matrix.col(0) + std::sin(0.1 * k) * at->matrix.col(1));
    for (const Vec3& n : {Vec3(at_b.matrix.col(2)), Vec3(-at_b.matrix.col(2)), found->normal.eigen()})
      expect_holds(pair, found->upper, truth, n);
    // By itself, without what every pair is charged.
    const Quad own = (static_cast<Quad>(found->upper.value()) - pair.radius) / pair.scale;
    EXPECT_GE(static_cast<double>(own - truth.lower()), -3.0 * at_a.pose().defect() * pair.size / pair.scale);
  }
  EXPECT_GT(claims, repetitions(600));
  EXPECT_GT(tight, claims * 97 / 100);
}

TEST(Depth, OfAnEllipsoidInARoundBodyIsNeverTooLarge) {
  Random random(747);
  int claims = 0, asked = 0;
  for (int i = 0; i < repetitions(600); ++i) {
    const auto length = [&] { return random.uniform(0.2, 2); };
    const Shape a = Ellipsoid({length(), length(), length()});
    const int type = random.integer(0, 4);
    const Shape b = type == 0   ? Shape(Cylinder(length(), length()))
                    : type == 1 ? Shape(Cone(length(), length()))
                    : type == 2 ? Shape(Capsule(0.3, length()))
                    : type == 3 ? Shape(Segment(random.vector(1), random.vector(1)))
                                : Shape(Ellipsoid({length(), length(), length()}));
    Placement at_a, at_b;
    at_a.matrix = random.rotation();
    at_b.matrix = random.chance(0.3) ? random.rotation() : at_a.matrix;
    at_b.position = random.magnitude(1e-15, 0.2) * random.direction();
    const bool swapped = random.chance(0.5);
    const Shape& one = swapped ? b : a;
    const Shape& two = swapped ? a : b;
    const Placement& at_one = swapped ? at_b : at_a;
    const Placement& at_two = swapped ? at_a : at_b;
    const Pair pair = detail::make_pair(one, at_one.pose(), two, at_two.pose());
    ++asked;
    const auto found = detail::round_overlap(pair, {0, 0, 1});
    if (!found) continue;
    ++claims;
    EXPECT_LE(detail::certify(pair, *found).width(), 1e-11 * pair.size) << i;
    QuadPair truth(one, at_one, two, at_two);
    for (const Placement* at : {&at_a, &at_b})
      for (int k = 0; k < 3; ++k)
        for (const double sign : {1.0, -1.0}) truth.slab(sign * at->matrix.col(k));
    expect_holds(pair, found->upper, truth, found->normal.eigen());
  }
  EXPECT_GT(claims, asked * 9 / 10);
}

TEST(Depth, OfAnEllipsoidInARoundBodyIsChargedForRounding) {
  const Shape a = Ellipsoid({1, 2, 3}), b = Cylinder(1.5, 8);
  const Pair pair = detail::make_pair(a, {}, b, {});
  const auto round = detail::round_pair(pair);
  ASSERT_TRUE(round.has_value());
  const double depth = 2.5 * pair.scale, gap = 1e-6 * pair.size;
  const detail::RoundBound claimed = detail::round_depth(pair, *round, depth, gap, {1, 0, 0});
  ASSERT_TRUE(claimed.upper.overlap());
  EXPECT_GE(claimed.upper.value(), -depth + gap + 1000.0 * u * pair.size);
  // What is not the least is not proven, and where there is less is told.
  const detail::RoundBound false_one = detail::round_depth(pair, *round, 1.001 * depth, 1e-9 * pair.size, {1, 0, 0});
  EXPECT_FALSE(false_one.upper.overlap());
  ASSERT_TRUE(false_one.less.has_value());
  EXPECT_LT(detail::round_height(*round, *false_one.less), 1.001 * depth);
}

/// Of equal coins that are shifted across their tilt, the least depth is between their axes.
TEST(Depth, OfEqualCoinsShiftedAcrossTheirTiltIsNeverTooLarge) {
  Random random(752);
  int claims = 0;
  for (int i = 0; i < repetitions(60); ++i) {
    const Shape coin = Cylinder(1, random.uniform(0.05, 0.2));
    Placement at_a, at_b;
    at_b.matrix = Eigen::AngleAxisd(random.uniform(0.01, 0.06), Vec3::UnitY()).toRotationMatrix();
    at_b.position = Vec3(random.magnitude(1e-6, 0.01), random.uniform(0, 0.7), random.magnitude(1e-6, 0.02));
    const Pair pair = detail::make_pair(coin, at_a.pose(), coin, at_b.pose());
    const auto revolved = detail::revolved_pair(pair);
    ASSERT_TRUE(revolved.has_value());
    const detail::CoreUpper claimed = detail::revolved_depth(pair, *revolved, {0, 0, 1}, 1e-9 * pair.size);
    claims += claimed.overlap();
    QuadPair truth(coin, at_a, coin, at_b);
    for (const double sign : {1.0, -1.0}) {
      const Vec3 middle = sign * (at_a.matrix.col(2) + at_b.matrix.col(2)).normalized();
      truth.search_depth(middle, [](Quad, Quad) { return false; });
      expect_holds(pair, claimed, truth, middle);
    }
  }
  EXPECT_GT(claims, repetitions(50));
}

/// On one axis, where nothing is lost by sectors, what is left is what is charged.
TEST(Depth, OfSolidsOnOneAxisIsChargedForRounding) {
  const Shape wide = Cylinder(1.5, 8), narrow = Cylinder(1, 8);
  const Pair solids = detail::make_pair(wide, {}, narrow, {});
  const auto revolved = detail::revolved_pair(solids);
  ASSERT_TRUE(revolved.has_value());
  const double depth = 2.5 * solids.scale;
  const detail::CoreUpper of_solids = detail::revolved_depth(solids, *revolved, {1, 0, 0}, 1e-9 * solids.size);
  ASSERT_TRUE(of_solids.overlap());
  EXPECT_GE(of_solids.value(), -depth + 90.0 * u * solids.size);
  EXPECT_LE(of_solids.value(), -depth + 200.0 * u * solids.size);
}

/// Their sides touch where two lines cross that are nearly parallel: points are found to rounding nevertheless.
TEST(Depth, OfSidesThatAreNearlyParallelHasPoints) {
  const Shape wide = Capsule(0.075, 0.156), narrow = Cylinder(0.0129, 0.0266);
  for (const double tilt : {1e-9, 1e-7, 5e-6, 1.5e-5, 3.7e-5, 1e-3}) {
    const Pose tilted(Eigen::AngleAxisd(tilt, Vec3(0.6, 0.8, 0)).toRotationMatrix(), Vec3(3e-8, -2e-8, 6e-9));
    const Pair pair = detail::make_pair(narrow, tilted, wide, {});
    const auto found = detail::revolved_overlap(pair);
    ASSERT_TRUE(found.has_value()) << tilt;
    EXPECT_LE(detail::certify(pair, *found).width(), 1e-11 * pair.size) << tilt;
  }
}

/// Whatever is asked for: thin, flat and long bodies, and a depth that is a little more than the truth.
TEST(Depth, OfAnEllipsoidInARoundBodyIsNotProvenAboveTheTruth) {
  Random random(748);
  int asked = 0, proven = 0;
  for (int i = 0; i < repetitions(150); ++i) {
    const double most = random.magnitude(1, 1e8);
    const auto length = [&] { return random.chance(0.3) ? 1.0 : random.magnitude(1 / most, 1); };
    const auto round = [&] { return Ellipsoid({length(), length(), length()}); };
    const int type = random.integer(0, 5);
    const double l = length();
    const Shape a = round(), b = type == 0   ? Shape(Cylinder(length(), l))
                                 : type == 1 ? Shape(Cone(length(), l))
                                 : type == 2 ? Shape(Cone(random.uniform(1, 500) * l, l))
                                 : type == 3 ? Shape(Segment(Vec3::Zero(), Vec3(l * random.direction())))
                                 : type == 4 ? Shape(Capsule(length(), l))
                                             : Shape(round());
    Placement at_a, at_b;
    at_a.matrix = random.chance(0.5) ? random.rotation() : random.cube_rotation();
    at_b.matrix = random.chance(0.3) ? at_a.matrix : random.chance(0.5) ? random.rotation() : random.cube_rotation();
    at_b.position = random.magnitude(1e-16, 1) * random.direction();
    const bool swapped = random.chance(0.5);
    const Shape& one = swapped ? b : a;
    const Shape& two = swapped ? a : b;
    const Placement& at_one = swapped ? at_b : at_a;
    const Placement& at_two = swapped ? at_a : at_b;
    const Pair pair = detail::make_pair(one, at_one.pose(), two, at_two.pose());
    const auto seen = detail::round_pair(pair);
    if (!seen) continue;
    QuadPair truth(one, at_one, two, at_two);
    const auto found = detail::round_overlap(pair, {0, 0, 1});
    truth.search_depth(found ? found->normal.eigen() : random.direction(), [](Quad, Quad) { return false; });
    const double depth = static_cast<double>(-truth.lower() * pair.scale - pair.radius);
    if (!(depth > 0.0)) continue;
    ++asked;
    const double charged = (1024.0 + 48.0) * u * pair.size + 2.0 * pair.depth_error;
    for (const double more : {0.0, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3, 0.1})
      for (const double gap : {1e-15, 0x1p-38, 1e-6}) {
        const double target = depth + charged + more * pair.size, left_open = gap * pair.size;
        EXPECT_FALSE(detail::round_depth(pair, *seen, target + left_open, left_open, {1, 0, 0}).upper.overlap()) << i;
      }
    const double below = 1e-6 * pair.size;
    proven += detail::round_depth(pair, *seen, depth - below, below, {0, 1, 0}).upper.overlap();
  }
  EXPECT_GT(asked, repetitions(40));
  EXPECT_GT(proven, asked / 4);
}

/// Ellipsoids that lack any little to ones of revolution, in one another, in cylinders and cones, and about segments.
TEST(Depth, OfNearlyRoundBodiesIsNeverTooLarge) {
  Random random(749);
  int claims = 0, asked = 0, tight = 0;
  for (int i = 0; i < repetitions(1000); ++i) {
    const auto length = [&] { return random.uniform(0.3, 2); };
    const auto nearly = [&] { return 1.0 + (random.chance(0.2) ? 0.0 : random.magnitude(1e-15, 0.02)); };
    const auto ellipsoid = [&] {
      const double across = length();
      return Shape(Ellipsoid({across, across * nearly(), random.chance(0.2) ? across * nearly() : length()}));
    };
    const Shape a = ellipsoid();
    const int type = random.integer(0, 4);
    const Shape b = type == 0   ? Shape(Cylinder(length(), length()))
                    : type == 1 ? Shape(Cone(length(), length()))
                    : type == 2 ? Shape(Capsule(0.3, length()))
                    : type == 3 ? a
                                : ellipsoid();
    Placement at_a, at_b;
    at_a.matrix = random.rotation();
    at_b.matrix = Eigen::AngleAxisd(random.magnitude(1e-16, 2e-2), random.direction()).toRotationMatrix() * at_a.matrix;
    at_b.position = random.magnitude(1e-16, 2e-2) * random.direction();
    const Pair pair = detail::make_pair(a, at_a.pose(), b, at_b.pose());
    ++asked;
    const auto found = detail::ring_overlap(pair);
    if (!found) continue;
    ++claims;
    const double width = detail::certify(pair, *found).width();
    EXPECT_LE(width, 3e-10 * pair.size) << i;
    tight += width <= 1e-11 * pair.size;
    QuadPair truth(a, at_a, b, at_b);
    for (int k = 0; k < 32; ++k)
      truth.slab(std::cos(0.2 * k) * at_a.matrix.col(0) + std::sin(0.2 * k) * at_a.matrix.col(1));
    for (const double sign : {1.0, -1.0}) truth.slab(sign * at_a.matrix.col(2));
    expect_holds(pair, found->upper, truth, found->normal.eigen());
  }
  EXPECT_GT(claims, asked * 9 / 10);
  EXPECT_GT(tight, asked / 2);
}

/// Whatever is asked for that is a little more than the true depth.
void expect_no_ring_above(const Pair& pair, const detail::RoundPair& seen, double depth, int i) {
  const double charged = (16384.0 + 48.0) * u * pair.size + 2.0 * pair.depth_error;
  for (const double more : {0.0, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 1e-2, 0.1})
    for (const double gap : {1e-15, 0x1p-38, 1e-6}) {
      const double target = depth + charged + more * pair.size, left_open = gap * pair.size;
      const auto bound = detail::ring_depth(pair, seen, target + 64.0 * left_open, left_open, {1, 0, 0});
      EXPECT_FALSE(bound.upper.overlap()) << i << ": " << more << " more, " << gap;
    }
}

/// Along a ring that is all but level, slopes are rounding and lead anywhere; and a ring near a pole is followed round.
/// (near-coaxial-701-44085, -2012 and -84551.)
TEST(Depth, OfNearlyRoundBodiesIsFoundAlongALevelRing) {
  const auto pose = [](const Vec3& at, std::initializer_list<double> rows) {
    Mat3 m;
    std::copy(rows.begin(), rows.end(), m.data());
    return Pose(Mat3(m.transpose()), at);
  };
  const auto expect_narrow = [](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) {
    const Result r = distance(a, at_a, b, at_b);
    EXPECT_LE(r.upper - r.lower, 1e-10 * -r.distance);  // cells leave 2^-38 of the size open
    EXPECT_LE((r.point_b - r.point_a - r.distance * r.normal).norm(), 1e-11 * -r.distance);
    EXPECT_LT(r.iterations, 50);
  };
  expect_narrow(Ellipsoid({5.1185383293387714, 5.1185383293387714, 4.1205038468179067}),
                pose({0, 0, 0}, {0.33063876240460571, -0.90721044787819305, 0.26009077656887181, -0.047828594895252582,
                                 -0.29134410457465182, -0.95542191634897089, 0.94254465905117535, 0.30345974360735617,
                                 -0.1397202551667476}),
                Ellipsoid({17.668779689694158, 17.668779689694158, 19.240152535876963}),
                pose({0, 0, 0}, {0.33063883740582845, -0.90721041301050509, 0.26009080284437369, -0.047828551274905817,
                                 -0.29134412991139635, -0.95542191080648498, 0.94254463495468788, 0.30345982352113765,
                                 -0.13972024415471807}));
  const Shape egg = Ellipsoid({23.599747156677012, 23.599747156677012, 24.699426259384058});
  expect_narrow(egg, pose({0, 0, 0}, {-1, 0, 0, 0, 0, -1, 0, -1, 0}), egg,
                pose({0, 0, 0}, {-0.99999999999999989, -7.0268725652109322e-09, 3.7458806677019332e-09,
                                 3.7458807656613887e-09, -7.8406718422126762e-09, 0.99999999999999989,
                                 -7.0268725129907678e-09, 0.99999999999999989, 7.8406718890128049e-09}));
  expect_narrow(Ellipsoid({14.412487315602284, 14.412487315602284, 17.247437249275301}), {},
                Capsule(3.1616239115921396, 6.3232478231842792),
                pose({-4.4540806278756217e-10, -9.7563400058514765e-11, 8.3397207699852558},
                     {1, 4.1442979453406519e-10, -1.6044474851052149e-10, 4.1442979453406519e-10, -1,
                      5.798072477047247e-10, -1.6044474851052155e-10, -5.798072477047247e-10, -1}));
}

/// A long ellipsoid whose end is in a flat cylinder: the least depth is between the edge and a pole, on either side.
TEST(Depth, OfNearlyRoundBodiesBetweenTheEdgeAndAPoleIsNotProvenAboveTheTruth) {
  Random random(751);
  int between = 0;
  for (int i = 0; i < repetitions(60); ++i) {
    const double side = i % 2 == 0 ? 1.0 : -1.0, shift = random.uniform(2.1, 2.4);
    const Shape a = Cylinder(random.uniform(0.95, 1.05), random.uniform(0.1, 0.3));
    const Shape b = Ellipsoid({1, random.uniform(0.98, 1.02), random.uniform(4.0, 4.4)});
    Placement at_a, at_b;
    at_b.matrix = Eigen::AngleAxisd(random.uniform(0, 0.02), random.direction()).toRotationMatrix();
    at_b.position = {random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02), side * shift};
    const Pair pair = detail::make_pair(a, at_a.pose(), b, at_b.pose());
    const auto seen = detail::round_pair(pair);
    ASSERT_TRUE(seen && detail::nearly_round(pair, *seen, 1.0)) << i;
    QuadPair truth(a, at_a, b, at_b);
    const auto found = detail::round_overlap(pair, {1, 0, 0.2 * side});
    truth.search_depth(found ? found->normal.eigen() : Vec3(1, 0, 0.2 * side), [](Quad, Quad) { return false; });
    const double depth = static_cast<double>(-truth.lower() * pair.scale);
    ASSERT_GT(depth, 0.0);
    if (found) between += std::fabs(found->normal.z) > 0.1 && std::fabs(found->normal.z) < 0.9;
    expect_no_ring_above(pair, *seen, depth, i);
    const double below = 1e-6 * pair.size;
    EXPECT_TRUE(detail::ring_depth(pair, *seen, depth - below, below, {1, 0, 0}).upper.overlap()) << i;
  }
  EXPECT_GT(between, repetitions(30));
}

/// Whatever is asked for, of bodies that are as little round as is taken: a depth that is a little more than the truth.
TEST(Depth, OfNearlyRoundBodiesIsNotProvenAboveTheTruth) {
  Random random(750);
  int asked = 0, proven = 0;
  for (int i = 0; i < repetitions(200); ++i) {
    const auto nearly = [&] { return random.uniform(0.95, 1.05); };
    const double across = random.uniform(0.3, 2);
    const Shape a = Ellipsoid({across, across * nearly(), random.uniform(0.3, 2)});
    const Shape b = random.chance(0.5) ? Shape(Ellipsoid({across * nearly(), across, random.uniform(0.3, 2)}))
                                       : Shape(Cylinder(random.uniform(0.3, 2), random.uniform(0.3, 2)));
    Placement at_a, at_b;
    at_a.matrix = random.rotation();
    at_b.matrix = Eigen::AngleAxisd(random.uniform(0, 0.15), random.direction()).toRotationMatrix() * at_a.matrix;
    at_b.position = random.uniform(0, 0.1) * random.direction();
    const Pair pair = detail::make_pair(a, at_a.pose(), b, at_b.pose());
    const auto seen = detail::round_pair(pair);
    if (!seen || !detail::nearly_round(pair, *seen, 1.0)) continue;
    QuadPair truth(a, at_a, b, at_b);
    const auto found = detail::round_overlap(pair, {0, 0, 1});
    truth.search_depth(found ? found->normal.eigen() : random.direction(), [](Quad, Quad) { return false; });
    const double depth = static_cast<double>(-truth.lower() * pair.scale - pair.radius);
    if (!(depth > 0.0)) continue;
    ++asked;
    expect_no_ring_above(pair, *seen, depth, i);
    const double below = 1e-6 * pair.size;
    proven += detail::ring_depth(pair, *seen, depth - below, below, {1, 0, 0}).upper.overlap();
  }
  EXPECT_GT(asked, repetitions(40));
  EXPECT_GT(proven, asked / 4);
}

TEST(Depth, OfNearlyRoundBodiesIsChargedForRounding) {
  const Shape a = Ellipsoid({1, 1.001, 2}), b = Cylinder(1.5, 8);
  const Pair pair = detail::make_pair(a, {}, b, {});
  const auto round = detail::round_pair(pair);
  ASSERT_TRUE(round.has_value());
  const double depth = 2.5 * pair.scale, gap = 1e-6 * pair.size;
  const detail::RoundBound claimed = detail::ring_depth(pair, *round, depth, gap, {1, 0, 0});
  ASSERT_TRUE(claimed.upper.overlap());
  EXPECT_GE(claimed.upper.value(), -depth + gap + 2000.0 * u * pair.size);
  const detail::RoundBound false_one = detail::ring_depth(pair, *round, 1.001 * depth, 1e-9 * pair.size, {1, 0, 0});
  EXPECT_FALSE(false_one.upper.overlap());
  ASSERT_TRUE(false_one.less.has_value());
  EXPECT_LT(detail::round_height(*round, *false_one.less), 1.001 * depth);
}

TEST(Depth, OfSweptSpheresIsNeverTooLarge) {
  Random random(745);
  int claims = 0;
  for (int i = 0; i < repetitions(1000); ++i) {
    const auto stope = [&] {
      std::vector<Ball> balls;
      for (int k = 0; k < 4; ++k) balls.push_back({random.vector(1), random.uniform(0.2, 1)});
      return Shape(SphereHull(balls));
    };
    const Shape a = stope(), b = stope();
    if (a.core().kind != detail::Kind::balls || b.core().kind != detail::Kind::balls) continue;
    Placement at_a, at_b;
    at_a.matrix = random.rotation();
    at_b.matrix = random.rotation();
    at_b.position = random.vector(0.5);
    const Pair pair = detail::make_pair(a, at_a.pose(), b, at_b.pose());
    std::array<int, 3> of_a{}, of_b{};
    for (int& k : of_a) k = random.integer(0, a.core().balls.count - 1);
    for (int& k : of_b) k = random.integer(0, b.core().balls.count - 1);
    // Whatever the weights were meant to be: negative ones and a wrong sum included.
    const std::array<double, 3> weight{random.uniform(-0.2, 1), random.uniform(0, 1), random.uniform(0, 1)};
    const detail::CoreUpper claimed =
        detail::swept_sphere_bound(pair, of_a.data(), of_b.data(), detail::Weights(weight.data(), 3));
    claims += claimed.overlap();
    QuadPair truth(a, at_a, b, at_b);
    expect_holds(pair, claimed, truth, distance(a, at_a.pose(), b, at_b.pose()).normal);
  }
  EXPECT_GT(claims, repetitions(300));
}

/// Under a matrix that is no rotation a sphere is an ellipsoid, which reaches less far than its radius to some sides.
TEST(Depth, OfSweptSpheresUnderABentMatrixIsNotClaimed) {
  const Shape stope = SphereHull({{Vec3(1, 0, 0), 0.5}, {Vec3(-1, 0, 0), 0.6}, {Vec3(0, 1, 0), 0.7}});
  ASSERT_EQ(stope.core().kind, detail::Kind::balls);
  const Pose straight, bent(Eigen::DiagonalMatrix<double, 3>(1, 1, 1 - 1e-9).toDenseMatrix(), Vec3::Zero());
  const int first = 0;
  const double weight = 1.0;
  const auto claims = [&](const Pose& at_a, const Pose& at_b) {
    const Pair pair = detail::make_pair(stope, at_a, stope, at_b);
    return detail::swept_sphere_bound(pair, &first, &first, detail::Weights(&weight, 1)).overlap();
  };
  EXPECT_TRUE(claims(straight, straight));
  EXPECT_FALSE(claims(bent, straight));
  EXPECT_FALSE(claims(straight, bent));
  EXPECT_FALSE(claims(bent, bent));
}

TEST(Weights, AreThoseOfAConvexCombination) {
  Random random(746);
  for (int i = 0; i < 5000; ++i) {
    std::array<double, 4> given{};
    for (double& w : given) w = random.uniform(-0.5, 2);
    const int count = random.integer(1, 4);
    if (!(*std::max_element(given.begin(), given.begin() + count) > 0)) continue;
    const detail::Weights weights(given.data(), count);
    Quad sum = 0;
    for (int k = 0; k < count; ++k) {
      EXPECT_GE(weights[k], 0.0);
      sum += weights[k];
    }
    EXPECT_NEAR(static_cast<double>(sum - 1), 0.0, 6.0 * u);
  }
}

}  // namespace
}  // namespace oracle

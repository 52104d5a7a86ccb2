// What a pair charges to its enclosure, term by term, and that the terms are as large as what they stand for.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "check.hpp"
#include "polyhedral.hpp"
#include "proof/certify.hpp"
#include "proof/point_depth.hpp"
#include "quad_pair.hpp"
#include "random_shapes.hpp"
#include "unit_roundoff.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Enclosure;
using detail::Pair;
using detail::Proposal;

/// Two points, 2 apart along x, that charge nothing by themselves.
struct TwoPoints {
  TwoPoints() : shape(Point(Vec3::Zero())), pair(detail::make_pair(shape, {}, shape, Pose::translation({2, 0, 0}))) {
    pair.error = pair.radius = pair.radius_a = pair.radius_b = pair.radius_error = pair.depth_error = 0.0;
    proposal.normal = {1, 0, 0};
    proposal.at_a = detail::Members::vertex(pair.a, 0);
    proposal.at_b = detail::Members::vertex(pair.b, 0);
  }
  Enclosure certified() const { return certify(pair, proposal); }

  Shape shape;
  Pair pair;
  Proposal proposal;
};

TEST(Certify, ChargesEveryTermToBothSides) {
  TwoPoints plain;
  const double apart = plain.certified().lower();
  EXPECT_EQ(plain.certified().upper(), apart);
  EXPECT_EQ(apart * (1.0 / plain.pair.scale), 2.0);

  TwoPoints rounded;
  rounded.pair.error = 0x1p-20;
  EXPECT_EQ(rounded.certified().lower(), apart - 0x1p-20);
  EXPECT_EQ(rounded.certified().upper(), apart + 0x1p-20);

  TwoPoints swept;
  swept.pair.radius = 0x1p-3;
  EXPECT_EQ(swept.certified().lower(), apart - 0x1p-3);
  EXPECT_EQ(swept.certified().upper(), apart - 0x1p-3);

  TwoPoints stretched;
  stretched.pair.radius_error = 0x1p-20;
  EXPECT_EQ(stretched.certified().lower(), apart - 0x1p-20);
  EXPECT_EQ(stretched.certified().upper(), apart + 0x1p-20);
}

TEST(Certify, ChargesWhatADepthWasFoundBy) {
  const Shape box = Box({2, 2, 2}), point = Point({0.75, 0, 0});
  Pair pair = detail::make_pair(box, {}, point, {});
  Proposal proposal;
  proposal.normal = {1, 0, 0};
  proposal.at_a = detail::Members::in_box(pair.a, {1, 0, 0});
  proposal.at_b = detail::Members::vertex(pair.b, 0);
  proposal.upper = detail::point_depth(pair, false);
  const double found = proposal.upper.value();
  EXPECT_NEAR(found / pair.scale, -0.25, 1e-15);
  pair.error = pair.depth_error = 0.0;
  EXPECT_EQ(certify(pair, proposal).upper(), found);
  pair.depth_error = 0x1p-20;
  EXPECT_EQ(certify(pair, proposal).upper(), found + 0x1p-20);
  pair.error = 0x1p-21;
  EXPECT_EQ(certify(pair, proposal).upper(), found + 0x1p-20 + 0x1p-21);
}

TEST(Certify, BelievesNothingOfANormalButItsDirection) {
  for (const double length : {0.5, 1.0 - 0x1p-40, 1.0 + 0x1p-40, 3.0}) {
    TwoPoints stretched;
    stretched.proposal.normal = detail::V3(0.6, 0.8, 0.0) * length;
    const double lower = stretched.certified().lower() * (1.0 / stretched.pair.scale);
    EXPECT_NEAR(lower, 1.2, 8.0 * u);
  }
}

TEST(Certify, ProvesNothingByNumbersThatAreNone) {
  TwoPoints witness;
  witness.proposal.at_b = detail::Member::none();
  EXPECT_EQ(witness.certified().upper(), HUGE_VAL);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    TwoPoints normal;
    normal.proposal.normal = {bad, 0, 0};
    EXPECT_EQ(normal.certified().lower(), -HUGE_VAL);
    TwoPoints offset;
    offset.pair.offset = {bad, 0, 0};
    EXPECT_EQ(offset.certified().upper(), HUGE_VAL);
    EXPECT_EQ(offset.certified().lower(), -HUGE_VAL);
  }
}

Placement random_place(Random& random) {
  Placement at;
  if (random.chance(0.4))
    at.quaternion = random.quaternion();
  else
    at.matrix = random.rotation();
  at.position = random.vector(random.chance(0.8) ? 3 : 1e5);
  return at;
}

/// The slab that certify finds, before anything is charged, against the true one.
TEST(Pair, ChargesAtLeastWhatRoundingDoesToASlab) {
  Random random(731);
  for (int i = 0; i < 1500; ++i) {
    const Vec3 offset = random.chance(0.3) ? Vec3(random.magnitude(1, 1e9) * random.direction()) : Vec3(Vec3::Zero());
    const Shape a = random_shape(random, bounded_type(random), {Vec3::Ones(), offset, false});
    const Shape b =
        random_shape(random, bounded_type(random), {Vec3::Constant(random.magnitude(1e-3, 1e3)), {0, 0, 0}, false});
    const Placement at_a = random_place(random), at_b = random_place(random);
    const Pair pair = detail::make_pair(a, at_a.pose(), b, at_b.pose());
    Proposal proposal;
    const Vec3 n = random.direction();
    proposal.normal = detail::V3(n);
    const Enclosure found = certify(pair, proposal);
    QuadPair truth(a, at_a, b, at_b);
    const Quad slab = truth.slab(n) * pair.scale,
               uncharged = static_cast<Quad>(found.lower()) + pair.error + pair.radius_error;
    EXPECT_LE(static_cast<double>(uncharged - slab), pair.error + pair.radius_error);
    EXPECT_LE(static_cast<double>(found.lower()), static_cast<double>(slab));
    // The documented sum, each term of it.
    EXPECT_GE(pair.error, 48.0 * u * pair.size + a.core().error * pair.factor_a + b.core().error * pair.factor_b);
    EXPECT_GE(pair.size * (1 + 1e-14), static_cast<double>(length(to_quad(pair.offset.eigen()))));
  }
}

/// The terms that are small against the others, each as large as the argument has it.
TEST(Pair, ChargesForUnderflowAndForCentresThatAreFarOff) {
  Random random(735);
  const Shape point = Point(Vec3::Zero());
  for (int i = 0; i < 200; ++i) {
    const double tiny = std::ldexp(random.uniform(1, 2), -random.integer(1000, 1060));
    const Pair near = detail::make_pair(point, {}, point, Pose::translation({tiny, 0, 0}));
    EXPECT_GE(near.error, 0x1p-1060 * near.scale);

    const Vec3 far = random.magnitude(1e12, 1e15) * random.direction();
    const Shape off = Triangle(far, far + Vec3(1, 0, 0), far + Vec3(0, 1, 0)), box = Box({1, 1, 1});
    const Pose back = Pose::translation(-far + random.vector(2));
    const bool of_a = random.chance(0.5);
    const Pair pair = of_a ? detail::make_pair(off, back, box, {}) : detail::make_pair(box, {}, off, back);
    const double others = 48.0 * u * pair.size + off.core().error * (of_a ? pair.factor_a : pair.factor_b);
    EXPECT_GE(pair.error - others, 0.999 * 0x1p-99 * pair.scale * 2.0 * far.lpNorm<1>()) << of_a;
  }
}

/// What is left of a line reaches twice as far as the body and its centre, and a ray begins where it begins.
TEST(Pair, CutsLinesFarEnoughAndRaysWhereTheyBegin) {
  Random random(736);
  int begins = 0;
  for (int i = 0; i < 2000; ++i) {
    const bool is_ray = random.chance(0.6), of_a = random.chance(0.5);
    const Vec3 origin = random.vector(random.chance(0.5) ? 2 : 50), along = random.direction();
    const Shape line = is_ray ? Shape(Ray(origin, along)) : Shape(Line(origin, along));
    const Shape body =
        random_shape(random, bounded_type(random), {Vec3::Constant(random.magnitude(1e-3, 1e3)), Vec3::Zero(), false});
    const Pose at_line(random.rotation(), random.vector(5)), at_body(random.rotation(), random.vector(5));
    const Pair pair =
        of_a ? detail::make_pair(line, at_line, body, at_body) : detail::make_pair(body, at_body, line, at_line);
    const detail::Body& cut = of_a ? pair.a : pair.b;
    const double factor = of_a ? pair.factor_b : pair.factor_a;
    const double reach = (body.core().reach + body.core().radius) * factor;
    const double enough = 2.0 * (pair.offset.eigen().norm() + reach);
    const Vec3 direction = at_line.rotation() * along;
    // From where the line is cut to where it begins.
    const Vec3 body_centre = at_body * body.core().centre.eigen();
    const Vec3 towards = pair.offset.eigen() / pair.scale * (of_a ? 1.0 : -1.0);
    const Vec3 foot = body_centre - towards, begin = (at_line * origin - foot) * pair.scale;
    const double first = (cut.map * cut.ends[0]).eigen().dot(direction),
                 last = (cut.map * cut.ends[1]).eigen().dot(direction);
    const double rounding = 1e-12 * (enough + begin.norm());
    EXPECT_GE(last, enough * (1 - 1e-12));
    if (is_ray) {
      EXPECT_GE(first, begin.dot(direction) - rounding);  // nothing before it begins
      EXPECT_LE(begin.dot(direction), rounding);          // the foot is on the ray
      if (first > -enough * (1 - 1e-12)) {
        ++begins;
        EXPECT_NEAR(first, begin.dot(direction), rounding);
      }
    } else {
      EXPECT_LE(first, -enough * (1 - 1e-12));
    }
  }
  EXPECT_GT(begins, 100);
}

/// A ball under a matrix that is hardly a rotation is an ellipsoid: what its radii differ by is charged.
TEST(Pair, ChargesWhatAMatrixDoesToARadius) {
  Random random(732);
  int charged = 0;
  for (int i = 0; i < 2000; ++i) {
    Mat3 stretched = random.chance(0.5) ? Mat3(Mat3::Identity()) : random.rotation();
    const int axis = random.integer(0, 2);
    stretched.col(axis) *= 1.0 + random.integer(-40, 40) * u;
    const Pose pose(stretched, Vec3::Zero());
    const bool of_a = random.chance(0.5);
    const Shape ball = Sphere(random.uniform(0.5, 2)), point = Point(Vec3::Zero());
    const Pose far = Pose::translation({4, 0, 0});
    const Pair pair = of_a ? detail::make_pair(ball, pose, point, far) : detail::make_pair(point, far, ball, pose);
    if (pair.radius == 0) continue;  // taken into the support function: nothing to charge
    ++charged;
    // The radius along a column of the matrix, which is an axis of the ellipsoid if the columns are perpendicular.
    const QVec column = to_quad(Vec3(stretched.col(axis)));
    const Quad off = (length(column) - 1) * pair.radius;
    EXPECT_GE(pair.radius_error, static_cast<double>(off < 0 ? -off : off));
    EXPECT_EQ(pair.radius_error > 0.0, pose.defect() > 0.0);
    EXPECT_GE(pair.depth_error, 0.0);
  }
  EXPECT_GT(charged, 1000);
}

/// A proof of depth in the frame of a body whose matrix is no rotation moves every point by up to |F| of its way.
TEST(Pair, ChargesWhatAMatrixDoesToADepth) {
  Random random(733);
  for (int i = 0; i < 500; ++i) {
    Mat3 stretched = Mat3::Identity();
    stretched(0, 0) += random.integer(1, 15) * 2.0 * u;
    const bool of_a = random.chance(0.5);
    const Shape box = Box({1, 1, 1});
    const Pose bent(stretched, Vec3::Zero()), straight = Pose::translation({0.3, 0, 0});
    const Pair pair = of_a ? detail::make_pair(box, bent, box, straight) : detail::make_pair(box, straight, box, bent);
    ASSERT_TRUE(of_a ? pair.rigid_a : pair.rigid_b);
    const double defect = static_cast<double>((static_cast<Quad>(stretched(0, 0)) * stretched(0, 0)) - 1);
    EXPECT_GE(pair.depth_error, 2.0 * defect * pair.size);
  }
}

/// Up to the limit a matrix is a rotation, beyond it is not.
TEST(Pair, TakesNoMatrixForARotationThatIsNone) {
  const Shape ball = Sphere(1);
  Mat3 stretched = Mat3::Identity();
  stretched(0, 0) = 1.0 + 0x1p-30;
  const Pair pair = detail::make_pair(ball, Pose(stretched, Vec3::Zero()), ball, Pose::translation({4, 0, 0}));
  EXPECT_EQ(pair.radius_a, 0.0);
  EXPECT_GT(pair.a.inflate, 0.0);
  EXPECT_FALSE(pair.rigid_a);
  EXPECT_TRUE(pair.rigid_b);
}

/// The distance of polyhedral shapes, though not proven, is right to the last digits, however small the gap.
TEST(Pair, KnowsASmallGapToTheLastDigits) {
  Random random(734);
  std::vector<double> off;  // in units of the last digit
  const auto box = [&] { return Box(Vec3(random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2))); };
  for (int i = 0; i < 1200; ++i) {
    const Shape a = i % 2 == 0 ? Shape(box()) : random_shape(random, Type::hull, {Vec3::Ones(), Vec3::Zero(), false});
    const Shape b = box();
    Query q{a, b, {}, {}};
    q.at_a.matrix = random.rotation();
    q.at_b.matrix = random.rotation();
    q.at_b.position = random.uniform(1, 3) * random.direction();
    Result r = distance(a, q.at_a.pose(), b, q.at_b.pose());
    if (r.status != Status::separated) continue;
    q.at_b.position += (random.magnitude(1e-9, 1) - r.distance) * r.normal;
    r = distance(a, q.at_a.pose(), b, q.at_b.pose(), {.method = Method::gjk});
    if (r.status != Status::separated || !detail::make_pair(a, q.at_a.pose(), b, q.at_b.pose()).plain) continue;
    const Truth truth = signed_distance(exact_core(a, q.at_a).body, exact_core(b, q.at_b).body, r.normal);
    // The true square, less that of the answer, over twice the answer.
    const mpq_class rest = (truth.squared - mpq_class(r.distance) * mpq_class(r.distance)) / mpq_class(2 * r.distance);
    off.push_back(std::fabs(rest.get_d()) / (2.0 * u * r.distance));
  }
  ASSERT_GT(off.size(), 500U);
  std::sort(off.begin(), off.end());
  // Correctly rounded, all but always.
  EXPECT_LE(off[off.size() * 9 / 10], 0.5);
}

}  // namespace
}  // namespace oracle

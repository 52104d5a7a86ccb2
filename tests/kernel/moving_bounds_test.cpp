// What bounds of bodies that move are charged with, and that they hold: docs/proof.md, sections 6c, 11a, 11b and 11c.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "clearance/clearance.hpp"
#include "core/core.hpp"
#include "proof/moving_bound.hpp"
#include "proof/shifted_pair.hpp"
#include "proof/swept_slab.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Stretch;
using detail::V3;

constexpr double half_place = 0x1p-53;

double sum_of(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

// ---- uncertainty

TEST(Uncertainty, AllowsForPositionAngleAndSurfaceOfBoth) {
  const Shape a = Box({2, 2, 2}), b = Sphere(3);
  const double rho_a = std::sqrt(3.0), rho_b = 3.0;
  EXPECT_NEAR(allowance(a, {.position = 0.25}, b, {}), 0.25, 1e-11);
  EXPECT_NEAR(allowance(a, {.surface = 0.5}, b, {}), 0.5, 1e-11);
  const double stretch = 1.0 + 3e-4;  // of a pose that is hardly a rotation
  EXPECT_NEAR(allowance(a, {.angle = 0.1}, b, {}), 0.1 * rho_a * stretch, 1e-11);
  EXPECT_NEAR(allowance(a, {}, b, {.angle = 0.1}), 0.1 * rho_b * stretch, 1e-11);
  EXPECT_NEAR(allowance(a, {.angle = 9.0}, b, {}), 2.0 * rho_a * stretch, 1e-11);  // no chord is longer
  EXPECT_NEAR(allowance(a, {0.25, 0.1, 0.5}, b, {0.125, 0.2, 1.0}),
              0.25 + 0.1 * rho_a * stretch + 0.5 + 0.125 + 0.2 * rho_b * stretch + 1.0, 1e-10);
  EXPECT_EQ(allowance(a, {.angle = std::nan("")}, b, {}), HUGE_VAL);
  EXPECT_EQ(allowance(a, {.position = std::nan("")}, b, {}), HUGE_VAL);
  // Rounding included, and not less than the farthest point.
  EXPECT_GE(allowance(a, {0.25, 0.1, 0.5}, b, {}), 0.25 + 0.1 * rho_a + 0.5);
  EXPECT_EQ(allowance(Plane({1, 0, 0}, 0), {.angle = 1e-9}, b, {}), HUGE_VAL);
  EXPECT_EQ(allowance(Plane({1, 0, 0}, 0), {.position = 1.0}, b, {}), allowance(a, {.position = 1.0}, b, {}));
}

TEST(Uncertainty, CountsHowFarABodyIsFromItsOrigin) {
  const Shape far = Hull({{10, 0, 0}, {11, 0, 0}, {10, 1, 0}, {10, 0, 1}}), b = Point({0, 0, 0});
  EXPECT_GE(allowance(far, {.angle = 0.5}, b, {}), 0.5 * 11.0);
  const Shape parts =
      Union({{Sphere(1), Pose::translation({0, 5, 0})}, {Box({2, 2, 2}), Pose::translation({0, 0, -8})}});
  EXPECT_GE(allowance(parts, {.angle = 0.5}, b, {}), 0.5 * std::hypot(1.0, 1.0, 9.0));
}

TEST(Uncertainty, WidensBothBounds) {
  const Shape a = Box({2, 2, 2}), b = Sphere(1);
  const Result r = distance(a, {}, b, Pose::translation({3, 0, 0}));
  const Interval w = widen(r, a, {.position = 0.25}, b, {.surface = 0.25});
  EXPECT_LT(w.lower, r.lower - 0.5);
  EXPECT_GT(w.upper, r.upper + 0.5);
  EXPECT_NEAR(w.lower, 0.5, 1e-9);
  EXPECT_NEAR(w.upper, 1.5, 1e-9);
  const Result wide = widened(r, a, {.position = 2.0}, b, {});
  EXPECT_EQ(wide.status, Status::touching);
}

/// A matrix that is a rotation to 1e-6 only may stretch the body: found by a referee, false by 4.5e-9.
TEST(Uncertainty, CountsWhatAPoseStretches) {
  const Shape a = Point({10, 0, 0});
  const Mat3 stretched = Mat3(Mat3::Identity() * (1.0 + 4.9e-7));
  const double angle = 1e-3;
  const Vec3 from = stretched * Vec3(10, 0, 0), to = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix() * from;
  const Shape b = Point(to + 0.2 * (to - from).normalized());
  const Result r = distance(a, Pose(stretched, Vec3::Zero()), b, {});
  const double there = (to - (to + 0.2 * (to - from).normalized())).norm();
  EXPECT_LE(widened(r, a, {.angle = angle}, b, {}).lower, there);
}

/// Overlap that is proven, and no more, is not proven of bodies that may be elsewhere.
TEST(Uncertainty, WidensOverlapWithoutADepth) {
  const Shape ball = Sphere(1);
  Options options;
  options.penetration = false;
  const Result r = distance(ball, {}, ball, Pose::translation({1.9, 0, 0}), options);
  ASSERT_EQ(r.status, Status::penetrating);
  const Result wide = widened(r, ball, {.position = 5.0}, ball, {});
  EXPECT_NE(wide.status, Status::penetrating);
  EXPECT_GE(wide.upper, 4.9);
  EXPECT_EQ(widened(r, ball, {}, ball, {}).status, Status::penetrating);
  // Half-spaces that cross, unless one is turned back.
  const Shape one = Halfspace({1, 0, 0}, 0), other = Halfspace({-1, 0, 0}, -5);
  const Pose turned(Mat3(Eigen::AngleAxisd(1e-3, Vec3::UnitZ()).toRotationMatrix()), Vec3::Zero());
  const Result crossed = distance(one, turned, other, {});
  EXPECT_EQ(widened(crossed, one, {.angle = 0.01}, other, {}).upper, HUGE_VAL);
  EXPECT_EQ(widen(crossed, one, {.angle = 0.01}, other, {}).upper, HUGE_VAL);
  EXPECT_EQ(widened(crossed, one, {.position = 1.0}, other, {}).upper, crossed.upper);
}

// ---- bounds after a motion

struct Placed {
  Shape shape;
  Pose pose;
  detail::BodyFrame frame;
};
Placed placed(const Shape& shape, const Pose& pose) {
  return {shape, pose, detail::frame_of(detail::local_box(shape), pose)};
}

TEST(MovedSlab, IsChargedThenAndNow) {
  const Shape box = Box({2, 2, 2});
  const Placed a = placed(box, {}), b = placed(box, Pose::translation({3, 0, 0}));
  for (const Placed& body : {a, b}) {
    const detail::LocalBox local = detail::local_box(body.shape);
    const double lengths = sum_of(V3(body.pose.position())) + sum_of(local.centre) + sum_of(local.half);
    EXPECT_GE(body.frame.error, 64.0 * half_place * lengths);
    EXPECT_LE(body.frame.error, 65.0 * half_place * lengths);
  }
  const detail::Slab slab =
      detail::make_slab({a.shape, a.pose, a.frame}, {b.shape, b.pose, b.frame}, Vec3::UnitX(), -HUGE_VAL);
  const double errors = a.frame.error + b.frame.error;
  const double now = detail::moved_lower(slab, a.frame, b.frame);
  EXPECT_LE(now, 1.0 - 2.0 * errors);
  EXPECT_GE(now, 1.0 - 4.0 * errors);
  // Neither a normal that is none, nor one that is too long.
  for (const Vec3& n : {Vec3(0, 0, 0), Vec3(1.0 + 1e-12, 0, 0), Vec3(2, 0, 0)})
    EXPECT_EQ(detail::make_slab({a.shape, a.pose, a.frame}, {b.shape, b.pose, b.frame}, n, -HUGE_VAL).base, -HUGE_VAL);
}

TEST(MovedSlab, HoldsAfterEveryMotion) {
  Random random(301);
  for (int i = 0; i < 2000; ++i) {
    const Shape a = Box(random.vector(1).cwiseAbs() + Vec3(0.1, 0.1, 0.1));
    const Shape b = random.chance(0.5) ? Shape(Cylinder(0.5, 1.0)) : Shape(Box({1, 0.1, 0.3}));
    const Placed a0 = placed(a, Pose(random.rotation(), random.vector(1)));
    const Placed b0 = placed(b, Pose(random.rotation(), random.vector(1) + Vec3(3, 0, 0)));
    const Result r = distance(a, a0.pose, b, b0.pose);
    const detail::Slab slab =
        detail::make_slab({a, a0.pose, a0.frame}, {b, b0.pose, b0.frame}, r.normal.normalized(), r.lower);
    if (!(slab.base > -HUGE_VAL)) continue;
    const double by = random.magnitude(1e-6, 1.0);
    const auto step = [&](const Pose& from) {
      const Mat3 turn = Eigen::AngleAxisd(by, random.direction()).toRotationMatrix();
      return Pose(Mat3(turn * from.rotation()), from.position() + by * random.direction());
    };
    const Placed a1 = placed(a, step(a0.pose)), b1 = placed(b, step(b0.pose));
    const Result truth = distance(a, a1.pose, b, b1.pose);
    EXPECT_LE(detail::moved_lower(slab, a1.frame, b1.frame), truth.upper) << i;
    // Every corner has gone no farther than the way of points says.
    for (const Placed* pair : {&a0, &b0}) {
      const Placed& next = pair == &a0 ? a1 : b1;
      const detail::LocalBox local = detail::local_box(pair->shape);
      const double most = detail::most_motion(pair->frame, pair->pose, next.frame, next.pose, local);
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 x(corner & 1 ? local.half.x : -local.half.x, corner & 2 ? local.half.y : -local.half.y,
                     corner & 4 ? local.half.z : -local.half.z);
        const Vec3 at = local.centre.eigen() + x;
        EXPECT_LE((next.pose * at - pair->pose * at).norm(), most) << i;
      }
      EXPECT_LE(most, (next.pose.position() - pair->pose.position()).norm() + 1.01 * by * local.radius + 1e-12);
    }
  }
}

TEST(MovedSlab, WaysCountDefectsAndRounding) {
  const Shape box = Box({2, 2, 2});
  const detail::LocalBox local = detail::local_box(box);
  const Placed from = placed(box, {}), same = placed(box, {});
  EXPECT_EQ(detail::most_motion(from.frame, from.pose, same.frame, same.pose, local), 0.0);
  // A matrix that is no rotation has points where no rotation would.
  for (const double f : {1e-12, 1e-9, 4e-7}) {
    const Placed to = placed(box, Pose(Mat3((1.0 + f) * Mat3::Identity()), Vec3::Zero()));
    const double most = detail::most_motion(from.frame, from.pose, to.frame, to.pose, local);
    EXPECT_GE(most, f * std::sqrt(3.0));
    EXPECT_GE(most, (1.2 * f + 4.6 * f) * std::sqrt(3.0));  // root of 3/2 f of Frobenius, 2.3 of the defect 2 f
  }
  const Shape plane = Halfspace({0, 0, 1}, 0);
  const Placed level = placed(plane, {}),
               tilted =
                   placed(plane, Pose(Mat3(Eigen::AngleAxisd(1e-9, Vec3::UnitX()).toRotationMatrix()), Vec3::Zero()));
  EXPECT_EQ(detail::most_motion(level.frame, level.pose, tilted.frame, tilted.pose, detail::local_box(plane)),
            HUGE_VAL);
}

// ---- swept slabs

struct Moving {
  Moving(const Pose& p, const Pose& q, const V3& pivot = {0, 0, 0}) : from(p), to(q) {
    stretch.begin = 0.0;
    stretch.end = 1.0;
    stretch.from = &from;
    stretch.to = &to;
    stretch.pivot = pivot;
    detail::prepare(stretch);
  }
  Moving(const Moving&) = delete;
  Moving& operator=(const Moving&) = delete;
  ~Moving() = default;
  Pose from, to;
  Stretch stretch;
};

Pose turned_by(const Vec3& by, const Pose& from, const Vec3& shift) {
  const Mat3 turn = Eigen::AngleAxisd(by.norm(), by.normalized()).toRotationMatrix();
  return {Mat3(turn * from.rotation()), from.position() + shift};
}

TEST(Moving, RotationsAreOffByNoMoreThanCharged) {
  Random random(302);
  for (int i = 0; i < 300; ++i) {
    const Vec3 by = random.direction() * random.magnitude(1e-6, 3.1);
    const Moving m(Pose(random.rotation(), random.vector(5)), Pose());
    const Moving n(m.from, turned_by(by, m.from, random.vector(2)));
    const Stretch& s = n.stretch;
    EXPECT_TRUE(s.turns);
    EXPECT_GE(s.angle, detail::norm(s.turn));
    EXPECT_GE(s.turn_error, 1.6 * 96.0 * half_place);
    EXPECT_GE(s.residue, 96.0 * half_place);
    EXPECT_GE(s.off_pose, 96.0 * half_place + 2.7 * 96.0 * half_place + s.residue - 1e-30);
    for (const double t : {0.25, 0.5, 0.9}) {
      const detail::MovingPlace place = detail::place_on(s, t);
      // Against the same in long double.
      using Wide = Eigen::Matrix<long double, 3, 1>;
      const Wide v = Wide(s.turn.x, s.turn.y, s.turn.z) * static_cast<long double>(t);
      const Eigen::Matrix<long double, 3, 3> exact =
          Eigen::AngleAxis<long double>(v.norm(), v.normalized()).toRotationMatrix() *
          n.from.rotation().cast<long double>();
      Eigen::Matrix<long double, 3, 3> found;
      const auto set = [&](int row, const detail::Wide3& r) { found.row(row) << r.x.high, r.y.high, r.z.high; };
      set(0, place.rotation.r0);
      set(1, place.rotation.r1);
      set(2, place.rotation.r2);
      EXPECT_LE((found - exact).norm(), 96.0L * half_place);
      EXPECT_GE(place.turn_error, 96.0 * half_place);
      EXPECT_GT(place.turn_drift, 0.0);
      EXPECT_GE(place.speed, detail::norm(place.rate));
    }
  }
}

/// A plane that has turned may be anywhere: what was known of it is forgotten until it is asked about again.
TEST(MovingBound, EndsWhereAnUnboundedBodyTurns) {
  const Shape plane = Plane({1, 0, 0}, 0.0), ball = Sphere(1);
  detail::MovingBody a(plane, Pose()), b(ball, Pose::translation({3, 100, 0}));
  detail::MovingBound known;
  Bound bound;
  const auto renew = [&] { known.renew(bound, distance(plane, a.pose, ball, b.pose), a, b); };
  renew();
  EXPECT_NEAR(bound.lower, 2.0, 1e-12);
  b.move_to(Pose::translation({2.5, 100, 0}));
  known.follow(bound, a, b);
  EXPECT_NEAR(bound.lower, 1.5, 1e-11);
  a.move_to(turned_by({0, 0, -0.025}, Pose(), Vec3::Zero()));  // through the ball
  known.follow(bound, a, b);
  EXPECT_EQ(bound.lower, -HUGE_VAL);
  renew();
  EXPECT_LT(bound.lower, 0.0);
  EXPECT_GT(bound.lower, -2.0);
}

TEST(SweptSlab, IsChargedForRounding) {
  const Shape box = Box({2, 2, 2});
  const Pose at_a, at_b = Pose::translation({3, 0, 0});
  const detail::Mover a{&box, nullptr, nullptr, &at_a}, b{&box, nullptr, nullptr, &at_b};
  const detail::Moment m = detail::make_moment(a, b, 0.0);
  const detail::SweptSlab s = detail::swept_slab(m, {1, 0, 0}, -HUGE_VAL, {0, 0, 0});
  const double entering = 3.0 + 2.0 * std::sqrt(3.0);
  EXPECT_LE(s(0.0), 1.0 - 128.0 * half_place * entering);
  EXPECT_GE(s(0.0), 1.0 - 160.0 * half_place * entering);
  EXPECT_EQ(s(0.0), s(5.0));  // at rest
  const Shape ball = Sphere(1);
  const Pose stretched(Mat3((1.0 + 1e-13) * Mat3::Identity()), Vec3::Zero());
  const detail::Mover swollen{&ball, nullptr, nullptr, &stretched};
  const detail::SweptSlab of_ball =
      detail::swept_slab(detail::make_moment(swollen, b, 0.0), {1, 0, 0}, -HUGE_VAL, {0, 0, 0});
  EXPECT_LE(of_ball(0.0), 1.0 - 1e-13);
  EXPECT_GE(m.pose_error, 4.0 * half_place * 3.0);
}

TEST(SweptSlab, HoldsAtEveryTime) {
  Random random(303);
  for (int i = 0; i < 400; ++i) {
    const Shape a = random.chance(0.5) ? Shape(Box({1, 0.5, 2})) : Shape(Cylinder(0.4, 1.5));
    const Shape b = random.chance(0.5) ? Shape(Capsule(0.2, 1.0)) : Shape(Box({0.3, 1, 1}));
    const double fast = random.magnitude(1e-3, 2.5);
    const Pose p(random.rotation(), random.vector(1)), q(random.rotation(), random.vector(1) + Vec3(2.5, 0, 0));
    const V3 pivot = random.chance(0.5) ? V3(0, 0, 0) : V3(random.vector(1));
    const Moving moving_a(p, turned_by(fast * random.direction(), p, fast * random.vector(1)), pivot);
    const Moving moving_b(q, turned_by(fast * random.direction(), q, fast * random.vector(1)));
    const detail::Mover mover_a{&a, nullptr, &moving_a.stretch, nullptr},
        mover_b{&b, nullptr, &moving_b.stretch, nullptr};
    const double time = random.uniform(0.2, 0.8);
    const detail::Moment m = detail::make_moment(mover_a, mover_b, time);
    const auto truth = [&](double t) {
      const detail::Moment there = detail::make_moment(mover_a, mover_b, t);
      Result r =
          distance(a, detail::query_pose(there.a, Vec3::Zero()), b, detail::query_pose(there.b, there.between.eigen()));
      detail::allow_for_motion(r, there);
      return r;
    };
    const Result here = truth(time);
    for (const V3& carried : {V3(0, 0, 0), m.a.place.rate, m.b.place.rate}) {
      const detail::SweptSlab s = detail::swept_slab(m, V3(here.normal), here.lower, carried);
      EXPECT_LE(s(time), here.lower + 1e-13);
      EXPECT_GE(s(time), here.lower - 1e-12);
      for (const double d : {1e-4, 1e-3, 1e-2, 0.1, 0.2}) {
        EXPECT_LE(s(time + d), truth(time + d).upper) << i << " " << d;
        EXPECT_LE(s(time - d), truth(time - d).upper) << i << " " << d;
        EXPECT_LE(s.over(time - d, time + d), std::min(s(time - d), s(time + d)));
      }
    }
  }
}

TEST(SweptSlab, CurvesAsFarPointsDo) {
  // A long box turns about its end, its face seen edge on: its far corner comes nearer by sin, then by 1 - cos.
  const Shape bar = Box({0.02, 4, 0.02}), block = Box({2, 20, 2});
  const V3 pivot(0, -2, 0);
  for (const double angle : {0.5, 1.5}) {
    const Pose p, q = Pose::translation({-3, 0, 0});
    const Moving moving(p, turned_by({0, 0, angle}, p, Vec3::Zero()), pivot);
    const detail::Mover turning{&bar, nullptr, &moving.stretch, nullptr}, at_rest{&block, nullptr, nullptr, &q};
    const detail::Moment m = detail::make_moment(turning, at_rest, 0.0);
    const detail::SweptSlab s = detail::swept_slab(m, {-1, 0, 0}, -HUGE_VAL, {0, 0, 0});
    for (double t = 0.0; t <= 1.0; t += 0.125) {
      const detail::Moment there = detail::make_moment(turning, at_rest, t);
      Result r = distance(bar, detail::query_pose(there.a, Vec3::Zero()), block,
                          detail::query_pose(there.b, there.between.eigen()));
      detail::allow_for_motion(r, there);
      EXPECT_LE(s(t), r.upper) << angle << " " << t;
    }
  }
}

TEST(SweptSlab, OverlapOfBoxesIsWidened) {
  Random random(306);
  const Shape a = Box({1, 0.5, 2}), b = Box({0.3, 1, 1}), ball = Sphere(1);
  int overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    const Pose p(random.rotation(), random.vector(0.5)), q(random.rotation(), random.vector(0.5));
    const Moving moving_a(p, turned_by(random.vector(1), p, random.vector(1)));
    const Moving moving_b(q, turned_by(random.vector(1), q, random.vector(1)), V3(random.vector(1)));
    const detail::Mover mover_a{&a, nullptr, &moving_a.stretch, nullptr},
        mover_b{&b, nullptr, &moving_b.stretch, nullptr}, round{&ball, nullptr, &moving_b.stretch, nullptr};
    const double time = random.uniform(0.2, 0.8);
    const detail::Moment m = detail::make_moment(mover_a, mover_b, time);
    const double upper = detail::upper_by_axes(m);
    const Result r = distance(a, detail::query_pose(m.a, Vec3::Zero()), b, detail::query_pose(m.b, m.between.eigen()));
    EXPECT_GE(upper, r.lower) << i;
    EXPECT_EQ(detail::upper_by_axes(detail::make_moment(mover_a, round, time)), HUGE_VAL);
    if (!(upper < HUGE_VAL)) continue;
    ++overlapping;
    EXPECT_GE(upper, r.upper + m.pose_error) << i;
    EXPECT_LE(upper, r.upper + 1e-12) << i;
  }
  EXPECT_GT(overlapping, 100);
}

TEST(SweptSlab, OfAHalfSpaceHasOneSide) {
  // A ball deep inside of it is not apart from it along the other sense of its normal.
  const Shape below = Halfspace({0, 0, 1}, 0.0), ball = Sphere(0.1);
  const Pose here, under = Pose::translation({0, 0, -5}), over = Pose::translation({0, 0, 5});
  const detail::Mover a{&below, nullptr, nullptr, &here}, b{&ball, nullptr, nullptr, &under},
      c{&ball, nullptr, nullptr, &over};
  const auto claimed = [](const detail::Mover& one, const detail::Mover& two, const V3& n) {
    return detail::swept_slab(detail::make_moment(one, two, 0.0), n, -HUGE_VAL, {0, 0, 0})(0.0);
  };
  EXPECT_EQ(claimed(a, b, {0, 0, -1}), -HUGE_VAL);
  EXPECT_EQ(claimed(b, a, {0, 0, 1}), -HUGE_VAL);
  EXPECT_NEAR(claimed(a, b, {0, 0, 1}), -5.1, 1e-12);
  EXPECT_NEAR(claimed(a, c, {0, 0, 1}), 4.9, 1e-12);
  EXPECT_NEAR(claimed(c, a, {0, 0, -1}), 4.9, 1e-12);
}

// ---- translation

using Long3 = Eigen::Matrix<long double, 3, 1>;

/// A box with an offset of its own, on a stretch without turning.
struct ShiftedBox {
  explicit ShiftedBox(Random& random, double away)
      : half(Vec3(1, 1, 1) + random.vector(0.5)),
        inner(random.rotation(), random.vector(2)),
        from(random.rotation(), random.vector(away)),
        moving(from, Pose(from.rotation(), from.position() + random.vector(3))),
        box(Box(2 * half)) {}
  detail::Mover mover() const { return {&box, &inner, &moving.stretch, nullptr}; }
  Long3 origin(long double t) const {
    const Long3 p = from.position().cast<long double>(), q = moving.to.position().cast<long double>();
    return p + (q - p) * t + from.rotation().cast<long double>() * inner.position().cast<long double>();
  }
  long double reach(const Long3& n) const {
    const Long3 m = (from.rotation().cast<long double>() * inner.rotation().cast<long double>()).transpose() * n;
    return m.cwiseAbs().dot(half.cast<long double>());
  }
  Vec3 half;
  Pose inner, from;
  Moving moving;
  Shape box;
};

TEST(ShiftedPair, SlabsHoldAtEveryTimeAndAreNear) {
  Random random(304);
  for (int i = 0; i < 2000; ++i) {
    const double away = random.magnitude(1, 1e6);
    const ShiftedBox a(random, away), b(random, away);
    ASSERT_TRUE(detail::ShiftedPair::applies(a.mover(), b.mover()));
    detail::ShiftedPair pair(a.mover(), b.mover(), 0.0, 1.0);
    const Vec3 n = random.direction();
    const detail::LinearSlab slab = pair.slab(V3(n), random.uniform(0, 1));
    const Long3 wide = n.cast<long double>();
    for (const double t : {0.0, 0.1, 0.5, 0.75, 1.0}) {
      const long double truth = (wide.dot(b.origin(t) - a.origin(t)) - a.reach(wide) - b.reach(-wide)) / wide.norm();
      EXPECT_LE(slab(t), truth) << i << " " << t;
      EXPECT_GE(slab(t), truth - 1e-12L * away) << i << " " << t;
    }
    EXPECT_LE(slab.over(0.0, 1.0), std::min(slab(0.0), slab(1.0)));
    const double change = sum_of(pair.change());
    EXPECT_GE(slab.slack(), 127.0 * half_place * change);
    EXPECT_GE(pair.position_error(), 7.9 * half_place * (sum_of(pair.between(0.0)) + change));
    const double now = slab(slab.time()), later = slab(slab.time() + 0.5), slope = slab.slope();
    EXPECT_LE(later, now + 0.5 * slope - 0.49 * slab.slack() + 4.0 * half_place * (std::fabs(now) + std::fabs(slope)));
    Result r;
    r.lower = r.distance = r.upper = 1.0;
    pair.allow(r);
    EXPECT_LE(r.lower, 1.0 - pair.position_error());
    EXPECT_GE(r.upper, 1.0 + pair.position_error());
  }
}

TEST(ShiftedPair, OverlapOfBoxesIsWidened) {
  Random random(305);
  int overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    const ShiftedBox a(random, 1), b(random, 1);
    const detail::ShiftedPair pair(a.mover(), b.mover(), 0.0, 1.0);
    for (const double t : {0.25, 0.5}) {
      const double upper = pair.upper_by_axes(t);
      const Result r = distance(a.box, pair.pose_a(), b.box, pair.pose_b(t));
      EXPECT_GE(upper, r.lower) << i;
      if (!(upper < HUGE_VAL)) continue;
      ++overlapping;
      EXPECT_GE(upper, r.upper + pair.position_error()) << i;
      EXPECT_LE(upper, r.upper + 1e-12) << i;
    }
  }
  EXPECT_GT(overlapping, 20);
}

TEST(ShiftedPair, IsOfBodiesThatDoNotTurn) {
  const Shape ball = Sphere(1), plane = Plane({0, 0, 1}, 0);
  const Pose here, there = Pose::translation({3, 0, 0});
  const Moving turning(here, turned_by({0, 0, 1}, here, Vec3::Zero()));
  const detail::Mover at_rest{&ball, nullptr, nullptr, &there}, turns{&ball, nullptr, &turning.stretch, nullptr},
      flat{&plane, nullptr, nullptr, &here};
  EXPECT_TRUE(detail::ShiftedPair::applies(at_rest, at_rest));
  EXPECT_FALSE(detail::ShiftedPair::applies(at_rest, turns));
  EXPECT_FALSE(detail::ShiftedPair::applies(turns, at_rest));
  EXPECT_FALSE(detail::ShiftedPair::applies(flat, at_rest));
  // A ball that a matrix stretches; and a direction that is none.
  const Pose stretched(Mat3((1.0 + 1e-13) * Mat3::Identity()), Vec3::Zero());
  const detail::Mover swollen{&ball, nullptr, nullptr, &stretched};
  detail::ShiftedPair pair(swollen, at_rest, 0.0, 1.0);
  EXPECT_LE(pair.slab({1, 0, 0}, 0.0)(0.0), 1.0 - 1e-13);
  EXPECT_FALSE(pair.slab({0, 0, 0}, 0.0)(0.0) > -HUGE_VAL);
  EXPECT_FALSE(pair.slab({NAN, 0, 0}, 0.0)(0.0) > -HUGE_VAL);
}

}  // namespace
}  // namespace oracle

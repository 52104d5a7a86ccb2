// Signs that no rounding may decide, against the integers of the oracle.

#include "proof/exact_direction.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>

#include "exact_body.hpp"
#include "numeric/exact_sum.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;

double any_double(Random& random) {
  const double x = random.chance(0.3)   ? random.integer(-3, 3)
                   : random.chance(0.5) ? random.uniform(-1, 1)
                                        : random.uniform(-1, 1) * std::ldexp(1.0, random.integer(-1070, 1000));
  return random.chance(0.1) ? 5e-324 : x;
}

TEST(ExactSum, HasTheSignAndTheValueOfTheSum) {
  Random random(751);
  for (int i = 0; i < 4000; ++i) {
    detail::ExactSum<3> sum;
    mpq_class truth = 0;
    for (int k = random.integer(0, 6); k > 0; --k) {
      const std::array<double, 3> p{any_double(random), any_double(random), any_double(random)};
      const bool negated = random.chance(0.5), twice = random.chance(0.4);
      const mpq_class product = mpq_class(p[0]) * mpq_class(p[1]) * mpq_class(p[2]);
      sum.add(p, negated);
      truth += negated ? mpq_class(-product) : product;
      if (!twice) continue;  // and what cancels it, but for the order of its factors
      sum.add({p[2], p[0], p[1]}, !negated);
      truth -= negated ? mpq_class(-product) : product;
    }
    EXPECT_EQ(sum.sign(), sgn(truth));
    const detail::ScaledDouble found = sum.scaled();
    mpq_class value = mpq_class(found.value.high) + mpq_class(found.value.low);
    if (found.exponent >= 0)
      value *= mpz_class(mpz_class(1) << static_cast<mp_bitcnt_t>(found.exponent));
    else
      value /= mpz_class(mpz_class(1) << static_cast<mp_bitcnt_t>(-found.exponent));
    if (truth == 0) {
      EXPECT_EQ(value, 0);
    } else {
      EXPECT_LE(mpq_class(abs(value - truth) / abs(truth)), mpq_class(0x1p-100));
    }
  }
}

Placement any_turn(Random& random) {
  Placement at;
  if (random.chance(0.4)) {
    at.quaternion = random.quaternion();
  } else {
    at.matrix = random.chance(0.5) ? random.cube_rotation() : random.rotation();
    if (random.chance(0.6)) at.matrix(random.integer(0, 2), random.integer(0, 2)) += random.magnitude(1e-80, 1e-8);
  }
  return at;
}

Vec3 any_direction(Random& random) {
  for (;;) {
    const Vec3 d(any_double(random), any_double(random), any_double(random));
    if (!d.isZero(0)) return d;
  }
}

TEST(ExactDirections, AreDecidedAsTheIntegersSay) {
  Random random(752);
  int parallel = 0, level = 0;
  for (int i = 0; i < 6000; ++i) {
    const Vec3 d = any_direction(random);
    Vec3 e = random.chance(0.6) ? d : any_direction(random);
    if (random.chance(0.2)) e = Vec3(d.y(), -d.x(), 0);
    if (random.chance(0.2)) e[random.integer(0, 2)] += random.magnitude(1e-80, 1e-8);
    if (e.isZero(0) || !e.allFinite()) continue;
    const Placement at_a = any_turn(random), at_b = random.chance(0.6) ? at_a : any_turn(random);
    const Shape a = i % 2 == 0 ? Shape(Plane(d, 1)) : Shape(Line({0, 0, 0}, d)), b = Line({0, 0, 0}, e);
    const auto found = detail::exact_directions(a.core(), at_a.pose(), b.core(), at_b.pose());
    ASSERT_TRUE(found);
    const ExactBody body_a = exact_core(a, at_a).body, body_b = exact_core(b, at_b).body;
    const Vec along_b = body_b.directions[0];
    Vec along_a = body_a.directions[0];
    if (i % 2 == 0) {  // two directions along the plane, and which side is which
      along_a = cross(body_a.directions[0], body_a.directions[2]);
      if (dot(along_a, body_a.points[0]) < 0) along_a = -along_a;
    }
    const int sign = sgn(dot(along_a, along_b));
    const bool are = is_zero(cross(along_a, along_b));
    if (i % 2 == 0) {
      EXPECT_EQ(detail::dot_sign(*found), sign);
      level += sign == 0;
      continue;
    }
    EXPECT_EQ(detail::are_parallel(*found), are);
    if (are) {
      EXPECT_EQ(detail::dot_sign(*found), sign);
    }
    parallel += are;
  }
  EXPECT_GT(parallel, 200);
  EXPECT_GT(level, 100);
}

}  // namespace
}  // namespace oracle

// The integers of the exact part against GMP's, and hulls whose coordinates take from one limb to many.

#include "exact/integer.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "clearance/exact.hpp"
#include "exact/wide.hpp"
#include "exact_body.hpp"
#include "polyhedral.hpp"
#include "random.hpp"

namespace clearance::exact {
namespace {

/// Limbs of all zeros and all ones are where carries go wrong, so they are frequent.
mpz_class random_integer(oracle::Random& random, int limbs) {
  mpz_class value = 0;
  for (int i = 0; i < limbs; ++i) {
    const int kind = random.integer(0, 3);
    std::uint64_t limb = kind == 0 ? 0 : kind == 1 ? ~std::uint64_t{0} : 0;
    for (int k = 0; kind > 1 && k < 4; ++k) limb = limb << 16 | static_cast<std::uint64_t>(random.integer(0, 0xffff));
    value = (value << 64) + mpz_class(static_cast<unsigned long>(limb));
  }
  return random.integer(0, 1) == 0 ? value : mpz_class(-value);
}

Integer ours(const mpz_class& value) { return Integer::from(value.get_mpz_t()); }
mpz_class theirs(const Integer& value) {
  mpz_t room;
  return mpz_class(value.view(room));
}

TEST(Integers, AgreeWithGmp) {
  oracle::Random random(1);
  for (int k = 0; k < 4000; ++k) {
    const mpz_class x = random_integer(random, random.integer(0, 20)),
                    y = random_integer(random, random.integer(0, 20));
    const Integer a = ours(x), b = ours(y);
    ASSERT_EQ(theirs(a), x);
    EXPECT_EQ(theirs(a + b), x + y);
    EXPECT_EQ(theirs(a - b), x - y);
    EXPECT_EQ(theirs(a - a), 0);
    EXPECT_EQ(theirs(-a), -x);
    EXPECT_EQ(theirs(a * b), x * y);
    EXPECT_EQ(a < b, x < y);
    EXPECT_EQ(a == b, x == y);
    EXPECT_TRUE(ours(x) == a);
    EXPECT_EQ(sign(a), sgn(x));
    EXPECT_EQ(bits(a), x == 0 ? 0 : static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2)));
    Integer sum = a;
    add_product(sum, a, b);
    EXPECT_EQ(theirs(sum), x + x * y);
    subtract_product(sum, b, b);
    EXPECT_EQ(theirs(sum), x + x * y - y * y);
    const auto by = static_cast<unsigned>(random.integer(0, 300));
    Integer shifted = a;
    shift(shifted, by);
    EXPECT_EQ(theirs(shifted), x << by);
    if (x != 0) {
      EXPECT_EQ(make_odd(shifted), static_cast<long>(mpz_scan1(mpz_class(x << by).get_mpz_t(), 0)));
      EXPECT_NE(mpz_odd_p(theirs(shifted).get_mpz_t()), 0);
    }
    Integer moved = std::move(shifted);
    shifted = b;
    moved = shifted;
    EXPECT_EQ(theirs(moved), y);
  }
}

template <std::size_t n, std::size_t m>
void check_wide(oracle::Random& random) {
  // Two bits are left free for sums.
  const auto draw = [&](std::size_t limbs) { return mpz_class(random_integer(random, static_cast<int>(limbs)) / 4); };
  for (int k = 0; k < 1000; ++k) {
    const mpz_class x = draw(n), y = draw(m), z = draw(n);
    const auto a = to_wide<n>(ours(x)), c = to_wide<n>(ours(z));
    const auto b = to_wide<m>(ours(y));
    EXPECT_EQ(theirs(to_integer(a)), x);
    EXPECT_EQ(theirs(to_integer(a + c)), x + z);
    EXPECT_EQ(theirs(to_integer(a - c)), x - z);
    EXPECT_EQ(theirs(to_integer(-a)), -x);
    EXPECT_EQ(theirs(to_integer(a * b)), x * y);
    EXPECT_EQ(sign(a), sgn(x));
  }
}

TEST(WideIntegers, AgreeWithGmp) {
  oracle::Random random(2);
  check_wide<1, 1>(random);
  check_wide<1, 2>(random);
  check_wide<2, 1>(random);
  check_wide<3, 3>(random);
  check_wide<6, 3>(random);
  check_wide<9, 9>(random);
}

TEST(WideIntegers, AreDoublesInAUnit) {
  EXPECT_EQ(theirs(to_integer(to_wide<2>(-0.75, -2))), -3);
  EXPECT_EQ(theirs(to_integer(to_wide<2>(-0.75, -70))), -3 * (mpz_class(1) << 68));
  EXPECT_EQ(theirs(to_integer(to_wide<2>(0x1p-1074, -1074))), 1);
  EXPECT_EQ(theirs(to_integer(to_wide<3>(-0x1.8p100, 0))), -3 * (mpz_class(1) << 99));
  EXPECT_EQ(theirs(to_integer(to_wide<1>(0.0, 5))), 0);
  EXPECT_EQ(theirs(to_integer(-0x1.fffffffffffffp3, -49)), -((mpz_class(1) << 53) - 1));
}

/// Coordinates of so many bits, so that all widths of integers have their turn, and the general ones.
TEST(ExactDistance, OfHullsOfEveryWidth) {
  int separated = 0;
  for (const int bits : {3, 20, 50, 58, 60, 64, 90, 118, 122, 128, 170, 200}) {
    oracle::Random random(static_cast<std::uint64_t>(bits));
    for (int k = 0; k < 24; ++k) {
      const auto coordinate = [&] {
        const double fine = std::ldexp(random.integer(-8, 8), -bits);  // the last bit, unless it is rounded away
        return random.integer(0, 2) == 0 ? fine : random.uniform(-1, 1) + fine;
      };
      const auto cloud = [&](double at) {
        std::vector<Vec3> points;
        for (int i = 0; i < 6; ++i) points.emplace_back(coordinate() + at, coordinate(), coordinate());
        return points;
      };
      const Shape a = Hull(cloud(0)), b = Hull(cloud(2.5 * random.integer(0, 1)));
      const oracle::Placement turned{random.vector(1), random.rotation(), {}};
      const oracle::Placement at = k % 2 == 0 ? oracle::Placement{} : turned;
      const oracle::Truth truth = signed_distance(exact_core(a, at).body, exact_core(b, at).body);
      const auto exact = exact_distance(a, at.pose(), b, at.pose());
      ASSERT_TRUE(exact.has_value());
      EXPECT_EQ(exact->status == Status::separated, truth.sign > 0);
      if (truth.sign <= 0) continue;
      ++separated;
      EXPECT_EQ(mpq_class(exact->squared_distance.text()), truth.squared);
    }
  }
  EXPECT_GT(separated, 100);
}

}  // namespace
}  // namespace clearance::exact

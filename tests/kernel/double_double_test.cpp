// The arithmetic that proofs rest on, against exact rational numbers: what is said to be free of error is, and what is
// said to be within some u^2 is.

#include "numeric/double_double.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "random.hpp"
#include "unit_roundoff.hpp"

namespace oracle {
namespace {

using namespace clearance::detail;

mpq_class exact(double x) { return mpq_class(x); }
mpq_class exact(const DoubleDouble& x) { return mpq_class(x.high) + mpq_class(x.low); }

/// |found - truth| in units of u^2 |truth|.
double relative(const mpq_class& found, const mpq_class& truth) {
  if (truth == 0) return found == 0 ? 0.0 : HUGE_VAL;
  const mpq_class difference = abs(found - truth) / abs(truth) * mpq_class(0x1p106);
  return difference.get_d();
}

/// Numbers with few or many bits, close to each other or not, of either sign.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}
  double one() {
    const double x = random_.chance(0.3) ? random_.integer(-1000, 1000) * std::ldexp(1.0, random_.integer(-60, 60))
                     : random_.chance(0.3)
                         ? (1.0 + random_.integer(-8, 8) * u) * std::ldexp(1.0, random_.integer(-3, 3))
                         : random_.uniform(-1, 1) * std::ldexp(1.0, random_.integer(-80, 80));
    return random_.chance(0.02) ? 0.0 : x;
  }
  DoubleDouble two() {
    const double high = one();
    if (random_.chance(0.2)) return high;
    return two_sum(high, high * random_.uniform(-1, 1) * u);
  }
  DoubleDouble near(const DoubleDouble& x) {
    return two_sum(x.high * (1 + random_.integer(-4, 4) * u), x.low * random_.uniform(-1, 1));
  }
  Random& random() { return random_; }

 private:
  Random random_;
};

constexpr int rounds = 20000;

TEST(DoubleDouble, SumsAndProductsOfTwoDoublesAreExact) {
  Numbers numbers(701);
  for (int i = 0; i < rounds; ++i) {
    const double a = numbers.one(), b = numbers.one();
    EXPECT_EQ(exact(two_sum(a, b)), exact(a) + exact(b)) << a << " + " << b;
    EXPECT_EQ(exact(two_product(a, b)), exact(a) * exact(b)) << a << " * " << b;
    const double large = std::fabs(a) < std::fabs(b) ? b : a, small = std::fabs(a) < std::fabs(b) ? a : b;
    EXPECT_EQ(exact(fast_two_sum(large, small)), exact(a) + exact(b)) << a << " + " << b;
    // Rounded and remainder: the first is what the processor gives.
    EXPECT_EQ(two_sum(a, b).high, a + b);
    EXPECT_EQ(two_product(a, b).high, a * b);
  }
}

TEST(DoubleDouble, OperationsAreWithinTheirBounds) {
  Numbers numbers(702);
  double sum = 0, difference = 0, product = 0, quotient = 0, root = 0;
  for (int i = 0; i < rounds; ++i) {
    const DoubleDouble a = numbers.two(), b = numbers.random().chance(0.3) ? numbers.near(a) : numbers.two();
    sum = std::fmax(sum, relative(exact(a + b), exact(a) + exact(b)));
    difference = std::fmax(difference, relative(exact(a - b), exact(a) - exact(b)));
    product = std::fmax(product, relative(exact(a * b), exact(a) * exact(b)));
    if (b.high != 0.0) quotient = std::fmax(quotient, relative(exact(a / b), exact(a) / exact(b)));
    if (a.high > 0.0) {
      // The root r is within k u^2 of the true one if r^2 is within about 2 k u^2.
      const mpq_class r = exact(sqrt(a));
      root = std::fmax(root, relative(r * r, exact(a)) / 2.0);
    }
  }
  EXPECT_LE(sum, 3.0);
  EXPECT_LE(difference, 3.0);
  EXPECT_LE(product, 5.0);
  EXPECT_LE(quotient, 10.0);
  EXPECT_LE(root, 4.0);
  // The numbers are hard enough for the bounds to mean something.
  EXPECT_GT(sum, 0.5);
  EXPECT_GT(product, 1.0);
  EXPECT_GT(quotient, 1.0);
}

TEST(DoubleDouble, ComparesAsTheNumbersDo) {
  Numbers numbers(703);
  for (int i = 0; i < rounds; ++i) {
    const DoubleDouble a = numbers.two(), b = i % 3 == 0 ? a : i % 3 == 1 ? numbers.near(a) : numbers.two();
    const mpq_class x = exact(a), y = exact(b);
    EXPECT_EQ(a < b, x < y);
    EXPECT_EQ(a > b, x > y);
    EXPECT_EQ(a <= b, x <= y);
    EXPECT_EQ(a >= b, x >= y);
    EXPECT_EQ(a == b, x == y);
  }
}

TEST(DoubleDouble, OfNoPositiveNumberTheRootIsZero) {
  for (const DoubleDouble& x : {DoubleDouble(0.0), DoubleDouble(-1.0), DoubleDouble(NAN)}) {
    EXPECT_EQ(sqrt(x).high, 0.0);
    EXPECT_EQ(sqrt(x).low, 0.0);
  }
}

/// A dot product as if in twice the precision: |error| <= u |sum| + 4 n^2 u^2 sum |terms| (Ogita, Rump and Oishi).
TEST(CompensatedSum, KeepsWhatCancels) {
  Numbers numbers(704);
  for (int i = 0; i < rounds; ++i) {
    CompensatedSum sum;
    mpq_class truth = 0, terms = 0;
    const int count = numbers.random().integer(1, 8);
    double last_a = 0, last_b = 0;
    for (int k = 0; k < count; ++k) {
      double a = numbers.random().uniform(-1, 1), b = numbers.random().uniform(-1, 1);
      if (k % 2 == 1) a = -last_a * (1 + numbers.random().integer(-2, 2) * u), b = last_b;
      last_a = a, last_b = b;
      sum.add_product(a, b);
      truth += exact(a) * exact(b);
      terms += abs(exact(a) * exact(b));
    }
    const double small = numbers.random().uniform(-1, 1) * 0x1p-60;
    sum.add(small);
    truth += exact(small);
    const mpq_class left = abs(exact(sum.high()) + exact(sum.low()) - truth);
    const double bound = 4.0 * count * count * u * u;
    EXPECT_LE(left, mpq_class(bound) * (terms + abs(truth)) + mpq_class(0x1p-112));
    EXPECT_LE(abs(exact(sum.high()) - truth),
              mpq_class(u) * abs(truth) + mpq_class(bound) * terms + mpq_class(0x1p-112));
  }
}

}  // namespace
}  // namespace oracle

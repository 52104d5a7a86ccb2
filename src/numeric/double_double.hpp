#pragma once

// Double-double arithmetic: a number is the unevaluated sum of two doubles, some 106 bits in all. The building blocks
// two_sum (Knuth) and two_product (Dekker, Veltkamp) are error-free; the operations built of them have a relative
// error of at most a few 2^-104 (Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building blocks
// of double-word arithmetic", 2017). Valid in round-to-nearest without contraction, away from over- and underflow.

#include <cmath>

namespace clearance::detail {

struct DoubleDouble {
  double high, low;  // not initialised by default, like a double

  DoubleDouble() = default;
  DoubleDouble(double value) : high(value), low(0.0) {}  // NOLINT(google-explicit-constructor): a double is one exactly
  DoubleDouble(double h, double l) : high(h), low(l) {}
  explicit operator double() const { return high + low; }
};

/// a + b exactly, as rounded sum and remainder.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// The same for |a| >= |b|.
inline DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a * b exactly, as rounded product and remainder.
inline DoubleDouble two_product(double a, double b) {
  const double product = a * b;
#ifdef __FMA__
  return {product, std::fma(a, b, -product)};
#else
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double a_big = splitter * a, b_big = splitter * b;
  const double a_high = a_big - (a_big - a), b_high = b_big - (b_big - b);
  const double a_low = a - a_high, b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
#endif
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  DoubleDouble sum = two_sum(a.high, b.high);
  const DoubleDouble rest = two_sum(a.low, b.low);
  sum = fast_two_sum(sum.high, sum.low + rest.high);
  return fast_two_sum(sum.high, sum.low + rest.low);
}
inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }
inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }
inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return fast_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * first;
  const double second = rest.high / b.high;
  const double third = (rest - b * second).high / b.high;
  return fast_two_sum(first, second) + third;
}
inline DoubleDouble& operator+=(DoubleDouble& a, const DoubleDouble& b) { return a = a + b; }
inline bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}
inline bool operator>(const DoubleDouble& a, const DoubleDouble& b) { return b < a; }
inline bool operator<=(const DoubleDouble& a, const DoubleDouble& b) { return !(b < a); }
inline bool operator>=(const DoubleDouble& a, const DoubleDouble& b) { return !(a < b); }
inline bool operator==(const DoubleDouble& a, const DoubleDouble& b) { return a.high == b.high && a.low == b.low; }

inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.high > 0.0)) return 0.0;
  const double root = std::sqrt(a.high);
  return two_sum(root, (a - two_product(root, root)).high / (2.0 * root));
}

/// A sum of products as if in twice the working precision, rounded at the end (Ogita, Rump and Oishi, "Accurate sum
/// and dot product", 2005): cheaper than DoubleDouble arithmetic.
class CompensatedSum {
 public:
  void add_product(double a, double b) {
    const DoubleDouble product = two_product(a, b);
    const DoubleDouble sum = two_sum(sum_, product.high);
    sum_ = sum.high;
    rest_ += sum.low + product.low;
  }
  void add(double value) { rest_ += value; }  // a small correction
  double high() const { return sum_ + rest_; }
  double low() const { return (sum_ - high()) + rest_; }

 private:
  double sum_ = 0.0, rest_ = 0.0;
};

inline double to_double(double value) { return value; }
inline double to_double(const DoubleDouble& value) { return value.high + value.low; }

}  // namespace clearance::detail

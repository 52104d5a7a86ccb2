#pragma once

// A number that counts the operations made with it, to measure what an algorithm costs independently of the machine:
// the solvers are templates over their number type, and run with this one as they run with the number that it holds, a
// double or a double-double. One count for each addition, subtraction, multiplication, division and square root,
// whatever the number; none for negation, absolute value, comparison and copying, as in Fenger's thesis (section 3.5).
// The count belongs to the thread.

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "numeric/double_double.hpp"

namespace clearance::detail {

struct Operations {
  static inline thread_local std::int64_t made = 0;
};

template <class Base>
struct CountingNumber {
  Base value;  // not initialised by default, like a double

  CountingNumber() = default;
  CountingNumber(double v) : value(v) {}  // NOLINT(google-explicit-constructor): takes the place of a double
  explicit CountingNumber(const Base& v) requires(!std::is_same_v<Base, double>) : value(v) {}
  explicit operator double() const { return static_cast<double>(value); }
  explicit operator int() const { return static_cast<int>(static_cast<double>(value)); }

  friend CountingNumber operator+(const CountingNumber& a, const CountingNumber& b) { return of(a.value + b.value); }
  friend CountingNumber operator-(const CountingNumber& a, const CountingNumber& b) { return of(a.value - b.value); }
  friend CountingNumber operator*(const CountingNumber& a, const CountingNumber& b) { return of(a.value * b.value); }
  friend CountingNumber operator/(const CountingNumber& a, const CountingNumber& b) { return of(a.value / b.value); }
  friend CountingNumber sqrt(const CountingNumber& a) {
    using std::sqrt;
    return of(sqrt(a.value));
  }
  friend CountingNumber operator-(const CountingNumber& a) { return CountingNumber(-a.value); }
  friend CountingNumber& operator+=(CountingNumber& a, const CountingNumber& b) { return a = a + b; }
  friend CountingNumber& operator-=(CountingNumber& a, const CountingNumber& b) { return a = a - b; }
  friend CountingNumber& operator*=(CountingNumber& a, const CountingNumber& b) { return a = a * b; }
  friend CountingNumber& operator/=(CountingNumber& a, const CountingNumber& b) { return a = a / b; }
  friend bool operator==(const CountingNumber& a, const CountingNumber& b) { return a.value == b.value; }
  friend bool operator!=(const CountingNumber& a, const CountingNumber& b) { return !(a.value == b.value); }
  friend bool operator<(const CountingNumber& a, const CountingNumber& b) { return a.value < b.value; }
  friend bool operator>(const CountingNumber& a, const CountingNumber& b) { return a.value > b.value; }
  friend bool operator<=(const CountingNumber& a, const CountingNumber& b) { return a.value <= b.value; }
  friend bool operator>=(const CountingNumber& a, const CountingNumber& b) { return a.value >= b.value; }

  friend CountingNumber abs(const CountingNumber& a) { return a.value < Base(0.0) ? -a : a; }
  friend CountingNumber fabs(const CountingNumber& a) { return abs(a); }
  friend CountingNumber fmin(const CountingNumber& a, const CountingNumber& b) { return b < a ? b : a; }
  friend CountingNumber fmax(const CountingNumber& a, const CountingNumber& b) { return a < b ? b : a; }
  friend bool isfinite(const CountingNumber& a) { return std::isfinite(static_cast<double>(a.value)); }
  friend double to_double(const CountingNumber& a) { return static_cast<double>(a.value); }

 private:
  static CountingNumber of(const Base& result) {
    ++Operations::made;
    return CountingNumber(result);
  }
};

using Counted = CountingNumber<double>;
using CountedWide = CountingNumber<DoubleDouble>;

/// The operations that this thread has made since this object was.
class OperationCount {
 public:
  OperationCount() : start_(Operations::made) {}
  std::int64_t count() const { return Operations::made - start_; }

 private:
  std::int64_t start_;
};

}  // namespace clearance::detail

template <>
struct Eigen::NumTraits<clearance::detail::Counted> : Eigen::NumTraits<double> {
  using Real = clearance::detail::Counted;
  using NonInteger = clearance::detail::Counted;
  using Nested = clearance::detail::Counted;
  using Literal = clearance::detail::Counted;
  static Real epsilon() { return Eigen::NumTraits<double>::epsilon(); }
  static Real dummy_precision() { return Eigen::NumTraits<double>::dummy_precision(); }
  static Real highest() { return Eigen::NumTraits<double>::highest(); }
  static Real lowest() { return Eigen::NumTraits<double>::lowest(); }
  static Real infinity() { return Eigen::NumTraits<double>::infinity(); }
  static Real quiet_NaN() { return Eigen::NumTraits<double>::quiet_NaN(); }
};

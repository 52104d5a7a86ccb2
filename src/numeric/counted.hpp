#pragma once

// A double that counts the operations made with it, to measure what an algorithm costs independently of the machine:
// the solvers are templates over their number type, and run with this one as they run with double. One count for each
// addition, subtraction, multiplication, division and square root; none for negation, absolute value, comparison and
// copying, as in Fenger's thesis (section 3.5). The count belongs to the thread.

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

namespace clearance::detail {

struct Counted {
  double value;  // not initialised by default, like a double

  Counted() = default;
  Counted(double v) : value(v) {}  // NOLINT(google-explicit-constructor): takes the place of a double
  explicit operator double() const { return value; }
  explicit operator int() const { return static_cast<int>(value); }

  static inline thread_local std::int64_t operations = 0;
};

/// The operations that this thread has made since this object was.
class OperationCount {
 public:
  OperationCount() : start_(Counted::operations) {}
  std::int64_t count() const { return Counted::operations - start_; }

 private:
  std::int64_t start_;
};

inline Counted operator+(const Counted& a, const Counted& b) { return ++Counted::operations, a.value + b.value; }
inline Counted operator-(const Counted& a, const Counted& b) { return ++Counted::operations, a.value - b.value; }
inline Counted operator*(const Counted& a, const Counted& b) { return ++Counted::operations, a.value * b.value; }
inline Counted operator/(const Counted& a, const Counted& b) { return ++Counted::operations, a.value / b.value; }
inline Counted sqrt(const Counted& a) { return ++Counted::operations, std::sqrt(a.value); }
inline Counted operator-(const Counted& a) { return -a.value; }
inline Counted& operator+=(Counted& a, const Counted& b) { return a = a + b; }
inline Counted& operator-=(Counted& a, const Counted& b) { return a = a - b; }
inline Counted& operator*=(Counted& a, const Counted& b) { return a = a * b; }
inline Counted& operator/=(Counted& a, const Counted& b) { return a = a / b; }
inline bool operator==(const Counted& a, const Counted& b) { return a.value == b.value; }
inline bool operator!=(const Counted& a, const Counted& b) { return a.value != b.value; }
inline bool operator<(const Counted& a, const Counted& b) { return a.value < b.value; }
inline bool operator>(const Counted& a, const Counted& b) { return a.value > b.value; }
inline bool operator<=(const Counted& a, const Counted& b) { return a.value <= b.value; }
inline bool operator>=(const Counted& a, const Counted& b) { return a.value >= b.value; }

inline Counted abs(const Counted& a) { return std::fabs(a.value); }
inline Counted fabs(const Counted& a) { return std::fabs(a.value); }
inline Counted fmin(const Counted& a, const Counted& b) { return std::fmin(a.value, b.value); }
inline Counted fmax(const Counted& a, const Counted& b) { return std::fmax(a.value, b.value); }
inline bool isfinite(const Counted& a) { return std::isfinite(a.value); }
inline double to_double(const Counted& a) { return a.value; }

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

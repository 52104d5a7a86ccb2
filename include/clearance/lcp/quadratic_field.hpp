#pragma once

// Numbers x + y sqrt(d) with x, y and d >= 0 rational: the real quadratic field Q(sqrt d), ordered and exact. With it a
// vector that is given by a direction of any rational length can take part as if it were of unit length (D. Eberly,
// "Convex Quadratic Programming", section 4.5). Departure: an element carries its d, so that there is no global state.
// Elements of different fields do not mix: that throws std::domain_error. Rational ones (y = 0) go with any. d may be a
// perfect square.

#include <cmath>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace clearance {

template <class Rational>
class QuadraticField {
 public:
  QuadraticField(int x = 0) : x_(x), y_(0), d_(0) {}              // NOLINT: numbers convert
  QuadraticField(Rational x) : x_(std::move(x)), y_(0), d_(0) {}  // NOLINT: numbers convert
  QuadraticField(Rational x, Rational y, Rational d) : x_(std::move(x)), y_(std::move(y)), d_(std::move(d)) {}

  const Rational& x() const { return x_; }
  const Rational& y() const { return y_; }
  const Rational& d() const { return d_; }

  /// -1, 0 or 1.
  int sign() const {
    const int of_x = sign(x_), of_y = d_ == 0 ? 0 : sign(y_);
    if (of_x == of_y || of_y == 0) return of_x;
    if (of_x == 0) return of_y;
    const Rational square_x = x_ * x_, square_y = y_ * y_ * d_;
    if (square_x == square_y) return 0;
    return square_x > square_y ? of_x : of_y;
  }

  friend QuadraticField operator-(const QuadraticField& a) { return {-a.x_, -a.y_, a.d_}; }
  friend QuadraticField operator+(const QuadraticField& a, const QuadraticField& b) {
    return {a.x_ + b.x_, a.y_ + b.y_, common(a, b)};
  }
  friend QuadraticField operator-(const QuadraticField& a, const QuadraticField& b) {
    return {a.x_ - b.x_, a.y_ - b.y_, common(a, b)};
  }
  friend QuadraticField operator*(const QuadraticField& a, const QuadraticField& b) {
    const Rational& d = common(a, b);
    return {a.x_ * b.x_ + a.y_ * b.y_ * d, a.x_ * b.y_ + a.y_ * b.x_, d};
  }
  /// The divisor must not be zero.
  friend QuadraticField operator/(const QuadraticField& a, const QuadraticField& b) {
    const Rational norm = b.x_ * b.x_ - b.y_ * b.y_ * b.d_;
    // A norm of zero belongs to a perfect square d and to b = 2 x, as b itself is not zero.
    if (norm == 0) return a * QuadraticField(Rational(1 / (2 * b.x_)));
    return a * QuadraticField(b.x_ / norm, -b.y_ / norm, b.d_);
  }
  friend bool operator==(const QuadraticField& a, const QuadraticField& b) { return (a - b).sign() == 0; }
  friend bool operator<(const QuadraticField& a, const QuadraticField& b) { return (a - b).sign() < 0; }
  friend bool operator>(const QuadraticField& a, const QuadraticField& b) { return b < a; }
  friend bool operator<=(const QuadraticField& a, const QuadraticField& b) { return !(b < a); }
  friend bool operator>=(const QuadraticField& a, const QuadraticField& b) { return !(a < b); }

 private:
  static int sign(const Rational& value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }
  static const Rational& common(const QuadraticField& a, const QuadraticField& b) {
    if (a.y_ == 0) return b.d_;
    if (b.y_ == 0 || a.d_ == b.d_) return a.d_;
    throw std::domain_error("numbers of two quadratic fields in one operation");
  }

  Rational x_, y_, d_;
};

/// As in 1 - 1/7 sqrt(14).
template <class Rational>
std::ostream& operator<<(std::ostream& out, const QuadraticField<Rational>& a) {
  if (a.y() == 0 || a.d() == 0) return out << a.x();
  const bool negative = a.y() < 0;
  if (!(a.x() == 0)) out << a.x() << (negative ? " - " : " + ");
  if (a.x() == 0 && negative) out << "-";
  const Rational size = negative ? Rational(-a.y()) : a.y();
  if (!(size == 1)) out << size << " ";
  return out << "sqrt(" << a.d() << ")";
}

/// To a few units in the last place; x and y sqrt(d) of opposite signs are added without cancellation.
template <class Rational>
double to_double(const QuadraticField<Rational>& a) {
  const auto x = static_cast<double>(a.x());
  const double y = static_cast<double>(a.y()) * std::sqrt(static_cast<double>(a.d()));
  if (x * y >= 0.0) return x + y;
  return static_cast<double>(Rational(a.x() * a.x() - a.y() * a.y() * a.d())) / (x - y);
}

}  // namespace clearance

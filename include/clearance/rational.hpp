#pragma once

// Exact rational numbers for the templates of clearance/lcp.hpp: Boost.Multiprecision over GMP, which whoever includes
// this header needs besides the library.

#include <boost/multiprecision/gmp.hpp>
#include <cmath>

namespace clearance {

// Without expression templates, so that `auto` and the conditional operator mean what they say.
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

/// The nearest double, of two the one nearer to zero.
inline double to_double(const Rational& value) {
  const auto towards_zero = static_cast<double>(value);
  if (!std::isfinite(towards_zero)) return towards_zero;
  const double away = std::nextafter(towards_zero, value < 0 ? -HUGE_VAL : HUGE_VAL);
  if (!std::isfinite(away)) return towards_zero;
  const Rational below = abs(value - Rational(towards_zero)), above = abs(Rational(away) - value);
  return above < below ? away : towards_zero;
}

}  // namespace clearance

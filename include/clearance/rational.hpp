#pragma once

// Exact rational numbers for the templates of clearance/lcp.hpp: Boost.Multiprecision over GMP, which whoever includes
// this header needs besides the library.

#include <boost/multiprecision/gmp.hpp>

namespace clearance {

// Without expression templates, so that `auto` and the conditional operator mean what they say.
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

}  // namespace clearance

#pragma once

// Convex quadratic programs as linear complementarity problems, over any ordered field: float, double, exact rationals
// (clearance/rational.hpp), or a real quadratic field over them. Usable without the rest of the library.

#include "clearance/lcp/lemke.hpp"
#include "clearance/lcp/primitives.hpp"
#include "clearance/lcp/quadratic_field.hpp"
#include "clearance/lcp/quadratic_program.hpp"
#include "clearance/lcp/triangle_cylinder.hpp"

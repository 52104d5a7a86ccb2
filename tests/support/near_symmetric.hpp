#pragma once

#include "check.hpp"
#include "random.hpp"

// Overlaps that are symmetric but for little: very many directions are nearly as good as the best.

namespace oracle {

/// Two round shapes whose axes are one but for a shift and a tilt of 0 or 1e-15 to 1e-2, of sizes 1e-3 to 1e3.
Query nearly_coaxial(Random& random);

/// Boxes a little off parallel, a ball at the centre of a box, regular prisms, a hull in its own copy.
Query nearly_concentric(Random& random);

}  // namespace oracle

#pragma once

#include "exact/solver.hpp"

namespace clearance::exact {

/// Proves in integers of few limbs that the points of the start carry the nearest point, which is not the origin; false
/// if they do not, or if more bits were needed, or for shapes that are not hulls of points given in double. Fills the
/// answer.
bool prove_narrow(const Bodies& bodies, const Start& start, Answer& answer);

}  // namespace clearance::exact

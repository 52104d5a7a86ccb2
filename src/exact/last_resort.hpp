#pragma once

#include "exact/solver.hpp"

namespace clearance::exact {

/// The nearest point by Lemke's method, whatever `answer` found so far; its generators are where it starts.
void last_resort(Bodies& bodies, Answer& answer);

}  // namespace clearance::exact

#pragma once

namespace oracle {

/// Half of the last place of one, in double: what an operation rounds by at most, relative to its result.
inline constexpr double u = 0x1p-53;

}  // namespace oracle

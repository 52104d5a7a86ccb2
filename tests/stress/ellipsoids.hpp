#pragma once

#include <cstdint>

namespace stress {

/// The default solver on `count` pairs of ellipsoids: radii that differ by up to 1e4, gaps of 1e-9 to 1e3 and overlaps
/// of every depth. Every pair against GJK, one in a hundred against the other methods, one in `sample`, and all that
/// look suspicious, against 50 digits. Prints a table; whether nothing went wrong.
bool run_ellipsoids(std::uint64_t count, std::uint64_t seed, std::uint64_t sample);

}  // namespace stress

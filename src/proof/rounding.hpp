#pragma once

// The constants of section 5 of docs/proof.md, which every pair in place is charged with.

namespace clearance::detail {

/// All roundings in n . offset - h_b(-n) - h_a(n), and all in |q - p|, relative to the size of the pair: 48 u.
inline constexpr double pair_rounding = 48.0 * 0x1p-53;
/// Up to this a matrix is a rotation but for rounding. Beyond, a ball becomes an ellipsoid worth telling apart.
inline constexpr double rigid_defect = 1e-14;
/// What underflow may do to a true length.
inline constexpr double length_underflow = 0x1p-1060;

/// Sizes and ratios of sizes beyond these are for the careful lane.
inline constexpr double plain_ratio = 0x1p40, plain_unit = 0x1p400;
/// What underflow may do to a length in units of a, at most: no product with a number that small, which processors take
/// long for, is needed.
inline constexpr double plain_underflow = length_underflow * plain_unit;
/// Two bodies without size, nearer to each other than this, too: squares of lengths would underflow.
inline constexpr double plain_least = 0x1p-400;
/// As much of half the defect of a is held by pair_rounding in the frame of a: 9 u.
inline constexpr double frame_allowance = 9.0 * 0x1p-53;

}  // namespace clearance::detail

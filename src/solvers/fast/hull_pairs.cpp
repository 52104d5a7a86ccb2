// The ways of two hulls, and of a hull against what is smaller.

#include "solvers/fast/by_corners.hpp"

namespace clearance::detail {

template struct ByCorners<Kind::polytope, Kind::polytope>;
template struct ByCorners<Kind::polytope, Kind::segment>;
template struct ByCorners<Kind::segment, Kind::polytope>;
template struct ByCorners<Kind::polytope, Kind::point>;
template struct ByCorners<Kind::point, Kind::polytope>;

}  // namespace clearance::detail

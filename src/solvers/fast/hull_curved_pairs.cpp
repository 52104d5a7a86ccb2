// The ways of a hull against a cylinder or a cone.

#include "solvers/fast/by_points.hpp"

namespace clearance::detail {

template struct ByPoints<Kind::polytope, Kind::cylinder>;
template struct ByPoints<Kind::cylinder, Kind::polytope>;
template struct ByPoints<Kind::polytope, Kind::cone>;
template struct ByPoints<Kind::cone, Kind::polytope>;

}  // namespace clearance::detail

// The ways of cylinders and cones.

#include "solvers/fast/by_points.hpp"

namespace clearance::detail {

template struct ByPoints<Kind::cylinder, Kind::cylinder>;
template struct ByPoints<Kind::cone, Kind::cone>;
template struct ByPoints<Kind::cylinder, Kind::cone>;
template struct ByPoints<Kind::cone, Kind::cylinder>;
template struct ByPoints<Kind::cylinder, Kind::box>;
template struct ByPoints<Kind::box, Kind::cylinder>;
template struct ByPoints<Kind::cone, Kind::box>;
template struct ByPoints<Kind::box, Kind::cone>;

}  // namespace clearance::detail

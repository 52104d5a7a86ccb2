// The ways of a sphere or a capsule against a cylinder or a cone.

#include "solvers/fast/revolved.hpp"

namespace clearance::detail {

template struct ByHalfPlane<Kind::cylinder, Kind::point, true>;
template struct ByHalfPlane<Kind::cylinder, Kind::point, false>;
template struct ByHalfPlane<Kind::cylinder, Kind::segment, true>;
template struct ByHalfPlane<Kind::cylinder, Kind::segment, false>;
template struct ByHalfPlane<Kind::cone, Kind::point, true>;
template struct ByHalfPlane<Kind::cone, Kind::point, false>;
template struct ByHalfPlane<Kind::cone, Kind::segment, true>;
template struct ByHalfPlane<Kind::cone, Kind::segment, false>;

}  // namespace clearance::detail

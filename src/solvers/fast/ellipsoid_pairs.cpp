// The ways of ellipsoids.

#include "solvers/fast/by_normal.hpp"

namespace clearance::detail {

template struct ByNormal<Kind::ellipsoid, Kind::ellipsoid>;
template struct ByNormal<Kind::ellipsoid, Kind::point>;
template struct ByNormal<Kind::point, Kind::ellipsoid>;

}  // namespace clearance::detail

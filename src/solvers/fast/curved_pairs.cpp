// The ways of cylinders and cones.

#include "solvers/fast/by_points.hpp"

namespace clearance::detail {

template bool by_points<Kind::cylinder, Kind::cylinder>(const FastQuery&, Result&, Handover&);
template bool by_points<Kind::cone, Kind::cone>(const FastQuery&, Result&, Handover&);
template bool by_points<Kind::cylinder, Kind::cone>(const FastQuery&, Result&, Handover&);
template bool by_points<Kind::cone, Kind::cylinder>(const FastQuery&, Result&, Handover&);
template bool by_points<Kind::cylinder, Kind::box>(const FastQuery&, Result&, Handover&);
template bool by_points<Kind::box, Kind::cylinder>(const FastQuery&, Result&, Handover&);
template bool by_points<Kind::cone, Kind::box>(const FastQuery&, Result&, Handover&);
template bool by_points<Kind::box, Kind::cone>(const FastQuery&, Result&, Handover&);

}  // namespace clearance::detail

// The ways of a box against a box, a hull or a segment.

#include "solvers/fast/by_corners.hpp"

namespace clearance::detail {

template bool by_corners<Kind::box, Kind::box>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::box, Kind::polytope>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::polytope, Kind::box>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::box, Kind::segment>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::segment, Kind::box>(const FastQuery&, Result&, Handover&);

}  // namespace clearance::detail

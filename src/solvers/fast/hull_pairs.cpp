// The ways of two hulls, and of a hull against what is smaller.

#include "solvers/fast/by_corners.hpp"

namespace clearance::detail {

template bool by_corners<Kind::polytope, Kind::polytope>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::polytope, Kind::segment>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::segment, Kind::polytope>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::polytope, Kind::point>(const FastQuery&, Result&, Handover&);
template bool by_corners<Kind::point, Kind::polytope>(const FastQuery&, Result&, Handover&);

}  // namespace clearance::detail

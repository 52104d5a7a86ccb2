// The lanes for any processor.

#include "numeric/pack_portable.hpp"
#include "solvers/lanes/lane_kernels.hpp"

namespace clearance::detail {

const LaneKernels portable_kernels = all_kernels<PackPortable>();

}  // namespace clearance::detail

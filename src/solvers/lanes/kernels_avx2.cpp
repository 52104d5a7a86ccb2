// The lanes for processors with AVX2 and FMA.

#include "numeric/pack_avx2.hpp"
#include "solvers/lanes/lane_kernels.hpp"

namespace clearance::detail {

const LaneKernels avx2_kernels = all_kernels<PackAvx2>();

}  // namespace clearance::detail

// The lanes for processors with AVX-512.

#include "numeric/pack_avx512.hpp"
#include "solvers/lanes/lane_kernels.hpp"

namespace clearance::detail {

const LaneKernels avx512_kernels = all_kernels<PackAvx512>();

}  // namespace clearance::detail

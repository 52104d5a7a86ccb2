#include "solvers/lanes/lanes.hpp"

namespace clearance::detail {

bool can_run(LaneProcessor processor) {
#ifdef CLEARANCE_LANES_X86
  if (processor == LaneProcessor::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (processor == LaneProcessor::avx512)
    return can_run(LaneProcessor::avx2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#endif
  return processor == LaneProcessor::portable;
}

const LaneKernels& kernels_for(LaneProcessor processor) {
#ifdef CLEARANCE_LANES_X86
  if (processor == LaneProcessor::avx2) return avx2_kernels;
  if (processor == LaneProcessor::avx512) return avx512_kernels;
#endif
  return portable_kernels;
}

const LaneKernels& best_kernels() {
  if (can_run(LaneProcessor::avx512)) return kernels_for(LaneProcessor::avx512);
  return kernels_for(can_run(LaneProcessor::avx2) ? LaneProcessor::avx2 : LaneProcessor::portable);
}

}  // namespace clearance::detail

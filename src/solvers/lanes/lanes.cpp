#include "solvers/lanes/lanes.hpp"

namespace clearance::detail {

const LaneKernels& kernels_for([[maybe_unused]] Processor processor) {
#ifdef CLEARANCE_LANES_X86
  if (processor == Processor::avx2) return avx2_kernels;
  if (processor == Processor::avx512) return avx512_kernels;
#endif
  return portable_kernels;
}

namespace {

/// As the engine's (query/engines.cpp).
constinit const LaneKernels* chosen = &portable_kernels;

struct Choice {
  Choice() { chosen = &kernels_for(wanted_processor()); }
};
const Choice at_the_start;

}  // namespace

const LaneKernels& best_kernels() { return *chosen; }

}  // namespace clearance::detail

#pragma once

// Eight queries at once, for the processor that this runs on.

#include <array>

#include "numeric/processor.hpp"
#include "proof/lanes/lane_group.hpp"

namespace clearance::detail {

/// Kinds of pairs that run in lanes; a box comes first, and a segment before a point. Those of at most few_lane_points
/// points are apart.
enum class LaneKind { two_points, segment_point, two_segments, box_point, box_box, box_points, points, box_few, few };
inline constexpr int lane_kinds = 9;

using LaneKernel = void (*)(LaneGroup&);
using LaneKernels = std::array<LaneKernel, lane_kinds>;

extern const LaneKernels portable_kernels;
#ifdef CLEARANCE_LANES_X86
extern const LaneKernels avx2_kernels, avx512_kernels;
#endif

const LaneKernels& kernels_for(Processor processor);
/// For the processor that is wanted. Constant once the program has started.
const LaneKernels& best_kernels();

}  // namespace clearance::detail

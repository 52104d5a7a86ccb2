// The choice among the engines, and the calls that go to the one that is chosen.

#include "query/engine.hpp"

namespace clearance {

namespace detail {

const Engine& engine_for([[maybe_unused]] Processor processor) {
#ifdef CLEARANCE_ENGINES
  if (processor == Processor::avx2) return avx2_engine;
  if (processor == Processor::avx512) return avx512_engine;
#endif
  return own_engine;
}

namespace {

/// Right from the beginning, so that queries of other static objects have one; the best from when this file's are made.
constinit const Engine* chosen = &own_engine;

struct Choice {
  Choice() { chosen = &engine_for(wanted_processor()); }
};
const Choice at_the_start;

}  // namespace

const Engine& engine() { return *chosen; }

}  // namespace detail

#ifdef CLEARANCE_ENGINES  // where there is one, the calls are its own, and some nanoseconds shorter
Result distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                PairState* state) {
  return detail::chosen->distance(a, pose_a, b, pose_b, options, state);
}

MarginCheck check_margin(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                         PairState* state) {
  return detail::chosen->check_margin(a, pose_a, b, pose_b, margin, state);
}
#endif

}  // namespace clearance

#pragma once

// What answers a query about two shapes, from the call to the proof. The same files are compiled for several processors
// (cmake/ClearanceEngines.cmake), and one engine is chosen before the program starts.

#include "clearance/distance.hpp"
#include "clearance/margin.hpp"
#include "numeric/processor.hpp"
#include "solvers/fast/fast_lane.hpp"

namespace clearance::detail {

/// The engine's own distance() and check_margin().
Result engine_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                       PairState* state);
MarginCheck engine_margin(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                          PairState* state);

struct Engine {
  decltype(&engine_distance) distance;
  decltype(&engine_margin) check_margin;
  bool (*fast_distance)(const FastQuery& query, Result& result, Handover& handover);  ///< the fast lane alone
};

/// Compiled as the rest of the library is.
extern const Engine own_engine;
#ifdef CLEARANCE_ENGINES
extern const Engine avx2_engine, avx512_engine;
#endif

/// The one for a processor, or the library's own if there is none.
const Engine& engine_for(Processor processor);
/// The one that is used. Constant once the program has started; until then it may be the library's own.
const Engine& engine();

}  // namespace clearance::detail

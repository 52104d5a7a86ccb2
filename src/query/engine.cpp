// The table of one engine. CLEARANCE_ENGINE is its name.

#include "query/engine.hpp"

#ifndef CLEARANCE_ENGINE
#define CLEARANCE_ENGINE own_engine
#endif

namespace clearance::detail {

namespace {

bool by_fast_lane(const FastQuery& query, Result& result, Handover& handover) {
  return fast_distance(query, result, handover);
}

}  // namespace

extern const Engine CLEARANCE_ENGINE;
constinit const Engine CLEARANCE_ENGINE = {&engine_distance, &engine_margin, &by_fast_lane};

}  // namespace clearance::detail

#pragma once

#include <optional>

#include "literature/dqp3/variant.hpp"
#include "placed/pair_memory.hpp"

namespace clearance::detail {

/// Whether a shape has what DQP3 works on: a solid polyhedron, which may be swept by a sphere.
inline bool has_facets(const Core& core) {
  return (core.kind == Kind::polytope || core.kind == Kind::box) && !core.polytope.graph.empty();
}

/// DQP3 on a pair of which both have facets. Nothing, if the cores overlap or touch.
std::optional<Attempt> dqp3_distance(const Pair& pair, Dqp3Variant variant, PairMemory* memory);

}  // namespace clearance::detail

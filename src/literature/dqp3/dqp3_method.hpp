#pragma once

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// Whether a shape has what Method::dqp3 works on: a solid polyhedron, which may be swept by a sphere.
bool has_facets(const Core& core);

/// Method::dqp3 on a pair of which both have facets. Nothing, if the cores overlap or touch.
std::optional<Attempt> dqp3_distance(const Pair& pair, const Options& options, PairState* state);

}  // namespace clearance::detail

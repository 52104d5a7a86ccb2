#pragma once

// From a simplex of the difference to a proposal.

#include "placed/simplex.hpp"
#include "proof/difference.hpp"

namespace clearance::detail {

/// Local witness points and features of a weighted simplex.
template <class T>
void set_witness(Proposal& proposal, const Pair& pair, const SimplexVertex<T>* vertex, const T* weight, int count) {
  const auto add = [](Feature& feature, int v) {
    if (v < 0 || feature.count >= 3) return;
    for (int i = 0; i < feature.count; ++i)
      if (feature.vertices[static_cast<std::size_t>(i)] == v) return;
    feature.vertices[static_cast<std::size_t>(feature.count++)] = v;
  };
  const auto source = [](const Body& body, int v) {
    return v >= 0 && body.kind == Kind::polytope ? body.core->polytope.source[static_cast<std::size_t>(v)] : v;
  };
  proposal.feature_a = proposal.feature_b = Feature{};
  proposal.corners = count;
  const Weights weights(weight, count);
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    proposal.corner_a[k] = vertex[i].at_a;
    proposal.corner_b[k] = vertex[i].at_b;
    proposal.weight[k] = weights[i];
    add(proposal.feature_a, source(pair.a, vertex[i].vertex_a));
    add(proposal.feature_b, source(pair.b, vertex[i].vertex_b));
  }
  proposal.at_a = Members::mixed(weights, [&](int i) -> const Member& { return vertex[i].at_a; });
  proposal.at_b = Members::mixed(weights, [&](int i) -> const Member& { return vertex[i].at_b; });
  proposal.vertex_a = vertex[count - 1].vertex_a;
  proposal.vertex_b = vertex[count - 1].vertex_b;
}

/// Below this, relative to the size of the pair, rounding decides on which side of a simplex the origin is.
inline constexpr double origin_rounding = 0x1p-51;

}  // namespace clearance::detail

#pragma once

// A hierarchy over the parts of a union: a binary tree of boxes, each proven to hold the parts below it.

#include <cstddef>
#include <span>
#include <vector>

#include "numeric/vector.hpp"

namespace clearance {
struct Part;
}

namespace clearance::detail {

/// Most parts of a union; keeps the tree shallower than `tree_depth`.
inline constexpr std::size_t part_limit = std::size_t{1} << 20;
/// Halving 2^20 parts takes 20 levels; one more keeps the unbounded apart from the rest, which adds a level each.
inline constexpr int tree_depth = 24;

/// A box along the axes of the union, and a ball about its centre; true lengths.
struct PartNode {
  V3 centre{}, half{};
  double reach = 0.0;
  bool bounded = true;  ///< else box and ball mean nothing, and bound nothing
  int part = -1;        ///< of a leaf
  int left = -1, right = -1;
};

struct PartTree {
  std::vector<PartNode> nodes;  ///< the first is the root
};

PartTree make_part_tree(std::span<const Part> parts);

}  // namespace clearance::detail

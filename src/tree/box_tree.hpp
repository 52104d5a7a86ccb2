#pragma once

// A binary tree of boxes that follows what moves: insertion where it enlarges the tree least, removal, and rotations
// that keep it balanced, so that no path is longer than 1.45 log2 n; and many leaves at once. Several trees may share
// one store of nodes. Scenes keep one of their bodies, unions are built from one of their parts.

#include <span>
#include <vector>

#include "proof/placed_box.hpp"

namespace clearance::detail {

struct TreeNode {
  WorldBox box;
  int parent = -1, left = -1, right = -1;
  int height = 0;  ///< 0 for a leaf, -1 for a node that is free
  int item = -1;   ///< of a leaf

  bool is_leaf() const { return left < 0; }
};

/// No path of a tree with 2^31 nodes is longer.
inline constexpr int most_levels = 46;

class BoxTree {
 public:
  const TreeNode& operator[](int node) const { return nodes_[static_cast<std::size_t>(node)]; }

  /// A leaf in no tree.
  int make_leaf(const WorldBox& box, int item);
  void drop_leaf(int leaf) { release(leaf); }
  void set_box(int leaf, const WorldBox& box) { at(leaf).box = box; }

  /// Puts a leaf into the tree of that root, -1 for an empty one.
  void insert(int& root, int leaf);
  /// Many at once: the tree is built anew, unless they are few among many. Allocates.
  void add(int& root, std::span<const int> leaves);
  /// Takes it out again.
  void remove(int& root, int leaf);
  /// Room for as many leaves without allocation.
  void reserve(std::size_t leaves) { nodes_.reserve(2 * leaves); }

 private:
  friend class TreeBuilder;

  TreeNode& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }
  int acquire();
  void release(int node);
  int best_sibling(int root, const WorldBox& box) const;
  void replace_child(int& root, int parent, int old_child, int new_child);
  void adjust(int node);
  int balance(int& root, int node);
  int lift(int& root, int node, int child, int other);
  void refit_from(int& root, int node);
  void rebuild(int& root, std::span<const int> leaves);
  void take_apart(int root, std::vector<int>& leaves);

  std::vector<TreeNode> nodes_;
  int free_ = -1;  ///< the first of the free nodes, linked by `parent`
};

// No coordinate of a box is NaN: a plain comparison is one instruction.
inline double lesser(double p, double q) { return q < p ? q : p; }
inline double greater(double p, double q) { return p < q ? q : p; }

inline WorldBox united(const WorldBox& a, const WorldBox& b) {
  return {{lesser(a.low.x, b.low.x), lesser(a.low.y, b.low.y), lesser(a.low.z, b.low.z)},
          {greater(a.high.x, b.high.x), greater(a.high.y, b.high.y), greater(a.high.z, b.high.z)}};
}
inline bool holds(const WorldBox& outer, const WorldBox& inner) {
  return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
         outer.high.x >= inner.high.x && outer.high.y >= inner.high.y && outer.high.z >= inner.high.z;
}
/// Half of the surface of a box.
inline double half_surface(const WorldBox& box) {
  const V3 d = box.high - box.low;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

}  // namespace clearance::detail

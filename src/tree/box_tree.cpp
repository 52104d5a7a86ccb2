#include "tree/box_tree.hpp"

#include <algorithm>

namespace clearance::detail {

int BoxTree::acquire() {
  if (free_ < 0) {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }
  const int node = free_;
  free_ = at(node).parent;
  at(node) = TreeNode{};
  return node;
}

void BoxTree::release(int node) {
  at(node) = TreeNode{};
  at(node).height = -1;
  at(node).parent = free_;
  free_ = node;
}

int BoxTree::make_leaf(const WorldBox& box, int item) {
  const int leaf = acquire();
  at(leaf).box = box;
  at(leaf).item = item;
  return leaf;
}

/// Descends to where a new leaf costs the least surface: here, as a sibling of this node, or below one of its children.
int BoxTree::best_sibling(int root, const WorldBox& box) const {
  int node = root;
  while (!(*this)[node].is_leaf()) {
    const TreeNode& n = (*this)[node];
    const double surface = half_surface(n.box), all = half_surface(united(n.box, box));
    const double here = 2.0 * all, passed_on = 2.0 * (all - surface);
    const auto below = [&](int child) {
      const TreeNode& c = (*this)[child];
      const double grown = half_surface(united(c.box, box));
      return passed_on + (c.is_leaf() ? grown : grown - half_surface(c.box));
    };
    const double left = below(n.left), right = below(n.right);
    if (here < left && here < right) break;
    node = left <= right ? n.left : n.right;
  }
  return node;
}

void BoxTree::replace_child(int& root, int parent, int old_child, int new_child) {
  if (parent < 0)
    root = new_child;
  else
    (at(parent).left == old_child ? at(parent).left : at(parent).right) = new_child;
  at(new_child).parent = parent;
}

void BoxTree::adjust(int node) {
  TreeNode& n = at(node);
  n.height = 1 + std::max(at(n.left).height, at(n.right).height);
  n.box = united(at(n.left).box, at(n.right).box);
}

void BoxTree::insert(int& root, int leaf) {
  at(leaf).parent = -1;
  if (root < 0) {
    root = leaf;
    return;
  }
  const int sibling = best_sibling(root, at(leaf).box);
  const int joint = acquire();
  replace_child(root, at(sibling).parent, sibling, joint);
  at(joint).left = sibling;
  at(joint).right = leaf;
  at(sibling).parent = at(leaf).parent = joint;
  refit_from(root, joint);
}

void BoxTree::remove(int& root, int leaf) {
  const int joint = at(leaf).parent;
  at(leaf).parent = -1;
  if (joint < 0) {
    root = -1;
    return;
  }
  const int sibling = at(joint).left == leaf ? at(joint).right : at(joint).left;
  const int above = at(joint).parent;
  replace_child(root, above, joint, sibling);
  release(joint);
  if (above >= 0) refit_from(root, above);
}

/// From a node up: boxes and heights, and a rotation wherever one side has grown two levels higher than the other.
void BoxTree::refit_from(int& root, int node) {
  while (node >= 0) {
    node = balance(root, node);
    adjust(node);
    node = at(node).parent;
  }
}

/// `child` of `node` is two levels higher than `other`: it takes the place of node, which takes its lower child.
int BoxTree::lift(int& root, int node, int child, int other) {
  const int p = at(child).left, q = at(child).right;
  const bool keep_left = at(p).height > at(q).height;
  const int kept = keep_left ? p : q, given = keep_left ? q : p;
  replace_child(root, at(node).parent, node, child);
  at(child).left = node;
  at(child).right = kept;
  at(node).parent = child;
  at(kept).parent = child;
  at(node).left = other;
  at(node).right = given;
  at(given).parent = node;
  at(other).parent = node;
  adjust(node);
  return child;
}

int BoxTree::balance(int& root, int node) {
  const TreeNode& n = at(node);
  if (n.is_leaf()) return node;
  const int left = n.left, right = n.right, lean = at(right).height - at(left).height;
  if (lean > 1) return lift(root, node, right, left);
  if (lean < -1) return lift(root, node, left, right);
  return node;
}

}  // namespace clearance::detail

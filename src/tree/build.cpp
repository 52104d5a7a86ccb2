// A tree of many leaves at once, from above: the leaves of a node are halved at the median of their centres, along the
// axis where these spread most. Both halves have as many leaves to one, so the tree is as balanced as insertion keeps
// it. n leaves cost O(n log n).

#include <algorithm>
#include <array>

#include "tree/box_tree.hpp"

namespace clearance::detail {

namespace {

/// A leaf, where it is, and its place in the order they were given in, for those at one place.
struct Placed {
  std::array<double, 3> centre;
  int leaf, order;
};

std::size_t widest_axis(std::span<const Placed> leaves) {
  std::array<double, 3> low = leaves.front().centre, high = low;
  for (const Placed& leaf : leaves)
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], leaf.centre[i]);
      high[i] = std::max(high[i], leaf.centre[i]);
    }
  std::size_t widest = 0;
  for (std::size_t i = 1; i < 3; ++i)  // halves, which do not overflow
    if (0.5 * high[i] - 0.5 * low[i] > 0.5 * high[widest] - 0.5 * low[widest]) widest = i;
  return widest;
}

/// Of a side that has no end, any place will do.
double middle(double low, double high) {
  const double centre = 0.5 * low + 0.5 * high;
  return centre - centre == 0.0 ? centre : 0.0;
}

}  // namespace

class TreeBuilder {
 public:
  explicit TreeBuilder(BoxTree& tree) : tree_(tree) {}

  int build(std::span<Placed> leaves) {
    if (leaves.size() == 1) return leaves.front().leaf;
    const std::size_t half = leaves.size() / 2, axis = widest_axis(leaves);
    std::nth_element(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(half), leaves.end(),
                     [axis](const Placed& p, const Placed& q) {
                       return p.centre[axis] != q.centre[axis] ? p.centre[axis] < q.centre[axis] : p.order < q.order;
                     });
    const int node = tree_.acquire();
    const int left = build(leaves.first(half)), right = build(leaves.subspan(half));
    tree_.at(node).left = left;
    tree_.at(node).right = right;
    tree_.at(left).parent = tree_.at(right).parent = node;
    tree_.adjust(node);
    return node;
  }

 private:
  BoxTree& tree_;
};

void BoxTree::add(int& root, std::span<const int> leaves) {
  if (leaves.empty()) return;
  // Few among many find their places one by one. A tree of height h has at least as many leaves.
  if (root >= 0 && at(root).height > 0 && leaves.size() < static_cast<std::size_t>(at(root).height)) {
    for (const int leaf : leaves) insert(root, leaf);
    return;
  }
  std::vector<int> all;
  if (root >= 0) take_apart(root, all);
  all.insert(all.end(), leaves.begin(), leaves.end());
  rebuild(root, all);
}

void BoxTree::rebuild(int& root, std::span<const int> leaves) {
  std::vector<Placed> placed;
  placed.reserve(leaves.size());
  for (const int leaf : leaves) {
    const WorldBox& box = at(leaf).box;
    placed.push_back({{middle(box.low.x, box.high.x), middle(box.low.y, box.high.y), middle(box.low.z, box.high.z)},
                      leaf,
                      static_cast<int>(placed.size())});
  }
  nodes_.reserve(nodes_.size() + leaves.size());
  root = TreeBuilder(*this).build(placed);
  at(root).parent = -1;
}

/// The inner nodes go, the leaves remain.
void BoxTree::take_apart(int root, std::vector<int>& leaves) {
  std::vector<int> open{root};
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    if (at(node).is_leaf()) {
      leaves.push_back(node);
      continue;
    }
    open.push_back(at(node).left);
    open.push_back(at(node).right);
    release(node);
  }
}

}  // namespace clearance::detail

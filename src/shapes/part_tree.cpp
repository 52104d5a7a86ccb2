// The tree that scenes have, built as a whole over the boxes of the parts, and put down in the form that slabs of
// turned boxes want: centre, half lengths and a ball. Unbounded parts have no box and are set apart at the root, so
// that they spoil no other node. n parts cost O(n log n), and six proven support values each.

#include "core/part_tree.hpp"

#include <algorithm>
#include <cmath>

#include "clearance/bounding_box.hpp"
#include "clearance/shapes.hpp"
#include "tree/box_tree.hpp"

namespace clearance::detail {

namespace {

/// Covers the few roundings from corners to centre, half lengths and radius.
constexpr double outwards = 1.0 + 0x1p-48;

PartNode node_of(const WorldBox& box) {
  const Vec3 low = box.low.eigen(), high = box.high.eigen();
  const Vec3 centre = 0.5 * low + 0.5 * high;
  // The extremes of the coordinates join the sum, so that what the centre was rounded by is covered, too.
  const Vec3 size = low.cwiseAbs().cwiseMax(high.cwiseAbs());
  const Vec3 half = ((high - centre).cwiseMax(centre - low) + 0x1p-50 * size) * outwards;
  PartNode node;
  node.centre = V3(centre);
  node.half = V3(half);
  node.reach = half.stableNorm() * outwards;
  return node;
}

class Builder {
 public:
  explicit Builder(std::span<const Part> parts) {
    std::vector<int> leaves;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const BoundingBox box = bounding_box(parts[i].shape, parts[i].pose);
      if (box.bounded())
        leaves.push_back(boxes_.make_leaf({V3(box.low), V3(box.high)}, static_cast<int>(i)));
      else
        unbounded_.push_back(static_cast<int>(i));
    }
    boxes_.add(root_, leaves);
  }

  PartTree build() {
    if (root_ >= 0 && !unbounded_.empty()) {
      tree_.nodes.emplace_back().bounded = false;
      const int left = put_down(root_), right = without_boxes(unbounded_);
      tree_.nodes.front().left = left;
      tree_.nodes.front().right = right;
    } else if (root_ >= 0) {
      put_down(root_);
    } else {
      without_boxes(unbounded_);
    }
    return std::move(tree_);
  }

 private:
  int put_down(int from) {
    const TreeNode& node = boxes_[from];
    const std::size_t index = tree_.nodes.size();
    tree_.nodes.push_back(node_of(node.box));
    if (node.is_leaf()) {
      tree_.nodes[index].part = node.item;
      return static_cast<int>(index);
    }
    const int left = put_down(node.left), right = put_down(node.right);
    tree_.nodes[index].left = left;
    tree_.nodes[index].right = right;
    return static_cast<int>(index);
  }

  int without_boxes(std::span<const int> parts) {
    const std::size_t index = tree_.nodes.size(), half = parts.size() / 2;
    tree_.nodes.emplace_back().bounded = false;
    if (parts.size() == 1) {
      tree_.nodes[index].part = parts.front();
      return static_cast<int>(index);
    }
    const int left = without_boxes(parts.first(half)), right = without_boxes(parts.subspan(half));
    tree_.nodes[index].left = left;
    tree_.nodes[index].right = right;
    return static_cast<int>(index);
  }

  BoxTree boxes_;
  int root_ = -1;
  std::vector<int> unbounded_;
  PartTree tree_;
};

}  // namespace

PartTree make_part_tree(std::span<const Part> parts) { return Builder(parts).build(); }

}  // namespace clearance::detail

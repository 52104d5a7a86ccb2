#pragma once

// Best first through the trees of a scene: of all pairs of nodes the one whose boxes are nearest is opened next, so
// that the search ends as soon as that is farther than what is looked for. Gaps of boxes are signed, and no pair of
// bodies below two nodes is nearer than their gap: the least is found among overlapping bodies, too.
//
// The queue has a fixed size. Where it is full, a pair of nodes is searched through at once, depth first, which needs
// no more room than the trees are deep: it costs time, and changes no answer.

#include <algorithm>
#include <array>
#include <vector>

#include "scene/world.hpp"

namespace clearance::detail {

struct Task {
  double bound;
  int a, b;  // nodes
};

/// Sink: `limit()`, beyond which nothing is of interest, and `look(slot, slot)`.
template <class Sink>
class Search {
 public:
  /// The queue is the caller's, and keeps its capacity.
  Search(const World& world, std::vector<Task>& queue, Sink& sink) : world_(world), queue_(queue), sink_(sink) {
    queue_.clear();
  }

  /// All pairs.
  void all_pairs() {
    if (world_.root() >= 0) offer(world_.root(), world_.root());
    const std::vector<int>& unbounded = world_.unbounded();
    for (std::size_t i = 0; i < unbounded.size(); ++i) {
      if (world_.root() >= 0) offer(unbounded[i], world_.root());
      for (std::size_t j = 0; j < i; ++j) offer(unbounded[i], unbounded[j]);
    }
  }
  /// Those of one body.
  void pairs_of(int slot) {
    const int leaf = world_.body(slot).leaf;
    if (world_.root() >= 0) offer(leaf, world_.root());
    for (const int other : world_.unbounded())
      if (other != leaf) offer(leaf, other);
  }
  void listed_pairs() {
    for (const auto& [a, b] : world_.listed()) {
      const int p = world_.slot_of(a), q = world_.slot_of(b);
      offer(world_.body(p).leaf, world_.body(q).leaf);
    }
  }

  /// Opens tasks until none is left, or until there are `enough` to share out.
  void run(std::size_t enough = ~std::size_t{0}) {
    while (!queue_.empty() && queue_.size() < enough) {
      if (queue_.front().bound > sink_.limit()) {
        queue_.clear();
        return;
      }
      std::pop_heap(queue_.begin(), queue_.end(), farther);
      const Task task = queue_.back();
      queue_.pop_back();
      open(task, [this](int a, int b) { offer(a, b); });
    }
  }

  void take(const Task& task) {
    if (task.bound > sink_.limit()) return;
    if (queue_.size() == queue_.capacity()) return descend(task);
    queue_.push_back(task);
    std::push_heap(queue_.begin(), queue_.end(), farther);
  }

 private:
  static bool farther(const Task& p, const Task& q) { return p.bound > q.bound; }

  void offer(int a, int b) {
    if (a != b && !world_.may_pair(a, b)) return;
    take({world_.gap(a, b), a, b});
  }

  /// Two bodies are looked at; of two nodes, the larger gives way to its children.
  template <class Pass>
  void open(const Task& task, const Pass& pass) {
    int a = task.a, b = task.b;
    const BoxTree& tree = world_.tree();
    if (a == b) {
      const TreeNode& node = tree[a];
      if (node.is_leaf()) return;  // a body, or a group: not paired with itself
      pass(node.left, node.left);
      pass(node.right, node.right);
      pass(node.left, node.right);
      return;
    }
    if (world_.is_group(a)) return pass(world_.root_of_group(a), b);
    if (world_.is_group(b)) return pass(a, world_.root_of_group(b));
    const TreeNode &p = tree[a], &q = tree[b];
    if (p.is_leaf() && q.is_leaf()) {
      sink_.look(p.item, q.item);
      return;
    }
    const bool split_a = q.is_leaf() || (!p.is_leaf() && half_surface(p.box) >= half_surface(q.box));
    if (split_a) {
      pass(p.left, b);
      pass(p.right, b);
    } else {
      pass(a, q.left);
      pass(a, q.right);
    }
  }

  void descend(const Task& first) {
    std::array<Task, 6 * most_levels> stack;
    std::size_t count = 0;
    stack[count++] = first;
    while (count > 0) {
      const Task task = stack[--count];
      if (task.bound > sink_.limit()) continue;
      open(task, [&](int a, int b) {
        if (a != b && !world_.may_pair(a, b)) return;
        stack[count++] = {world_.gap(a, b), a, b};
      });
    }
  }

  const World& world_;
  std::vector<Task>& queue_;
  Sink& sink_;
};

}  // namespace clearance::detail

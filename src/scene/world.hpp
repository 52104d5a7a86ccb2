#pragma once

// The bodies of a scene, the trees of their boxes, and which of them are pairs.
//
// A group whose bodies are not paired with each other has a tree of its own, and is one leaf of the tree at the top;
// bodies of no group are leaves there themselves. So no search ever meets two bodies of one group, however many there
// are. Unbounded bodies have no box and are in no tree: each is looked at against the tree as a whole.

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "clearance/scene.hpp"
#include "scene/pair_states.hpp"
#include "tree/box_tree.hpp"

namespace clearance::detail {

struct WorldBody {
  BodyId id;
  const std::string* name = nullptr;  ///< the key of its place in the table of names
  std::optional<Shape> shape;         ///< none in a slot that is free
  Pose pose;
  LocalBox local;
  WorldBox box;          ///< as the body is now; that of its leaf is larger, so that it need not follow every move
  UnboundedPlace place;  ///< of an unbounded body
  int leaf = -1;
  int group = -1;
  bool bounded() const { return local.bounded; }
};

class World {
 public:
  int add(NewBody body);
  /// All, or none if something is wrong with one; the slots, in order.
  std::vector<int> add(std::vector<NewBody> bodies);
  void remove(int slot);
  void set_pose(int slot, const Pose& pose);
  /// After a copy: bodies find their names in the table of their own world.
  void adopt_names() {
    for (const auto& [name, slot] : slot_of_name_) at(slot).name = &name;
  }

  void ignore(BodyId a, BodyId b);
  void ignore_groups(std::string_view a, std::string_view b);
  void only(std::span<const IdPair> pairs);

  const WorldBody& body(int slot) const { return bodies_[static_cast<std::size_t>(slot)]; }
  std::span<const BodyId> ids() const { return ids_; }
  /// -1 if there is no such body.
  int slot_of(BodyId id) const { return id.value < slot_of_id_.size() ? slot_of_id_[id.value] : -1; }
  int slot_of(std::string_view name) const;
  bool paired(const WorldBody& a, const WorldBody& b) const;
  bool is_listed() const { return listed_.has_value(); }
  /// Of what `only` listed, those that are pairs.
  const std::vector<IdPair>& listed() const { return *listed_; }
  std::size_t pair_count() const;
  /// Calls visit(slot, slot) for each pair, the lower id first, in the order of ids or of the list, while it is true.
  template <class Visit>
  void each_pair(const Visit& visit) const {
    if (listed_) {
      for (const auto& [a, b] : *listed_)
        if (!visit(slot_of(a), slot_of(b))) return;
      return;
    }
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const int a = slot_of(ids_[i]);
      for (std::size_t j = i + 1; j < ids_.size(); ++j) {
        const int b = slot_of(ids_[j]);
        if (paired(body(a), body(b)) && !visit(a, b)) return;
      }
    }
  }

  // What a search sees: nodes, by number.
  const BoxTree& tree() const { return tree_; }
  int root() const { return root_; }
  const std::vector<int>& unbounded() const { return unbounded_; }  ///< nodes of unbounded bodies
  bool is_group(int node) const { return tree_[node].item <= first_group; }
  int root_of_group(int node) const { return groups_[static_cast<std::size_t>(first_group - tree_[node].item)].root; }
  /// Whether bodies below the two nodes may be pairs, as far as their groups tell.
  bool may_pair(int node_a, int node_b) const {
    const int a = group_of(node_a), b = group_of(node_b);
    return a < 0 || b < 0 || groups_may_pair(a, b);
  }
  /// A proven lower bound of the signed distance of all bodies below two nodes; for one and the same node, of all
  /// below.
  double gap(int node_a, int node_b) const {
    const WorldBody* a = unbounded_at(node_a);
    const WorldBody* b = unbounded_at(node_b);
    if (a != nullptr) return b != nullptr ? -HUGE_VAL : a->place.gap(box_of(node_b));
    if (b != nullptr) return b->place.gap(box_of(node_a));
    return box_gap(box_of(node_a), box_of(node_b));
  }
  /// The same for two bodies.
  double gap_of_bodies(int slot_a, int slot_b) const { return gap(body(slot_a).leaf, body(slot_b).leaf); }

 private:
  static constexpr int first_group = -2;  ///< the item of group 0; group g has first_group - g
  struct Group {
    std::string name;
    int root = -1, leaf = -1;  ///< of its tree; at the top
    std::size_t members = 0;
  };

  WorldBody& at(int slot) { return bodies_[static_cast<std::size_t>(slot)]; }
  int group_named(std::string_view name);
  int place(NewBody& body);
  void forget(int slot);
  int group_of(int node) const {
    const int item = tree_[node].item;
    return item <= first_group ? first_group - item : item >= 0 ? body(item).group : -1;
  }
  bool groups_may_pair(int a, int b) const {
    return a != b && (ignored_groups_.empty() || ignored_groups_.count(pair_key(static_cast<std::uint32_t>(a),
                                                                                static_cast<std::uint32_t>(b))) == 0);
  }
  const WorldBody* unbounded_at(int node) const {
    const int item = tree_[node].item;
    return item >= 0 && !body(item).bounded() ? &body(item) : nullptr;
  }
  const WorldBox& box_of(int node) const {
    const TreeNode& n = tree_[node];
    return n.item >= 0 ? body(n.item).box : n.box;
  }
  void link(int slot);
  void unlink(int slot);
  void refit_group(int group);
  void drop_unpaired();

  std::vector<WorldBody> bodies_;
  std::vector<int> free_slots_;
  std::vector<int> slot_of_id_;
  std::vector<BodyId> ids_;
  std::unordered_map<std::string, int> slot_of_name_;
  BoxTree tree_;
  int root_ = -1;
  std::vector<Group> groups_;
  std::vector<int> unbounded_;
  std::unordered_set<std::uint64_t> ignored_, ignored_groups_;
  std::optional<std::vector<IdPair>> listed_;
};

}  // namespace clearance::detail

#include "scene/world.hpp"

#include <algorithm>
#include <utility>

namespace clearance::detail {

namespace {

/// How much larger the box in the tree is than that of the body, relative to its extent: a body that moves by less
/// leaves the tree as it is.
constexpr double spare = 0.1;

/// Of all bodies that a scene ever had.
constexpr std::size_t most_ids = 0x7FFFFFFF;

WorldBox enlarged(const WorldBox& box) {
  const V3 size = box.high - box.low;
  const double by = spare * std::fmax(size.x, std::fmax(size.y, size.z));
  const V3 margin(by, by, by);
  const WorldBox larger{box.low - margin, box.high + margin};
  return holds(larger, box) ? larger : box;
}

}  // namespace

int World::group_named(std::string_view name) {
  const auto found = std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.name == name; });
  if (found != groups_.end()) return static_cast<int>(found - groups_.begin());
  Group& group = groups_.emplace_back();
  group.name = name;
  return static_cast<int>(groups_.size()) - 1;
}

int World::add(NewBody body) {
  if (slot_of_id_.size() >= most_ids) throw InvalidInput("scene: too many bodies");
  const int slot = place(body);
  if (at(slot).bounded()) link(slot);
  return slot;
}

std::vector<int> World::add(std::vector<NewBody> bodies) {
  if (bodies.size() > most_ids - std::min(most_ids, slot_of_id_.size())) throw InvalidInput("scene: too many bodies");
  const std::size_t all = ids_.size() + bodies.size();
  bodies_.reserve(all);
  slot_of_name_.reserve(all);
  tree_.reserve(all);
  std::vector<int> slots;
  slots.reserve(bodies.size());
  std::vector<std::vector<int>> leaves(1);  // of no group, and of each
  try {
    for (NewBody& body : bodies) {
      slots.push_back(place(body));
      const WorldBody& placed = at(slots.back());
      if (!placed.bounded()) continue;
      leaves.resize(std::max(leaves.size(), groups_.size() + 1));
      leaves[placed.group < 0 ? 0 : static_cast<std::size_t>(placed.group) + 1].push_back(placed.leaf);
    }
  } catch (...) {
    for (std::size_t i = slots.size(); i-- > 0;) {
      forget(slots[i]);
      slot_of_id_.pop_back();
    }
    throw;
  }
  tree_.add(root_, leaves.front());
  for (std::size_t i = 1; i < leaves.size(); ++i) {
    if (leaves[i].empty()) continue;
    tree_.add(groups_[i - 1].root, leaves[i]);
    refit_group(static_cast<int>(i) - 1);
  }
  return slots;
}

/// Into its slot, with its leaf, which is in no tree yet.
int World::place(NewBody& given) {
  if (given.name.empty()) throw InvalidInput("scene: a body has a name");
  const int slot = free_slots_.empty() ? static_cast<int>(bodies_.size()) : free_slots_.back();
  const auto [named, is_new] = slot_of_name_.try_emplace(std::move(given.name), slot);
  if (!is_new) throw InvalidInput("scene: there is a body \"" + named->first + "\" already");
  if (free_slots_.empty())
    bodies_.emplace_back();
  else
    free_slots_.pop_back();
  WorldBody& body = at(slot);  // as new: a slot that is given back is emptied
  body.id = {static_cast<std::uint32_t>(slot_of_id_.size())};
  body.name = &named->first;
  body.local = local_box(given.shape);
  body.shape = std::move(given.shape);
  body.pose = given.pose;
  body.group = given.group.empty() ? -1 : group_named(given.group);
  slot_of_id_.push_back(slot);
  ids_.push_back(body.id);
  body.leaf = tree_.make_leaf({}, slot);
  if (body.group >= 0) ++groups_[static_cast<std::size_t>(body.group)].members;
  if (body.bounded()) {
    body.box = placed_box(body.local, body.pose);
    tree_.set_box(body.leaf, enlarged(body.box));
  } else {
    body.place = UnboundedPlace(*body.shape, body.pose);
    unbounded_.push_back(body.leaf);
  }
  return slot;
}

void World::remove(int slot) {
  if (at(slot).bounded()) unlink(slot);
  forget(slot);
}

/// A body that is in no tree.
void World::forget(int slot) {
  WorldBody& body = at(slot);
  if (!body.bounded()) unbounded_.erase(std::find(unbounded_.begin(), unbounded_.end(), body.leaf));
  tree_.drop_leaf(body.leaf);
  if (body.group >= 0) --groups_[static_cast<std::size_t>(body.group)].members;
  slot_of_name_.erase(*body.name);
  slot_of_id_[body.id.value] = -1;
  ids_.erase(std::lower_bound(ids_.begin(), ids_.end(), body.id));
  if (listed_)
    std::erase_if(*listed_, [&](const IdPair& pair) { return pair.first == body.id || pair.second == body.id; });
  body = WorldBody{};
  free_slots_.push_back(slot);
}

void World::link(int slot) {
  const WorldBody& body = at(slot);
  if (body.group < 0) return tree_.insert(root_, body.leaf);
  tree_.insert(groups_[static_cast<std::size_t>(body.group)].root, body.leaf);
  refit_group(body.group);
}

void World::unlink(int slot) {
  const WorldBody& body = at(slot);
  if (body.group < 0) return tree_.remove(root_, body.leaf);
  tree_.remove(groups_[static_cast<std::size_t>(body.group)].root, body.leaf);
  refit_group(body.group);
}

/// The leaf of a group at the top holds the tree of the group.
void World::refit_group(int number) {
  Group& group = groups_[static_cast<std::size_t>(number)];
  if (group.root < 0) {
    if (group.leaf >= 0) {
      tree_.remove(root_, group.leaf);
      tree_.drop_leaf(std::exchange(group.leaf, -1));
    }
    return;
  }
  const WorldBox box = tree_[group.root].box;
  if (group.leaf < 0) {
    group.leaf = tree_.make_leaf(enlarged(box), first_group - number);
    tree_.insert(root_, group.leaf);
  } else if (!holds(tree_[group.leaf].box, box)) {
    tree_.remove(root_, group.leaf);
    tree_.set_box(group.leaf, enlarged(box));
    tree_.insert(root_, group.leaf);
  }
}

void World::set_pose(int slot, const Pose& pose) {
  WorldBody& body = at(slot);
  body.pose = pose;
  if (!body.bounded()) {
    body.place = UnboundedPlace(*body.shape, pose);
    return;
  }
  body.box = placed_box(body.local, pose);
  if (holds(tree_[body.leaf].box, body.box)) return;
  unlink(slot);
  tree_.set_box(body.leaf, enlarged(body.box));
  link(slot);
}

void World::ignore(BodyId a, BodyId b) {
  ignored_.insert(pair_key(a.value, b.value));
  drop_unpaired();
}

void World::ignore_groups(std::string_view a, std::string_view b) {
  ignored_groups_.insert(
      pair_key(static_cast<std::uint32_t>(group_named(a)), static_cast<std::uint32_t>(group_named(b))));
  drop_unpaired();
}

/// From the list of pairs, if there is one.
void World::drop_unpaired() {
  if (!listed_) return;
  std::erase_if(*listed_,
                [&](const IdPair& pair) { return !paired(body(slot_of(pair.first)), body(slot_of(pair.second))); });
}

void World::only(std::span<const IdPair> pairs) {
  listed_.emplace();
  for (IdPair pair : pairs) {
    if (pair.second < pair.first) std::swap(pair.first, pair.second);
    listed_->push_back(pair);
  }
  std::unordered_set<std::uint64_t> seen;
  std::erase_if(*listed_, [&](const IdPair& pair) {
    return pair.first == pair.second || !seen.insert(pair_key(pair.first.value, pair.second.value)).second;
  });
  drop_unpaired();
}

int World::slot_of(std::string_view name) const {
  const auto found = slot_of_name_.find(std::string(name));
  return found == slot_of_name_.end() ? -1 : found->second;
}

bool World::paired(const WorldBody& a, const WorldBody& b) const {
  if (a.group >= 0 && b.group >= 0 && !groups_may_pair(a.group, b.group)) return false;
  return ignored_.empty() || ignored_.count(pair_key(a.id.value, b.id.value)) == 0;
}

std::size_t World::pair_count() const {
  if (listed_) return listed_->size();
  const auto pairs_of = [](std::size_t n) { return n == 0 ? 0 : n * (n - 1) / 2; };
  std::size_t count = pairs_of(ids_.size());
  for (const Group& group : groups_) count -= pairs_of(group.members);
  for (const std::uint64_t key : ignored_groups_) {
    const std::size_t a = key >> 32U, b = key & 0xFFFFFFFFU;
    if (a != b) count -= groups_[a].members * groups_[b].members;
  }
  for (const std::uint64_t key : ignored_) {
    const int a = slot_of(BodyId{static_cast<std::uint32_t>(key >> 32U)});
    const int b = slot_of(BodyId{static_cast<std::uint32_t>(key)});
    if (a < 0 || b < 0 || a == b) continue;
    const int group_a = body(a).group, group_b = body(b).group;
    if (group_a < 0 || group_b < 0 || groups_may_pair(group_a, group_b)) --count;
  }
  return count;
}

}  // namespace clearance::detail

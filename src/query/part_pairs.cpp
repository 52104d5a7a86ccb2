// The least signed distance among pairs of parts, by descent of two trees of boxes at once (Quinlan, "Efficient
// distance computation between non-convex objects", 1994, with boxes for his spheres; Sundaraj et al., section 2, ask
// for such a hierarchy). A pair of nodes is left alone once a slab proves it to be farther than the best pair of parts
// so far. The descent is depth first, the nearer node first, so that its stack is no larger than both trees are deep.
// What is proven of boxes and parts, and how parts are placed: src/proof/part_bounds.hpp.
//
// Cost: at most one query for each pair of parts; few, where the unions are apart. Nothing is allocated.

#include "query/part_pairs.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <variant>

#include "placed/pair_memory.hpp"
#include "proof/bounds.hpp"
#include "proof/part_bounds.hpp"

namespace clearance::detail {

namespace {

constexpr std::size_t stack_size = 2 * static_cast<std::size_t>(tree_depth) + 2;

/// One of the two: a union, or a shape that is its own and only part.
class Side {
 public:
  Side(const Shape& shape, const Pose& pose) : shape_(shape), pose_(pose) {
    if (const auto* whole = std::get_if<Union>(&shape.description()))
      parts_ = whole->parts();
    else
      only_ = whole_node(shape.core());
  }

  bool is_union() const { return !parts_.empty(); }
  int count() const { return is_union() ? static_cast<int>(parts_.size()) : 1; }
  const Shape& part(int i) const { return is_union() ? parts_[static_cast<std::size_t>(i)].shape : shape_; }
  Pose placed(int i, const Vec3& position) const {
    return part_pose(pose_, is_union() ? parts_[static_cast<std::size_t>(i)].pose : Pose(), position);
  }
  /// The position of a part in its union.
  V3 inside(int i) const { return is_union() ? V3(parts_[static_cast<std::size_t>(i)].pose.position()) : V3(0, 0, 0); }
  const PartNode& node(int i) const {
    return is_union() ? shape_.core().parts.nodes[static_cast<std::size_t>(i)] : only_;
  }
  const Pose& pose() const { return pose_; }
  /// The number of a part as results and states have it.
  int name(int i) const { return is_union() ? i : -1; }
  /// And back; -1 if it names none.
  int index(int name) const { return is_union() ? (name < count() ? name : -1) : (name == -1 ? 0 : -1); }

 private:
  const Shape& shape_;
  const Pose& pose_;
  std::span<const Part> parts_;
  PartNode only_;
};

class Search {
 public:
  Search(const Side& a, const Side& b, const Options& options, PairState* state, std::span<PairState> states)
      : a_(a), b_(b), options_(options), state_(state), states_(states), placed_(a.pose(), b.pose()) {}

  Result run() {
    const double all = slab(a_.node(0), b_.node(0));
    if (state_ != nullptr) {
      const PairMemory& last = PairMemory::of(*state_);
      if (last.knows_parts != 0) {
        first_a_ = a_.index(last.part_a);
        first_b_ = b_.index(last.part_b);
      }
      if (first_a_ >= 0 && first_b_ >= 0) look_at(first_a_, first_b_, state_);
    }
    push({0, 0, all});
    while (count_ > 0 && !done_) {
      const Task task = stack_[--count_];
      if (found_ && task.bound > limit())
        leave(task);
      else
        open(task);
    }
    return finish();
  }

 private:
  struct Task {
    int a, b;  // nodes
    double bound;
  };

  /// What is farther than this is of no interest.
  double limit() const { return std::min(bounds_.upper(), options_.max_distance); }

  /// Of all parts below two nodes; as tight as is needed to leave them alone.
  double slab(const PartNode& p, const PartNode& q) const {
    return placed_.slab(p, q, found_ ? &normal_ : nullptr, found_ ? limit() : HUGE_VAL);
  }

  void push(const Task& task) {
    assert(count_ < stack_size);
    stack_[count_++] = task;
  }

  void leave(const Task& task) { bounds_.leave(task.bound); }

  /// A pair of parts is measured; of two nodes, the larger gives way to its children.
  void open(const Task& task) {
    const PartNode &p = a_.node(task.a), &q = b_.node(task.b);
    if (p.part >= 0 && q.part >= 0) {
      if (p.part != first_a_ || q.part != first_b_) look_at(p.part, q.part, nullptr);
      return;
    }
    const bool split_a = q.part >= 0 || (p.part < 0 && (!p.bounded || (q.bounded && p.reach >= q.reach)));
    Task left = task, right = task;
    (split_a ? left.a : left.b) = split_a ? p.left : q.left;
    (split_a ? right.a : right.b) = split_a ? p.right : q.right;
    left.bound = slab(a_.node(left.a), b_.node(left.b));
    right.bound = slab(a_.node(right.a), b_.node(right.b));
    if (left.bound < right.bound) std::swap(left, right);
    push(left);
    push(right);
  }

  /// Where the query of two parts may start from.
  PairState* start_of(int i, int j, PairState* known) {
    if (!states_.empty()) {
      const auto number =
          static_cast<std::size_t>(i) * static_cast<std::size_t>(b_.count()) + static_cast<std::size_t>(j);
      PairState& slot = states_[number % states_.size()];
      if (!PairMemory::of(slot).is_of_parts(a_.name(i), b_.name(j))) slot = PairState{};
      return &slot;
    }
    if (state_ == nullptr) return nullptr;
    working_ = known != nullptr ? *known : PairState{};
    return &working_;
  }

  /// The signed distance of two parts, and what becomes of the best.
  void look_at(int i, int j, PairState* known) {
    const auto [origin, apart, misplaced] =
        placed_.place(a_.inside(i), a_.part(i).core().centre, b_.inside(j), b_.part(j).core().centre);
    PairState* start = start_of(i, j, known);
    Result r;
    if (std::isfinite(std::fabs(apart.x) + std::fabs(apart.y) + std::fabs(apart.z)))
      r = distance(a_.part(i), a_.placed(i, Vec3::Zero()), b_.part(j), b_.placed(j, apart.eigen()),
                   options_for(misplaced), start);
    else
      r.ending = Ending::iteration_limit;
    if (start != nullptr) PairMemory::of(*start).set_parts(a_.name(i), b_.name(j));
    widen(r, misplaced);
    if (!options_.penetration && r.status == Status::penetrating) {
      r.ending = Ending::overlap_only;
      forget_depth(r);
    }
    r.point_a = rounded(origin + Wide3(V3(r.point_a))).eigen();
    r.point_b = rounded(origin + Wide3(V3(r.point_b))).eigen();
    r.part_a = a_.name(i);
    r.part_b = b_.name(j);
    take(r, start);
  }

  /// What to ask of two parts that are misplaced by so much: limits are to hold where the parts are, and overlap is to
  /// be proven there, that is as a depth beyond what they are misplaced by.
  Options options_for(double misplaced) const {
    Options options = options_;
    options.max_distance = limit() + 2.0 * misplaced;
    options.min_distance = options_.min_distance - 2.0 * misplaced;
    if (!options_.penetration) {
      options.penetration = true;
      options.min_distance = std::max(options.min_distance, -2.0 * misplaced);
    }
    return options;
  }

  void take(const Result& r, const PairState* start) {
    const int iterations = best_.iterations + r.iterations;
    bounds_.take(r);
    // The pair that is named is the one that the upper bound comes from: its points are as near as that says.
    if (!found_ || !r.has_distance() || r.upper < best_.upper) {
      best_ = r;
      normal_ = placed_.axis(V3(r.normal));
      if (state_ != nullptr && start != nullptr) *state_ = *start;
    }
    found_ = true;
    best_.iterations = iterations;
    // Nothing is deeper than without end; and of overlap alone, the first will do.
    if (!r.has_distance() || bounds_.upper() < options_.min_distance) done_ = true;
  }

  Result finish() {
    for (std::size_t i = 0; i < count_; ++i) leave(stack_[i]);
    bounds_.set(best_);
    if (!best_.has_distance()) return best_;
    if (best_.ending == Ending::beyond_limit && !(best_.lower > options_.max_distance))
      best_.ending = Ending::iteration_limit;
    if (best_.upper < options_.min_distance)
      best_.ending = Ending::below_limit;
    else if (best_.ending == Ending::below_limit)
      best_.ending = Ending::iteration_limit;
    return best_;
  }

  const Side& a_;
  const Side& b_;
  const Options& options_;
  PairState* state_;
  std::span<PairState> states_;
  PairState working_;
  PlacedParts placed_;
  UnionBounds bounds_;
  PlacedParts::Axis normal_{};       ///< of the best pair
  int first_a_ = -1, first_b_ = -1;  ///< the parts that were looked at before the descent
  std::array<Task, stack_size> stack_;
  std::size_t count_ = 0;
  bool found_ = false, done_ = false;
  Result best_;
};

}  // namespace

std::size_t part_count(const Shape& shape) {
  const auto* whole = std::get_if<Union>(&shape.description());
  return whole != nullptr ? whole->parts().size() : 1;
}

Result nearest_parts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                     PairState* state, std::span<PairState> states) {
  const Side side_a(a, pose_a), side_b(b, pose_b);
  return Search(side_a, side_b, options, state, states).run();
}

}  // namespace clearance::detail

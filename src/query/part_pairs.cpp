// The least signed distance among pairs of parts, by descent of two trees of boxes at once (Quinlan, "Efficient
// distance computation between non-convex objects", 1994, with boxes for his spheres; Sundaraj et al., section 2, ask
// for such a hierarchy). A pair of nodes is left alone once a slab proves it to be farther than the best pair of parts
// so far. The descent is depth first, the nearer node first, so that its stack is no larger than both trees are deep.
//
// Proof. A slab bounds the signed distance of all that is inside of two boxes from below, overlap or not: a subset has
// a support no larger. So the least of the lower bounds, of pairs of parts and of boxes left alone, is a lower bound of
// all; and the least of the upper bounds of pairs of parts is an upper bound.
//
// Parts are placed with respect to each other: their rotations and positions are composed in double-double, and what
// the position rounds off is added to the bounds. So parts far from the origin of their union lose no digits.
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

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// All roundings in the slab of two boxes, in units of u times the size of what enters it.
constexpr double slab_roundings = 96.0;
/// What composed rotations and sums of positions in double-double are off by, relative to what enters them.
constexpr double wide_error = 0x1p-93;
/// What underflow may do to a length.
constexpr double underflow_error = 0x1p-1050;
constexpr std::size_t stack_size = 2 * static_cast<std::size_t>(tree_depth) + 2;

double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Without over- and underflow.
double length(const V3& v) {
  const double largest = max_abs(v);
  if (largest > 0x1p-400 && largest < 0x1p400) return norm(v);
  if (!(largest > 0.0)) return largest;
  return largest * norm(V3(v.x / largest, v.y / largest, v.z / largest));
}

/// One of the two: a union, or a shape that is its own and only part.
class Side {
 public:
  Side(const Shape& shape, const Pose& pose) : shape_(shape), pose_(pose), rotation_(pose.rotation()) {
    if (const auto* whole = std::get_if<Union>(&shape.description())) {
      parts_ = whole->parts();
      return;
    }
    const Core& core = shape.core();
    only_.part = 0;
    only_.bounded = is_bounded(core.kind);
    only_.centre = core.centre;
    only_.reach = core.unit * (core.reach + core.radius + core.error) * (1.0 + 0x1p-48);
    only_.half = core.kind == Kind::box ? core.size * core.unit : V3(only_.reach, only_.reach, only_.reach);
  }

  bool is_union() const { return !parts_.empty(); }
  int count() const { return is_union() ? static_cast<int>(parts_.size()) : 1; }
  const Shape& part(int i) const { return is_union() ? parts_[static_cast<std::size_t>(i)].shape : shape_; }
  Pose placed(int i, const Vec3& position) const {
    return Pose::turned(pose_, is_union() ? parts_[static_cast<std::size_t>(i)].pose : Pose(), position);
  }
  /// The position of a part in its union.
  V3 inside(int i) const { return is_union() ? V3(parts_[static_cast<std::size_t>(i)].pose.position()) : V3(0, 0, 0); }
  const PartNode& node(int i) const {
    return is_union() ? shape_.core().parts.nodes[static_cast<std::size_t>(i)] : only_;
  }
  const Pose& pose() const { return pose_; }
  const M3& rotation() const { return rotation_; }
  /// The number of a part as results and states have it.
  int name(int i) const { return is_union() ? i : -1; }
  /// And back; -1 if it names none.
  int index(int name) const { return is_union() ? (name < count() ? name : -1) : (name == -1 ? 0 : -1); }

  /// |R' n|: what the half lengths of a box count along n.
  V3 across(const V3& n) const {
    const V3 m = transposed_times(rotation_, n);
    return {std::fabs(m.x), std::fabs(m.y), std::fabs(m.z)};
  }
  /// What the matrix may stretch a ball by.
  double stretch() const { return 1.0 + pose_.defect(); }

 private:
  const Shape& shape_;
  const Pose& pose_;
  M3 rotation_;
  std::span<const Part> parts_;
  PartNode only_;
};

class Search {
 public:
  Search(const Side& a, const Side& b, const Options& options, PairState* state, std::span<PairState> states)
      : a_(a), b_(b), options_(options), state_(state), states_(states) {
    const V3 p(a.pose().position()), q(b.pose().position());
    between_ = Wide3(two_sum(q.x, -p.x), two_sum(q.y, -p.y), two_sum(q.z, -p.z));
    offset_ = rounded(between_);
    const M3 of_a = a.rotation().transposed(), of_b = b.rotation().transposed();
    axes_ = {axis(of_a.r0), axis(of_a.r1), axis(of_a.r2), axis(of_b.r0), axis(of_b.r1), axis(of_b.r2)};
  }

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
  double limit() const { return std::min(best_.upper, options_.max_distance); }

  /// A direction, and what the half lengths of the boxes of a and b count along it.
  struct Axis {
    V3 n, in_a, in_b;
    double length;
  };
  Axis axis(const V3& n) const { return {n, a_.across(n), b_.across(n), norm(n)}; }

  /// A proven lower bound of the signed distance of all parts below two nodes: the best of a few slabs, or the first
  /// that is enough to leave the nodes alone.
  double slab(const PartNode& p, const PartNode& q) const {
    if (!p.bounded || !q.bounded) return -HUGE_VAL;
    const V3 t = b_.rotation() * q.centre + offset_ - a_.rotation() * p.centre;
    const double size = sum_abs(p.centre) + sum_abs(q.centre) + sum_abs(offset_) + sum_abs(p.half) + sum_abs(q.half);
    const double rounding = slab_roundings * unit_roundoff * size + underflow_error;
    const double enough = found_ ? limit() + rounding : HUGE_VAL;
    double best = -HUGE_VAL;
    const auto along = [&](const Axis& x) {
      const double extent = std::min(dot(p.half, x.in_a), p.reach * x.length * a_.stretch()) +
                            std::min(dot(q.half, x.in_b), q.reach * x.length * b_.stretch());
      best = std::fmax(best, (std::fabs(dot(x.n, t)) - extent) / x.length);
    };
    if (found_) along(normal_);
    for (std::size_t i = 0; i < axes_.size() && !(best > enough); ++i) along(axes_[i]);
    if (!(best > enough)) {
      const double apart = length(t);
      if (apart > 0.0) along(axis(V3(t.x / apart, t.y / apart, t.z / apart)));
    }
    const double bound = best - rounding;
    return bound < HUGE_VAL ? bound : -HUGE_VAL;  // numbers that overflowed prove nothing
  }

  void push(const Task& task) {
    assert(count_ < stack_size);
    stack_[count_++] = task;
  }

  void leave(const Task& task) { lower_ = std::min(lower_, task.bound); }

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
    const V3 inside_a = a_.inside(i), inside_b = b_.inside(j);
    const Wide3 to_a = wide_rotation(a_.pose()) * Wide3(inside_a);
    const Wide3 exact = wide_rotation(b_.pose()) * Wide3(inside_b) + between_ - to_a;
    const V3 apart = rounded(exact);
    const V3 rest = rounded(exact - Wide3(apart));
    const double entering = sum_abs(inside_a) + sum_abs(inside_b) + sum_abs(offset_) +
                            sum_abs(a_.part(i).core().centre) + sum_abs(b_.part(j).core().centre);
    const double misplaced = 2.0 * sum_abs(rest) + wide_error * entering + underflow_error;
    PairState* start = start_of(i, j, known);
    Result r;
    if (std::isfinite(sum_abs(apart)))
      r = distance(a_.part(i), a_.placed(i, Vec3::Zero()), b_.part(j), b_.placed(j, apart.eigen()),
                   options_for(misplaced), start);
    else
      r.ending = Ending::iteration_limit;
    if (start != nullptr) PairMemory::of(*start).set_parts(a_.name(i), b_.name(j));
    widen(r, misplaced);
    const Wide3 origin = Wide3(V3(a_.pose().position())) + to_a;
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

  /// The bounds for the places as written. A pair that no translation separates is the same at any place.
  void widen(Result& r, double by) const {
    if (r.has_distance()) {
      r.lower = std::nextafter(r.lower - by, -HUGE_VAL);
      r.upper = std::nextafter(r.upper + by, HUGE_VAL);
      r.status = status_of(r.lower, r.upper);
    }
    if (options_.penetration || r.status != Status::penetrating) return;
    r.ending = Ending::overlap_only;
    forget_depth(r);
  }

  void take(const Result& r, const PairState* start) {
    const int iterations = best_.iterations + r.iterations;
    const double upper = found_ ? std::min(best_.upper, r.upper) : r.upper;
    lower_ = std::min(lower_, r.lower);
    if (!r.finished()) unfinished_ = std::min(unfinished_, r.lower);
    if (!found_ || r.distance < best_.distance) {
      best_ = r;
      own_lower_ = r.lower;
      normal_ = axis(V3(r.normal));
      if (state_ != nullptr && start != nullptr) *state_ = *start;
    }
    found_ = true;
    best_.upper = upper;
    best_.iterations = iterations;
    // Nothing is deeper than without end; and of overlap alone, the first will do.
    if (!r.has_distance() || upper < options_.min_distance) done_ = true;
  }

  Result finish() {
    for (std::size_t i = 0; i < count_; ++i) leave(stack_[i]);
    if (!best_.has_distance()) return best_;
    best_.lower = std::min(lower_, best_.lower);
    best_.status = status_of(best_.lower, best_.upper);
    if (best_.ending == Ending::converged && unfinished_ < own_lower_) best_.ending = Ending::iteration_limit;
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
  Wide3 between_;
  V3 offset_;
  std::array<Axis, 6> axes_;         ///< of both bodies
  Axis normal_{};                    ///< of the best pair
  int first_a_ = -1, first_b_ = -1;  ///< the parts that were looked at before the descent
  std::array<Task, stack_size> stack_;
  std::size_t count_ = 0;
  bool found_ = false, done_ = false;
  Result best_;
  double lower_ = HUGE_VAL;
  double own_lower_ = HUGE_VAL;   ///< of the best pair
  double unfinished_ = HUGE_VAL;  ///< the least lower bound of a query that stopped short
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

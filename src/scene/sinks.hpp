#pragma once

// What becomes of the pairs of bodies that a search comes to.

#include <algorithm>
#include <atomic>
#include <span>

#include "proof/bounds.hpp"
#include "scene/world.hpp"

namespace clearance::detail {

/// Nearest first: by the proven upper bound, and of equal ones by ids.
inline bool nearer(const PairDistance& p, const PairDistance& q) {
  if (p.result.upper != q.result.upper) return p.result.upper < q.result.upper;
  return p.a != q.a ? p.a < q.a : p.b < q.b;
}

/// Queries of two bodies, the lower id first.
class PairQueries {
 public:
  PairQueries(const World& world, PairStates& states, const Options& options)
      : world_(world), states_(states), options_(options) {}

  /// As clearance::distance gives it: what is answered.
  PairDistance answer(int slot_a, int slot_b) const {
    const auto [a, b] = in_order(slot_a, slot_b);
    return {a->id, b->id, distance(*a->shape, a->pose, *b->shape, b->pose, options_for(*a, *b))};
  }

  /// From where the last look at the pair ended: whether it is proven to be farther than the limit.
  bool is_beyond(int slot_a, int slot_b, double limit) const {
    const auto [a, b] = in_order(slot_a, slot_b);
    Options options = options_for(*a, *b);
    options.max_distance = limit;
    PairState* state = states_.of(pair_key(a->id.value, b->id.value));
    return distance(*a->shape, a->pose, *b->shape, b->pose, options, state).lower > limit;
  }

 private:
  std::pair<const WorldBody*, const WorldBody*> in_order(int slot_a, int slot_b) const {
    const WorldBody &a = world_.body(slot_a), &b = world_.body(slot_b);
    return a.id < b.id ? std::pair(&a, &b) : std::pair(&b, &a);
  }
  Options options_for(const WorldBody& a, const WorldBody& b) const {
    Options options = options_;
    if (options.method != Method::automatic && !info(options.method).accepts(*a.shape, *b.shape))
      options.method = Method::automatic;
    return options;
  }

  const World& world_;
  PairStates& states_;
  const Options& options_;
};

/// The nearest pairs, as many as there is room for. A pair is left out once any proven lower bound of it is above the
/// upper bound of the last that is kept. As the order is by upper bounds, and no upper bound of a pair is below a
/// proven lower one, what is kept does not depend on which pairs were looked at first.
class NearestPairs {
 public:
  /// `shared`: the limit that several of these have in common, each on its thread; or none.
  NearestPairs(const World& world, const PairQueries& queries, std::span<PairDistance> out,
               std::atomic<double>* shared = nullptr)
      : world_(world), queries_(queries), out_(out), shared_(shared) {}

  double limit() const {
    const double own = count_ == out_.size() ? out_.front().result.upper : HUGE_VAL;
    return shared_ != nullptr ? std::min(own, shared_->load(std::memory_order_relaxed)) : own;
  }

  void look(int a, int b) {
    if (!world_.paired(world_.body(a), world_.body(b)) || is_first(a, b)) return;
    look_at(a, b);
  }

  /// Pairs that were looked at before the search.
  void look_first(std::span<const IdPair> pairs) {
    for (const IdPair& pair : pairs) {
      const int a = world_.slot_of(pair.first), b = world_.slot_of(pair.second);
      if (a >= 0 && b >= 0 && !is_first(a, b) && world_.paired(world_.body(a), world_.body(b))) {
        look_at(a, b);
        first_ = pairs.first(static_cast<std::size_t>(&pair - pairs.data()) + 1);
      }
    }
    first_ = pairs;
  }
  void skip(std::span<const IdPair> pairs) { first_ = pairs; }

  /// Adds what another one has found.
  void take(const PairDistance& pair) {
    if (count_ < out_.size()) {
      out_[count_++] = pair;
      std::push_heap(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(count_), nearer);
    } else if (nearer(pair, out_.front())) {
      std::pop_heap(out_.begin(), out_.end(), nearer);
      out_.back() = pair;
      std::push_heap(out_.begin(), out_.end(), nearer);
    }
    if (shared_ != nullptr && count_ == out_.size()) lower_shared(out_.front().result.upper);
  }
  void lower_least(double lower) { least_ = std::min(least_, lower); }

  std::size_t finish() {
    std::sort_heap(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(count_), nearer);
    return count_;
  }
  std::size_t count() const { return count_; }
  /// No pair that was not left out is nearer than this, and those left out are farther than the limit.
  double least() const { return least_; }

 private:
  bool is_first(int a, int b) const {
    if (first_.empty()) return false;
    BodyId p = world_.body(a).id, q = world_.body(b).id;
    if (q < p) std::swap(p, q);
    return std::find(first_.begin(), first_.end(), IdPair{p, q}) != first_.end();
  }

  void look_at(int a, int b) {
    const double limit = this->limit();
    if (limit < HUGE_VAL && queries_.is_beyond(a, b, limit)) return;
    const PairDistance found = queries_.answer(a, b);
    if (found.result.lower > limit) return;
    lower_least(found.result.lower);
    take(found);
  }

  void lower_shared(double limit) {
    double seen = shared_->load(std::memory_order_relaxed);
    while (limit < seen && !shared_->compare_exchange_weak(seen, limit, std::memory_order_relaxed)) {
    }
  }

  const World& world_;
  const PairQueries& queries_;
  std::span<PairDistance> out_;
  std::atomic<double>* shared_;
  std::span<const IdPair> first_;
  std::size_t count_ = 0;
  double least_ = HUGE_VAL;
};

/// All that are not proven to be farther than a limit.
class PairsWithin {
 public:
  PairsWithin(const World& world, const PairQueries& queries, double limit, std::span<PairDistance> out)
      : world_(world), queries_(queries), limit_(limit), out_(out) {}

  double limit() const { return limit_; }

  void look(int a, int b) {
    if (!world_.paired(world_.body(a), world_.body(b))) return;
    const PairDistance found = queries_.answer(a, b);
    if (found.result.lower > limit_) return;
    ++total_;
    if (count_ < out_.size()) {
      out_[count_++] = found;
      std::push_heap(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(count_), nearer);
    } else if (!out_.empty() && nearer(found, out_.front())) {
      std::pop_heap(out_.begin(), out_.end(), nearer);
      out_.back() = found;
      std::push_heap(out_.begin(), out_.end(), nearer);
    }
  }

  std::size_t finish() {
    std::sort_heap(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(count_), nearer);
    return total_;
  }

 private:
  const World& world_;
  const PairQueries& queries_;
  double limit_;
  std::span<PairDistance> out_;
  std::size_t count_ = 0, total_ = 0;
};

}  // namespace clearance::detail

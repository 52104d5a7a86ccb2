#pragma once

#include <memory>
#include <span>

#include "clearance/distance.hpp"

// Many queries at once: of many pairs, or of one pair at many poses. Small hulls, boxes, capsules and spheres are
// answered several at a time, side by side in the registers of the processor, which takes about half the time; all
// other pairs one by one. Every answer is proven as any other, and equal to that of a query of its own within both
// enclosures (where a limit of the options ends a search, it may end with other bounds of the same). It depends on its
// pair alone: not on its neighbours, on how a batch is split, or on threads, bit for bit.

namespace clearance {

namespace detail {
class Workers;
}

/// One of many queries. No pointer may be null.
struct PairQuery {
  const Shape* a = nullptr;
  const Pose* pose_a = nullptr;
  const Shape* b = nullptr;
  const Pose* pose_b = nullptr;
};

/// Threads that batches are shared among. Made once, as starting them takes time; any number of batches may use them.
class Threads {
 public:
  /// So many, the caller's own included; zero: as many as the machine has. A library without oneTBB has one.
  explicit Threads(int count = 0);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  Threads(Threads&&) noexcept;
  Threads& operator=(Threads&&) noexcept;

  int count() const;

 private:
  friend struct ThreadsOf;
  std::unique_ptr<detail::Workers> workers_;
};

/// results[i] is the answer to queries[i], as many as both spans have. Never throws. Allocates nothing, unless threads
/// are given: what they need of the system is their affair.
void distance(std::span<const PairQuery> queries, std::span<Result> results, const Options& options = {},
              const Threads* threads = nullptr) noexcept;

/// One pair at many poses: results[i] is for a at poses_a[i] and b at poses_b[i]. A span of one pose stands for a body
/// that stays where it is.
void distance(const Shape& a, std::span<const Pose> poses_a, const Shape& b, std::span<const Pose> poses_b,
              std::span<Result> results, const Options& options = {}, const Threads* threads = nullptr) noexcept;

}  // namespace clearance

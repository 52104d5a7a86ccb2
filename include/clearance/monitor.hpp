#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>

#include "clearance/scene.hpp"
#include "clearance/uncertain.hpp"

// A scene under a budget: in every cycle a proven lower bound of every pair, whatever the budget.

namespace clearance {

/// What a cycle may spend on queries. Bounds of pairs that get none cost some 20 ns each, and are not counted.
struct Budget {
  std::chrono::nanoseconds time{0};  ///< from the beginning of the cycle; the last query may run over. 0: no limit
  int queries = 0;                   ///< 0: no limit
};

struct MonitorOptions {
  /// Pairs are to stay apart by so much: one that might come nearer before its turn is asked at once.
  double margin = 0.0;
  /// Seconds from one cycle to the next, for speeds.
  double cycle = 1e-3;
  /// Else all pairs are asked in turn, the stalest first: for comparison.
  bool triage = true;
};

/// What is known of a pair.
struct Bound {
  BodyId a, b;
  /// The signed distance is not less: proven, rounding included. Minus infinity where a pose is unknown.
  double lower = -std::numeric_limits<double>::infinity();
  int age = 0;                 ///< cycles since it was last asked
  Vec3 normal = Vec3::Zero();  ///< from a to b, when it was; zero where that found none
  double closing = 0.0;        ///< how fast the bound fell in the last cycle, lengths a second
};

struct Report {
  /// The least of all bounds, and its pair: no two bodies of the cell that are a pair are nearer.
  double lower = std::numeric_limits<double>::infinity();
  BodyId a, b;
  Vec3 normal = Vec3::Zero();
  double closing = 0.0;  ///< of that pair
  /// Seconds until the first bound could reach the margin, if each goes on falling as in the last cycle.
  double time_to_margin = std::numeric_limits<double>::infinity();
  int refreshed = 0;             ///< queries of this cycle
  int oldest = 0;                ///< the largest age
  std::size_t below_margin = 0;  ///< pairs whose bound is below the margin
  std::size_t unknown = 0;       ///< pairs of which nothing is known, since a pose is
};

/// Watches the pairs of a scene while its bodies move. Each cycle takes the new poses. A pair that is asked has the
/// bound of its query; any other has that of its last one, corrected for how both bodies have moved since: proven, too,
/// for any motion and for overlap, and without a query (docs/monitor.md).
///
/// Who is asked, in this order: pairs whose bound could cross the margin before their next turn, the most urgent first;
/// those that make the least bound; the rest in turn, the stalest first.
///
/// All memory is taken at construction, which asks every pair once. A cycle does not throw, allocate or lock. One
/// thread at a time.
class Monitor {
 public:
  /// Keeps a copy of the scene. InvalidInput if it has no pairs, or more than `most_pairs`.
  Monitor(const Scene& scene, const Budget& budget, const MonitorOptions& options = {});
  ~Monitor();
  Monitor(Monitor&&) noexcept;
  Monitor& operator=(Monitor&&) noexcept;
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  static constexpr std::size_t most_pairs = std::size_t{1} << 24;

  /// Poses in the order of Scene::bodies(). Where there is none for a body, or one that is not finite, its pairs are
  /// unknown in this cycle, and bounded again as soon as a pose is known. Bodies may jump: bounds then fall.
  const Report& cycle(std::span<const Pose> poses) noexcept;

  /// The body is no longer there: its pairs do not count any more.
  void leave_out(BodyId body) noexcept;

  /// How well the place and the surface of a body are known, from the next cycle on, until it is said again: bounds
  /// then hold for every placement within. It may change from cycle to cycle, as the error of an encoder or a camera
  /// does.
  void set_uncertain(BodyId body, const Uncertain& uncertain) noexcept;

  const Report& report() const noexcept;
  /// Of every pair, in the order of Scene::pairs().
  std::span<const Bound> bounds() const noexcept;
  const Scene& scene() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clearance

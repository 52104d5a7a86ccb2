// Batches: queries that run in lanes are collected by the kind of their pair, and answered when eight of a kind are
// there; what the lanes leave open, and all other pairs, are queries of their own.

#include "clearance/batch.hpp"

#include <algorithm>
#include <thread>

#include "batch/lane_answers.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "placed/halfway.hpp"
#include "threads/workers.hpp"

namespace clearance {

namespace detail {

namespace {

/// What a thread takes at once.
constexpr std::size_t queries_a_task = 256;

/// Where a pair waits: with those of its kind. `exchanged`: b comes first.
struct Place {
  static constexpr int single = -1;
  int kind = single;
  bool exchanged = false;
};

constexpr Place place_of(LaneForm a, LaneForm b) {
  const auto is = [&](LaneForm first, LaneForm second) { return a == first && b == second; };
  const auto to = [](LaneKind kind) { return Place{static_cast<int>(kind), false}; };
  const auto has_points = [](LaneForm form) { return form != LaneForm::none && form != LaneForm::box; };
  if (a == LaneForm::none || b == LaneForm::none) return {};
  if (is(LaneForm::point, LaneForm::point)) return to(LaneKind::two_points);
  if (is(LaneForm::segment, LaneForm::point)) return to(LaneKind::segment_point);
  if (is(LaneForm::segment, LaneForm::segment)) return to(LaneKind::two_segments);
  if (is(LaneForm::box, LaneForm::box)) return to(LaneKind::box_box);
  if (is(LaneForm::box, LaneForm::point)) return to(LaneKind::box_point);
  if (a == LaneForm::box) return to(b == LaneForm::hull ? LaneKind::box_points : LaneKind::box_few);
  if (b == LaneForm::box || is(LaneForm::point, LaneForm::segment)) return {place_of(b, a).kind, true};
  if (!has_points(a) || !has_points(b)) return {};
  return to(a == LaneForm::hull || b == LaneForm::hull ? LaneKind::points : LaneKind::few);
}

constexpr auto places = [] {
  std::array<std::array<Place, lane_forms>, lane_forms> all;
  for (std::size_t a = 0; a < lane_forms; ++a)
    for (std::size_t b = 0; b < lane_forms; ++b)
      all[a][b] = place_of(static_cast<LaneForm>(a), static_cast<LaneForm>(b));
  return all;
}();

/// Queries of one kind that wait for the lanes to be full.
struct Waiting {
  int count = 0;
  std::array<LanePair, lane_count> pair;
  std::array<std::size_t, lane_count> query;
  std::array<bool, lane_count> exchanged;
};

template <class Source>
class Batch {
 public:
  Batch(const Source& source, std::span<Result> results, const Options& options, const LaneKernels& kernels)
      : source_(source), results_(results), options_(options), kernels_(kernels) {
    group_.tolerance = options.tolerance;
    group_.max_distance = options.max_distance;
    group_.min_distance = options.min_distance;
  }

  void run(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i + ahead < end) fetch(source_[i + ahead]);
      const PairQuery q = source_[i];
      const Core &a = q.a->core(), &b = q.b->core();
      const Place place = places[static_cast<std::size_t>(lane_form(a))][static_cast<std::size_t>(lane_form(b))];
      if (place.kind == Place::single || options_.method != Method::automatic) {
        ask(i);
        continue;
      }
      Waiting& waiting = waiting_[static_cast<std::size_t>(place.kind)];
      const auto lane = static_cast<std::size_t>(waiting.count++);
      waiting.pair[lane] =
          place.exchanged ? LanePair{&b, q.pose_b, &a, q.pose_a} : LanePair{&a, q.pose_a, &b, q.pose_b};
      waiting.query[lane] = i;
      waiting.exchanged[lane] = place.exchanged;
      fetch_points(a);
      fetch_points(b);
      if (waiting.count == lane_count) answer(static_cast<LaneKind>(place.kind));
    }
    for (int kind = 0; kind < lane_kinds; ++kind) answer(static_cast<LaneKind>(kind));
  }

 private:
  /// So many queries ahead memory is asked for what they read.
  static constexpr std::size_t ahead = 12;
  static constexpr std::size_t line = 64;

  // Inlined, or else the compiler leaves out calls of functions that do nothing else.
  [[gnu::always_inline]] static void fetch(const PairQuery& q) {
    for (const Pose* pose : {q.pose_a, q.pose_b}) {
      const char* byte = reinterpret_cast<const char*>(pose);
      __builtin_prefetch(byte);
      __builtin_prefetch(byte + line);
    }
  }
  [[gnu::always_inline]] static void fetch_points(const Core& core) {
    if (core.kind != Kind::polytope) return;
    for (int i = 0; i < 3 * core.polytope.padded; i += 8) __builtin_prefetch(core.polytope.x() + i);
    __builtin_prefetch(core.polytope.source.data());
  }

  void ask(std::size_t i) {
    const PairQuery q = source_[i];
    results_[i] = distance(*q.a, *q.pose_a, *q.b, *q.pose_b, options_);
  }

  void answer(LaneKind kind) {
    switch (kind) {
      case LaneKind::two_points:
        return answer<LaneKind::two_points>();
      case LaneKind::segment_point:
        return answer<LaneKind::segment_point>();
      case LaneKind::two_segments:
        return answer<LaneKind::two_segments>();
      case LaneKind::box_point:
        return answer<LaneKind::box_point>();
      case LaneKind::box_box:
      case LaneKind::box_points:
      case LaneKind::points:
      case LaneKind::box_few:
      case LaneKind::few:
        return answer<LaneKind::points>(kind);
    }
  }

  /// `way`: how it is placed and what it leaves, which all searches have in common.
  template <LaneKind way>
  [[gnu::noinline]] void answer(LaneKind kind = way) {
    Waiting& waiting = waiting_[static_cast<std::size_t>(kind)];
    const int used = waiting.count;
    if (used == 0) return;
    waiting.count = 0;
    clear(group_);
    for (int lane = 0; lane < used; ++lane) {
      const LanePair& pair = waiting.pair[static_cast<std::size_t>(lane)];
      place_in_lane(group_, lane, *pair.a, *pair.pose_a, *pair.b, *pair.pose_b, way == LaneKind::points);
    }
    for (int lane = used; lane < lane_count; ++lane) repeat_lane(group_, 0, lane);
    kernels_[static_cast<std::size_t>(kind)](group_);
    for (int lane = 0; lane < used; ++lane) {
      const auto k = static_cast<std::size_t>(lane);
      const std::size_t i = waiting.query[k];
      const LanePair& pair = waiting.pair[k];
      if (!take_answer(group_, way, lane, pair, waiting.exchanged[k], options_, results_[i]) ||
          (options_.tolerance > 0.0 && ends_halfway(results_[i], *pair.a, *pair.b)))
        ask(i);
    }
  }

  const Source& source_;
  const std::span<Result> results_;
  const Options& options_;
  const LaneKernels& kernels_;
  std::array<Waiting, lane_kinds> waiting_;
  LaneGroup group_;
};

template <class Source>
[[gnu::noinline]] void run_task(const Source& source, std::span<Result> results, const Options& options,
                                std::size_t begin, std::size_t end) {
  Batch<Source> batch(source, results, options, best_kernels());
  batch.run(begin, end);
}

template <class Source>
void run_batch(const Source& source, std::size_t count, std::span<Result> results, const Options& options,
               const Workers* workers) {
  const auto run = [&](std::size_t begin, std::size_t end) {
    in_standard_arithmetic([&] { run_task(source, results, options, begin, end); });
  };
  if (workers == nullptr || workers->count() < 2 || count <= queries_a_task) {
    run(0, count);
    return;
  }
  const std::size_t tasks = (count + queries_a_task - 1) / queries_a_task;
  workers->each(tasks,
                [&](std::size_t task) { run(task * queries_a_task, std::min(count, (task + 1) * queries_a_task)); });
}

/// One pair at many poses.
struct Poses {
  const Shape *a, *b;
  std::span<const Pose> poses_a, poses_b;
  PairQuery operator[](std::size_t i) const {
    return {a, &poses_a[poses_a.size() == 1 ? 0 : i], b, &poses_b[poses_b.size() == 1 ? 0 : i]};
  }
};

}  // namespace

}  // namespace detail

struct ThreadsOf {
  static const detail::Workers* workers(const Threads* threads) {
    return threads == nullptr ? nullptr : threads->workers_.get();
  }
};

Threads::Threads(int count)
    : workers_(std::make_unique<detail::Workers>(
          count > 0 ? count : static_cast<int>(std::max(1U, std::thread::hardware_concurrency())))) {}
Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;
int Threads::count() const { return workers_ == nullptr ? 1 : workers_->count(); }

void distance(std::span<const PairQuery> queries, std::span<Result> results, const Options& options,
              const Threads* threads) noexcept {
  detail::run_batch(queries, std::min(queries.size(), results.size()), results, options, ThreadsOf::workers(threads));
}

void distance(const Shape& a, std::span<const Pose> poses_a, const Shape& b, std::span<const Pose> poses_b,
              std::span<Result> results, const Options& options, const Threads* threads) noexcept {
  std::size_t count = results.size();
  if (poses_a.size() != 1) count = std::min(count, poses_a.size());
  if (poses_b.size() != 1) count = std::min(count, poses_b.size());
  detail::run_batch(detail::Poses{&a, &b, poses_a, poses_b}, count, results, options, ThreadsOf::workers(threads));
}

}  // namespace clearance

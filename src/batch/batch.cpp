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

/// The kinds of pairs, and those of few points apart.
enum class Bin { straight, box_point, box_box, box_points, points, box_few, few, single };
constexpr std::size_t bins = 7;

LaneKind kind_of(Bin bin) {
  switch (bin) {
    case Bin::straight:
      return LaneKind::straight;
    case Bin::box_point:
      return LaneKind::box_point;
    case Bin::box_box:
      return LaneKind::box_box;
    case Bin::box_points:
      return LaneKind::box_points;
    case Bin::box_few:
      return LaneKind::box_few;
    case Bin::few:
      return LaneKind::few;
    case Bin::points:
    case Bin::single:
      break;
  }
  return LaneKind::points;
}

bool is_few(const Core& core, LaneForm form) {
  return form != LaneForm::hull || core.polytope.vertices <= few_lane_points;
}

/// `exchanged`: b is the box, and comes first.
Bin bin_of(const Core& a, const Core& b, bool& exchanged) {
  const LaneForm form_a = lane_form(a), form_b = lane_form(b);
  exchanged = false;
  if (form_a == LaneForm::none || form_b == LaneForm::none) return Bin::single;
  if (form_a == LaneForm::point && form_b == LaneForm::point) return Bin::single;  // takes less than to collect it
  const auto is_straight = [](LaneForm form) { return form == LaneForm::point || form == LaneForm::segment; };
  if (is_straight(form_a) && is_straight(form_b)) return Bin::straight;
  if (form_a == LaneForm::box && form_b == LaneForm::box) return Bin::box_box;
  if (form_a != LaneForm::box && form_b != LaneForm::box)
    return is_few(a, form_a) && is_few(b, form_b) ? Bin::few : Bin::points;
  exchanged = form_b == LaneForm::box;
  const LaneForm other = exchanged ? form_a : form_b;
  if (other == LaneForm::point) return Bin::box_point;
  return is_few(exchanged ? a : b, other) ? Bin::box_few : Bin::box_points;
}

/// Queries of one bin that wait for the lanes to be full.
struct Waiting {
  int count = 0;
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
      const PairQuery q = source_[i];
      bool exchanged = false;
      const Bin bin = options_.method == Method::automatic ? bin_of(q.a->core(), q.b->core(), exchanged) : Bin::single;
      if (bin == Bin::single) {
        ask(i);
        continue;
      }
      if (i + ahead < end) fetch(source_[i + ahead]);  // likely of that kind, too
      Waiting& waiting = waiting_[static_cast<std::size_t>(bin)];
      waiting.exchanged[static_cast<std::size_t>(waiting.count)] = exchanged;
      waiting.query[static_cast<std::size_t>(waiting.count++)] = i;
      fetch_points(q.a->core());
      fetch_points(q.b->core());
      if (waiting.count == lane_count) answer(bin);
    }
    for (std::size_t bin = 0; bin < bins; ++bin) answer(static_cast<Bin>(bin));
  }

 private:
  /// So many queries ahead memory is asked for what they read.
  static constexpr std::size_t ahead = 12;
  static constexpr std::size_t line = 64;

  template <class T>
  static void fetch_lines(const T& from) {
    const char* byte = reinterpret_cast<const char*>(&from);
    for (std::size_t i = 0; i < sizeof(T); i += line) __builtin_prefetch(byte + i);
  }
  static void fetch(const PairQuery& q) {
    fetch_lines(*q.pose_a);
    fetch_lines(*q.pose_b);
    for (const Core* core : {&q.a->core(), &q.b->core()}) {
      __builtin_prefetch(&core->kind);
      __builtin_prefetch(&core->size);
      __builtin_prefetch(&core->polytope.vertices);
      __builtin_prefetch(&core->polytope.from_halfspaces);
    }
  }
  static void fetch_points(const Core& core) {
    if (core.kind != Kind::polytope) return;
    for (int i = 0; i < 3 * core.polytope.padded; i += 8) __builtin_prefetch(core.polytope.x() + i);
    __builtin_prefetch(core.polytope.source.data());
  }

  void ask(std::size_t i) {
    const PairQuery q = source_[i];
    results_[i] = distance(*q.a, *q.pose_a, *q.b, *q.pose_b, options_);
  }

  /// Query i with the box first.
  PairQuery ordered(const Waiting& waiting, std::size_t lane) const {
    const PairQuery q = source_[waiting.query[lane]];
    return waiting.exchanged[lane] ? PairQuery{q.b, q.pose_b, q.a, q.pose_a} : q;
  }

  void answer(Bin bin) {
    Waiting& waiting = waiting_[static_cast<std::size_t>(bin)];
    const int used = waiting.count;
    if (used == 0) return;
    waiting.count = 0;
    clear(group_);
    const bool hulls = bin != Bin::straight && bin != Bin::box_point;
    for (int lane = 0; lane < used; ++lane) {
      const PairQuery q = ordered(waiting, static_cast<std::size_t>(lane));
      place_in_lane(group_, lane, q.a->core(), *q.pose_a, q.b->core(), *q.pose_b, hulls);
    }
    for (int lane = used; lane < lane_count; ++lane) repeat_lane(group_, 0, lane);
    const LaneKind kind = kind_of(bin);
    kernels_[static_cast<std::size_t>(kind)](group_);
    for (int lane = 0; lane < used; ++lane) {
      const auto k = static_cast<std::size_t>(lane);
      const std::size_t i = waiting.query[k];
      const PairQuery q = ordered(waiting, k);
      const LanePair pair{q.a->core(), *q.pose_a, q.b->core(), *q.pose_b};
      if (!take_answer(group_, kind, lane, pair, options_, results_[i]) ||
          (options_.tolerance > 0.0 && ends_halfway(results_[i], q.a->core(), q.b->core())))
        ask(i);
      else if (waiting.exchanged[k])
        exchange(results_[i]);
    }
  }

  const Source& source_;
  const std::span<Result> results_;
  const Options& options_;
  const LaneKernels& kernels_;
  std::array<Waiting, bins> waiting_;
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

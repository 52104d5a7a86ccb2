#include "threads/workers.hpp"

#ifdef CLEARANCE_HAS_TBB
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#endif

namespace clearance::detail {

#ifdef CLEARANCE_HAS_TBB

struct Workers::Arena {
  /// oneTBB complains of more threads than there are.
  explicit Arena(int threads) : arena(std::min(threads, tbb::info::default_concurrency())) { arena.initialize(); }
  tbb::task_arena arena;
};

Workers::Workers(int threads) : count_(std::clamp(threads, 1, 1024)) {
  if (count_ > 1) arena_ = std::make_unique<Arena>(count_);
}

void Workers::run(std::size_t tasks, void (*task)(void*, std::size_t), void* context) const {
  if (arena_ == nullptr || tasks < 2) {
    for (std::size_t i = 0; i < tasks; ++i) task(context, i);
    return;
  }
  // What happened before is seen by every task, and what tasks did afterwards. oneTBB sees to that; the library of the
  // system is not compiled for ThreadSanitizer, which would not know, so it is said once more.
  std::atomic<std::size_t> done{0};
  done.store(0, std::memory_order_release);
  arena_->arena.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, tasks,
        [&](std::size_t i) {
          done.load(std::memory_order_acquire);
          task(context, i);
          done.fetch_add(1, std::memory_order_release);
        },
        tbb::simple_partitioner());
  });
  done.load(std::memory_order_acquire);
}

#else

struct Workers::Arena {};

Workers::Workers(int /*threads*/) : count_(1) {}

void Workers::run(std::size_t tasks, void (*task)(void*, std::size_t), void* context) const {
  for (std::size_t i = 0; i < tasks; ++i) task(context, i);
}

#endif

Workers::~Workers() = default;

}  // namespace clearance::detail

#include "threads/workers.hpp"

#ifdef CLEARANCE_HAS_TBB
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
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
  arena_->arena.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, tasks, [&](std::size_t i) { task(context, i); }, tbb::simple_partitioner());
  });
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

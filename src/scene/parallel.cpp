#include "scene/parallel.hpp"

#ifdef CLEARANCE_HAS_TBB
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace clearance::detail {

#ifdef CLEARANCE_HAS_TBB

struct Workers::Arena {
  explicit Arena(int threads) : arena(threads) { arena.initialize(); }
  tbb::task_arena arena;
};

Workers::Workers(int threads) : count_(threads > 1 ? threads : 1) {
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

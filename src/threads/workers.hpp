#pragma once

// Work on several threads by oneTBB, where the library was built with it; else on one.

#include <atomic>
#include <cstddef>
#include <memory>

namespace clearance::detail {

class Workers {
 public:
  /// May be more than there are.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int count() const { return count_; }

  /// Calls f(i) for each i below `tasks`, in any order and on any thread. Returns when all are done.
  template <class F>
  void each(std::size_t tasks, F&& f) const {
    // What happened before is seen by every task, and what tasks did afterwards. oneTBB sees to that; ThreadSanitizer,
    // which does not look into it, is told once more.
    struct Tasks {
      F& f;
      std::atomic<std::size_t> done;
    } all{f, 0};
    all.done.store(0, std::memory_order_release);
    run(
        tasks,
        [](void* context, std::size_t i) {
          Tasks& own = *static_cast<Tasks*>(context);
          own.done.load(std::memory_order_acquire);
          own.f(i);
          own.done.fetch_add(1, std::memory_order_release);
        },
        &all);
    all.done.load(std::memory_order_acquire);
  }

 private:
  struct Arena;
  void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) const;
  int count_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace clearance::detail

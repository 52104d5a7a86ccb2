#pragma once

// Work on several threads by oneTBB, where the library was built with it; else on one.

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
  /// Calls task(context, i) for each i below `tasks`, in any order and on any thread. Returns when all are done.
  void run(std::size_t tasks, void (*task)(void* context, std::size_t i), void* context) const;

  template <class F>
  void each(std::size_t tasks, F&& f) const {
    run(
        tasks, [](void* context, std::size_t i) { (*static_cast<F*>(context))(i); }, &f);
  }

 private:
  struct Arena;
  int count_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace clearance::detail

#pragma once

// Arrays that begin where a line of memory does, so that no load of a register's width is from two of them.

#include <cstddef>
#include <new>
#include <vector>

namespace clearance::detail {

template <class T>
struct WholeLines {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  WholeLines() = default;
  template <class U>
  explicit WholeLines(const WholeLines<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* from, std::size_t) noexcept { ::operator delete(from, line); }
  friend bool operator==(const WholeLines&, const WholeLines&) { return true; }
};

template <class T>
using LineVector = std::vector<T, WholeLines<T>>;

}  // namespace clearance::detail

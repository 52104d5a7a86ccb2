#pragma once

// Cells of directions that wait to be looked at: docs/proof.md, sections 8b and 8c. A cell has its middle x, y and its
// half-widths d, w.

#include <array>
#include <cstddef>

namespace clearance::detail {

template <class C, std::size_t most>
class CellList {
 public:
  bool empty() const { return count_ == 0; }
  C next() { return cells_[--count_]; }
  /// False if there is no room.
  bool add(const C& cell) {
    if (count_ == most) return false;
    cells_[count_++] = cell;
    return true;
  }
  /// A cell in two, cut by x or by y; or in three, where what is lowest is to stay in the middle.
  bool add_cut(const C& cell, bool by_x, bool thirds = false) {
    C part = cell;
    double& middle = by_x ? part.x : part.y;
    double& half = by_x ? part.d : part.w;
    const double place = middle;
    half /= thirds ? 3.0 : 2.0;
    const double aside = thirds ? 2.0 * half : half;
    middle = place - aside;
    if (!add(part)) return false;
    middle = place + aside;
    if (!add(part)) return false;
    middle = place;
    return !thirds || add(part);
  }

 private:
  std::array<C, most> cells_;
  std::size_t count_ = 0;
};

}  // namespace clearance::detail

#pragma once

// An order of points in which neighbours in space are near each other, along a Z-shaped curve (Morton 1966): what a
// query that moves slowly over a large surface reads next is then in the cache already.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "numeric/vector.hpp"

namespace clearance::detail {

/// The bits of x, two zeros after each.
inline std::uint64_t spaced_bits(std::uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x001f00000000ffff;
  x = (x | x << 16) & 0x001f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

/// The indices of the points, in that order.
inline std::vector<int> spatial_order(const std::vector<V3>& points) {
  double reach = 0.0;
  for (const V3& p : points) reach = std::max(reach, max_abs(p));
  const auto cell = [&](double x) {
    return spaced_bits(static_cast<std::uint64_t>(reach > 0.0 ? (x / reach + 1.0) * 0x1p20 : 0.0));
  };
  std::vector<std::pair<std::uint64_t, int>> coded;
  coded.reserve(points.size());
  for (const V3& p : points)
    coded.emplace_back(cell(p.x) | cell(p.y) << 1 | cell(p.z) << 2, static_cast<int>(coded.size()));
  std::sort(coded.begin(), coded.end());
  std::vector<int> order;
  order.reserve(points.size());
  for (const auto& [code, i] : coded) order.push_back(i);
  return order;
}

/// Puts a list of entries, each with a place in space, into that order.
template <class T, class Place>
void store_by_place(std::vector<T>& list, Place place) {
  std::vector<V3> places;
  places.reserve(list.size());
  for (const T& entry : list) places.push_back(place(entry));
  std::vector<T> sorted;
  sorted.reserve(list.size());
  for (const int i : spatial_order(places)) sorted.push_back(std::move(list[static_cast<std::size_t>(i)]));
  list = std::move(sorted);
}

}  // namespace clearance::detail

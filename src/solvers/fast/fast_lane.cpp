// The table of ways, one for each pair of kinds, made of templates.

#include "solvers/fast/fast_lane.hpp"

#include "solvers/fast/formulas.hpp"

namespace clearance::detail {

namespace {

constexpr bool is_turned(Kind kind) { return kind == Kind::cylinder || kind == Kind::cone; }
constexpr bool is_round(Kind kind) { return kind == Kind::point || kind == Kind::ellipsoid; }

bool careful(const Core&, const Pose&, const Core&, const Pose&, const Options&, PairMemory*, Result&, Handover&) {
  return false;
}

template <Kind kind_a, Kind kind_b>
constexpr FastWay way() {
  if constexpr (is_straight(kind_a) && is_straight(kind_b)) return &segments<kind_a, kind_b>;
  if constexpr (kind_a == Kind::box && kind_b == Kind::point) return &box_and_point<true>;
  if constexpr (kind_a == Kind::point && kind_b == Kind::box) return &box_and_point<false>;
  if constexpr (kind_a == Kind::box && kind_b == Kind::box) return &two_boxes;
  if constexpr (has_corners(kind_a) && has_corners(kind_b)) return &ByCorners<kind_a, kind_b>::answer;
  if constexpr (is_turned(kind_a) && is_straight(kind_b)) return &ByHalfPlane<kind_a, kind_b, true>::answer;
  if constexpr (is_straight(kind_a) && is_turned(kind_b)) return &ByHalfPlane<kind_b, kind_a, false>::answer;
  if constexpr ((is_turned(kind_a) && (is_turned(kind_b) || has_corners(kind_b))) ||
                (has_corners(kind_a) && is_turned(kind_b)))
    return &ByPoints<kind_a, kind_b>::answer;
  if constexpr (is_round(kind_a) && is_round(kind_b)) return &ByNormal<kind_a, kind_b>::answer;
  return &careful;
}

template <std::size_t... pair>
constexpr std::array<FastWay, sizeof...(pair)> all_ways(std::index_sequence<pair...>) {
  return {way<static_cast<Kind>(pair / kind_count), static_cast<Kind>(pair % kind_count)>()...};
}

}  // namespace

constexpr std::array<FastWay, kind_count* kind_count> fast_ways =
    all_ways(std::make_index_sequence<kind_count * kind_count>());

}  // namespace clearance::detail

// The table of ways, one for each pair of kinds, made of templates.

#include "solvers/fast/fast_lane.hpp"

#include "solvers/fast/formulas.hpp"

namespace clearance::detail {

// Instantiated where the pairs are.
template <Kind kind_a, Kind kind_b>
bool by_corners(const FastQuery& query, Result& r, Handover& handover);
template <Kind kind_a, Kind kind_b>
bool by_points(const FastQuery& query, Result& r, Handover& handover);

namespace {

using Way = bool (*)(const FastQuery&, Result&, Handover&);

constexpr bool is_turned(Kind kind) { return kind == Kind::cylinder || kind == Kind::cone; }

bool careful(const FastQuery&, Result&, Handover&) { return false; }

template <Kind kind_a, Kind kind_b>
constexpr Way way() {
  if constexpr (is_straight(kind_a) && is_straight(kind_b)) return &segments<kind_a, kind_b>;
  if constexpr (kind_a == Kind::box && kind_b == Kind::point) return &box_and_point<true>;
  if constexpr (kind_a == Kind::point && kind_b == Kind::box) return &box_and_point<false>;
  if constexpr (has_corners(kind_a) && has_corners(kind_b)) return &by_corners<kind_a, kind_b>;
  if constexpr ((is_turned(kind_a) && (is_turned(kind_b) || kind_b == Kind::box)) ||
                (kind_a == Kind::box && is_turned(kind_b)))
    return &by_points<kind_a, kind_b>;
  return &careful;
}

constexpr std::size_t kinds = static_cast<std::size_t>(Kind::parts) + 1;

template <std::size_t... pair>
constexpr std::array<Way, sizeof...(pair)> all_ways(std::index_sequence<pair...>) {
  return {way<static_cast<Kind>(pair / kinds), static_cast<Kind>(pair % kinds)>()...};
}
constexpr std::array<Way, kinds* kinds> ways = all_ways(std::make_index_sequence<kinds * kinds>());

}  // namespace

bool fast_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                   PairMemory* memory, Result& result, Handover& handover) {
  const Core &core_a = a.core(), &core_b = b.core();
  const Way way = ways[static_cast<std::size_t>(core_a.kind) * kinds + static_cast<std::size_t>(core_b.kind)];
  return way({core_a, pose_a, core_b, pose_b, options, memory}, result, handover);
}

}  // namespace clearance::detail

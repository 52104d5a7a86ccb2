// Margins along the last normal: one slab, for each pair of kinds that has support values at hand.

#include "proof/plain_look.hpp"
#include "proof/plain_points.hpp"
#include "solvers/fast/fast_lane.hpp"

namespace clearance::detail {

namespace {

using Look = void (*)(const Core&, const Pose&, const Core&, const Pose&, const PairMemory&, MarginCheck&);

constexpr bool has_value(Kind kind) {
  return has_corners(kind) || kind == Kind::cylinder || kind == Kind::cone || kind == Kind::ellipsoid;
}

/// The vertex that was farthest, if the body has one of that number.
template <Kind kind>
[[gnu::always_inline]] inline int last_vertex(const Core& core, const PairMemory& memory, int vertex) {
  if constexpr (kind != Kind::polytope) return -1;
  return memory.count > 0 && static_cast<unsigned>(vertex) < static_cast<unsigned>(core.polytope.vertices) ? vertex
                                                                                                           : -1;
}

template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] void along_last(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                                 const PairMemory& memory, MarginCheck& check) {
  PlainPair pair;
  if (!measure_frame(pair, a, pose_a, b, pose_b)) return;
  const Lanes n_world = pair.turn_a * memory.direction;
  store_three(check.normal.data(), n_world);
  PlainGlance::turned<kind_a, kind_b>(pair, a, b, pose_b, memory.direction, n_world,
                                      last_vertex<kind_a>(a, memory, memory.support_a[0]));
  bound_below(check, pair, plain_slab<kind_a, kind_b>(pair, a, b, memory.direction));
}

void none(const Core&, const Pose&, const Core&, const Pose&, const PairMemory&, MarginCheck&) {}

template <Kind kind_a, Kind kind_b>
constexpr Look look() {
  if constexpr (has_value(kind_a) && has_value(kind_b)) return &along_last<kind_a, kind_b>;
  return &none;
}

template <std::size_t... pair>
constexpr std::array<Look, sizeof...(pair)> all_looks(std::index_sequence<pair...>) {
  return {look<static_cast<Kind>(pair / kind_count), static_cast<Kind>(pair % kind_count)>()...};
}
constexpr std::array<Look, kind_count* kind_count> looks =
    all_looks(std::make_index_sequence<kind_count * kind_count>());

}  // namespace

void fast_margin(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const PairMemory& memory,
                 MarginCheck& check) {
  const Core &core_a = a.core(), &core_b = b.core();
  looks[static_cast<std::size_t>(core_a.kind) * kind_count + static_cast<std::size_t>(core_b.kind)](
      core_a, pose_a, core_b, pose_b, memory, check);
}

}  // namespace clearance::detail

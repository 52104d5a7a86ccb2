#pragma once

// What a PairState holds, and the one place where it is read and written. A state may be stale, of another pair, or
// bytes of no meaning at all: so corners are checked against the bodies whenever they are recalled, directions are no
// more than a start, and nothing that a query proves rests on any of it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <optional>
#include <span>
#include <type_traits>

#include "clearance/distance.hpp"
#include "placed/simplex.hpp"
#include "placed/surface_memory.hpp"
#include "proof/certify.hpp"

namespace clearance::detail {

/// Where dqp3 left off on one of two polyhedra: the point, in local coordinates, and the faces that it is held on: one
/// for a face, two for an edge, three for a vertex.
struct HeldFeature {
  int faces;
  std::array<int, 3> face;
  int vertex, end;  ///< the vertex, or the two ends of the edge
  V3 point;
};

struct HeldFeatures {
  HeldFeature a, b;
};

/// Made of zeros it is empty, and so is a PairState.
struct PairMemory {
  V3 direction;  ///< the last normal, in the frame of a
  int count;     ///< corners of the last simplex, each a vertex of a and one of b
  std::array<int, 4> support_a, support_b;
  int searches;             ///< queries in a row that had other nearest features than the one before
  int knows_parts;          ///< of unions: not zero if it is the state of the two nearest parts ...
  int part_a, part_b;       ///< ... which are these, as results name them
  union {                   ///< what the query was of says which
    SurfaceMemory surface;  ///< of an overlap, where there are no corners of a simplex
    HeldFeatures held;      ///< of dqp3
  };

  static PairMemory& of(PairState& state) { return *std::launder(reinterpret_cast<PairMemory*>(state.bytes_.data())); }
  static const PairMemory& of(const PairState& state) {
    return *std::launder(reinterpret_cast<const PairMemory*>(state.bytes_.data()));
  }
  static PairMemory* of(PairState* state) { return state != nullptr ? &of(*state) : nullptr; }

  bool is_of_parts(int a, int b) const { return knows_parts != 0 && part_a == a && part_b == b; }
  void set_parts(int a, int b) {
    knows_parts = 1;
    part_a = a;
    part_b = b;
  }
  /// Counts a query with other nearest features than the last, up to `most` in a row.
  void count_search(int most) { searches = searches < most ? std::max(searches, 0) + 1 : most; }
  /// Whether it has a simplex of bodies that were apart.
  bool was_apart() const { return count >= 1 && count <= 3; }
  /// Whether it is of an overlap that has a surface, or needs none.
  bool overlapped() const { return count == 0 && surface.corners != 0; }
};
static_assert(std::is_trivial_v<PairMemory> && std::is_standard_layout_v<PairMemory>);
static_assert(sizeof(PairMemory) <= sizeof(PairState));
static_assert(alignof(PairMemory) <= alignof(PairState));

/// A vertex of a and one of b.
struct CornerPair {
  int a, b;
};

/// Corners of the last simplex, in its order.
struct RecalledCorners {
  std::size_t count = 0;
  std::array<CornerPair, 4> corner;

  const CornerPair* begin() const { return corner.data(); }
  const CornerPair* end() const { return corner.data() + count; }
};

/// Those that bodies of so many vertices have; none of no memory.
inline RecalledCorners recalled_corners(const PairMemory* memory, int vertices_a, int vertices_b) {
  RecalledCorners corners;
  if (memory == nullptr) return corners;
  for (std::size_t i = 0; i < 4 && static_cast<int>(i) < memory->count; ++i) {
    const CornerPair corner{memory->support_a[i], memory->support_b[i]};
    const bool known = corner.a >= 0 && corner.a < vertices_a && corner.b >= 0 && corner.b < vertices_b;
    if (known) corners.corner[corners.count++] = corner;
  }
  return corners;
}
inline RecalledCorners recalled_corners(const PairMemory* memory, const Pair& pair) {
  return recalled_corners(memory, vertex_count(pair.a), vertex_count(pair.b));
}

/// The last normal where the bodies are now, in the axes of the pair, if there is one; of unit length but for the
/// factor of a.
inline std::optional<V3> recalled_direction(const PairMemory* memory, const Pair& pair) {
  if (memory == nullptr) return std::nullopt;
  const double length_sq = norm_sq(memory->direction);
  if (!(length_sq > 0.5 && length_sq < 2.0)) return std::nullopt;
  return pair.a.map * memory->direction;
}

/// Where dqp3 left off, if that is a place at all.
inline HeldFeature recalled_feature(const HeldFeature& held, const Body& body) {
  const double radius = body.core->polytope.radius;
  const bool near = norm_sq(held.point) <= 4.0 * radius * radius;  // as no point that is not a number is
  return near && held.faces >= 1 && held.faces <= 3 ? held : HeldFeature{};
}

/// Leaves corners to the next query of the pair; any method may start from them. `normal`: in the frame of a.
inline void remember(PairMemory& memory, const V3& normal, std::span<const int> of_a, std::span<const int> of_b) {
  memory.direction = normal;
  memory.count = 0;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    if (of_a[i] < 0 || of_b[i] < 0) continue;
    const auto k = static_cast<std::size_t>(memory.count++);
    memory.support_a[k] = of_a[i];
    memory.support_b[k] = of_b[i];
  }
}

/// The same of the simplex that holds the answer.
template <class T>
void remember(PairMemory& memory, const Pair& pair, const Simplex<T>& simplex, const Proposal& proposal) {
  const auto count = static_cast<std::size_t>(simplex.count);
  std::array<int, 4> of_a, of_b;
  for (std::size_t i = 0; i < count; ++i) of_a[i] = simplex.vertex[i].vertex_a, of_b[i] = simplex.vertex[i].vertex_b;
  const V3 normal = transposed_times(pair.a.map, proposal.normal) * (1.0 / pair.factor_a);
  remember(memory, normal, {of_a.data(), count}, {of_b.data(), count});
}

}  // namespace clearance::detail

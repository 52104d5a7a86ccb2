#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "clearance/mesh.hpp"
#include "decompose/convex_piece.hpp"
#include "decompose/triangle_tree.hpp"

namespace clearance::decompose {

/// Cubes around a mesh: which of them its surface meets, which are in its solid, and how far the others are from it.
/// That gives a proven bound on how far a convex piece stands off the solid: a point is within half a diagonal of the
/// centre of its cube, and the distance of the centre is known.
class DistanceGrid {
 public:
  /// `inside_from`: how often the surface winds around a point that counts as inside, at least.
  DistanceGrid(const TriangleMesh& mesh, const TriangleTree& tree, double side, double inside_from);

  double side() const { return side_; }
  double half_diagonal() const;

  /// Whether a point is in the solid; those on the surface may be taken for either.
  bool inside(const Vec3& point) const;

  struct Excess {
    double bound = 0.0;  ///< no point of the piece is farther from the solid
    Vec3 where = Vec3::Zero();
  };
  /// Exact to a diagonal of a cube; stops where the bound is known to exceed `enough`.
  Excess excess(const ConvexPiece& piece, double enough) const;

  /// From a point outside of the solid along an axis, up or down: where the first cube that meets it begins; false if
  /// there is none before `end`.
  bool wall(const Vec3& from, int axis, bool up, double end, double& at) const;

 private:
  enum class State : std::uint8_t { unknown, surface, outside, inside };
  using Index = std::array<int, 3>;

  std::size_t number(const Index& i) const {
    return (static_cast<std::size_t>(i[2]) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(i[1])) *
               static_cast<std::size_t>(count_[0]) +
           static_cast<std::size_t>(i[0]);
  }
  Vec3 centre(const Index& i) const { return low_ + side_ * (Vec3(i[0], i[1], i[2]) + Vec3::Constant(0.5)); }
  Index cell_of(const Vec3& point) const;

  void mark_surface(const TriangleMesh& mesh);
  void mark(const std::array<Vec3, 3>& triangle, const Index& from, const Index& to);
  void fill_regions(double inside_from);
  void measure();
  double exact_distance(std::size_t cell, const Index& i) const;

  const TriangleTree& tree_;
  double side_, inside_from_;
  Vec3 low_;
  Index count_{};
  std::vector<State> state_;
  std::vector<float> distance_;       ///< from centre to centre of the nearest cube of the solid, in sides
  mutable std::vector<float> exact_;  ///< from the centre to the surface, rounded up; negative: not yet known
};

}  // namespace clearance::decompose

#pragma once

// The convex hull of spheres, an s-tope, laid out for queries. Local coordinates throughout: relative to the centre of
// the core, in its unit.
//
// Along a direction n the sphere i reaches c_i . n + r_i |n|. Which sphere reaches farthest divides the directions into
// regions: a sphere vertex each, with bi-sphere edges between them and tri-sphere facets where three meet. Large
// s-topes keep a map of that division: a quadtree on the faces of a cube, whose leaves list every sphere that may be
// the farthest for a direction of the leaf. It takes the place of a walk from neighbour to neighbour, which on s-topes
// can end short of the farthest sphere: a region need not be connected, and a sphere may be better than all of its
// neighbours where it is not the best. The map answers in a few steps from anywhere, and its answer is proven.

#include <array>
#include <vector>

#include "core/cube_map.hpp"
#include "core/scan.hpp"

namespace clearance::detail {

struct LocalBall {
  V3 centre;
  double radius;
};

/// S-topes of up to this many spheres are scanned. Measured: at 64 spheres a scan takes as long as the map.
inline constexpr int ball_scan_limit = 64;

/// For every direction, the spheres that may be the farthest.
class DirectionMap {
 public:
  struct Entry {
    double x, y, z, r;
    int ball;
  };
  struct Leaf {
    const Entry *begin, *end;
  };

  DirectionMap() = default;
  /// Of the balls with the given numbers.
  DirectionMap(const std::vector<LocalBall>& balls, const std::vector<int>& chosen);

  /// The leaf for direction n. No ball outside of it reaches farther, rounding included.
  Leaf leaf_of(const V3& n) const {
    const CubePoint at = on_cube(n);
    double u = 0.5 * at.u + 0.5, v = 0.5 * at.v + 0.5;
    const Cell* cell = &cells_[static_cast<std::size_t>(at.face)];
    while (cell->child != 0) {
      u += u, v += v;
      const int right = u >= 1.0 ? 1 : 0, up = v >= 1.0 ? 1 : 0, next = cell->child + right + 2 * up;
      u -= right, v -= up;
      cell = &cells_[static_cast<std::size_t>(next)];
    }
    return {entries_.data() + cell->first, entries_.data() + cell->first + cell->count};
  }
  bool empty() const { return cells_.empty(); }
  /// Calls visit(leaf) for every leaf.
  template <class Visit>
  void for_each_leaf(Visit&& visit) const {
    for (const Cell& cell : cells_)
      if (cell.child == 0) visit(Leaf{entries_.data() + cell.first, entries_.data() + cell.first + cell.count});
  }

 private:
  struct Cell {
    int child = 0;  ///< the first of four children, 0 for a leaf
    int first = 0, count = 0;
  };
  std::vector<Cell> cells_;
  std::vector<Entry> entries_;
};

struct BallHull {
  /// Those that matter: all x, then all y, z and r, padded with the first.
  std::vector<double> coordinates;
  int count = 0, padded = 0;
  std::vector<int> source;     ///< index of each in the input
  std::vector<int> redundant;  ///< of the input, those that were dropped, ascending
  double error = 0.0;          ///< how far a dropped sphere may reach beyond the others
  double reach = 0.0;          ///< every point is within this of the centre
  DirectionMap map;            ///< empty for a small s-tope

  ScanArrays arrays() const {
    const double *x = coordinates.data(), *y = x + padded, *z = y + padded;
    return {x, y, z, z + padded};
  }
  LocalBall ball(int i) const {
    const ScanArrays at = arrays();
    return {{at.x[i], at.y[i], at.z[i]}, at.r[i]};
  }
};

BallHull ball_hull(const std::vector<LocalBall>& balls);

/// Which ball reaches farthest along n, and how far; n need not be of unit length, `length` is its length.
struct FarthestBall {
  int ball;
  double value;
};

/// From the map, if there is one: no ball reaches farther, apart from the rounding of two values.
FarthestBall farthest_ball(const BallHull& hull, const V3& n, double length);
/// The same by looking at all of them.
FarthestBall scan_balls(const BallHull& hull, const V3& n, double length);

}  // namespace clearance::detail

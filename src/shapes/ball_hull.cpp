// Ball i dominates ball j for a cone of directions d if (c_i - c_j) . d + (r_i - r_j) |d| >= 0 on it. For r_i <= r_j
// the left side is concave and the corners of the cone decide. Otherwise |d| >= d . m, m the unit vector along the
// middle of the cone, gives a linear bound, which again the corners decide; it is short by the square of the width of
// the cone. A cell of the map drops the balls that another one dominates in it, with a margin for rounding, and splits
// while it has many, or one that is not known to matter yet. So a ball that ends up in no leaf is inside of the hull of
// the others for certain.
//
// What stays, but touches the hull of the others from inside (a sphere inside another one that it touches, spheres in
// a row that have a cone in common), is a matter of rounding. Such a ball is dropped if it is in a swept sphere of
// others that stay but for `touching` of the reach, which is charged to the error of the shape.

#include "core/ball_hull.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/simple_stope.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// Domination must be this clear, relative to the reach: more than the rounding of the test (17 u for a corner of
/// length sqrt(3)) and of the value of a ball that is looked at later (5 u for each of the two).
constexpr double clear_margin = 48.0 * unit_roundoff;
/// A cell reaches this much beyond its edges, so that a rounded direction (at most 2 u off) is in the cell that it is
/// looked up in.
constexpr double overlap = 0x1p-48;
/// Leaves with more are split, down to a width of 2^-deepest of a face of the cube ...
constexpr std::size_t leaf_balls = 8;
constexpr int deepest = 14;
/// ... or, if it is only to see whether a ball matters, of 2^-doubtful.
constexpr int doubtful = 6;
/// All pairs of a cell are compared up to this many balls; beyond, only the best few with all.
constexpr std::size_t compare_all = 24;
/// Balls that reach no farther than this beyond a swept sphere of others, relative to the reach, are dropped; and
/// what is charged for it: as much again for the rounding of the test (15 u).
constexpr double touching = 8.0 * unit_roundoff, touching_error = 32.0 * unit_roundoff;
constexpr int swept_steps = 32;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

double reach_of(const std::vector<LocalBall>& balls) {
  double reach = 0.0;
  for (const LocalBall& b : balls) reach = std::fmax(reach, (norm(b.centre) + b.radius) * (1.0 + 8.0 * unit_roundoff));
  return reach;
}

/// The directions of a cell: those of its corners and of its middle.
struct Cone {
  std::array<V3, 4> corner;
  std::array<double, 4> length;
  V3 middle;
};

Cone cone_of(int face, int i, int j, int level) {
  const double width = std::ldexp(2.0, -level), u = -1.0 + width * i, v = -1.0 + width * j;
  Cone cone;
  for (std::size_t k = 0; k < 4; ++k) {
    cone.corner[k] = cube_direction(
        {face, k % 2 == 0 ? u - overlap : u + width + overlap, k < 2 ? v - overlap : v + width + overlap});
    cone.length[k] = norm(cone.corner[k]);
  }
  const V3 middle = cube_direction({face, u + 0.5 * width, v + 0.5 * width});
  cone.middle = middle * (1.0 / norm(middle));
  return cone;
}

bool dominates(const LocalBall& a, const LocalBall& b, const Cone& cone, double margin) {
  const V3 apart = a.centre - b.centre;
  const double growth = a.radius - b.radius;
  const V3 bent = growth > 0.0 ? apart + cone.middle * growth : apart;
  for (std::size_t k = 0; k < 4; ++k)
    if (!(dot(bent, cone.corner[k]) + (growth > 0.0 ? 0.0 : growth * cone.length[k]) >= margin)) return false;
  return true;
}

/// The best of the list along n.
std::size_t best_along(const std::vector<LocalBall>& balls, const std::vector<int>& list, const V3& n, double length) {
  std::size_t best = 0;
  double most = -HUGE_VAL;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const LocalBall& b = balls[index(list[i])];
    const double value = dot(b.centre, n) + b.radius * length;
    if (value > most) most = value, best = i;
  }
  return best;
}

/// Removes from the list what others of it dominate in the cone.
void prune(std::vector<int>& list, const std::vector<LocalBall>& balls, const Cone& cone, double margin) {
  const auto drop_below = [&](int pivot) {
    const LocalBall& best = balls[index(pivot)];
    std::erase_if(list, [&](int j) { return j != pivot && dominates(best, balls[index(j)], cone, margin); });
  };
  drop_below(list[best_along(balls, list, cone.middle, 1.0)]);
  for (std::size_t k = 0; k < 4; ++k) drop_below(list[best_along(balls, list, cone.corner[k], cone.length[k])]);
  if (list.size() > compare_all) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const int pivot = list[i];
    drop_below(pivot);
    i = static_cast<std::size_t>(std::find(list.begin(), list.end(), pivot) - list.begin());
  }
}

}  // namespace

DirectionMap::DirectionMap(const std::vector<LocalBall>& balls, const std::vector<int>& chosen) {
  const double margin = clear_margin * reach_of(balls);
  std::vector<char> matters(balls.size(), 0);
  struct Open {
    std::size_t cell;
    int face, i, j, level;
    std::vector<int> list;
  };
  const std::size_t most_cells = 64 + 32 * chosen.size();
  std::vector<Open> level_now, level_next;
  for (int face = 0; face < 6; ++face) {
    level_now.push_back({cells_.size(), face, 0, 0, 0, chosen});
    cells_.emplace_back();
  }
  for (; !level_now.empty(); std::swap(level_now, level_next), level_next.clear()) {
    for (Open& open : level_now) {
      const Cone cone = cone_of(open.face, open.i, open.j, open.level);
      prune(open.list, balls, cone, margin);
      matters[index(open.list[best_along(balls, open.list, cone.middle, 1.0)])] = 1;
    }
    for (Open& open : level_now) {
      const bool doubt = open.level < doubtful && open.list.size() > 1 &&
                         std::any_of(open.list.begin(), open.list.end(), [&](int i) { return matters[index(i)] == 0; });
      const bool split = open.level < deepest && cells_.size() < most_cells && (open.list.size() > leaf_balls || doubt);
      if (!split) {
        cells_[open.cell].first = static_cast<int>(entries_.size());
        cells_[open.cell].count = static_cast<int>(open.list.size());
        for (const int i : open.list) {
          const LocalBall& b = balls[index(i)];
          entries_.push_back({b.centre.x, b.centre.y, b.centre.z, b.radius, i});
        }
        continue;
      }
      cells_[open.cell].child = static_cast<int>(cells_.size());
      for (int k = 0; k < 4; ++k) {
        level_next.push_back(
            {cells_.size(), open.face, 2 * open.i + k % 2, 2 * open.j + k / 2, open.level + 1, open.list});
        cells_.emplace_back();
      }
    }
  }
  cells_.shrink_to_fit();
  entries_.shrink_to_fit();
}

namespace {

/// All but copies, and spheres inside a sphere with the same centre: the first of the largest of each centre.
std::vector<int> without_copies(const std::vector<LocalBall>& balls) {
  std::vector<int> order(balls.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](int i) {
    const LocalBall& b = balls[index(i)];
    return std::array<double, 3>{b.centre.x, b.centre.y, b.centre.z};
  };
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    if (key(i) != key(j)) return key(i) < key(j);
    const double ri = balls[index(i)].radius, rj = balls[index(j)].radius;
    return ri != rj ? ri > rj : i < j;
  });
  order.erase(std::unique(order.begin(), order.end(), [&](int i, int j) { return key(i) == key(j); }), order.end());
  std::sort(order.begin(), order.end());
  return order;
}

/// For each ball, the others that it shares a leaf with; empty for a ball in no leaf.
std::vector<std::vector<int>> companions(const DirectionMap& map, std::size_t balls) {
  std::vector<std::vector<int>> together(balls);
  map.for_each_leaf([&](const DirectionMap::Leaf& leaf) {
    for (const auto* e = leaf.begin; e != leaf.end; ++e)
      for (const auto* f = leaf.begin; f != leaf.end; ++f) together[index(e->ball)].push_back(f->ball);
  });
  for (auto& list : together) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return together;
}

/// Whether ball j is in a swept sphere of the others in the list, but for `tolerance`: the least |c| - r of the others
/// about its centre must be no more than -r_j. A few steps of the algorithm in solvers/stope.cpp.
bool in_swept_sphere(const std::vector<LocalBall>& balls, int j, const std::vector<int>& others,
                     const std::vector<char>& present, double tolerance) {
  const LocalBall& self = balls[index(j)];
  std::array<SweptSphere<double>, 4> set;
  NearestSwept<double> found;
  V3 m(1, 0, 0);
  for (int step = 0; step < swept_steps; ++step) {
    SweptSphere<double> added{};
    double least = HUGE_VAL;
    for (const int i : others) {
      if (i == j || present[index(i)] == 0) continue;
      const SweptSphere<double> s{balls[index(i)].centre - self.centre, balls[index(i)].radius};
      const double value = dot(m, s.c) - s.r;
      if (value < least) least = value, added = s;
    }
    if (least > -self.radius + tolerance) return false;  // along m, it reaches farther than all of the others
    if (found.count == 4) return false;
    std::array<SweptSphere<double>, 4> next;
    for (int k = 0; k < found.count; ++k) next[index(k)] = set[index(found.index[index(k)])];
    next[index(found.count)] = added;
    const SimpleStope<double> stope(next.data(), tolerance, m);
    const NearestSwept<double> now = stope.nearest(found.count + 1, m);
    if (now.value <= -self.radius + tolerance) return true;
    if (step > 0 && !(now.value < found.value)) return false;
    set = next;
    found = now;
    m = now.normal;
  }
  return false;
}

}  // namespace

FarthestBall scan_balls(const BallHull& hull, const V3& n, double length) {
  const ScanArrays at = hull.arrays();
  const int i = scan_farthest<true>(at, n, length, hull.count);
  return {i, at.x[i] * n.x + at.y[i] * n.y + at.z[i] * n.z + at.r[i] * length};
}

FarthestBall farthest_ball(const BallHull& hull, const V3& n, double length) {
  if (hull.map.empty()) return scan_balls(hull, n, length);
  const DirectionMap::Leaf leaf = hull.map.leaf_of(n);
  FarthestBall best{leaf.begin->ball, -HUGE_VAL};
  for (const DirectionMap::Entry* e = leaf.begin; e != leaf.end; ++e) {
    const double value = e->x * n.x + e->y * n.y + e->z * n.z + e->r * length;
    const bool better = value > best.value;  // no branch: it could not be predicted
    best.value = better ? value : best.value;
    best.ball = better ? e->ball : best.ball;
  }
  return best;
}

BallHull ball_hull(const std::vector<LocalBall>& balls) {
  BallHull hull;
  const double reach = reach_of(balls);
  std::vector<int> kept = without_copies(balls);
  DirectionMap map_of_all;
  if (kept.size() > 1) {
    map_of_all = DirectionMap(balls, kept);
    const auto together = companions(map_of_all, balls.size());
    std::erase_if(kept, [&](int i) { return together[index(i)].empty(); });
    std::vector<char> present(balls.size(), 0);
    for (const int i : kept) present[index(i)] = 1;
    // First whatever the others of now contain; then back again what those that stayed do not.
    std::vector<int> dropped;
    for (const int i : kept) {
      if (!in_swept_sphere(balls, i, together[index(i)], present, touching * reach)) continue;
      present[index(i)] = 0;
      dropped.push_back(i);
    }
    for (const int i : dropped) {
      if (in_swept_sphere(balls, i, together[index(i)], present, touching * reach))
        hull.error = touching_error * reach;
      else
        present[index(i)] = 1;
    }
    std::erase_if(kept, [&](int i) { return present[index(i)] == 0; });
  }

  std::vector<LocalBall> local;
  for (const int i : kept) local.push_back(balls[index(i)]);
  hull.count = static_cast<int>(kept.size());
  hull.padded = (hull.count + scan_padding - 1) / scan_padding * scan_padding;
  hull.reach = reach_of(local);
  hull.coordinates.resize(4 * index(hull.padded));
  for (int i = 0; i < hull.padded; ++i) {
    const LocalBall& b = local[index(i < hull.count ? i : 0)];
    hull.coordinates[index(i)] = b.centre.x;
    hull.coordinates[index(hull.padded + i)] = b.centre.y;
    hull.coordinates[index(2 * hull.padded + i)] = b.centre.z;
    hull.coordinates[index(3 * hull.padded + i)] = b.radius;
  }
  for (int i = 0, next = 0; i < static_cast<int>(balls.size()); ++i) {
    if (next < hull.count && kept[index(next)] == i)
      ++next;
    else
      hull.redundant.push_back(i);
  }
  hull.source = std::move(kept);
  if (hull.count > ball_scan_limit) {
    std::vector<int> all(index(hull.count));
    std::iota(all.begin(), all.end(), 0);
    hull.map = local.size() == balls.size() ? std::move(map_of_all) : DirectionMap(local, all);
  }
  return hull;
}

}  // namespace clearance::detail

// The box around the mesh is cut by planes across the axes until the hull of what each cell holds of the solid stays
// within the tolerance; then neighbours whose common hull does so as well are merged.
//
// Why the parts cover the solid S: the cells C tile the box, and the part of a cell holds all that the interior of S
// fills of the interior of C. For let e be an extreme point of the hull of that. If the surface passes through the
// interior of C near e, then through e itself, and e is a point of a polygon of the surface clipped to C. If it does
// not, C is filled near e, so that e is a corner of C; whether C is filled there tells a point moved from e towards the
// middle of C. So no caps need to be built, nor any mesh cut open, and what of the surface only touches a cell, or lies
// in its walls, need not be in its part.
//
// Cuts are chosen where the hull stands off farthest, as by J.-M. Lien and N. Amato, "Approximate convex decomposition
// of polyhedra" (2007); cutting and merging convex pieces of a filled grid is the scheme of K. Mamou's V-HACD, and cuts
// through the solid itself by planes that of X. Wei et al., "Approximate convex decomposition for 3D meshes with
// collision-aware concavity and tree search" (2022). Nothing is taken from their code.

#include "decompose/decompose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include "decompose/convex_piece.hpp"
#include "decompose/distance_grid.hpp"
#include "decompose/surface.hpp"
#include "decompose/triangle_tree.hpp"

namespace clearance::decompose {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_cubes = 6e6;        // of the grid: some 100 MB
constexpr std::size_t most_cells = 4000;  // of which a mesh is cut, at most
constexpr double inside_closed = 0.3;     // windings of a point of the solid: whole numbers, to 0.1
constexpr double inside_open = 0.5;

/// A box, what it holds of the surface, and the hull of what it holds of the solid.
struct Cell {
  Vec3 low, high;
  Polygons surface;
  ConvexPiece piece;
  DistanceGrid::Excess excess;
};

struct Cut {
  int axis = 0;
  double at = 0.0;
};

/// The farthest points in some directions: enough of a hull to tell good cuts from bad ones.
class RoughHull {
 public:
  RoughHull() { best_.fill(-infinity); }

  void add(const Vec3& p) {
    for (std::size_t i = 0; i < count; ++i)
      if (const double value = directions_[i].dot(p); value > best_[i]) best_[i] = value, points_[i] = p;
  }
  bool empty() const { return best_[0] == -infinity; }
  /// Its volume, and for flat ones some of their area.
  double cost(double thickness) const {
    if (empty()) return 0.0;
    const ConvexPiece piece = convex_piece({points_.begin(), points_.end()}, 1e-3 * thickness);
    return piece.volume + thickness * piece.area;
  }

 private:
  static constexpr std::size_t count = 50;
  std::span<const Vec3> directions_ = fixed_directions();
  std::array<double, count> best_{};
  std::array<Vec3, count> points_;
};

class Decomposer {
 public:
  Decomposer(const TriangleMesh& mesh, const DecomposeOptions& options)
      : options_(options), surface_(oriented(mesh)), tree_(surface_.mesh), grid_(make_grid()) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const Vec3& p : surface_.mesh.points) coordinates_[axis].push_back(p[static_cast<Eigen::Index>(axis)]);
      std::sort(coordinates_[axis].begin(), coordinates_[axis].end());
    }
  }

  Decomposition run() {
    split();
    report(0.7);
    merge();
    Decomposition result{make_union()};
    result.extent = extent_;
    for (const Piece& part : parts_) result.excess = std::max(result.excess, part.excess);
    result.rounding = 0x1p-48 * (low_.cwiseAbs().cwiseMax(high_.cwiseAbs())).maxCoeff();
    result.open_edges = surface_.open_edges;
    result.turned_faces = surface_.turned_faces;
    result.as_fine_as_can_be = result.excess <= limit_ || options_.parts > 0;
    return result;
  }

 private:
  struct Piece {
    ConvexPiece piece;
    double excess = 0.0;
  };

  DistanceGrid make_grid() {
    const std::vector<Vec3>& points = surface_.mesh.points;
    low_ = high_ = points.front();
    for (const Vec3& p : points) low_ = low_.cwiseMin(p), high_ = high_.cwiseMax(p);
    const Vec3 size = high_ - low_;
    extent_ = size.maxCoeff();
    if (!(extent_ > 0.0) || !std::isfinite(extent_)) throw InvalidInput("the mesh has no extent, or one too large");
    limit_ = options_.tolerance * extent_;
    // Half a diagonal, the uncertainty of a measured excess, is a quarter of the tolerance, if that many cubes fit.
    double side = limit_ / (2.0 * std::numbers::sqrt3);
    const auto cubes = [&] { return (size.x() / side + 4.0) * (size.y() / side + 4.0) * (size.z() / side + 4.0); };
    while (cubes() > most_cubes) side *= 1.05;
    side_ = side;
    return {surface_.mesh, tree_, side, surface_.open_edges == 0 ? inside_closed : inside_open};
  }

  void report(double share) const {
    if (options_.progress) options_.progress(share);
  }

  Cell whole() const {
    Cell cell;
    cell.low = low_;
    cell.high = high_;
    for (const std::array<int, 3>& t : surface_.mesh.triangles) {
      for (const int corner : t) cell.surface.points.push_back(surface_.mesh.points[static_cast<std::size_t>(corner)]);
      cell.surface.ends.push_back(static_cast<int>(cell.surface.points.size()));
    }
    return cell;
  }

  static Vec3 corner(const Vec3& low, const Vec3& high, unsigned which) {
    return {(which & 1U) != 0 ? high.x() : low.x(), (which & 2U) != 0 ? high.y() : low.y(),
            (which & 4U) != 0 ? high.z() : low.z()};
  }

  /// Whether the solid fills the cells around a point, if that is off the surface.
  std::optional<bool> filled_around(const Vec3& p) const {
    const double blur = 1e-12 * extent_;
    return tree_.distance(p, 2.0 * blur) > blur ? std::optional(grid_.inside(p)) : std::nullopt;
  }
  /// Whether it fills the cell with that middle at one of its corners, which is on the surface. Where the surface does
  /// not pass through the cell there, any way into the cell tells: along the diagonal, it is the same for larger cells.
  bool filled_towards(const Vec3& middle, const Vec3& p) const {
    const Vec3 inwards = (middle - p).unaryExpr([](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; });
    return grid_.inside(p + 1e-6 * side_ * inwards);
  }
  bool filled_at(const Vec3& p, const Vec3& middle) const {
    const std::optional<bool> around = filled_around(p);
    return around ? *around : filled_towards(middle, p);
  }

  /// False if the cell holds nothing of the mesh.
  bool measure(Cell& cell) const {
    std::vector<Vec3> points = cell.surface.points;
    const Vec3 middle = 0.5 * cell.low + 0.5 * cell.high;
    for (unsigned i = 0; i < 8; ++i)
      if (const Vec3 p = corner(cell.low, cell.high, i); filled_at(p, middle)) points.push_back(p);
    if (points.empty()) return false;
    cell.piece = convex_piece(std::move(points), 1e-3 * side_);
    cell.excess = grid_.excess(cell.piece, infinity);
    return true;
  }

  /// What a convex cell may be told to stand off, at its corners: below that, cuts are blind.
  double finest() const { return 3.0 * grid_.half_diagonal(); }

  void split() {
    const auto nearer = [](const Cell& a, const Cell& b) { return a.excess.bound < b.excess.bound; };
    std::vector<Cell> heap(1, whole());
    if (!measure(heap[0])) throw InvalidInput("no faces to decompose");
    std::vector<Cell> done;
    const double goal = std::max(limit_, finest());
    const auto wanted = static_cast<std::size_t>(options_.parts);
    const double first_excess = heap[0].excess.bound;
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), nearer);
      Cell cell = std::move(heap.back());
      heap.pop_back();
      const std::size_t count = done.size() + heap.size() + 1;
      const bool fine = cell.excess.bound <= goal && (count >= wanted || cell.excess.bound <= finest());
      Cut cut;
      if (fine || count >= most_cells || !find_cut(cell, cut)) {
        done.push_back(std::move(cell));
        continue;
      }
      for (const bool lower : {true, false}) {
        Cell half;
        half.low = cell.low;
        half.high = cell.high;
        (lower ? half.high : half.low)[cut.axis] = cut.at;
        half.surface = clipped(cell.surface, cut.axis, cut.at, lower);
        if (!measure(half)) continue;
        heap.push_back(std::move(half));
        std::push_heap(heap.begin(), heap.end(), nearer);
      }
      if (!heap.empty() && first_excess > goal)
        report(0.7 * std::clamp(std::log(heap.front().excess.bound / first_excess) / std::log(goal / first_excess), 0.0,
                                1.0));
    }
    for (Cell& cell : done) parts_.push_back({std::move(cell.piece), cell.excess.bound});
  }

  /// The vertex coordinate nearest to a place, if it is about there, so that cuts follow faces.
  double snapped(int axis, double at) const {
    const std::vector<double>& known = coordinates_[static_cast<std::size_t>(axis)];
    const auto above = std::lower_bound(known.begin(), known.end(), at);
    double best = at, apart = 1.5 * side_;
    if (above != known.end() && *above - at < apart) best = *above, apart = *above - at;
    if (above != known.begin() && at - *std::prev(above) < apart) best = *std::prev(above);
    return best;
  }

  /// Planes at the walls of the hollow in which the hull stands off farthest, through its middle, and through the
  /// middle of the cell.
  std::vector<Cut> candidates(const Cell& cell) const {
    std::vector<Cut> cuts;
    const auto propose = [&](int axis, double at) {
      const double margin = 0.5 * side_;
      if (at < cell.low[axis] + margin || at > cell.high[axis] - margin) return;
      const auto same = [&](const Cut& c) { return c.axis == axis && c.at == at; };
      if (std::none_of(cuts.begin(), cuts.end(), same)) cuts.push_back({axis, at});
    };
    for (int axis = 0; axis < 3; ++axis) {
      double at = 0.0;
      if (grid_.wall(cell.excess.where, axis, false, cell.low[axis], at)) propose(axis, snapped(axis, at));
      if (grid_.wall(cell.excess.where, axis, true, cell.high[axis], at)) propose(axis, snapped(axis, at));
      propose(axis, cell.excess.where[axis]);
      propose(axis, 0.5 * cell.low[axis] + 0.5 * cell.high[axis]);
    }
    return cuts;
  }

  bool find_cut(const Cell& cell, Cut& best) const {
    double least = infinity;
    const Vec3 middle = 0.5 * cell.low + 0.5 * cell.high;
    std::array<bool, 8> filled{};  // the cell at its corners, and so either side of a cut
    for (unsigned i = 0; i < 8; ++i) filled[i] = filled_at(corner(cell.low, cell.high, i), middle);
    for (const Cut& cut : candidates(cell)) {
      if (const double cost = cost_of(cell, cut, filled); cost < least) least = cost, best = cut;
    }
    return least < infinity;
  }

  /// What the hulls of the two sides take; of very many polygons, judged by some of them.
  double cost_of(const Cell& cell, const Cut& cut, const std::array<bool, 8>& filled) const {
    constexpr std::size_t enough = 20'000;
    RoughHull lower, upper;
    const std::vector<int>& ends = cell.surface.ends;
    const std::size_t step = 1 + ends.size() / enough;
    for (std::size_t i = 0; i < ends.size(); i += step) {
      const std::size_t first = i > 0 ? static_cast<std::size_t>(ends[i - 1]) : 0;
      const auto end = static_cast<std::size_t>(ends[i]);
      const Sides sides = sides_of(std::span(cell.surface.points).subspan(first, end - first), cut.axis, cut.at);
      const auto add = [&](const Vec3& p) {
        if (sides.lower && p[cut.axis] <= cut.at) lower.add(p);
        if (sides.upper && p[cut.axis] >= cut.at) upper.add(p);
      };
      for (std::size_t k = first; k < end; ++k) {
        const Vec3 &p = cell.surface.points[k], &q = cell.surface.points[k + 1 < end ? k + 1 : first];
        add(p);
        const double p_height = p[cut.axis] - cut.at, q_height = q[cut.axis] - cut.at;
        if ((p_height < 0.0 && q_height > 0.0) || (p_height > 0.0 && q_height < 0.0)) {
          Vec3 crossing = p + p_height / (p_height - q_height) * (q - p);
          crossing[cut.axis] = cut.at;
          add(crossing);
        }
      }
    }
    std::array<std::optional<bool>, 8> at_cut;  // the corners where the two sides meet, told by the ones they are below
    for (unsigned i = 0; i < 8; ++i)
      if ((i >> static_cast<unsigned>(cut.axis) & 1U) == 0) {
        Vec3 p = corner(cell.low, cell.high, i);
        p[cut.axis] = cut.at;
        at_cut[i] = at_cut[i | 1U << static_cast<unsigned>(cut.axis)] = filled_around(p);
      }
    for (const bool below : {true, false}) {
      Vec3 low = cell.low, high = cell.high;
      (below ? high : low)[cut.axis] = cut.at;
      const Vec3 middle = 0.5 * low + 0.5 * high;
      for (unsigned i = 0; i < 8; ++i) {
        const bool is_upper = (i >> static_cast<unsigned>(cut.axis) & 1U) != 0;
        const std::optional<bool> known = is_upper == below ? at_cut[i] : std::optional(filled[i]);
        const Vec3 p = corner(low, high, i);
        if (known ? *known : filled_towards(middle, p)) (below ? lower : upper).add(p);
      }
    }
    return lower.cost(0.1 * side_) + upper.cost(0.1 * side_);
  }

  double cost(const ConvexPiece& piece) const { return piece.volume + 0.1 * side_ * piece.area; }

  struct Merger {
    double cost;
    std::size_t a, b;
    bool operator<(const Merger& other) const { return std::tie(cost, a, b) > std::tie(other.cost, other.a, other.b); }
  };

  static ConvexPiece together(const ConvexPiece& a, const ConvexPiece& b, double thinnest) {
    std::vector<Vec3> points = a.points;
    points.insert(points.end(), b.points.begin(), b.points.end());
    return convex_piece(std::move(points), thinnest);
  }

  /// Merges pairs, those that add least first: within the tolerance, and beyond it while there are more parts than
  /// asked for; never to fewer.
  void merge() {
    const auto wanted = static_cast<std::size_t>(std::max(options_.parts, 1));
    merge_pairs(wanted, std::max(limit_, finest()), true);
    if (options_.parts > 0) merge_pairs(wanted, infinity, false);
  }

  void merge_pairs(std::size_t wanted, double limit, bool neighbours_only) {
    std::vector<bool> alive(parts_.size(), true);
    std::size_t count = parts_.size();
    std::priority_queue<Merger> queue;
    const Vec3 reach = Vec3::Constant(0.5 * side_);
    const auto propose = [&](std::size_t a, std::size_t b) {
      const ConvexPiece &p = parts_[a].piece, &q = parts_[b].piece;
      const bool apart =
          ((p.low - reach).array() > q.high.array()).any() || ((q.low - reach).array() > p.high.array()).any();
      if (neighbours_only && apart) return;
      queue.push({cost(together(p, q, 1e-3 * side_)) - cost(p) - cost(q), a, b});
    };
    for (std::size_t a = 0; a < parts_.size() && count > wanted; ++a) {
      for (std::size_t b = a + 1; b < parts_.size(); ++b) propose(a, b);
      report(0.7 + 0.15 * static_cast<double>(a) / static_cast<double>(parts_.size()));
    }
    const double most = static_cast<double>(queue.size());
    while (count > wanted && !queue.empty()) {
      const Merger next = queue.top();
      queue.pop();
      report(0.85 + 0.15 * (1.0 - static_cast<double>(queue.size()) / std::max(most, 1.0)));
      if (!alive[next.a] || !alive[next.b]) continue;
      Piece merged{together(parts_[next.a].piece, parts_[next.b].piece, 1e-3 * side_)};
      merged.excess = grid_.excess(merged.piece, limit).bound;
      if (merged.excess > limit) continue;
      alive[next.a] = alive[next.b] = false;
      --count;
      parts_.push_back(std::move(merged));
      alive.push_back(true);
      for (std::size_t other = 0; other + 1 < parts_.size(); ++other)
        if (alive[other]) propose(other, parts_.size() - 1);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (alive[i]) {
        if (kept != i) parts_[kept] = std::move(parts_[i]);
        ++kept;
      }
    parts_.resize(kept);
  }

  Union make_union() const {
    std::vector<Part> parts;
    for (const Piece& part : parts_) parts.push_back({Hull(part.piece.points)});
    return Union(std::move(parts));
  }

  DecomposeOptions options_;
  OrientedSurface surface_;
  TriangleTree tree_;
  Vec3 low_, high_;
  double extent_ = 0.0, limit_ = 0.0, side_ = 0.0;
  DistanceGrid grid_;
  std::array<std::vector<double>, 3> coordinates_;
  std::vector<Piece> parts_;
};

}  // namespace

Decomposition convex_parts(const TriangleMesh& mesh, const DecomposeOptions& options) {
  if (mesh.triangles.empty()) throw InvalidInput("no faces to decompose");
  return Decomposer(mesh, options).run();
}

}  // namespace clearance::decompose

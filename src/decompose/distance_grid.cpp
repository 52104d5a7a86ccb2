// The distances from centre to centre are those of P. Felzenszwalb and D. Huttenlocher, "Distance transforms of sampled
// functions" (2012): one pass along each axis, each a lower envelope of parabolas, linear in the number of cubes. Where
// they do not decide, the distance of a centre to the surface is looked up in the tree, once.

#include "decompose/distance_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace clearance::decompose {
namespace {

constexpr double slack = 1e-9;  // of a side: cubes that a triangle misses by rounding count as met

/// Whether a triangle meets a box, by the separating axes of both; near misses count.
bool meets(const std::array<Vec3, 3>& triangle, const Vec3& centre, const Vec3& half) {
  const std::array<Vec3, 3> v{triangle[0] - centre, triangle[1] - centre, triangle[2] - centre};
  const auto apart = [&](const Vec3& axis) {
    const double p = axis.dot(v[0]), q = axis.dot(v[1]), r = axis.dot(v[2]);
    const double reach = half.dot(axis.cwiseAbs());
    return std::min({p, q, r}) > reach || std::max({p, q, r}) < -reach;
  };
  for (int axis = 0; axis < 3; ++axis)
    if (apart(Vec3::Unit(axis))) return false;
  const std::array<Vec3, 3> edges{v[1] - v[0], v[2] - v[1], v[0] - v[2]};
  if (apart(edges[0].cross(edges[1]))) return false;
  for (const Vec3& edge : edges)
    for (int axis = 0; axis < 3; ++axis)
      if (apart(edge.cross(Vec3::Unit(axis)))) return false;
  return true;
}

/// One line of the transform: result[i] = min over j of values[j] + (i - j)^2.
void transform_line(const std::vector<float>& values, int count, std::vector<int>& apex, std::vector<double>& start,
                    std::vector<float>& result) {
  int last = -1;
  for (int j = 0; j < count; ++j) {
    const double value = static_cast<double>(values[static_cast<std::size_t>(j)]);
    if (!std::isfinite(value)) continue;
    double from = -std::numeric_limits<double>::infinity();
    while (last >= 0) {
      const int i = apex[static_cast<std::size_t>(last)];
      from = (value - static_cast<double>(values[static_cast<std::size_t>(i)]) + static_cast<double>(j) * j -
              static_cast<double>(i) * i) /
             (2.0 * (j - i));
      if (from > start[static_cast<std::size_t>(last)]) break;
      --last;
    }
    if (last < 0) from = -std::numeric_limits<double>::infinity();
    ++last;
    apex[static_cast<std::size_t>(last)] = j;
    start[static_cast<std::size_t>(last)] = from;
  }
  int at = 0;
  for (int i = 0; i < count; ++i) {
    if (last < 0) {
      result[static_cast<std::size_t>(i)] = std::numeric_limits<float>::infinity();
      continue;
    }
    while (at < last && start[static_cast<std::size_t>(at) + 1] < i) ++at;
    const int j = apex[static_cast<std::size_t>(at)];
    result[static_cast<std::size_t>(i)] =
        values[static_cast<std::size_t>(j)] + static_cast<float>((i - j) * static_cast<double>(i - j));
  }
}

}  // namespace

DistanceGrid::DistanceGrid(const TriangleMesh& mesh, const TriangleTree& tree, double side, double inside_from)
    : tree_(tree), side_(side), inside_from_(inside_from) {
  Vec3 high = mesh.points.front();
  low_ = high;
  for (const Vec3& p : mesh.points) low_ = low_.cwiseMin(p), high = high.cwiseMax(p);
  low_ -= Vec3::Constant(1.5 * side);  // one cube around it is outside
  std::size_t cells = 1;
  for (int axis = 0; axis < 3; ++axis) {
    count_[static_cast<std::size_t>(axis)] = static_cast<int>(std::ceil((high[axis] - low_[axis]) / side + 1.5));
    cells *= static_cast<std::size_t>(count_[static_cast<std::size_t>(axis)]);
  }
  state_.assign(cells, State::unknown);
  exact_.assign(cells, -1.0F);
  mark_surface(mesh);
  fill_regions(inside_from);
  measure();
}

double DistanceGrid::half_diagonal() const { return 0.5 * std::numbers::sqrt3 * side_; }

DistanceGrid::Index DistanceGrid::cell_of(const Vec3& point) const {
  Index index;
  for (int axis = 0; axis < 3; ++axis) {
    const double at = std::floor((point[axis] - low_[axis]) / side_);
    index[static_cast<std::size_t>(axis)] =
        static_cast<int>(std::clamp(at, 0.0, static_cast<double>(count_[static_cast<std::size_t>(axis)] - 1)));
  }
  return index;
}

void DistanceGrid::mark_surface(const TriangleMesh& mesh) {
  for (const std::array<int, 3>& t : mesh.triangles) {
    const std::array<Vec3, 3> triangle{mesh.points[static_cast<std::size_t>(t[0])],
                                       mesh.points[static_cast<std::size_t>(t[1])],
                                       mesh.points[static_cast<std::size_t>(t[2])]};
    const Vec3 margin = Vec3::Constant(slack * side_);
    const Vec3 low = triangle[0].cwiseMin(triangle[1]).cwiseMin(triangle[2]) - margin;
    const Vec3 high = triangle[0].cwiseMax(triangle[1]).cwiseMax(triangle[2]) + margin;
    mark(triangle, cell_of(low), cell_of(high));
  }
}

/// Marks what a triangle meets of a block of cubes, halving it as long as it meets the block.
void DistanceGrid::mark(const std::array<Vec3, 3>& triangle, const Index& from, const Index& to) {
  const Vec3 low = centre(from), high = centre(to);
  if (!meets(triangle, 0.5 * low + 0.5 * high, 0.5 * (high - low) + Vec3::Constant((0.5 + slack) * side_))) return;
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (to[axis] - from[axis] > to[longest] - from[longest]) longest = axis;
  if (to[longest] == from[longest]) {
    state_[number(from)] = State::surface;
    return;
  }
  Index lower_end = to, upper_start = from;
  lower_end[longest] = from[longest] + (to[longest] - from[longest]) / 2;
  upper_start[longest] = lower_end[longest] + 1;
  mark(triangle, from, lower_end);
  mark(triangle, upper_start, to);
}

/// Cubes that the surface does not part are all inside or all outside: one of them is asked for each region.
void DistanceGrid::fill_regions(double inside_from) {
  std::vector<Index> reached;
  Index i;
  for (i[2] = 0; i[2] < count_[2]; ++i[2])
    for (i[1] = 0; i[1] < count_[1]; ++i[1])
      for (i[0] = 0; i[0] < count_[0]; ++i[0]) {
        if (state_[number(i)] != State::unknown) continue;
        const bool in = std::fabs(tree_.winding(centre(i))) > inside_from;
        const State state = in ? State::inside : State::outside;
        state_[number(i)] = state;
        reached.push_back(i);
        while (!reached.empty()) {
          const Index at = reached.back();
          reached.pop_back();
          for (std::size_t axis = 0; axis < 3; ++axis)
            for (const int step : {-1, 1}) {
              Index next = at;
              next[axis] += step;
              if (next[axis] < 0 || next[axis] >= count_[axis] || state_[number(next)] != State::unknown) continue;
              state_[number(next)] = state;
              reached.push_back(next);
            }
        }
      }
}

void DistanceGrid::measure() {
  distance_.resize(state_.size());
  std::transform(state_.begin(), state_.end(), distance_.begin(),
                 [](State s) { return s == State::outside ? std::numeric_limits<float>::infinity() : 0.0F; });
  const int longest = *std::max_element(count_.begin(), count_.end());
  std::vector<float> values(static_cast<std::size_t>(longest)), result(values.size());
  std::vector<int> apex(values.size());
  std::vector<double> start(values.size());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    Index i{};
    Index step{};
    step[axis] = 1;
    const std::size_t stride = number(step);
    for (i[u] = 0; i[u] < count_[u]; ++i[u])
      for (i[v] = 0; i[v] < count_[v]; ++i[v]) {
        i[axis] = 0;
        const std::size_t first = number(i);
        const auto count = static_cast<std::size_t>(count_[axis]);
        for (std::size_t k = 0; k < count; ++k) values[k] = distance_[first + k * stride];
        transform_line(values, count_[axis], apex, start, result);
        for (std::size_t k = 0; k < count; ++k) distance_[first + k * stride] = result[k];
      }
  }
  for (float& d : distance_) d = std::sqrt(d);
}

bool DistanceGrid::inside(const Vec3& point) const {
  switch (state_[number(cell_of(point))]) {
    case State::inside:
      return true;
    case State::outside:
      return false;
    default:
      return std::fabs(tree_.winding(point)) > inside_from_;
  }
}

double DistanceGrid::exact_distance(std::size_t cell, const Index& i) const {
  if (exact_[cell] < 0.0F) {
    const double known = static_cast<double>(distance_[cell]) * side_ + half_diagonal();
    exact_[cell] = std::nextafter(static_cast<float>(tree_.distance(centre(i), known * (1.0 + slack))),
                                  std::numeric_limits<float>::infinity());
  }
  return static_cast<double>(exact_[cell]);
}

DistanceGrid::Excess DistanceGrid::excess(const ConvexPiece& piece, double enough) const {
  Excess worst;
  const double h = half_diagonal();
  const Vec3 reach = Vec3::Constant(0.5 * side_);
  const Index from = cell_of(piece.low), to = cell_of(piece.high);
  Index i;
  for (i[2] = from[2]; i[2] <= to[2]; ++i[2])
    for (i[1] = from[1]; i[1] <= to[1]; ++i[1]) {
      // The centres along this row that are within half a cube of every face.
      i[0] = from[0];
      const Vec3 row = centre(i);
      double first = from[0], last = to[0];
      for (std::size_t f = 0; f < piece.normals.size() && first <= last; ++f) {
        const Vec3& n = piece.normals[f];
        const double room = piece.offsets[f] + n.cwiseAbs().dot(reach) * (1.0 + slack) - n.dot(row);
        const double slope = n.x() * side_;
        if (slope > 0.0)
          last = std::min(last, from[0] + room / slope + slack);
        else if (slope < 0.0)
          first = std::max(first, from[0] + room / slope - slack);
        else if (room < 0.0)
          first = last + 1.0;
      }
      if (first > last) continue;
      const int end = static_cast<int>(std::floor(last));
      for (i[0] = static_cast<int>(std::ceil(first)); i[0] <= end; ++i[0]) {
        const std::size_t cell = number(i);
        if (state_[cell] == State::inside) continue;
        double bound = static_cast<double>(distance_[cell]) * side_ + 2.0 * h;
        if (bound <= worst.bound) continue;
        if (state_[cell] == State::outside) bound = std::min(bound, exact_distance(cell, i) + h);
        if (bound <= worst.bound) continue;
        worst = {bound, centre(i)};
        if (bound > enough) return worst;
      }
    }
  return worst;
}

bool DistanceGrid::wall(const Vec3& from, int axis, bool up, double end, double& at) const {
  Index i = cell_of(from);
  const auto k = static_cast<std::size_t>(axis);
  const int step = up ? 1 : -1;
  for (; i[k] >= 0 && i[k] < count_[k]; i[k] += step) {
    const double edge = centre(i)[axis] - 0.5 * step * side_;
    if (up ? edge > end : edge < end) return false;
    if (state_[number(i)] == State::outside) continue;
    at = edge;
    return true;
  }
  return false;
}

}  // namespace clearance::decompose

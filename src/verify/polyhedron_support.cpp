#include "verify/polyhedron_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "verify/exact_vector.hpp"
#include "verify/orthogonal.hpp"

namespace clearance::check {

PolyhedronSupport::PolyhedronSupport(const Polyhedron& s, const Vec3& about) {
  Real size = 0;
  for (const HalfspaceRow& row : s.halfspaces) {
    const Real length = wide(row.normal).norm();
    ExactNumber left(row.offset);
    for (int i = 0; i < 3; ++i) left.add_product(ExactNumber(row.normal[i]), ExactNumber(about[i]), -1);
    normal_.emplace_back(wide(row.normal) / length);
    offset_.push_back(left.value() / length);
    size = std::max(size, std::fabs(offset_.back()));
  }
  // How far it reaches: along the axes, within a box that is made larger until it plays no part.
  for (Real box = 0x1p20L * size; box < 0x1p100L * size && !(radius_ < infinity); box *= 0x1p20L) {
    Real square = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Real above = least(Vec::Unit(axis), box, false), below = least(-Vec::Unit(axis), box, false);
      square += std::pow(std::max(above, below), Real(2));
    }
    radius_ = std::sqrt(square);
  }
}

Real PolyhedronSupport::beyond(const Vec& x) const {
  Real worst = 0;
  for (std::size_t i = 0; i < normal_.size(); ++i) worst = std::max(worst, past(i, x));
  return worst;
}

Vec PolyhedronSupport::nearest(const Vec& x) const {
  Real scale = x.norm();
  for (const Real offset : offset_) scale = std::max(scale, std::fabs(offset));
  const Real rounding = 4 * std::numeric_limits<Real>::epsilon() * scale;
  Vec y = x;
  std::vector<std::size_t> held;
  for (std::size_t step = 0; step < 64 + 4 * normal_.size(); ++step) {
    std::size_t entering = 0;
    for (std::size_t i = 1; i < normal_.size(); ++i)
      if (past(i, y) > past(entering, y)) entering = i;
    if (!(past(entering, y) > rounding)) break;
    // Of the rows that held it, some with the new one hold it now: those by which it is beyond none of them.
    std::vector<std::size_t> holding;
    Real least = infinity;
    for (unsigned kept = 0; kept < 1U << held.size(); ++kept) {
      std::vector<std::size_t> rows{entering};
      for (std::size_t i = 0; i < held.size(); ++i)
        if ((kept >> i & 1U) != 0) rows.push_back(held[i]);
      const std::optional<Vec> there = rows.size() <= 3 ? pushed(x, rows) : std::nullopt;
      if (!there) continue;
      Real worst = past(entering, *there);
      for (const std::size_t i : held) worst = std::max(worst, past(i, *there));
      if (!(worst < least)) continue;
      least = worst;
      y = *there;
      holding = rows;
    }
    if (holding.empty()) break;
    held = holding;
  }
  return y;
}

std::optional<Vec> PolyhedronSupport::farthest(const Vec& n) const {
  Vec where = Vec::Zero();
  if (!(least(n, radius_, true, &where) < infinity) || !(where.norm() <= 2 * radius_)) return std::nullopt;
  return where;
}

/// The point nearest to x in the planes of at most three rows; nothing where one of them would have to pull.
std::optional<Vec> PolyhedronSupport::pushed(const Vec& x, const std::vector<std::size_t>& rows) const {
  std::array<Vec, 3> normals;
  for (std::size_t i = 0; i < rows.size(); ++i) normals[i] = normal_[rows[i]];
  const Orthogonal planes = orthogonal(std::span(normals).first(rows.size()));
  if (planes.count < rows.size()) return std::nullopt;
  // The way that takes it into the planes, along the axes one by one, and by how much each of the rows pushes it there.
  Vec way = Vec::Zero();
  for (std::size_t k = 0; k < planes.count; ++k) {
    const std::size_t row = planes.taken[k];
    const Real left = past(rows[row], x) - normals[row].dot(way);
    way += left / planes.triangle[k][k] * planes.axis[k];
  }
  for (const Real push : planes.weights_of(way))
    if (!(push >= 0)) return std::nullopt;
  return x - way;
}

/// The dual simplex method, from the faces of a box: the row that the vertex of three rows violates most replaces the
/// one that would get a negative lambda first. However it ends, what is returned is a bound: what rounding leaves of
/// n is charged at the size of the box. Unless the box is known to hold the polyhedron, its faces count for nothing.
/// Along the normal of a row two of the lambda are zero, and the search may go round: it is led by a direction beside
/// n then, while the bounds remain those along n.
Real PolyhedronSupport::least(const Vec& n, Real box, bool trusted, Vec* where) const {
  if (!(box < infinity)) return infinity;
  Real best = infinity;
  for (const Real beside : {0.0L, 0x1p-56L, 0x1p-48L, 0x1p-40L}) {
    const Vec led_by = n + Vec(0.36L, -0.47L, 0.81L) * (beside * n.norm());
    if (search(n, led_by, box, trusted, best, where) && best < infinity) break;
  }
  return best;
}

/// Lowers `best` to the bounds that it comes by; false if it does not come to an end.
bool PolyhedronSupport::search(const Vec& n, const Vec& led_by, Real box, bool trusted, Real& best, Vec* where) const {
  std::array<std::size_t, 3> rows{0, 1, 2};
  const auto normal = [&](std::size_t row) {
    return row < 3 ? Vec(Vec::Unit(static_cast<int>(row)) * (led_by[static_cast<int>(row)] < 0 ? -1 : 1))
                   : normal_[row - 3];
  };
  const auto offset = [&](std::size_t row) { return row < 3 ? box : offset_[row - 3]; };
  const std::size_t count = normal_.size() + 3;
  for (std::size_t step = 0; step < 100 + count; ++step) {
    const Mat columns = (Mat() << normal(rows[0]), normal(rows[1]), normal(rows[2])).finished();
    const Mat inverse = columns.inverse();
    const Vec multiplier = (inverse * n).cwiseMax(0), heights(offset(rows[0]), offset(rows[1]), offset(rows[2]));
    const Real left = (columns * multiplier - n).norm(), bound = multiplier.dot(heights) + left * box;
    bool counts = true;
    for (int i = 0; i < 3; ++i)
      counts = counts && (trusted || rows[static_cast<std::size_t>(i)] >= 3 || multiplier[i] == 0);
    if (counts && bound < best) best = bound;
    const Vec vertex = inverse.transpose() * heights, lambda = (inverse * led_by).cwiseMax(0);
    std::size_t worst = 0;
    const Real enough = 1e-18L * box;
    Real most = enough;
    for (std::size_t j = 0; j < count; ++j)
      if (const Real excess = normal(j).dot(vertex) - offset(j); excess > most) most = excess, worst = j;
    if (where != nullptr) *where = vertex;
    if (!(most > enough)) return left <= 0x1p-50L * n.norm();
    const Vec share = inverse * normal(worst);
    int leaving = -1;
    for (int i = 0; i < 3; ++i)
      if (share[i] > 0 && (leaving < 0 || lambda[i] * share[leaving] < lambda[leaving] * share[i])) leaving = i;
    if (leaving < 0) return false;
    rows[static_cast<std::size_t>(leaving)] = worst;
  }
  return false;
}

}  // namespace clearance::check

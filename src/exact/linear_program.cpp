#include "exact/linear_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "clearance/error.hpp"

// The farthest point of a polyhedron of many half-spaces, by those few that matter: the dual simplex method in three
// dimensions solves for some of them, all the others are checked in double with a bound on the rounding, and exactly
// where that cannot decide; the one that is violated most joins, and so on. A basis is three constraints whose normals
// hold c in their cone; the point where all three are tight is farthest along c in the set they bound, and optimal once
// it satisfies the rest. The first basis is a corner of a cube that holds the polyhedron with room to spare.

namespace clearance::exact {
namespace {

Rational dot(const RationalVector& a, const RationalVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
RationalVector cross(const RationalVector& a, const RationalVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
RationalVector to_rational(const Vec3& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }

struct Row {
  RationalVector normal;
  Rational offset;
};

Row exact_row(const HalfspaceRow& row) { return {to_rational(row.normal), Rational(row.offset)}; }

class DualSimplex {
 public:
  DualSimplex(const RationalVector& c, const Vec3& centre, double reach) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool positive = c[axis] >= 0;
      Row side;
      side.normal[axis] = positive ? 1 : -1;
      // Twice the reach: never tight at the end.
      const Rational middle(centre[static_cast<Eigen::Index>(axis)]);
      side.offset = (positive ? middle : Rational(-middle)) + 2 * Rational(reach);
      basis_[axis] = side;
      weights_[axis] = positive ? c[axis] : Rational(-c[axis]);
    }
  }

  /// Moves to the optimum for the rows added so far.
  void solve() {
    // The most violated constraint makes the fewest steps, the first one (Bland's rule) cannot cycle.
    constexpr int steps_before_blands_rule = 100;
    for (int step = 0;; ++step) {
      x_ = corner();
      const std::size_t entering = violated(step >= steps_before_blands_rule);
      if (entering == rows_.size()) return;
      exchange(entering);
    }
  }

  void add(Row row) { rows_.push_back(std::move(row)); }
  const RationalVector& x() const { return x_; }

 private:
  /// Where the three constraints are tight, by Cramer's rule.
  RationalVector corner() const {
    const RationalVector &a = basis_[0].normal, &b = basis_[1].normal, &c = basis_[2].normal;
    const RationalVector bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
    const Rational determinant = dot(a, bc);
    RationalVector x;
    for (std::size_t i = 0; i < 3; ++i)
      x[i] = (basis_[0].offset * bc[i] + basis_[1].offset * ca[i] + basis_[2].offset * ab[i]) / determinant;
    return x;
  }

  /// The weights that make v of the three normals.
  RationalVector combination(const RationalVector& v) const {
    const RationalVector &a = basis_[0].normal, &b = basis_[1].normal, &c = basis_[2].normal;
    const RationalVector bc = cross(b, c);
    const Rational determinant = dot(a, bc);
    return {dot(v, bc) / determinant, dot(v, cross(c, a)) / determinant, dot(v, cross(a, b)) / determinant};
  }

  std::size_t violated(bool first) const {
    std::size_t worst = rows_.size();
    Rational most = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Rational excess = dot(rows_[i].normal, x_) - rows_[i].offset;
      if (excess <= most) continue;
      worst = i;
      most = excess;
      if (first) break;
    }
    return worst;
  }

  void exchange(std::size_t entering) {
    const RationalVector u = combination(rows_[entering].normal);
    std::optional<std::size_t> leaving;
    Rational ratio;
    for (std::size_t i = 0; i < 3; ++i) {
      if (u[i] <= 0) continue;
      const Rational r = weights_[i] / u[i];
      if (!leaving || r < ratio || (r == ratio && index_[i] < index_[*leaving])) {
        leaving = i;
        ratio = r;
      }
    }
    if (!leaving) throw InvalidInput("halfspaces: no point satisfies them all");
    for (std::size_t i = 0; i < 3; ++i) weights_[i] -= ratio * u[i];
    weights_[*leaving] = ratio;
    basis_[*leaving] = rows_[entering];
    index_[*leaving] = entering;
  }

  static constexpr std::size_t cube_side = static_cast<std::size_t>(-1);
  std::vector<Row> rows_;
  std::array<Row, 3> basis_;
  std::array<std::size_t, 3> index_{cube_side, cube_side, cube_side};
  RationalVector weights_, x_;
};

/// The row that a point violates most; none if it violates none.
std::optional<std::size_t> most_violated(const RationalVector& x, std::span<const HalfspaceRow> rows) {
  const Vec3 near(static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2]));
  std::optional<std::size_t> worst;
  double most = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const HalfspaceRow& row = rows[i];
    const Vec3 terms = row.normal.cwiseProduct(near);
    const double length = row.normal.cwiseAbs().maxCoeff();
    const double excess = terms.sum() - row.offset;
    // Each coordinate of x is off by an ulp or so; three products, three sums.
    const double error = 0x1p-49 * (terms.cwiseAbs().sum() + std::fabs(row.offset)) + 0x1p-1060;
    if (!(excess >= -error)) continue;  // satisfied for certain
    if (!(excess > error)) {
      const Row exact = exact_row(row);
      if (dot(exact.normal, x) <= exact.offset) continue;
    }
    const double relative = std::fmax(excess / length, 0x1p-1074);
    if (!worst || relative > most) {
      worst = i;
      most = relative;
    }
  }
  return worst;
}

}  // namespace

RationalVector farthest_point(const Vector& c, std::span<const HalfspaceRow> rows,
                              const std::vector<std::size_t>& likely, const Vec3& centre, double reach) {
  DualSimplex simplex({fraction(c.x, 1, 0), fraction(c.y, 1, 0), fraction(c.z, 1, 0)}, centre, reach);
  for (const std::size_t i : likely) simplex.add(exact_row(rows[i]));
  for (;;) {
    simplex.solve();
    const std::optional<std::size_t> next = most_violated(simplex.x(), rows);
    if (!next) return simplex.x();
    simplex.add(exact_row(rows[*next]));
  }
}

}  // namespace clearance::exact

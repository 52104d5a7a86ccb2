#include "exact/linear_program.hpp"

#include <array>
#include <cstddef>
#include <optional>

#include "clearance/error.hpp"

// The dual simplex method in three dimensions. A basis is three constraints whose normals hold c in their cone; the
// point x where all three are tight is farthest along c in the set they bound, and optimal once it satisfies the rest.
// The first basis is a corner of a cube that is large enough to bind nowhere at the end, and grows until that is so.

namespace clearance::exact {
namespace {

class DualSimplex {
 public:
  DualSimplex(const Vector& c, const std::vector<Vector>& normals, const std::vector<Rational>& offsets,
              const Rational& cube)
      : normals_(normals), offsets_(offsets) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool positive = c[axis] >= 0;
      Vector side;
      side[axis] = positive ? 1 : -1;
      basis_[axis] = {side, cube, cube_side};
      weights_[axis] = positive ? c[axis] : -c[axis];
    }
  }

  /// The optimum; nothing if the cube binds.
  std::optional<Vector> solve() {
    // The most violated constraint makes the fewest steps, the first one (Bland's rule) cannot cycle.
    constexpr int steps_before_blands_rule = 100;
    for (int step = 0;; ++step) {
      const Vector x = corner();
      const std::size_t entering = violated(x, step >= steps_before_blands_rule);
      if (entering == cube_side) return binds() ? std::nullopt : std::optional(x);
      exchange(entering);
    }
  }

 private:
  static constexpr std::size_t cube_side = static_cast<std::size_t>(-1);
  struct Row {
    Vector normal;
    Rational offset;
    std::size_t index;
  };

  /// Where the three constraints are tight, by Cramer's rule.
  Vector corner() const {
    const Vector &a = basis_[0].normal, &b = basis_[1].normal, &c = basis_[2].normal;
    const Rational determinant = dot(a, cross(b, c));
    return Rational(1) / determinant *
           (basis_[0].offset * cross(b, c) + basis_[1].offset * cross(c, a) + basis_[2].offset * cross(a, b));
  }

  /// The weights that make v of the three normals.
  Vector combination(const Vector& v) const {
    const Vector &a = basis_[0].normal, &b = basis_[1].normal, &c = basis_[2].normal;
    const Rational determinant = dot(a, cross(b, c));
    return Rational(1) / determinant * Vector{dot(v, cross(b, c)), dot(v, cross(c, a)), dot(v, cross(a, b))};
  }

  std::size_t violated(const Vector& x, bool first) const {
    std::size_t worst = cube_side;
    Rational most = 0;
    for (std::size_t i = 0; i < normals_.size(); ++i) {
      const Rational excess = dot(normals_[i], x) - offsets_[i];
      if (excess <= most) continue;
      worst = i;
      most = excess;
      if (first) break;
    }
    return worst;
  }

  void exchange(std::size_t entering) {
    const Vector u = combination(normals_[entering]);
    std::optional<std::size_t> leaving;
    Rational ratio;
    for (std::size_t i = 0; i < 3; ++i) {
      if (u[i] <= 0) continue;
      const Rational r = weights_[i] / u[i];
      if (!leaving || r < ratio || (r == ratio && basis_[i].index < basis_[*leaving].index)) {
        leaving = i;
        ratio = r;
      }
    }
    if (!leaving) throw InvalidInput("halfspaces: no point satisfies them all");
    for (std::size_t i = 0; i < 3; ++i) weights_[i] -= ratio * u[i];
    weights_[*leaving] = ratio;
    basis_[*leaving] = {normals_[entering], offsets_[entering], entering};
  }

  bool binds() const {
    for (std::size_t i = 0; i < 3; ++i)
      if (basis_[i].index == cube_side && weights_[i] > 0) return true;
    return false;
  }

  const std::vector<Vector>& normals_;
  const std::vector<Rational>& offsets_;
  std::array<Row, 3> basis_;
  Vector weights_;
};

}  // namespace

Vector maximise(const Vector& c, const std::vector<Vector>& normals, const std::vector<Rational>& offsets) {
  // Vertices are quotients of products of a few doubles, so far smaller than the last cube.
  constexpr unsigned first_exponent = 64, last_exponent = 1U << 15;
  for (unsigned exponent = first_exponent; exponent <= last_exponent; exponent *= 2) {
    const Rational cube(boost::multiprecision::pow(boost::multiprecision::mpz_int(2), exponent));
    if (const std::optional<Vector> x = DualSimplex(c, normals, offsets, cube).solve()) return *x;
  }
  throw InvalidInput("halfspaces: they bound no polyhedron");
}

}  // namespace clearance::exact

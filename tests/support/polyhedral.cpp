#include "polyhedral.hpp"

#include <algorithm>
#include <cmath>

#include "minkowski.hpp"
#include "nearest.hpp"

namespace oracle {
namespace {

Vec rounded(const clearance::Vec3& hint) {
  const clearance::Vec3 scaled = hint / std::max(hint.cwiseAbs().maxCoeff(), 1e-300) * 1048576.0;
  if (!scaled.allFinite()) return {1, 0, 0};
  return {Int(scaled.x()), Int(scaled.y()), Int(scaled.z())};
}

/// The squared distance of the origin from the Minkowski difference: Gilbert's iteration, which over the integers ends
/// after finitely many steps at a point that meets the optimality conditions of all generators exactly.
mpq_class nearest_squared(const Minkowski& m, const Vec& hint) {
  Simplex<Int> simplex = add_and_reduce(Simplex<Int>{}, {m.lowest(hint), false});
  while (!is_zero(simplex.towards)) {
    const Vec& v = simplex.towards;
    const auto d = std::find_if(m.directions.begin(), m.directions.end(), [&](const Vec& r) { return dot(v, r) < 0; });
    if (d != m.directions.end()) {
      simplex = add_and_reduce(simplex, {*d, true});
      continue;
    }
    const Vec w = m.lowest(v);
    if (dot(v, w) >= dot(v, simplex.generators[0].w)) break;
    simplex = add_and_reduce(simplex, {w, false});
  }
  mpq_class squared(simplex.norm_sq_num, simplex.norm_sq_den);
  squared.canonicalize();
  return squared;
}

/// Depth of an overlapping pair of which one is unbounded: the best of all candidate facet normals of the difference.
Truth unbounded_depth(const Minkowski& m) {
  if (m.rank() < 3) return {};
  std::vector<Vec> edges = m.directions;
  const std::size_t directions = edges.size();
  for (const auto* points : {&m.a, &m.b})
    for (std::size_t i = 0; i < points->size(); ++i)
      for (std::size_t j = i + 1; j < points->size(); ++j) edges.push_back((*points)[j] - (*points)[i]);
  Truth best;
  best.infinite = true;
  best.sign = -1;
  Int best_num, best_den;
  const auto consider = [&](const Vec& n) {
    if (is_zero(n)) return;
    for (const Vec& d : m.directions)
      if (dot(n, d) < 0) return;
    // The origin is inside, so this is not positive: minus the depth along n.
    const Int depth = -dot(n, m.lowest(n));
    const Int num = depth * depth, den = dot(n, n);
    if (!best.infinite && num * best_den >= best_num * den) return;
    best.infinite = false;
    best_num = num;
    best_den = den;
  };
  const auto both = [&](const Vec& n) {
    consider(n);
    consider(-n);
  };
  for (std::size_t i = 0; i < directions; ++i)
    for (std::size_t j = i + 1; j < edges.size(); ++j) both(cross(edges[i], edges[j]));
  for (const auto* points : {&m.a, &m.b})
    for (std::size_t i = 0; i < points->size(); ++i)
      for (std::size_t j = i + 1; j < points->size(); ++j)
        for (std::size_t k = j + 1; k < points->size(); ++k)
          both(cross((*points)[j] - (*points)[i], (*points)[k] - (*points)[i]));
  if (best.infinite) return best;
  best.squared = mpq_class(best_num, best_den);
  best.squared.canonicalize();
  best.sign = best_num == 0 ? 0 : -1;
  return best;
}

}  // namespace

long double Truth::approximate() const {
  if (infinite) return -INFINITY;
  long num_e = 0, den_e = 0;
  const double num = mpz_get_d_2exp(&num_e, squared.get_num_mpz_t());
  const double den = mpz_get_d_2exp(&den_e, squared.get_den_mpz_t());
  long double ratio = static_cast<long double>(num) / den;
  long e = num_e - den_e;
  if (e % 2 != 0) {
    ratio *= 2;
    --e;
  }
  return sign * std::ldexp(std::sqrt(ratio), static_cast<int>(e / 2));
}

int compare(const Truth& truth, double x, const mpq_class& shift) {
  if (std::isinf(x)) return truth.infinite && x < 0 ? 0 : x < 0 ? 1 : -1;
  if (truth.infinite) return -1;
  const mpq_class value = mpq_class(x) + shift;
  if (truth.sign != sgn(value)) return truth.sign < sgn(value) ? -1 : 1;
  const int size = cmp(truth.squared, mpq_class(value * value));
  return truth.sign * (size < 0 ? -1 : size > 0 ? 1 : 0);
}

Truth signed_distance(ExactBody a, ExactBody b, const clearance::Vec3& hint) {
  const mpq_class unit = to_common_unit(a, b);
  const Minkowski m(std::move(a), std::move(b));
  Truth truth;
  truth.squared = nearest_squared(m, rounded(hint));
  if (truth.squared != 0)
    truth.sign = 1;
  else
    truth = m.directions.empty() ? bounded_depth(m) : unbounded_depth(m);
  truth.squared *= unit * unit;
  return truth;
}

}  // namespace oracle

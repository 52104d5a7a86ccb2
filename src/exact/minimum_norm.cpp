#include "exact/minimum_norm.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace clearance::exact {
namespace {

/// Solves a symmetric positive definite system in place; false if it is singular.
bool solve(std::vector<std::vector<Rational>> m, std::vector<Rational>& right) {
  const std::size_t n = right.size();
  for (std::size_t k = 0; k < n; ++k) {
    // Gram matrices are positive semidefinite: a zero on the diagonal is a dependence, and no pivoting is needed.
    if (m[k][k] == 0) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const Rational factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right[k] -= m[k][j] * right[j];
    right[k] /= m[k][k];
  }
  return true;
}

/// The point nearest to the origin of the flat that the generators span; nothing if they are dependent, or if it is not
/// a positive combination of them all. The first generator is a point.
std::optional<Vector> interior_minimum(const std::vector<Generator>& generators) {
  const Vector& base = generators.front().vector;
  std::vector<Vector> edges;
  for (std::size_t i = 1; i < generators.size(); ++i)
    edges.push_back(generators[i].direction ? generators[i].vector : generators[i].vector - base);
  std::vector<std::vector<Rational>> gram(edges.size(), std::vector<Rational>(edges.size()));
  std::vector<Rational> weights(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = 0; j < edges.size(); ++j) gram[i][j] = dot(edges[i], edges[j]);
    weights[i] = -dot(edges[i], base);
  }
  if (!solve(std::move(gram), weights)) return std::nullopt;
  Vector x = base;
  Rational base_weight = 1;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (weights[i] <= 0) return std::nullopt;
    if (!generators[i + 1].direction) base_weight -= weights[i];
    x = x + weights[i] * edges[i];
  }
  if (base_weight <= 0) return std::nullopt;
  return x;
}

bool optimal(const Vector& x, const std::vector<Generator>& generators) {
  const Rational square = dot(x, x);
  return std::all_of(generators.begin(), generators.end(),
                     [&](const Generator& g) { return dot(x, g.vector) >= (g.direction ? Rational(0) : square); });
}

}  // namespace

Vector minimum_norm(std::vector<Generator>& generators) {
  std::stable_partition(generators.begin(), generators.end(), [](const Generator& g) { return !g.direction; });
  // The nearest point is in the interior of some independent subset, and there are few: try them all.
  for (unsigned subset = 1; subset < 1U << generators.size(); ++subset) {
    std::vector<Generator> chosen;
    for (std::size_t i = 0; i < generators.size(); ++i)
      if ((subset >> i & 1U) != 0) chosen.push_back(generators[i]);
    if (chosen.front().direction || chosen.size() > 4) continue;
    const std::optional<Vector> x = interior_minimum(chosen);
    if (!x || !optimal(*x, generators)) continue;
    generators = std::move(chosen);
    return *x;
  }
  assert(false && "every hull has a nearest point");
  return generators.front().vector;
}

std::optional<Vector> dual_vector(const std::vector<Vector>& generators) {
  // While the generators span less than space, a vector across them all.
  const Vector* first = nullptr;
  Vector across;
  bool spanning = false;
  for (const Vector& g : generators) {
    if (first == nullptr && !is_zero(g)) first = &g;
    if (first != nullptr && is_zero(across)) across = cross(*first, g);
    spanning = spanning || dot(across, g) != 0;
  }
  const Vector x{Rational(1), Rational(0), Rational(0)}, y{Rational(0), Rational(1), Rational(0)};
  if (first == nullptr) return x;
  if (is_zero(across)) return is_zero(cross(*first, x)) ? cross(*first, y) : cross(*first, x);
  if (!spanning) return across;

  // Then the cone of dual vectors is pointed, and each of its edges is across two generators: take their sum.
  std::optional<Vector> sum;
  for (auto g = generators.begin(); g != generators.end(); ++g)
    for (auto h = generators.begin(); h != generators.end(); ++h) {
      const Vector n = cross(*g, *h);
      const bool dual = !is_zero(n) && std::all_of(generators.begin(), generators.end(),
                                                   [&](const Vector& other) { return dot(n, other) >= 0; });
      if (!dual) continue;
      const Rational length = abs(n[0]) + abs(n[1]) + abs(n[2]);
      const Vector unit = Rational(1) / length * n;
      sum = sum ? *sum + unit : unit;
    }
  return sum;
}

}  // namespace clearance::exact

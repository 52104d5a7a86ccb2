// The nearest point of a simplex in homogeneous integers, free of divisions. With e_i = h_0 w_i - h_i w_0, the flat of
// the generators is w_0 / h_0 plus all combinations of the e_i, whether these come from points or from directions.
// The nearest point has the weights (D - sum c_i h_i) / (h_0 D) and c_i / D, where for
//
//     two generators     D = e_1 . e_1           c_1 = -w_0 . e_1
//     three              n = e_1 x e_2           D = n . n           c_1 = -(w_0 x e_2) . n    c_2 = -(e_1 x w_0) . n
//     four               D = (e_1 x e_2) . e_3   c_i = the same with e_i replaced by -w_0
//
// by Cramer's rule. Some subset of the generators has its nearest point inside it, and is nearest of all: there are
// few, so all are tried, the full set first, as a good proposal is one.

#include "exact/nearest.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "exact/flat.hpp"

namespace clearance::exact {
namespace {

using Chosen = std::array<const Generator*, 4>;

Vector edge(const Generator& base, const Generator& other) {
  Vector e = is_one(base.h) ? other.w : base.h * other.w;
  if (sign(other.h) == 0) return e;
  if (is_one(other.h)) return e - base.w;
  return e - other.h * base.w;
}

/// Fills all but the carriers; false if the generators are dependent or the nearest point is not inside.
bool solve(const Chosen& g, int count, Nearest& out) {
  const Vector& w0 = g[0]->w;
  const Integer& h0 = g[0]->h;
  std::array<Vector, 3> e;
  std::array<Integer, 4> c;
  Integer d(1);
  for (int i = 1; i < count; ++i) e[static_cast<std::size_t>(i - 1)] = edge(*g[0], *g[static_cast<std::size_t>(i)]);
  Vector n;
  if (count == 2) {
    const LineFlat flat(w0, e[0]);
    d = flat.d;
    c[1] = flat.c1;
  } else if (count == 3) {
    const PlaneFlat flat(w0, e[0], e[1]);
    n = flat.n;
    d = flat.d;
    c[1] = flat.c1;
    c[2] = flat.c2;
  } else if (count == 4) {
    n = cross(e[0], e[1]);
    d = dot(n, e[2]);
    c[1] = -dot(cross(w0, e[1]), e[2]);
    c[2] = -dot(cross(e[0], w0), e[2]);
    c[3] = -dot(n, w0);
    if (sign(d) < 0) {
      d = -d;
      for (std::size_t i = 1; i < 4; ++i) c[i] = -c[i];
    }
  }
  if (sign(d) == 0) return false;
  out.weight[0] = d;
  for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) {
    if (sign(c[i]) <= 0) return false;
    subtract_product(out.weight[0], c[i], g[i]->h);
    out.weight[i] = c[i] * h0;
  }
  if (sign(out.weight[0]) <= 0) return false;

  out.count = count;
  out.total = d * h0;
  out.divisor = out.total * h0;
  if (count == 1) {
    out.towards = w0;
    out.square = dot(w0, w0);
    out.shared = Integer();
  } else if (count == 2) {
    out.towards = d * w0;
    add_multiple(out.towards, c[1], e[0]);
    out.square = d * dot(w0, w0) - c[1] * c[1];
    out.shared = is_one(h0) ? c[1] : Integer();
    if (sign(out.square) == 0) out.towards = Vector{};
  } else if (count == 3) {
    const Integer height = dot(n, w0);
    out.towards = sign(height) > 0 ? n : sign(height) < 0 ? -n : Vector{};
    out.square = height * height;
    out.shared = height;
  } else {
    out.towards = Vector{};
    out.square = out.shared = Integer();
  }
  return true;
}

/// Whether no generator lies beyond the plane through the nearest point.
bool nearest_of_all(const Nearest& nearest, const std::vector<Generator>& generators) {
  const Generator& base = generators[static_cast<std::size_t>(nearest.carrier[0])];
  const Integer reached = dot(nearest.towards, base.w);
  for (std::size_t i = 0; i < generators.size(); ++i) {
    const auto* const end = nearest.carrier.begin() + nearest.count;
    if (std::find(nearest.carrier.begin(), end, static_cast<int>(i)) != end) continue;
    if (dot(nearest.towards, generators[i].w) * base.h < reached * generators[i].h) return false;
  }
  return true;
}

}  // namespace

Nearest nearest_point(const std::vector<Generator>& generators) {
  const auto all = static_cast<unsigned>((1U << generators.size()) - 1);
  Nearest result;
  for (unsigned subset = all; subset > 0; --subset) {
    Chosen chosen{};
    std::size_t count = 0;
    if (__builtin_popcount(subset) > 4) continue;
    for (std::size_t i = 0; i < generators.size(); ++i)
      if ((subset >> i & 1U) != 0) {
        chosen[count] = &generators[i];
        result.carrier[count++] = static_cast<int>(i);
      }
    std::size_t point = 0;
    while (point < count && sign(chosen[point]->h) == 0) ++point;
    if (point == count) continue;
    std::swap(chosen[0], chosen[point]);
    std::swap(result.carrier[0], result.carrier[point]);
    if (solve(chosen, static_cast<int>(count), result) && nearest_of_all(result, generators)) return result;
  }
  assert(false && "every hull has a nearest point");
  return result;
}

std::optional<Vector> dual_vector(const std::vector<Vector>& generators) {
  // While the generators span less than space, a vector across them all.
  const Vector* first = nullptr;
  Vector across;
  bool spanning = false;
  for (const Vector& g : generators) {
    if (first == nullptr && !is_zero(g)) first = &g;
    if (first != nullptr && is_zero(across)) across = cross(*first, g);
    spanning = spanning || sign(dot(across, g)) != 0;
  }
  const Vector x{1, 0, 0}, y{0, 1, 0};
  if (first == nullptr) return x;
  if (is_zero(across)) return is_zero(cross(*first, x)) ? cross(*first, y) : cross(*first, x);
  if (!spanning) return across;

  // Then the cone of dual vectors is pointed, and each of its edges is across two generators: take their sum, with
  // about equal lengths.
  std::vector<Vector> edges;
  long longest = 0;
  const auto length = [](const Vector& v) { return std::max(bits(v.x), std::max(bits(v.y), bits(v.z))); };
  for (const Vector& g : generators)
    for (const Vector& h : generators) {
      Vector n = cross(g, h);
      if (is_zero(n)) continue;
      if (!std::all_of(generators.begin(), generators.end(), [&](const Vector& o) { return sign(dot(n, o)) >= 0; }))
        continue;
      longest = std::max(longest, length(n));
      edges.push_back(std::move(n));
    }
  if (edges.empty()) return std::nullopt;
  Vector sum;
  for (Vector& n : edges) {
    shift(n, longest - length(n));
    sum += n;
  }
  return sum;
}

}  // namespace clearance::exact

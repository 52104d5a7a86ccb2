#include "solvers/feature_link.hpp"

namespace clearance::detail {

template void relink(Link& link, double noise);

Simplex<double> corners_of(const Link& link, const Pair& pair) {
  Simplex<double> simplex;
  const auto add = [&](std::size_t i, std::size_t j, double weight) {
    const auto k = static_cast<std::size_t>(simplex.count++);
    SimplexVertex<double>& v = simplex.vertex[k];
    v.w = link.b.at[j] - link.a.at[i];
    v.vertex_a = link.a.vertex[i];
    v.vertex_b = link.b.vertex[j];
    v.at_a = vertex_of(pair.a, v.vertex_a);
    v.at_b = vertex_of(pair.b, v.vertex_b);
    simplex.weight[k] = weight;
  };
  if (link.a.count == 2 && link.b.count == 2) {
    // A point inside a parallelogram is in one of the two triangles it is made of.
    const double s = link.a.weight[1], t = link.b.weight[1];
    add(0, 0, std::fmin(link.a.weight[0], link.b.weight[0]));
    if (s > t) add(1, 0, s - t);
    if (t > s) add(0, 1, t - s);
    add(1, 1, std::fmin(s, t));
    return simplex;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(link.a.count); ++i)
    for (std::size_t j = 0; j < static_cast<std::size_t>(link.b.count); ++j)
      add(i, j, link.a.weight[i] * link.b.weight[j]);
  return simplex;
}

}  // namespace clearance::detail

// What the edges of a vertex prove of a direction along which none of them rises: docs/proof.md, section 6. Nothing
// rests on the hull being right: the faces hold every point (`enclose`), and that the star is one, turning once about
// its axis, is checked here.

#include <cmath>

#include "core/polytope.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// Stars with faces or edges that are nearer than this to being level with the axis prove too little.
constexpr double least_tilt = 0x1p-24;
constexpr double least_sine = 0x1p-40;
constexpr double pi = 3.14159265358979323846;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The unit normal of two edges, to half an ulp; zero if they are nearly parallel.
V3 corner_normal(const V3& at, const V3& after, const V3& before) {
  const Wide3 e = Wide3(after) - Wide3(at), f = Wide3(before) - Wide3(at), area = cross(e, f);
  const DoubleDouble length = norm(area);
  if (!(to_double(length) > least_sine * norm(after - at) * norm(before - at))) return {0, 0, 0};
  return rounded(area * (DoubleDouble(1.0) / length));
}

Star star_of(const Polytope& p, int v, std::vector<V3>& normals) {
  const Neighbour* const ring = p.neighbours.data() + p.first_neighbour[index(v)] + 1;
  const int count = p.first_neighbour[index(v) + 1] - p.first_neighbour[index(v)] - 1;
  const int* const facets = p.facets_around.data() + p.first_facet[index(v)];
  const V3 at = p.vertex(v);
  const auto end_of = [&](int k) { return V3(ring[k].x, ring[k].y, ring[k].z); };
  const auto before = [&](int k) { return k > 0 ? k - 1 : count - 1; };

  V3 sum{0, 0, 0};
  normals.clear();
  for (int k = 0; k < count; ++k) {  // the corner of face k is between the edges k - 1 and k
    normals.push_back(corner_normal(at, end_of(k), end_of(before(k))));
    sum = sum + normals.back();
  }
  Star star;
  star.axis = sum * (1.0 / norm(sum));

  double excess = 0.0, least_outward = 1.0, least_fall = 1.0, turn = 0.0;
  const auto edge = [&](int k) { return (end_of(k) - at) * static_cast<double>(ring[k].inverse_length); };
  for (int k = 0; k < count; ++k) {
    const V3 e = edge(k), f = edge(before(k));
    const V3 &normal = normals[index(k)], &stored = p.facet_normal[index(facets[k])];
    least_outward = std::fmin(least_outward, dot(normal, star.axis));
    least_fall = std::fmin(least_fall, -dot(star.axis, e));
    if (!(std::fmin(least_outward, least_fall) > least_tilt)) return {};
    turn += std::atan2(dot(star.axis, cross(e, f)), dot(e, f) - dot(star.axis, e) * dot(star.axis, f));
    excess = std::fmax(excess, p.facet_offset[index(facets[k])] - dot(stored, at) + 3.0 * unit_roundoff * p.radius +
                                   2.0 * p.radius * (norm(normal - stored) + unit_roundoff));
  }
  if (!(std::fabs(turn - 2.0 * pi) < 1.0)) return {};
  star.slack = excess / least_outward * (1.0 + 0x1p-20) + 4.0 * unit_roundoff * p.radius;
  star.blur = 2.0 * p.radius / least_fall * (1.0 + 0x1p-20);
  return star;
}

}  // namespace

std::vector<Star> measure_stars(const Polytope& p) {
  std::vector<Star> stars;
  stars.reserve(index(p.vertices));
  std::vector<V3> normals;
  for (int v = 0; v < p.vertices; ++v) stars.push_back(star_of(p, v, normals));
  return stars;
}

}  // namespace clearance::detail

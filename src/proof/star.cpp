// What the edges of a vertex prove of a direction along which none of them rises: docs/proof.md, section 6. Nothing
// rests on the hull being right: the faces hold every point (`Enclosing`), and that the star is one, turning once about
// its axis, is checked here.

#include <cmath>
#include <span>

#include "core/polytope.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// Stars with faces or edges that are nearer than this to being level with the axis prove too little.
constexpr double least_tilt = 0x1p-24;
constexpr double least_sine = 0x1p-40;
constexpr double pi = 3.14159265358979323846;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

float rounded_up(double x) { return std::nextafter(static_cast<float>(x), HUGE_VALF); }

Star star_of(const Polytope& p, int v, const std::vector<char>& by_corner, std::vector<V3>& normals) {
  const std::span<const Edge> ring = p.edges_of(v);
  const std::span<const int> facets = p.facets_of(v);
  const std::size_t count = ring.size();
  const V3 at = p.places[index(v)].at();
  const auto end_of = [&](std::size_t k) { return p.places[index(ring[k].vertex)].at(); };
  const auto before = [&](std::size_t k) { return k > 0 ? k - 1 : count - 1; };

  V3 sum{0, 0, 0};
  normals.clear();
  for (std::size_t k = 0; k < count; ++k) {  // the corner of face k is between the edges k - 1 and k
    const std::size_t facet = index(facets[k]);
    normals.push_back(by_corner[facet] != 0 ? p.facet_normal[facet] : corner_normal(at, end_of(k), end_of(before(k))));
    sum = sum + normals.back();
  }
  // A little shorter than one, so that it is not longer when rounded.
  const V3 shortened = sum * ((1.0 - 0x1p-23) / norm(sum));
  Star star;
  star.x = static_cast<float>(shortened.x), star.y = static_cast<float>(shortened.y);
  star.z = static_cast<float>(shortened.z);
  const V3 axis = star.axis();
  const double axis_sq = norm_sq(axis), axis_length = norm(axis);

  double excess = 0.0, least_outward = 1.0, least_fall = 1.0, turn = 0.0;
  const auto edge = [&](std::size_t k) { return (end_of(k) - at) * static_cast<double>(ring[k].inverse_length); };
  for (std::size_t k = 0; k < count; ++k) {
    const V3 e = edge(k), f = edge(before(k));
    const V3 &normal = normals[k], &stored = p.facet_normal[index(facets[k])];
    least_outward = std::fmin(least_outward, dot(normal, axis));
    least_fall = std::fmin(least_fall, -dot(axis, e));
    if (!(std::fmin(least_outward, least_fall) > least_tilt)) return {};
    turn += std::atan2(axis_length * dot(axis, cross(e, f)), axis_sq * dot(e, f) - dot(axis, e) * dot(axis, f));
    excess = std::fmax(excess, p.facet_offset[index(facets[k])] - dot(stored, at) + 3.0 * unit_roundoff * p.radius +
                                   2.0 * p.radius * (norm(normal - stored) + unit_roundoff));
  }
  if (!(std::fabs(turn - 2.0 * pi) < 1.0)) return {};
  star.slack = rounded_up(excess / least_outward * (1.0 + 0x1p-20) + 4.0 * unit_roundoff * p.radius);
  star.blur = rounded_up(2.0 * p.radius / least_fall * (1.0 + 0x1p-20));
  return star;
}

}  // namespace

V3 corner_normal(const V3& at, const V3& after, const V3& before) {
  const Wide3 e = Wide3(after) - Wide3(at), f = Wide3(before) - Wide3(at), area = cross(e, f);
  const DoubleDouble length = norm(area);
  if (!(to_double(length) > least_sine * norm(after - at) * norm(before - at))) return {0, 0, 0};
  return rounded(area * (DoubleDouble(1.0) / length));
}

std::vector<Star> measure_stars(const Polytope& p, const std::vector<char>& by_corner) {
  std::vector<Star> stars;
  stars.reserve(index(p.vertices));
  std::vector<V3> normals;
  for (int v = 0; v < p.vertices; ++v) stars.push_back(star_of(p, v, by_corner, normals));
  return stars;
}

}  // namespace clearance::detail

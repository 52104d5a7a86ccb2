// From half-spaces to vertices, by duality: about an interior point c, the half-space n . x <= d is the point
// n / (d - n . c), the hull of these points has a vertex for each half-space that is not redundant and a face for each
// vertex of the polyhedron. The interior point is found by a linear program (the largest inscribed ball), and the
// whole is done twice: the second time about the centroid and in coordinates that make the polyhedron round.
//
// The half-spaces stay the truth. Vertices are computed in double-double from three of their planes and checked against
// all half-spaces; what is missing is reported as `error`.

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

#include "clearance/error.hpp"
#include "core/polytope.hpp"
#include "shapes/extreme_tree.hpp"
#include "shapes/linear_program.hpp"
#include "shapes/qhull.hpp"
#include "shapes/spatial_order.hpp"
#include "shapes/whitening.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
// A polyhedron is refused as flat if its inscribed ball is smaller than this, relative to its centre's coordinates and
// size: nothing in double input can tell it from an empty one.
constexpr double flat_tolerance = 1e-15;
constexpr int sample_size = 300;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The rows about a centre: normals as given, offsets relative to the centre.
struct Rows {
  std::vector<V3> normals;
  std::vector<DoubleDouble> offsets;
};

Rows about(const std::vector<V3>& normals, const std::vector<double>& offsets, const V3& centre) {
  Rows rows{normals, {}};
  rows.offsets.reserve(offsets.size());
  for (std::size_t i = 0; i < offsets.size(); ++i)
    rows.offsets.push_back(DoubleDouble(offsets[i]) - dot(Wide3(normals[i]), Wide3(centre)));
  return rows;
}

/// How far the centre is inside.
double least_offset(const Rows& rows) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rows.normals.size(); ++i)
    least = std::fmin(least, to_double(rows.offsets[i]) / norm(rows.normals[i]));
  return least;
}

struct InscribedBall {
  V3 centre;
  double radius;
};

/// The largest ball in n . x <= d, |x| <= bound: maximise r subject to n . x + |n| r <= d.
InscribedBall inscribed_ball(const Rows& rows, double bound) {
  std::vector<LinearRow<4>> program;
  program.reserve(rows.normals.size());
  for (std::size_t i = 0; i < rows.normals.size(); ++i) {
    const V3& n = rows.normals[i];
    program.push_back({{n.x, n.y, n.z, norm(n)}, to_double(rows.offsets[i])});
  }
  std::shuffle(program.begin(), program.end(), std::mt19937(20011));  // a fixed seed: the same input, the same result
  const auto best = maximise<4>(program, {0, 0, 0, 1}, {bound, bound, bound, bound});
  if (!best) return {{0, 0, 0}, -std::numeric_limits<double>::infinity()};
  return {{(*best)[0], (*best)[1], (*best)[2]}, (*best)[3]};
}

InscribedBall find_interior(const std::vector<V3>& normals, const std::vector<double>& offsets) {
  double largest = 0.0;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    largest = std::fmax(largest, std::fabs(offsets[i]) / norm(normals[i]));
  if (!(largest > 0.0)) largest = 1.0;
  InscribedBall ball = inscribed_ball(about(normals, offsets, {0, 0, 0}), 1e6 * largest);
  if (!(ball.radius > -std::numeric_limits<double>::infinity()))
    throw InvalidInput("halfspaces: empty, they have no common point");
  // Once more about the first centre, for the digits that a far-off position cost.
  const double scale = std::fabs(ball.radius) + 1e-9 * (max_abs(ball.centre) + largest);
  const InscribedBall fine = inscribed_ball(about(normals, offsets, ball.centre), 1e7 * scale);
  if (fine.radius > -std::numeric_limits<double>::infinity()) ball = {ball.centre + fine.centre, fine.radius};
  const double size = max_abs(ball.centre) + std::fabs(ball.radius);
  if (ball.radius < -flat_tolerance * 10.0 * size) throw InvalidInput("halfspaces: empty, they have no common point");
  if (!(ball.radius > flat_tolerance * size)) throw InvalidInput("halfspaces: flat, they enclose no interior");
  return ball;
}

struct Vertex {
  Wide3 at;
  std::vector<int> rows;  // around it, as Qhull orders the dual face
};

/// Where three planes meet, by Cramer's rule; the determinant of the unit normals says how well.
struct Meeting {
  Wide3 at;
  double determinant;
};
Meeting meet(const Rows& rows, int i, int j, int k) {
  const Wide3 a(rows.normals[index(i)]), b(rows.normals[index(j)]), c(rows.normals[index(k)]);
  const Wide3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const DoubleDouble det = dot(a, bc);
  const double size = norm(rows.normals[index(i)]) * norm(rows.normals[index(j)]) * norm(rows.normals[index(k)]);
  if (det == DoubleDouble(0.0)) return {{}, 0.0};
  const Wide3 sum = bc * rows.offsets[index(i)] + ca * rows.offsets[index(j)] + ab * rows.offsets[index(k)];
  return {{sum.x / det, sum.y / det, sum.z / det}, std::fabs(to_double(det)) / size};
}

/// The vertex of a dual face: the meeting point of the three of its planes that meet at the steepest angles.
Wide3 best_meeting(const Rows& rows, std::span<const int> around) {
  Meeting best{{}, -1.0};
  const std::size_t count = around.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Meeting m =
        meet(rows, around[i], around[(i + 1 + (count - 3) / 3) % count], around[(i + 2 + 2 * (count - 3) / 3) % count]);
    if (m.determinant > best.determinant) best = m;
    if (count == 3) break;
  }
  return best.at;
}

/// Vertices about the centre of the rows, by the dual hull in coordinates y = map * x; none if unbounded.
std::vector<Vertex> enumerate(const Rows& rows, const M3& map, std::vector<int>& kept) {
  const Mat3 matrix{{map.r0.x, map.r0.y, map.r0.z}, {map.r1.x, map.r1.y, map.r1.z}, {map.r2.x, map.r2.y, map.r2.z}};
  const M3 inverse_transposed(Mat3(matrix.inverse().transpose()));
  std::vector<V3> dual;
  dual.reserve(rows.normals.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < rows.normals.size(); ++i) {
    const double offset = to_double(rows.offsets[i]);
    if (!(offset > 0.0)) throw InvalidInput("halfspaces: flat, they enclose no interior");
    dual.push_back(inverse_transposed * rows.normals[i] * (1.0 / offset));
    largest = std::fmax(largest, norm(dual.back()));
  }
  const auto faces = dual.size() >= 4 ? qhull_solid(dual) : std::nullopt;
  if (!faces) return {};
  std::vector<Vertex> vertices;
  vertices.reserve(faces->loops.size());
  for (std::size_t f = 0; f < faces->loops.size(); ++f) {
    if (!(faces->offsets[f] > 1e-13 * largest)) return {};
    const std::span<const int> around = faces->loops[f];
    vertices.push_back({best_meeting(rows, around), {around.begin(), around.end()}});
  }
  kept = faces->vertices;
  return vertices;
}

/// Of many rows, those that are the nearest to the centre along some of a few hundred directions.
Rows sample_of(const Rows& rows) {
  std::vector<V3> dual;
  dual.reserve(rows.normals.size());
  for (std::size_t i = 0; i < rows.normals.size(); ++i)
    dual.push_back(rows.normals[i] * (1.0 / to_double(rows.offsets[i])));
  const Polytope points = plain_polytope(dual);
  std::vector<std::size_t> chosen;
  for (int k = 0; k < sample_size; ++k) {  // evenly over the sphere, along a spiral
    const double z = (2.0 * k + 1.0) / sample_size - 1.0, r = std::sqrt(1.0 - z * z), turn = 2.399963229728653 * k;
    const V3 n(r * std::cos(turn), r * std::sin(turn), z);
    chosen.push_back(index(scan(points, n, points.total)));
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  Rows sample;
  for (const std::size_t i : chosen) {
    sample.normals.push_back(rows.normals[i]);
    sample.offsets.push_back(rows.offsets[i]);
  }
  return sample;
}

/// Points about as far apart as the polyhedron is large: its vertices or, of many rows, those of a sample.
std::vector<V3> rough_vertices(const Rows& rows) {
  std::vector<int> kept;
  std::vector<Vertex> vertices;
  const M3 as_is(Mat3::Identity());
  if (rows.normals.size() > index(2 * sample_size)) vertices = enumerate(sample_of(rows), as_is, kept);
  if (vertices.empty()) vertices = enumerate(rows, as_is, kept);
  if (vertices.empty()) throw InvalidInput("halfspaces: unbounded");
  std::vector<V3> rough;
  rough.reserve(vertices.size());
  for (const Vertex& v : vertices) rough.push_back(rounded(v.at));
  return rough;
}

/// How far a vertex may be from the true polyhedron: pulled towards the centre (the origin), it satisfies every row.
double pull_needed(const Rows& rows, const ExtremeTree<4>& tree, const Wide3& at, double reach, const V3& centre) {
  double fraction = 0.0;
  const V3 v = rounded(at);
  const Eigen::Vector4d point(v.x / reach, v.y / reach, v.z / reach, -1.0);
  tree.visit_above(point, -1e-12, [&](std::size_t i, double) {
    const DoubleDouble excess = dot(Wide3(rows.normals[i]), at) - rows.offsets[i];
    const double size =
        0x1p-98 * (norm(rows.normals[i]) * (reach + norm(centre)) + std::fabs(to_double(rows.offsets[i])));
    const double violation = to_double(excess) + size;  // with the rounding of the excess
    if (violation > 0.0) fraction = std::fmax(fraction, violation / (to_double(rows.offsets[i]) + violation));
    return -1e-12;
  });
  return fraction * norm(v);
}

}  // namespace

EnclosedPolytope enclosed_polytope(const std::vector<V3>& normals, const std::vector<double>& offsets, int exponent) {
  const InscribedBall ball = find_interior(normals, offsets);

  // First pass: any vertices, for the centroid and the shape.
  const std::vector<V3> rough = rough_vertices(about(normals, offsets, ball.centre));
  V3 mean{0, 0, 0};
  for (const V3& v : rough) mean = mean + v * (1.0 / static_cast<double>(rough.size()));

  // Second pass: made round, about the origin if that is well inside, since a pair of bodies that are centred at their
  // origins is the cheaper one; else about the centroid, which is inside, unless the rough vertices are off.
  EnclosedPolytope result;
  Rows rows = about(normals, offsets, result.centre);
  if (!(least_offset(rows) > 0.25 * ball.radius)) {
    result.centre = ball.centre + mean;
    rows = about(normals, offsets, result.centre);
  }
  if (!(least_offset(rows) > 0.0)) {
    result.centre = ball.centre;
    rows = about(normals, offsets, result.centre);
  }
  std::vector<int> kept;
  std::vector<Vertex> vertices = enumerate(rows, whitening(rough), kept);
  if (vertices.empty()) throw InvalidInput("halfspaces: unbounded");
  if (vertices.size() > index(scan_limit)) {
    store_by_place(vertices, [](const Vertex& v) { return rounded(v.at); });
    store_by_place(kept, [&](int row) { return normals[index(row)]; });
  }

  double reach = 0.0;
  for (const Vertex& v : vertices) reach = std::fmax(reach, norm(rounded(v.at)));
  if (!(reach < std::numeric_limits<double>::infinity())) throw InvalidInput("halfspaces: unbounded");
  int of_reach = 0;
  std::frexp(reach, &of_reach);
  result.unit = std::ldexp(1.0, std::clamp(of_reach, -1000 - exponent, 1000 - exponent));

  std::vector<Eigen::Vector4d> planes;  // lengths relative to the reach
  planes.reserve(normals.size());
  for (std::size_t i = 0; i < normals.size(); ++i)
    planes.emplace_back(normals[i].x, normals[i].y, normals[i].z, to_double(rows.offsets[i]) / reach);
  const ExtremeTree<4> tree(std::move(planes));
  std::vector<V3> points;
  points.reserve(vertices.size());
  for (const Vertex& v : vertices) {
    result.error = std::fmax(result.error, pull_needed(rows, tree, v.at, reach, result.centre) / result.unit);
    points.push_back(rounded(v.at) * (1.0 / result.unit));
  }

  Polytope& p = result.polytope;
  p = plain_polytope(points);
  p.from_halfspaces = true;
  result.error += 4.0 * unit_roundoff * p.radius;

  // The faces of the polyhedron are the rings around the vertices of the dual hull.
  std::vector<int> rank(normals.size(), -1);
  for (std::size_t i = 0; i < kept.size(); ++i) rank[index(kept[i])] = static_cast<int>(i);
  FaceLoops dual_loops;
  for (const Vertex& v : vertices) {
    for (const int row : v.rows) dual_loops.corner.push_back(rank[index(row)]);
    dual_loops.close();
  }
  const auto rings = rings_around(dual_loops, static_cast<int>(kept.size()));
  FaceLoops loops;
  if (rings) {
    loops.first = rings->first;
    loops.corner = rings->facets;
    for (std::size_t v = 0; v < kept.size(); ++v)
      std::reverse(loops.corner.begin() + loops.first[v], loops.corner.begin() + loops.first[v + 1]);
  }
  for (const int row : kept) {
    const double length = norm(normals[index(row)]);
    p.facet_normal.push_back(normals[index(row)] * (1.0 / length));
    p.facet_offset.push_back(to_double(rows.offsets[index(row)]) / length / result.unit);
  }
  p.facet_row = kept;
  if (!rings || !connect(p, loops)) throw InvalidInput("halfspaces: faces too nearly degenerate to be told apart");
  p.radius = radius_by_facets(p);
  if (!(p.radius < std::numeric_limits<double>::infinity()))
    throw InvalidInput("halfspaces: faces too nearly degenerate to be told apart");
  for (double& offset : p.facet_offset)
    offset += 8.0 * unit_roundoff * p.radius + 0x1p-99 * norm(result.centre) / result.unit;
  return result;
}

}  // namespace clearance::detail

#pragma once

// The convex hull of finitely many points, laid out for queries: coordinates in separate arrays for scanning,
// neighbours stored with their coordinates for walking, and the faces around each vertex for proving a support value
// from outside. Local coordinates throughout: relative to the centre of the core, in its unit.

#include <limits>
#include <optional>
#include <vector>

#include "core/facet_graph.hpp"
#include "numeric/vector.hpp"
#include "numeric/whole_lines.hpp"

namespace clearance::detail {

/// Hulls of up to this many vertices are scanned, larger ones walked. Measured: at 128 vertices scanning is
/// still the faster.
inline constexpr int scan_limit = 128;

struct Neighbour {
  double x, y, z;
  int vertex;
  float inverse_length;  ///< of the edge, rounded up
};
/// Shorter edges, in units of the core, are not measured.
inline constexpr double shortest_edge = 1e-30;

/// What proves that a vertex v is farthest. If no edge from v rises along n, then n . x <= n . v + slack |n| for every
/// true point x. If edges rise, |n| = 1, by at most s times their length, blur s |n - axis| is to be added.
struct Star {
  V3 axis{};  ///< of unit length; all edges fall away from it
  double slack = std::numeric_limits<double>::infinity(), blur = 0.0;
};

struct Polytope {
  /// The vertices of the hull, then the input points that are none (`total` in all), both padded with the first.
  /// All x, then all y, then all z: in one block, since a query that comes to a shape anew waits for memory first.
  LineVector<double> coordinates;
  int vertices = 0, total = 0, padded = 0;
  std::vector<int> source;  ///< index of each vertex in the input; for a polyhedron from half-spaces, its own index
  double radius = 0.0;      ///< every true point is within this of the centre

  /// Edges: neighbours[first_neighbour[v] .. first_neighbour[v + 1]) is vertex v itself, then its neighbours, so that a
  /// step of a walk reads one stretch of memory. Empty if the hull is flat or too thin for its faces to be told
  /// apart; it is then scanned.
  std::vector<int> first_neighbour;
  std::vector<Neighbour> neighbours;
  /// A good vertex to start from for each cell of a cube map of directions with `grid` cells an edge.
  std::vector<int> start;
  int grid = 0;
  std::vector<Star> stars;  ///< of each vertex; none where the faces are the truth

  /// Faces: unit normals to rounding; { x : normal . x <= offset } contains every true point, rounding included.
  std::vector<V3> facet_normal;
  std::vector<double> facet_offset;
  /// The faces around vertex v in cyclic order, facets_around[first_facet[v] .. first_facet[v + 1]).
  std::vector<int> first_facet, facets_around;
  V3 inside{};  ///< a point well inside, where there are faces
  /// The corners of each face and the faces across its edges.
  FacetGraph graph;
  /// Given by half-spaces: which of them each face is.
  std::vector<int> facet_row;
  /// Given by half-spaces: the faces are the truth, and the vertices are only near it.
  bool from_halfspaces = false;

  bool walkable() const { return !neighbours.empty(); }
  const double* x() const { return coordinates.data(); }
  const double* y() const { return x() + padded; }
  const double* z() const { return y() + padded; }
  V3 vertex(int i) const { return {x()[i], y()[i], z()[i]}; }
  /// The same, from where a walk reads: of the coordinates by axis, each would be a line of memory of its own.
  V3 walked_vertex(int i) const {
    if (!walkable()) return vertex(i);
    const Neighbour& self = neighbours[static_cast<std::size_t>(first_neighbour[static_cast<std::size_t>(i)])];
    return {self.x, self.y, self.z};
  }
};

/// Index of the largest n . x among the first `count` points, which are all or the vertices; the lowest such index.
int scan(const Polytope& p, const V3& n, int count);

/// The vertex that is farthest along n (not necessarily of unit length). A large hull is walked: from `from` if that is
/// a vertex, else from the start table.
int support_vertex(const Polytope& p, const V3& n, int from);

/// The vertex that walking uphill along n from `from` ends at, whatever the size of the hull: hill climbing, for
/// methods that track. Precondition: the polytope is walkable and `from` is one of its vertices.
int climb_from(const Polytope& p, const V3& n, int from);

/// A number that no n . x exceeds, x in the true set, apart from the rounding of one dot product.
/// `vertex` is the presumed support vertex.
double outer_support(const Polytope& p, const V3& n, int vertex);

/// The same where `vertex` is farthest and a look at its edges proves it; else infinity, at once.
double outer_support_at(const Polytope& p, const V3& n, int vertex);

/// Just the points, no faces.
Polytope plain_polytope(const std::vector<V3>& points);

/// A box about the origin with these half lengths, none of them zero, with faces and adjacency. Vertex i is on the
/// positive side of axis k if bit k of i is set.
Polytope box_polytope(const V3& half);

/// The hull by Qhull, with faces and adjacency if it is solid.
Polytope hull_polytope(const std::vector<V3>& points);

/// What a set of half-spaces encloses.
struct EnclosedPolytope {
  V3 centre{};         ///< an interior point, in the coordinates of the input
  double unit = 1.0;   ///< power of two, of the size of the polytope
  double error = 0.0;  ///< how far a vertex may be from the true polytope, in units
  Polytope polytope;
};
/// Throws InvalidInput if the half-spaces { x : normals[i] . x <= offsets[i] } enclose nothing, something flat or
/// something unbounded. The normals must be of length about one, and so the largest offset: lengths are in units
/// of 2^exponent. The unit of the result times that is between 2^-1000 and 2^1000.
EnclosedPolytope enclosed_polytope(const std::vector<V3>& normals, const std::vector<double>& offsets, int exponent);

/// What surrounds a vertex of a closed surface: faces, and the neighbour at the end of the edge after each, both in
/// cyclic order, clockwise seen from outside.
struct Ring {
  std::vector<int> facets, neighbours;
};
/// From the faces as vertex loops, counter-clockwise seen from outside; nothing if they do not make a closed surface.
std::optional<std::vector<Ring>> rings_around(const std::vector<std::vector<int>>& loops, int vertices);

/// A radius about the centre that the faces prove, for a polytope given by half-spaces; infinite if they do not.
double radius_by_facets(Polytope& p);

/// Fills edges, start table and the faces around each vertex from the faces as vertex loops, counter-clockwise seen
/// from outside. Returns false, leaving p without them, if the loops are not those of a closed surface.
bool connect(Polytope& p, const std::vector<std::vector<int>>& loops);

/// The stars of the vertices of a connected hull whose faces enclose it.
std::vector<Star> measure_stars(const Polytope& p);

}  // namespace clearance::detail

#pragma once

// The convex hull of finitely many points, laid out for queries: coordinates in separate arrays for scanning, places
// of vertices and the edges between them for walking, and the faces around each vertex for proving a support value from
// outside. Local coordinates throughout: relative to the centre of the core, in its unit.

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/facet_graph.hpp"
#include "numeric/vector.hpp"
#include "numeric/whole_lines.hpp"

namespace clearance::detail {

/// Hulls of up to this many vertices are scanned, larger ones walked. Measured: at 128 vertices scanning is
/// still the faster.
inline constexpr int scan_limit = 128;

/// Where a vertex is, in half a line of memory, and which edges leave it.
struct alignas(32) Place {
  double x, y, z;
  int first_edge, edge_count;
  V3 at() const { return {x, y, z}; }
};
/// An edge that leaves a vertex.
struct Edge {
  int vertex;            ///< where it ends
  float inverse_length;  ///< rounded up
};
/// Shorter edges, in units of the core, are not measured.
inline constexpr double shortest_edge = 1e-30;

/// What proves that a vertex v is farthest. If no edge from v rises along n, then n . x <= n . v + slack |n| for every
/// true point x. If edges rise, |n| = 1, by at most s times their length, blur s |n - axis| is to be added.
struct Star {
  float x = 0.0F, y = 0.0F, z = 0.0F;  ///< the axis, not longer than one; all edges fall away from it
  float slack = std::numeric_limits<float>::infinity(), blur = 0.0F;
  V3 axis() const { return {x, y, z}; }
};

struct Polytope {
  /// The vertices of the hull, then the input points that are none (`total` in all), both padded with the first.
  /// All x, then all y, then all z: in one block, since a query that comes to a shape anew waits for memory first.
  LineVector<double> coordinates;
  int vertices = 0, total = 0, padded = 0;
  std::vector<int> source;  ///< index of each vertex in the input; for a polyhedron from half-spaces, its own index
  double radius = 0.0;      ///< every true point is within this of the centre

  /// The vertices once more, for walks, and the edges around each in cyclic order, clockwise seen from outside. Empty
  /// if the hull is flat or too thin for its faces to be told apart; it is then scanned.
  std::vector<Place> places;
  std::vector<Edge> edges;
  /// A good vertex to start from for each cell of a cube map of directions with `grid` cells an edge.
  std::vector<int> start;
  int grid = 0;
  std::vector<Star> stars;  ///< of each vertex; none where the faces are the truth

  /// Faces: unit normals to rounding; { x : normal . x <= offset } contains every true point, rounding included.
  std::vector<V3> facet_normal;
  std::vector<double> facet_offset;
  /// The face on the left of each edge, seen from outside: those around a vertex are in cyclic order, too.
  std::vector<int> facet_of_edge;
  V3 inside{};  ///< a point well inside, where there are faces
  /// The corners of each face and the faces across its edges.
  FacetGraph graph;
  /// Given by half-spaces: which of them each face is.
  std::vector<int> facet_row;
  /// Given by half-spaces: the faces are the truth, and the vertices are only near it.
  bool from_halfspaces = false;

  bool walkable() const { return !places.empty(); }
  const double* x() const { return coordinates.data(); }
  const double* y() const { return x() + padded; }
  const double* z() const { return y() + padded; }
  V3 vertex(int i) const { return {x()[i], y()[i], z()[i]}; }
  /// The same, from where a walk reads: of the coordinates by axis, each would be a line of memory of its own.
  V3 walked_vertex(int i) const { return walkable() ? places[static_cast<std::size_t>(i)].at() : vertex(i); }
  std::span<const Edge> edges_of(int v) const { return around(edges, v); }
  std::span<const int> facets_of(int v) const { return around(facet_of_edge, v); }

 private:
  template <class T>
  std::span<const T> around(const std::vector<T>& of_edges, int v) const {
    const Place& place = places[static_cast<std::size_t>(v)];
    return {of_edges.data() + place.first_edge, static_cast<std::size_t>(place.edge_count)};
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

/// A radius about the centre that the faces prove, for a polytope given by half-spaces; infinite if they do not.
double radius_by_facets(Polytope& p);

/// Fills edges, start table and the faces around each vertex from the faces as vertex loops, counter-clockwise seen
/// from outside. Returns false, leaving p without them, if the loops are not those of a closed surface.
bool connect(Polytope& p, const FaceLoops& loops);

/// The unit normal of the corner between two edges, to half an ulp; zero if they are nearly parallel.
V3 corner_normal(const V3& at, const V3& after, const V3& before);

/// The stars of the vertices of a connected hull whose faces enclose it. `by_corner`: which faces are triangles whose
/// normal is that of one of their corners.
std::vector<Star> measure_stars(const Polytope& p, const std::vector<char>& by_corner);

}  // namespace clearance::detail

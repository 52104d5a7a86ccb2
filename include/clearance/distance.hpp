#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "clearance/pose.hpp"
#include "clearance/shapes.hpp"

// The question the library answers. Queries never throw, allocate, lock or print, and are pure functions of their
// arguments: the same on every run and thread, whatever rounding mode, flushing to zero or traps the caller has set.

namespace clearance {

enum class Status { separated, touching, penetrating };
std::string_view name(Status status);

/// How a query ended. Whatever it says, lower and upper enclose the true value.
enum class Ending {
  converged,        ///< upper - lower is within the tolerance, or as small as double precision makes it
  beyond_limit,     ///< stopped early: the distance is proven to exceed Options::max_distance
  below_limit,      ///< stopped early: the distance is proven to be below Options::min_distance
  overlap_only,     ///< overlap is proven, its depth was not asked for
  iteration_limit,  ///< stopped at the bound on iterations or on working space, short of the tolerance
  unsupported,      ///< the method does not take this pair; the interval is the whole real line
};
std::string_view name(Ending ending);

enum class Method {
  automatic,         ///< the best for the pair: closed forms, the method of its kind of shapes, else gjk
  closed_form,       ///< formulas, for pairs of simple or unbounded shapes
  gjk,               ///< support functions: Gilbert-Johnson-Keerthi, and polytope expansion where the shapes overlap
  ellipsoid_newton,  ///< ellipsoids, and an ellipsoid against a point or sphere: Newton's method on the normal
  dqp3,              ///< quadratic programming on the faces of solid polyhedra, after Fenger: a walk on the surfaces
  dqp3_base,         ///< as in the thesis, on half-spaces: releases one facet of both, when nothing moves ...
  dqp3_dual,         ///< ... one of each, when nothing moves
  dqp3_consistent,   ///< ... one of both, in every cycle
  dqp3_aggressive,   ///< ... all that hold back, in every cycle
  dqp3_adjacent,  ///< ... as base, a point on a facet looking at its neighbours alone; of these five, none is sure to
                  ///< end
  stope,          ///< hulls of spheres, points in particular: a working set of spheres (Hamlin, Kelley, Tornero)
  qp_active_set,  ///< the problem of dqp3 by the general primal active-set method
  qp_interior_point,  ///< the problem of dqp3 by a primal-dual interior-point method; allocates
  bobrow,             ///< the problem of dqp3 by Bobrow's direct minimisation; may stop at its limit
  lcp,                ///< Lemke's method in double, for polyhedral shapes of few vertices; rounding may mislead it
  lcp_exact,          ///< Lemke's method in exact arithmetic, for polyhedral shapes
  exact,              ///< polyhedral shapes: doubles propose, exact arithmetic checks and repairs
  feature,            ///< tracks the closest features of polyhedral shapes
  egjk,               ///< GJK with hill climbing and tracking, of polyhedral shapes
  lin_canny,          ///< walks between the Voronoi regions of polyhedral shapes that have faces
  ellipsoid_point_iteration,  ///< ellipsoids: nearest points in turn, with the ratio accelerator
  ellipsoid_polyhedral,       ///< ellipsoids: DQP3 on polyhedra of 288 facets about them; bounds are wide
  ellipsoid_refinement_4,     ///< ellipsoids: DQP3 on polyhedra refined by 4 facets a cycle ...
  ellipsoid_refinement_7,     ///< ... or by 7
  ellipsoid_hybrid,           ///< ellipsoids: polyhedra of 46 facets, then nearest points in turn
  dqp3_ellipsoid,             ///< an ellipsoid against a segment, line, facet or polyhedron, as Fenger 5.5.1
};

struct MethodInfo {
  Method method = Method::automatic;
  std::string_view name = {};     ///< as on the command line
  std::string_view summary = {};  ///< one line, for people
  /// Whether it takes a pair; one that is not available takes none.
  bool (*accepts)(const Shape& a, const Shape& b) = nullptr;
  bool real_time = false;  ///< its queries neither allocate nor throw
};
/// The one table of methods, which the command, the bindings, the benchmarks and the agreement tests iterate.
std::span<const MethodInfo> methods();
const MethodInfo& info(Method method);
/// Whether this library was built with it: a lean one goes without the methods of the literature or exact arithmetic.
bool available(Method method);
std::optional<Method> method_from_name(std::string_view name);

struct Options {
  Method method = Method::automatic;
  /// Bound on upper - lower, relative to the size of the pair (the extent of the two shapes and the gap between
  /// them). Zero: as tight as double precision gives.
  double tolerance = 0.0;
  /// If false, overlap is only detected: distance and lower are then -infinity, upper is 0.
  bool penetration = true;
  /// Stop as soon as the distance is proven to exceed this ...
  double max_distance = std::numeric_limits<double>::infinity();
  /// ... or to be below this.
  double min_distance = -std::numeric_limits<double>::infinity();
};

/// The vertices of a polyhedral shape whose hull holds the witness point: one, a vertex; two, an edge; three, a face.
/// Indices count the points as the shape was given (a box: bit i set for the positive side of axis i; a polyhedron:
/// its enumerated vertices). Of a shape that is swept by a ball they are those of what is swept, and hold the centre of
/// the ball that the witness point is on: of a capsule the ends of its axis, 0 at -z and 1 at +z, of a sphere its
/// centre, 0. None for other curved shapes.
struct Feature {
  int count = 0;
  std::array<int, 3> vertices{-1, -1, -1};
};

/// The answer. In the world frame: with n = normal (unit, from a towards b), point_b - point_a = distance * n. Where a
/// limit of the options stopped the search, the points are the nearest so far, and n proves the limit: then that holds
/// along n, and need not hold across it.
struct Result {
  Status status = Status::touching;
  double distance = 0.0;  ///< signed: negative is minus the least translation that separates
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  Vec3 normal = Vec3::UnitX();
  Feature feature_a, feature_b;
  /// Of a union, the part that the answer is about, and -1 of any other shape. The signed distance of unions is the
  /// least among pairs of parts: where they overlap it is minus the depth of these two parts, the deepest pair. Moving
  /// apart by that much separates these two, and need not separate the unions.
  int part_a = -1, part_b = -1;
  int iterations = 0;
  Method method = Method::automatic;  ///< the one that gave the answer, never `automatic`
  Ending ending = Ending::unsupported;

  bool converged() const { return ending == Ending::converged; }
  /// Whether it is all that was asked for: converged, or stopped early because a limit of the options is passed for
  /// certain, or overlap is proven and no depth was wanted.
  bool finished() const { return ending != Ending::iteration_limit && ending != Ending::unsupported; }
  /// False where no finite translation separates an overlapping pair, or where the depth was not asked for:
  /// distance and lower are then -infinity, and points and normal mean nothing.
  bool has_distance() const { return distance > -std::numeric_limits<double>::infinity(); }
};

namespace detail {
struct PairMemory;
}

/// What the last query of a pair leaves behind to make the next one faster: one for each pair, owned by the caller. It
/// starts empty and may be copied; what it holds is the library's own affair. A stale or foreign state, or one whose
/// bytes were overwritten, costs time, never correctness.
class PairState {
  friend struct detail::PairMemory;
  alignas(8) std::array<std::byte, 512> bytes_{};
};

/// The largest number of iterations of any query of two convex shapes. Unions add up those of the parts they look at.
inline constexpr int max_iterations = 3000;

/// The signed distance of a and b, with witness points, normal and proven bounds. Of unions, the least of their parts.
Result distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options = {},
                PairState* state = nullptr);

/// What an independent check of a result finds.
struct Verification {
  bool ok = false;                  ///< the claims of the result hold
  double lower = 0.0, upper = 0.0;  ///< the enclosure re-derived from the witness points and the normal alone
  std::string_view reason = "";     ///< what is wrong, if something is
  explicit operator bool() const { return ok; }
};

/// Checks a result without trusting the solvers: src/verify/ shares no code with them. Every field is judged by what is
/// found here, to extended precision: `lower` by the slab along the normal, `upper` by that slab and a few more, the
/// points as members of the shapes (to 1e-13 of the size of the pair; of a polyhedron, to 1e-9), their difference as
/// distance * normal (to 1e-10), status by the bounds. Of an overlap an inner polytope of the difference is built, to
/// see that no shorter translation ends it (to 2.1e-10). How an answer was found it cannot know: of ending, method,
/// iterations and features it refuses what contradicts the bounds, or is none at all.
Verification verify(const Result& result, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace clearance

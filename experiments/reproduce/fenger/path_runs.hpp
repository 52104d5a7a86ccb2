#pragma once

// Queries along paths of the second of two facet-balls, as tables 4.1 to 4.5 time them.

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "clearance/distance.hpp"
#include "reproduce/fenger/facet_ball_pair.hpp"

namespace clearance::reproduce::fenger {

/// The facet counts N1 + N2 of tables 4.1 and 4.2, by the order of the balls.
inline constexpr std::array<int, 8> timed_orders{2, 4, 6, 8, 10, 15, 20, 30};

/// Where the second ball is along one path.
struct Path {
  Path(const FacetBall& ball, const Trajectory& trajectory, int steps);
  std::vector<Vec3> positions;
  std::vector<std::vector<double>> moved;  ///< the offsets of the facets at each position
  std::vector<Pose> poses, turned;         ///< the ball at each position, as it is and turned by some_rotation()
};

/// How many paths are averaged over, and how many points a tracked one has.
inline constexpr int cold_paths = 200, tracked_paths = 10, tracked_steps = 100;
std::vector<Path> make_paths(const FacetBall& ball, int count, int steps);

/// What one run over a path found.
struct PathResult {
  bool ended = true;              ///< no query hit the bound on its cycles
  std::vector<double> distances;  ///< empty unless asked for
};

/// DQP3 over a path. The first query starts at the centres, each other one from the points and active facets of the
/// last. `move`: the offsets are computed at each position instead of beforehand.
/// `graph`: for the variant `adjacent`.
PathResult run_dqp3(const FacetBall& ball, const Path& path, Dqp3Variant variant, bool move, bool keep_distances,
                    const detail::FacetGraph* graph = nullptr);

/// The same with rotation and translation inside (section 3.4.4); the second ball is turned.
PathResult run_dqp3_in_place(const FacetBall& ball, const Path& path, bool keep_distances,
                             const detail::FacetGraph* graph = nullptr);

/// The default solver, with a state that is carried along the path.
PathResult run_gjk(const Shape& shape, std::span<const Pose> poses, bool keep_distances);

/// A method of the library over a path, with a state that is carried along, to full precision and with its proof.
/// `answered`, if any, counts by which method each query was answered.
PathResult run_method(const Shape& shape, std::span<const Pose> poses, Method method,
                      std::map<std::string, double>* answered);

/// The search of `gjk` or `egjk` alone, without a proof: what the search itself takes for the answer stands.
PathResult run_bare(const Shape& shape, std::span<const Pose> poses, Method method);

/// Whether two runs found the same distances.
bool agree(const PathResult& one, const PathResult& two);

/// Seconds for each query of the paths, by `run`, which is called with one of them.
double seconds_per_query(const std::vector<Path>& paths, const std::function<PathResult(const Path&)>& run);

/// A rotation that has nothing to do with the symmetries of the balls.
Mat3 some_rotation();

}  // namespace clearance::reproduce::fenger

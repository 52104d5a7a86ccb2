#include "reproduce/fenger/path_runs.hpp"

#include "literature/tracking/egjk.hpp"
#include "reproduce/timing.hpp"
#include "solvers/gjk.hpp"

namespace clearance::reproduce::fenger {

namespace {

using State = detail::Dqp3State<double>;

State at_centres(const Vec3& position) {
  State state;
  state.a.at = detail::V3(0, 0, 0);
  state.b.at = detail::V3(position);
  return state;
}

void note(PathResult& result, const detail::Dqp3Outcome<double>& found, bool keep_distances) {
  result.ended = result.ended && found.ending != detail::Dqp3Ending::cycle_limit;
  if (keep_distances) result.distances.push_back(std::sqrt(found.distance_sq));
}

}  // namespace

Path::Path(const FacetBall& ball, const Trajectory& trajectory, int steps) {
  for (int step = 0; step < steps; ++step) {
    positions.push_back(trajectory.at(step, steps));
    moved.emplace_back();
    ball.move_to(positions.back(), moved.back());
    poses.push_back(Pose::translation(positions.back()));
    turned.push_back(Pose(some_rotation(), positions.back()));
  }
}

std::vector<Path> make_paths(const FacetBall& ball, int count, int steps) {
  std::vector<Path> paths;
  for (const Trajectory& trajectory : trajectories(count)) paths.emplace_back(ball, trajectory, steps);
  return paths;
}

PathResult run_dqp3(const FacetBall& ball, const Path& path, Dqp3Variant variant, bool move, bool keep_distances,
                    const detail::FacetGraph* graph) {
  PathResult result;
  State state = at_centres(path.positions[0]);
  std::vector<double> offsets;
  for (std::size_t i = 0; i < path.positions.size(); ++i) {
    if (i > 0) state.b.at = state.b.at + detail::V3(Vec3(path.positions[i] - path.positions[i - 1]));
    if (move) ball.move_to(path.positions[i], offsets);
    auto a = in_place<double>(ball, ball.offsets), b = in_place<double>(ball, move ? offsets : path.moved[i]);
    a.graph = b.graph = graph;
    detail::Dqp3Settings settings;
    settings.variant = variant;
    note(result, detail::dqp3<double>(a, b, settings, state), keep_distances);
  }
  return result;
}

PathResult run_dqp3_in_place(const FacetBall& ball, const Path& path, bool keep_distances,
                             const detail::FacetGraph* graph) {
  PathResult result;
  State state = at_centres(Vec3::Zero());
  detail::Placement<double> at_a, at_b;
  at_a.rotation = detail::M3(Mat3(Mat3::Identity()));
  at_a.position = detail::V3(0, 0, 0);
  at_b.rotation = detail::M3(some_rotation());
  auto a = in_place<double>(ball, ball.offsets);
  a.graph = graph;
  auto b = a;
  a.placement = &at_a;
  b.placement = &at_b;
  for (const Vec3& position : path.positions) {
    at_b.position = detail::V3(position);
    note(result, detail::dqp3<double>(a, b, {}, state), keep_distances);
  }
  return result;
}

PathResult run_gjk(const Shape& shape, std::span<const Pose> poses, bool keep_distances) {
  PathResult result;
  PairState state;
  Options options;
  options.method = Method::gjk;
  const Pose here = Pose::Identity();
  for (const Pose& pose : poses) {
    const Result r = distance(shape, here, shape, pose, options, &state);
    result.ended = result.ended && r.converged();
    if (keep_distances) result.distances.push_back(r.distance);
  }
  return result;
}

PathResult run_bare(const Shape& shape, std::span<const Pose> poses, Method method) {
  constexpr double gap = 0x1p-49;  // relative to the size of the pair: what double precision can close
  PathResult result;
  PairState state;
  detail::PairMemory& memory = detail::PairMemory::of(state);
  const Pose here = Pose::Identity();
  for (const Pose& pose : poses) {
    const detail::Pair pair = detail::make_pair(shape, here, shape, pose);
    if (method == Method::egjk) {
      result.ended = detail::enhanced_gjk(pair, gap * pair.size, &memory).has_value() && result.ended;
      continue;
    }
    detail::Difference<double> difference(pair);
    const auto found = detail::gjk<double>(difference, {gap * pair.size, HUGE_VAL, -HUGE_VAL}, &memory);
    detail::remember(memory, pair, found.simplex, found.proposal);
    result.ended = result.ended && !found.overlap;
  }
  return result;
}

PathResult run_method(const Shape& shape, std::span<const Pose> poses, Method method,
                      std::map<std::string, double>* answered) {
  PathResult result;
  PairState state;
  Options options;
  options.method = method;
  const Pose here = Pose::Identity();
  for (const Pose& pose : poses) {
    const Result r = distance(shape, here, shape, pose, options, &state);
    result.ended = result.ended && r.converged();
    if (answered != nullptr) (*answered)[std::string(info(r.method).name)] += 1.0;
  }
  return result;
}

bool agree(const PathResult& one, const PathResult& two) {
  if (one.distances.size() != two.distances.size()) return false;
  for (std::size_t i = 0; i < one.distances.size(); ++i)
    if (!(std::fabs(one.distances[i] - two.distances[i]) < 1e-9)) return false;
  return true;
}

double seconds_per_query(const std::vector<Path>& paths, const std::function<PathResult(const Path&)>& run) {
  std::size_t queries = 0;
  for (const Path& path : paths) queries += path.positions.size();
  const double seconds = seconds_of([&] {
    for (const Path& path : paths) run(path);
  });
  return seconds / static_cast<double>(queries);
}

Mat3 some_rotation() { return Eigen::AngleAxisd(1.1, Vec3(0.36, 0.48, -0.8)).toRotationMatrix(); }

}  // namespace clearance::reproduce::fenger

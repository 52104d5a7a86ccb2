#include "trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "check.hpp"
#include "reproducer.hpp"

namespace oracle {

namespace {

using namespace clearance;

Shape any_hull(Random& random) {
  const int kind = random.integer(0, 9);
  if (kind == 0) return Box({random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)});
  if (kind == 1) return Segment(random.vector(1), random.vector(1));
  if (kind == 2) return Tetrahedron(random.vector(1), random.vector(1), random.vector(1), random.vector(1));
  if (kind == 3) return Triangle(random.vector(1), random.vector(1), random.vector(1));
  // Most are small, as some baselines look at every facet in every step; a few are too large to be scanned.
  const int count = kind == 9 && random.chance(0.5) ? 140 : random.integer(4, 40);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(kind == 4 ? Vec3(random.integer(-3, 3), random.integer(-3, 3), random.integer(-3, 3)) / 3.0
                               : Vec3(random.direction()));
  return Hull(points);
}

/// Whether the two enclosures cannot both hold.
bool disagree(const Result& r, const Result& cold) {
  if (r.has_distance() != cold.has_distance()) return true;
  return r.lower > cold.upper || cold.lower > r.upper;
}

}  // namespace

void TrajectoryTally::add(const TrajectoryTally& other) {
  methods.resize(std::max(methods.size(), other.methods.size()));
  for (std::size_t m = 0; m < other.methods.size(); ++m) {
    methods[m].queries += other.methods[m].queries;
    methods[m].by_itself += other.methods[m].by_itself;
    methods[m].wrong += other.methods[m].wrong;
    methods[m].unsound += other.methods[m].unsound;
    methods[m].overlaps += other.methods[m].overlaps;
  }
  reports.insert(reports.end(), other.reports.begin(), other.reports.end());
}

std::uint64_t TrajectoryTally::failures() const {
  std::uint64_t sum = 0;
  for (const MethodTally& m : methods) sum += m.wrong + m.unsound;
  return sum;
}

TrajectoryTally run_trajectory(std::uint64_t seed, std::uint64_t index, int steps) {
  Random random(seed * 1000003 + index);
  Query q{any_hull(random), any_hull(random), {}, {}};
  const auto table = clearance::methods();
  TrajectoryTally tally;
  tally.methods.resize(table.size());
  std::vector<PairState> states(table.size());
  // Half of the trajectories turn by little, half by up to a quarter turn a step; every fifth turns by jumps.
  const double turn = random.magnitude(1e-3, 0.5 * std::numbers::pi), speed = random.magnitude(1e-4, 0.1);
  Vec3 axis = random.direction(), velocity = speed * random.direction();
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
  q.at_b.position = random.uniform(0.5, 3) * random.direction();
  for (int step = 0; step < steps; ++step) {
    if (random.chance(0.02)) axis = random.direction();
    if (random.chance(0.02)) velocity = speed * random.direction();
    if (q.at_b.position.norm() > 4) velocity = -speed * q.at_b.position.normalized();
    rotation = (Eigen::Quaterniond(Eigen::AngleAxisd(turn, axis)) * rotation).normalized();
    q.at_b.matrix = rotation.toRotationMatrix();
    q.at_b.position += velocity;
    const Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
    const Result cold = distance(q.a, pose_a, q.b, pose_b);
    const double size = 4.0 + q.at_b.position.norm();
    for (std::size_t m = 0; m < table.size(); ++m) {
      if (!table[m].accepts(q.a, q.b)) continue;
      const Result r = distance(q.a, pose_a, q.b, pose_b, {.method = table[m].method}, &states[m]);
      MethodTally& t = tally.methods[m];
      ++t.queries;
      t.by_itself += r.method == table[m].method;
      t.overlaps += r.status == Status::penetrating;
      const std::string contradiction = inconsistency(r, size);
      const bool wrong = disagree(r, cold);
      t.wrong += wrong;
      t.unsound += !contradiction.empty();
      if ((wrong || !contradiction.empty()) && tally.reports.size() < 5)
        tally.reports.push_back(std::string(table[m].name) + ": " + contradiction + " " +
                                json_line(q, std::to_string(index) + "/" + std::to_string(step)));
    }
  }
  return tally;
}

TrajectoryTally run_size(std::uint64_t seed, std::uint64_t index) {
  Random random(seed * 2000003 + index);
  const double size_a = random.magnitude(1e-150, 1e150);
  const double ratio = std::min(random.magnitude(1, 1e18), size_a / 1e-150);
  const double size_b = size_a / ratio;
  const auto body = [&](double size) -> Shape {
    if (random.chance(0.5)) return Box(size * Vec3(1, 1, 1));
    return Tetrahedron(size * Vec3(1, 1, 1), size * Vec3(1, -1, -1), size * Vec3(-1, 1, -1), size * Vec3(-1, -1, 1));
  };
  Query q{body(size_a), body(size_b), {}, {}};
  if (random.chance(0.5)) std::swap(q.a, q.b);
  q.at_a.matrix = random.rotation();
  q.at_b.matrix = random.rotation();
  q.at_b.position = size_a * random.uniform(0.5, 4) * random.direction();
  const auto table = clearance::methods();
  TrajectoryTally tally;
  tally.methods.resize(table.size());
  const Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
  for (std::size_t m = 0; m < table.size(); ++m) {
    const Method method = table[m].method;
    if (!table[m].accepts(q.a, q.b)) continue;
    if (method != Method::automatic && method != Method::feature && method != Method::egjk &&
        method != Method::lin_canny)
      continue;
    PairState state;
    for (int i = 0; i < 2; ++i) {  // cold, then warm
      const Result r = distance(q.a, pose_a, q.b, pose_b, {.method = method}, &state);
      const Verdict verdict = check(r, q);
      const std::string contradiction = inconsistency(r, verdict.size);
      MethodTally& t = tally.methods[m];
      ++t.queries;
      t.by_itself += r.method == method;
      t.overlaps += r.status == Status::penetrating;
      t.wrong += !verdict.ok() || verdict.undecided || !r.converged();
      t.unsound += !contradiction.empty();
      if ((!verdict.ok() || !contradiction.empty()) && tally.reports.size() < 5)
        tally.reports.push_back(std::string(table[m].name) + ": " + verdict.describe() + " " + contradiction + " " +
                                json_line(q, std::to_string(index)));
    }
  }
  return tally;
}

}  // namespace oracle

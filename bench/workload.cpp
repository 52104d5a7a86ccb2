#include "workload.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <random>

#include "hull_faces.hpp"
#include "reference.hpp"

namespace bench {
namespace {

using Random = std::mt19937_64;

double uniform(Random& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}

double log_uniform(Random& random, double from, double to) {
  return std::exp(uniform(random, std::log(from), std::log(to)));
}

Vec3 random_direction(Random& random) {
  std::normal_distribution<double> normal;
  Vec3 v;
  do v = Vec3(normal(random), normal(random), normal(random));
  while (v.norm() < 1e-3);
  return v.normalized();
}

Mat3 random_rotation(Random& random) {
  std::normal_distribution<double> normal;
  Eigen::Quaterniond q;
  do q = Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random));
  while (q.norm() < 1e-3);
  return q.normalized().toRotationMatrix();
}

// Random points on an ellipsoidal shell: all of them vertices.
Solid random_hull(Random& random, int count) {
  Solid s;
  const Vec3 axes(uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5));
  for (int i = 0; i < count; ++i) s.points.emplace_back(axes.cwiseProduct(random_direction(random)));
  s.faces = hull_faces(s.points);
  return s;
}

Solid random_primitive(Random& random, Kind kind) {
  Solid s;
  s.kind = kind;
  const Vec3 r(uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5));
  s.size = kind == Kind::box ? Vec3(2.0 * r) : kind == Kind::ellipsoid ? r : Vec3(r.x(), 2.0 * r.y(), 0.0);
  if (kind == Kind::box) {
    for (int i = 0; i < 8; ++i)
      s.points.emplace_back(0.5 * s.size.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
    s.faces = hull_faces(s.points);
  }
  return s;
}

Query random_query(Random& random, const Workload& w) {
  Query q;
  std::uniform_int_distribution<int> half(0, static_cast<int>(w.solids.size()) / 2 - 1);
  q.a = 2 * half(random);  // even solids are of the first kind, odd ones of the second
  q.b = 2 * half(random) + 1;
  q.pose_a.rotation = random_rotation(random);
  q.pose_b.rotation = random_rotation(random);
  q.pose_a.position = Vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
  return q;
}

// Moves b along a ray from a until the gap is as wanted, and returns the normal there. The gap is a convex function of
// the way, so Newton's method from far out comes down to it without ever overshooting into overlap.
Vec3 move_to_gap(Query& q, const Workload& w, const Vec3& ray, double gap) {
  const Solid &a = w.solids[static_cast<size_t>(q.a)], &b = w.solids[static_cast<size_t>(q.b)];
  double way = gap + 20.0;
  Vec3 normal = ray;
  for (int i = 0; i < 50; ++i) {
    q.pose_b.position = q.pose_a.position + way * ray;
    const Separation<double> s = separation<double>(a, q.pose_a, b, q.pose_b, 1e-10);
    if (!(s.distance > 0.0)) break;
    normal = s.normal.to_double();
    const double step = (s.distance - gap) / normal.dot(ray);
    way -= step;
    if (std::abs(step) < 1e-7 * gap) break;
  }
  return normal;
}

// Half of the solids are of the first kind, half of the second; few enough to stay in the cache, as in a real scene.
Workload with_solids(const Row& row, Random& random) {
  Workload w;
  w.group = row.group;
  w.label = row.label;
  w.question = row.question;
  const int solids = row.points > 2048 ? 8 : 40;
  for (int i = 0; i < solids; ++i) {
    const Kind kind = row.kinds[static_cast<size_t>(i % 2)];
    w.solids.push_back(kind == Kind::hull ? random_hull(random, row.points) : random_primitive(random, kind));
  }
  return w;
}

bool answered_within(Query& q, const Workload& w, double from, double to) {
  if (!set_answer(q, w.solids[static_cast<size_t>(q.a)], w.solids[static_cast<size_t>(q.b)], w.penetrating))
    return false;
  const Quad size = w.penetrating ? -q.answer : q.answer;
  return size >= from && size <= to;
}

Workload cold(const Row& row, int queries, unsigned seed) {
  Random random(seed);
  Workload w = with_solids(row, random);
  while (static_cast<int>(w.queries.size()) < queries) {
    Query q = random_query(random, w);
    const double gap =
        row.gap_max < 1.0 ? log_uniform(random, row.gap_min, row.gap_max) : uniform(random, row.gap_min, row.gap_max);
    move_to_gap(q, w, random_direction(random), gap);
    if (answered_within(q, w, 0.99 * row.gap_min, 1.01 * row.gap_max)) w.queries.push_back(q);
  }
  return w;
}

Workload overlapping(const Row& row, int queries, unsigned seed) {
  Random random(seed);
  Workload w = with_solids(row, random);
  w.penetrating = true;
  while (static_cast<int>(w.queries.size()) < queries) {
    Query q = random_query(random, w);
    const Vec3 ray = random_direction(random);
    constexpr double touching = 1e-6;
    const Vec3 normal = move_to_gap(q, w, ray, touching);
    const double depth = uniform(random, row.gap_min, row.gap_max);
    q.pose_b.position -= ((depth + touching) / std::max(0.3, normal.dot(ray))) * ray;
    if (answered_within(q, w, row.gap_min, row.gap_max)) w.queries.push_back(q);
  }
  return w;
}

// Tracks of 100 steps: b turns by half a degree about an axis of its own and drifts by a hundredth, turning back where
// it would leave the range of gaps.
Workload tracked(const Row& row, int queries, unsigned seed) {
  constexpr int steps = 100;
  constexpr double drift = 0.01;
  Random random(seed);
  Workload w = with_solids(row, random);
  w.tracked = true;
  while (static_cast<int>(w.queries.size()) < queries) {
    std::vector<Query> track;
    Query q = random_query(random, w);
    move_to_gap(q, w, random_direction(random), uniform(random, row.gap_min, row.gap_max));
    const Mat3 turn = Eigen::AngleAxisd(0.5 * std::numbers::pi / 180.0, random_direction(random)).toRotationMatrix();
    const Mat3 start = q.pose_b.rotation;
    Mat3 turned = Mat3::Identity();
    Vec3 velocity = drift * random_direction(random);
    for (int step = 0; step < steps && answered_within(q, w, 0.5 * row.gap_min, 2.0 * row.gap_max); ++step) {
      q.starts_track = step == 0;
      track.push_back(q);
      const double gap = static_cast<double>(q.answer);
      const Vec3 outwards = q.pose_b.position - q.pose_a.position;
      if ((gap < row.gap_min + drift && velocity.dot(outwards) < 0.0) ||
          (gap > row.gap_max - drift && velocity.dot(outwards) > 0.0))
        velocity = -velocity;
      turned = Eigen::Quaterniond(turn * turned).normalized().toRotationMatrix();
      q.pose_b.rotation = turned * start;
      q.pose_b.position += velocity;
    }
    if (track.size() == steps) std::copy(track.begin(), track.end(), std::back_inserter(w.queries));
  }
  return w;
}

}  // namespace

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  const std::vector<int> sizes{4, 8, 16, 32, 128, 512, 2048, 10000, 100000};
  const auto hulls = [&](const char* group, auto make, double from, double to, int largest,
                         Question question = Question::distance) {
    for (const int n : sizes)
      if (n <= largest) rows.push_back({group, "hull " + std::to_string(n), make, n, from, to, {}, question});
  };
  hulls("near", cold, 1e-3, 1e-2, 100000);
  hulls("medium", cold, 0.1, 0.5, 100000);
  hulls("far", cold, 2.0, 10.0, 100000);
  hulls("tracked", tracked, 0.05, 1.0, 100000);
  hulls("tracked, limit", tracked, 0.05, 1.0, 100000, Question::limit);
  hulls("tracked, margin", tracked, 0.05, 1.0, 100000, Question::margin);
  hulls("depth", overlapping, 0.01, 0.3, 512);
  const std::vector<std::pair<const char*, std::array<Kind, 2>>> primitives{
      {"box-box", {Kind::box, Kind::box}},
      {"box-sphere", {Kind::box, Kind::sphere}},
      {"box-capsule", {Kind::box, Kind::capsule}},
      {"capsule-capsule", {Kind::capsule, Kind::capsule}},
      {"capsule-sphere", {Kind::capsule, Kind::sphere}},
      {"sphere-sphere", {Kind::sphere, Kind::sphere}},
      {"cylinder-cylinder", {Kind::cylinder, Kind::cylinder}},
      {"cylinder-box", {Kind::cylinder, Kind::box}},
      {"cylinder-capsule", {Kind::cylinder, Kind::capsule}},
      {"cylinder-sphere", {Kind::cylinder, Kind::sphere}},
      {"cone-cone", {Kind::cone, Kind::cone}},
      {"ellipsoid-ellipsoid", {Kind::ellipsoid, Kind::ellipsoid}}};
  for (const auto& [label, kinds] : primitives) rows.push_back({"primitives", label, cold, 0, 0.01, 2.0, kinds});
  rows.push_back({"primitives", "hull 32-cylinder", cold, 32, 0.01, 2.0, {Kind::hull, Kind::cylinder}});
  rows.push_back({"primitives", "hull 32-capsule", cold, 32, 0.01, 2.0, {Kind::hull, Kind::capsule}});
  const std::array<Kind, 2> ellipsoids{Kind::ellipsoid, Kind::ellipsoid};
  rows.push_back({"ellipsoids", "gap 1e-6", cold, 0, 1e-7, 1e-5, ellipsoids});
  rows.push_back({"ellipsoids", "gap 1e-3", cold, 0, 1e-4, 1e-2, ellipsoids});
  rows.push_back({"ellipsoids", "gap 0.1", cold, 0, 0.05, 0.2, ellipsoids});
  rows.push_back({"ellipsoids", "gap 5", cold, 0, 2.0, 10.0, ellipsoids});
  rows.push_back({"ellipsoids", "tracked", tracked, 0, 0.05, 1.0, ellipsoids});
  rows.push_back({"ellipsoids", "depth", overlapping, 0, 0.01, 0.3, ellipsoids});
  return rows;
}

}  // namespace bench

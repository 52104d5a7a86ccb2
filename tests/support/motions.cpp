#include "motions.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>

#include "random_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;
using Real = long double;
using Vector = Eigen::Matrix<Real, 3, 1>;
using Matrix = Eigen::Matrix<Real, 3, 3>;

Matrix rotation_of(const Pose& pose) { return pose.rotation().cast<Real>() + pose.rotation_low().cast<Real>(); }

/// Where a body is, as the header of motions defines it, from a base.
struct Place {
  Matrix rotation;
  Vector position;
};
class TruePath {
 public:
  TruePath(const MovingShape& body, const Motion& motion, const Vector& base) {
    for (const Pose& pose : body.poses) poses_.push_back({rotation_of(pose), pose.position().cast<Real>() - base});
    for (std::size_t i = 0; i + 1 < poses_.size(); ++i) {
      const Place &from = poses_[i], &to = poses_[i + 1];
      Stretch s;
      const Eigen::Quaternion<Real> q(Matrix(to.rotation * from.rotation.transpose()));
      const Eigen::AngleAxis<Real> turn(q.normalized());
      s.axis = turn.axis();
      s.angle = turn.angle();
      s.rest = to.rotation - turn.toRotationMatrix() * from.rotation;
      s.pivot = motion.pivot(i).cast<Real>();
      s.start = from.position + from.rotation * s.pivot;
      s.shift = to.position + to.rotation * s.pivot - s.start;
      stretches_.push_back(s);
    }
  }
  Place at(Real time) const {
    if (stretches_.empty()) return poses_[0];
    const auto i = static_cast<std::size_t>(std::min(std::floor(time), static_cast<Real>(stretches_.size() - 1)));
    const Stretch& s = stretches_[i];
    const Real share = time - static_cast<Real>(i);
    const Matrix r =
        Eigen::AngleAxis<Real>(s.angle * share, s.axis).toRotationMatrix() * poses_[i].rotation + share * s.rest;
    return {r, s.start + share * s.shift - r * s.pivot};
  }
  /// No point of a body within this box of its own frame is ever faster.
  double speed(const Interval (&box)[3]) const {
    Real fastest = 0;
    for (const Stretch& s : stretches_) {
      Vector reach;
      for (int k = 0; k < 3; ++k)
        reach[k] = std::max(std::fabs(box[k].lower - s.pivot[k]), std::fabs(box[k].upper - s.pivot[k]));
      // Matrices are rotations to 1e-6.
      const Real turning = s.angle * Real(1.001) + s.rest.norm();
      fastest = std::max(fastest, s.shift.norm() + (turning > 0 ? turning * reach.norm() : 0));
    }
    return static_cast<double>(fastest) * (1.0 + 1e-9);
  }

 private:
  struct Stretch {
    Vector axis, pivot, start, shift;
    Real angle;
    Matrix rest;
  };
  std::vector<Place> poses_;
  std::vector<Stretch> stretches_;
};

/// The distance at any time, measured from the position of a.
class TruthOverTime {
 public:
  TruthOverTime(const MotionCase& m, const Motion& a, const Motion& b)
      : m_(m), a_(m.a, a, m.a.poses[0].position().cast<Real>()), b_(m.b, b, m.a.poses[0].position().cast<Real>()) {}
  Result at(Real time, const Options& options = {}, PairState* state = nullptr) const {
    const Place a = a_.at(time), b = b_.at(time);
    const Vec3 between = (b.position - a.position).cast<double>();
    return distance(m_.a.shape, Pose(a.rotation.cast<double>(), Vec3::Zero()), m_.b.shape,
                    Pose(b.rotation.cast<double>(), between), options, state);
  }
  /// The distance changes no faster than this; infinity, if it is not known.
  double speed() const { return a_.speed(Extent(m_.a.shape).box) + b_.speed(Extent(m_.b.shape).box); }

 private:
  /// How far a shape reaches along the axes of its own frame, by half-spaces that it does not.
  struct Extent {
    explicit Extent(const Shape& shape) {
      constexpr double beyond = 1000.0;
      for (int k = 0; k < 3; ++k) {
        const Vec3 axis = Vec3::Unit(k);
        // A half-space is where axis * x is no more than its offset.
        box[k].lower = distance(shape, Pose(), Halfspace(axis, -beyond), Pose()).lower - beyond;
        box[k].upper = beyond - distance(shape, Pose(), Halfspace(-axis, -beyond), Pose()).lower;
      }
    }
    Interval box[3];
  };

  const MotionCase& m_;
  TruePath a_, b_;
};

double extent_of(const Shape& shape) {
  const Result r = distance(shape, Pose(), Sphere(0.0), Pose::translation({1e6, 0, 0}));
  return r.has_distance() ? std::fabs(1e6 - r.distance) + 4.0 : 4.0;
}

Pose random_pose(Random& random, double extent, bool quaternion) {
  const Vec3 position = random.vector(extent);
  if (!quaternion) return {random.rotation(), position};
  const auto q = random.quaternion();
  return Pose::from_quaternion(q[0], q[1], q[2], q[3], position);
}

Pose moved(const Pose& pose, const Vec3& by) { return Pose::turned(pose, Pose(), pose.position() + by); }

/// The same pose turned by an angle of its own.
Pose turned(Random& random, const Pose& pose, double most) {
  const Mat3 turn = Eigen::AngleAxisd(random.uniform(0, most), random.direction()).toRotationMatrix();
  return {turn * pose.rotation(), pose.position()};
}

Shape any_shape(Random& random, bool bounded_only) {
  const Type type = bounded_only ? bounded_type(random) : any_type(random);
  ShapeStyle style;
  style.scale = Vec3::Constant(random.uniform(0.2, 0.8));
  return random_shape(random, type, style);
}

Shape some_union(Random& random) {
  std::vector<Part> parts;
  const int count = random.integer(2, 4);
  for (int i = 0; i < count; ++i)
    parts.push_back({any_shape(random, true), random_pose(random, 1.0, random.chance(0.5))});
  return Union(parts);
}

MovingShape still(Random& random, Shape shape) { return {std::move(shape), {random_pose(random, 0.3, true)}}; }

}  // namespace

MotionCase make_motion(std::uint64_t seed, std::uint64_t index) {
  Random random(seed * 1000003 + index);
  static constexpr const char* families[] = {"translation", "rotation", "screw", "both",    "turns",
                                             "grazing",     "overlap",  "plate", "far-off", "union"};
  const std::string family = families[index % std::size(families)];
  const bool quaternion = random.chance(0.5);
  MotionCase m{family, still(random, any_shape(random, false)), still(random, any_shape(random, true)), 0.0};
  const Pose from = random_pose(random, 3.0, quaternion);
  const Vec3 path = random.vector(4.0);
  if (random.chance(0.3)) m.margin = random.uniform(0.0, 0.5);
  if (family == "translation") {
    m.b.poses = {from, moved(from, path)};
  } else if (family == "rotation") {
    m.b.poses = {from, turned(random, from, 3.1)};
  } else if (family == "screw") {
    m.b.poses = {from, moved(turned(random, from, 3.1), path)};
    m.b.between = Motion::Between::screw;
  } else if (family == "both") {
    m.a.shape = any_shape(random, true);
    m.a.poses = {random_pose(random, 2.0, quaternion), random_pose(random, 2.0, quaternion)};
    m.b.poses = {from, random_pose(random, 3.0, quaternion)};
  } else if (family == "turns") {
    const Vec3 axis = random.direction();
    m.b.poses = {from};
    for (int i = 1; i <= 8; ++i)
      m.b.poses.push_back({Mat3(Eigen::AngleAxisd(2.5 * i, axis).toRotationMatrix() * from.rotation()),
                           from.position() + path * (i / 8.0)});
  } else if (family == "grazing") {
    m.b.poses = {from, moved(from, path)};
    const Approach near = closest_approach(m.a.shape, m.a.motion(), m.b.shape, m.b.motion());
    static constexpr double gaps[] = {0.0, 1e-12, 1e-9, 1e-6, 1e-3, -1e-9};
    const double by = gaps[random.integer(0, 5)] - near.at.distance;
    if (std::isfinite(by)) m.b.poses = {moved(from, by * near.at.normal), moved(from, path + by * near.at.normal)};
    m.margin = 0.0;
  } else if (family == "overlap") {
    const Pose inside = random_pose(random, 0.2, quaternion);
    m.b.poses = {inside, moved(turned(random, inside, 2.0), random.vector(3.0))};
  } else if (family == "plate") {
    m.a = still(random, Box({random.uniform(0.5, 2), random.uniform(0.5, 2), random.magnitude(1e-9, 1e-2)}));
    const Vec3 speed = random.direction() * random.magnitude(10, 1e4);
    const Pose before = moved(turned(random, m.a.poses[0], 1.0), -0.45 * speed);
    m.b.poses = {before, moved(before, speed)};
  } else if (family == "far-off") {
    m.a.shape = any_shape(random, true);
    const Vec3 offset = random.direction() * 1e8;
    const Pose to = moved(turned(random, from, 2.0), path);
    m.a.poses = {moved(m.a.poses[0], offset)};
    m.b.poses = {moved(from, offset), moved(to, offset)};
  } else {
    m.a.shape = some_union(random);
    if (random.chance(0.5)) m.b.shape = some_union(random);
    m.b.poses = {from, moved(turned(random, from, 2.0), path)};
  }
  return m;
}

MotionCase make_swing(std::uint64_t seed, std::uint64_t index) {
  Random random(seed * 1000003 + index);
  const auto slender = [&]() -> Shape {
    const Vec3 size(random.magnitude(0.01, 1), random.magnitude(0.01, 1), random.uniform(1, 2));
    switch (random.integer(0, 3)) {
      case 0:
        return Capsule(0.2 * size.x(), size.z());
      case 1: {
        std::vector<Vec3> points;
        for (int i = 0; i < 12; ++i) points.push_back(0.5 * random.vector(1.0).cwiseProduct(size));
        return Hull(points);
      }
      default:
        return Box(size);
    }
  };
  MotionCase m{"swing", still(random, slender()), still(random, slender()), 0.0};
  const Pose from = random_pose(random, 0.1, false);
  const Vec3 off = random.direction() * random.uniform(0.3, 1.5);
  const auto poses = [&](const Vec3& by) {
    Random again(seed * 1000003 + index + 1);
    return std::vector<Pose>{moved(from, off + by), moved(turned(again, from, 3.1), off + by + again.vector(0.3))};
  };
  m.b.poses = poses(Vec3::Zero());
  if (random.chance(0.3)) m.b.between = Motion::Between::screw;
  if (random.chance(0.3)) m.a.poses.push_back(turned(random, m.a.poses[0], 3.1));
  // To and fro until the nearest they come is about nothing.
  static constexpr double gaps[] = {0.0, 1e-9, 1e-6, 1e-3, -1e-9, -1e-6, -1e-3, -1e-2};
  const double gap = gaps[random.integer(0, 7)];
  Vec3 by = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    const Approach near = closest_approach(m.a.shape, m.a.motion(), m.b.shape, m.b.motion());
    by += (gap - near.at.distance) * near.at.normal;
    m.b.poses = poses(by);
  }
  return m;
}

void MotionTally::add(const MotionTally& other) {
  motions += other.motions;
  contradictions += other.contradictions;
  wide += other.wide;
  unfinished += other.unfinished;
  impacts += other.impacts;
  overlaps += other.overlaps;
  queries += other.queries;
  looks += other.looks;
  seconds += other.seconds;
  reports.insert(reports.end(), other.reports.begin(), other.reports.end());
  notes.insert(notes.end(), other.notes.begin(), other.notes.end());
}

MotionTally check_motion(const MotionCase& m, int steps, const std::string& name) {
  MotionTally tally;
  tally.motions = 1;
  const auto wrong = [&](const std::string& what, double claimed, double found, Real time) {
    ++tally.contradictions;
    std::ostringstream text;
    text.precision(17);
    text << name << " (" << m.family << ", " << m.a.shape.type() << " and " << m.b.shape.type() << "): " << what
         << ": claimed " << claimed << ", found " << found << " at " << static_cast<double>(time);
    tally.reports.push_back(text.str());
  };
  const Motion a = m.a.motion(), b = m.b.motion();
  const auto start = std::chrono::steady_clock::now();
  const Approach near = closest_approach(m.a.shape, a, m.b.shape, b);
  const Approach hit = time_of_impact(m.a.shape, a, m.b.shape, b, m.margin);
  tally.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  tally.queries = static_cast<std::uint64_t>(near.queries) + static_cast<std::uint64_t>(hit.queries);
  const double last = static_cast<double>(std::max(m.a.poses.size(), m.b.poses.size()) - 1);
  const double size = extent_of(m.a.shape) + extent_of(m.b.shape);
  const TruthOverTime truth(m, a, b);
  PairState state;
  const double pace = truth.speed() * last / std::max(steps, 1);
  for (int i = 0; i <= steps;) {
    const Real time = Real(last) * i / std::max(steps, 1);
    const Result r = truth.at(time, {}, &state);
    ++tally.looks;
    // What rounding the pose may do to the oracle itself.
    const double blur = 2e-14 * (size + std::fabs(r.has_distance() ? r.distance : 0.0));
    const bool before = time < Real(hit.time.lower);
    if (near.distance.lower > r.upper + blur) wrong("the least distance", near.distance.lower, r.upper, time);
    if (before && r.upper + blur < m.margin) wrong("before the first contact", hit.time.lower, r.upper, time);
    // Steps at which the bodies cannot have come near enough to contradict anything are passed over.
    const double limit = before ? std::max(near.distance.lower, m.margin) : near.distance.lower;
    const double passed = std::floor((r.lower - blur - limit) / pace * (1.0 - 1e-9));
    i += passed >= 2.0 ? static_cast<int>(std::min(passed, static_cast<double>(steps))) : 1;
  }
  const auto there = [&](const Approach& approach, const char* what) {
    const Result r = truth.at(approach.at_time);
    const double blur = 2e-14 * (size + std::fabs(r.has_distance() ? r.distance : 0.0));
    if (r.has_distance() && approach.at.upper < r.lower - blur)
      wrong(what, approach.at.upper, r.lower, approach.at_time);
    if (r.has_distance() && approach.at.lower > r.upper + blur)
      wrong(what, approach.at.lower, r.upper, approach.at_time);
    return r;
  };
  const Result at_near = there(near, "the distance at the least");
  if (near.distance.upper < at_near.lower - 2e-14 * size && at_near.has_distance())
    wrong("the least distance is not attained", near.distance.upper, at_near.lower, near.at_time);
  if (!(near.at_time >= near.time.lower && near.at_time <= near.time.upper))
    wrong("its time is outside of the interval", near.time.lower, near.at_time, near.at_time);
  if (!(near.distance.lower <= near.distance.upper))
    wrong("an empty interval", near.distance.lower, near.distance.upper, 0);
  if (hit.time.upper < HUGE_VAL) {
    there(hit, "the distance at the last look");
    if (!(hit.at_time >= hit.time.lower && hit.at_time <= hit.time.upper))
      wrong("the last look is outside of the interval", hit.time.lower, hit.at_time, hit.at_time);
    const Result at_hit = truth.at(hit.time.upper);
    if (at_hit.has_distance() && at_hit.lower > m.margin + 2e-14 * size)
      wrong("no contact", m.margin, at_hit.lower, hit.time.upper);
    ++tally.impacts;
  }
  // The two must agree with each other.
  if (near.distance.lower > m.margin && hit.time.upper < HUGE_VAL)
    wrong("contact below the least distance", near.distance.lower, m.margin, hit.time.upper);
  if (near.distance.upper <= m.margin && !(hit.time.lower < HUGE_VAL))
    wrong("no contact, but a least distance below the margin", near.distance.upper, m.margin, near.at_time);
  if (near.distance.upper < 0) ++tally.overlaps;
  const double pair = size + std::fabs(near.at.has_distance() ? near.at.distance : 0.0);
  const bool all_known = near.distance.upper == -HUGE_VAL;
  const auto note = [&](const char* what) {
    std::ostringstream text;
    text << name << " (" << m.family << ", " << m.a.shape.type() << " and " << m.b.shape.type() << "): " << what
         << ": distance from " << near.distance.lower << " to " << near.distance.upper << ", " << near.queries
         << " queries";
    tally.notes.push_back(text.str());
  };
  if (!all_known && !(near.distance.upper - near.distance.lower <= 1e-9 * pair)) {
    ++tally.wide;
    note("wide");
  }
  if (near.ending != Ending::converged) {
    ++tally.unfinished;
    note("open");
  }
  return tally;
}

}  // namespace oracle

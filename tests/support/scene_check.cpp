#include "scene_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace oracle {
namespace {

using namespace clearance;

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same(const Vec3& a, const Vec3& b) { return same(a.x(), b.x()) && same(a.y(), b.y()) && same(a.z(), b.z()); }
bool same(const Feature& a, const Feature& b) { return a.count == b.count && a.vertices == b.vertices; }
bool same(const Result& a, const Result& b) {
  return a.status == b.status && same(a.distance, b.distance) && same(a.lower, b.lower) && same(a.upper, b.upper) &&
         same(a.point_a, b.point_a) && same(a.point_b, b.point_b) && same(a.normal, b.normal) &&
         same(a.feature_a, b.feature_a) && same(a.feature_b, b.feature_b) && a.part_a == b.part_a &&
         a.part_b == b.part_b && a.iterations == b.iterations && a.method == b.method && a.ending == b.ending;
}
bool same(const PairDistance& a, const PairDistance& b) { return a.a == b.a && a.b == b.b && same(a.result, b.result); }

Pose any_pose(Random& random, double spread) {
  const Vec3 at = random.vector(spread);
  if (random.chance(0.3)) return Pose::translation(at);
  if (random.chance(0.5)) return {random.rotation(), at};
  const auto q = random.quaternion();
  return Pose::from_quaternion(q[0], q[1], q[2], q[3], at);
}

/// A scene as a user thinks of it: bodies and rules in plain lists.
struct Plain {
  struct Body {
    BodyId id;
    Shape shape;
    Pose pose;
    std::string group;
    int moved = 0;  // a number that no other pose has
  };
  std::vector<Body> bodies;  // by id
  std::set<IdPair> ignored;
  std::optional<std::set<IdPair>> listed;

  bool paired(const Body& a, const Body& b) const {
    if (!a.group.empty() && a.group == b.group) return false;
    if (ignored.count({a.id, b.id}) != 0) return false;
    return !listed || listed->count({a.id, b.id}) != 0;
  }
};

class SceneCheck {
 public:
  SceneCheck(Random& random, int number, const SceneRun& run, SceneTally& tally)
      : random_(random), number_(number), tally_(tally), scene_(SceneOptions{}), shared_(SceneOptions{.threads = 2}) {
    const int count = static_cast<int>(random.magnitude(2.0, run.most_bodies + 0.99));
    spread_ = heap_ ? 0.2 : std::cbrt(static_cast<double>(count)) * random.magnitude(0.3, 4.0);
    if (random.chance(0.5)) groups_ = random.integer(1, 4);
    if (random.chance(0.5))
      for (int i = 0; i < count; ++i) add();
    else
      add_at_once(count);
    if (random.chance(0.3))
      for (int i = 0; i < count; ++i) ignore();
    if (random.chance(0.15)) list();
    check(true);
    for (int lot = 0; lot < 10; ++lot) {
      for (int i = 0; i < run.changes / 10; ++i) change();
      check(lot == 9);
    }
    ++tally_.scenes;
  }

 private:
  Plain::Body& any_body() {
    return plain_.bodies[static_cast<std::size_t>(random_.integer(0, static_cast<int>(plain_.bodies.size()) - 1))];
  }

  NewBody drawn() {
    std::string group;
    if (groups_ > 0 && random_.chance(0.7)) group = std::to_string(random_.integer(1, groups_));
    const Shape shape = any_scene_shape(random_, random_.chance(0.04), heap_);
    const Pose pose = any_pose(random_, spread_);
    return {std::to_string(named_++), shape, pose, group};
  }

  void add() {
    const NewBody body = drawn();
    const BodyId id = scene_.add(body.name, body.shape, body.pose, body.group);
    if (id != shared_.add(body.name, body.shape, body.pose, body.group)) fault("ids differ");
    plain_.bodies.push_back({id, body.shape, body.pose, body.group, ++moves_});
  }

  void add_at_once(int count) {
    std::vector<NewBody> bodies;
    for (int i = 0; i < count; ++i) bodies.push_back(drawn());
    const std::vector<BodyId> ids = scene_.add(bodies);
    if (ids != shared_.add(bodies)) fault("ids differ");
    for (std::size_t i = 0; i < bodies.size(); ++i)
      plain_.bodies.push_back({ids[i], bodies[i].shape, bodies[i].pose, bodies[i].group, ++moves_});
  }

  void ignore() {
    BodyId a = any_body().id, b = any_body().id;
    if (a == b) return;
    scene_.ignore(b, a);
    shared_.ignore(a, b);
    if (b < a) std::swap(a, b);
    plain_.ignored.insert({a, b});
  }

  void list() {
    std::vector<IdPair> pairs;
    plain_.listed.emplace();
    for (std::size_t i = 0; i < 3 * plain_.bodies.size(); ++i) {
      BodyId a = any_body().id, b = any_body().id;
      if (a == b) continue;
      pairs.emplace_back(a, b);
      if (b < a) std::swap(a, b);
      plain_.listed->insert({a, b});
    }
    scene_.only(pairs);
    shared_.only(pairs);
  }

  void change() {
    const double kind = random_.uniform(0, 1);
    if (kind < 0.1 && plain_.bodies.size() > 2) {
      const BodyId id = any_body().id;
      scene_.remove(id);
      shared_.remove(id);
      std::erase_if(plain_.bodies, [&](const Plain::Body& body) { return body.id == id; });
    } else if (kind < 0.2) {
      add();
    } else {
      Plain::Body& body = any_body();
      if (random_.chance(0.6)) {  // a little
        const Vec3 at = body.pose.position() + random_.vector(0.05);
        body.pose = Pose::turned(Pose(), body.pose, at);
      } else {
        body.pose = any_pose(random_, spread_);
      }
      body.moved = ++moves_;
      scene_.set_pose(body.id, body.pose);
      shared_.set_pose(body.id, body.pose);
    }
  }

  /// What a query says of two bodies. Asked once for each place of theirs.
  const Result& brute(const Plain::Body& a, const Plain::Body& b) {
    Asked& asked = asked_[{a.id, b.id}];
    if (asked.moved != std::pair(a.moved, b.moved))
      asked = {{a.moved, b.moved}, distance(a.shape, a.pose, b.shape, b.pose)};
    return asked.result;
  }

  void check(bool with_all) {
    std::vector<PairDistance> truth;
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < plain_.bodies.size(); ++i)
      for (std::size_t j = i + 1; j < plain_.bodies.size(); ++j) {
        const Plain::Body &a = plain_.bodies[i], &b = plain_.bodies[j];
        if (!plain_.paired(a, b)) continue;
        truth.push_back({a.id, b.id, brute(a, b)});
        least = std::min(least, truth.back().result.lower);
        if (truth.back().result.status == Status::penetrating) ++tally_.overlapping;
      }
    tally_.pairs += truth.size();
    std::vector<PairDistance> sorted = truth;
    std::sort(sorted.begin(), sorted.end(), [](const PairDistance& p, const PairDistance& q) {
      return p.result.upper != q.result.upper ? p.result.upper < q.result.upper
                                              : std::pair(p.a, p.b) < std::pair(q.a, q.b);
    });
    for (Scene* scene : {&scene_, &shared_}) {
      if (scene->pair_count() != truth.size()) fault("pair_count");
      check_one(scene->closest(), sorted, least, "closest");
      std::vector<PairDistance> found(static_cast<std::size_t>(random_.integer(1, 12)));
      found.resize(scene->closest(found));
      check_first(found, sorted, "the nearest");
      if (!sorted.empty()) check_within(*scene, sorted);
      const BodyId body = any_body().id;
      std::vector<PairDistance> of_body;
      double least_of_body = HUGE_VAL;
      for (const PairDistance& pair : sorted)
        if (pair.a == body || pair.b == body) {
          of_body.push_back(pair);
          least_of_body = std::min(least_of_body, pair.result.lower);
        }
      check_one(scene->closest_to(body), of_body, least_of_body, "closest_to");
      if (!plain_.listed && with_all) {
        found.resize(truth.size());
        if (scene->all(found) != truth.size()) fault("all: count");
        check_first(found, truth, "all");
      }
      tally_.answers += 5;
    }
  }

  void check_one(const std::optional<PairDistance>& found, const std::vector<PairDistance>& sorted, double least,
                 const char* what) {
    if (found.has_value() == sorted.empty()) return fault(what);
    if (!found) return;
    PairDistance expected = sorted.front();
    if (least < expected.result.lower) {
      expected.result.lower = least;
      expected.result.status = least > 0.0                   ? Status::separated
                               : expected.result.upper < 0.0 ? Status::penetrating
                                                             : Status::touching;
    }
    if (!same(*found, expected)) fault(what);
  }

  void check_first(const std::vector<PairDistance>& found, const std::vector<PairDistance>& expected,
                   const char* what) {
    if (found.size() > expected.size()) return fault(what);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!same(found[i], expected[i])) return fault(what);
  }

  void check_within(Scene& scene, const std::vector<PairDistance>& sorted) {
    // Mostly a short list: a long one is as many queries of pairs as it has.
    const std::size_t most = random_.chance(0.1) ? sorted.size() : std::min<std::size_t>(sorted.size(), 300);
    const double limit =
        sorted[static_cast<std::size_t>(random_.integer(0, static_cast<int>(most) - 1))].result.distance;
    if (!std::isfinite(limit)) return;
    std::vector<PairDistance> near;
    for (const PairDistance& pair : sorted)
      if (!(pair.result.lower > limit)) near.push_back(pair);
    std::vector<PairDistance> found(random_.chance(0.5) ? near.size() + 3 : near.size() / 2 + 1);
    const std::size_t count = scene.within(limit, found);
    if (count != near.size()) return fault("within: count");
    found.resize(std::min(count, found.size()));
    check_first(found, near, "within");
  }

  void fault(const char* what) {
    if (tally_.wrong.size() < 50) tally_.wrong.push_back("scene " + std::to_string(number_) + ": " + what);
  }

  Random& random_;
  int number_;
  SceneTally& tally_;
  Scene scene_, shared_;
  Plain plain_;
  struct Asked {
    std::pair<int, int> moved;
    Result result;
  };
  std::map<IdPair, Asked> asked_;
  double spread_ = 1.0;
  /// A third of all scenes is a heap in which most pairs overlap; the rest, from crowded to far apart.
  bool heap_ = number_ % 3 == 0;
  int groups_ = 0, named_ = 0, moves_ = 0;
};

}  // namespace

Shape any_scene_shape(Random& random, bool unbounded, bool centred) {
  if (unbounded) {
    constexpr std::array types{Type::ray, Type::line, Type::plane, Type::halfspace};
    return random_shape(random, types[static_cast<std::size_t>(random.integer(0, 3))], {});
  }
  const Vec3 offset = random.chance(0.3) && !centred ? random.vector(1.0) : Vec3(Vec3::Zero());
  const ShapeStyle style{Vec3::Constant(random.magnitude(0.2, 1.5)), offset, random.chance(0.1)};
  if (!random.chance(0.1)) return random_shape(random, bounded_type(random), style);
  std::vector<Part> parts;
  for (int i = random.integer(1, 4); i > 0; --i)
    parts.push_back({random_shape(random, bounded_type(random), style), any_pose(random, centred ? 0.2 : 1.0)});
  return Union(std::move(parts));
}

SceneTally check_scenes(const SceneRun& run) {
  SceneTally tally;
  for (int i = 0; i < run.scenes; ++i) {
    Random random(run.seed * 1000003 + static_cast<std::uint64_t>(i));
    SceneCheck(random, i, run, tally);
  }
  return tally;
}

namespace {

/// A body on its way: along a line and about an axis, at rest, in jumps, or lost now and then.
struct Mover {
  Shape shape;
  Vec3 from, velocity, axis;
  double turn = 0.0;
  Mat3 start;
  int kind = 0;
  Uncertain known = {};

  /// Somewhere within what is uncertain about it.
  Pose placed(const Pose& given, Random& random) const {
    if (!known.any()) return given;
    const Mat3 turned =
        Eigen::AngleAxisd(random.uniform(-0.999, 0.999) * known.angle, random.direction()) * given.rotation();
    return {turned, Vec3(given.position() + random.uniform(0, 0.999) * known.position * random.direction())};
  }

  Pose at(int cycle, Random& random) const {
    if (kind == 0) return {start, from};
    if (kind == 1 && random.chance(0.02)) return {random.rotation(), random.vector(2.0)};
    const double t = cycle;
    const Mat3 r = Eigen::AngleAxisd(turn * t, axis).toRotationMatrix() * start;
    return {r, Vec3(from + t * velocity)};
  }
};

}  // namespace

MonitorTally check_monitors(const MonitorRun& run) {
  MonitorTally tally;
  for (int motion = 0; motion < run.motions; ++motion) {
    Random random(run.seed * 7919 + static_cast<std::uint64_t>(motion));
    const int count = random.integer(2, run.most_bodies);
    std::vector<Mover> movers;
    Scene scene;
    std::vector<Pose> poses;
    const double spread = std::cbrt(static_cast<double>(count)) * random.magnitude(0.5, 3.0);
    const double speed = random.magnitude(1e-5, 0.1);
    for (int i = 0; i < count; ++i) {
      Mover mover{any_scene_shape(random, random.chance(0.05)),
                  random.vector(spread),
                  random.vector(speed),
                  random.direction(),
                  random.uniform(-speed, speed),
                  random.rotation()};
      mover.kind = random.chance(0.3) ? 0 : random.chance(0.1) ? 1 : 2;
      movers.push_back(mover);
      poses.push_back(mover.at(0, random));
      scene.add(std::to_string(i), mover.shape, poses.back());
    }
    const auto pairs = static_cast<double>(scene.pair_count());
    const double share = random.magnitude(0.01, 1.0);
    Monitor monitor(scene, {.queries = std::max(1, static_cast<int>(share * pairs))},
                    {.margin = random.uniform(-0.1, 0.5) * spread});
    if (random.chance(0.3))
      for (Mover& mover : movers) {
        if (random.chance(0.5) || !mover.shape.bounded()) continue;
        mover.known = {random.magnitude(1e-6, 0.1), random.magnitude(1e-6, 0.1), 0.0};
        monitor.set_uncertain(BodyId{static_cast<std::uint32_t>(&mover - movers.data())}, mover.known);
      }
    ++tally.motions;
    std::vector<PairState> states(scene.pair_count());
    for (int cycle = 1; cycle <= run.cycles; ++cycle) {
      for (int i = 0; i < count; ++i)
        poses[static_cast<std::size_t>(i)] = movers[static_cast<std::size_t>(i)].at(cycle, random);
      std::span<const Pose> given = poses;
      std::optional<std::size_t> lost;
      if (random.chance(0.02)) given = given.first(given.size() - 1), lost = poses.size() - 1;
      if (random.chance(0.02)) {  // a position that is no number: the constructors of Pose refuse it, this does not
        lost = static_cast<std::size_t>(random.integer(0, count - 1));
        poses[*lost] = Pose::turned(Pose(), poses[*lost], Vec3::Constant(NAN));
        given = poses;
      }
      const Report& report = monitor.cycle(given);
      for (std::size_t i = 0; i < poses.size(); ++i)
        if (!lost || *lost != i) poses[i] = movers[i].placed(poses[i], random);
      double least = HUGE_VAL;
      for (const Bound& bound : monitor.bounds()) {
        const std::size_t a = bound.a.value, b = bound.b.value;
        const auto fault = [&](const char* what) {
          if (tally.wrong.size() < 50)
            tally.wrong.push_back("motion " + std::to_string(motion) + ", cycle " + std::to_string(cycle) + ", pair " +
                                  std::to_string(a) + " " + std::to_string(b) + ": " + what);
        };
        ++tally.pair_cycles;
        least = std::min(least, bound.lower);
        if (lost && (a == *lost || b == *lost)) {
          ++tally.unknown;
          if (bound.lower != -HUGE_VAL) fault("a bound of a body whose pose is not known");
          continue;
        }
        PairState& state = states[static_cast<std::size_t>(&bound - monitor.bounds().data())];
        const Result truth = distance(movers[a].shape, poses[a], movers[b].shape, poses[b], {}, &state);
        if (bound.lower > truth.upper) fault("a bound above the truth");
        if (bound.age > 0) ++tally.stale;
        if (truth.upper < 0.0) ++tally.overlapping;
        if (bound.age > 0 && bound.lower > truth.lower - 0.1 * spread) ++tally.useful;
      }
      if (least != report.lower && tally.wrong.size() < 50)
        tally.wrong.emplace_back("the report is not the least bound");
    }
  }
  return tally;
}

}  // namespace oracle

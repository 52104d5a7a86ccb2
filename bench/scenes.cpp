// Scenes of many bodies, ours against the broad phases of FCL and Bullet, in one process and on the same scenes: poses
// of what moves and the nearest pair, cycle by cycle; one body moved; the build. Answers of the others are judged by
// our proven bounds, which clearance_scene_stress compares with brute force. Bullet's broad phase cannot find a nearest
// pair: it is told the distance in advance, and has to ask only the pairs within it.
//
// Besides, what only we have: all pairs tracked, all pairs of a crowd on one thread and on two, and the monitor's
// bounds.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "clearance/monitor.hpp"
#include "scene_peers.hpp"
#include "told.hpp"

namespace {

using bench::SceneCase;
using clearance::BodyId;
using clearance::Pose;
using Clock = std::chrono::steady_clock;

struct Times {
  double median = 0.0, worst = 0.0;  // us
};

Times of(std::vector<float>& us) {
  const auto middle = us.begin() + static_cast<std::ptrdiff_t>(us.size() / 2);
  std::nth_element(us.begin(), middle, us.end());
  return {*middle, *std::max_element(us.begin(), us.end())};
}

/// What each cycle takes; `prepare` does not count.
Times measured(std::size_t cycles, const std::function<void(std::size_t)>& prepare,
               const std::function<void(std::size_t)>& f) {
  std::vector<float> us(cycles);
  for (std::size_t k = 0; k < cycles; ++k) {
    prepare(k);
    const auto start = Clock::now();
    f(k);
    us[k] = std::chrono::duration<float, std::micro>(Clock::now() - start).count();
  }
  return of(us);
}
Times measured(std::size_t cycles, const std::function<void(std::size_t)>& f) {
  return measured(
      cycles, [](std::size_t) {}, f);
}

void print(std::string_view who, std::string_view what, const Times& t, double ours, const std::string& more = "") {
  fmt::print("  {:<7} {:<22} {:>10.2f} us  worst {:>9.1f}", who, what, t.median, t.worst);
  if (ours > 0.0) fmt::print("  {:6.2f} x", t.median / ours);
  fmt::print("{}\n", more.empty() ? "" : "  " + more);
}

std::vector<clearance::NewBody> bodies_of(const SceneCase& scene) {
  std::vector<clearance::NewBody> bodies;
  for (std::size_t i = 0; i < scene.solids.size(); ++i)
    bodies.push_back({"body " + std::to_string(i), scene.solids[i].shape, scene.poses[i],
                      scene.all_against_all ? ""
                      : i < scene.moving    ? "robot"
                                            : "rest"});
  return bodies;
}

/// The next pose of a body that is moved back and forth by some millimetres.
Pose nudged(const Pose& pose, std::size_t k) {
  return {pose.rotation(),
          clearance::Vec3(pose.position() + 1e-3 * static_cast<double>(k % 5) * clearance::Vec3::UnitX())};
}

/// One body moved, a thousand at a time: a single one is less than the clock.
template <class Move>
Times one_moved(const SceneCase& scene, std::size_t cycles, const Move& move) {
  constexpr std::size_t lot = 1000;
  std::vector<Pose> poses(lot);
  const auto body = [&](std::size_t j) { return j * 7919 % scene.solids.size(); };
  Times t = measured(
      std::max<std::size_t>(5, cycles / lot),
      [&](std::size_t k) {
        for (std::size_t j = 0; j < lot; ++j) poses[j] = nudged(scene.poses[body(j)], k + j);
      },
      [&](std::size_t) {
        for (std::size_t j = 0; j < lot; ++j) move(body(j), poses[j]);
      });
  t.median /= lot;
  t.worst /= lot;
  return t;
}

void compare(const SceneCase& scene, std::size_t cycles, bool peers) {
  clearance::Scene ours;
  std::vector<clearance::NewBody> bodies;
  const Times built = measured(
      10,
      [&](std::size_t) {
        ours = clearance::Scene();
        bodies = bodies_of(scene);
      },
      [&](std::size_t) { ours.add(std::move(bodies)); });
  fmt::print("{}: {} pairs\n", scene.name, ours.pair_count());
  std::vector<Pose> poses = scene.poses;
  std::vector<clearance::Result> truth(scene.path.size());
  const auto next = [&](std::size_t k) {
    const std::vector<Pose>& path = scene.path[k % scene.path.size()];
    std::copy(path.begin(), path.end(), poses.begin());
  };
  for (std::size_t k = 0; k < scene.path.size(); ++k) {
    next(k);
    ours.set_poses(poses);
    truth[k] = ours.closest()->result;
  }
  double sum = 0.0;
  const Times nearest = measured(cycles, next, [&](std::size_t) {
    for (std::size_t i = 0; i < scene.moving; ++i) ours.set_pose(BodyId{static_cast<std::uint32_t>(i)}, poses[i]);
    sum += ours.closest()->result.lower;
  });
  print("ours", "poses, nearest pair", nearest, 0.0, sum == 0.0 ? " " : "");
  const Times moved = one_moved(scene, cycles, [&](std::size_t body, const Pose& pose) {
    ours.set_pose(BodyId{static_cast<std::uint32_t>(body)}, pose);
  });
  print("ours", "one body moved", moved, 0.0);
  print("ours", "build", built, 0.0);
  if (!peers) return;
  const std::size_t fewer = std::max<std::size_t>(scene.path.size(), std::min<std::size_t>(cycles, 2000));
  for (const auto& make : {bench::make_fcl_scene, bench::make_bullet_scene}) {
    const auto peer = make(scene);
    const Times peer_built = measured(10, [&](std::size_t) { peer->build(); });
    std::size_t wrong = 0;
    double found = 0.0;
    std::vector<float> us(fewer);
    for (std::size_t k = 0; k < fewer; ++k) {
      const clearance::Result& proven = truth[k % truth.size()];
      const std::vector<Pose>& path = scene.path[k % scene.path.size()];
      const auto start = Clock::now();
      peer->move(path);
      found = peer->nearest(std::max(proven.upper, 0.0) + 1e-9);
      us[k] = std::chrono::duration<float, std::micro>(Clock::now() - start).count();
      const bool apart = proven.lower > 0.0;
      wrong += apart ? !(found > proven.lower - 1e-6 && found < proven.upper + 1e-6) : found > 1e-6;
    }
    print(peer->name(), "poses, nearest pair", of(us), nearest.median, fmt::format("{} of {} wrong", wrong, fewer));
    const Times peer_moved = one_moved(scene, std::min<std::size_t>(cycles, 20000),
                                       [&](std::size_t body, const Pose& pose) { peer->move_one(body, pose); });
    print(peer->name(), "one body moved", peer_moved, moved.median);
    print(peer->name(), "build", peer_built, built.median);
  }
}

/// Every pair by a query that starts where the last one ended.
void track_all(const SceneCase& scene, std::size_t cycles) {
  clearance::Scene ours;
  ours.add(bodies_of(scene));
  std::vector<clearance::IdPair> pairs(ours.pair_count());
  ours.pairs(pairs);
  // Without three links at the foot against the floor.
  std::erase_if(pairs, [&](const clearance::IdPair& pair) {
    return pair.first.value < 3 && pair.second.value + 1 == scene.solids.size();
  });
  std::vector<clearance::PairState> states(pairs.size());
  std::vector<Pose> poses = scene.poses;
  double sum = 0.0;
  const Times t = measured(
      cycles,
      [&](std::size_t k) {
        const std::vector<Pose>& path = scene.path[k % scene.path.size()];
        std::copy(path.begin(), path.end(), poses.begin());
      },
      [&](std::size_t) {
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          const std::size_t a = pairs[i].first.value, b = pairs[i].second.value;
          sum += clearance::distance(scene.solids[a].shape, poses[a], scene.solids[b].shape, poses[b], {}, &states[i])
                     .distance;
        }
      });
  print("ours", fmt::format("{} pairs tracked", pairs.size()), t, 0.0, sum == 0.0 ? " " : "");
}

void on_threads(const SceneCase& scene, std::size_t cycles) {
  double one[2] = {};
  for (const int threads : {1, 2}) {
    clearance::Scene ours(clearance::SceneOptions{.threads = threads});
    ours.add(bodies_of(scene));
    std::vector<clearance::PairDistance> out(ours.pair_count());
    const Times all = measured(cycles, [&](std::size_t) { ours.all(out); });
    const Times nearest = measured(
        cycles, [&](std::size_t k) { ours.set_poses(scene.path[k % scene.path.size()]); },
        [&](std::size_t) { ours.closest(); });
    if (threads == 1) one[0] = all.median, one[1] = nearest.median;
    const auto faster = [&](double t, double t1) { return fmt::format("{:.2f} times faster than one", t1 / t); };
    print("ours", fmt::format("all, {} threads", threads), all, 0.0, faster(all.median, one[0]));
    print("ours", fmt::format("nearest, {} threads", threads), nearest, 0.0, faster(nearest.median, one[1]));
  }
}

/// Bounds of every pair, one query a cycle: what a stale pair costs.
void watch(const SceneCase& scene, std::size_t cycles) {
  clearance::Scene ours;
  ours.add(bodies_of(scene));
  clearance::Monitor monitor(ours, {.queries = 1}, {.margin = 0.0});
  std::vector<Pose> poses = scene.poses;
  const Times t = measured(
      cycles,
      [&](std::size_t k) {
        const std::vector<Pose>& path = scene.path[k % scene.path.size()];
        std::copy(path.begin(), path.end(), poses.begin());
      },
      [&](std::size_t) { monitor.cycle(poses); });
  const auto pairs = static_cast<double>(monitor.bounds().size());
  print("ours", "all pairs bounded", t, 0.0,
        fmt::format("{} pairs, {:.1f} ns each", monitor.bounds().size(), 1e3 * t.median / pairs));
}

}  // namespace

int main(int argc, char** argv) {
  return bench::told("clearance_bench_scenes", [&] {
    CLI::App app("Scenes of many bodies, ours against the broad phases of FCL and Bullet.");
    std::size_t cycles = 2000;
    bool alone = false;
    app.add_option("--cycles", cycles, "control cycles of each scene")->check(CLI::PositiveNumber);
    app.add_flag("--alone", alone, "without FCL and Bullet");
    CLI11_PARSE(app, argc, argv);

    const SceneCase cell = bench::robot_cell();
    compare(cell, cycles, !alone);
    track_all(cell, cycles);
    for (const int obstacles : {100, 1000, 10000}) {
      const SceneCase scene = bench::robot_among(obstacles);
      compare(scene, cycles, !alone);
      watch(scene, std::max<std::size_t>(100, cycles / static_cast<std::size_t>(obstacles)));
    }
    const SceneCase crowd = bench::crowd(100);
    compare(crowd, cycles, !alone);
    on_threads(crowd, std::min<std::size_t>(cycles, 2000));
    return 0;
  });
}

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clearance/monitor.hpp"
#include "random_shapes.hpp"

// Scenes at random against brute force, and monitors against the truth. What brute force answers is the library's own
// query of every pair: it judges the search, and other oracles judge the query.

namespace oracle {

/// A shape of any type, unions among them. If centred, about its origin.
clearance::Shape any_scene_shape(Random& random, bool unbounded, bool centred = false);

struct SceneRun {
  std::uint64_t seed = 1;
  int scenes = 100;
  int most_bodies = 40;
  int changes = 30;  ///< moves, removals and insertions of each scene, in ten lots, the answers checked after each
};
struct SceneTally {
  std::uint64_t scenes = 0, pairs = 0, overlapping = 0, answers = 0;
  std::vector<std::string> wrong;
};
SceneTally check_scenes(const SceneRun& run);

struct MonitorRun {
  std::uint64_t seed = 1;
  int motions = 50;
  int most_bodies = 12;
  int cycles = 60;
};
struct MonitorTally {
  std::uint64_t motions = 0, pair_cycles = 0, stale = 0, unknown = 0, overlapping = 0, useful = 0;
  std::vector<std::string> wrong;
};
MonitorTally check_monitors(const MonitorRun& run);

}  // namespace oracle

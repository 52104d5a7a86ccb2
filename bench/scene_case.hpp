#pragma once

#include <string>
#include <vector>

#include "clearance/scene.hpp"

// Scenes for the comparison with broad phases: boxes and hulls, some of which move along a path that is known in
// advance.

namespace bench {

using clearance::Pose;
using clearance::Vec3;

/// A box, or a hull of points.
struct SceneSolid {
  Vec3 size = Vec3::Zero();  ///< of a box
  std::vector<Vec3> points;  ///< of a hull
  clearance::Shape shape;
};

struct SceneCase {
  std::string name;
  std::vector<SceneSolid> solids;
  std::vector<Pose> poses;              ///< at the beginning
  std::size_t moving = 0;               ///< the first so many move
  bool all_against_all = false;         ///< else the moving ones against the others
  std::vector<std::vector<Pose>> path;  ///< poses of the moving ones, cycle by cycle, and round again
};

/// A robot of 14 polyhedra among a work object and a floor, as in Fenger, section 4.6: 25 pairs.
SceneCase robot_cell();
/// A robot of 20 bodies among obstacles.
SceneCase robot_among(int obstacles);
/// Bodies that move among each other.
SceneCase crowd(int bodies);

}  // namespace bench

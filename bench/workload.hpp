#pragma once

#include <array>
#include <string>
#include <vector>

#include "clearance/pose.hpp"

// What the contestants are asked: solids, queries between them, and the answers in quadruple precision.

namespace bench {

using clearance::Mat3;
using clearance::Vec3;
using Quad = __float128;

enum class Kind { hull, box, sphere, capsule, cylinder, cone, ellipsoid };

/// What is asked of a pair: its distance; the same if it is below a limit, which is half of it; whether a margin of as
/// much is kept. Who knows no limits answers as always.
enum class Question { distance, limit, margin };

/// A shape as plain data, from which each contestant builds its own.
struct Solid {
  Kind kind = Kind::hull;
  /// Box: full lengths; sphere: radius first; capsule, cylinder, cone: radius, length; ellipsoid: radii.
  Vec3 size = Vec3::Zero();
  std::vector<Vec3> points{};               ///< vertices: of a hull, and of a box as well
  std::vector<std::array<int, 3>> faces{};  ///< triangles of a hull or box, counter-clockwise seen from outside
};

struct Placement {
  Mat3 rotation = Mat3::Identity();
  Vec3 position = Vec3::Zero();
};

struct Query {
  int a = 0, b = 0;  ///< indices of solids
  Placement pose_a{}, pose_b{};
  bool starts_track = true;  ///< false: a small step away from the query before it
  Quad answer = 0;           ///< the true signed distance ...
  Quad answer_error = 0;     ///< ... to within this
};

struct Workload {
  std::string group, label;
  bool tracked = false;  ///< queries form tracks, and a contestant may carry state along each
  Question question = Question::distance;
  bool penetrating = false;  ///< every pair overlaps; signed distances are asked for
  std::vector<Solid> solids{};
  std::vector<Query> queries{};
};

/// One row of the tables, generated when its turn comes.
struct Row {
  std::string group, label;
  Workload (*make)(const Row& row, int queries, unsigned seed);
  int points = 0;                       ///< vertices a hull
  double gap_min = 0.0, gap_max = 0.0;  ///< of the distance, or of the depth
  std::array<Kind, 2> kinds{Kind::hull, Kind::hull};
  Question question = Question::distance;
};

/// Every row, in the order of the tables.
std::vector<Row> all_rows();

}  // namespace bench

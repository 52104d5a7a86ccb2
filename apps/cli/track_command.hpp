#pragma once

#include <optional>
#include <string>

#include "clearance/io.hpp"
#include "io/writer.hpp"

namespace clearance::cli {

struct TrackOptions {
  std::string file;
  double rate = 0.0;  ///< steps a second; 0: at the times of the scene
  int closest = 1;
  std::optional<io::Format> format;  ///< if not given: a table on a terminal, else JSON
  std::string svg;                   ///< where the plot goes
  MeshLimits limits;
};

/// `clearance track`: the nearest pairs of a scene over time.
int run_track(const TrackOptions& options);

}  // namespace clearance::cli

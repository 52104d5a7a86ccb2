#pragma once

#include <optional>
#include <string>

#include "clearance/distance.hpp"
#include "clearance/io.hpp"
#include "io/writer.hpp"

namespace clearance::cli {

struct DistanceOptions {
  std::string file;                  ///< "-" for standard input
  bool jsonl = false;                ///< a stream of queries, one a line, instead of a scene
  std::optional<io::Format> format;  ///< if not given: a table for a scene on a terminal, else JSON
  int closest = 0;                   ///< so many pairs alone, nearest first; 0: all
  std::optional<double> within;      ///< those alone that are not proven to be farther apart
  bool exact = false;                ///< also the exact squared distance of polyhedral pairs
  bool free_margin = false;          ///< also the free margin of two ellipsoids
  Options query;
  MeshLimits limits;
};

/// `clearance distance`. Prints the answers to standard output; returns the exit status: 0, or 1 if some input was bad.
int run_distance(const DistanceOptions& options);

}  // namespace clearance::cli

#pragma once

#include <string>

// `clearance demo`: the built-in robot cell, swept through a motion at 1 kHz, every pair answered every cycle.

namespace clearance::cli {

struct DemoOptions {
  double seconds = 4.0;   ///< length of the motion: the same path, faster or slower
  bool json = false;      ///< one JSON object for machines instead of the tables
  std::string page = {};  ///< a file for a page that shows the motion; empty: none
  bool scene = false;     ///< print the cell as a scene, and run nothing
  double rate = 0.0;      ///< of a scene: samples of the motion a second; 0: the cell at the pick, at rest
};

/// Prints to standard output; returns the exit status: 0, or 1 if a result did not pass verify().
int run_demo(const DemoOptions& options);

}  // namespace clearance::cli

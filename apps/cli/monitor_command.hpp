#pragma once

#include <string>

#include "clearance/io.hpp"
#include "clearance/monitor.hpp"

namespace clearance::cli {

struct MonitorCommandOptions {
  std::string file;
  double rate = 1000.0;
  Budget budget;
  double margin = 0.0;
  bool json = false;
  std::string svg;  ///< where the plot goes
  MeshLimits limits;
};

/// `clearance monitor`: the motion of a scene as a real-time loop would see it.
int run_monitor(const MonitorCommandOptions& options);

}  // namespace clearance::cli

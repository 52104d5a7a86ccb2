#pragma once

#include <optional>
#include <string>

#include "clearance/io.hpp"
#include "clearance/monitor.hpp"
#include "terminal.hpp"
#include "view/cell.hpp"

namespace clearance::cli {

struct PageOptions {
  std::size_t answers = 200'000;      ///< at most so many
  std::optional<Budget> budget = {};  ///< of a monitor that replays the motion
};

struct ViewOptions {
  std::string file;    ///< a scene or a certificate; "-" for standard input
  std::string output;  ///< the page; "-" for standard output
  PageOptions page;
  std::optional<double> margin = {};
  double rate = 0.0;  ///< samples a second; 0: those of the scene
  MeshLimits limits;
};

/// `clearance view`: writes a page that shows a scene. Returns the exit status: 0, or 1 if the scene was bad, the
/// certificate does not hold or the page could not be written.
int run_view(const ViewOptions& options);

/// Answers the pairs of a cell, and writes the page to a file. Returns the exit status.
int write_page(const view::Cell& cell, const PageOptions& options, const OutputFile& file);

/// Says on standard error, and returns false, where this build has no page.
bool page_is_there();

}  // namespace clearance::cli

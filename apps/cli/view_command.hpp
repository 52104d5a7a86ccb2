#pragma once

#include <optional>
#include <string>

#include "clearance/io.hpp"
#include "view/cell.hpp"

namespace clearance::cli {

struct ViewOptions {
  std::string file;    ///< a scene; "-" for standard input
  std::string output;  ///< "-" for standard output
  std::optional<double> margin = {};
  std::size_t answers = 200'000;  ///< at most so many
  MeshLimits limits;
};

/// `clearance view`: writes a page that shows a scene. Returns the exit status: 0, or 1 if the scene was bad or the
/// page could not be written.
int run_view(const ViewOptions& options);

/// Answers the pairs of a cell, and writes the page to a file. Returns the exit status.
int write_page(const view::Cell& cell, std::size_t answers, const std::string& output);

/// Says on standard error, and returns false, where this build has no page.
bool page_is_there();

}  // namespace clearance::cli

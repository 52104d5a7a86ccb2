#pragma once

// Published experiments, run again: the paper's figures beside ours. An experiment is one file that defines an
// `Experiment`, and a line each in experiments.hpp and experiments.cpp. The command does the printing.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::reproduce {

/// A number and what it is, such as {"flops", 1487.5}.
struct Figure {
  std::string key;
  double value;
};

/// One row of a table: the figures of the paper, and ours. A key that both have is a comparison; a figure that is
/// missing in the paper, or that is no finite number, is left out.
struct Row {
  std::string label;
  std::vector<Figure> paper, here;
};

/// Told how much is done, from 0 to 1, as often as it suits the experiment.
using Progress = std::function<void(double share)>;

struct Experiment {
  std::string_view name;    ///< as on the command line: author-table
  std::string_view source;  ///< the work, and the table or figure in it
  std::string_view title;   ///< what is measured, in one line
  std::string_view notes;   ///< what the paper leaves open and was assumed; units; may be empty
  std::vector<Row> (*run)(const Progress& progress);
  std::string (*plot)(const std::vector<Row>& rows) = nullptr;  ///< as SVG, where the paper has a figure
};

/// All of them, in the order of the list.
std::span<const Experiment* const> experiments();
/// Null if there is none of that name.
const Experiment* experiment_from_name(std::string_view name);

}  // namespace clearance::reproduce

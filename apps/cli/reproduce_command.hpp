#pragma once

#include <string>

namespace clearance::cli {

struct ReproduceOptions {
  std::string name;    ///< of an experiment; empty: list them
  bool all = false;    ///< run every one, and end with a table of what came of them
  bool small = false;  ///< leave out the largest sizes of experiments that have many
  bool json = false;
  std::string svg = {};   ///< a file for the plot; empty: none
  std::string html = {};  ///< a file for a page with tables and plots; empty: none
};

/// `clearance reproduce`: lists the published experiments, or runs one and puts the paper's figures beside ours.
/// Returns the exit status, 0. Precondition: the name is empty or known.
int run_reproduce(const ReproduceOptions& options);

}  // namespace clearance::cli

#pragma once

#include <string>

namespace clearance::cli {

struct DecomposeOptions {
  std::string file;
  int parts = 0;  ///< at most; 0: as many as it takes
};
int run_decompose(const DecomposeOptions& options);

}  // namespace clearance::cli

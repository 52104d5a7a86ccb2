#pragma once

#include <optional>
#include <string>

#include "clearance/io.hpp"

namespace clearance::cli {

struct DecomposeOptions {
  std::string file;
  int parts = 0;                    ///< so many; 0: as many as it takes
  std::optional<double> tolerance;  ///< how far a part may stand off the mesh, as a share of its extent
  bool json = false;                ///< one object with the shape and its figures, in place of the shape alone
  MeshLimits limits;
};
int run_decompose(const DecomposeOptions& options);

}  // namespace clearance::cli

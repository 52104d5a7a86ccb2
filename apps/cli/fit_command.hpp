#pragma once

#include <string>

#include "clearance/io.hpp"

namespace clearance::cli {

struct FitOptions {
  std::string file;
  int spheres = 8;          ///< of an s-tope
  double tolerance = 1e-6;  ///< of an ellipsoid: volume beyond the least, as a share of it
  bool json = false;        ///< one object with the shape and its figures, in place of the shape alone
  MeshLimits limits;
};
int run_fit_stope(const FitOptions& options);
int run_fit_ellipsoid(const FitOptions& options);

}  // namespace clearance::cli

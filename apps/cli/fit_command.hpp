#pragma once

#include <string>

namespace clearance::cli {

struct FitOptions {
  std::string file;
  int spheres = 8;
  bool json = false;  ///< one object with the shape and its figures, in place of the shape alone
};
int run_fit_stope(const FitOptions& options);

}  // namespace clearance::cli

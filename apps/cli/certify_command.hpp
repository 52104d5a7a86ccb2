#pragma once

#include <optional>
#include <string>

#include "clearance/io.hpp"

namespace clearance::cli {

struct CertifyCommand {
  std::string file;
  double margin = 0.0;
  bool json = false;
  std::string output;  ///< of the certificate; empty: none is made
  MeshLimits limits;
};
int run_certify(const CertifyCommand& options);

struct CheckCommand {
  std::string file;
  std::string scene;  ///< that the certificate must be about; empty: any
  bool json = false;
};
int run_check(const CheckCommand& options);

}  // namespace clearance::cli

#pragma once

namespace clearance::cli {

/// `clearance methods`: which methods there are, and which shapes each takes. Returns the exit status, 0.
int run_methods(bool json);

}  // namespace clearance::cli

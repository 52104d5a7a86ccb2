#pragma once

namespace clearance::cli {

/// What the method `lcp` takes of each shape. The library does not state it; a test holds this to what it takes.
inline constexpr int most_vertices_of_lcp = 100;

/// `clearance methods`: which methods there are, and which shapes each takes. Returns the exit status, 0.
int run_methods(bool json);

}  // namespace clearance::cli

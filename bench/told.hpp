#pragma once

// The main function of a benchmark.

#include <cstdio>
#include <exception>

namespace bench {

/// What `run` returns; what it throws is told, after the name of the program.
template <class Run>
int told(const char* program, const Run& run) {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return 1;
  }
}

}  // namespace bench

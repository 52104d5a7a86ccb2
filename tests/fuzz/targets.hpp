#pragma once

#include <span>
#include <string_view>

// The readers of input that strangers write, each as a function of bytes: it returns, or takes the program down with
// it.

namespace clearance::fuzz {

struct Target {
  std::string_view name;  ///< as of `./dev fuzz NAME`, and of its folder in tests/fuzz/corpus
  void (*run)(std::string_view bytes);
};

std::span<const Target> targets();

}  // namespace clearance::fuzz

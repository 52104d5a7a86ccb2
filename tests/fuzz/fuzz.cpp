#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "targets.hpp"

// libFuzzer's entry, for the target that the environment variable CLEARANCE_FUZZ names: see `./dev fuzz`.

namespace {

const clearance::fuzz::Target& chosen() {
  const char* const name = std::getenv("CLEARANCE_FUZZ");
  for (const clearance::fuzz::Target& target : clearance::fuzz::targets())
    if (name != nullptr && target.name == name) return target;
  std::fprintf(stderr, "CLEARANCE_FUZZ must be one of:");
  for (const clearance::fuzz::Target& target : clearance::fuzz::targets())
    std::fprintf(stderr, " %.*s", static_cast<int>(target.name.size()), target.name.data());
  std::fprintf(stderr, "\n");
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const clearance::fuzz::Target& target = chosen();
  target.run({reinterpret_cast<const char*>(data), size});
  return 0;
}

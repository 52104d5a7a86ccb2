#include "numeric/processor.hpp"

#include <cstdlib>
#include <string_view>

namespace clearance::detail {

bool can_run(Processor processor) {
#ifdef __x86_64__
  __builtin_cpu_init();  // other static objects may be made before those of the compiler's own library
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (processor == Processor::avx2) return has_avx2;
  if (processor == Processor::avx512)
    return has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#endif
  return processor == Processor::any;
}

Processor wanted_processor() {
  const char* const asked = std::getenv("CLEARANCE_PROCESSOR");
  const std::string_view name = asked != nullptr ? asked : "";
  if (name == "any") return Processor::any;
  if (name != "avx2" && can_run(Processor::avx512)) return Processor::avx512;
  return can_run(Processor::avx2) ? Processor::avx2 : Processor::any;
}

}  // namespace clearance::detail

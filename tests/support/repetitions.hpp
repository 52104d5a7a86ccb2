#pragma once

namespace oracle {

/// How often to repeat a random check. A sanitizer looks for faults of another kind, at a tenth of the speed: an eighth
/// of the repetitions shows it all the code.
template <class Count>
constexpr Count repetitions(Count count) {
#ifdef __SANITIZE_ADDRESS__
  return (count + 7) / 8;
#else
  return count;
#endif
}

}  // namespace oracle

#pragma once

#include <ctime>
#include <limits>

namespace clearance::reproduce {

/// Processor time of this thread, which other work on the machine disturbs least.
inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Seconds that `work` takes: the best of several runs, each repeated until it is long enough to be measured. Long work
/// is run fewer times.
template <class Work>
double seconds_of(const Work& work) {
  constexpr double long_enough = 2e-3, enough_in_all = 0.3;
  constexpr int runs = 5;
  int repeats = 1;
  double best = std::numeric_limits<double>::infinity();
  double total = 0.0;
  for (int run = 0; run < runs && total < enough_in_all;) {
    const double start = thread_seconds();
    for (int i = 0; i < repeats; ++i) work();
    const double seconds = thread_seconds() - start;
    if (seconds < long_enough && repeats < (1 << 20)) {
      repeats *= 2;
      continue;
    }
    total += seconds;
    const double each = seconds / repeats;
    if (each < best) best = each;
    ++run;
  }
  return best;
}

}  // namespace clearance::reproduce

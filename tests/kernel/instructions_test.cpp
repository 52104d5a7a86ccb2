// Counts the instructions of standard queries, one by one: a child process asks, its parent lets it go on a single step
// at a time. No counter of the processor is needed, and the number is the same on every run. A query that takes 5 %
// more instructions than recorded fails; one that takes 5 % less wants its record renewed. Numbers depend on the
// processor that the library was compiled for, so they are compared where that is the recorded one, and printed
// elsewhere.

#include <gtest/gtest.h>

#if defined(__x86_64__) && defined(__linux__) && defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)

#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <vector>

#include "clearance/distance.hpp"
#include "clearance/margin.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;

/// This file is compiled for the same processor as the library.
#if defined(__znver3__) && defined(__AVX512F__)
constexpr bool is_recorded = true;
#else
constexpr bool is_recorded = false;
#endif

/// Instructions of `work`, but for those of an empty one; -1 if this system does not let a process be traced.
long steps_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();  // once, so that all is loaded
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(1);
    raise(SIGSTOP);
    work();
    raise(SIGUSR1);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  long steps = -1;
  if (WIFSTOPPED(status)) {
    for (steps = 0; WIFSTOPPED(status) && WSTOPSIG(status) != SIGUSR1; ++steps) {
      if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) break;
      waitpid(child, &status, 0);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  return steps;
}

struct Standard {
  const char* name;
  std::function<void()> query;
  long recorded;
};

Shape hull(Random& random, int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.direction());
  return Hull(points);
}

TEST(Instructions, AreNoMoreThanRecorded) {
  Random random(5);
  const Pose a(random.rotation(), Vec3(0.1, 0.2, 0.3)), b(random.rotation(), Vec3(3.0, 0.5, -0.4));
  const Shape hull_8 = hull(random, 8), hull_32 = hull(random, 32), hull_128 = hull(random, 128),
              hull_2048 = hull(random, 2048);
  const Shape box = Box({1.0, 0.8, 1.2}), ball = Sphere(0.7), capsule = Capsule(0.4, 1.5),
              cylinder = Cylinder(0.6, 1.4), cone = Cone(0.7, 1.1), ellipsoid = Ellipsoid({0.5, 0.9, 0.7});
  const auto cold = [&](const Shape& x, const Shape& y) {
    return [&, x, y] {
      volatile double kept = distance(x, a, y, b).distance;
      (void)kept;
    };
  };
  std::vector<Pose> around;  // of boxes, which take more or less as they lie
  for (int i = 0; i < 20; ++i)
    around.emplace_back(random.rotation(), a.position() + random.uniform(2.0, 3.5) * random.direction());
  PairState of_8, of_128, of_margin, of_far;
  distance(hull_8, a, hull_8, b, {}, &of_8);
  distance(hull_128, a, hull_128, b, {}, &of_128);
  distance(hull_8, a, hull_8, b, {}, &of_margin);
  check_margin(hull_2048, a, hull_2048, b, 0.1, &of_far);  // which ends far from the nearest features
  const auto all_around = [&](const Shape& x) {
    return [&, x] {
      for (const Pose& pose : around) {
        volatile double kept = distance(x, a, x, pose).distance;
        (void)kept;
      }
    };
  };
  const auto tracked = [&](const Shape& x, PairState& state) {
    return [&, x] {
      volatile double kept = distance(x, a, x, b, {}, &state).distance;
      (void)kept;
    };
  };
  const Standard standards[] = {
#include "instructions.inc"
  };
  const long nothing = steps_of([] {});
  if (nothing < 0) return;  // this system lets no process be traced
  for (const Standard& s : standards) {
    const long steps = steps_of(s.query) - nothing;
    std::printf("%-20s %6ld, recorded %6ld\n", s.name, steps, s.recorded);
    EXPECT_GT(steps, 0) << s.name;
    if (!is_recorded) continue;
    EXPECT_LE(static_cast<double>(steps), 1.05 * static_cast<double>(s.recorded)) << s.name;
    EXPECT_GE(static_cast<double>(steps), 0.95 * static_cast<double>(s.recorded)) << s.name << ": renew the record";
  }
}

}  // namespace
}  // namespace oracle

#endif

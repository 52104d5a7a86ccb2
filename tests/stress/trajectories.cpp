#include "trajectories.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

#include "trajectory.hpp"

namespace stress {
namespace {

constexpr int steps = 1000;

template <class Run>
bool run_all(std::uint64_t count, Run run) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::uint64_t> next{0};
  std::vector<oracle::TrajectoryTally> tallies(threads);
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      for (std::uint64_t i = next++; i < count; i = next++) tallies[t].add(run(i));
    });
  oracle::TrajectoryTally total;
  for (unsigned t = 0; t < threads; ++t) {
    workers[t].join();
    total.add(tallies[t]);
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(total.reports.size(), 20); ++i)
    std::printf("%s\n", total.reports[i].c_str());
  std::printf("%-12s %12s %12s %12s %8s %8s\n", "method", "queries", "by itself", "overlapping", "wrong", "unsound");
  const auto table = clearance::methods();
  for (std::size_t m = 0; m < total.methods.size(); ++m) {
    const oracle::MethodTally& t = total.methods[m];
    if (t.queries == 0) continue;
    std::printf("%-12.*s %12llu %12llu %12llu %8llu %8llu\n", static_cast<int>(table[m].name.size()),
                table[m].name.data(), static_cast<unsigned long long>(t.queries),
                static_cast<unsigned long long>(t.by_itself), static_cast<unsigned long long>(t.overlaps),
                static_cast<unsigned long long>(t.wrong), static_cast<unsigned long long>(t.unsound));
  }
  std::printf("%s\n", total.failures() == 0 ? "passed" : "FAILED");
  return total.failures() == 0;
}

}  // namespace

bool run_trajectories(std::uint64_t count, std::uint64_t seed) {
  return run_all(count, [&](std::uint64_t i) { return oracle::run_trajectory(seed, i, steps); });
}

bool run_sizes(std::uint64_t count, std::uint64_t seed) {
  return run_all(count, [&](std::uint64_t i) { return oracle::run_size(seed, i); });
}

}  // namespace stress

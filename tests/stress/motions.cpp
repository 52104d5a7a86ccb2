// Random motions against brute force: clearance_motion_stress [--motions N] [--steps N] [--seed N] [--first N]
// [--threads N] [--swings 1]. Motion i is the same in every run, so that a long run can be made in slices. Swings are
// those that come near more than once.

#include "motions.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

#include "progress.hpp"

int main(int argc, char** argv) {
  std::uint64_t motions = 1000, steps = 1000, seed = 1, first = 0, swings = 0,
                threads = std::thread::hardware_concurrency();
  for (int i = 1; i + 1 < argc; i += 2) {
    std::uint64_t* value = nullptr;
    if (std::strcmp(argv[i], "--motions") == 0) value = &motions;
    if (std::strcmp(argv[i], "--steps") == 0) value = &steps;
    if (std::strcmp(argv[i], "--seed") == 0) value = &seed;
    if (std::strcmp(argv[i], "--first") == 0) value = &first;
    if (std::strcmp(argv[i], "--threads") == 0) value = &threads;
    if (std::strcmp(argv[i], "--swings") == 0) value = &swings;
    if (value == nullptr) {
      std::fprintf(stderr, "usage: %s [--motions N] [--steps N] [--seed N] [--first N] [--threads N] [--swings 1]\n",
                   argv[0]);
      return 2;
    }
    *value = std::strtoull(argv[i + 1], nullptr, 10);
  }
  threads = std::max<std::uint64_t>(1, threads);
  std::atomic<std::uint64_t> next{0}, done{0};
  std::vector<std::map<std::string, oracle::MotionTally>> tallies(threads);
  std::vector<std::thread> workers;
  for (std::uint64_t t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      for (std::uint64_t i = next++; i < motions; i = next++) {
        const oracle::MotionCase motion =
            swings != 0 ? oracle::make_swing(seed, first + i) : oracle::make_motion(seed, first + i);
        tallies[t][motion.family].add(
            oracle::check_motion(motion, static_cast<int>(steps), "motion " + std::to_string(first + i)));
        ++done;
      }
    });
  stress::show_progress(
      [&] { return static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(1, motions)); });
  for (std::thread& worker : workers) worker.join();
  std::map<std::string, oracle::MotionTally> total;
  for (const auto& of_thread : tallies)
    for (const auto& [family, tally] : of_thread) {
      total[family].add(tally);
      total["all"].add(tally);
    }
  std::printf("%-12s %8s %6s %6s %8s %8s %8s %8s %9s %9s\n", "family", "motions", "wrong", "wide", "open", "impacts",
              "overlaps", "queries", "us each", "looks");
  for (const auto& [family, t] : total) {
    const auto count = static_cast<double>(std::max<std::uint64_t>(1, t.motions));
    std::printf("%-12s %8llu %6llu %6llu %8llu %8llu %8llu %8.1f %9.1f %9.1f\n", family.c_str(),
                static_cast<unsigned long long>(t.motions), static_cast<unsigned long long>(t.contradictions),
                static_cast<unsigned long long>(t.wide), static_cast<unsigned long long>(t.unfinished),
                static_cast<unsigned long long>(t.impacts), static_cast<unsigned long long>(t.overlaps),
                static_cast<double>(t.queries) / count, 1e6 * t.seconds / count, static_cast<double>(t.looks) / count);
  }
  std::size_t shown = 0;
  for (const std::string& note : total["all"].notes)
    if (shown++ < 40) std::printf("%s\n", note.c_str());
  shown = 0;
  for (const std::string& report : total["all"].reports)
    if (shown++ < 40) std::printf("%s\n", report.c_str());
  const bool passed = total["all"].contradictions == 0;
  std::printf("%s\n", passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}

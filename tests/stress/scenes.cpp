// clearance_scene_stress: scenes at random against brute force, and monitors against the truth, for as long as wanted.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "scene_check.hpp"

namespace {

constexpr char usage[] =
    "usage: clearance_scene_stress [--scenes N] [--bodies N] [--changes N] [--seed S]\n"
    "       clearance_scene_stress --motions N [--bodies N] [--cycles N] [--seed S]\n"
    "The first: N scenes of 2 to N bodies of all types, each answer after each lot of changes equal to brute force, "
    "bit\n"
    "for bit, on one thread and on two. The second: monitors of N motions at budgets from 1 %% to 100 %%, every bound "
    "of\n"
    "every cycle against a query of its pair.\n";

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  oracle::SceneRun scenes;
  oracle::MonitorRun monitors{.motions = 0};
  for (int i = 1; i < argc; ++i) {
    const auto number = [&] { return i + 1 < argc ? std::atoi(argv[++i]) : 0; };
    const std::string option = argv[i];
    if (option == "--scenes") {
      scenes.scenes = number();
    } else if (option == "--bodies") {
      scenes.most_bodies = monitors.most_bodies = number();
    } else if (option == "--changes") {
      scenes.changes = number();
    } else if (option == "--motions") {
      monitors.motions = number();
    } else if (option == "--cycles") {
      monitors.cycles = number();
    } else if (option == "--seed") {
      scenes.seed = monitors.seed = static_cast<std::uint64_t>(number());
    } else {
      std::fprintf(stderr, usage);
      return option == "--help" ? 0 : 2;
    }
  }
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> wrong;
  if (monitors.motions > 0) {
    const oracle::MonitorTally tally = oracle::check_monitors(monitors);
    wrong = tally.wrong;
    std::printf(
        "%llu motions, %llu pair-cycles (%llu stale, of these %llu within a tenth of the size; %llu unknown, "
        "%llu overlapping), %zu wrong, %.1f s\n",
        static_cast<unsigned long long>(tally.motions), static_cast<unsigned long long>(tally.pair_cycles),
        static_cast<unsigned long long>(tally.stale), static_cast<unsigned long long>(tally.useful),
        static_cast<unsigned long long>(tally.unknown), static_cast<unsigned long long>(tally.overlapping),
        wrong.size(), seconds_since(start));
  } else {
    const oracle::SceneTally tally = oracle::check_scenes(scenes);
    wrong = tally.wrong;
    std::printf("%llu scenes, %llu pairs (%llu overlapping), %llu answers, %zu wrong, %.1f s\n",
                static_cast<unsigned long long>(tally.scenes), static_cast<unsigned long long>(tally.pairs),
                static_cast<unsigned long long>(tally.overlapping), static_cast<unsigned long long>(tally.answers),
                wrong.size(), seconds_since(start));
  }
  for (const std::string& line : wrong) std::printf("%s\n", line.c_str());
  return wrong.empty() ? 0 : 1;
}

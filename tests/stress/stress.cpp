// clearance_stress: random pairs of every shape type and degenerate family against the oracles.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "agreement.hpp"
#include "attack.hpp"
#include "ellipsoids.hpp"
#include "progress.hpp"
#include "tally.hpp"
#include "times.hpp"
#include "trajectories.hpp"
#include "verify_attack.hpp"

namespace {

struct Settings {
  std::uint64_t pairs = 100000;
  std::uint64_t seed = 1;
  std::string family;  ///< empty: all
  oracle::MakeQuery make = oracle::make_query;
  bool wide = false;         ///< report wide enclosures, too
  std::uint64_t sample = 1;  ///< the oracle looks at one pair in as many
  std::string method;        ///< given: this method on solid polyhedra, beside the default one
  std::uint64_t trajectories = 0, sizes = 0, ellipsoids = 0;  ///< not zero: these, in place of pairs
  bool enclosures = false;                                    ///< of the attack: these alone
  std::string without;                                        ///< of the attack: a family to leave out
  bool attack = false, verify = false, times = false;         ///< these, in place of pairs
  std::uint64_t seconds = 0, slice = 1;                       ///< of the attack
  std::string replay;                                         ///< of the attack, or of verify: this case alone
};

constexpr char usage[] =
    "usage: clearance_stress [--pairs N] [--seed S] [--family NAME] [--sample N] [--overlapping]\n"
    "                        [--wide | --method NAME]\n"
    "       clearance_stress --trajectories N | --sizes N | --ellipsoids N [--seed S] [--sample N]\n"
    "       clearance_stress --attack [--seconds N | --pairs N] [--seed S] [--family NAME] [--slice N]\n"
    "                        [--without NAME] [--enclosures]\n"
    "       clearance_stress --attack --case NAME\n"
    "       clearance_stress --verify [--pairs N] [--seed S]\n"
    "       clearance_stress --verify --case NAME\n"
    "       clearance_stress --times [--pairs N] [--seed S] [--family NAME] [--overlapping] [--case NAME]\n"
    "Checks random pairs of shapes against exact and high-precision oracles; --wide also lists wide enclosures.\n"
    "--sample N asks the oracle of one pair in N, of small hulls of spheres 20 times as often; the others are\n"
    "checked by verify() and by a second method.\n"
    "--overlapping: pairs that are apart are moved into each other before they are asked.\n"
    "--method checks that method on pairs of solid polyhedra, cold and tracked, against the default one, exact\n"
    "arithmetic deciding. --trajectories: every method along paths of 1000 steps against the cold default one.\n"
    "--sizes: pairs of sizes from 1e-150 to 1e150 and of ratios up to 1e18 against the exact distance.\n"
    "--ellipsoids: pairs of them, of radii up to 1e4 apart, against the other methods and 50 digits.\n"
    "--attack looks for a false enclosure: every size of every shape at its limits against every other, the corner\n"
    "list, of which --slice N takes one query in N; then random pairs of sizes 0 to 1e300, unbounded shapes, matrices\n"
    "that are no rotations, unions, options, states, methods and rounding modes. Any slab and any two points decide.\n"
    "--enclosures: bounds and status alone are judged, not points, normal and what verify() says of them.\n"
    "--case: one case again, by the name that it has in a report, such as special-311-590712 or corner-17.\n"
    "--verify: verify() on N results as they are, none of which it may refuse, and on a tenth of them with one field\n"
    "changed, which it must refuse where that is false. --case: one of them again, such as verify-1-71810.\n"
    "--times: how long queries take, without any check; the slowest by name. --case: one of them N times.\n";

[[noreturn]] void stop(const std::string& message) {
  std::fprintf(stderr, "clearance_stress: %s\n%s", message.c_str(), usage);
  std::exit(2);
}

std::uint64_t number(const char* text) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text, &end, 10);
  if (end == text || *end != '\0') stop(std::string("not a number: ") + text);
  return value;
}

Settings parse(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--help") {
      std::fputs(usage, stdout);
      std::exit(0);
    }
    if (option == "--wide") {
      settings.wide = true;
      continue;
    }
    if (option == "--attack" || option == "--verify") {
      (option == "--attack" ? settings.attack : settings.verify) = true;
      continue;
    }
    if (option == "--overlapping") {
      settings.make = oracle::make_overlapping;
      continue;
    }
    if (option == "--times") {
      settings.times = true;
      continue;
    }
    if (option == "--enclosures") {
      settings.enclosures = true;
      continue;
    }
    if (option != "--without" && option != "--seconds" && option != "--slice" && option != "--pairs" &&
        option != "--seed" && option != "--family" && option != "--sample" && option != "--method" &&
        option != "--trajectories" && option != "--sizes" && option != "--ellipsoids" && option != "--case")
      stop("unknown option " + option);
    if (i + 1 == argc) stop(option + " needs a value");
    ++i;
    if (option == "--pairs") settings.pairs = number(argv[i]);
    if (option == "--case") settings.replay = argv[i];
    if (option == "--without") settings.without = argv[i];
    if (option == "--seconds") settings.seconds = number(argv[i]);
    if (option == "--slice") settings.slice = std::max<std::uint64_t>(1, number(argv[i]));
    if (option == "--seed") settings.seed = number(argv[i]);
    if (option == "--sample") settings.sample = std::max<std::uint64_t>(1, number(argv[i]));
    if (option == "--family") settings.family = argv[i];
    if (option == "--trajectories") settings.trajectories = number(argv[i]);
    if (option == "--sizes") settings.sizes = number(argv[i]);
    if (option == "--ellipsoids") settings.ellipsoids = number(argv[i]);
    if (option == "--method") settings.method = argv[i];
  }
  return settings;
}

/// Which of the families of a run were asked for.
template <class Family>
std::vector<std::size_t> chosen_of(const Family& families, const std::string& name) {
  std::vector<std::size_t> chosen;
  std::string known;
  for (std::size_t i = 0; i < families.size(); ++i) {
    (known += ' ') += families[i].name;
    if (name.empty() || name == families[i].name) chosen.push_back(i);
  }
  if (chosen.empty()) stop("no family " + name + "; there are" + known);
  return chosen;
}

/// Runs all pairs on all cores, round about the chosen families; one tally for each family. Prints the reports.
template <class Tally, class Run>
std::vector<Tally> run_all(const Settings& settings, const std::vector<std::size_t>& chosen, std::size_t families,
                           Run run) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::uint64_t> next{0}, done{0};
  std::vector<std::vector<Tally>> tallies(threads, std::vector<Tally>(families));
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] {
      for (std::uint64_t i = next++; i < settings.pairs; i = next++) {
        const std::size_t family = chosen[i % chosen.size()];
        run(tallies[t][family], family, i);
        ++done;
      }
    });
  }
  stress::show_progress([&] { return static_cast<double>(done) / static_cast<double>(settings.pairs); });
  for (std::thread& worker : workers) worker.join();

  std::vector<Tally> total(families);
  for (const auto& of_thread : tallies) {
    for (std::size_t i = 0; i < families; ++i) {
      total[i].add(of_thread[i]);
      for (const std::string& report : of_thread[i].reports) std::printf("%s\n", report.c_str());
    }
  }
  return total;
}

bool run_shapes(const Settings& settings) {
  const auto families = oracle::families();
  const auto total = run_all<stress::Tally>(
      settings, chosen_of(families, settings.family), families.size(),
      [&](stress::Tally& tally, std::size_t family, std::uint64_t i) {
        stress::run_pair(tally, families[family], settings.seed, i, {settings.wide, settings.sample, settings.make});
      });
  stress::print_table(total);
  return stress::good(total);
}

bool run_method(const Settings& settings) {
  const auto method = clearance::method_from_name(settings.method);
  if (!method) stop("no method " + settings.method);
  const auto families = oracle::solid_families(settings.seed);
  const auto total = run_all<stress::Agreement>(settings, chosen_of(families, settings.family), families.size(),
                                                [&](stress::Agreement& tally, std::size_t family, std::uint64_t i) {
                                                  stress::run_agreement(tally, families, family, {.method = *method},
                                                                        settings.seed, i);
                                                });
  stress::print_agreement(families, total);
  return std::all_of(total.begin(), total.end(), [](const stress::Agreement& t) { return t.failures() == 0; });
}

bool run_attack(const Settings& settings) {
  if (!settings.replay.empty()) return stress::replay_attack(settings.replay);
  return stress::run_attack({settings.pairs, static_cast<double>(settings.seconds), settings.seed, settings.family,
                             settings.slice, settings.without, settings.enclosures});
}

bool run_verify(const Settings& settings) {
  if (!settings.replay.empty()) return stress::replay_verify_attack(settings.replay);
  return stress::run_verify_attack(settings.pairs, settings.seed);
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = parse(argc, argv);
  if (settings.trajectories > 0) return stress::run_trajectories(settings.trajectories, settings.seed) ? 0 : 1;
  if (settings.sizes > 0) return stress::run_sizes(settings.sizes, settings.seed) ? 0 : 1;
  if (settings.ellipsoids > 0)
    return stress::run_ellipsoids(settings.ellipsoids, settings.seed, settings.sample) ? 0 : 1;
  if (settings.times || settings.attack || settings.verify) {
    try {
      if (settings.times) {
        if (settings.replay.empty())
          stress::run_times(settings.pairs, settings.seed, settings.family, settings.make);
        else
          stress::replay_times(settings.replay, settings.pairs, settings.make);
        return 0;
      }
      const bool held = settings.attack ? run_attack(settings) : run_verify(settings);
      std::printf("%s\n", held ? "passed" : "FAILED");
      return held ? 0 : 1;
    } catch (const std::invalid_argument& error) {
      stop(error.what());
    }
  }
  const bool passed = settings.method.empty() ? run_shapes(settings) : run_method(settings);
  std::printf("%s\n", passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}

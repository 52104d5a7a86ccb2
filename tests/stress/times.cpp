#include "times.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <stdexcept>
#include <variant>

#include "reproducer.hpp"

namespace stress {
namespace {

/// Of these many the least counts: what the machine does besides only adds.
constexpr int repeats = 3;
constexpr std::size_t shown = 12;

/// Time of this thread, whatever the machine does besides.
double now_us() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

struct Timed {
  double us = HUGE_VAL;
  double width = 0.0;  ///< relative to the size
  std::string id;
  clearance::Result result;
  std::string types;
};

Timed ask(const oracle::Family& family, std::uint64_t seed, std::uint64_t index, oracle::MakeQuery make) {
  const oracle::Query q = make(family, seed, index);
  const clearance::Pose a = q.at_a.pose(), b = q.at_b.pose();
  Timed t;
  for (int i = 0; i < repeats; ++i) {
    const double start = now_us();
    t.result = clearance::distance(q.a, a, q.b, b);
    t.us = std::min(t.us, now_us() - start);
  }
  const clearance::Result& r = t.result;
  const double size = oracle::measure(q).size;
  if (r.has_distance() && r.upper > r.lower && size > 0.0) t.width = (r.upper - r.lower) / size;
  t.id = std::string(family.name) + "-" + std::to_string(seed) + "-" + std::to_string(index);
  const auto type = [](const clearance::Shape& shape) {
    return std::string(std::visit([](const auto& s) { return std::decay_t<decltype(s)>::type; }, shape.description()));
  };
  t.types = type(q.a) + ", " + type(q.b);
  return t;
}

void print(const char* title, const std::vector<Timed>& of) {
  std::printf("%s\n", title);
  for (std::size_t i = 0; i < std::min(shown, of.size()); ++i) {
    const Timed& t = of[i];
    std::printf("  %8.1f us  %4d iterations  width %8.2g  %-28s %-28s %s\n", t.us, t.result.iterations, t.width,
                t.types.c_str(), t.id.c_str(), std::string(info(t.result.method).name).c_str());
  }
}

/// The limit of an overlap of nearly symmetric bodies, in us.
constexpr double limit_us = 60.0;

void print_kinds(const std::vector<Timed>& all) {
  struct Kind {
    int pairs = 0, over = 0, wide = 0, iterations = 0;
    double sum = 0.0, most = 0.0;
  };
  std::map<std::string, Kind> kinds;
  for (const Timed& t : all) {
    Kind& kind = kinds[t.types];
    ++kind.pairs;
    kind.over += t.us > limit_us ? 1 : 0;
    kind.wide += t.width > 1e-9 ? 1 : 0;
    kind.iterations = std::max(kind.iterations, t.result.iterations);
    kind.sum += t.us;
    kind.most = std::max(kind.most, t.us);
  }
  std::printf("%-28s %8s %9s %9s %11s %8s %11s\n", "kinds", "pairs", "mean us", "most us", "over 60 us", "wide",
              "iterations");
  for (const auto& [types, kind] : kinds)
    std::printf("%-28s %8d %9.2f %9.1f %11d %8d %11d\n", types.c_str(), kind.pairs, kind.sum / kind.pairs, kind.most,
                kind.over, kind.wide, kind.iterations);
}

}  // namespace

void run_times(std::uint64_t pairs, std::uint64_t seed, const std::string& name, oracle::MakeQuery make) {
  std::vector<const oracle::Family*> chosen;
  for (const oracle::Family& family : oracle::families())
    if (name.empty() || name == family.name) chosen.push_back(&family);
  if (chosen.empty()) throw std::invalid_argument("no family " + name);
  std::vector<Timed> all;
  double sum = 0.0;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    try {
      all.push_back(ask(*chosen[i % chosen.size()], seed, i, make));
      sum += all.back().us;
    } catch (const clearance::InvalidInput&) {
    }
  }
  if (all.empty()) return;
  const auto count = static_cast<double>(all.size());
  const auto wide = std::count_if(all.begin(), all.end(), [](const Timed& t) { return t.width > 1e-9; });
  std::sort(all.begin(), all.end(), [](const Timed& a, const Timed& b) { return a.width > b.width; });
  print("widest:", all);
  std::sort(all.begin(), all.end(), [](const Timed& a, const Timed& b) { return a.us > b.us; });
  print("slowest:", all);
  print_kinds(all);
  const auto quantile = [&](double part) { return all[static_cast<std::size_t>(part * (count - 1.0))].us; };
  std::printf("%zu pairs: mean %.2f us, median %.2f, 1 in 100 above %.1f, 1 in 1000 above %.1f, most %.1f\n",
              all.size(), sum / count, quantile(0.5), quantile(0.01), quantile(0.001), all[0].us);
  for (const double limit : {30.0, 60.0, 100.0, 300.0, 1000.0}) {
    const auto over = std::count_if(all.begin(), all.end(), [&](const Timed& t) { return t.us > limit; });
    std::printf("  above %4.0f us: %td\n", limit, over);
  }
  std::printf("%.4f %% within 1e-9 of the size\n", 100.0 * (count - static_cast<double>(wide)) / count);
}

void replay_times(const std::string& id, std::uint64_t times, oracle::MakeQuery make) {
  for (const oracle::Family& family : oracle::families()) {
    const std::string start = std::string(family.name) + "-";
    unsigned long long seed = 0, index = 0;
    char end = 0;
    if (id.rfind(start, 0) != 0 || std::sscanf(id.c_str() + start.size(), "%llu-%llu%c", &seed, &index, &end) != 2)
      continue;
    const oracle::Query q = make(family, seed, index);
    const clearance::Pose a = q.at_a.pose(), b = q.at_b.pose();
    for (std::uint64_t i = 0; i < times; ++i) clearance::distance(q.a, a, q.b, b);
    print("", {ask(family, seed, index, make)});
    std::printf("%s\n", oracle::json_line(q, id).c_str());
    return;
  }
  throw std::invalid_argument("no pair " + id);
}

}  // namespace stress

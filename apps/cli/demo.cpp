#include "demo.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "io/number.hpp"
#include "io/shape_writer.hpp"
#include "output.hpp"
#include "robot_cell.hpp"
#include "terminal.hpp"
#include "view_command.hpp"

namespace clearance::cli {
namespace {

constexpr double cycles_per_second = 1000.0;
constexpr double budget_us = 1e6 / cycles_per_second;
constexpr double most_steps = 1e6;   // of a scene
constexpr double most_cycles = 1e7;  // of a motion that is timed

struct Answer {
  std::size_t pair = 0;
  Result result;
  Verification check;
};

// One line of the table: the two nearest pairs at a time.
struct Moment {
  double time = 0.0;
  Answer nearest, next;
};

struct Run {
  std::vector<Moment> moments;
  Moment worst;                  // when the nearest pair of the whole motion was nearest
  std::vector<double> cycle_us;  // sorted
  std::size_t answers = 0, confirmed = 0;
};

Vec3 tidy(const Vec3& v) { return v + Vec3::Zero(); }  // -0 becomes 0

double percentile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

Run run_motion(const RobotCell& cell, double seconds) {
  using Clock = std::chrono::steady_clock;
  Run run;
  std::vector<PairState> states(cell.pairs.size());
  std::vector<Answer> answers(cell.pairs.size());
  const int cycles = std::max(1, static_cast<int>(std::round(seconds * cycles_per_second)));
  const int table_step = std::max(1, cycles / 16);
  run.worst.nearest.result.distance = std::numeric_limits<double>::infinity();

  Progress progress("demo");
  for (int cycle = 0; cycle <= cycles; ++cycle) {
    progress.show(static_cast<double>(cycle) / cycles);
    const Joints joints = pick_motion(static_cast<double>(cycle) / cycles);
    const Clock::time_point start = Clock::now();
    const std::array<Pose, 7> frames = arm_frames(joints);
    for (std::size_t i = 0; i < cell.pairs.size(); ++i) {
      const CellBody &a = cell.bodies[cell.pairs[i].first], &b = cell.bodies[cell.pairs[i].second];
      answers[i].pair = i;
      answers[i].result = distance(a.shape, pose_of(a, frames), b.shape, pose_of(b, frames), {}, &states[i]);
    }
    run.cycle_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());

    for (Answer& answer : answers) {
      const CellBody &a = cell.bodies[cell.pairs[answer.pair].first], &b = cell.bodies[cell.pairs[answer.pair].second];
      answer.check = verify(answer.result, a.shape, pose_of(a, frames), b.shape, pose_of(b, frames));
      ++run.answers;
      run.confirmed += answer.check.ok;
    }
    std::partial_sort(answers.begin(), answers.begin() + 2, answers.end(),
                      [](const Answer& p, const Answer& q) { return p.result.distance < q.result.distance; });
    const Moment moment{cycle / cycles_per_second, answers[0], answers[1]};
    if (cycle % table_step == 0) run.moments.push_back(moment);
    if (moment.nearest.result.distance < run.worst.nearest.result.distance) run.worst = moment;
  }
  std::sort(run.cycle_us.begin(), run.cycle_us.end());
  return run;
}

std::size_t facets(const RobotCell& cell) {
  std::size_t count = 0;
  for (const CellBody& body : cell.bodies)
    if (body.link >= 0) count += std::get<Polyhedron>(body.shape.description()).halfspaces.size();
  return count;
}

std::string pair_name(const RobotCell& cell, const Answer& answer) {
  const auto& [a, b] = cell.pairs[answer.pair];
  return cell.bodies[a].name + " - " + cell.bodies[b].name;
}

// Escape sequences, or nothing where standard output is no terminal.
struct Ink {
  const char *title = "", *good = "", *warn = "", *faint = "", *off = "";
};

Ink ink() {
  if (!colours_wanted()) return {};
  return {"\x1b[1m", "\x1b[32m", "\x1b[33m", "\x1b[2m", "\x1b[0m"};
}

// A bar for 1 mm to 1 m on a logarithmic scale.
std::string bar(double metres) {
  constexpr int table = 70;  // the columns before it
  const int width = std::clamp(terminal_width() - table, 0, 15);
  const double share = (std::log10(std::max(metres, 1e-3)) + 3.0) / 3.0;
  return std::string(static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width), '=');
}

void print_tables(const RobotCell& cell, const Run& run, double seconds) {
  const Ink c = ink();
  print("{}The robot cell{}: an arm of 14 polyhedra ({} facets), a workpiece, the floor.\n", c.title, c.off,
        facets(cell));
  print("{} pairs, each answered and proven every millisecond of a {:g} s pick movement.\n\n", cell.pairs.size(),
        seconds);

  constexpr const char* header = "{}{:>7}  {:<26}  {:>12}  {:>9}  {:>6}  {}{}\n";
  print(header, c.title, "time", "nearest pair", "distance", "enclosure", "next", "", c.off);
  print(header, c.faint, "s", "", "mm", "width, mm", "mm", "1 mm..1 m", c.off);
  for (const Moment& m : run.moments) {
    const Result& r = m.nearest.result;
    print("{:7.3f}  {:<26}  {}{:12.6f}{}  {:>9}  {:6.1f}  {}{}{}\n", m.time, pair_name(cell, m.nearest),
          r.distance < 0.01 ? c.warn : "", 1e3 * r.distance, c.off, io::width_text(1e3 * (r.upper - r.lower)),
          1e3 * m.next.result.distance, c.faint, bar(r.distance), c.off);
  }

  const Result& w = run.worst.nearest.result;
  const Verification& check = run.worst.nearest.check;
  const auto vector = [](const Vec3& v) { return fmt::format("({:.9f}, {:.9f}, {:.9f})", v.x(), v.y(), v.z()); };
  print("\n{}Worst clearance{}: {} at {:.3f} s, {} (iterations: {})\n", c.title, c.off,
        pair_name(cell, run.worst.nearest), run.worst.time, name(w.status), w.iterations);
  print("  lower     {:.17g} m: a slab this wide separates them\n", w.lower);
  print("  distance  {:.17g} m\n", w.distance);
  print("  upper     {:.17g} m: these two points are no further apart\n", w.upper);
  print("  points    {}\n            {}\n", vector(w.point_a), vector(w.point_b));
  print("  normal    {}\n", vector(tidy(w.normal)));
  print("  verify()  {}{}{}: from points and normal alone, it is in\n            [{:.17g}, {:.17g}]\n",
        check ? c.good : c.warn, check ? "confirms it" : "REFUSES it", c.off, check.lower, check.upper);
  if (!check) print("            {}\n", check.reason);

  print("\n{}Proof{}: verify() confirms {} of {} answers.\n", c.title, c.off, run.confirmed, run.answers);
  const double median = percentile(run.cycle_us, 0.5), late = percentile(run.cycle_us, 0.99);
  print("{}Time{} for a cycle of {} pairs, kinematics included, of a budget of {:g} us:\n", c.title, c.off,
        cell.pairs.size(), budget_us);
  print("  median {:.1f} us ({:.1f} %), {:.0f} ns a pair\n", median, 100.0 * median / budget_us,
        1e3 * median / static_cast<double>(cell.pairs.size()));
  print("  99 % within {:.1f} us, worst {:.1f} us\n", late, run.cycle_us.back());
}

std::string json_answer(const RobotCell& cell, double time, const Answer& answer) {
  const Result& r = answer.result;
  const auto& [a, b] = cell.pairs[answer.pair];
  const Vec3 n = tidy(r.normal);
  return fmt::format(R"({{"time":{},"a":"{}","b":"{}","status":"{}","distance":{},"lower":{},"upper":{},)"
                     R"("points":[[{},{},{}],[{},{},{}]],"normal":[{},{},{}]}})",
                     time, cell.bodies[a].name, cell.bodies[b].name, name(r.status), r.distance, r.lower, r.upper,
                     r.point_a.x(), r.point_a.y(), r.point_a.z(), r.point_b.x(), r.point_b.y(), r.point_b.z(), n.x(),
                     n.y(), n.z());
}

void print_json(const RobotCell& cell, const Run& run, double seconds) {
  print(R"({{"seconds":{},"cycles":{},"pairs":{},"facets":{},"answers":{},"confirmed":{},)", seconds,
        run.cycle_us.size(), cell.pairs.size(), facets(cell), run.answers, run.confirmed);
  print(R"("cycle_us":{{"median":{},"p99":{},"worst":{},"budget":{}}},"worst":{},"nearest":[)",
        percentile(run.cycle_us, 0.5), percentile(run.cycle_us, 0.99), run.cycle_us.back(), budget_us,
        json_answer(cell, run.worst.time, run.worst.nearest));
  const char* separator = "";
  for (const Moment& m : run.moments) {
    print("{}{}", separator, json_answer(cell, m.time, m.nearest));
    separator = ",";
  }
  print("]}}\n");
}

// A scene for other commands: the cell with the fingers around the workpiece, or its motion in that many steps.
void print_scene(const RobotCell& cell, double seconds, int steps) {
  std::vector<std::array<Pose, 7>> frames;
  for (int i = 0; i <= steps; ++i)
    frames.push_back(arm_frames(pick_motion(steps > 0 ? static_cast<double>(i) / steps : pick_share)));
  print("{{\"clearance\":1,\n \"bodies\":[\n");
  for (std::size_t i = 0; i < cell.bodies.size(); ++i) {
    const CellBody& body = cell.bodies[i];
    const bool moves = steps > 0 && body.link > 0;
    std::string poses;
    for (std::size_t k = 0; k < (moves ? frames.size() : 1); ++k) {
      if (k > 0) poses += ',';
      io::append_json(poses, pose_of(body, frames[k]));
    }
    print("  {{\"name\":\"{}\",\"shape\":{},{}{}{}}}{}", body.name, io::to_json(body.shape),
          moves ? "\"motion\":[" : "\"pose\":", poses, moves ? "]" : "", i + 1 < cell.bodies.size() ? ",\n" : "],\n");
  }
  if (steps > 0) {
    print(" \"times\":[");
    for (int i = 0; i <= steps; ++i) print("{}{}", i > 0 ? "," : "", seconds * i / steps);
    print("],\n");
  }
  print(" \"pairs\":[\n");
  for (std::size_t i = 0; i < cell.pairs.size(); ++i)
    print("  [\"{}\",\"{}\"]{}\n", cell.bodies[cell.pairs[i].first].name, cell.bodies[cell.pairs[i].second].name,
          i + 1 < cell.pairs.size() ? "," : "]}");
}

// The motion at 50 samples a second, for a page.
view::Cell cell_of(const RobotCell& cell, double seconds) {
  constexpr double samples_per_second = 50.0, most_samples = 2000.0;
  const int last = static_cast<int>(std::clamp(std::round(seconds * samples_per_second), 1.0, most_samples));
  view::Cell out;
  out.title = "The robot cell";
  out.margin = 0.002;
  for (const CellBody& body : cell.bodies) out.bodies.push_back({body.name, body.shape, {}, {}});
  for (int i = 0; i <= last; ++i) {
    const double share = static_cast<double>(i) / last;
    const std::array<Pose, 7> frames = arm_frames(pick_motion(share));
    out.times.push_back(share * seconds);
    for (std::size_t j = 0; j < cell.bodies.size(); ++j)
      if (i == 0 || cell.bodies[j].link > 0) out.bodies[j].poses.push_back(pose_of(cell.bodies[j], frames));
  }
  out.listed.emplace();
  for (const auto& [a, b] : cell.pairs)
    out.listed->push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  return out;
}

}  // namespace

int run_demo(const DemoOptions& options) {
  if (!options.page.empty() && !page_is_there()) return 1;
  OutputFile page(options.page);
  const RobotCell cell = make_robot_cell();
  if (options.scene) {
    const double steps = std::round(options.seconds * options.rate);
    if (steps > most_steps) {
      complain("demo", fmt::format("{:.0f} samples are too many: at most {}", steps, most_steps));
      return 1;
    }
    print_scene(cell, options.seconds, options.rate > 0.0 ? std::max(1, static_cast<int>(steps)) : 0);
    return 0;
  }
  if (options.seconds * cycles_per_second > most_cycles) {
    complain("demo", fmt::format("{:g} s are too many: at most {:g}, one cycle each millisecond", options.seconds,
                                 most_cycles / cycles_per_second));
    return 1;
  }
  const Run run = run_motion(cell, options.seconds);
  if (options.json)
    print_json(cell, run, options.seconds);
  else
    print_tables(cell, run, options.seconds);
  if (page.wanted() && write_page(cell_of(cell, options.seconds), {.answers = 1'000'000}, page) != 0) return 1;
  return run.confirmed == run.answers ? 0 : 1;
}

}  // namespace clearance::cli

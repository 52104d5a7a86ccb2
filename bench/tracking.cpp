// Figures 1 to 3 of Sundaraj, d'Aulignac and Mazer with other libraries beside ours, in one process and on the same
// queries: time against the number of vertices along small translations, and against the speed of rotation; and against
// the number of vertices of bodies that turn slowly. FCL and Bullet keep nothing from query to query. Answers are
// checked against each other.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>

#include "contestant.hpp"
#include "hull_faces.hpp"
#include "reproduce/line_plot.hpp"
#include "reproduce/sundaraj/workload.hpp"
#include "told.hpp"

namespace bench {
namespace {

using clearance::Method;
namespace rep = clearance::reproduce;

constexpr int repeats = 7;
/// What a peer at its default tolerance may be off by.
constexpr double allowed_error = 1e-3;
constexpr std::array turning_vertices{100, 1000, 10000, 100000};

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

Workload along(const std::vector<clearance::Pose>& path, int vertices, std::mt19937_64& engine) {
  Workload workload{.group = "tracked", .label = "", .tracked = true};
  for (int i = 0; i < 2; ++i) {
    Solid& solid = workload.solids.emplace_back();
    solid.points = rep::sundaraj_body(vertices, engine);
    solid.faces = hull_faces(solid.points);
  }
  for (const clearance::Pose& at : path)
    workload.queries.push_back(
        {.a = 0, .b = 1, .pose_b = {at.rotation(), at.position()}, .starts_track = &at == &path.front()});
  return workload;
}

/// Nanoseconds a query of each contestant, the least of several turns; and the largest difference from the first one.
struct Score {
  double nanoseconds = HUGE_VAL, farthest = 0.0;
  int wrong = 0;
};

std::vector<Score> run_row(const Workload& workload, const std::vector<std::unique_ptr<Contestant>>& contestants) {
  std::vector<Score> scores(contestants.size());
  std::vector<double> first(workload.queries.size()), answers(workload.queries.size());
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    contestants[i]->prepare(workload);
    contestants[i]->answer(answers);
    if (i == 0) first = answers;
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const double off = std::fabs(answers[k] - first[k]);
      scores[i].wrong += !(off <= allowed_error);
      if (off > scores[i].farthest) scores[i].farthest = off;
    }
  }
  // All turns of one contestant, then the next: what the path needs of the bodies is at hand, as far as caches hold it.
  for (std::size_t i = 0; i < contestants.size(); ++i)
    for (int turn = 0; turn < repeats; ++turn) {
      const double start = thread_nanoseconds();
      contestants[i]->answer(answers);
      scores[i].nanoseconds = std::min(scores[i].nanoseconds,
                                       (thread_nanoseconds() - start) / static_cast<double>(workload.queries.size()));
    }
  return scores;
}

class Table {
 public:
  Table(std::string title, std::string axis, const std::vector<std::unique_ptr<Contestant>>& contestants)
      : contestants_(contestants), plot_{std::move(title), std::move(axis), "nanoseconds a query", {}, true, true} {
    fmt::print("\n{}, nanoseconds a query\n{:<12}", plot_.title, plot_.x_label.substr(0, plot_.x_label.find(' ')));
    for (const auto& c : contestants) {
      fmt::print("{:>14}", c->name());
      plot_.lines.push_back({std::string(c->name()), {}, {}, c->name().starts_with("cold")});
    }
    fmt::print("\n");
    farthest_.resize(contestants.size());
    wrong_.resize(contestants.size());
  }

  void add(double x, const Workload& workload) {
    const std::vector<Score> scores = run_row(workload, contestants_);
    fmt::print("{:<12g}", x);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      fmt::print("{:>14.0f}", scores[i].nanoseconds);
      plot_.lines[i].x.push_back(x);
      plot_.lines[i].y.push_back(scores[i].nanoseconds);
      farthest_[i] = std::max(farthest_[i], scores[i].farthest);
      wrong_[i] += scores[i].wrong;
    }
    fmt::print("\n");
    std::fflush(stdout);
  }

  void finish(const std::string& svg) const {
    fmt::print("{:<12}", "farthest");
    for (const double off : farthest_) fmt::print("{:>14.1e}", off);
    fmt::print("\n{:<12}", "wrong");
    for (const int count : wrong_) fmt::print("{:>14}", count);
    fmt::print("\n");
    if (svg.empty()) return;
    std::ofstream file(svg);
    file << rep::to_svg(plot_);
    if (!file.flush()) throw std::runtime_error("cannot write " + svg);
  }

 private:
  const std::vector<std::unique_ptr<Contestant>>& contestants_;
  rep::LinePlot plot_;
  std::vector<double> farthest_;
  std::vector<int> wrong_;
};

std::vector<std::unique_ptr<Contestant>> contestants() {
  std::vector<std::unique_ptr<Contestant>> all;
  all.push_back(make_ours());
  all.push_back(make_ours("feature", {.method = Method::feature}));
  all.push_back(make_ours("egjk", {.method = Method::egjk}));
  all.push_back(make_ours("lin-canny", {.method = Method::lin_canny}));
  all.push_back(make_ours("cold feature", {.method = Method::feature}, false));
  all.push_back(make_ours("cold egjk", {.method = Method::egjk}, false));
  all.push_back(make_fcl("FCL", true, 1e-6));
  all.push_back(make_bullet());
  return all;
}

void run(const std::string& svg) {
  const auto all = contestants();
  const auto file = [&](const char* suffix) { return svg.empty() ? svg : svg + suffix; };
  std::mt19937_64 engine(2000);
  Table vertices("Two bodies along small translations", "vertices of each body", all);
  for (const int count : rep::sundaraj_vertices)
    vertices.add(count, along(rep::sundaraj_translations(), count, engine));
  vertices.finish(file("-vertices.svg"));
  Table speed("Two bodies of 50 vertices, one turning", "degrees a step", all);
  for (const double degrees : rep::sundaraj_degrees)
    speed.add(degrees, along(rep::sundaraj_rotations(degrees), rep::sundaraj_turning, engine));
  speed.finish(file("-speed.svg"));
  Table turning("Two bodies, one turning by half a degree a step", "vertices of each body", all);
  for (const int count : turning_vertices) turning.add(count, along(rep::sundaraj_rotations(0.5), count, engine));
  turning.finish(file("-turning.svg"));
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::told("clearance_bench_tracking", [&] {
    std::string svg;
    CLI::App app{"Tracked queries of clearance, beside FCL and Bullet"};
    app.add_option("--svg", svg, "Also write plots to PREFIX-vertices.svg, PREFIX-speed.svg and PREFIX-turning.svg")
        ->option_text("PREFIX");
    CLI11_PARSE(app, argc, argv);
    bench::run(svg);
    return 0;
  });
}

// Our default solver against FCL, Bullet and libccd, in one process and on the same queries, answers checked.

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "report.hpp"
#include "told.hpp"

namespace bench {
namespace {

struct Settings {
  bool quick = false, alone = false;
  std::string csv, json, svg, html, filter;
  unsigned seed = 1;
};

int queries_of(const Row& row, bool quick) {
  if (row.points > 2048) return row.group.starts_with("tracked") ? 500 : 50;
  const int many = row.group.starts_with("tracked") ? 2500 : row.points >= 512 ? 500 : 1000;  // a track has 100 steps
  return quick ? many / 5 : many;
}

// The processor time of this thread: what other processes do to the clock on the wall is not a contestant's fault.
double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

double time_once(Contestant& contestant, std::vector<double>& answers) {
  const double start = thread_nanoseconds();
  contestant.answer(answers);
  return (thread_nanoseconds() - start) / static_cast<double>(answers.size());
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The contestants take turns within a repeat, so that what else the machine does falls on all of them alike.
RowReport run_row(const Row& row, Ours& ours, const std::vector<Contestant*>& contestants, const Settings& settings) {
  const Workload workload = row.make(row, queries_of(row, settings.quick), settings.seed);
  const int repeats = settings.quick ? 5 : 15;
  RowReport report{row.group, row.label, static_cast<int>(workload.queries.size()), {}, {}};
  std::vector<std::vector<double>> times(contestants.size());
  std::vector<double> answers(workload.queries.size());
  for (Contestant* contestant : contestants) {
    contestant->prepare(workload);
    contestant->answer(answers);  // also warms the caches
    report.scores.push_back(judge(workload, answers));
  }
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (size_t i = 0; i < contestants.size(); ++i) times[i].push_back(time_once(*contestants[i], answers));
  for (size_t i = 0; i < contestants.size(); ++i) {
    report.scores[i].nanoseconds = *std::min_element(times[i].begin(), times[i].end());
    report.scores[i].median = median(times[i]);
  }
  report.enclosures = ours.enclosures();
  return report;
}

int run(const Settings& settings) {
  const std::unique_ptr<Ours> ours = make_ours();
  const std::unique_ptr<Contestant> fcl = make_fcl("FCL", true, 1e-6);
  const std::unique_ptr<Contestant> fcl_tight = make_fcl("FCL 1e-12", true, 1e-12);
  const std::unique_ptr<Contestant> fcl_own = make_fcl("FCL indep", false, 1e-6);
  const std::unique_ptr<Contestant> bullet = make_bullet();
  const std::unique_ptr<Contestant> ccd = make_ccd();
  std::vector<Contestant*> contestants{ours.get(), fcl.get(), fcl_tight.get(), fcl_own.get(), bullet.get(), ccd.get()};
  if (settings.alone) contestants.resize(1);
  std::vector<std::string> names;
  for (const Contestant* c : contestants) names.emplace_back(c->name());

  std::vector<Row> rows = all_rows();
  std::erase_if(rows,
                [&](const Row& r) { return (r.group + " " + r.label).find(settings.filter) == std::string::npos; });
  if (rows.empty()) throw std::runtime_error("no row matches the filter");

  fmt::print("{}; {}\n", machine(), compiler());
  fmt::print(
      "FCL 0.7 with libccd at tolerances 1e-6 (its default) and 1e-12 and with its own solver; Bullet 3.24, double;\n"
      "libccd 2.1, which tells of shapes that are apart only that they are\n");
  std::vector<RowReport> reports;
  for (size_t i = 0; i < rows.size(); ++i) {
    fmt::print(stderr, "[{}/{}] {} {}\n", i + 1, rows.size(), rows[i].group, rows[i].label);
    reports.push_back(run_row(rows[i], *ours, contestants, settings));
  }
  print_speed(names, reports);
  print_accuracy(names, reports);
  if (!settings.csv.empty()) write_csv(settings.csv, names, reports);
  if (!settings.json.empty()) write_json(settings.json, names, reports);
  if (!settings.svg.empty()) write_svg(settings.svg, names, reports);
  if (!settings.html.empty()) write_html(settings.html, names, reports);
#ifdef CLEARANCE_UNPROVEN
  return 0;  // its enclosures claim nothing
#else
  const bool honest = std::all_of(reports.begin(), reports.end(), [](const RowReport& r) {
    return r.enclosures.misses == 0 && r.scores[0].wrong == 0;
  });
  return honest ? 0 : 1;
#endif
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::told("clearance_bench", [&] {
    bench::Settings settings;
    CLI::App app{"Speed and accuracy of clearance, FCL, Bullet and libccd on the same queries"};
    app.add_flag("--quick", settings.quick, "A fifth of the queries, a third of the repeats");
    app.add_flag("--alone", settings.alone, "Without the others");
    app.add_option("--csv", settings.csv, "Write the rows to this file as well");
    app.add_option("--json", settings.json, "Write them as JSON");
    app.add_option("--svg", settings.svg, "Draw the times of the others over ours");
    app.add_option("--html", settings.html, "Write tables and picture as a page");
    app.add_option("--filter", settings.filter, "Only rows whose group and label contain this, as in \"near hull 8\"");
    app.add_option("--seed", settings.seed, "Another draw of the same kind");
    CLI11_PARSE(app, argc, argv);
    return bench::run(settings);
  });
}

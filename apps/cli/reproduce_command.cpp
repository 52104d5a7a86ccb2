#include "reproduce_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "io/json.hpp"
#include "output.hpp"
#include "reproduce/experiment.hpp"
#include "terminal.hpp"
#include "view/report.hpp"

namespace clearance::cli {
namespace {

using reproduce::Experiment;
using reproduce::Figure;
using reproduce::Row;

std::optional<double> find(const std::vector<Figure>& figures, const std::string& key) {
  for (const Figure& figure : figures)
    if (figure.key == key && std::isfinite(figure.value)) return figure.value;
  return std::nullopt;
}

/// Large numbers as integers, the others to four digits.
std::string for_people(const std::optional<double>& value) {
  if (!value) return "-";
  return std::fabs(*value) >= 1e4 && std::fabs(*value) < 1e15 ? fmt::format("{:.0f}", *value)
                                                              : fmt::format("{:.4g}", *value);
}

struct Column {
  std::string key, side;
  std::vector<std::string> cells;
  std::size_t width = 0;
};

/// Each key with the paper's figures and ours side by side, in the order in which the keys appear.
std::vector<Column> columns(const std::vector<Row>& rows) {
  std::vector<std::string> keys;
  const auto note = [&](const std::vector<Figure>& figures) {
    for (const Figure& figure : figures)
      if (std::find(keys.begin(), keys.end(), figure.key) == keys.end()) keys.push_back(figure.key);
  };
  for (const Row& row : rows) note(row.paper);
  for (const Row& row : rows) note(row.here);

  std::vector<Column> result;
  for (const std::string& key : keys) {
    for (const auto& [side, figures] : {std::pair{"paper", &Row::paper}, std::pair{"here", &Row::here}}) {
      Column column{key, side, {}, 0};
      bool any = false;
      for (const Row& row : rows) {
        const std::optional<double> value = find(row.*figures, key);
        any = any || value;
        column.cells.push_back(for_people(value));
      }
      if (!any) continue;
      column.width = std::max(key.size(), column.side.size());
      for (const std::string& cell : column.cells) column.width = std::max(column.width, cell.size());
      result.push_back(std::move(column));
    }
  }
  return result;
}

std::string who_answered(const Row& row) {
  std::string out;
  for (const Figure& by : row.answered) out += fmt::format("{}{} {:.0f}", out.empty() ? "" : ", ", by.key, by.value);
  return out;
}

std::string_view name(const reproduce::Verdict& verdict) {
  switch (verdict.kind) {
    case reproduce::Verdict::Kind::agrees:
      return "agrees";
    case reproduce::Verdict::Kind::differs:
      return "differs";
    case reproduce::Verdict::Kind::better:
      return "ours better";
  }
  return "";
}

std::size_t label_width(const std::vector<Row>& rows) {
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.label.size());
  return width;
}

/// What does not fit beside the labels comes below, with the labels again; the two sides of a key stay together.
void print_table(const std::vector<Row>& rows) {
  const std::vector<Column> table = columns(rows);
  const std::size_t labels = label_width(rows), most = static_cast<std::size_t>(terminal_width());
  for (std::size_t first = 0, last = 0; first < table.size(); first = last) {
    for (std::size_t width = labels; last < table.size();) {
      std::size_t next = last, more = 0;
      for (; next < table.size() && table[next].key == table[last].key; ++next) more += 2 + table[next].width;
      if (width + more > most && last > first) break;
      width += more;
      last = next;
    }
    const auto print_line = [&](std::string_view label, const auto& cell) {
      std::string line = fmt::format("{:<{}}", label, labels);
      for (std::size_t i = first; i < last; ++i) line += fmt::format("  {:>{}}", cell(table[i]), table[i].width);
      print("{}\n", line);
    };
    print("\n");
    print_line("", [](const Column& column) { return column.key; });
    print_line("", [](const Column& column) { return column.side; });
    for (std::size_t i = 0; i < rows.size(); ++i)
      print_line(rows[i].label, [&](const Column& column) { return column.cells[i]; });
  }
}

void print_for_people(const Experiment& experiment, const std::vector<Row>& rows) {
  print_wrapped("", fmt::format("{}: {}", experiment.name, experiment.title));
  print_wrapped("", std::string(experiment.source));
  if (!experiment.notes.empty()) print_wrapped("", std::string(experiment.notes));
  print_table(rows);
  const bool any = std::any_of(rows.begin(), rows.end(), [](const Row& row) { return !row.answered.empty(); });
  if (any) print("\nanswered by:\n");
  for (const Row& row : rows)
    if (!row.answered.empty()) print_wrapped(fmt::format("{:<{}}  ", row.label, label_width(rows)), who_answered(row));
  for (const Row& row : rows)
    if (!row.text.empty()) print("\n{}\n{}", row.label, row.text);
  const reproduce::Verdict verdict = experiment.judge(rows);
  print("\n");
  print_wrapped("", fmt::format("{}: {}", name(verdict), verdict.why));
}

std::string json_figures(const std::vector<Figure>& figures) {
  std::string out;
  for (const Figure& figure : figures)
    if (std::isfinite(figure.value))
      out += fmt::format("{}{}:{}", out.empty() ? "" : ",", io::json_quoted(figure.key), figure.value);
  return "{" + out + "}";
}

std::string for_machines(const Experiment& experiment, const std::vector<Row>& rows) {
  std::string out;
  for (const Row& row : rows) {
    out += fmt::format("{}{{\"label\":{},\"paper\":{},\"here\":{}", out.empty() ? "" : ",", io::json_quoted(row.label),
                       json_figures(row.paper), json_figures(row.here));
    if (!row.answered.empty()) out += fmt::format(",\"answered\":{}", json_figures(row.answered));
    if (!row.text.empty()) out += fmt::format(",\"text\":{}", io::json_quoted(row.text));
    out += "}";
  }
  const reproduce::Verdict found = experiment.judge(rows);
  const std::string verdict =
      fmt::format(",\"verdict\":{},\"why\":{}", io::json_quoted(name(found)), io::json_quoted(found.why));
  return fmt::format("{{\"experiment\":{},\"source\":{},\"title\":{},\"notes\":{},\"rows\":[{}]{}}}",
                     io::json_quoted(experiment.name), io::json_quoted(experiment.source),
                     io::json_quoted(experiment.title), io::json_quoted(experiment.notes), out, verdict);
}

void list_for_people() {
  for (const Experiment* experiment : reproduce::experiments()) {
    print("{}\n", experiment->name);
    print_wrapped("  ", std::string(experiment->title));
    print_wrapped("  ", std::string(experiment->source));
    print("\n");
  }
  print("Run one with: clearance reproduce NAME\n");
}

void list_for_machines() {
  std::string out;
  for (const Experiment* experiment : reproduce::experiments())
    out += fmt::format("{}{{\"experiment\":{},\"source\":{},\"title\":{}}}", out.empty() ? "" : ",\n",
                       io::json_quoted(experiment->name), io::json_quoted(experiment->source),
                       io::json_quoted(experiment->title));
  print("[{}]\n", out);
}

/// For a page: the same table as for people, and the plot.
view::ReportSection section_of(const Experiment& experiment, const std::vector<Row>& rows) {
  const reproduce::Verdict verdict = experiment.judge(rows);
  view::ReportSection out{.name = std::string(experiment.name),
                          .title = std::string(experiment.title),
                          .source = std::string(experiment.source),
                          .notes = std::string(experiment.notes),
                          .verdict = std::string(name(verdict)),
                          .why = verdict.why,
                          .labels = {},
                          .columns = {},
                          .texts = {},
                          .svg = experiment.plot == nullptr ? "" : experiment.plot(rows)};
  for (Column& column : columns(rows)) out.columns.push_back({column.key, column.side, std::move(column.cells)});
  std::string answered;
  for (const Row& row : rows) {
    out.labels.push_back(row.label);
    if (!row.answered.empty()) answered += fmt::format("{}: {}\n", row.label, who_answered(row));
    if (!row.text.empty()) out.texts.push_back(row.label + "\n" + row.text);
  }
  if (!answered.empty()) out.texts.insert(out.texts.begin(), "answered by\n" + answered);
  return out;
}

/// Experiment, what came of it, and why: one line each, longer reasons below each other.
void print_closing_table(const std::vector<std::pair<const Experiment*, reproduce::Verdict>>& verdicts) {
  std::size_t name_width = 0;
  for (const auto& [experiment, verdict] : verdicts) name_width = std::max(name_width, experiment->name.size());
  const std::size_t kind_width = std::string_view("ours better").size();
  const auto total = static_cast<std::size_t>(terminal_width());
  const std::size_t before = name_width + kind_width + 4, left = total > before + 20 ? total - before : 20;
  for (const auto& [experiment, verdict] : verdicts) {
    bool first = true;
    for (const std::string& line : wrapped(verdict.why, left)) {
      print("{:<{}}  {:<{}}  {}\n", first ? experiment->name : "", name_width, first ? name(verdict) : "", kind_width,
            line);
      first = false;
    }
  }
}

int run_all(const ReproduceOptions& options, OutputFile& html) {
  const auto all = reproduce::experiments();
  std::vector<std::pair<const Experiment*, reproduce::Verdict>> verdicts;
  std::string out;
  view::Report report{"Published experiments, run again", {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Experiment& experiment = *all[i];
    std::vector<Row> rows;
    {
      Progress progress(fmt::format("{} ({} of {})", experiment.name, i + 1, all.size()));
      rows = experiment.run(reproduce::Progress([&progress](double share) { progress.show(share); }, options.small));
    }
    if (options.json)
      out += (out.empty() ? "" : ",\n") + for_machines(experiment, rows);
    else
      print_for_people(experiment, rows), print("\n\n");
    if (!flush_output() && !html.wanted()) return 0;  // nobody reads on, or the disk is full
    verdicts.emplace_back(&experiment, experiment.judge(rows));
    if (html.wanted()) report.sections.push_back(section_of(experiment, rows));
  }
  if (options.json)
    print("[{}]\n", out);
  else
    print_closing_table(verdicts);
  return !html.wanted() || html.write(view::report_page(report)) ? 0 : 1;
}

}  // namespace

int run_reproduce(const ReproduceOptions& options) {
  if (options.svg == "-" && options.html == "-") {
    say("clearance: the plot and the page cannot both go to standard output\n");
    return 2;
  }
  OutputFile svg(options.svg), html(options.html);
  if (options.all) return run_all(options, html);
  if (options.name.empty()) {
    options.json ? list_for_machines() : list_for_people();
    return 0;
  }
  const Experiment& experiment = *reproduce::experiment_from_name(options.name);
  if (!options.svg.empty() && experiment.plot == nullptr) {
    say("clearance: {} has no plot\n", experiment.name);
    return 2;
  }
  std::vector<Row> rows;
  {
    Progress progress(experiment.name);
    rows = experiment.run(reproduce::Progress([&progress](double share) { progress.show(share); }, options.small));
  }
  if (options.json)
    print("{}\n", for_machines(experiment, rows));
  else
    print_for_people(experiment, rows);
  bool written = !svg.wanted() || svg.write(experiment.plot(rows));
  if (html.wanted())
    written &= html.write(view::report_page({std::string(experiment.title), {section_of(experiment, rows)}}));
  return written ? 0 : 1;
}

}  // namespace clearance::cli

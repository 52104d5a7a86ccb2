#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "report.hpp"
#include "view/report.hpp"

namespace bench {
namespace {

using clearance::view::ReportColumn;
using clearance::view::ReportSection;

template <class Cell>
ReportColumn column(const std::string& name, const std::string& side, const std::vector<RowReport>& rows, Cell cell) {
  ReportColumn out{name, side, {}};
  for (const RowReport& row : rows) out.cells.push_back(cell(row));
  return out;
}

ReportSection section(const std::string& name, const std::string& title, const std::vector<RowReport>& rows) {
  ReportSection out{.name = name,
                    .title = title,
                    .source = machine() + "; " + compiler(),
                    .notes = {},
                    .verdict = {},
                    .why = {},
                    .labels = {},
                    .columns = {},
                    .texts = {},
                    .svg = {}};
  for (const RowReport& row : rows) out.labels.push_back(row.group + " " + row.label);
  return out;
}

ReportSection speed(const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  ReportSection out = section("speed", "time per query, nanoseconds", rows);
  out.notes = "The least of the repeats, and their median; * answers missing or wrong.";
  out.svg = svg_of(names, rows);
  for (std::size_t k = 0; k < names.size(); ++k) {
    out.columns.push_back(column(names[k], "least", rows, [&](const RowReport& row) {
      return fmt::format("{:.0f}{}", row.scores[k].nanoseconds, row.scores[k].wrong > 0 ? "*" : "");
    }));
    out.columns.push_back(column(names[k], "median", rows,
                                 [&](const RowReport& row) { return fmt::format("{:.0f}", row.scores[k].median); }));
  }
  for (std::size_t k = 1; k < names.size(); ++k)
    out.columns.push_back(column("ours over", names[k], rows, [&](const RowReport& row) {
      return fmt::format("{:.2f}", row.scores[0].nanoseconds / row.scores[k].nanoseconds);
    }));
  return out;
}

ReportSection accuracy(const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  ReportSection out = section("accuracy", "largest relative error", rows);
  out.notes = "In brackets, how many answers are missing or off by more than 1e-3.";
  for (std::size_t k = 0; k < names.size(); ++k)
    out.columns.push_back(column(names[k], "error", rows, [&](const RowReport& row) {
      const Score& score = row.scores[k];
      const std::string error = fmt::format("{:.0e}", score.worst_error);
      return score.wrong > 0 ? fmt::format("{} ({})", error, score.wrong) : error;
    }));
  const auto ours = [&](const std::string& side, auto cell) {
    out.columns.push_back(column("our bounds", side, rows, cell));
  };
  ours("width", [](const RowReport& row) { return fmt::format("{:.0e}", row.enclosures.mean_width); });
  ours("iterations", [](const RowReport& row) { return fmt::format("{:.1f}", row.enclosures.mean_iterations); });
  ours("false", [](const RowReport& row) { return fmt::format("{}", row.enclosures.misses); });
  return out;
}

}  // namespace

void write_html(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  std::ofstream file(path);
  file << clearance::view::report_page({"Benchmarks", {speed(names, rows), accuracy(names, rows)}});
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench

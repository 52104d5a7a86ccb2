#pragma once

#include <string>
#include <vector>

#include "contestant.hpp"

namespace bench {

/// How one contestant did in one row.
struct Score {
  double nanoseconds = 0.0;  ///< least of the repeats, per query: what else the machine does can only add to it
  double median = 0.0;       ///< of the repeats
  double worst_error = 0.0;  ///< largest relative error of an answer that is a finite number
  int wrong = 0;             ///< no answer, or off by more than 1e-3
};

struct RowReport {
  std::string group, label;
  int queries = 0;
  std::vector<Score> scores;  ///< ours first
  Enclosures enclosures;
};

/// The processor, compiler and versions that the numbers hold for.
std::string machine();
std::string compiler();

void print_speed(const std::vector<std::string>& names, const std::vector<RowReport>& rows);
void print_accuracy(const std::vector<std::string>& names, const std::vector<RowReport>& rows);
/// The same rows for programs, and as a picture: the times of each contestant over ours, on a logarithmic scale.
void write_json(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows);
/// The same picture as text.
std::string svg_of(const std::vector<std::string>& names, const std::vector<RowReport>& rows);
void write_svg(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows);
/// Tables and picture as a page, in the look of `clearance reproduce --html`.
void write_html(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows);
void write_csv(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows);

/// Compares the answers with the reference.
Score judge(const Workload& workload, const std::vector<double>& answers);

}  // namespace bench

#pragma once

#include <string>
#include <vector>

namespace bench {

struct GapLine {
  std::string name;
  std::vector<double> microseconds;
  std::vector<bool> wrong;  ///< says that they meet, though they do not
};
/// Times of all contestants as bodies pass each other ever nearer.
struct GapSeries {
  std::string title;
  std::vector<double> gaps;
  std::vector<GapLine> lines;
};

/// One panel a series, both axes logarithmic; hollow where the answer is wrong.
void write_gap_plot(const std::string& path, const std::vector<GapSeries>& all);

}  // namespace bench

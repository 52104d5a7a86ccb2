#pragma once

// A plot of lines as SVG: axes that hold zero or are logarithmic, ticks at round numbers, bands about lines, a legend.

#include <string>
#include <vector>

namespace clearance::reproduce {

struct PlotLine {
  std::string name;
  std::vector<double> x, y;
  bool dashed = false;
  std::vector<double> low = {}, high = {};  ///< a band about the line, if there are as many as points
  bool marked = true;                       ///< a dot at each point
};

struct LinePlot {
  std::string title, x_label, y_label;
  std::vector<PlotLine> lines;
  bool log_x = false, log_y = false;  ///< logarithmic axes, of positive values
};

std::string to_svg(const LinePlot& plot);

}  // namespace clearance::reproduce

#pragma once

// A plot of lines as SVG: axes from zero or logarithmic, ticks at round numbers, a legend.

#include <string>
#include <vector>

namespace clearance::reproduce {

struct PlotLine {
  std::string name;
  std::vector<double> x, y;
  bool dashed = false;
};

struct LinePlot {
  std::string title, x_label, y_label;
  std::vector<PlotLine> lines;
  bool log_x = false, log_y = false;  ///< logarithmic axes, of positive values
};

std::string to_svg(const LinePlot& plot);

}  // namespace clearance::reproduce

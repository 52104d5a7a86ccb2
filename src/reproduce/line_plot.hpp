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
  bool logarithmic = false;  ///< both axes; every value is positive
};

std::string to_svg(const LinePlot& plot);

}  // namespace clearance::reproduce

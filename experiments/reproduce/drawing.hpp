#pragma once

// A drawing in the plane as SVG, both axes to one scale: curves, closed or not, marks and labels. For figures that show
// shapes and not a relation of two quantities.

#include <array>
#include <string>
#include <vector>

namespace clearance::reproduce {

using Point2 = std::array<double, 2>;

struct Curve {
  std::vector<Point2> points;
  int colour = 0;  ///< of a palette of 8
  bool closed = false, dashed = false;
  bool marked = false;                   ///< a dot at each point
  std::vector<std::string> labels = {};  ///< beside the points, as many as there are
  std::string name = {};                 ///< in the legend
};

struct Drawing {
  std::string title;
  std::vector<Curve> curves;
};

std::string to_svg(const Drawing& drawing);

}  // namespace clearance::reproduce

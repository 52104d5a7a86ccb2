#include "reproduce/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace clearance::reproduce {

namespace {

constexpr double width = 720, height = 520, left = 30, right = 190, top = 50, bottom = 30;
constexpr std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#555555", "#e69f00", "#56b4e9", "#8b4513"};

template <class... Values>
std::string printed(const char* format, Values... values) {
  char buffer[240];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

std::string text(double x, double y, const std::string& what, int size = 12) {
  return printed("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\">", x, y, size) + what + "</text>\n";
}

}  // namespace

std::string to_svg(const Drawing& drawing) {
  Point2 low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  for (const Curve& curve : drawing.curves)
    for (const Point2& p : curve.points)
      for (std::size_t k = 0; k < 2; ++k) low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
  const double wide = std::max(high[0] - low[0], 1e-300), tall = std::max(high[1] - low[1], 1e-300);
  const double scale = std::min((width - left - right) / wide, (height - top - bottom) / tall);
  const auto x = [&](const Point2& p) { return left + (p[0] - low[0]) * scale; };
  const auto y = [&](const Point2& p) { return top + (high[1] - p[1]) * scale; };

  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"520\" viewBox=\"0 0 720 520\" "
      "font-family=\"sans-serif\">\n<rect width=\"720\" height=\"520\" fill=\"white\"/>\n";
  out += text(left, 28, drawing.title, 15);
  double row = top + 10;
  for (const Curve& curve : drawing.curves) {
    const char* colour = colours[static_cast<std::size_t>(curve.colour) % colours.size()];
    const std::string style = printed("fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"%s", colour,
                                      curve.dashed ? " stroke-dasharray=\"5 4\"" : "");
    out += (curve.closed ? "<polygon " : "<polyline ") + style + " points=\"";
    for (const Point2& p : curve.points) out += printed("%.2f,%.2f ", x(p), y(p));
    out += "\"/>\n";
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const Point2& p = curve.points[i];
      if (curve.marked) out += printed("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3\" fill=\"%s\"/>\n", x(p), y(p), colour);
      if (i < curve.labels.size()) out += text(x(p) + 5, y(p) - 5, curve.labels[i]);
    }
    if (curve.name.empty()) continue;
    out += printed("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" ", width - right + 15, row,
                   width - right + 40, row) +
           style + "/>\n" + text(width - right + 46, row + 4, curve.name);
    row += 20;
  }
  return out + "</svg>\n";
}

}  // namespace clearance::reproduce

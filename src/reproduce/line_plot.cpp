#include "reproduce/line_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace clearance::reproduce {

namespace {

constexpr double width = 720, height = 460, left = 70, right = 190, top = 50, bottom = 60;
constexpr std::array<const char*, 6> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#555555", "#e69f00"};

std::string text(double x, double y, const std::string& anchor, const std::string& what, const std::string& more = "") {
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>", x, y, anchor.c_str(),
                more.c_str());
  return buffer + what + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  char buffer[200];
  std::snprintf(buffer, sizeof buffer, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2,
                style.c_str());
  return buffer;
}

/// A round number, of which some four to eight make the range.
double tick_of(double range) {
  const double power = std::pow(10.0, std::floor(std::log10(range / 4.0)));
  for (const double factor : {5.0, 2.0})
    if (range / (factor * power) >= 4.0) return factor * power;
  return power;
}

std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

}  // namespace

std::string to_svg(const LinePlot& plot) {
  double most_x = 0.0, most_y = 0.0;
  for (const PlotLine& l : plot.lines) {
    for (const double v : l.x) most_x = std::max(most_x, v);
    for (const double v : l.y) most_y = std::max(most_y, v);
  }
  most_x = most_x > 0.0 ? most_x : 1.0;
  most_y = most_y > 0.0 ? 1.05 * most_y : 1.0;
  const auto at_x = [&](double v) { return left + v / most_x * (width - left - right); };
  const auto at_y = [&](double v) { return height - bottom - v / most_y * (height - top - bottom); };

  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"460\" viewBox=\"0 0 720 460\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"720\" height=\"460\" fill=\"white\"/>\n";
  out += text(left, 28, "start", plot.title, "font-size=\"15\"");
  for (double v = 0.0; v <= most_x * (1.0 + 1e-9); v += tick_of(most_x)) {
    out += line(at_x(v), at_y(0), at_x(v), at_y(0) + 5, "stroke=\"black\"");
    out += text(at_x(v), at_y(0) + 19, "middle", number(v));
  }
  for (double v = 0.0; v <= most_y; v += tick_of(most_y)) {
    out += line(left, at_y(v), width - right, at_y(v), "stroke=\"#dddddd\"");
    out += text(left - 8, at_y(v) + 4, "end", number(v));
  }
  out += line(left, at_y(0), width - right, at_y(0), "stroke=\"black\"");
  out += line(left, at_y(0), left, top, "stroke=\"black\"");
  out += text(0.5 * (left + width - right), height - 18, "middle", plot.x_label);
  out += text(20, 0.5 * (top + height - bottom), "middle", plot.y_label,
              "transform=\"rotate(-90 20 " + number(0.5 * (top + height - bottom)) + ")\"");
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    const PlotLine& l = plot.lines[i];
    const std::string style = std::string("stroke=\"") + colours[i % colours.size()] + "\" stroke-width=\"2\"" +
                              (l.dashed ? " stroke-dasharray=\"6 4\"" : "");
    out += "<polyline fill=\"none\" " + style + " points=\"";
    for (std::size_t k = 0; k < l.x.size(); ++k) out += number(at_x(l.x[k])) + "," + number(at_y(l.y[k])) + " ";
    out += "\"/>\n";
    const double row = top + 10 + 20 * static_cast<double>(i);
    out += line(width - right + 15, row, width - right + 40, row, style);
    out += text(width - right + 46, row + 4, "start", l.name);
  }
  return out + "</svg>\n";
}

}  // namespace clearance::reproduce

#include "reproduce/line_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace clearance::reproduce {

namespace {

constexpr double width = 720, height = 460, left = 70, right = 190, top = 50, bottom = 60;
constexpr std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#555555", "#e69f00", "#56b4e9", "#8b4513"};

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

/// One axis: where values go, from 0 to 1, and where its ticks are.
class Axis {
 public:
  Axis(const std::vector<const std::vector<double>*>& values, bool logarithmic, double room)
      : logarithmic_(logarithmic) {
    double most = 0.0, least = HUGE_VAL;
    for (const auto* of_line : values)
      for (const double v : *of_line) most = std::max(most, v), least = std::min(least, v);
    if (!(most > 0.0) && (logarithmic || !(least < 0.0))) most = 1.0, least = 0.1;
    low_ = logarithmic ? std::log10(least) : std::min(least, 0.0);
    high_ = logarithmic ? std::log10(most) : most;
    if (logarithmic || low_ < 0.0) low_ -= (room - 1.0) * (high_ - low_);
    high_ += (room - 1.0) * (high_ - low_);
    if (!(high_ > low_)) high_ = low_ + 1.0;
  }

  double at(double v) const { return ((logarithmic_ ? std::log10(v) : v) - low_) / (high_ - low_); }

  std::vector<double> ticks() const {
    std::vector<double> result;
    if (!logarithmic_) {
      const double step = tick_of(high_ - low_);
      for (double k = std::ceil(low_ / step); k * step <= high_ + 1e-9 * step; ++k) result.push_back(k * step);
      return result;
    }
    const bool dense = high_ - low_ < 3.0;
    for (int power = static_cast<int>(std::floor(low_)); power <= high_; ++power)
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double v = factor * std::pow(10.0, power);
        if ((dense || factor == 1.0) && at(v) >= -1e-9 && at(v) <= 1.0 + 1e-9) result.push_back(v);
      }
    return result;
  }

 private:
  bool logarithmic_;
  double low_ = 0.0, high_ = 1.0;
};

}  // namespace

std::string to_svg(const LinePlot& plot) {
  std::vector<const std::vector<double>*> all_x, all_y;
  for (const PlotLine& l : plot.lines) {
    all_x.push_back(&l.x);
    for (const std::vector<double>* y : {&l.y, &l.low, &l.high}) all_y.push_back(y);
  }
  const Axis x(all_x, plot.log_x, 1.0), y(all_y, plot.log_y, 1.05);
  const double base = height - bottom;
  const auto at_x = [&](double v) { return left + x.at(v) * (width - left - right); };
  const auto at_y = [&](double v) { return base - y.at(v) * (base - top); };

  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"460\" viewBox=\"0 0 720 460\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"720\" height=\"460\" fill=\"white\"/>\n";
  out += text(left, 28, "start", plot.title, "font-size=\"15\"");
  for (const double v : x.ticks()) {
    out += line(at_x(v), base, at_x(v), base + 5, "stroke=\"black\"");
    out += text(at_x(v), base + 19, "middle", number(v));
  }
  for (const double v : y.ticks()) {
    out += line(left, at_y(v), width - right, at_y(v), "stroke=\"#dddddd\"");
    out += text(left - 8, at_y(v) + 4, "end", number(v));
  }
  out += line(left, base, width - right, base, "stroke=\"black\"");
  out += line(left, base, left, top, "stroke=\"black\"");
  out += text(0.5 * (left + width - right), height - 18, "middle", plot.x_label);
  out += text(20, 0.5 * (top + height - bottom), "middle", plot.y_label,
              "transform=\"rotate(-90 20 " + number(0.5 * (top + height - bottom)) + ")\"");
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    const PlotLine& l = plot.lines[i];
    const std::string style = std::string("stroke=\"") + colours[i % colours.size()] + "\" stroke-width=\"2\"" +
                              (l.dashed ? " stroke-dasharray=\"6 4\"" : "");
    if (!l.low.empty() && l.low.size() == l.x.size() && l.high.size() == l.x.size()) {
      out += std::string("<polygon fill=\"") + colours[i % colours.size()] + "\" fill-opacity=\"0.25\" points=\"";
      for (std::size_t k = 0; k < l.x.size(); ++k) out += number(at_x(l.x[k])) + "," + number(at_y(l.high[k])) + " ";
      for (std::size_t k = l.x.size(); k-- > 0;) out += number(at_x(l.x[k])) + "," + number(at_y(l.low[k])) + " ";
      out += "\"/>\n";
    }
    out += "<polyline fill=\"none\" " + style + " points=\"";
    for (std::size_t k = 0; k < l.x.size(); ++k) out += number(at_x(l.x[k])) + "," + number(at_y(l.y[k])) + " ";
    out += "\"/>\n";
    for (std::size_t k = 0; k < l.x.size() && l.marked; ++k)
      out += "<circle cx=\"" + number(at_x(l.x[k])) + "\" cy=\"" + number(at_y(l.y[k])) + "\" r=\"2.5\" fill=\"" +
             colours[i % colours.size()] + "\"/>\n";
    const double row = top + 10 + 20 * static_cast<double>(i);
    out += line(width - right + 15, row, width - right + 40, row, style);
    out += text(width - right + 46, row + 4, "start", l.name);
  }
  return out + "</svg>\n";
}

}  // namespace clearance::reproduce

#include "motion_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace bench {

namespace {

constexpr std::array<const char*, 3> colours{"#000000", "#c0392b", "#2980b9"};
constexpr double panel = 330.0, left = 48.0, top = 56.0, height = 260.0;

class Panel {
 public:
  Panel(double x, double least, double most) : x_(x), least_(std::log10(least)), most_(std::log10(most)) {}
  double x_of(double gap) const { return x_ + left + (-std::log10(gap) / 9.0) * (panel - left - 20.0); }
  double y_of(double us) const { return top + height * (1.0 - (std::log10(us) - least_) / (most_ - least_)); }

 private:
  double x_, least_, most_;
};

}  // namespace

void write_gap_plot(const std::string& path, const std::vector<GapSeries>& all) {
  double least = 0.1, most = 1.0;
  for (const GapSeries& s : all)
    for (const GapLine& line : s.lines)
      for (const double us : line.microseconds) {
        while (us < least) least /= 10.0;
        while (us > most) most *= 10.0;
      }
  const double width = panel * static_cast<double>(all.size()) + 10.0, whole = top + height + 50.0;
  std::ofstream file(path);
  file << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"white\"/>\n"
      "<text x=\"8\" y=\"18\">first contact: microseconds a query, by the gap they pass at; hollow: says that they "
      "meet</text>\n",
      width, whole);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const GapSeries& s = all[i];
    const double x = panel * static_cast<double>(i);
    const Panel at(x, least, most);
    file << fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", x + left, top - 14.0, s.title);
    for (double us = least; us <= most * 1.001; us *= 10.0)
      file << fmt::format(
          "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#d0d0d0\"/><text x=\"{3:.1f}\" "
          "y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>\n",
          at.x_of(1.0), at.x_of(1e-9), at.y_of(us), x + left - 6.0, at.y_of(us) + 4.0, us);
    for (int power = 0; power <= 9; power += 3)
      file << fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>\n",
                          at.x_of(std::pow(10.0, -power)), top + height + 20.0,
                          power == 0 ? "1" : fmt::format("1e-{}", power));
    for (std::size_t k = 0; k < s.lines.size(); ++k) {
      const GapLine& line = s.lines[k];
      const char* const colour = colours[k % colours.size()];
      std::string points, dots;
      for (std::size_t j = 0; j < s.gaps.size(); ++j) {
        const double px = at.x_of(s.gaps[j]), py = at.y_of(line.microseconds[j]);
        points += fmt::format("{:.1f},{:.1f} ", px, py);
        dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" stroke=\"{}\" fill=\"{}\"/>", px, py, colour,
                            line.wrong[j] ? "white" : colour);
      }
      file << fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\"/>{}\n", points, colour, dots);
      if (i == 0)
        file << fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" fill=\"{}\">{}</text>\n",
                            left + 110.0 * static_cast<double>(k), whole - 8.0, colour, line.name);
    }
  }
  file << "</svg>\n";
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench

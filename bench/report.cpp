#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

constexpr double wrong_beyond = 1e-3;

// Ours is the first column, FCL at its default the second, libccd, which has no distances, the last.
double ratio_to_fcl(const RowReport& row) {
  return row.scores.size() > 1 ? row.scores[0].nanoseconds / row.scores[1].nanoseconds : std::nan("");
}
/// To the fastest of the others that has distances and none of them wrong; NaN if there is none.
double ratio_to_best(const RowReport& row) {
  double best = HUGE_VAL;
  for (size_t i = 1; i + 1 < row.scores.size(); ++i)
    if (row.scores[i].wrong == 0) best = std::min(best, row.scores[i].nanoseconds);
  return best < HUGE_VAL ? row.scores[0].nanoseconds / best : std::nan("");
}

std::string error_cell(const Score& score) {
  const std::string error = fmt::format("{:.0e}", score.worst_error);
  return score.wrong ? fmt::format("{} ({})", error, score.wrong) : error;
}

void print_group(const RowReport& row, std::string& group) {
  if (row.group == group) return;
  group = row.group;
  fmt::print("{}\n", group);
}

}  // namespace

std::string machine() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

Score judge(const Workload& workload, const std::vector<double>& answers) {
  Score score;
  for (size_t i = 0; i < answers.size(); ++i) {
    const Quad truth = workload.queries[i].answer;
    if (answers[i] == apart_by_some && truth > 0) continue;
    const double error = std::abs(static_cast<double>((answers[i] - truth) / truth));
    score.wrong += !(error <= wrong_beyond);
    if (std::isfinite(error)) score.worst_error = std::max(score.worst_error, error);
  }
  return score;
}

void print_speed(const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  fmt::print(
      "\nTime per query, nanoseconds: least of the repeats, and their median; * answers missing or wrong\n\n{:<24}",
      "");
  for (const std::string& name : names) fmt::print("{:>16}", name);
  fmt::print("{:>13}{:>13}\n", "ours/FCL", "ours/best");
  std::string group;
  for (const RowReport& row : rows) {
    print_group(row, group);
    fmt::print("  {:<22}", row.label);
    for (const Score& score : row.scores)
      fmt::print("{:>16}", fmt::format("{:.0f} ({:.0f}){}", score.nanoseconds, score.median, score.wrong ? "*" : " "));
    fmt::print("{:>13.2f}{:>13.2f}\n", ratio_to_fcl(row), ratio_to_best(row));
  }
}

void print_accuracy(const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  fmt::print("\nLargest relative error; in brackets, how many answers are missing or off by more than {:.0e}\n",
             wrong_beyond);
  fmt::print("\n{:<24}", "");
  for (const std::string& name : names) fmt::print("{:>13}", name);
  fmt::print("{:>12}{:>16}\n", "our width", "our iterations");
  std::string group;
  for (const RowReport& row : rows) {
    print_group(row, group);
    fmt::print("  {:<22}", row.label);
    for (const Score& score : row.scores) fmt::print("{:>13}", error_cell(score));
    const Enclosures& e = row.enclosures;
    fmt::print("{:>12.0e}{:>16}\n", e.mean_width, fmt::format("{:.1f} (max {})", e.mean_iterations, e.most_iterations));
    if (e.misses) fmt::print("    {} ENCLOSURES MISS THE TRUE VALUE\n", e.misses);
    if (e.unconverged) fmt::print("    {} of our answers did not converge\n", e.unconverged);
  }
}

void write_csv(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  std::ofstream file(path);
  file << fmt::format("# {}; {}\n", machine(), compiler());
  file << "group,label,queries";
  for (const std::string& name : names) file << fmt::format(",{0} ns,{0} median,{0} worst error,{0} wrong", name);
  file << ",ours/FCL,ours/best,mean width,mean iterations,most iterations,misses,unconverged\n";
  for (const RowReport& row : rows) {
    file << fmt::format("{},{},{}", row.group, row.label, row.queries);
    for (const Score& s : row.scores)
      file << fmt::format(",{:.1f},{:.1f},{:.3e},{}", s.nanoseconds, s.median, s.worst_error, s.wrong);
    const Enclosures& e = row.enclosures;
    file << fmt::format(",{:.4f},{:.4f},{:.3e},{:.2f},{},{},{}\n", ratio_to_fcl(row), ratio_to_best(row), e.mean_width,
                        e.mean_iterations, e.most_iterations, e.misses, e.unconverged);
  }
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

void write_json(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  std::ofstream file(path);
  file << fmt::format("{{\"machine\": \"{}\", \"compiler\": \"{}\", \"rows\": [", machine(), compiler());
  for (size_t i = 0; i < rows.size(); ++i) {
    const RowReport& row = rows[i];
    const Enclosures& e = row.enclosures;
    file << fmt::format("{}\n  {{\"group\": \"{}\", \"label\": \"{}\", \"queries\": {}, \"contestants\": [",
                        i ? "," : "", row.group, row.label, row.queries);
    for (size_t k = 0; k < names.size(); ++k) {
      const Score& s = row.scores[k];
      file << fmt::format(
          "{}\n    {{\"name\": \"{}\", \"least_ns\": {:.1f}, \"median_ns\": {:.1f}, \"worst_error\": {:.3e}, "
          "\"wrong\": {}}}",
          k ? "," : "", names[k], s.nanoseconds, s.median, s.worst_error, s.wrong);
    }
    file << fmt::format(
        "],\n   \"mean_width\": {:.3e}, \"mean_iterations\": {:.2f}, \"misses\": {}, \"unconverged\": {}}}",
        e.mean_width, e.mean_iterations, e.misses, e.unconverged);
  }
  file << "\n]}\n";
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

void write_svg(const std::string& path, const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  constexpr double left = 230.0, line = 18.0, width = 900.0, least = 0.25, most = 256.0;
  const double height = 70.0 + line * static_cast<double>(rows.size());
  const auto x_of = [&](double ratio) {
    const double share = std::log(std::clamp(ratio, least, most) / least) / std::log(most / least);
    return left + share * (width - left - 20.0);
  };
  const std::array<const char*, 6> colours{"#000000", "#c0392b", "#e67e22", "#8e44ad", "#2980b9", "#27ae60"};
  std::ofstream file(path);
  file << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"white\"/>\n",
      width, height);
  for (size_t k = 1; k < names.size(); ++k)
    file << fmt::format("<text x=\"{:.0f}\" y=\"18\" fill=\"{}\">{}</text>\n",
                        left + 110.0 * static_cast<double>(k - 1), colours[k % colours.size()], names[k]);
  file << fmt::format("<text x=\"8\" y=\"18\">time over ours; hollow: wrong answers</text>\n");
  for (double ratio = least; ratio <= most; ratio *= 4.0)
    file << fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"42\" y2=\"{1:.0f}\" stroke=\"{2}\"/><text x=\"{0:.1f}\" y=\"38\" "
        "text-anchor=\"middle\">{3:g}</text>\n",
        x_of(ratio), height - 12.0, ratio == 1.0 ? "#000000" : "#d0d0d0", ratio);
  for (size_t i = 0; i < rows.size(); ++i) {
    const double y = 58.0 + line * static_cast<double>(i);
    file << fmt::format("<text x=\"8\" y=\"{:.0f}\">{} {} ({:.0f} ns)</text>\n", y + 4.0, rows[i].group, rows[i].label,
                        rows[i].scores[0].nanoseconds);
    for (size_t k = 1; k < names.size(); ++k) {
      const Score& s = rows[i].scores[k];
      const char* const colour = colours[k % colours.size()];
      file << fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.0f}\" r=\"4\" stroke=\"{}\" fill=\"{}\"/>\n",
                          x_of(s.nanoseconds / rows[i].scores[0].nanoseconds), y, colour, s.wrong ? "white" : colour);
    }
  }
  file << "</svg>\n";
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench

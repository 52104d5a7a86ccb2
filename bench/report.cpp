#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

constexpr double wrong_beyond = 1e-3;

// Ours is the first column, FCL at its default the second, Bullet the last; the others are for information.
double ratio_to_fcl(const RowReport& row) { return row.scores[0].nanoseconds / row.scores[1].nanoseconds; }
double ratio_to_bullet(const RowReport& row) { return row.scores[0].nanoseconds / row.scores.back().nanoseconds; }

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
    const double error = std::abs(static_cast<double>((answers[i] - truth) / truth));
    score.wrong += !(error <= wrong_beyond);
    if (std::isfinite(error)) score.worst_error = std::max(score.worst_error, error);
  }
  return score;
}

void print_speed(const std::vector<std::string>& names, const std::vector<RowReport>& rows) {
  fmt::print("\nTime per query, nanoseconds: median over the repeats\n\n{:<24}", "");
  for (const std::string& name : names) fmt::print("{:>12}", name);
  fmt::print("{:>13}{:>13}\n", "ours/FCL", "ours/Bullet");
  std::string group;
  for (const RowReport& row : rows) {
    print_group(row, group);
    fmt::print("  {:<22}", row.label);
    for (const Score& score : row.scores) fmt::print("{:>12.0f}", score.nanoseconds);
    fmt::print("{:>13.2f}{:>13.2f}\n", ratio_to_fcl(row), ratio_to_bullet(row));
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
  for (const std::string& name : names) file << fmt::format(",{0} ns,{0} worst error,{0} wrong", name);
  file << ",ours/FCL,ours/Bullet,mean width,mean iterations,most iterations,misses,unconverged\n";
  for (const RowReport& row : rows) {
    file << fmt::format("{},{},{}", row.group, row.label, row.queries);
    for (const Score& s : row.scores) file << fmt::format(",{:.1f},{:.3e},{}", s.nanoseconds, s.worst_error, s.wrong);
    const Enclosures& e = row.enclosures;
    file << fmt::format(",{:.4f},{:.4f},{:.3e},{:.2f},{},{},{}\n", ratio_to_fcl(row), ratio_to_bullet(row),
                        e.mean_width, e.mean_iterations, e.most_iterations, e.misses, e.unconverged);
  }
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench

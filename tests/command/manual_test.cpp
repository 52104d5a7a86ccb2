#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

// The manual shows what the command does: every line after "$ " in a block of kind "console" is run in its folder, and
// prints what stands below. There, "…" is any text, and a line of that alone is any number of lines.

namespace clearance::test {
namespace {

constexpr const char* any = "\u2026";
constexpr const char* manual = CLEARANCE_FIXTURES "/../docs/manual";
constexpr const char* packaging = CLEARANCE_FIXTURES "/../packaging";

bool matches(const std::string& pattern, const std::string& text) {
  std::size_t from = 0, at = 0;
  for (bool first = true;; first = false) {
    const std::size_t next = pattern.find(any, from);
    const std::string piece = pattern.substr(from, next == std::string::npos ? next : next - from);
    const std::size_t found = next == std::string::npos && !first && piece.size() <= text.size()
                                  ? text.size() - piece.size()
                                  : text.find(piece, at);
    if (found == std::string::npos || found < at || (first && found != 0) ||
        text.compare(found, piece.size(), piece) != 0)
      return false;
    at = found + piece.size();
    if (next == std::string::npos) return at == text.size();
    from = next + std::string(any).size();
  }
}

bool match_lines(const std::vector<std::string>& shown, std::size_t i, const std::vector<std::string>& printed,
                 std::size_t j) {
  if (i == shown.size()) return j == printed.size();
  if (shown[i] == any)
    for (std::size_t k = j; k <= printed.size(); ++k)
      if (match_lines(shown, i + 1, printed, k)) return true;
  return j < printed.size() && matches(shown[i], printed[j]) && match_lines(shown, i + 1, printed, j + 1);
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> run_in_manual(const std::string& command) {
  const std::string folder = std::filesystem::path(CLEARANCE_COMMAND).parent_path().string();
  const std::string line = "cd '" + std::string(manual) + "' && PATH='" + folder + "':$PATH; " + command;
  std::string output;
  if (FILE* const pipe = popen(line.c_str(), "r"); pipe != nullptr) {
    std::array<char, 4096> bytes{};
    for (std::size_t count = 0; (count = fread(bytes.data(), 1, bytes.size(), pipe)) > 0;)
      output.append(bytes.data(), count);
    pclose(pipe);
  }
  return split(output);
}

TEST(Manual, ShowsWhatTheCommandDoes) {
  ::unsetenv("COLUMNS");
  int commands = 0;
  for (const auto& page : std::filesystem::directory_iterator(manual)) {
    if (page.path().extension() != ".md") continue;
    std::ifstream in(page.path());
    const std::vector<std::string> lines = split(std::string(std::istreambuf_iterator<char>(in), {}));
    bool console = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].starts_with("```")) console = lines[i] == "```console";
      if (!console || !lines[i].starts_with("$ ")) continue;
      std::vector<std::string> shown;
      for (std::size_t j = i + 1; j < lines.size() && !lines[j].starts_with("$ ") && !lines[j].starts_with("```"); ++j)
        shown.push_back(lines[j]);
      const std::vector<std::string> printed = run_in_manual(lines[i].substr(2));
      ++commands;
      EXPECT_TRUE(match_lines(shown, 0, printed, 0)) << page.path().filename() << ": " << lines[i] << "\nprints\n"
                                                     << testing::PrintToString(printed);
    }
  }
  EXPECT_GE(commands, 10);
}

TEST(Manual, PageAndCompletionsKnowEveryOption) {
  const auto content = [](const std::string& name) {
    std::ifstream in(std::string(packaging) + "/" + name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  std::string page = content("clearance.1");
  for (std::size_t at = page.find("\\-"); at != std::string::npos; at = page.find("\\-", at)) page.erase(at, 1);
  for (const char* command : {"distance", "track", "monitor", "methods", "demo", "reproduce", "generate facet-ball",
                              "fit stope", "fit ellipsoid", "decompose", "certify", "check", "view"})
    for (const std::string& line : run_in_manual(std::string("clearance ") + command + " --help")) {
      const std::size_t start = line.find_first_not_of(' ');
      if (start == std::string::npos || line.compare(start, 2, "--") != 0) continue;
      const std::string option = line.substr(start, line.find_first_of(" ,", start) - start);
      for (const std::string& text : {page, content("completion.bash"), content("completion.zsh")})
        EXPECT_NE(text.find(option), std::string::npos) << command << " " << option;
    }
}

}  // namespace
}  // namespace clearance::test

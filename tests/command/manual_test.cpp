#include <gtest/gtest.h>

#include <array>
#include <cctype>
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

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return std::string(std::istreambuf_iterator<char>(in), {});
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
    const std::vector<std::string> lines = split(content_of(page.path()));
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

/// The name by which others link to a heading: letters and digits in lower case, blanks as hyphens.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading.substr(heading.find_first_not_of("# "))) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0 || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(letter));
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

// All of docs/ but the page on the code is installed: what the others link to must be there.
TEST(Manual, LinksLeadToWhatIsInstalled) {
  namespace fs = std::filesystem;
  const fs::path docs = fs::path(manual).parent_path().lexically_normal();
  int links = 0;
  for (const auto& entry : fs::recursive_directory_iterator(docs)) {
    const fs::path& page = entry.path();
    if (page.extension() != ".md" || page.filename() == "architecture.md") continue;
    const std::string text = content_of(page);
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
      const std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
      if (link.starts_with("http")) continue;
      ++links;
      const std::size_t mark = link.find('#');
      const fs::path target = mark == 0 ? page : (page.parent_path() / link.substr(0, mark)).lexically_normal();
      const std::string inside = target.lexically_relative(docs).string();
      EXPECT_TRUE(fs::exists(target) && !inside.starts_with("..") && inside != "architecture.md")
          << page.filename() << ": " << link;
      if (mark == std::string::npos) continue;
      bool found = false;
      for (const std::string& line : split(content_of(target)))
        found = found || (line.starts_with('#') && anchor_of(line) == link.substr(mark + 1));
      EXPECT_TRUE(found) << page.filename() << ": " << link;
    }
  }
  EXPECT_GE(links, 30);
}

TEST(Manual, PageAndCompletionsKnowEveryOption) {
  const auto content = [](const std::string& name) { return content_of(std::filesystem::path(packaging) / name); };
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

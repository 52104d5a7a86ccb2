#include "unknown_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "io/writer.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to turn a into b.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1,
                              least[i - 1][j - 1] + static_cast<std::size_t>(a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  return least[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  word = word.substr(0, 64);
  // What begins in the same way comes before what can be had by a few edits.
  const auto off = [&](const std::string& name) { return name.starts_with(word) ? 0 : edits(word, name); };
  const auto nearest = std::min_element(names.begin(), names.end(),
                                        [&](const std::string& p, const std::string& q) { return off(p) < off(q); });
  const bool near = nearest != names.end() && off(*nearest) <= std::max<std::size_t>(2, word.size() / 3);
  return near ? fmt::format("; did you mean '{}'?", *nearest) : "";
}

bool is_unknown_command(const CLI::App& app, const std::vector<std::string_view>& words, const std::string& before) {
  const std::vector<const CLI::App*> known = app.get_subcommands([](const CLI::App* c) {  // option groups have no name
    return !c->get_name().empty();
  });
  if (known.empty() || words.empty() || words[0].empty() || words[0].starts_with('-')) return false;
  const std::string_view word = words[0].substr(0, 64);
  for (const CLI::App* command : known)
    if (command->get_name() == word)
      return is_unknown_command(*command, {words.begin() + 1, words.end()}, before + " " + command->get_name());
  std::vector<std::string> names;
  for (const CLI::App* command : known) names.push_back(command->get_name());
  say("clearance: unknown command '{}'{}\n", io::printable(word), did_you_mean(word, names));
  const std::string list = fmt::format("Run {} --help for more than this list: {}", before, fmt::join(names, ", "));
  for (const std::string& line : wrapped(list, 80)) say("{}\n", line);
  return true;
}

}  // namespace clearance::cli

#include "unknown_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "io/writer.hpp"

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

bool is_unknown_command(const CLI::App& app, const std::vector<std::string_view>& words, const std::string& before) {
  const std::vector<const CLI::App*> known = app.get_subcommands([](const CLI::App* c) {  // option groups have no name
    return !c->get_name().empty();
  });
  if (known.empty() || words.empty() || words[0].empty() || words[0].starts_with('-')) return false;
  const std::string_view word = words[0].substr(0, 64);
  for (const CLI::App* command : known)
    if (command->get_name() == word)
      return is_unknown_command(*command, {words.begin() + 1, words.end()}, before + " " + command->get_name());
  // What begins in the same way comes before what can be had by a few edits.
  const auto off = [&](const CLI::App* p) { return p->get_name().starts_with(word) ? 0 : edits(word, p->get_name()); };
  const auto nearest = *std::min_element(known.begin(), known.end(),
                                         [&](const CLI::App* p, const CLI::App* q) { return off(p) < off(q); });
  const bool near = off(nearest) <= std::max<std::size_t>(2, word.size() / 3);
  std::string names;
  for (const CLI::App* command : known) names += (names.empty() ? "" : ", ") + command->get_name();
  fmt::print(stderr, "clearance: unknown command '{}'{}\nRun {} --help for more than this list: {}\n",
             io::printable(word), near ? fmt::format("; did you mean '{}'?", nearest->get_name()) : "", before, names);
  return true;
}

}  // namespace clearance::cli

#include "io/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clearance::io {
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
  // Some edits, but not all letters: a name of one letter is near to no other.
  const std::size_t most = std::max<std::size_t>(2, word.size() / 3), too_many = std::max(most + 1, word.size());
  // What begins in the same way comes before what can be had by a few edits.
  const auto off = [&](const std::string& name) -> std::size_t {
    if (!word.empty() && name.starts_with(word)) return 0;
    return name.size() > word.size() + most || word.size() > name.size() + most ? too_many : edits(word, name);
  };
  const auto nearest = std::min_element(names.begin(), names.end(),
                                        [&](const std::string& p, const std::string& q) { return off(p) < off(q); });
  if (nearest == names.end()) return "";
  const std::size_t least = off(*nearest);
  return least <= most && least < word.size() ? fmt::format("; did you mean '{}'?", *nearest) : "";
}

}  // namespace clearance::io

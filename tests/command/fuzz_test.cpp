#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "targets.hpp"

// A short walk around the corpus of each fuzzing target: every file as it is, cut short, and with bytes changed,
// removed and doubled. What takes longer is `./dev fuzz`.

namespace clearance::test {
namespace {

std::vector<std::string> corpus(std::string_view target) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(CLEARANCE_CORPUS) / target))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> contents;
  for (const std::filesystem::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    contents.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return contents;
}

class Fuzz : public testing::TestWithParam<fuzz::Target> {};

TEST_P(Fuzz, CorpusAndItsNeighbours) {
  std::mt19937 random(17);
  const std::vector<std::string> seeds = corpus(GetParam().name);
  ASSERT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) {
    GetParam().run(seed);
    for (int round = 0; round < 300; ++round) {
      std::string text = seed;
      for (auto changes = 1 + random() % 4; changes > 0 && !text.empty(); --changes) {
        const std::size_t at = random() % text.size();
        const std::size_t length = std::min<std::size_t>(1 + random() % 16, text.size() - at);
        switch (random() % 5) {
          case 0:
            text[at] = static_cast<char>(random());
            break;
          case 1:
            text.erase(at, length);
            break;
          case 2:
            text.insert(at, text.substr(at, length));
            break;
          case 3:
            text.resize(at);
            break;
          default:
            text.replace(at, length, seeds[random() % seeds.size()].substr(0, length));
        }
      }
      GetParam().run(text);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Readers, Fuzz, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](const testing::TestParamInfo<fuzz::Target>& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace clearance::test

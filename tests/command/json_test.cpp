#include "io/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

// The JSON reader, against another one.

namespace clearance::io {
namespace {

bool accepts(const std::string& text) {
  try {
    const Document document(text);
    return true;
  } catch (const ReadError&) {
    return false;
  }
}

const std::string sample = R"({"id":null,"a":{"type":"box","size":[1,-2.5,30]},"t":[true,false],)"
                           R"("s":"\u00e9\ud83d\ude00\"\\\n","":{}, "u":"é€😀"})";

TEST(JsonReader, AcceptsWhatAnotherReaderAccepts) {
  std::vector<std::string> texts{sample,
                                 "",
                                 " ",
                                 "1",
                                 "-",
                                 "-0",
                                 "00",
                                 "1.",
                                 "1.5e+7",
                                 "1e",
                                 "\"",
                                 "\"\\",
                                 "\"\\u12\"",
                                 "\"\\ud83d\"",
                                 "\"\\ude00\"",
                                 "\"\\ud83d\\u0041\"",
                                 "[",
                                 "[1",
                                 "[1,",
                                 "[1,]",
                                 "[]]",
                                 "{\"a\"}",
                                 "{\"a\":}",
                                 "{1:2}",
                                 "tru",
                                 "truex",
                                 "nul",
                                 "\"\t\"",
                                 "\"\x7f\"",
                                 "[1 2]",
                                 "\"\xC0\x80\"",
                                 "\"\xED\xA0\x80\"",
                                 "\"\xF4\x90\x80\x80\"",
                                 "\"\xE2\x82\"",
                                 "\xC2"};
  // Mutations of a valid text; no 'e', so that no number overflows, which the other reader refuses as well.
  constexpr std::string_view alphabet = "{}[]\",:\\u/ 01-.tn\n\x80\xC3\xE2\xED\xA0\x1F";
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return random() % n; };
  for (int i = 0; i < 20000; ++i) {
    std::string text = sample;
    for (std::size_t k = 0; k <= below(3); ++k) {
      const std::size_t at = below(text.size());
      const char c = alphabet[below(alphabet.size())];
      switch (below(4)) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        case 2:
          text.erase(at, 1);
          break;
        default:
          text.resize(text.size() - below(2));
      }
    }
    texts.push_back(text);
  }
  int accepted = 0;
  for (const std::string& text : texts) {
    const bool expected = nlohmann::json::accept(text);
    EXPECT_EQ(accepts(text), expected) << text;
    accepted += expected ? 1 : 0;
  }
  // Both verdicts must be common for the comparison to mean something.
  EXPECT_GT(accepted, 1000);
  EXPECT_LT(accepted, 19000);
}

TEST(JsonReader, DecodesStringsAsAnotherReaderDoes) {
  const Document document(sample);
  const nlohmann::json other = nlohmann::json::parse(sample);
  std::string key;
  bool is_key = true;
  for (const Value& part : document.root()) {
    if (is_key) {
      key = part.string();
    } else if (part.kind() == Kind::string) {
      EXPECT_EQ(part.string(), other.at(key).get<std::string>());
    }
    EXPECT_TRUE(other.contains(key)) << key;
    is_key = !is_key;
  }
}

TEST(JsonReader, KnowsPathsAndPlaces) {
  const Document document(R"({"bodies":[0,{"the shape":{"radius":[5]}}]})");
  Value bodies = *++document.root().begin();
  Value body = *++bodies.begin();
  Value shape = *++body.begin();
  Value radius = *++shape.begin();
  EXPECT_EQ(document.root().path(), "");
  EXPECT_EQ(bodies.path(), "bodies");
  EXPECT_EQ((*radius.begin()).path(), R"(bodies[1]["the shape"].radius[0])");
  EXPECT_EQ((*radius.begin()).text(), "5");
  EXPECT_EQ(bodies.size(), 2U);
  try {
    const Document bad("[1,\n 2,\n x]", 10);
    FAIL();
  } catch (const ReadError& error) {
    EXPECT_STREQ(error.what(), "line 12, column 2: expected a value, found 'x'");
  }
}

TEST(JsonReader, LimitsDepth) {
  constexpr auto most = static_cast<std::size_t>(Document::max_depth);
  EXPECT_TRUE(accepts(std::string(most, '[') + std::string(most, ']')));
  EXPECT_FALSE(accepts(std::string(most + 2, '[') + std::string(most + 2, ']')));
}

TEST(JsonWriter, QuotesAnything) {
  EXPECT_EQ(json_quoted("a\"\\\n\x7f"), R"("a\"\\\u000a\u007f")");
  EXPECT_EQ(json_quoted("\xFF\xC3\xA9"), "\"\xEF\xBF\xBD\xC3\xA9\"");
}

}  // namespace
}  // namespace clearance::io

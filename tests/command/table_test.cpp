#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "io/cells.hpp"
#include "io/writer.hpp"

// The table for people, of results that are made up; and the cells of a terminal that text takes.

namespace clearance::test {
namespace {

Result found(Status status, double lower, double distance, double upper, Ending ending) {
  Result result;
  result.status = status;
  result.lower = lower;
  result.distance = distance;
  result.upper = upper;
  result.ending = ending;
  result.method = Method::gjk;
  return result;
}

constexpr double none = -std::numeric_limits<double>::infinity();
const Result some_overlap = found(Status::penetrating, none, none, 0.0, Ending::overlap_only);
const Result endless_overlap = found(Status::penetrating, none, none, none, Ending::converged);
const Result depth = found(Status::penetrating, -0.5, -0.5, -0.5, Ending::converged);
const Result gap = found(Status::separated, 2.0, 2.0, 2.0, Ending::converged);
const Result far = found(Status::separated, 1.0, 3.0, 4.0, Ending::beyond_limit);
const Result farther = found(Status::separated, 2.5, 3.0, 4.0, Ending::beyond_limit);

/// The line that sums up answers of pairs a0 and b, a1 and b, ...
std::string summary(const std::vector<Result>& results) {
  std::string out;
  const auto writer = io::Writer::make(io::Format::table, {.name_width = 4});
  for (std::size_t i = 0; i < results.size(); ++i)
    writer->answer(out, {.id = {}, .a = "a" + std::to_string(i), .b = "b"}, results[i], {});
  out.clear();
  writer->end(out, 1.0);
  return out.substr(1, out.find('\n', 1) - 1);
}

TEST(Table, TheLeastDistanceIsWhatIsKnown) {
  EXPECT_EQ(summary({gap, depth}), "Least distance -0.5: a1 and b.");
  EXPECT_EQ(summary({gap, farther}), "Least distance 2: a0 and b.");
  EXPECT_EQ(summary({gap, far}), "Least distance at most 2: a0 and b.");
  EXPECT_EQ(summary({farther, far}), "Least distance at most 4: a0 and b.");
}

TEST(Table, ADepthThatIsKnownSaysMoreThanAnOverlap) {
  EXPECT_EQ(summary({gap, some_overlap}), "An overlap: a1 and b.");
  EXPECT_EQ(summary({some_overlap, gap}), "An overlap: a0 and b.");
  for (const std::vector<Result>& results :
       {std::vector<Result>{some_overlap, depth, some_overlap, gap}, {gap, depth, some_overlap}, {some_overlap, depth}})
    EXPECT_EQ(summary(results), "Least distance at most -0.5: a1 and b.");
  EXPECT_EQ(summary({depth, endless_overlap}), "An overlap: a1 and b.");
}

TEST(Cells, WideCharactersTakeTwoAndMarksNone) {
  EXPECT_EQ(io::cells_of("plain"), 5);
  EXPECT_EQ(io::cells_of("日本語"), 6);
  EXPECT_EQ(io::cells_of("\u00e9e\u0301"), 2);
  EXPECT_EQ(io::cells_of("\U0001F916"), 2);
  EXPECT_EQ(io::cells_of("\xFF\xFE"), 2);
}

TEST(Cells, WhatIsTooLongKeepsItsEnds) {
  EXPECT_EQ(io::fitted("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(io::fitted("abcdefghijk", 10), "abcd..hijk");
  EXPECT_EQ(io::fitted("日本語日本語", 10), "日本..本語");
  for (int cells = 4; cells < 30; ++cells)
    for (const char* text : {"日本語 and 日本語 and 日本語", "x日y本z語x日y本z語x日y本z語",
                             "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301"}) {
      EXPECT_LE(io::cells_of(io::fitted(text, cells)), cells) << text;
      EXPECT_EQ(io::cells_of(io::padded(io::fitted(text, cells), cells)), cells) << text;
    }
}

TEST(Cells, LinesBreakAtBlanks) {
  EXPECT_EQ(io::wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(io::wrapped("日本 語語", 8), (std::vector<std::string>{"日本", "語語"}));
  EXPECT_EQ(io::wrapped("a verylongword b", 5), (std::vector<std::string>{"a", "verylongword", "b"}));
}

}  // namespace
}  // namespace clearance::test

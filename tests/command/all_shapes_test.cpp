#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "clearance/distance.hpp"
#include "models/samples.hpp"
#include "process.hpp"

// Every type of shape, as the variant lists them: the command reads each, and the fixture has one of each.

namespace clearance::test {
namespace {

Json json_of(double number) { return number; }
Json json_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Json json_of(const HalfspaceRow& row) { return {row.normal.x(), row.normal.y(), row.normal.z(), row.offset}; }
Json json_of(const Ball& ball) { return {ball.centre.x(), ball.centre.y(), ball.centre.z(), ball.radius}; }
Json json_of(const Part& part);
template <class Item, std::size_t count>
Json json_of(const std::array<Item, count>& items);
template <class Range>
Json list_of(const Range& items) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(json_of(item));
  return list;
}
template <class Item, std::size_t count>
Json json_of(const std::array<Item, count>& items) {
  return list_of(items);
}
template <class Item>
Json json_of(const std::vector<Item>& items) {
  return list_of(items);
}
Json json_of(std::span<const Part> parts) { return list_of(parts); }

/// By what the shape says of itself.
Json json_of(const Shape& shape, const Pose& pose) {
  Json json{{"type", shape.type()}};
  std::visit(
      [&]<class S>(const S& s) {
        std::apply(
            [&](const auto&... field) {
              ((json[std::string(field.name)] = json_of(std::invoke(field.member, s))), ...);
            },
            S::fields);
      },
      shape.description());
  Json matrix = Json::array();
  for (int i = 0; i < 9; ++i) matrix.push_back(pose.rotation()(i / 3, i % 3));
  json["pose"] = {{"position", json_of(pose.position())}, {"matrix", matrix}};
  return json;
}
Json json_of(const Part& part) { return json_of(part.shape, part.pose); }

TEST(AllShapes, AreReadAsWhatTheyAre) {
  const Shape ball = Sphere(0.5);
  const Pose there = Pose::translation({4, 0.25, 0.5});
  std::string queries;
  for (const models::Sample& s : models::samples())
    queries += Json{{"id", s.shape.type()}, {"a", json_of(s.shape, s.pose)}, {"b", json_of(ball, there)}}.dump() + "\n";
  const Output result = run({"distance", "-", "--jsonl"}, queries);
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<Json> answers = result.lines();
  const std::vector<models::Sample> samples = models::samples();
  ASSERT_EQ(answers.size(), samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Result expected = distance(samples[i].shape, samples[i].pose, ball, there);
    EXPECT_EQ(answers[i]["id"], samples[i].shape.type());
    EXPECT_EQ(answers[i].value("distance", std::nan("")), expected.distance) << answers[i];
  }
}

TEST(AllShapes, AreInTheFixture) {
  std::vector<std::string> expected{"mesh"}, found;
  for (const models::Sample& s : models::samples()) expected.emplace_back(s.shape.type());
  const std::string file = std::string(CLEARANCE_FIXTURES) + "/all_shapes.jsonl";
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) found.push_back(Json::parse(line)["a"]["type"]);
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
  const Output result = run({"distance", file, "--jsonl"});
  EXPECT_EQ(result.status, 0) << result.out;
}

}  // namespace
}  // namespace clearance::test

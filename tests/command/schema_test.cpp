#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "process.hpp"

// The JSON Schemas that ship: what the command takes they take, what it prints they take, and what a schema can see to
// be wrong they refuse. Judged by the few keywords of JSON Schema 2020-12 that they use.

namespace clearance::test {
namespace {

class Schema {
 public:
  explicit Schema(const std::string& name) {
    std::ifstream in(CLEARANCE_FIXTURES "/../docs/manual/" + name + ".schema.json");
    root_ = Json::parse(in);
  }
  bool takes(const Json& value) const { return takes(root_, value); }

 private:
  static bool is(const std::string& type, const Json& value) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }

  bool takes(const Json& schema, const Json& value) const {
    for (const auto& [key, rule] : schema.items())
      if (!obeys(key, rule, schema, value)) return false;
    return true;
  }

  bool obeys(const std::string& key, const Json& rule, const Json& schema, const Json& value) const {
    const auto fits = [&](const Json& other) { return takes(other, value); };
    if (key == "$ref") {
      std::string pointer = rule;
      return takes(root_.at(Json::json_pointer(pointer.substr(1))), value);
    }
    if (key == "type")
      return rule.is_array() ? std::any_of(rule.begin(), rule.end(), [&](const Json& t) { return is(t, value); })
                             : is(rule, value);
    if (key == "const") return value == rule;
    if (key == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (key == "oneOf") return std::count_if(rule.begin(), rule.end(), fits) == 1;
    if (key == "not") return !fits(rule);
    if (key == "minimum") return !value.is_number() || value.get<double>() >= rule.get<double>();
    if (key == "exclusiveMinimum") return !value.is_number() || value.get<double>() > rule.get<double>();
    if (key == "minItems") return !value.is_array() || value.size() >= rule.get<std::size_t>();
    if (key == "maxItems") return !value.is_array() || value.size() <= rule.get<std::size_t>();
    if (key == "minLength") return !value.is_string() || value.get<std::string>().size() >= rule.get<std::size_t>();
    if (key == "items")
      return !value.is_array() ||
             std::all_of(value.begin(), value.end(), [&](const Json& v) { return takes(rule, v); });
    if (key == "required")
      return !value.is_object() ||
             std::all_of(rule.begin(), rule.end(), [&](const Json& k) { return value.contains(k.get<std::string>()); });
    if (key == "properties" || key == "additionalProperties")
      return !value.is_object() || members_obey(key, rule, schema, value);
    EXPECT_TRUE(key.starts_with("$") || key == "title" || key == "description") << "unknown keyword " << key;
    return true;
  }

  bool members_obey(const std::string& key, const Json& rule, const Json& schema, const Json& value) const {
    for (const auto& [name, member] : value.items()) {
      const bool known = schema.contains("properties") && schema["properties"].contains(name);
      if (key == "properties" && known && !takes(rule[name], member)) return false;
      if (key == "additionalProperties" && !known && (rule.is_boolean() ? !rule.get<bool>() : !takes(rule, member)))
        return false;
    }
    return true;
  }

  Json root_;
};

std::vector<Json> fixture_lines(const std::string& name) {
  std::ifstream in(std::string(CLEARANCE_FIXTURES) + "/" + name);
  std::vector<Json> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(Json::parse(line));
  return lines;
}

TEST(Schema, TakesWhatTheCommandTakesAndPrints) {
  const Schema scene("scene"), query("query"), answer("answer");
  for (const char* name : {"quickstart.json", "robot_cell.json"}) {
    const std::string file = std::string(CLEARANCE_FIXTURES) + "/" + name;
    std::ifstream in(file);
    EXPECT_TRUE(scene.takes(Json::parse(in))) << name;
    for (const Json& line : run({"distance", file}).lines()) EXPECT_TRUE(answer.takes(line)) << line;
  }
  EXPECT_TRUE(scene.takes(Json::parse(run({"demo", "--scene"}).out)));
  for (const Json& line : fixture_lines("all_shapes.jsonl")) EXPECT_TRUE(query.takes(line)) << line;
  const std::string shapes = std::string(CLEARANCE_FIXTURES) + "/all_shapes.jsonl";
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {}, {"--no-penetration"}, {"--max-distance", "0.1"}, {"--method", "gjk"}}) {
    std::vector<std::string> arguments{"distance", "--jsonl", shapes};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (const Json& line : run(arguments).lines()) EXPECT_TRUE(answer.takes(line)) << line;
  }
  const Output bad = run({"distance", "--jsonl", "-"}, "{}\n[\n");
  for (const Json& line : bad.lines()) EXPECT_TRUE(answer.takes(line)) << line;
}

TEST(Schema, RefusesWhatTheCommandRefuses) {
  const Schema scene("scene"), query("query");
  for (const char* text :
       {R"({"bodies":[]})", R"({"clearance":2,"bodies":[]})", R"({"clearance":1})",
        R"({"clearance":1,"bodies":[],"x":1})", R"({"clearance":1,"bodies":{}})",
        R"({"clearance":1,"bodies":[{"name":"a"}]})",
        R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"box"}}]})",
        R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"box","size":[1,2]}}]})",
        R"({"clearance":1,"bodies":[{"name":"a","shape":"s","motion":[]}]})",
        R"({"clearance":1,"bodies":[{"name":"a","shape":"s","pose":{},"motion":[{}]}]})",
        R"({"clearance":1,"bodies":[{"name":"","shape":"s"}]})", R"({"clearance":1,"bodies":[],"times":[]})",
        R"({"clearance":1,"bodies":[],"times":["0"]})", R"({"clearance":1,"bodies":[],"ignore":[["a"]]})",
        R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1},"group":""}]})",
        R"({"clearance":1,"bodies":[],"pairs":[["a"]]})"}) {
    EXPECT_FALSE(scene.takes(Json::parse(text))) << text;
    EXPECT_EQ(run({"distance", "-"}, text).status, 1) << text;
  }
  for (const char* shape :
       {R"({"type":"sphere","radius":-1})", R"({"type":"spere","radius":1})", R"({"type":"sphere","raduis":1})",
        R"({"type":"ellipsoid","radii":[1,0,1]})", R"({"type":"polygon","points":[[0,0,0],[1,0,0]]})",
        R"({"type":"sphere","radius":1,"pose":{"quaternion":[1,0,0,0],"matrix":[1,0,0,0,1,0,0,0,1]}})",
        R"({"type":"mesh"})", R"({"type":"union","parts":[]})"}) {
    const std::string text = std::string(R"({"a":)") + shape + R"(,"b":{"type":"point","at":[0,0,9]}})";
    EXPECT_FALSE(query.takes(Json::parse(text))) << text;
    EXPECT_EQ(run({"distance", "--jsonl", "-"}, text).status, 1) << text;
  }
}

}  // namespace
}  // namespace clearance::test

#include "io/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/json.hpp"
#include "io/writer_parts.hpp"

namespace clearance::io {
namespace {

// fmt prints the shortest decimal that reads back to the same double.
void put_json_number(std::string& out, double number) {
  if (std::isfinite(number))
    put(out, "{}", number);
  else
    out += "null";
}

void put_json_vector(std::string& out, const Vec3& v) {
  char before = '[';
  for (const double coordinate : v) {
    out += before;
    put_json_number(out, coordinate);
    before = ',';
  }
  out += ']';
}

class JsonWriter : public Writer {
 public:
  explicit JsonWriter(const Layout& layout) : layout_(layout) {}

  void answer(std::string& out, const Label& label, const Result& result, const Besides& besides) override {
    const Shown has = shown(result);
    begin_object(out, label);
    put(out, R"("status":"{}","distance":)", name(result.status));
    put_json_number(out, has.distance ? result.distance : NAN);
    out += R"(,"lower":)";
    put_json_number(out, has.distance ? result.lower : NAN);
    out += R"(,"upper":)";
    put_json_number(out, has.upper ? result.upper : NAN);
    if (has.distance) {
      out += R"(,"points":[)";
      put_json_vector(out, result.point_a);
      out += ',';
      put_json_vector(out, result.point_b);
      out += R"(],"normal":)";
      put_json_vector(out, result.normal);
    } else {
      out += R"(,"points":null,"normal":null)";
    }
    put(out, R"(,"method":"{}","iterations":{},"ending":"{}")", info(result.method).name, result.iterations,
        name(result.ending));
    if (!besides.exact.empty()) put(out, R"(,"exact_squared_distance":"{}")", besides.exact);
    if (besides.free_margin) put(out, R"(,"free_margin":{})", *besides.free_margin);
    put_parts(out, result);
    out += "}\n";
  }

  void error(std::string& out, const Label& label, std::string_view message) override {
    begin_object(out, label);
    out += R"("error":)";
    append_quoted(out, message);
    out += "}\n";
  }

 private:
  /// Which parts of a union the answer is about; and of an overlap, that its depth is theirs alone.
  static void put_parts(std::string& out, const Result& result) {
    if (!is_of_parts(result)) return;
    const auto number = [](int part) { return part >= 0 ? fmt::format("{}", part) : std::string("null"); };
    put(out, R"(,"parts":[{},{}])", number(result.part_a), number(result.part_b));
    if (result.status == Status::penetrating) out += R"(,"depth_of":"parts")";
  }

  void begin_object(std::string& out, const Label& label) const {
    out += '{';
    if (layout_.stream) {
      put(out, R"("id":{},)", label.id);
    } else {
      out += R"("a":)";
      append_quoted(out, label.a);
      out += R"(,"b":)";
      append_quoted(out, label.b);
      out += ',';
    }
    if (layout_.steps) put(out, R"("step":{},)", label.step);
  }

  Layout layout_;
};

class CsvWriter : public Writer {
 public:
  explicit CsvWriter(const Layout& layout) : layout_(layout) {}

  void begin(std::string& out) override {
    out += layout_.stream ? "id," : "a,b,";
    if (layout_.steps) out += "step,";
    out +=
        "status,distance,lower,upper,point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,"
        "normal_x,normal_y,normal_z,method,iterations,ending,";
    if (layout_.exact) out += "exact_squared_distance,";
    if (layout_.free_margins) out += "free_margin,";
    if (layout_.parts) out += "part_a,part_b,";
    out += "error\n";
  }

  void answer(std::string& out, const Label& label, const Result& result, const Besides& besides) override {
    const Shown has = shown(result);
    begin_row(out, label);
    put(out, "{},", name(result.status));
    put_number(out, result.distance, has.distance);
    put_number(out, result.lower, has.distance);
    put_number(out, result.upper, has.upper);
    for (const Vec3& v : {result.point_a, result.point_b, result.normal})
      for (const double coordinate : v) put_number(out, coordinate, has.distance);
    put(out, "{},{},{},", info(result.method).name, result.iterations, name(result.ending));
    if (layout_.exact) put(out, "{},", besides.exact);
    if (layout_.free_margins) put_number(out, besides.free_margin.value_or(0.0), besides.free_margin.has_value());
    if (layout_.parts) {
      put_number(out, result.part_a, result.part_a >= 0);
      put_number(out, result.part_b, result.part_b >= 0);
    }
    out += '\n';
  }

  void error(std::string& out, const Label& label, std::string_view message) override {
    begin_row(out, label);
    out.append(columns + (layout_.exact ? 1U : 0U) + (layout_.free_margins ? 1U : 0U) + (layout_.parts ? 2U : 0U), ',');
    put_text(out, message);
    out += '\n';
  }

 private:
  void begin_row(std::string& out, const Label& label) const {
    put_text(out, layout_.stream ? plain_id(label.id) : std::string(label.a));
    out += ',';
    if (!layout_.stream) {
      put_text(out, label.b);
      out += ',';
    }
    if (layout_.steps) put(out, "{},", label.step);
  }

  static void put_text(std::string& out, std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
      out += text;
      return;
    }
    out += '"';
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    out += '"';
  }

  static void put_number(std::string& out, double number, bool has) {
    if (has && std::isfinite(number)) put(out, "{}", number);
    out += ',';
  }

  static constexpr std::size_t columns = 16;  // from status to ending, empty beside an error
  Layout layout_;
};

}  // namespace

std::string printable(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return result;
}

std::string plain_id(std::string_view id) {
  if (id == "null") return "";
  if (!id.starts_with('"')) return std::string(id);
  return Document(id).root().string();
}

std::unique_ptr<Writer> Writer::make(Format format, const Layout& layout) {
  switch (format) {
    case Format::json:
      return std::make_unique<JsonWriter>(layout);
    case Format::csv:
      return std::make_unique<CsvWriter>(layout);
    case Format::table:
      return make_table_writer(layout);
  }
  return nullptr;
}

}  // namespace clearance::io

#include "view/page.hpp"

#include <fmt/format.h>

#include <iterator>
#include <unordered_map>
#include <utility>

#include "io/json.hpp"
#include "view/columns.hpp"
#include "view/drawing.hpp"

namespace clearance::view {
namespace {

constexpr std::string_view marker = "\"clearance data goes here\"";

template <class... Args>
void put(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

/// Each shape once, however many bodies have it.
void append_bodies(std::string& out, const Cell& cell) {
  std::unordered_map<const ShapeVariant*, std::size_t> number_of;
  std::string shapes, bodies;
  for (std::size_t i = 0; i < cell.bodies.size(); ++i) {
    const SceneBody& body = cell.bodies[i];
    const auto [found, fresh] = number_of.emplace(&body.shape.description(), number_of.size());
    if (fresh) {
      if (!shapes.empty()) shapes += ",\n";
      append_drawing(shapes, body.shape);
    }
    if (!bodies.empty()) bodies += ",\n";
    put(bodies, "{{\"name\":{},\"shape\":{}", io::json_quoted(body.name), found->second);
    if (!body.group.empty()) put(bodies, ",\"group\":{}", io::json_quoted(body.group));
    if (!cell.uncertain.empty() && cell.uncertain[i].any()) bodies += ",\"uncertain\":true";
    bodies += '}';
  }
  put(out, "\"shapes\":[\n{}],\n\"bodies\":[\n{}],\n", shapes, bodies);
}

/// All bodies at the first sample, then those that move at each of the others.
void append_poses(std::string& out, const Cell& cell) {
  std::vector<double> positions, rotations;
  std::vector<std::uint32_t> moving;
  const auto append = [&](const Pose& pose) {
    const Eigen::Quaterniond turn(pose.rotation());
    positions.insert(positions.end(), pose.position().data(), pose.position().data() + 3);
    for (const double part : {turn.w(), turn.x(), turn.y(), turn.z()}) rotations.push_back(part);
  };
  for (std::uint32_t i = 0; i < cell.bodies.size(); ++i) {
    append(cell.bodies[i].poses.front());
    if (cell.bodies[i].poses.size() > 1) moving.push_back(i);
  }
  for (std::size_t sample = 1; sample < cell.times.size(); ++sample)
    for (const std::uint32_t i : moving) append(cell.bodies[i].poses[sample]);
  out += "\"moving\":";
  append_column(out, moving);
  out += ",\n\"positions\":";
  append_column(out, positions);
  out += ",\n\"rotations\":";
  append_column(out, rotations);
  out += ",\n\"times\":";
  append_column(out, cell.times);
  out += ",\n";
}

/// The answers by field, pair after pair; the parts only if there are unions.
void append_answers(std::string& out, std::span<const PairAnswers> all) {
  std::vector<std::uint32_t> pairs, counts;
  std::vector<std::uint8_t> status, method, ending;
  std::vector<double> distances, lowers, uppers, points, normals;
  std::vector<std::int32_t> iterations, parts;
  bool any_parts = false;
  for (const PairAnswers& answers : all) {
    pairs.insert(pairs.end(), answers.pair.begin(), answers.pair.end());
    counts.push_back(static_cast<std::uint32_t>(answers.results.size()));
    for (const Result& r : answers.results) {
      status.push_back(static_cast<std::uint8_t>(r.status));
      method.push_back(static_cast<std::uint8_t>(r.method));
      ending.push_back(static_cast<std::uint8_t>(r.ending));
      distances.push_back(r.distance);
      lowers.push_back(r.lower);
      uppers.push_back(r.upper);
      for (const Vec3* v : {&r.point_a, &r.point_b}) points.insert(points.end(), v->data(), v->data() + 3);
      normals.insert(normals.end(), r.normal.data(), r.normal.data() + 3);
      iterations.push_back(r.iterations);
      parts.push_back(r.part_a);
      parts.push_back(r.part_b);
      any_parts = any_parts || r.part_a >= 0 || r.part_b >= 0;
    }
  }
  const auto column = [&](std::string_view name, const auto& numbers) {
    put(out, ",\n\"{}\":", name);
    append_column(out, numbers);
  };
  out += "\"answers\":{\"statuses\":[\"separated\",\"touching\",\"penetrating\"],\"endings\":[";
  for (int i = 0; i <= static_cast<int>(Ending::unsupported); ++i)
    put(out, "{}\"{}\"", i == 0 ? "" : ",", name(static_cast<Ending>(i)));
  out += "],\"methods\":[";
  std::vector<std::string_view> names;  // by the value of the enumeration
  for (const MethodInfo& row : methods()) {
    const auto at = static_cast<std::size_t>(row.method);
    if (names.size() <= at) names.resize(at + 1);
    names[at] = row.name;
  }
  for (std::size_t i = 0; i < names.size(); ++i) put(out, "{}\"{}\"", i == 0 ? "" : ",", names[i]);
  out += "]";
  column("pairs", pairs);
  column("counts", counts);
  column("status", status);
  column("method", method);
  column("ending", ending);
  column("distance", distances);
  column("lower", lowers);
  column("upper", uppers);
  column("points", points);
  column("normals", normals);
  column("iterations", iterations);
  if (any_parts) column("parts", parts);
  out += "}";
}

}  // namespace

bool has_page() { return !page_template().empty(); }

std::string page_data(const Cell& cell, const Answers& answers, const Monitored* monitored) {
  std::string out;
  put(out, "{{\"page\":1,\"made_by\":\"clearance {}\",\"title\":{},\n\"margin\":", CLEARANCE_VERSION,
      io::json_quoted(cell.title));
  cell.margin ? put(out, "{}", *cell.margin) : put(out, "null");
  put(out, ",\"pairs_in_scene\":{},\n", answers.in_scene);
  append_bodies(out, cell);
  append_poses(out, cell);
  append_answers(out, answers.pairs);
  if (cell.certificate) append_covers(out, *cell.certificate, answers.pairs);
  if (monitored != nullptr) append_monitored(out, *monitored);
  out += "}";
  return safe_in_script(out);
}

std::string safe_in_script(std::string_view json) {
  // Outside of strings JSON has none of these characters.
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    const std::string_view rest = json.substr(i, 3);
    if (c == '<' || c == '>' || c == '&') {
      put(out, "\\u{:04x}", static_cast<unsigned>(c));
    } else if (rest == "\xe2\x80\xa8" || rest == "\xe2\x80\xa9") {
      out += rest.back() == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string page(std::string_view data) {
  const std::string_view whole = page_template();
  const std::size_t at = whole.find(marker);
  std::string out;
  out.reserve(whole.size() + data.size());
  out += whole.substr(0, at);
  out += data;
  out += whole.substr(at + marker.size());
  return out;
}

}  // namespace clearance::view

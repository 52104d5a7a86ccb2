#include "io/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "io/fields.hpp"
#include "io/scene_reader.hpp"
#include "io/shape_writer.hpp"
#include "io/writer_parts.hpp"

namespace clearance::io {

namespace {

/// What a certificate ends with, but for the checksum of all before it.
constexpr std::string_view sum_key = ",\n\"sum\":\"";
constexpr std::string_view ending = "\"}\n";

/// Fowler, Noll and Vo's hash of 64 bits, in hexadecimal.
std::string sum_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

void put_pose(std::string& out, const Pose& pose) {
  if (!pose.quaternion()) return append_json(out, pose);
  const auto& [w, x, y, z] = *pose.quaternion();
  const Vec3& p = pose.position();
  put(out, "{{\"position\":[{},{},{}],\"quaternion\":[{},{},{},{}]}}", p.x(), p.y(), p.z(), w, x, y, z);
}

void put_body(std::string& out, const MovingBody& body) {
  out += "{\"name\":";
  append_quoted(out, body.name);
  out += ",\"shape\":";
  append_json(out, body.shape);
  if (body.motion.at_rest()) {
    out += ",\"pose\":";
    put_pose(out, body.motion.poses().front());
  } else {
    out += ",\"motion\":[";
    for (std::size_t i = 0; i < body.motion.poses().size(); ++i) {
      if (i > 0) out += ',';
      put_pose(out, body.motion.poses()[i]);
    }
    out += ']';
  }
  if (const Uncertain& by = body.uncertain; by.any())
    put(out, ",\"uncertainty\":{{\"position\":{},\"angle\":{},\"surface\":{}}}", by.position, by.angle, by.surface);
  out += '}';
}

std::string body_text(const MovingBody& body) {
  std::string out;
  put_body(out, body);
  return out;
}

std::set<BodyPair> ordered(const std::vector<BodyPair>& pairs) {
  std::set<BodyPair> set;
  for (const auto& [a, b] : pairs) set.emplace(std::min(a, b), std::max(a, b));
  return set;
}

int read_part(const Value& value) {
  if (value.kind() == Kind::null) return -1;
  const double number = read_number(value);
  if (!(number >= 0 && number < 1e9 && number == static_cast<int>(number))) fail(value, "not the number of a part");
  return static_cast<int>(number);
}

Cover read_cover(const Value& value, const MovingScene& scene) {
  constexpr std::array<std::string_view, 4> keys{"a", "b", "parts", "pieces"};
  const Fields fields(value);
  fields.allow(keys);
  const auto body = [&](std::string_view key) {
    const Value v = fields.require(key);
    const std::string name = read_string(v);
    const auto found =
        std::find_if(scene.bodies.begin(), scene.bodies.end(), [&](const MovingBody& b) { return b.name == name; });
    if (found == scene.bodies.end()) fail(v, fmt::format("unknown body {}", json_quoted(name)));
    return static_cast<std::size_t>(found - scene.bodies.begin());
  };
  Cover cover;
  cover.a = body("a");
  cover.b = body("b");
  if (const auto parts = fields.find("parts")) {
    expect_array(*parts);
    if (parts->size() != 2) fail(*parts, "expected two parts");
    auto part = parts->begin();
    cover.part_a = read_part(*part);
    cover.part_b = read_part(*++part);
  }
  const Value pieces = fields.require("pieces");
  expect_array(pieces);
  for (const Value& piece : pieces) {
    std::array<double, 4> numbers{};
    read_numbers(piece, numbers);
    cover.pieces.push_back({numbers[0], {numbers[1], numbers[2], numbers[3]}});
  }
  return cover;
}

}  // namespace

MovingScene read_moving_scene(std::string_view text, const ReadOptions& options) {
  const CheckedScene scene = read_checked_scene(text, options);
  for (const CheckedBody& body : scene.bodies)
    if (!body.error.empty()) throw ReadError(body.error);
  for (const BadPair& pair : scene.bad_pairs) throw ReadError(pair.error);
  for (const std::string& problem : scene.problems) throw ReadError(problem);
  MovingScene moving;
  for (const CheckedBody& body : scene.bodies) {
    const bool rests = body.poses.size() == 1;
    moving.bodies.push_back({body.name, *body.shape,
                             rests ? Motion::rest(body.poses.front()) : Motion::samples(body.poses, scene.times),
                             body.uncertain});
  }
  scene.each_pair([&](const ScenePair& pair) {
    moving.pairs.emplace_back(pair.a, pair.b);
    return true;
  });
  return moving;
}

std::string to_json(const Certificate& certificate, const MovingScene& scene) {
  std::string out;
  put(out, "{{\"clearance_certificate\":1,\n\"claim\":{},\n\"scene\":{{\"clearance\":1,\n\"bodies\":[",
      certificate.claim);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    out += i > 0 ? ",\n" : "\n";
    put_body(out, scene.bodies[i]);
  }
  out += "],\n";
  const auto moves = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                  [](const MovingBody& body) { return !body.motion.at_rest(); });
  if (moves != scene.bodies.end()) put(out, "\"times\":[{}],\n", fmt::join(moves->motion.times(), ","));
  out += "\"pairs\":[";
  for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
    out += i > 0 ? ",[" : "[";
    append_quoted(out, scene.bodies[scene.pairs[i].first].name);
    out += ',';
    append_quoted(out, scene.bodies[scene.pairs[i].second].name);
    out += ']';
  }
  out += "]},\n\"covers\":[";
  for (std::size_t i = 0; i < certificate.covers.size(); ++i) {
    const Cover& cover = certificate.covers[i];
    out += i > 0 ? ",\n{\"a\":" : "\n{\"a\":";
    append_quoted(out, scene.bodies[cover.a].name);
    out += ",\"b\":";
    append_quoted(out, scene.bodies[cover.b].name);
    if (cover.part_a >= 0 || cover.part_b >= 0)
      put(out, ",\"parts\":[{},{}]", cover.part_a < 0 ? "null" : std::to_string(cover.part_a),
          cover.part_b < 0 ? "null" : std::to_string(cover.part_b));
    out += ",\"pieces\":[";
    for (std::size_t p = 0; p < cover.pieces.size(); ++p) {
      const CoverPiece& piece = cover.pieces[p];
      put(out, "{}[{},{},{},{}]", p > 0 ? "," : "", piece.end, piece.normal.x(), piece.normal.y(), piece.normal.z());
    }
    out += "]}";
  }
  out += ']';
  return sealed(std::move(out));
}

std::string sealed(std::string text) {
  const std::string sum = sum_of(text);
  ((text += sum_key) += sum) += ending;
  return text;
}

bool is_certificate(std::string_view text) {
  try {
    const Document document(text);
    return Fields(document.root()).find("clearance_certificate").has_value();
  } catch (const InvalidInput&) {
    return false;
  }
}

CertificateFile read_certificate(std::string_view text) {
  const Document document(text);
  constexpr std::array<std::string_view, 5> keys{"clearance_certificate", "claim", "scene", "covers", "sum"};
  const Fields fields(document.root());
  const auto version = fields.find("clearance_certificate");
  if (!version)
    throw ReadError(fmt::format("this is no certificate: the key \"clearance_certificate\" is missing{}",
                                fields.find("bodies") ? "; of a scene, `clearance certify -o` makes one" : ""));
  fields.allow(keys);
  if (read_number(*version) != 1.0) fail(*version, fmt::format("unknown version {}, expected 1", version->text()));
  const Value sum = fields.require("sum");
  const std::size_t tail = sum_key.size() + 16 + ending.size();
  if (text.size() < tail || text.substr(text.size() - tail, sum_key.size()) != sum_key)
    fail(sum, "the checksum must end the certificate");
  if (read_string(sum) != sum_of(text.substr(0, text.size() - tail)))
    fail(sum, "the checksum does not fit: the certificate was changed");
  CertificateFile file;
  file.certificate.claim = read_number(fields.require("claim"));
  file.scene = read_moving_scene(fields.require("scene").text(), {});
  const Value covers = fields.require("covers");
  expect_array(covers);
  for (const Value& cover : covers) file.certificate.covers.push_back(read_cover(cover, file.scene));
  return file;
}

std::string difference_of(const MovingScene& certified, const MovingScene& scene) {
  if (certified.bodies.size() != scene.bodies.size())
    return fmt::format("{} bodies, but {} in the certificate", scene.bodies.size(), certified.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const MovingBody &body = scene.bodies[i], &other = certified.bodies[i];
    const auto times = body.motion.times(), other_times = other.motion.times();
    if (body_text(body) != body_text(other) ||
        !std::equal(times.begin(), times.end(), other_times.begin(), other_times.end()))
      return fmt::format("body {} is another one", json_quoted(body.name));
  }
  return ordered(certified.pairs) == ordered(scene.pairs) ? "" : "the pairs are others";
}

}  // namespace clearance::io

#include "io/scene_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "io/fields.hpp"
#include "io/nearest_name.hpp"

namespace clearance::io {
namespace {

/// A named shape, or what is wrong with it.
struct NamedShape {
  std::optional<Shape> shape;
  std::string error;
  bool used = false;
};

class SceneReader {
 public:
  SceneReader(const Value& root, const ReadOptions& options) : root_(root), options_(options) {}

  CheckedScene read() {
    constexpr std::array<std::string_view, 6> keys{"clearance", "shapes", "bodies", "times", "ignore", "pairs"};
    const Fields fields(root_);
    fields.allow(keys);
    if (const Value version = fields.require("clearance"); read_number(version) != 1.0)
      fail(version, fmt::format("unknown version {}, expected 1", version.text()));
    if (const auto shapes = fields.find("shapes")) read_shapes(*shapes);
    if (const auto times = fields.find("times")) read_times(*times);
    read_bodies(fields.require("bodies"));
    if (scene_.times.empty())
      for (std::size_t step = 0; step < std::max<std::size_t>(scene_.steps, 1); ++step)
        scene_.times.push_back(static_cast<double>(step));
    if (const auto ignore = fields.find("ignore")) read_ignored(*ignore);
    if (const auto pairs = fields.find("pairs"))
      read_pairs(*pairs);
    else
      scene_.every_pair = true;
    collect_problems();
    return std::move(scene_);
  }

 private:
  void read_shapes(const Value& shapes) {
    const Fields fields(shapes);
    for (const auto& [name, value] : fields.members()) {
      NamedShape& named = shapes_[name];
      try {
        named.shape = read_shape(value, options_);
      } catch (const InvalidInput& error) {
        named.error = error.what();
      }
    }
  }

  void read_times(const Value& times) {
    expect_array(times);
    for (const Value& value : times) {
      const double t = read_number(value);
      if (!scene_.times.empty() && !(t > scene_.times.back()))
        fail(value, fmt::format("times must increase, but {} follows {}", t, scene_.times.back()));
      scene_.times.push_back(t);
    }
    if (scene_.times.empty()) fail(times, "at least one time is needed");
    scene_.steps = scene_.times.size();
  }

  void read_bodies(const Value& bodies) {
    expect_array(bodies);
    const auto count = static_cast<double>(bodies.size());
    for (const Value& value : bodies) {
      if (options_.progress && scene_.bodies.size() % 256 == 0)
        options_.progress(static_cast<double>(scene_.bodies.size()) / count);
      CheckedBody& body = scene_.bodies.emplace_back();
      try {
        read_body(value, body);
      } catch (const InvalidInput& error) {
        body.error = error.what();
        if (!named_) body.name = value.path();  // a place is better than nothing
      }
    }
    if (options_.progress) options_.progress(1.0);
  }

  void read_body(const Value& value, CheckedBody& body) {
    named_ = false;
    constexpr std::array<std::string_view, 6> keys{"name", "shape", "pose", "motion", "group", "uncertainty"};
    const Fields fields(value);
    const Value name = fields.require("name");
    body.name = read_string(name);
    if (body.name.empty()) fail(name, "a body has a name");
    named_ = true;
    const auto index = static_cast<std::uint32_t>(scene_.bodies.size() - 1);
    if (const auto [at, fresh] = index_of_.emplace(body.name, index); !fresh) {
      // Which of the two a pair means is unknown, so neither is answered.
      const std::string error = fmt::format("{}: duplicate body name {}", name.path(), json_quoted(body.name));
      CheckedBody& first = scene_.bodies[at->second];
      if (first.error.empty()) first.error = error;
      throw ReadError(error);
    }
    fields.allow(keys);
    if (const auto group = fields.find("group")) body.group = find_group(*group);
    const Value shape = fields.require("shape");
    body.shape = shape.kind() == Kind::string ? find_shape(shape) : read_shape(shape, options_);
    if (const auto uncertainty = fields.find("uncertainty")) {
      body.uncertain = read_uncertainty(*uncertainty);
      if (body.uncertain.angle > 0.0 && !body.shape->bounded())
        fail(*uncertainty, "the angle of an unbounded shape cannot be uncertain");
    }
    const auto pose = fields.find("pose"), motion = fields.find("motion");
    if (pose && motion) fail(value, "pose and motion together: a body has the one or the other");
    body.poses.push_back(pose ? read_pose(*pose) : Pose());
    if (motion) {
      expect_array(*motion);
      body.poses.clear();
      for (const Value& step : *motion) body.poses.push_back(read_pose(step));
      agree_on_steps(*motion, body.poses.size());
    }
  }

  static Uncertain read_uncertainty(const Value& value) {
    constexpr std::array<std::string_view, 3> keys{"position", "angle", "surface"};
    const Fields fields(value);
    fields.allow(keys);
    const auto number = [&](std::string_view key) {
      const auto found = fields.find(key);
      const double size = found ? read_number(*found) : 0.0;
      if (!(size >= 0.0)) fail(*found, "must not be negative");
      return size;
    };
    return {number("position"), number("angle"), number("surface")};
  }

  std::int32_t find_group(const Value& group) {
    const std::string name = read_string(group);
    if (name.empty()) fail(group, "a group has a name");
    const auto [at, fresh] = group_of_.emplace(name, static_cast<std::int32_t>(scene_.groups.size()));
    if (fresh) scene_.groups.push_back(name);
    return at->second;
  }

  Shape find_shape(const Value& reference) {
    const std::string name = reference.string();
    const auto found = shapes_.find(name);
    if (found == shapes_.end()) {
      std::vector<std::string> known;
      for (const auto& [other, shape] : shapes_) known.push_back(other);
      fail(reference, fmt::format("unknown shape {}{}", json_quoted(name), nearest_of(name, std::move(known))));
    }
    found->second.used = true;
    if (!found->second.shape)
      fail(reference, fmt::format("shape {} is bad: {}", json_quoted(name), found->second.error));
    return *found->second.shape;
  }

  /// The nearest of some names; of many, which a scene with many such errors would compare for long, nothing.
  static std::string nearest_of(const std::string& name, std::vector<std::string> known) {
    constexpr std::size_t few = 200;
    if (known.size() > few) return "";
    std::sort(known.begin(), known.end());
    return did_you_mean(name, known);
  }

  void agree_on_steps(const Value& motion, std::size_t steps) {
    if (steps == 0) fail(motion, "a motion has at least one pose");
    if (scene_.steps == 0) scene_.steps = steps;
    if (scene_.steps == steps) return;
    fail(motion, scene_.times.empty() ? fmt::format("{} poses, but {} in the motions before it", steps, scene_.steps)
                                      : fmt::format("{} poses, but {} times", steps, scene_.steps));
  }

  /// What is wrong with an entry leaves no pair out that it did not mean, and is said.
  void read_ignored(const Value& ignored) {
    expect_array(ignored);
    for (const Value& value : ignored) {
      BadPair names;
      try {
        const ScenePair pair = read_pair(value, names);
        scene_.ignored.insert(CheckedScene::key_of(pair.a, pair.b));
      } catch (const InvalidInput& error) {
        scene_.problems.emplace_back(error.what());
      }
    }
  }

  void read_pairs(const Value& pairs) {
    expect_array(pairs);
    for (const Value& value : pairs) {
      BadPair names;
      try {
        const ScenePair pair = read_pair(value, names);
        if (const std::int32_t group = scene_.bodies[pair.a].group; group >= 0 && group == scene_.bodies[pair.b].group)
          fail(value, fmt::format("{} and {} are both of the group {}, whose bodies are not paired with each other",
                                  json_quoted(names.name_a), json_quoted(names.name_b),
                                  json_quoted(scene_.groups[static_cast<std::size_t>(group)])));
        if (scene_.pairable(pair.a, pair.b)) scene_.listed.push_back(pair);
      } catch (const InvalidInput& error) {
        names.error = error.what();
        scene_.listed.push_back({0, 0, static_cast<std::int32_t>(scene_.bad_pairs.size())});
        scene_.bad_pairs.push_back(std::move(names));
      }
    }
  }

  ScenePair read_pair(const Value& value, BadPair& names) const {
    expect_array(value);
    if (const std::size_t size = value.size(); size != 2) fail(value, fmt::format("expected 2 names, found {}", size));
    auto part = value.begin();
    const Value a = *part, b = *++part;
    names.name_a = read_string(a);
    names.name_b = read_string(b);
    const ScenePair pair{find_body(a, names.name_a), find_body(b, names.name_b), -1};
    if (pair.a == pair.b) fail(value, fmt::format("pairs {} with itself", json_quoted(names.name_a)));
    return pair;
  }

  std::uint32_t find_body(const Value& where, const std::string& name) const {
    const auto found = index_of_.find(name);
    if (found == index_of_.end()) {
      std::vector<std::string> known;
      for (const auto& [other, index] : index_of_) known.push_back(other);
      fail(where, fmt::format("unknown body {}{}", json_quoted(name), nearest_of(name, std::move(known))));
    }
    return found->second;
  }

  /// A bad body or shape that no pair shows must not go unsaid.
  void collect_problems() {
    std::vector<bool> shown(scene_.bodies.size(), false);
    for (const ScenePair& pair : scene_.listed)
      if (pair.bad < 0) shown[pair.a] = shown[pair.b] = true;
    const auto paired = [&](std::uint32_t body) {
      for (std::uint32_t other = 0; other < scene_.bodies.size(); ++other)
        if (other != body && scene_.pairable(body, other)) return true;
      return false;
    };
    for (std::uint32_t i = 0; i < scene_.bodies.size() && scene_.every_pair; ++i)
      if (!scene_.bodies[i].error.empty()) shown[i] = paired(i);
    for (std::size_t i = 0; i < shown.size(); ++i)
      if (const std::string& error = scene_.bodies[i].error; !shown[i] && !error.empty())
        scene_.problems.push_back(error);
    for (const auto& [name, named] : shapes_)
      if (!named.used && !named.error.empty()) scene_.problems.push_back(named.error);
  }

  Value root_;
  const ReadOptions& options_;
  CheckedScene scene_;
  std::unordered_map<std::string, NamedShape> shapes_;
  std::unordered_map<std::string, std::uint32_t> index_of_;
  std::unordered_map<std::string, std::int32_t> group_of_;
  bool named_ = false;  // whether the body being read has told its name
};

/// What a text that is no scene may be meant as; empty if that cannot be told.
std::string_view hint_for(std::string_view text) {
  if (begins_as_stream(text)) return "this looks like a stream of queries, which `clearance distance --jsonl` takes";
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool marked = !text.empty() && static_cast<unsigned char>(text[0]) >= 0xEFU;  // a byte-order mark
  if (first == std::string_view::npos) return "";
  if (text[first] != '{' && !marked)
    return R"(a scene is a JSON object; a mesh goes into one as {"type":"mesh","file":"..."})";
  try {
    const Document document(text);
    const Fields fields(document.root());
    if (fields.find("clearance_certificate"))
      return "this looks like a certificate, which `clearance check` and `clearance view` take";
    if (fields.find("type") && !fields.find("bodies")) return "this looks like a shape: a scene has it in a body";
  } catch (const ReadError&) {
    // What is wrong with the text has been said.
  }
  return "";
}

}  // namespace

std::size_t CheckedScene::pair_count() const {
  if (!every_pair) return listed.size();
  const auto pairs_of = [](std::size_t count) { return count == 0 ? 0 : count * (count - 1) / 2; };
  std::vector<std::size_t> members(groups.size());
  for (const CheckedBody& body : bodies)
    if (body.group >= 0) ++members[static_cast<std::size_t>(body.group)];
  std::size_t count = pairs_of(bodies.size());
  for (const std::size_t group : members) count -= pairs_of(group);
  for (const std::uint64_t key : ignored) {
    const std::int32_t a = bodies[key >> 32U].group, b = bodies[key & 0xFFFFFFFFU].group;
    if (a < 0 || a != b) --count;
  }
  return count;
}

CheckedScene read_checked_scene(std::string_view text, const ReadOptions& options) {
  try {
    const Document document(text);
    return SceneReader(document.root(), options).read();
  } catch (const ReadError& error) {
    const std::string_view hint = hint_for(text);
    if (hint.empty()) throw;
    throw ReadError(fmt::format("{} ({})", error.what(), hint));
  }
}

bool begins_as_stream(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  try {
    const Document document(text.substr(first, text.find('\n', first) - first));
    const Fields fields(document.root());
    return fields.find("a") && fields.find("b");
  } catch (const ReadError&) {
    return false;
  }
}

bool begins_as_scene(std::string_view line) {
  // Of a scene over several lines, the first may be a brace alone.
  const std::size_t end = line.find_last_not_of(" \t\r");
  const bool brace = end != std::string_view::npos && line[end] == '{' && line.find_first_not_of(" \t\r") == end;
  return brace || line.find("\"clearance\"") != std::string_view::npos;
}

Query read_query(const Value& root, const ReadOptions& options) {
  constexpr std::array<std::string_view, 3> keys{"id", "a", "b"};
  const Fields fields(root);
  fields.allow(keys);
  const Value a = fields.require("a"), b = fields.require("b");
  return {read_posed_shape(a, options), read_posed_shape(b, options)};
}

std::string_view query_id(const Value& root) {
  std::string_view id = "null";
  if (root.kind() != Kind::object) return id;
  bool found = false;
  for (auto part = root.begin(); part != root.end(); ++part) {
    const bool is_id = (*part).string() == "id";
    ++part;
    if (is_id && found) return "null";
    if (is_id) id = (*part).text();
    found = found || is_id;
  }
  return id;
}

}  // namespace clearance::io

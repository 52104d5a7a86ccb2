#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "clearance/io.hpp"
#include "clearance/uncertain.hpp"
#include "io/json.hpp"
#include "io/shape_reader.hpp"

namespace clearance::io {

/// A body of a scene; if `error` is not empty it says what is wrong with it, and shape and poses may be missing.
struct CheckedBody {
  std::string name;
  std::optional<Shape> shape;
  std::vector<Pose> poses;  ///< one, or one for each step of a motion
  Uncertain uncertain;
  std::int32_t group = -1;  ///< in the list of groups; -1 for a body that is in none
  std::string error;

  const Pose& pose(std::size_t step) const { return poses.size() == 1 ? poses.front() : poses[step]; }
};

/// A pair that cannot be answered: the names as far as they are known, and why.
struct BadPair {
  std::string name_a, name_b, error;
};

/// Two bodies by index; or, if `bad` is not negative, an entry in the list of bad pairs.
struct ScenePair {
  std::uint32_t a = 0, b = 0;
  std::int32_t bad = -1;
};

/// A scene with all that is right in it, and all that is wrong.
struct CheckedScene {
  std::vector<CheckedBody> bodies;
  std::vector<std::string> groups;
  bool every_pair = false;  ///< each body with each after it that is of another group; else those listed
  std::vector<ScenePair> listed;
  std::vector<BadPair> bad_pairs;
  std::unordered_set<std::uint64_t> ignored;  ///< pairs left out, by `key_of`
  std::size_t steps = 0;                      ///< of the motion; zero for a scene without one
  std::vector<double> times;                  ///< of the steps, seconds; 0, 1, 2, ... unless the scene says other
  std::vector<std::string> problems;          ///< what is wrong apart from the bodies and pairs that are answered

  static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32U | b : std::uint64_t{b} << 32U | a;
  }
  /// Whether the two may be paired: of different groups, and not ignored.
  bool pairable(std::uint32_t a, std::uint32_t b) const {
    return (bodies[a].group < 0 || bodies[a].group != bodies[b].group) &&
           (ignored.empty() || ignored.count(key_of(a, b)) == 0);
  }
  std::size_t pair_count() const;
  /// Calls `visit` with each pair in order until it returns false. Pairs that are not listed take no memory.
  template <class Visit>
  void each_pair(const Visit& visit) const {
    for (const ScenePair& pair : listed)
      if (!visit(pair)) return;
    if (!every_pair) return;
    const auto count = static_cast<std::uint32_t>(bodies.size());
    for (std::uint32_t a = 0; a < count; ++a)
      for (std::uint32_t b = a + 1; b < count; ++b)
        if (pairable(a, b) && !visit(ScenePair{a, b, -1})) return;
  }
};

/// Throws ReadError where the scene as a whole cannot be understood; what is wrong with one body or one pair is kept
/// with it.
CheckedScene read_checked_scene(std::string_view text, const ReadOptions& options);

/// Whether what cannot be read as a scene begins as a stream does, and the other way round: to say so.
bool begins_as_stream(std::string_view text);
bool begins_as_scene(std::string_view line);

/// One line of a stream.
struct Query {
  PosedShape a, b;
};
Query read_query(const Value& root, const ReadOptions& options);
/// The source text of its id; "null" if there is none, or more than one.
std::string_view query_id(const Value& root);

}  // namespace clearance::io

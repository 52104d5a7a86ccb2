#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clearance/distance.hpp"

// Many bodies: which pair is nearest, which are near, and how far all are apart.

namespace clearance {

/// A body of a scene. Ids count up from zero in the order of insertion, and are not used again.
struct BodyId {
  std::uint32_t value = 0;
  auto operator<=>(const BodyId&) const = default;  // NOLINT(modernize-use-nullptr): of the compiler's own code
};
using IdPair = std::pair<BodyId, BodyId>;

/// Two bodies, a the one that was added first, and their distance.
struct PairDistance {
  BodyId a, b;
  Result result;
};

/// A body that is to be added to a scene.
struct NewBody {
  std::string name;
  Shape shape;
  Pose pose = {};
  std::string group = {};
};

struct SceneOptions {
  /// How pairs are asked: method, tolerance and penetration; limits are the scene's own affair. A pair that the method
  /// does not take is answered by the default.
  Options query = {};
  /// What queries run on, this thread included. Answers are the same for any number of them, bit for bit.
  int threads = 1;
  /// How many pairs are remembered from query to query, at some 300 bytes each and for every thread.
  std::size_t states = 4096;
};

/// Bodies in place, and the rules that say which of them are pairs: all, but for those of one group, those ignored, and
/// where `only` lists pairs, all others.
///
/// Every answer is what clearance::distance(a, pose of a, b, pose of b) gives for that pair, bit for bit, whatever the
/// order of insertion of others, the queries before and the number of threads: what a scene remembers is where to look,
/// and not what to say. Nearest means the least `upper`, which is proven; of equal ones, the pair with the lower ids.
///
/// Adding, removing and rules allocate and may throw InvalidInput. Queries and set_pose do neither. One thread at a
/// time; copies are cheap, share shapes, and belong to whoever made them.
class Scene {
 public:
  explicit Scene(const SceneOptions& options = {});
  ~Scene();
  Scene(const Scene& other);
  Scene& operator=(const Scene& other);
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;

  /// Names are different from each other and not empty. Bodies of one group are not paired; the empty group is none.
  BodyId add(std::string name, Shape shape, const Pose& pose = {}, std::string_view group = {});
  /// Many at once, which is several times faster; all of them, or none where this throws.
  std::vector<BodyId> add(std::vector<NewBody> bodies);
  void remove(BodyId body);

  /// Boxes follow. The body must be one of the scene, else InvalidInput is thrown.
  void set_pose(BodyId body, const Pose& pose);
  /// Of all bodies, in the order of `bodies()`.
  void set_poses(std::span<const Pose> poses);

  void ignore(BodyId a, BodyId b);
  void ignore(std::string_view group_a, std::string_view group_b);
  /// These pairs, less those of one group and those ignored, and no others.
  void only(std::span<const IdPair> pairs);

  /// In the order of their ids.
  std::span<const BodyId> bodies() const;
  const Shape& shape(BodyId body) const;
  const Pose& pose(BodyId body) const;
  const std::string& name(BodyId body) const;
  std::optional<BodyId> find(std::string_view name) const;
  bool paired(BodyId a, BodyId b) const;
  std::size_t pair_count() const;
  /// In the order of ids, or as `only` listed them; the first that fit into `out`. Returns how many there are.
  std::size_t pairs(std::span<IdPair> out) const;
  const SceneOptions& options() const;

  /// The nearest pair; nothing where there are no pairs. Its `lower` is lowered, where need be, so that no pair of the
  /// scene is nearer: lower and upper enclose the least signed distance of all.
  std::optional<PairDistance> closest();
  /// The nearest pairs, as many as fit, nearest first. Returns how many.
  std::size_t closest(std::span<PairDistance> out);
  /// Those whose distance is not proven to exceed the limit. Returns how many there are; the nearest of them that fit
  /// are in `out`, nearest first.
  std::size_t within(double limit, std::span<PairDistance> out);
  /// The nearest pair that the body is one of; `lower` as for closest().
  std::optional<PairDistance> closest_to(BodyId body);
  /// All, in the order of `pairs`; the first that fit. Returns how many there are.
  std::size_t all(std::span<PairDistance> out);

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace clearance

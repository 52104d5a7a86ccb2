#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "view/cell.hpp"

namespace clearance::view {
namespace {

std::uint64_t key_of(const BodyPair& pair) {
  return std::uint64_t{std::min(pair[0], pair[1])} << 32U | std::max(pair[0], pair[1]);
}

PairAnswers along_motion(const Cell& cell, const BodyPair& pair) {
  const SceneBody &a = cell.bodies[pair[0]], &b = cell.bodies[pair[1]];
  PairAnswers out{pair, {}};
  PairState state;
  const std::size_t samples = a.poses.size() > 1 || b.poses.size() > 1 ? cell.times.size() : 1;
  out.results.reserve(samples);
  for (std::size_t i = 0; i < samples; ++i)
    out.results.push_back(distance(a.shape, a.pose(i), b.shape, b.pose(i), {}, &state));
  if (cell.uncertain.empty()) return out;
  const Uncertain &of_a = cell.uncertain[pair[0]], &of_b = cell.uncertain[pair[1]];
  if (of_a.any() || of_b.any())
    for (Result& result : out.results) result = widened(result, a.shape, of_a, b.shape, of_b);
  return out;
}

std::vector<BodyPair> all_pairs(const Cell& cell, const Scene& scene) {
  if (cell.listed) return *cell.listed;
  std::vector<IdPair> ids(scene.pair_count());
  scene.pairs(ids);
  std::vector<BodyPair> pairs;
  for (const auto& [a, b] : ids) pairs.push_back({a.value, b.value});
  return pairs;
}

/// The `count` pairs that come nearest at some sample, nearest first. A pair that is not among the nearest of any
/// sample is not among the nearest of all.
std::vector<BodyPair> nearest_pairs(const Cell& cell, Scene& scene, std::size_t count, const ShowShare& show) {
  std::unordered_map<std::uint64_t, double> least;  // of each pair that is near at some sample
  std::vector<PairDistance> nearest(count);
  std::vector<Pose> poses(cell.bodies.size());
  for (std::size_t i = 0; i < cell.times.size(); ++i) {
    if (i > 0) {
      for (std::size_t body = 0; body < poses.size(); ++body) poses[body] = cell.bodies[body].pose(i);
      scene.set_poses(poses);
    }
    const std::size_t found = scene.closest(nearest);
    for (std::size_t k = 0; k < found; ++k) {
      const PairDistance& pair = nearest[k];
      const auto [entry, fresh] = least.emplace(key_of({pair.a.value, pair.b.value}), pair.result.upper);
      if (!fresh) entry->second = std::min(entry->second, pair.result.upper);
    }
    if (show) show(static_cast<double>(i + 1) / static_cast<double>(cell.times.size()));
  }
  std::unordered_map<std::uint64_t, BodyPair> as_listed;
  if (cell.listed)
    for (const BodyPair& pair : *cell.listed) as_listed.emplace(key_of(pair), pair);
  std::vector<std::pair<double, std::uint64_t>> order;
  for (const auto& [key, upper] : least) order.emplace_back(upper, key);
  std::sort(order.begin(), order.end());
  if (order.size() > count) order.resize(count);
  std::vector<BodyPair> pairs;
  for (const auto& [upper, key] : order) {
    const auto listed = as_listed.find(key);
    pairs.push_back(listed != as_listed.end() ? listed->second
                                              : BodyPair{static_cast<std::uint32_t>(key >> 32U),
                                                         static_cast<std::uint32_t>(key & 0xFFFFFFFFU)});
  }
  return pairs;
}

}  // namespace

Answers answer(const Cell& cell, std::size_t most, const ShowShare& show) {
  Scene scene = scene_of(cell);
  Answers out;
  out.in_scene = cell.listed ? cell.listed->size() : scene.pair_count();
  const std::size_t room = std::max<std::size_t>(1, most / cell.times.size());
  const std::vector<BodyPair> pairs =
      out.in_scene > room ? nearest_pairs(cell, scene, room, show) : all_pairs(cell, scene);
  out.pairs.reserve(pairs.size());
  for (const BodyPair& pair : pairs) {
    out.pairs.push_back(along_motion(cell, pair));
    if (show && out.in_scene <= room) show(static_cast<double>(out.pairs.size()) / static_cast<double>(pairs.size()));
  }
  return out;
}

}  // namespace clearance::view

#include "view/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clearance::view {

Scene scene_of(const Cell& cell) {
  Scene scene;
  // By numbers: no two bodies of a page need different names.
  for (std::size_t i = 0; i < cell.bodies.size(); ++i)
    scene.add(fmt::format("{}", i), cell.bodies[i].shape, cell.bodies[i].poses.front(), cell.bodies[i].group);
  for (const auto& [a, b] : cell.ignored) scene.ignore(BodyId{a}, BodyId{b});
  if (cell.listed) {
    std::vector<IdPair> pairs;
    for (const auto& [a, b] : *cell.listed) pairs.emplace_back(BodyId{a}, BodyId{b});
    scene.only(pairs);
  }
  return scene;
}

void resample(Cell& cell, double rate) {
  const double start = cell.times.front(), end = cell.times.back();
  const double count = std::floor((end - start) * rate * (1.0 + 1e-12));
  if (!(count < 1e6)) throw InvalidInput("more than 1e6 samples at this rate");
  std::vector<double> times;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(count); ++k)
    times.push_back(std::min(start + static_cast<double>(k) / rate, end));
  for (SceneBody& body : cell.bodies) {
    if (body.poses.size() == 1) continue;
    const Motion motion = Motion::samples(body.poses, cell.times);
    body.poses.clear();
    for (const double time : times) body.poses.push_back(motion.at(time).pose);
  }
  cell.times = std::move(times);
}

}  // namespace clearance::view

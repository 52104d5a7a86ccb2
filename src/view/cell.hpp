#pragma once

// What a page shows: bodies along a motion, and the answers of pairs of them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clearance/certify.hpp"
#include "clearance/distance.hpp"
#include "clearance/io.hpp"
#include "clearance/scene.hpp"
#include "clearance/uncertain.hpp"

namespace clearance::view {

using BodyPair = std::array<std::uint32_t, 2>;  ///< by index of the bodies

struct Cell {
  std::string title;
  std::vector<SceneBody> bodies;
  std::vector<Uncertain> uncertain = {};             ///< of each body; empty: all are where they are said to be
  std::vector<double> times;                         ///< of the samples, ascending; one of a scene without motion
  std::vector<BodyPair> ignored = {};                ///< no pairs
  std::optional<std::vector<BodyPair>> listed = {};  ///< the pairs; none: each body with each of another group
  std::optional<double> margin = {};                 ///< a clearance to keep, drawn as a line
  std::optional<Certificate> certificate = {};       ///< that was checked: of the whole motion, between the samples too
};

/// The bodies at the first sample, with ids in their order, and which of them are pairs.
Scene scene_of(const Cell& cell);

/// At a rate, from the first to the last sample, by the motion between the samples. Throws InvalidInput for more than
/// 1e6 samples.
void resample(Cell& cell, double rate);

/// The answers of one pair: at every sample, or once if neither body moves.
struct PairAnswers {
  BodyPair pair;
  std::vector<Result> results;
};

/// Called with the share of the work that is done.
using ShowShare = std::function<void(double)>;

/// All pairs, in order; where that would be more than `most` answers, those that come nearest, nearest first.
struct Answers {
  std::vector<PairAnswers> pairs;
  std::size_t in_scene = 0;  ///< how many pairs there are
};
Answers answer(const Cell& cell, std::size_t most, const ShowShare& show = {});

}  // namespace clearance::view

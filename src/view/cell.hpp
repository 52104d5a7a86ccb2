#pragma once

// What a page shows: bodies along a motion, and the answers of pairs of them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clearance/distance.hpp"
#include "clearance/io.hpp"
#include "clearance/uncertain.hpp"

namespace clearance::view {

using BodyPair = std::array<std::uint32_t, 2>;  ///< by index of the bodies

/// Calls the function with pairs, in order.
using EachPair = std::function<void(const std::function<void(const BodyPair&)>&)>;

struct Cell {
  std::string title;
  std::vector<SceneBody> bodies;
  std::vector<Uncertain> uncertain = {};  ///< of each body; empty: all are where they are said to be
  std::vector<double> times;              ///< of the samples, ascending; one of a scene without motion
  EachPair each_pair;
  std::size_t pair_count = 0;
  std::optional<double> margin = {};  ///< a clearance to keep, drawn as a line
};

/// The answers of one pair: at every sample, or once if neither body moves.
struct PairAnswers {
  BodyPair pair;
  std::vector<Result> results;
};

/// Called with the share of the work that is done.
using ShowShare = std::function<void(double)>;

/// All pairs, in order; where that would be more than `most` answers, those that come nearest, nearest first.
std::vector<PairAnswers> answer(const Cell& cell, std::size_t most, const ShowShare& show = {});

}  // namespace clearance::view

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "clearance/monitor.hpp"
#include "view/cell.hpp"

// What is known between the samples, or without a query at them: the covers of a certificate, and the bounds of a
// monitor that replays the motion.

namespace clearance::view {

/// A monitor's account of the motion: cycle by cycle, and of the pairs of a page.
struct Monitored {
  Budget budget;
  std::vector<double> least;            ///< the bound of all pairs of the scene, of each cycle
  std::vector<std::int32_t> refreshed;  ///< pairs that were asked
  std::vector<std::int32_t> oldest;     ///< cycles since the stalest pair was
  std::vector<double> bounds;           ///< of each pair of the page in each cycle, pair after pair
  std::vector<std::int32_t> ages;       ///< cycles since that pair was asked, 0: in this one
};

/// Replays the motion, a cycle a sample. `bound_of` says what a bound of the monitor is worth.
Monitored monitored(const Cell& cell, std::span<const PairAnswers> shown, const Budget& budget, double margin,
                    const std::function<double(const Bound&)>& bound_of);

/// ,"covers":{...}: of the pairs that are shown.
void append_covers(std::string& out, const Certificate& certificate, std::span<const PairAnswers> shown);
/// ,"monitor":{...}
void append_monitored(std::string& out, const Monitored& monitored);

}  // namespace clearance::view

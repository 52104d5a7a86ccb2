#include "half_turns.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "clearance/motion.hpp"
#include "io/json.hpp"
#include "terminal.hpp"

namespace clearance::cli {

void note_half_turns(const std::string& file, std::string_view body, std::span<const Pose> poses,
                     std::span<const double> times) {
  if (poses.size() < 2 || poses.size() != times.size()) return;
  constexpr double near = 1e-6;
  const Motion motion = Motion::samples(poses, times);
  std::size_t first = 0, count = 0;
  for (std::size_t i = 0; i + 1 < poses.size(); ++i)
    if (std::fabs(motion.turn(i).norm() - std::numbers::pi) < near && count++ == 0) first = i;
  if (count == 0) return;
  const std::string others = count > 1 ? fmt::format(" and in {}", counted(count - 1, "other place")) : "";
  complain(file,
           fmt::format("note: {} makes half a turn between its samples {} and {} (t = {:g} to {:g}){}: either way "
                       "round is as short, and one is taken; add a sample in between to say which is meant",
                       io::json_quoted(body), first, first + 1, times[first], times[first + 1], others));
}

}  // namespace clearance::cli

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clearance/pose.hpp"

namespace clearance::cli {

/// Says on standard error where a body makes half a turn from one sample to the next: either way round is as short, and
/// which one is meant, only a sample in between can tell. Once for each body.
void note_half_turns(const std::string& file, std::string_view body, std::span<const Pose> poses,
                     std::span<const double> times);

/// The same of all bodies that have a name, poses and no error, at the times of a scene.
template <class Bodies>
void note_half_turns(const std::string& file, const Bodies& bodies, const std::vector<double>& times) {
  for (const auto& body : bodies) note_half_turns(file, body.name, body.poses, times);
}

}  // namespace clearance::cli

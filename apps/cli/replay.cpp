#include "replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <new>
#include <system_error>

#include "input.hpp"
#include "io/stream.hpp"

namespace clearance::cli {

Reading::Reading(const std::string& file, const MeshLimits& limits) {
  if (file != "-") options_.directory = std::filesystem::path(file).parent_path();
  options_.limits = limits;
  options_.note = [this](const std::string& note) {
    if (said_.insert(note).second) complain("note", note);
  };
  options_.progress = [this](double share) { progress_.show(share); };
}

int answering(const std::string& file, const std::function<int()>& f, const OutputFile& output) {
  try {
    return f();
  } catch (const std::system_error& error) {
    complain(file, error.code().message() + output.left());
  } catch (const std::bad_alloc&) {
    complain(file, "not enough memory" + output.left());
  } catch (const InvalidInput& error) {
    complain(file, error.what() + output.left());
  }
  return 1;
}

io::CheckedScene load_scene(const std::string& file, const MeshLimits& limits) {
  const Input input(file);
  const Reading reading(file, limits);
  return io::read_checked_scene(io::read_all(input.descriptor()), reading.options());
}

Replay::Replay(const io::CheckedScene& checked, const std::string& file, const SceneOptions& options)
    : scene_(options), samples_(checked.times) {
  const auto complain_of = [&](const std::string& problem) {
    complain(file, problem);
    good_ = false;
  };
  for (const std::string& problem : checked.problems) complain_of(problem);
  std::vector<std::optional<BodyId>> ids(checked.bodies.size());
  for (std::size_t i = 0; i < checked.bodies.size(); ++i) {
    const io::CheckedBody& body = checked.bodies[i];
    if (!body.error.empty()) {
      if (std::find(checked.problems.begin(), checked.problems.end(), body.error) == checked.problems.end())
        complain_of(body.error);
      continue;
    }
    const std::string group = body.group < 0 ? "" : checked.groups[static_cast<std::size_t>(body.group)];
    ids[i] = scene_.add(body.name, *body.shape, body.pose(0), group);
    bodies_.push_back(&body);
    motions_.push_back(body.poses.size() == 1 ? Motion::rest(body.poses.front())
                                              : Motion::samples(body.poses, checked.times));
    uncertain_.resize(ids[i]->value + std::size_t{1});
    uncertain_.back() = body.uncertain;
    stated_any_ = stated_any_ || body.uncertain.any();
  }
  uncertain_any_ = stated_any_;
  for (const std::uint64_t key : checked.ignored) {
    const auto &a = ids[key >> 32U], &b = ids[key & 0xFFFFFFFFU];
    if (a && b) scene_.ignore(*a, *b);
  }
  if (checked.every_pair) return;
  std::vector<IdPair> pairs;
  for (const io::ScenePair& pair : checked.listed) {
    if (pair.bad >= 0)
      complain_of(checked.bad_pairs[static_cast<std::size_t>(pair.bad)].error);
    else if (ids[pair.a] && ids[pair.b])
      pairs.emplace_back(*ids[pair.a], *ids[pair.b]);
  }
  scene_.only(pairs);
}

Result Replay::widened_of(const PairDistance& pair) const {
  if (!uncertain_any_) return pair.result;
  return widened(pair.result, scene_.shape(pair.a), uncertain_[pair.a.value], scene_.shape(pair.b),
                 uncertain_[pair.b.value]);
}

double Replay::most_allowance() const {
  double most = 0.0;
  for (const BodyId body : scene_.bodies()) {
    const Shape& shape = scene_.shape(body);
    most = std::max(most, allowance(shape, uncertain_[body.value], shape, uncertain_[body.value]));
  }
  return most;
}

const std::vector<Pose>& Replay::poses_at(double time) {
  poses_.clear();
  uncertain_any_ = stated_any_;
  const std::span<const BodyId> ids = scene_.bodies();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const MovingPose there = motions_[i].at(time);
    poses_.push_back(there.pose);
    // A rotation that is off by so much in norm moves no point farther than a turn by that angle may.
    const Uncertain& stated = bodies_[i]->uncertain;
    Uncertain& now = uncertain_[ids[i].value];
    now = {stated.position + there.shift_error, stated.angle + there.turn_error, stated.surface};
    uncertain_any_ = uncertain_any_ || now.any();
  }
  return poses_;
}

void Replay::move_to(double time) { scene_.set_poses(poses_at(time)); }

std::vector<double> Replay::times(double rate) const {
  if (!(rate > 0.0)) return samples_;
  const double start = samples_.front(), length = samples_.back() - start;
  const double count = std::floor(length * rate * (1.0 + 1e-12));
  if (!(count < 1e8)) throw InvalidInput("more than 1e8 steps at this rate");
  std::vector<double> times;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(count); ++k)
    times.push_back(std::min(start + static_cast<double>(k) / rate, samples_.back()));
  return times;
}

}  // namespace clearance::cli

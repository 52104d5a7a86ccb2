// Motions as values: samples are checked and prepared once, so that a pose at a time costs no more than a few products.

#include "clearance/motion.hpp"

#include <algorithm>
#include <cmath>

#include "clearance/error.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "proof/moving.hpp"

namespace clearance {

namespace {

[[gnu::noinline]] std::shared_ptr<const detail::MotionData> make_data(std::span<const Pose> poses,
                                                                      std::span<const double> times,
                                                                      Motion::Between between) {
  auto data = std::make_shared<detail::MotionData>();
  data->poses.assign(poses.begin(), poses.end());
  data->times.assign(times.begin(), times.end());
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    detail::Stretch& s = data->stretches.emplace_back();
    s.begin = times[i];
    s.end = times[i + 1];
    s.from = &data->poses[i];
    s.to = &data->poses[i + 1];
    detail::prepare(s);
    if (between == Motion::Between::linear || !s.turns) continue;
    s.pivot = detail::screw_pivot(s);
    detail::prepare(s);
  }
  return data;
}

}  // namespace

Motion Motion::rest(const Pose& pose) {
  auto data = std::make_shared<detail::MotionData>();
  data->poses.push_back(pose);
  return Motion(std::move(data));
}

Motion Motion::linear(const Pose& from, const Pose& to) {
  const Pose poses[] = {from, to};
  return samples(poses);
}

Motion Motion::screw(const Pose& from, const Pose& to) {
  const Pose poses[] = {from, to};
  return samples(poses, {}, Between::screw);
}

Motion Motion::samples(std::span<const Pose> poses, std::span<const double> times, Between between) {
  if (poses.empty()) throw InvalidInput("motion: needs at least one pose");
  std::vector<double> counted;
  if (times.empty()) {
    for (std::size_t i = 0; i < poses.size(); ++i) counted.push_back(static_cast<double>(i));
    times = counted;
  }
  if (times.size() != poses.size()) throw InvalidInput("times: must be as many as poses");
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) throw InvalidInput("times: must be finite");
    if (i > 0 && !(times[i] > times[i - 1])) throw InvalidInput("times: must increase");
    if (i > 0 && !std::isnormal(times[i] - times[i - 1])) throw InvalidInput("times: too close, or too far apart");
  }
  if (poses.size() == 1) return rest(poses.front());
  return Motion(detail::in_standard_arithmetic([&] { return make_data(poses, times, between); }));
}

bool Motion::at_rest() const { return data_->times.empty(); }
std::span<const Pose> Motion::poses() const { return data_->poses; }
std::span<const double> Motion::times() const { return data_->times; }
Vec3 Motion::turn(std::size_t i) const { return data_->stretches.at(i).turn.eigen(); }
double Motion::turn_error(std::size_t i) const { return data_->stretches.at(i).turn_error; }
Vec3 Motion::pivot(std::size_t i) const { return data_->stretches.at(i).pivot.eigen(); }

MovingPose Motion::at(double time) const {
  return detail::in_standard_arithmetic([&] { return detail::pose_at(*data_, time); });
}

}  // namespace clearance

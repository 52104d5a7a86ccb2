#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "clearance/io.hpp"
#include "clearance/monitor.hpp"
#include "clearance/scene.hpp"
#include "io/scene_reader.hpp"
#include "terminal.hpp"

// A scene from a file as clearance::Scene, and its motion as a sequence of poses.

namespace clearance::cli {

/// How a file is read: meshes from beside it; what is worth a note is said on standard error, once each, and how far
/// the reading of a large scene is.
class Reading {
 public:
  Reading(const std::string& file, const MeshLimits& limits);
  Reading(Reading&&) = delete;
  Reading(const Reading&) = delete;
  Reading& operator=(Reading&&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() = default;
  const ReadOptions& options() const { return options_; }

 private:
  ReadOptions options_;
  std::set<std::string> said_;
  Progress progress_{"reading"};
};

/// What f gives; 1 if it throws what a bad file makes it throw, which is then said, and that an older `output` is left.
int answering(const std::string& file, const std::function<int()>& f, const OutputFile& output = OutputFile(""));

/// Reads a scene, or standard input for "-".
io::CheckedScene load_scene(const std::string& file, const MeshLimits& limits);

class Replay {
 public:
  /// What is wrong with bodies and pairs is said on standard error, and left out.
  Replay(const io::CheckedScene& checked, const std::string& file, const SceneOptions& options);

  Scene& scene() { return scene_; }
  /// Whether the places of some bodies are uncertain: as the file states, and by what rounding takes from a pose
  /// between two samples.
  bool uncertain() const { return uncertain_any_; }
  const Uncertain& uncertain_of(BodyId body) const { return uncertain_[body.value]; }
  /// An answer for every placement within the uncertainties of both bodies.
  Result widened_of(const PairDistance& pair) const;
  /// No two bodies can be nearer than their distance as placed less this.
  double most_allowance() const;
  /// Whether all of the file was right.
  bool good() const { return good_; }
  /// Puts the bodies where they are at a time: between two samples positions move linearly, and rotations turn at a
  /// constant rate, the shorter way.
  void move_to(double time);
  /// The same as a list of poses, in the order of Scene::bodies().
  const std::vector<Pose>& poses_at(double time);

  /// The times of the samples; or at a rate, from the first to the last.
  std::vector<double> times(double rate = 0.0) const;

 private:
  Scene scene_;
  std::vector<const io::CheckedBody*> bodies_;
  const std::vector<double>& samples_;
  std::vector<Pose> poses_;
  std::vector<Motion> motions_;
  std::vector<Uncertain> uncertain_;  ///< by id, now
  bool stated_any_ = false, uncertain_any_ = false;
  bool good_ = true;
};

}  // namespace clearance::cli

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clearance/distance.hpp"
#include "placement.hpp"
#include "polyhedral.hpp"
#include "quad_pair.hpp"

// What is true of a pair, by means that need no optimum: the slab along any direction is at most the signed distance,
// the distance of any two points of the bodies is at least that. Two unbounded shapes are decided in exact arithmetic.

namespace stress {

/// Two convex bodies.
class ConvexTruth {
 public:
  /// `guess`: a direction to try besides the hints.
  ConvexTruth(oracle::QuadBody a, oracle::QuadBody b, std::optional<oracle::Truth> exact, const clearance::Vec3& guess)
      : pair_(std::move(a), std::move(b)), exact_(std::move(exact)), guess_(guess) {}

  enum class Shown { yes, no, open };  ///< open: neither shown nor refuted
  /// Whether the signed distance is at least this. `hint`: a direction to look along first.
  Shown at_least(double lower, const clearance::Vec3& hint);
  /// Whether the signed distance is more than this.
  Shown above(double upper, const clearance::Vec3& hint);
  /// Known to have no finite translation that separates them.
  bool inseparable() const { return exact_ && exact_->infinite; }
  double size() const { return static_cast<double>(pair_.size()); }

 private:
  oracle::QuadPair pair_;
  std::optional<oracle::Truth> exact_;  ///< where both are unbounded
  clearance::Vec3 guess_;
};

/// Any pair: all pairs of parts, the least signed distance of which counts.
class Truth {
 public:
  Truth(const oracle::PlacedShape& a, const oracle::PlacedShape& b);

  /// What is false, or cannot be shown, of a result; empty if nothing is.
  std::string refute(const clearance::Result& result, const clearance::Options& options);
  /// Whether this is a lower bound, an upper bound, of the signed distance.
  ConvexTruth::Shown at_least(double lower, const clearance::Vec3& hint);
  ConvexTruth::Shown at_most(double upper, const clearance::Vec3& hint);
  /// Extent of the shapes and the way between them, of the largest pair of parts.
  double size() const { return size_; }

 private:
  std::vector<ConvexTruth> pairs_;
  double size_ = 0.0;
};

/// What is wrong with the bounds, the distance and the status of a result by themselves: a number that is none, claims
/// that contradict each other.
std::string contradiction(const clearance::Result& result, const clearance::Options& options);
/// And with its points and its normal.
std::string misfit(const clearance::Result& result, double size);

}  // namespace stress

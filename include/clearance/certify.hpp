#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "clearance/uncertain.hpp"

// Whole scenes in motion: the least distance of all pairs at all times, and certificates that others can check.

namespace clearance {

struct MovingBody {
  std::string name;
  Shape shape;
  Motion motion;
  Uncertain uncertain = {};
};
/// Two bodies by index.
using BodyPair = std::pair<std::size_t, std::size_t>;

enum class Verdict { clear, violated, undecided };
std::string_view name(Verdict verdict);

/// A direction along which a slab is open from where the piece before it ends, or from the beginning, to `end`. With an
/// unbounded body that turns, it turns, too, and this is the direction in the middle.
struct CoverPiece {
  double end = 0.0;
  Vec3 normal = Vec3::UnitX();  ///< need not be of unit length
};
/// A pair of convex parts over the whole motion; -1 for a body that is no union.
struct Cover {
  std::size_t a = 0, b = 0;
  int part_a = -1, part_b = -1;
  std::vector<CoverPiece> pieces;
};
/// Says that all pairs of a scene are at least `claim` apart at all times, and how to see it.
struct Certificate {
  double claim = 0.0;
  std::vector<Cover> covers;
};

struct CertifyOptions {
  double margin = 0.0;
  MotionOptions motion = {};
  bool certificate = false;  ///< make one, if the verdict is clear
};

struct Certified {
  Verdict verdict = Verdict::undecided;
  /// lower <= least distance of all pairs, times and placements within the uncertainties; upper: for one pair, a and b,
  /// at one time within `time`, no placement is farther apart.
  Interval distance, time;
  std::size_t a = 0, b = 0;
  double at_time = 0.0;
  std::optional<Interval> in_doubt;  ///< if undecided, the first stretch of that pair which is not proven to be clear
  std::uint64_t queries = 0;
  std::optional<Certificate> certificate;
};

/// Best first over the pairs: those that never come near cost next to nothing. Clear: distance.lower >= margin;
/// violated: distance.upper < margin. Allocates, unlike the queries.
Certified certify(std::span<const MovingBody> bodies, std::span<const BodyPair> pairs,
                  const CertifyOptions& options = {});

/// What is wrong with a certificate, and where; empty if it holds.
struct CertificateCheck {
  bool ok = false;
  std::string reason;
  std::uint64_t intervals = 0;
};
/// Proves a certificate anew from the shapes as described and the poses as given, in extended precision, by code that
/// shares nothing with the search (src/verify/): every pair has a cover of the whole motion, and every piece of it a
/// slab of at least `claim`. Motions must be linear between their samples.
CertificateCheck check_certificate(const Certificate& certificate, std::span<const MovingBody> bodies,
                                   std::span<const BodyPair> pairs);

}  // namespace clearance

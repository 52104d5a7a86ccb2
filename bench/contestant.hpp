#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "clearance/distance.hpp"
#include "workload.hpp"

namespace bench {

/// The answer of those who say that two shapes are apart, or farther than was asked about, and no more.
inline constexpr double apart_by_some = std::numeric_limits<double>::infinity();

/// A library, or one setting of a library. Everything that a user would do once is done in prepare(); answer() is
/// what is timed.
class Contestant {
 public:
  Contestant() = default;
  Contestant(const Contestant&) = delete;
  Contestant(Contestant&&) = delete;
  Contestant& operator=(const Contestant&) = delete;
  Contestant& operator=(Contestant&&) = delete;
  virtual ~Contestant() = default;
  virtual std::string_view name() const = 0;
  virtual void prepare(const Workload& workload) = 0;
  /// Answers every query once, in order, single-threaded; NaN where the library gives up.
  virtual void answer(std::span<double> distances) = 0;
};

/// What only our answers carry.
struct Enclosures {
  double mean_width = 0.0;
  double mean_iterations = 0.0;
  int most_iterations = 0;
  int misses = 0;  ///< enclosures that do not hold the reference answer: must be none
  int unconverged = 0;
};

class Ours : public Contestant {
 public:
  /// Asks everything once more, untimed, and compares each enclosure with the reference.
  virtual Enclosures enclosures() = 0;
};

/// `tracking`: whether it carries its state along a track.
std::unique_ptr<Ours> make_ours(std::string_view name = "clearance", const clearance::Options& options = {},
                                bool tracking = true);
std::unique_ptr<Contestant> make_fcl(std::string_view name, bool libccd, double tolerance);
std::unique_ptr<Contestant> make_bullet();
std::unique_ptr<Contestant> make_ccd();

}  // namespace bench

#pragma once

// Bodies with one or two ends, which are spheres and capsules: the ends of both in the axes of the world, or those of b
// in the frame of a. Rounding: docs/proof.md, section 5a.

#include "proof/plain_pair.hpp"

namespace clearance::detail {

template <Kind kind_a, Kind kind_b>
class PlacedEnds {
 public:
  /// False for a point that is not at its own centre.
  [[gnu::always_inline]] bool place(const PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                    const Pose& pose_b) {
    if constexpr (kind_a == Kind::point) {
      if (a.reach != 0.0) return false;
      a_[0] = a_[1] = lanes_of(0.0);
    } else {
      const Columns turn = columns_of(pose_a.rotation());
      for (std::size_t i = 0; i < 2; ++i) a_[i] = turn * a.ends[i];
    }
    if constexpr (kind_b == Kind::point) {
      if (b.reach != 0.0) return false;
      b_[0] = b_[1] = pair.offset;
    } else {
      const Columns turn = columns_of(pose_b.rotation());
      for (std::size_t i = 0; i < 2; ++i) b_[i] = (turn * b.ends[i]) * pair.factor_b + pair.offset;
    }
    return true;
  }
  /// From the centre of a.
  const Lanes& a(int i) const { return a_[i]; }
  const Lanes& b(int i) const { return b_[i]; }

 private:
  Lanes a_[2], b_[2];
};

/// Those of b in the frame of a, by way of the axes of the world: no matrix from b to a is made.
template <Kind kind_b>
class FramedEnds {
 public:
  /// False for a point that is not at its own centre.
  [[gnu::always_inline]] bool place(const PlainPair& pair, const Core& b, const Pose& pose_b) {
    if constexpr (kind_b == Kind::point) {
      if (b.reach != 0.0) return false;
      end_[0] = end_[1] = transposed_times(pair.turn_a, pair.offset);
    } else {
      const Columns turn = columns_of(pose_b.rotation());
      for (std::size_t i = 0; i < 2; ++i)
        end_[i] = transposed_times(pair.turn_a, (turn * b.ends[i]) * pair.factor_b + pair.offset);
    }
    return true;
  }
  const V3& operator[](int i) const { return end_[i]; }
  /// At a share of the way from the first to the second.
  [[gnu::always_inline]] V3 at(double share) const {
    if constexpr (kind_b == Kind::point) return end_[0];
    return end_[0] + (end_[1] - end_[0]) * smaller(larger(share, 0.0), 1.0);
  }

 private:
  V3 end_[2];
};

}  // namespace clearance::detail

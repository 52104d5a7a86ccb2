#pragma once

// A point that is in a body, but for the rounding that docs/proof.md, section 5, charges for it. The upper bound of a
// distance rests on two such points, so nothing outside of proof/ can make one: a solver asks for a vertex, for a
// support point, or for the nearest that the body has to what the solver computed.

#include "numeric/vector.hpp"

namespace clearance::detail {

class Member {
 public:
  /// Not initialised, as working space of many is made in every query.
  Member() = default;
  /// No point at all: what it enters compares as unknown.
  static Member none() { return Member(V3(NAN, NAN, NAN)); }

  /// In the local coordinates of the body.
  const V3& at() const { return at_; }
  operator const V3&() const { return at_; }  // NOLINT(google-explicit-constructor): a member is a point

 private:
  friend class Members;
  explicit Member(const V3& at) : at_(at) {}
  V3 at_;
};

inline V3 operator-(const Member& a, const Member& b) { return a.at() - b.at(); }
inline V3 operator*(const Member& a, double s) { return a.at() * s; }
inline V3 operator*(const M3& m, const Member& a) { return m * a.at(); }

}  // namespace clearance::detail

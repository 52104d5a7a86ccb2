#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

#include "clearance/shapes.hpp"
#include "linear.hpp"
#include "placement.hpp"

// The signed distance of two ellipsoids to 50 digits. Bounds are proven whatever the search finds: for any n, the gap
// along n is at most the true value, and for any two points of the bodies their distance is at least that of a
// separated pair. The depth of an overlap is searched where it must be: the difference of two ellipsoids is the
// intersection of a family of ellipsoids with one parameter, so its least depth is the least over that parameter of the
// depth of a point in an ellipsoid, which an equation in one unknown gives.

namespace oracle {

using Digits50 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,  //
                                               boost::multiprecision::et_off>;
using WideVec = V3<Digits50>;

class EllipsoidTruth {
 public:
  /// Radii of zero make a point of b.
  EllipsoidTruth(const clearance::Vec3& radii_a, const Placement& at_a, const clearance::Vec3& radii_b,
                 const Placement& at_b);

  /// The gap along n, which need not be of unit length.
  Digits50 gap_along(const WideVec& n) const;
  /// Newton's method on the condition that normal and nearest points agree; returns the normal, narrows the bounds.
  WideVec refine(const clearance::Vec3& from);
  /// Candidates for the normal of a deepest overlap, the best first.
  std::vector<clearance::Vec3> deepest_normals() const;

  Digits50 lower() const { return lower_; }
  Digits50 upper() const { return upper_; }
  /// Extent of both bodies and the distance of their centres.
  double size() const { return size_; }
  /// The nearest points along a normal, in the world.
  WideVec point_a(const WideVec& n) const;
  WideVec point_b(const WideVec& n) const;

 private:
  struct Form {
    WideVec r0, r1, r2;  // rows of (rotation times radii)'
  };
  static Form form_of(const clearance::Vec3& radii, const Placement& at);
  static WideVec support(const Form& form, const WideVec& n);

  Form a_, b_;
  WideVec centre_a_, c_;
  double size_ = 0.0;
  Digits50 lower_ = -std::numeric_limits<double>::infinity(), upper_ = std::numeric_limits<double>::infinity();
};

}  // namespace oracle

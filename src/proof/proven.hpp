#pragma once

// Numbers that are proven, rounding included. They are types of their own, which only the functions named in `Prover`
// can make: all of them are in this room, and docs/proof.md has the argument for each.

#include <cmath>
#include <optional>

#include "numeric/vector.hpp"

namespace clearance::detail {

struct Pair;
struct Proposal;
class Enclosure;
class CoreLower;
class CoreUpper;
struct PlainPair;
struct RevolvedPair;
struct RoundPair;
struct RoundBound;
struct Core;
enum class Kind;
template <class T>
class DifferencePoint;
class Weights;

/// The right to state a bound.
class Prover {
  constexpr Prover() = default;
  friend Enclosure certify(const Pair& pair, const Proposal& proposal);
  friend Enclosure certify_with(const Pair& pair, const Proposal& proposal, const CoreLower& slab);
  friend CoreLower slab_at_vertices(const Pair& pair, const V3& n, int vertex_a, int vertex_b);
  template <Kind kind_a, Kind kind_b>
  friend CoreLower plain_slab_at(const PlainPair& pair, const Core& a, const Core& b, const V3& n, int vertex_a,
                                 int vertex_b);
  template <Kind kind_a, Kind kind_b>
  friend CoreLower plain_slab(const PlainPair& pair, const Core& a, const Core& b, const V3& n);
  template <class T, class Face>
  friend CoreUpper inner_ball(const DifferencePoint<T>* point, const Face* face, const double* height, int count,
                              double size);
  friend class InnerSurface;
  friend class BoxAxes;
  friend CoreUpper point_depth(const Pair& pair, bool point_is_a);
  friend CoreUpper ellipsoid_depth(const Pair& pair, const V3& n);
  friend RoundBound ring_depth(const Pair& pair, const RoundPair& round, double depth, double gap, const V3& n);
  friend RoundBound round_depth(const Pair& pair, const RoundPair& round, double depth, double gap, const V3& n);
  friend CoreUpper revolved_depth(const Pair& pair, const RevolvedPair& revolved, const V3& n, double gap);
  friend CoreUpper swept_sphere_bound(const Pair& pair, const int* a, const int* b, const Weights& weights);
};

/// An enclosure of the signed distance of a pair, in its scaled lengths. By default all numbers: nothing is claimed.
class Enclosure {
 public:
  Enclosure() = default;
  Enclosure(Prover /*key*/, double lower, double upper) : lower_(lower), upper_(upper) {}
  double lower() const { return lower_; }
  double upper() const { return upper_; }
  double width() const { return upper_ - lower_; }

 private:
  double lower_ = -HUGE_VAL, upper_ = HUGE_VAL;
};

/// A lower bound of the signed distance of the cores of a pair, by a slab; rounding is charged by `certify`.
class CoreLower {
 public:
  CoreLower(Prover /*key*/, double value) : value_(value) {}
  double value() const { return value_; }

 private:
  double value_;
};

/// An upper bound of the signed distance of the cores of a pair, where these overlap; rounding of the points of the
/// difference is charged by `certify`. By default infinite: nothing is claimed.
class CoreUpper {
 public:
  CoreUpper() = default;
  CoreUpper(Prover /*key*/, double value) : value_(value) {}
  double value() const { return value_; }
  /// Whether it proves that the cores overlap.
  bool overlap() const { return value_ < 0.0; }

 private:
  double value_ = HUGE_VAL;
};

}  // namespace clearance::detail

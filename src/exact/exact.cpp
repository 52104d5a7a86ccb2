#include "exact/exact.hpp"

#include <optional>
#include <vector>

#include "exact/body.hpp"
#include "exact/minimum_norm.hpp"

// The distance is that of the origin from the difference D = { y - x : x in a, y in b }, the hull of differences of
// points plus the cone of directions. The nearest point of D is approached as in Wolfe's method (Mathematical
// Programming 11, 1976): keep the few generators that carry it, add the one that lies farthest towards the origin,
// repeat. In exact arithmetic the norm falls at every step, so the method ends, and with the truth.

namespace clearance::exact {
namespace {

class Difference {
 public:
  Difference(const Body& a, const Body& b) : a_(a), b_(b), directions_(b.directions()) {
    for (const Vector& d : a.directions()) directions_.push_back(-d);
  }

  /// A generator of D that lies least along n; a direction if one leads to minus infinity.
  Generator least(const Vector& n) const {
    for (const Vector& d : directions_)
      if (dot(n, d) < 0) return {d, true};
    return point(n);
  }

  Generator point(const Vector& n) const { return {b_.farthest(-n) - a_.farthest(n), false}; }

 private:
  const Body &a_, &b_;
  std::vector<Vector> directions_;
};

/// The point of D nearest to the origin.
Vector nearest(const Difference& difference) {
  const Vector anywhere{Rational(1), Rational(0), Rational(0)};
  std::vector<Generator> carriers{difference.point(anywhere)};
  for (;;) {
    Vector x = minimum_norm(carriers);
    const Generator next = difference.least(x);
    const Rational reached = next.direction ? Rational(0) : dot(x, x);
    if (is_zero(x) || dot(x, next.vector) >= reached) return x;
    carriers.push_back(next);
  }
}

/// Whether the origin is in the interior of D, that is, no n other than zero has n.g >= 0 for all generators g.
bool holds_origin_inside(const Difference& difference) {
  std::vector<Vector> generators;
  for (;;) {
    const std::optional<Vector> n = dual_vector(generators);
    if (!n) return true;
    const Generator g = difference.least(*n);
    if (dot(*n, g.vector) >= 0) return false;
    generators.push_back(g.vector);
  }
}

}  // namespace

std::optional<std::string> squared_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Body body_a(a, pose_a), body_b(b, pose_b);
  const Difference difference(body_a, body_b);
  const Vector x = nearest(difference);
  if (is_zero(x) && holds_origin_inside(difference)) return std::nullopt;
  const Rational square = dot(x, x);
  return numerator(square).str() + "/" + denominator(square).str();
}

}  // namespace clearance::exact

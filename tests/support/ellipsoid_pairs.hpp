#pragma once

#include "random.hpp"

// Random pairs of ellipsoids with a gap or a depth along a known normal.

namespace oracle {

struct EllipsoidQuery {
  clearance::Vec3 radii_a, radii_b;
  Placement at_a, at_b;
};

struct EllipsoidStyle {
  double ratio = 10.0;  ///< of the longest to the shortest radius, at most
  /// Of the gap, in units of the longest radius; a depth is a part of what the bodies measure along the normal.
  double from = 0.01, to = 1.0;
  bool overlap = false;
};

inline EllipsoidQuery random_ellipsoids(Random& random, const EllipsoidStyle& style) {
  EllipsoidQuery q;
  const double scale = random.magnitude(0.1, 10.0);
  for (clearance::Vec3* radii : {&q.radii_a, &q.radii_b}) {
    *radii = scale * clearance::Vec3(random.magnitude(1.0 / style.ratio, 1.0), random.magnitude(1.0 / style.ratio, 1.0),
                                     random.magnitude(1.0 / style.ratio, 1.0));
  }
  q.at_a.quaternion = random.quaternion();
  if (random.chance(0.5)) {
    q.at_b.quaternion = random.quaternion();
  } else {
    q.at_b.matrix = random.rotation();
  }
  q.at_a.position = random.vector(scale);
  // A normal that is random on the sphere, or where a random point of the surface has it.
  clearance::Vec3 n = random.direction();
  if (random.chance(0.5)) n = q.at_a.pose().rotation() * n.cwiseQuotient(q.radii_a);
  n.normalize();
  const clearance::Vec3 in_a = q.radii_a.cwiseProduct(q.at_a.pose().rotation().transpose() * n);
  const clearance::Vec3 in_b = q.radii_b.cwiseProduct(q.at_b.pose().rotation().transpose() * n);
  const clearance::Vec3 x = q.at_a.pose().rotation() * q.radii_a.cwiseProduct(in_a.normalized());
  const clearance::Vec3 y = q.at_b.pose().rotation() * q.radii_b.cwiseProduct(in_b.normalized());
  const double gap = style.overlap ? -random.magnitude(style.from, style.to) * (in_a.norm() + in_b.norm())
                                   : scale * random.magnitude(style.from, style.to);
  q.at_b.position = q.at_a.position + x + y + gap * n;
  return q;
}

/// Radii that differ by up to 1e4, gaps of 1e-9 to 1e3 and overlaps of every depth.
inline EllipsoidQuery assorted_ellipsoids(Random& random) {
  EllipsoidStyle style{random.magnitude(1.1, 1e4), 1e-9, 1e3};
  if (random.chance(0.35)) style = {style.ratio, 1e-6, 1.0, true};
  return random_ellipsoids(random, style);
}

}  // namespace oracle

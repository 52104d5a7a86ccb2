#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "check.hpp"
#include "reproducer.hpp"

namespace oracle {

/// A shape placed so that it lies in x <= 1 and has the point (1, 0, 0).
struct Standard {
  clearance::Shape shape;
  Placement at;
};

/// One of each type, in the order of clearance::ShapeVariant.
inline std::vector<Standard> standard_shapes() {
  using namespace clearance;
  const Placement here;
  Placement axis_to_x;  // z to x, so that a cone's apex points along x
  axis_to_x.matrix << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return {
      {Point({1, 0, 0}), here},
      {Segment({1, 0, 0}, {-1, 0.5, 0.25}), here},
      {Ray({1, 0, 0}, {-1, 0.5, 0}), here},
      {Line({1, 0, 0}, {0, 1, 0}), here},
      {Plane({1, 0, 0}, 1), here},
      {Halfspace({2, 0, 0}, 2), here},
      {Triangle({1, 0, 0}, {-1, 1, 0}, {-1, -1, 1}), here},
      {Rectangle({1, -1, -1}, {0, 2, 0}, {0, 0, 2}), here},
      {Polygon({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}}), here},
      {Tetrahedron({1, 0, 0}, {-1, 1, 0}, {-1, -1, 1}, {-1, -1, -1}), here},
      {Box({2, 1, 1}), here},
      {Sphere(1), here},
      {Capsule(1, 1), here},
      {Cylinder(1, 2), here},
      {Cone(1, 2), axis_to_x},
      {Ellipsoid({1, 0.5, 0.75}), here},
      {Hull({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}), here},
      {Polyhedron({{{1, 0, 0}, 1},
                   {{-1, 0, 0}, 1},
                   {{0, 1, 0}, 1},
                   {{0, -1, 0}, 1},
                   {{0, 0, 1}, 1},
                   {{0, 0, -1}, 1},
                   {{1, 1, 1}, 2}}),
       here},
      {SphereHull({{{0.5, 0, 0}, 0.5}, {{-1, 0.25, 0}, 0.25}}), here},
  };
}

/// Turned by half a turn about z and moved, so that it lies in x >= 1 + gap and has the point (1 + gap, 0, 0).
inline Placement facing(const Placement& at, double gap) {
  Placement turned = at;
  turned.matrix.row(0) = -at.matrix.row(0);
  turned.matrix.row(1) = -at.matrix.row(1);
  turned.position = clearance::Vec3(2 + gap - at.position.x(), -at.position.y(), at.position.z());
  return turned;
}

inline clearance::Result answer(const Query& q, const clearance::Options& options = {}) {
  return clearance::distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), options);
}

/// Checks an answer by the oracle, and its claims against each other.
inline void expect_right(const Query& q, const clearance::Result& r) {
  const Verdict verdict = check(r, q);
  EXPECT_TRUE(verdict.ok()) << verdict.describe() << "\nanswer " << r.distance << " in [" << r.lower << ", " << r.upper
                            << "]\n"
                            << json_line(q, "case");
  EXPECT_EQ(inconsistency(r, verdict.size), "") << json_line(q, "case");
}

}  // namespace oracle

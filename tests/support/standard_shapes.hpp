#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "check.hpp"
#include "models/samples.hpp"
#include "reproducer.hpp"

namespace oracle {

/// A shape placed so that it lies in x <= 1 and has the point (1, 0, 0).
struct Standard {
  clearance::Shape shape;
  Placement at;
};

/// The samples of the library, in the order of clearance::ShapeVariant; without the union, which the oracles do not
/// take.
inline std::vector<Standard> standard_shapes() {
  std::vector<Standard> shapes;
  for (const clearance::models::Sample& s : clearance::models::convex_samples())
    shapes.push_back({s.shape, {s.pose.position(), s.pose.rotation(), std::nullopt}});
  return shapes;
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

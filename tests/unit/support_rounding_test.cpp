// The rounding that each kind of core states for its support function, measured against quad precision.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "proof/body.hpp"
#include "quad_body.hpp"
#include "random_shapes.hpp"
#include "unit_roundoff.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Kind;
using detail::V3;

/// What the oracle itself may be off, in the units of the result.
constexpr double oracle_rounding = 1e-6;

/// Directions where rounding is at its worst: at random, along an axis or nearly so, with parts that hardly count or
/// whose squares underflow, and of any length.
std::vector<V3> directions(Random& random) {
  std::vector<V3> list;
  for (int i = 0; i < 24; ++i) list.emplace_back(random.direction());
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0}) {
      const Vec3 along = sign * Vec3::Unit(axis);
      list.emplace_back(along);
      for (const double tilt : {1e-300, 1e-160, 1e-30, 1e-16, 1e-9, 1e-3})
        list.emplace_back(Vec3(along + tilt * random.direction()));
    }
  const std::size_t unit_ones = list.size();
  for (std::size_t i = 0; i < unit_ones; i += 3) list.push_back(list[i] * random.magnitude(0x1p-20, 0x1p20));
  return list;
}

/// The largest error seen, in units of u times the reach: as it is, and beyond what the core states for its own points.
struct Largest {
  double seen = 0.0, charged = 0.0;
  void add(Quad error, double stated, double unit) {
    seen = std::max(seen, static_cast<double>(error / unit));
    charged = std::max(charged, static_cast<double>((error - stated) / unit));
  }
};

struct Measured {
  Largest outside, below, above;
  int shapes = 0;
};

QVec to_quad(const V3& v) { return {v.x, v.y, v.z}; }

/// How far the point is outside of the body, at least: by the half-spaces along n and along its parts.
Quad outside_of(const QuadBody& body, const QVec& x, const QVec& n, Random& random) {
  Quad most = 0;
  const auto look = [&](const QVec& m) {
    const Quad norm = length(m);
    if (norm > 0) most = std::max(most, (dot(m, x) - dot(m, body.highest(m))) / norm);
  };
  look(n);
  look({n.x, n.y, 0});
  look({0, 0, n.z});
  for (int i = 0; i < 4; ++i)
    look((1 / length(n)) * n + static_cast<Quad>(random.magnitude(1e-9, 1.0)) * oracle::to_quad(random.direction()));
  return most;
}

void measure(const Shape& shape, Random& random, Measured& measured) {
  const detail::Core& core = shape.core();
  detail::Body body;
  body.core = &core;
  body.kind = core.kind;
  body.ends = core.ends;
  ASSERT_EQ(core.centre.eigen(), Vec3(0, 0, 0));
  const QuadBody truth(shape, {}, Vec3::Zero());
  // A point has no reach and no rounding; the oracle has a little of the sphere about it.
  const double unit = u * core.reach + 0x1p-90 * core.radius;
  ++measured.shapes;
  const auto in_true_lengths = [&](const V3& v) { return static_cast<Quad>(core.unit) * to_quad(v); };
  for (const V3& n : directions(random)) {
    const QVec exact_n = to_quad(n);
    const Quad norm = length(exact_n);
    const detail::Support support = detail::support(body, n, -1);
    // A core that is swept by a sphere is that much smaller than the shape.
    const Quad swept = static_cast<Quad>(core.radius) * core.unit;
    const QVec point = in_true_lengths(support.at) + (swept / norm) * exact_n;
    measured.outside.add(outside_of(truth, point, exact_n, random) / core.unit, core.error, unit);
    const Quad value = static_cast<Quad>(detail::outer_support(body, n, support.vertex)) * core.unit + swept * norm;
    const Quad short_by = (dot(exact_n, truth.highest(exact_n)) - value) / (norm * core.unit);
    measured.below.add(short_by, core.error, unit);
    measured.above.add(-short_by, core.error, unit);
  }
}

std::map<Kind, Measured> measure_all() {
  Random random(171);
  std::map<Kind, Measured> by_kind;
  for (int i = 0; i < type_count; ++i) {
    const auto type = static_cast<Type>(i);
    if (!bounded(type)) continue;
    for (int repeat = 0; repeat < 150; ++repeat) {
      ShapeStyle style;
      style.lattice = repeat % 8 == 0;
      if (repeat % 3 == 0) style.scale = {random.magnitude(1e-4, 1), random.magnitude(1e-4, 1), 1};
      const Shape shape = random_shape(random, type, style);
      if (shape.core().centre.eigen() == Vec3(0, 0, 0)) measure(shape, random, by_kind[shape.core().kind]);
    }
  }
  return by_kind;
}

TEST(SupportRounding, IsWithinWhatEveryKindStatesAndNearIt) {
  std::map<Kind, Measured> by_kind = measure_all();
  for (int i = 0; i <= static_cast<int>(Kind::parts); ++i) {
    const auto kind = static_cast<Kind>(i);
    const detail::KindTraits traits = detail::traits_of(kind);
    const Measured m = by_kind[kind];
    SCOPED_TRACE(testing::Message() << "kind " << i << ": outside " << m.outside.seen << ", below " << m.below.seen
                                    << ", above " << m.above.seen << ", of " << m.shapes << " shapes");
    if (!traits.supported) {
      EXPECT_EQ(m.shapes, 0);
      continue;
    }
    EXPECT_GT(m.shapes, 20);
    EXPECT_LE(m.outside.charged, traits.rounding.point + oracle_rounding);
    EXPECT_LE(m.below.charged, traits.rounding.value + oracle_rounding);
    // A bound far above what ever happens says that nobody has derived it.
    EXPECT_LE(traits.rounding.point, 8.0 * m.outside.seen);
    EXPECT_LE(traits.rounding.value, 8.0 * m.below.seen);
    if (kind != Kind::polytope) {  // whose values by faces and stars are bounds from outside
      EXPECT_LE(m.above.charged, traits.rounding.value + oracle_rounding);
    }
  }
}

}  // namespace
}  // namespace oracle

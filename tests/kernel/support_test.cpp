// Support values and points of every kind of core, and what a pose says of its matrix, against 113 bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "proof/body.hpp"
#include "quad_body.hpp"
#include "random_shapes.hpp"
#include "unit_roundoff.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Body;
using detail::Core;

Body body_of(const Core& core) {
  Body body;
  body.core = &core;
  body.kind = core.kind;
  body.map = detail::M3(Mat3::Identity());
  body.ends = core.ends;
  return body;
}

/// max of n . x over the core, without its sweeping radius: local, true.
Quad true_support(const Shape& shape, const QuadBody& truth, const detail::V3& n) {
  const Core& core = shape.core();
  const QVec m{n.x, n.y, n.z};
  const QVec centre{core.centre.x, core.centre.y, core.centre.z};
  return dot(m, truth.highest(m) - centre) / core.unit - core.radius * length(m);
}

/// Directions at random, along axes and edges of the profile, and a little off those.
std::vector<detail::V3> directions(Random& random, const Core& core) {
  std::vector<detail::V3> list;
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) list.emplace_back(sign * Vec3::Unit(axis));
  const double slant = std::hypot(core.size.x, 2.0 * core.size.z);
  if (slant > 0) list.emplace_back(2.0 * core.size.z / slant, 0.0, core.size.x / slant);
  const std::size_t plain = list.size();
  for (std::size_t i = 0; i < plain; ++i)
    for (const double aside : {1e-300, 1e-160, 1e-20, 1e-9})
      list.push_back(list[i] + detail::V3(random.direction()) * aside);
  for (int i = 0; i < 30; ++i) list.emplace_back(random.direction());
  return list;
}

Shape thin_or_not(Random& random, Type type) {
  const auto size = [&] {
    return random.chance(0.15) ? 0.0 : random.chance(0.3) ? random.magnitude(1e-200, 1e200) : random.magnitude(0.1, 10);
  };
  switch (type) {
    case Type::cylinder:
      return Cylinder(size(), size());
    case Type::cone:
      return Cone(size(), size());
    case Type::box:
      return Box({size(), size(), size()});
    case Type::capsule:
      return Capsule(size(), size());
    case Type::ellipsoid:
      return Ellipsoid({size() + 1e-300, size() + 1e-300, size() + 1e-300});
    default:
      return random_shape(random, type,
                          {Vec3::Ones(), random.chance(0.5) ? Vec3(Vec3::Zero()) : random.vector(50), false});
  }
}

TEST(Support, IsTheFarthestPointOfEveryKind) {
  constexpr std::array types{Type::point, Type::segment, Type::triangle,  Type::rectangle,   Type::polygon,
                             Type::box,   Type::sphere,  Type::capsule,   Type::cylinder,    Type::cone,
                             Type::hull,  Type::spheres, Type::ellipsoid, Type::tetrahedron, Type::polyhedron};
  Random random(721);
  for (int i = 0; i < 600; ++i) {
    const Shape shape = thin_or_not(random, types[static_cast<std::size_t>(i) % types.size()]);
    const Core& core = shape.core();
    const Body body = body_of(core);
    const QuadBody truth(shape, {}, Vec3::Zero());
    for (const detail::V3& n : directions(random, core)) {
      const double length = norm(n);
      const Quad farthest = true_support(shape, truth, n);
      const double in_quad = 1e-31 * (core.reach + core.radius) * length;
      // What a pair charges for the core, and the rounding of a support value: 5 u of the reach at most.
      const double charged = core.error * length + 5.0 * u * core.reach * length + 0x1p-1060 + in_quad;
      const detail::Support found = support(body, n, -1);
      const Quad outer = outer_support(body, n, found.vertex);
      EXPECT_GE(static_cast<double>(outer - farthest), -charged) << shape.type();
      const Quad at = static_cast<Quad>(n.x) * found.at.at().x + static_cast<Quad>(n.y) * found.at.at().y +
                      static_cast<Quad>(n.z) * found.at.at().z;
      EXPECT_LE(static_cast<double>(at - farthest), charged) << shape.type();
      // Both near it: a bound that is right by being far off would be no use.
      const double near = 200.0 * u * core.reach + 4.0 * core.error + 1e-140 * core.reach + 0x1p-1000 + in_quad;
      EXPECT_LE(static_cast<double>(outer - farthest), near) << shape.type();
      EXPECT_GE(static_cast<double>(at - farthest), -near) << shape.type();
    }
  }
}

/// With the sweeping radius included, as for a matrix that is no rotation.
TEST(Support, IncludesTheRadiusWhereItIsToldTo) {
  Random random(722);
  for (int i = 0; i < 200; ++i) {
    const Shape shape =
        i % 2 == 0 ? Shape(Capsule(random.uniform(0, 2), random.uniform(0, 2))) : Shape(Sphere(random.uniform(0.1, 2)));
    const Core& core = shape.core();
    Body body = body_of(core);
    body.inflate = core.radius;
    EXPECT_EQ(vertex_count(body), 0);
    const QuadBody truth(shape, {}, Vec3::Zero());
    for (const detail::V3& n : directions(random, core)) {
      const Quad farthest = true_support(shape, truth, n) + core.radius * length(QVec{n.x, n.y, n.z});
      const double rounding = 8.0 * u * (core.reach + core.radius) * norm(n);
      EXPECT_NEAR(static_cast<double>(outer_support(body, n, -1) - farthest), 0.0, rounding);
      const detail::Support found = support(body, n, -1);
      const Quad at = static_cast<Quad>(n.x) * found.at.at().x + static_cast<Quad>(n.y) * found.at.at().y +
                      static_cast<Quad>(n.z) * found.at.at().z;
      EXPECT_NEAR(static_cast<double>(at - farthest), 0.0, rounding);
      EXPECT_EQ(found.vertex, -1);
    }
  }
}

/// A lower bound of the spectral norm of R'R - I: how much it stretches some vector.
Quad stretch_of(const Mat3& r) {
  std::array<QVec, 3> e;
  for (int i = 0; i < 3; ++i) {
    std::array<Quad, 3> row{};
    for (int j = 0; j < 3; ++j) {
      Quad sum = i == j ? -1 : 0;
      for (int k = 0; k < 3; ++k) sum += static_cast<Quad>(r(k, i)) * r(k, j);
      row[static_cast<std::size_t>(j)] = sum;
    }
    e[static_cast<std::size_t>(i)] = {row[0], row[1], row[2]};
  }
  Quad most = 0;
  for (QVec v : {QVec{1, 0.1, 0.2}, QVec{0.1, 1, 0.3}, QVec{0.2, -0.1, 1}}) {
    for (int step = 0; step < 40; ++step) {
      const QVec next{dot(e[0], v), dot(e[1], v), dot(e[2], v)};
      const Quad norm = length(next);
      if (norm == 0) break;
      most = std::max(most, norm / length(v));
      v = (1 / norm) * next;
    }
  }
  return most;
}

TEST(Pose, KnowsAtMostHowFarItsMatrixIsFromARotation) {
  Random random(723);
  for (int i = 0; i < 3000; ++i) {
    Mat3 r = random.chance(0.4) ? random.cube_rotation() : random.rotation();
    const double defect = random.magnitude(1e-17, 3e-7);
    if (random.chance(0.5))
      r.col(random.integer(0, 2)) *= 1.0 + (random.chance(0.5) ? defect : random.integer(1, 40) * u);
    else
      r(random.integer(0, 2), random.integer(0, 2)) += defect;
    const Pose pose(r, Vec3::Zero());
    const auto stretch = static_cast<double>(stretch_of(r));
    if (pose.defect() > 0) {
      EXPECT_GE(pose.defect(), stretch * (1 - 1e-15));
    } else {  // what the computed one lacks is within the rounding of nine products
      EXPECT_LE(stretch, 9.0 * u);
    }
    EXPECT_LE(pose.defect(), 3.0 * stretch + 4e-15);
  }
}

/// A quaternion's rotation to all the digits that are promised.
TEST(Pose, HoldsTheExactRotationOfAQuaternion) {
  Random random(724);
  for (int i = 0; i < 3000; ++i) {
    const auto q = random.quaternion();
    const Quad w = q[0], x = q[1], y = q[2], z = q[3], s = 1 / (w * w + x * x + y * y + z * z);
    const Quad truth[3][3] = {
        {s * (w * w + x * x - y * y - z * z), 2 * s * (x * y - w * z), 2 * s * (x * z + w * y)},
        {2 * s * (x * y + w * z), s * (w * w - x * x + y * y - z * z), 2 * s * (y * z - w * x)},
        {2 * s * (x * z - w * y), 2 * s * (y * z + w * x), s * (w * w - x * x - y * y + z * z)},
    };
    const Pose pose = Pose::from_quaternion(q[0], q[1], q[2], q[3]);
    const auto p = random.quaternion();
    const Pose other = Pose::from_quaternion(p[0], p[1], p[2], p[3]);
    const Pose turned = Pose::turned(pose, other, Vec3::Zero());
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) {
        const Quad known = static_cast<Quad>(pose.rotation()(row, column)) + pose.rotation_low()(row, column);
        EXPECT_NEAR(static_cast<double>(known - truth[row][column]), 0.0, 0x1p-100);
        Quad product = 0;
        for (int k = 0; k < 3; ++k)
          product += (static_cast<Quad>(pose.rotation()(row, k)) + pose.rotation_low()(row, k)) *
                     (static_cast<Quad>(other.rotation()(k, column)) + other.rotation_low()(k, column));
        const Quad composed = static_cast<Quad>(turned.rotation()(row, column)) + turned.rotation_low()(row, column);
        EXPECT_NEAR(static_cast<double>(composed - product), 0.0, 0x1p-97);
      }
  }
}

}  // namespace
}  // namespace oracle

#include "near_symmetric.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace oracle {
namespace {

using clearance::Mat3;
using clearance::Shape;
using clearance::Vec3;

/// Zero, or anything from 1e-15 to 1e-2.
double little(Random& random) { return random.chance(0.2) ? 0.0 : random.magnitude(1e-15, 1e-2); }

/// A shape with the axis z, of about the given size.
Shape round_shape(Random& random, double size) {
  const auto length = [&] { return size * (random.chance(0.3) ? 1.0 : random.uniform(0.1, 1.0)); };
  switch (random.integer(0, 5)) {
    case 0:
      return clearance::Cylinder(length(), 2 * length());
    case 1:
      return clearance::Cone(length(), 2 * length());
    case 2:
      return clearance::Capsule(length(), 2 * length());
    case 3:
      return clearance::Sphere(length());
    case 4: {
      const double across = length();
      return clearance::Ellipsoid({across, across, length()});
    }
    default:
      return clearance::Ellipsoid({length(), length(), length()});
  }
}

Mat3 turned_by(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

/// Puts b where a is, turned by `tilt` about any axis and moved by `shift`; then both anywhere.
void nearly_in_place(Random& random, Query& q, double shift, double tilt) {
  q.at_b.matrix = turned_by(random.direction(), tilt);
  q.at_b.position = shift * random.direction();
  if (random.chance(0.3)) return;
  const Mat3 r = random.chance(0.5) ? random.rotation() : random.cube_rotation();
  q.at_a.matrix = r;
  q.at_b.matrix = r * q.at_b.matrix;
  q.at_b.position = r * q.at_b.position;
  if (random.chance(0.7)) return;
  const Vec3 moved = random.vector(10);
  q.at_a.position += moved;
  q.at_b.position += moved;
}

Shape prism(Random& random, double size) {
  const int sides = random.integer(3, 12);
  const double radius = size * random.uniform(0.3, 1.0), half = size * random.uniform(0.3, 1.0);
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (const double z : {-half, half}) points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
  }
  return clearance::Hull(std::move(points));
}

Shape any_hull(Random& random, double size) {
  std::vector<Vec3> points;
  const bool on_a_ball = random.chance(0.5);
  for (int i = random.integer(4, 40); i > 0; --i)
    points.push_back(on_a_ball ? Vec3(size * random.direction()) : random.vector(size));
  return clearance::Hull(std::move(points));
}

}  // namespace

Query nearly_coaxial(Random& random) {
  const double size = random.magnitude(1e-3, 1e3), ratio = random.chance(0.5) ? 1.0 : random.magnitude(0.05, 1.0);
  const Shape a = round_shape(random, size);
  Query q{a, random.chance(0.2) ? a : round_shape(random, size * ratio), {}, {}};
  nearly_in_place(random, q, size * little(random), little(random));
  if (random.chance(0.3)) {  // along the axis
    const Vec3 axis = q.at_a.matrix.col(2);
    q.at_b.position += size * random.uniform(-0.5, 0.5) * axis;
  }
  if (random.chance(0.3)) q.at_b.matrix = q.at_b.matrix * turned_by({1, 0, 0}, std::numbers::pi);
  if (random.chance(0.5)) {
    std::swap(q.a, q.b);
    std::swap(q.at_a, q.at_b);
  }
  return q;
}

Query nearly_concentric(Random& random) {
  const double size = random.magnitude(1e-3, 1e3), ratio = random.chance(0.5) ? 1.0 : random.magnitude(0.05, 1.0);
  const auto box = [&](double of) {
    const Vec3 sides = of * (random.chance(0.3) ? Vec3::Ones() : Vec3(Vec3::Constant(1.1) + random.vector(1)));
    return Shape(clearance::Box(sides));
  };
  Shape a = box(size), b = box(size * ratio);
  switch (random.integer(0, 4)) {
    case 0:
      if (random.chance(0.5)) b = a;
      break;
    case 1:
      b = round_shape(random, size * ratio);
      break;
    case 2:
      a = prism(random, size);
      b = random.chance(0.5) ? a : prism(random, size * ratio);
      break;
    case 3:
      a = any_hull(random, size);
      b = random.chance(0.5) ? a : any_hull(random, size * ratio);
      break;
    default:
      a = any_hull(random, size);
      b = random.chance(0.5) ? Shape(clearance::Sphere(size * ratio)) : round_shape(random, size * ratio);
  }
  Query q{a, b, {}, {}};
  nearly_in_place(random, q, size * little(random), little(random));
  if (random.chance(0.5)) std::swap(q.a, q.b);
  return q;
}

}  // namespace oracle

#include "attack_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace stress {
namespace {

using clearance::Shape;
using clearance::Vec3;
using oracle::Random;
using oracle::Type;

/// All combinations of limits, for the types where two sizes work together.
bool in_full(Type type) {
  return type == Type::capsule || type == Type::cylinder || type == Type::cone || type == Type::rectangle;
}

Shape make(Type type, double r, double s, double t) {
  using namespace clearance;
  switch (type) {
    case Type::point:
      return Point({r, 0.5 * r, 0});
    case Type::segment:
      return Segment({-0.5 * r, 0, 0}, {0.5 * r, 0, s});
    case Type::ray:
      return Ray({0, 0, 0}, {r, s, t});
    case Type::line:
      return Line({0, 0, 0}, {r, s, t});
    case Type::plane:
      return Plane({r, s, 0}, t);
    case Type::halfspace:
      return Halfspace({r, s, 0}, t);
    case Type::triangle:
      return Triangle({0, 0, 0}, {r, 0, 0}, {0.25 * r, s, 0});
    case Type::rectangle:
      return Rectangle({-0.5 * r, 0, 0}, {r, 0, 0}, {0, 0, s});
    case Type::polygon:
      return Polygon({{r, 0, 0}, {0, s, 0}, {-r, 0, 0}, {0, -s, 0}});
    case Type::tetrahedron:
      return Tetrahedron({0, 0, 0}, {r, 0, 0}, {0, s, 0}, {0, 0, t});
    case Type::box:
      return Box({r, s, t});
    case Type::sphere:
      return Sphere(r);
    case Type::capsule:
      return Capsule(r, s);
    case Type::cylinder:
      return Cylinder(r, s);
    case Type::cone:
      return Cone(r, s);
    case Type::ellipsoid:
      return Ellipsoid({r, s, t});
    case Type::hull:
      return Hull({{r, 0, 0}, {-r, 0, 0}, {0, s, 0}, {0, -s, 0}, {0, 0, t}, {0, 0, -t}, {0.25 * r, 0.25 * s, 0}});
    case Type::polyhedron:
      return Polyhedron({{{1, 0, 0}, 0.5 * r},
                         {{-1, 0, 0}, 0.5 * r},
                         {{0, 1, 0}, 0.5 * s},
                         {{0, -1, 0}, 0.5 * s},
                         {{0, 0, 1}, 0.5 * t},
                         {{0, 0, -1}, 0.5 * t}});
    case Type::spheres:
      return SphereHull({{{0, 0, -0.5 * t}, r}, {{0, 0, 0.5 * t}, s}, {{0.5 * t, 0, 0}, 0.5 * r}});
  }
  return Point();
}

}  // namespace

int size_count(Type type) {
  switch (type) {
    case Type::point:
    case Type::sphere:
      return 1;
    case Type::segment:
    case Type::triangle:
    case Type::rectangle:
    case Type::polygon:
    case Type::capsule:
    case Type::cylinder:
    case Type::cone:
      return 2;
    default:
      return 3;
  }
}

std::optional<Shape> shape_of(Type type, const std::array<double, 3>& sizes) {
  try {
    return make(type, sizes[0], sizes[1], sizes[2]);
  } catch (const clearance::InvalidInput&) {
    return std::nullopt;
  }
}

CornerList corner_list() {
  CornerList list;
  const auto add = [&](Type type, const std::array<double, 3>& sizes) {
    const bool known = std::any_of(list.corners.begin(), list.corners.end(),
                                   [&](const Corner& c) { return c.type == type && c.sizes == sizes; });
    if (known) return;
    ++list.tried;
    std::optional<Shape> shape = shape_of(type, sizes);
    if (!shape) {
      ++list.refused;
      return;
    }
    const double reach = bounded(type) ? *std::max_element(sizes.begin(), sizes.begin() + size_count(type)) : 1.0;
    list.corners.push_back({type, sizes, std::move(*shape), reach});
  };
  for (int i = 0; i < oracle::type_count; ++i) {
    const auto type = static_cast<Type>(i);
    const auto count = static_cast<std::size_t>(size_count(type));
    const std::array<double, 3> ordinary{1, 1, 1};
    for (const double limit : size_limits) {
      for (std::size_t k = 0; k < count; ++k) {
        std::array<double, 3> sizes = ordinary;
        sizes[k] = limit;
        add(type, sizes);
      }
      std::array<double, 3> sizes = ordinary;
      for (std::size_t k = 0; k < count; ++k) sizes[k] = limit;
      add(type, sizes);
      if (in_full(type))
        for (const double other : size_limits) add(type, {limit, other, 1});
    }
  }
  return list;
}

double any_size(Random& random) {
  static constexpr std::array<double, 22> sizes{0.0,    5e-324, 1e-323, 1e-310, 2.3e-308, 1e-300, 1e-200, 1e-150,
                                                1e-100, 1e-30,  1e-8,   0.25,   0.5,      1.0,    2.0,    3.0,
                                                1e8,    1e30,   1e100,  1e150,  1e300,    1.5e308};
  if (random.chance(0.3)) return random.uniform(0.1, 2);
  if (random.chance(0.2)) return random.magnitude(1e-300, 1e300);
  return sizes[static_cast<std::size_t>(random.integer(0, static_cast<int>(sizes.size()) - 1))];
}

Shape any_shape(Random& random, Type type, double& reach) {
  if (random.chance(0.15)) {
    reach = random.chance(0.8) ? 1.0 : random.magnitude(1e-6, 1e6);
    return random_shape(random, type, {Vec3::Constant(reach), Vec3::Zero(), random.chance(0.3)});
  }
  for (;;) {
    std::array<double, 3> sizes{};
    const double common = any_size(random);
    const bool mixed = random.chance(0.6);
    for (double& size : sizes) {
      size = mixed ? any_size(random) : common;
      if (!mixed && random.chance(0.2)) size *= random.uniform(0.5, 1);
    }
    if (mixed && random.chance(0.5)) {  // two of a kind and one that is not
      sizes[static_cast<std::size_t>(random.integer(0, 2))] = 1.0;
      sizes[static_cast<std::size_t>(random.integer(0, 2))] = 1.0;
    }
    std::optional<Shape> shape = shape_of(type, sizes);
    if (!shape) continue;
    reach = bounded(type) ? *std::max_element(sizes.begin(), sizes.begin() + size_count(type)) : 1.0;
    return *shape;
  }
}

Vec3 any_direction(Random& random) {
  if (random.chance(0.2)) return random.direction();
  for (;;) {
    Vec3 d;
    for (int i = 0; i < 3; ++i) {
      d[i] = random.chance(0.3) ? 0.0 : random.chance(0.4) ? random.integer(1, 3) : any_size(random);
      if (random.chance(0.5)) d[i] = -d[i];
    }
    if (!d.isZero(0)) return d;
  }
}

oracle::Placement any_rotation(Random& random) {
  oracle::Placement at;
  switch (random.integer(0, 5)) {
    case 0:
      break;
    case 1:
      at.matrix = random.cube_rotation();
      break;
    case 2:
      at.quaternion = random.quaternion();
      break;
    case 3:
      at.matrix = random.rotation();
      break;
    default: {
      // A defect of any size, in one entry or in all.
      at.matrix = random.chance(0.5) ? random.rotation() : random.cube_rotation();
      const double defect = random.magnitude(1e-17, 4e-7);
      if (random.chance(0.5))
        at.matrix(random.integer(0, 2), random.integer(0, 2)) += random.chance(0.3) ? any_size(random) : defect;
      else
        for (int i = 0; i < 9; ++i) at.matrix(i / 3, i % 3) += random.uniform(-0.5, 0.5) * defect;
      try {
        at.pose();
      } catch (const clearance::InvalidInput&) {
        at.matrix = random.rotation();
      }
    }
  }
  return at;
}

}  // namespace stress

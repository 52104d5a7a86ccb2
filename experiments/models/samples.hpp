#pragma once

// One shape of every type, for the command, the tests and whatever else has something to say of all shapes. A type
// without a sample does not compile.

#include <type_traits>
#include <utility>
#include <vector>

#include "clearance/shapes.hpp"

namespace clearance::models {

/// A shape placed so that it lies in x <= 1 and has the point (1, 0, 0).
struct Sample {
  Shape shape;
  Pose pose;
};

struct SampleOf {
  Point operator()(std::type_identity<Point>) const { return Point({1, 0, 0}); }
  Segment operator()(std::type_identity<Segment>) const { return {{1, 0, 0}, {-1, 0.5, 0.25}}; }
  Ray operator()(std::type_identity<Ray>) const { return {{1, 0, 0}, {-1, 0.5, 0}}; }
  Line operator()(std::type_identity<Line>) const { return {{1, 0, 0}, {0, 1, 0}}; }
  Plane operator()(std::type_identity<Plane>) const { return {{1, 0, 0}, 1}; }
  Halfspace operator()(std::type_identity<Halfspace>) const { return {{2, 0, 0}, 2}; }
  Triangle operator()(std::type_identity<Triangle>) const { return {{1, 0, 0}, {-1, 1, 0}, {-1, -1, 1}}; }
  Rectangle operator()(std::type_identity<Rectangle>) const { return {{1, -1, -1}, {0, 2, 0}, {0, 0, 2}}; }
  Polygon operator()(std::type_identity<Polygon>) const {
    return Polygon({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}});
  }
  Tetrahedron operator()(std::type_identity<Tetrahedron>) const {
    return {{1, 0, 0}, {-1, 1, 0}, {-1, -1, 1}, {-1, -1, -1}};
  }
  Box operator()(std::type_identity<Box>) const { return Box({2, 1, 1}); }
  Sphere operator()(std::type_identity<Sphere>) const { return Sphere(1); }
  Capsule operator()(std::type_identity<Capsule>) const { return {1, 1}; }
  Cylinder operator()(std::type_identity<Cylinder>) const { return {1, 2}; }
  Cone operator()(std::type_identity<Cone>) const { return {1, 2}; }
  Ellipsoid operator()(std::type_identity<Ellipsoid>) const { return Ellipsoid({1, 0.5, 0.75}); }
  Hull operator()(std::type_identity<Hull>) const {
    return Hull({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  }
  Polyhedron operator()(std::type_identity<Polyhedron>) const {
    return Polyhedron({{{1, 0, 0}, 1},
                       {{-1, 0, 0}, 1},
                       {{0, 1, 0}, 1},
                       {{0, -1, 0}, 1},
                       {{0, 0, 1}, 1},
                       {{0, 0, -1}, 1},
                       {{1, 1, 1}, 2}});
  }
  SphereHull operator()(std::type_identity<SphereHull>) const {
    return SphereHull({{{0.5, 0, 0}, 0.5}, {{-1, 0.25, 0}, 0.25}});
  }
  Union operator()(std::type_identity<Union>) const {
    return Union({{Box({2, 1, 1})}, {Sphere(0.5), Pose::translation({0, 1, 0})}});
  }
};

template <class S>
Sample sample() {
  const S shape = SampleOf{}(std::type_identity<S>{});
  if constexpr (!std::is_same_v<S, Cone>) return {shape, Pose()};
  return {shape, Pose((Mat3() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished(), Vec3::Zero())};  // the apex, along z, to x
}

/// In the order of ShapeVariant.
inline std::vector<Sample> samples() {
  return []<class... S>(std::type_identity<std::variant<S...>>) {
    return std::vector<Sample>{sample<S>()...};
  }(std::type_identity<ShapeVariant>{});
}

/// Without the union, which is made of the others.
inline std::vector<Sample> convex_samples() {
  std::vector<Sample> list = samples();
  std::erase_if(list, [](const Sample& s) { return std::holds_alternative<Union>(s.shape.description()); });
  return list;
}

}  // namespace clearance::models

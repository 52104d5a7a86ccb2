// What each shape accepts and refuses, and that a refusal names the field.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "random_shapes.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

struct Refusal {
  const char* name;  ///< of the test
  const char* field;
  std::function<Shape()> build;
};

class Refuses : public ::testing::TestWithParam<Refusal> {};

TEST_P(Refuses, NamingTheField) {
  try {
    GetParam().build();
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(std::string(error.what()).rfind(GetParam().field, 0), 0U) << error.what();
    EXPECT_GT(std::string(error.what()).size(), std::string(GetParam().field).size() + 5) << error.what();
  }
}

const Vec3 o = Vec3::Zero(), x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
const Vec3 nan_vector(0, NAN, 0), infinite(0, 0, INFINITY);

std::vector<HalfspaceRow> unit_cube() { return {{x, 1}, {-x, 1}, {y, 1}, {-y, 1}, {z, 1}, {-z, 1}}; }
Shape cube_with(const HalfspaceRow& row) {
  std::vector<HalfspaceRow> rows = unit_cube();
  rows.push_back(row);
  return Polyhedron(rows);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Refuses,
    ::testing::Values(Refusal{"PointNotANumber", "at", [] { return Point(nan_vector); }},
                      Refusal{"SegmentInfinite", "points", [] { return Segment(o, infinite); }},
                      Refusal{"RayOriginNotANumber", "origin", [] { return Ray(nan_vector, x); }},
                      Refusal{"RayWithoutDirection", "direction", [] { return Ray(o, o); }},
                      Refusal{"LineDirectionInfinite", "direction", [] { return Line(o, infinite); }},
                      Refusal{"LineWithoutDirection", "direction", [] { return Line(o, o); }},
                      Refusal{"PlaneWithoutNormal", "normal", [] { return Plane(o, 1); }},
                      Refusal{"PlaneOffsetNotANumber", "offset", [] { return Plane(x, NAN); }},
                      Refusal{"HalfspaceWithoutNormal", "normal", [] { return Halfspace(o, 1); }},
                      Refusal{"HalfspaceOffsetInfinite", "offset", [] { return Halfspace(x, INFINITY); }},
                      Refusal{"TrianglePointNotANumber", "points[2]", [] { return Triangle(o, x, nan_vector); }},
                      Refusal{"RectangleEdgesParallel", "edges", [] { return Rectangle(o, x, x + 1e-8 * y); }},
                      Refusal{"RectangleSkewed", "edges", [] { return Rectangle(o, x, y + 1e-8 * x); }},
                      Refusal{"RectangleOriginInfinite", "origin", [] { return Rectangle(infinite, x, y); }},
                      Refusal{"PolygonOfTwoPoints", "points",
                              [] {
                                return Polygon({o, x});
                              }},
                      Refusal{"PolygonNotPlanar", "points",
                              [] {
                                return Polygon({o, x, y, x + y + z});
                              }},
                      Refusal{"PolygonNotConvex", "points",
                              [] {
                                return Polygon({o, x, 0.25 * (x + y), y});
                              }},
                      Refusal{"PolygonOutOfOrder", "points",
                              [] {
                                return Polygon({o, x + y, x, y});
                              }},
                      Refusal{"TetrahedronPointInfinite", "points[3]", [] { return Tetrahedron(o, x, y, infinite); }},
                      Refusal{"BoxSizeNegative", "size",
                              [] {
                                return Box({1, -1, 1});
                              }},
                      Refusal{"BoxSizeNotANumber", "size",
                              [] {
                                return Box({1, 1, NAN});
                              }},
                      Refusal{"SphereRadiusNegative", "radius", [] { return Sphere(-1); }},
                      Refusal{"SphereRadiusNotANumber", "radius", [] { return Sphere(NAN); }},
                      Refusal{"CapsuleRadiusNegative", "radius", [] { return Capsule(-1, 1); }},
                      Refusal{"CapsuleLengthInfinite", "length", [] { return Capsule(1, INFINITY); }},
                      Refusal{"CylinderRadiusNotANumber", "radius", [] { return Cylinder(NAN, 1); }},
                      Refusal{"CylinderLengthNegative", "length", [] { return Cylinder(1, -1); }},
                      Refusal{"ConeRadiusNegative", "radius", [] { return Cone(-1, 1); }},
                      Refusal{"ConeLengthNotANumber", "length", [] { return Cone(1, NAN); }},
                      Refusal{"EllipsoidFlat", "radii",
                              [] {
                                return Ellipsoid({1, 0, 1});
                              }},
                      Refusal{"EllipsoidRadiusNegative", "radii",
                              [] {
                                return Ellipsoid({1, 1, -2});
                              }},
                      Refusal{"HullOfNothing", "points", [] { return Hull(std::vector<Vec3>{}); }},
                      Refusal{"HullPointNotANumber", "points[1]",
                              [] {
                                return Hull({o, nan_vector});
                              }},
                      Refusal{"PolyhedronOfThreeRows", "halfspaces",
                              [] {
                                return Polyhedron({{x, 1}, {y, 1}, {z, 1}});
                              }},
                      Refusal{"PolyhedronUnbounded", "halfspaces",
                              [] {
                                return Polyhedron({{x, 1}, {-x, 1}, {y, 1}, {-y, 1}, {z, 1}});
                              }},
                      Refusal{"PolyhedronEmpty", "halfspaces",
                              [] {
                                return cube_with({x, -2});
                              }},
                      Refusal{"PolyhedronFlat", "halfspaces",
                              [] {
                                return cube_with({x, -1});
                              }},
                      Refusal{"PolyhedronRowWithoutNormal", "halfspaces[6]",
                              [] {
                                return cube_with({o, 1});
                              }},
                      Refusal{"PolyhedronOffsetNotANumber", "halfspaces[6]",
                              [] {
                                return cube_with({x, NAN});
                              }},
                      Refusal{"SphereHullOfNothing", "spheres", [] { return SphereHull(std::vector<Ball>{}); }},
                      Refusal{"SpheresRadiusNegative", "spheres[0]",
                              [] {
                                return SphereHull({{o, -1}});
                              }},
                      Refusal{"SpheresCentreNotANumber", "spheres[1]",
                              [] {
                                return SphereHull({{o, 1}, {nan_vector, 1}});
                              }},
                      Refusal{"UnionOfNothing", "parts", [] { return Union(std::vector<Part>{}); }},
                      Refusal{"UnionInAUnion", "parts[1]",
                              [] {
                                return Union({{Sphere(1)}, {Union({{Sphere(1)}})}});
                              }},
                      Refusal{"SpheresCentreInfinite", "spheres[0]",
                              [] {
                                return SphereHull({{infinite, 1}});
                              }},
                      Refusal{"SpheresRadiusNotANumber", "spheres[2]",
                              [] {
                                return SphereHull({{o, 1}, {x, 1}, {x, NAN}});
                              }},
                      Refusal{"SpheresRadiusInfinite", "spheres[1]",
                              [] {
                                return SphereHull({{o, 1}, {x, INFINITY}});
                              }}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(Polyhedra, SayWhyTheyAreRefused) {
  const auto reason = [](const std::function<Shape()>& build) -> std::string {
    try {
      build();
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(reason([] { return cube_with({x, -2}); }).find("empty"), std::string::npos);
  EXPECT_NE(reason([] { return cube_with({x, -1}); }).find("flat"), std::string::npos);
  EXPECT_NE(reason([] {
              return Polyhedron({{x, 1}, {-x, 1}, {y, 1}, {-y, 1}, {z, 1}});
            }).find("unbounded"),
            std::string::npos);
}

TEST(Shapes, ThinLimitsAreOrdinaryInput) {
  EXPECT_NO_THROW(Shape(Box({0, 0, 0})));
  EXPECT_NO_THROW(Shape(Sphere(0)));
  EXPECT_NO_THROW(Shape(Capsule(0, 0)));
  EXPECT_NO_THROW(Shape(Cylinder(0, 1)));
  EXPECT_NO_THROW(Shape(Cone(1, 0)));
  EXPECT_NO_THROW(Shape(Segment(x, x)));
  EXPECT_NO_THROW(Shape(Triangle(o, x, 2 * x)));
  EXPECT_NO_THROW(Shape(Rectangle(o, o, o)));
  EXPECT_NO_THROW(Shape(Polygon({o, x, 2 * x})));
  EXPECT_NO_THROW(Shape(Tetrahedron(o, o, o, o)));
  EXPECT_NO_THROW(Shape(Hull({o})));
  EXPECT_NO_THROW(Shape(SphereHull({{o, 0}})));
  EXPECT_NO_THROW(Shape(Polygon({o, x, x + y, x + y, y})));
}

TEST(Shapes, KnowTheirType) {
  const std::vector<std::string> names{"point",     "segment",  "ray",        "line",     "plane",
                                       "halfspace", "triangle", "rectangle",  "polygon",  "tetrahedron",
                                       "box",       "sphere",   "capsule",    "cylinder", "cone",
                                       "ellipsoid", "hull",     "polyhedron", "spheres",  "union"};
  const std::vector<clearance::models::Sample> shapes = clearance::models::samples();
  ASSERT_EQ(shapes.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(shapes[i].shape.type(), names[i]);
    EXPECT_EQ(shapes[i].shape.bounded(), i < 2 || i > 5) << names[i];
    EXPECT_EQ(shapes[i].shape.polyhedral(), i < 11 || i == 16 || i == 17) << names[i];
    EXPECT_EQ(shapes[i].shape.description().index(), i);
  }
}

TEST(Shapes, AreDrawnAtRandomByType) {
  Random random(161);
  std::set<std::string_view> names;
  for (int i = 0; i < type_count; ++i) {
    const auto type = static_cast<Type>(i);
    const Shape shape = random_shape(random, type, {});
    EXPECT_EQ(shape.type(), name_of(type));
    EXPECT_EQ(shape.bounded(), bounded(type));
    EXPECT_TRUE(names.insert(name_of(type)).second);
  }
  std::map<Type, int> drawn;
  for (int i = 0; i < 100 * type_count; ++i) ++drawn[any_type(random)];
  for (int i = 0; i < type_count; ++i) EXPECT_GT(drawn[static_cast<Type>(i)], 50) << name_of(static_cast<Type>(i));
}

/// A shape takes one number from the stream that it is drawn from, so that what follows does not depend on it.
TEST(Shapes, LeaveTheStreamOfTheirCallerAlone) {
  for (int i = 0; i < type_count; ++i) {
    Random with(162), without(162);
    random_shape(with, static_cast<Type>(i), {});
    without.bits();
    EXPECT_EQ(with.bits(), without.bits()) << name_of(static_cast<Type>(i));
  }
}

TEST(Shapes, KeepTheirDescription) {
  const Shape box = Box({1, 2, 3});
  const std::vector<Shape> copies(2, box);
  for (const Shape& copy : copies) {
    EXPECT_EQ(std::get<Box>(copy.description()).size, Vec3(1, 2, 3));
    EXPECT_EQ(&copy.description(), &box.description());
  }
}

}  // namespace
}  // namespace oracle

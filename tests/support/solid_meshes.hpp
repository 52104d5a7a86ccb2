#pragma once

#include <functional>
#include <string>
#include <vector>

#include "clearance/mesh.hpp"

// Closed meshes of solids, made by formulas: faces turn their front outwards, and share their vertices.

namespace clearance::test {

/// A ball of about 4 rows^2 triangles whose radius waves with `bumps`; star-shaped about the origin.
TriangleMesh bumpy_ball(int rows, double bumps, unsigned seed);
/// A tube around a circle about the z axis.
TriangleMesh torus(int around, int along, double radius, double tube);
/// The solid between two boxes, the inner one a void.
TriangleMesh hollow_box(double outer, double inner);

/// A tube of some radius around a closed curve, which is given for 0 to 1 and must not bend more sharply than that.
TriangleMesh tube(int around, int along, double radius, const std::function<Vec3(double)>& curve);
/// What a closed profile, in (distance from the z axis, height) and counter-clockwise, sweeps about the z axis. A
/// corner at distance 0 is a pole.
TriangleMesh turned(int around, const std::vector<std::pair<double, double>>& profile);
/// A prism over a polygon that its centre sees all of, with a hole of `bore` times its size, or none if that is 0.
TriangleMesh prism(const std::vector<std::pair<double, double>>& outline, double bore, double height);
/// The cubes of a grid, of side 1, that are filled.
TriangleMesh cubes(int nx, int ny, int nz, const std::function<bool(int, int, int)>& filled);

struct NamedMesh {
  std::string name;
  TriangleMesh mesh;
};
/// Twenty solids: balls, rings, knots, gears, brackets, vessels, a sponge.
std::vector<NamedMesh> twenty_solids();

}  // namespace clearance::test

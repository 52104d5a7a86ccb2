#include "solid_meshes.hpp"

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <utility>

namespace clearance::test {
namespace {

constexpr double pi = std::numbers::pi;
using Outline = std::vector<std::pair<double, double>>;

void add_quad(TriangleMesh& mesh, int a, int b, int c, int d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

}  // namespace

TriangleMesh bumpy_ball(int rows, double bumps, unsigned seed) {
  std::mt19937 random(seed);
  const auto share = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const double a = 1.0 + 4.0 * share(), b = 1.0 + 4.0 * share(), c = 6.0 * share();
  const Vec3 stretch(0.5 + share(), 0.5 + share(), 0.5 + share());
  const auto at = [&](double polar, double around) -> Vec3 {
    const double r = 1.0 + bumps * std::sin(a * polar + c) * std::cos(std::round(b) * around);
    return stretch.cwiseProduct(
        r * Vec3(std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar)));
  };
  const int columns = 2 * rows;
  TriangleMesh mesh;
  mesh.points.push_back(at(0, 0));
  for (int i = 1; i < rows; ++i)
    for (int j = 0; j < columns; ++j) mesh.points.push_back(at(pi * i / rows, 2 * pi * j / columns));
  mesh.points.push_back(at(pi, 0));
  const int last = static_cast<int>(mesh.points.size()) - 1;
  const auto index = [&](int i, int j) { return 1 + (i - 1) * columns + j % columns; };
  for (int j = 0; j < columns; ++j) {
    mesh.triangles.push_back({0, index(1, j), index(1, j + 1)});
    for (int i = 1; i + 1 < rows; ++i)
      add_quad(mesh, index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1));
    mesh.triangles.push_back({last, index(rows - 1, j + 1), index(rows - 1, j)});
  }
  return mesh;
}

TriangleMesh torus(int around, int along, double radius, double tube) {
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < along; ++j) {
      const double u = 2 * pi * i / around, v = 2 * pi * j / along, r = radius + tube * std::cos(v);
      mesh.points.emplace_back(r * std::cos(u), r * std::sin(u), tube * std::sin(v));
    }
  const auto index = [&](int i, int j) { return (i % around) * along + j % along; };
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < along; ++j) add_quad(mesh, index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1));
  return mesh;
}

TriangleMesh hollow_box(double outer, double inner) {
  TriangleMesh mesh;
  for (const double half : {outer / 2, inner / 2}) {
    const int first = static_cast<int>(mesh.points.size());
    for (int i = 0; i < 8; ++i)
      mesh.points.emplace_back((i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half);
    for (const auto& q :
         {std::array{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
      if (half == outer / 2)
        add_quad(mesh, first + q[0], first + q[1], first + q[2], first + q[3]);
      else
        add_quad(mesh, first + q[3], first + q[2], first + q[1], first + q[0]);
    }
  }
  return mesh;
}

TriangleMesh tube(int around, int along, double radius, const std::function<Vec3(double)>& curve) {
  TriangleMesh mesh;
  Vec3 across = Vec3::Zero();
  std::vector<std::array<Vec3, 3>> frames;
  for (int i = 0; i < along; ++i) {
    const double t = static_cast<double>(i) / along, step = 0.5 / along;
    const Vec3 ahead = (curve(t + step) - curve(t - step)).normalized();
    if (i == 0) across = ahead.unitOrthogonal();
    across = (across - across.dot(ahead) * ahead).normalized();  // carried along without a twist
    frames.push_back({curve(t), across, ahead.cross(across)});
  }
  // Where the tube closes, the frame is turned against the first one: spread that over the whole.
  const Vec3 ahead = (curve(0.5 / along) - curve(-0.5 / along)).normalized();
  const Vec3 back = (across - across.dot(ahead) * ahead).normalized();
  const double twist = std::atan2(back.dot(frames[0][2]), back.dot(frames[0][1]));
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < around; ++j) {
      const double angle = 2 * pi * j / around - twist * i / along;
      const auto& [centre, u, v] = frames[static_cast<std::size_t>(i)];
      mesh.points.emplace_back(centre + radius * (std::cos(angle) * u + std::sin(angle) * v));
    }
  const auto index = [&](int i, int j) { return (i % along) * around + j % around; };
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < around; ++j) add_quad(mesh, index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j));
  return mesh;
}

TriangleMesh turned(int around, const Outline& profile) {
  TriangleMesh mesh;
  std::vector<int> first;  // of the ring of a corner; a pole is a ring of one
  for (const auto& [r, z] : profile) {
    first.push_back(static_cast<int>(mesh.points.size()));
    for (int j = 0; j < (r > 0.0 ? around : 1); ++j)
      mesh.points.emplace_back(r * std::cos(2 * pi * j / around), r * std::sin(2 * pi * j / around), z);
  }
  const auto index = [&](std::size_t i, int j) {
    return first[i] + (profile[i].first > 0.0 ? (j + around) % around : 0);
  };
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const std::size_t next = (i + 1) % profile.size();
    const bool pole = !(profile[i].first > 0.0), next_pole = !(profile[next].first > 0.0);
    for (int j = 0; j < around && !(pole && next_pole); ++j) {
      if (!pole) mesh.triangles.push_back({index(i, j), index(i, j + 1), index(next, j)});
      if (!next_pole) mesh.triangles.push_back({index(i, j + 1), index(next, j + 1), index(next, j)});
    }
  }
  return mesh;
}

TriangleMesh prism(const Outline& outline, double bore, double height) {
  TriangleMesh mesh;
  const auto count = static_cast<int>(outline.size());
  const auto add_ring = [&](double scale, double z) {
    for (const auto& [x, y] : outline) mesh.points.emplace_back(scale * x, scale * y, z);
  };
  const auto ring = [&](int which, int i) { return which * count + i % count; };
  add_ring(1.0, 0.0);
  add_ring(1.0, height);
  for (int i = 0; i < count; ++i) add_quad(mesh, ring(0, i), ring(0, i + 1), ring(1, i + 1), ring(1, i));
  if (bore > 0.0) {
    add_ring(bore, 0.0);
    add_ring(bore, height);
    for (int i = 0; i < count; ++i) {
      add_quad(mesh, ring(2, i + 1), ring(2, i), ring(3, i), ring(3, i + 1));
      add_quad(mesh, ring(0, i + 1), ring(0, i), ring(2, i), ring(2, i + 1));
      add_quad(mesh, ring(1, i), ring(1, i + 1), ring(3, i + 1), ring(3, i));
    }
    return mesh;
  }
  const int low = 2 * count, high = low + 1;
  mesh.points.emplace_back(0.0, 0.0, 0.0);
  mesh.points.emplace_back(0.0, 0.0, height);
  for (int i = 0; i < count; ++i) {
    mesh.triangles.push_back({low, ring(0, i + 1), ring(0, i)});
    mesh.triangles.push_back({high, ring(1, i), ring(1, i + 1)});
  }
  return mesh;
}

TriangleMesh cubes(int nx, int ny, int nz, const std::function<bool(int, int, int)>& filled) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;
  const auto point = [&](const std::array<int, 3>& at) {
    const auto [found, fresh] = known.emplace(at, static_cast<int>(mesh.points.size()));
    if (fresh) mesh.points.emplace_back(at[0], at[1], at[2]);
    return found->second;
  };
  const std::array<int, 3> size{nx, ny, nz};
  const auto has = [&](const std::array<int, 3>& at) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (at[axis] < 0 || at[axis] >= size[axis]) return false;
    return filled(at[0], at[1], at[2]);
  };
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z)
        for (std::size_t axis = 0; axis < 3 && has({x, y, z}); ++axis)
          for (const int side : {0, 1}) {
            std::array<int, 3> corner{x, y, z}, beside{x, y, z};
            beside[axis] += 2 * side - 1;
            if (has(beside)) continue;
            corner[axis] += side;
            std::array<int, 4> face{};
            for (std::size_t i = 0; i < 4; ++i) {
              std::array<int, 3> at = corner;
              at[(axis + 1) % 3] += i == 1 || i == 2 ? 1 : 0;
              at[(axis + 2) % 3] += i >= 2 ? 1 : 0;
              face[i] = point(at);
            }
            if (side == 1)
              add_quad(mesh, face[0], face[1], face[2], face[3]);
            else
              add_quad(mesh, face[3], face[2], face[1], face[0]);
          }
  return mesh;
}

namespace {

/// Teeth between two radii, with as many corners a tooth as asked for.
Outline gear(int teeth, int corners, double inner, double outer) {
  Outline out;
  for (int i = 0; i < teeth * corners; ++i) {
    const double angle = 2 * pi * i / (teeth * corners);
    const double radius = 2 * (i % corners) < corners ? outer : inner;
    out.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return out;
}

Vec3 trefoil(double t) {
  const double a = 2 * pi * t;
  return {std::sin(a) + 2 * std::sin(2 * a), std::cos(a) - 2 * std::cos(2 * a), -std::sin(3 * a)};
}

/// A spring whose ends meet outside.
Vec3 ring_of_coils(double t) {
  const double a = 2 * pi * t, b = 12 * a, r = 3 + std::cos(b);
  return {r * std::cos(a), r * std::sin(a), std::sin(b)};
}

/// A cup of some wall, and a dumbbell, as profiles.
Outline cup() { return {{0.0, 0.0}, {1.0, 0.0}, {1.2, 2.0}, {1.1, 2.0}, {0.9, 0.1}, {0.0, 0.1}}; }
Outline dumbbell() {
  Outline out{{0.0, -3.0}};
  for (int i = 1; i < 40; ++i) {
    const double z = -3.0 + 6.0 * i / 40;
    out.emplace_back(0.2 + std::pow(std::fabs(z) / 3.0, 4.0) * (std::fabs(z) < 2.95 ? 1.0 : 0.5), z);
  }
  out.emplace_back(0.0, 3.0);
  return out;
}

bool in_sponge(int x, int y, int z) {
  for (; x > 0 || y > 0 || z > 0; x /= 3, y /= 3, z /= 3)
    if ((x % 3 == 1) + (y % 3 == 1) + (z % 3 == 1) >= 2) return false;
  return true;
}

}  // namespace

std::vector<NamedMesh> twenty_solids() {
  std::vector<NamedMesh> out;
  out.push_back({"ball", bumpy_ball(50, 0.0, 1)});
  out.push_back({"bumpy ball", bumpy_ball(50, 0.25, 2)});
  out.push_back({"rough ball", bumpy_ball(20, 0.45, 6)});
  out.push_back({"torus", torus(100, 50, 2.0, 0.5)});
  out.push_back({"thin torus", torus(80, 16, 2.0, 0.08)});
  out.push_back({"trefoil knot", tube(25, 200, 0.35, trefoil)});
  out.push_back({"ring of coils", tube(10, 500, 0.2, ring_of_coils)});
  out.push_back({"gear", prism(gear(24, 8, 0.85, 1.0), 0.0, 0.3)});
  out.push_back({"gear with bore", prism(gear(32, 8, 0.9, 1.0), 0.4, 0.2)});
  out.push_back({"star", prism(gear(5, 2, 0.35, 1.0), 0.0, 0.2)});
  out.push_back({"pipe", turned(128, {{0.8, 0.0}, {1.0, 0.0}, {1.0, 3.0}, {0.8, 3.0}})});
  out.push_back({"cup", turned(96, cup())});
  out.push_back({"dumbbell", turned(64, dumbbell())});
  out.push_back({"hollow box", hollow_box(2.0, 1.5)});
  out.push_back({"angle bracket", cubes(8, 6, 6, [](int x, int y, int z) {
                   return (x == 0 && !(y > 1 && y < 4 && z > 2 && z < 5)) ||
                          (z == 0 && !((x == 3 || x == 6) && (y == 2 || y == 4)));
                 })});
  out.push_back({"channel", cubes(12, 5, 4, [](int x, int y, int z) { return z == 0 || y == 0 || y == 4 || x < 0; })});
  out.push_back({"stairs", cubes(10, 4, 10, [](int x, int, int z) { return z <= x; })});
  out.push_back({"jack", cubes(7, 7, 7, [](int x, int y, int z) { return (x == 3) + (y == 3) + (z == 3) >= 2; })});
  out.push_back({"grating", cubes(17, 17, 1, [](int x, int y, int) { return x % 4 == 0 || y % 4 == 0; })});
  out.push_back({"sponge", cubes(9, 9, 9, in_sponge)});
  return out;
}

}  // namespace clearance::test

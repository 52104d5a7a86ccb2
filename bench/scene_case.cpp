#include "scene_case.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace bench {
namespace {

constexpr std::size_t path_length = 1000;

SceneSolid box(const Vec3& size) { return {size, {}, clearance::Box(size)}; }

SceneSolid hull(std::vector<Vec3> points) {
  clearance::Shape shape = clearance::Hull(points);
  return {Vec3::Zero(), std::move(points), std::move(shape)};
}

SceneSolid prism(int sides, double radius, double length) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i)
    for (const double z : {-0.5 * length, 0.5 * length}) {
      const double angle = 2.0 * std::numbers::pi * i / sides;
      points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  return hull(std::move(points));
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 vector(double extent) {
    const double x = uniform(-extent, extent), y = uniform(-extent, extent);
    return {x, y, uniform(-extent, extent)};
  }
  clearance::Mat3 rotation() {
    return Eigen::Quaterniond(Eigen::Vector4d(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)))
        .normalized()
        .toRotationMatrix();
  }
  SceneSolid solid() {
    if (uniform(0, 1) < 0.5) return box({uniform(0.1, 0.3), uniform(0.1, 0.3), uniform(0.1, 0.3)});
    std::vector<Vec3> points;
    for (int i = 0; i < 24; ++i) points.push_back(0.15 * vector(1.0).normalized());
    return hull(std::move(points));
  }

 private:
  std::mt19937_64 engine_;
};

/// A column that turns, and an arm that folds and unfolds: `links` bodies, each so long.
std::vector<Pose> robot_at(double t, int links, double length) {
  constexpr double pi = std::numbers::pi;
  std::vector<Pose> poses;
  Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
  at.rotate(Eigen::AngleAxisd(pi * std::sin(2.0 * pi * t), Vec3::UnitZ()));
  at.translate(Vec3(0, 0, 0.3));
  for (int i = 0; i < links; ++i) {
    const double bend = i == links / 4   ? 0.9 + 0.3 * std::sin(2.0 * pi * t)
                        : i == links / 2 ? 0.9 - 0.4 * std::cos(2.0 * pi * t)
                                         : 0.02;
    at.rotate(Eigen::AngleAxisd(bend, Vec3::UnitY()));
    at.translate(Vec3(0, 0, 0.5 * length));
    poses.emplace_back(at);
    at.translate(Vec3(0, 0, 0.5 * length));
  }
  return poses;
}

SceneSolid link_solid(int i) {
  return i % 7 == 3 ? prism(6, 0.06, 0.16) : i % 7 == 5 ? prism(8, 0.05, 0.14) : box({0.10, 0.08, 0.15});
}

SceneCase robot(std::string name, int links, double length) {
  SceneCase scene;
  scene.name = std::move(name);
  scene.moving = static_cast<std::size_t>(links);
  for (int i = 0; i < links; ++i) scene.solids.push_back(link_solid(i));
  for (std::size_t k = 0; k < path_length; ++k)
    scene.path.push_back(robot_at(static_cast<double>(k) / path_length, links, length));
  scene.poses = scene.path.front();
  return scene;
}

}  // namespace

SceneCase robot_cell() {
  SceneCase scene = robot("25-pair cell", 14, 0.18);
  scene.solids.push_back(box({0.5, 0.4, 0.6}));
  scene.poses.push_back(Pose::translation({0.9, 0.3, 0.3}));
  scene.solids.push_back(box({6.0, 6.0, 0.1}));  // a floor that all three know
  scene.poses.push_back(Pose::translation({0.0, 0.0, -0.05}));
  return scene;
}

SceneCase robot_among(int obstacles) {
  SceneCase scene = robot("20 among " + std::to_string(obstacles), 20, 0.12);
  Draw draw(static_cast<std::uint64_t>(obstacles));
  // As dense for any number: a shell about the robot, which reaches some 2 m.
  const double outer = std::cbrt(27.0 + 0.6 * obstacles);
  while (scene.solids.size() < 20 + static_cast<std::size_t>(obstacles)) {
    const Vec3 at = draw.vector(outer);
    if (at.norm() < 2.9 || at.norm() > outer) continue;
    scene.solids.push_back(draw.solid());
    scene.poses.emplace_back(draw.rotation(), at);
  }
  return scene;
}

SceneCase crowd(int bodies) {
  SceneCase scene;
  scene.name = std::to_string(bodies) + " all against all";
  scene.moving = static_cast<std::size_t>(bodies);
  scene.all_against_all = true;
  Draw draw(7);
  struct Way {
    clearance::Mat3 start;
    Vec3 middle, swing, axis;
    double turn;
  };
  std::vector<Way> ways;
  // On a grid, each swinging within its cell, so that pairs come near and do not overlap.
  const int side = static_cast<int>(std::ceil(std::cbrt(static_cast<double>(bodies))));
  for (int i = 0; i < bodies; ++i) {
    scene.solids.push_back(draw.solid());
    const int row = i / side, layer = row / side;
    const Vec3 cell(i % side, row % side, layer);
    ways.push_back(
        {draw.rotation(), 0.75 * cell, draw.vector(0.09), draw.vector(1.0).normalized(), draw.uniform(-3, 3)});
  }
  for (std::size_t k = 0; k < path_length; ++k) {
    const double t = static_cast<double>(k) / path_length, phase = 2.0 * std::numbers::pi * t;
    std::vector<Pose>& poses = scene.path.emplace_back();
    for (const Way& way : ways)
      poses.emplace_back(Eigen::AngleAxisd(way.turn * std::sin(phase), way.axis).toRotationMatrix() * way.start,
                         Vec3(way.middle + std::sin(phase) * way.swing));
  }
  scene.poses = scene.path.front();
  return scene;
}

}  // namespace bench

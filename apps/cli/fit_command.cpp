#include "fit_command.hpp"

#include <fmt/format.h>

#include <vector>

#include "clearance/ellipsoid.hpp"
#include "clearance/stope.hpp"
#include "io/mesh.hpp"

namespace clearance::cli {

int run_fit_stope(const FitOptions& options) {
  const std::vector<Vec3> points = io::read_mesh_points(options.file);
  const StopeFit fit = fit_stope(points, options.spheres);
  std::string rows;
  for (const Ball& ball : fit.shape.spheres) {
    const Vec3 c = ball.centre + Vec3::Zero();  // no negative zeros
    rows += fmt::format("{}[{},{},{},{}]", rows.empty() ? "" : ",", c.x(), c.y(), c.z(), ball.radius);
  }
  const std::string shape = fmt::format("{{\"type\":\"spheres\",\"spheres\":[{}]}}", rows);
  const StopeStructure s = structure(fit.shape);
  const double size = (s.box_high - s.box_low).norm();
  if (options.json) {
    fmt::print("{{\"shape\":{},\"excess\":{},\"size\":{},\"points\":{}}}\n", shape, fit.excess, size, points.size());
    return 0;
  }
  fmt::print("{}\n", shape);
  fmt::print(stderr, "{} spheres hold all {} points; excess {:.4g}, {:.2g} % of the size\n", fit.shape.spheres.size(),
             points.size(), fit.excess, 100.0 * fit.excess / size);
  return 0;
}

int run_fit_ellipsoid(const FitOptions& options) {
  const std::vector<Vec3> points = io::read_mesh_points(options.file);
  const EnclosingEllipsoid fit = enclosing_ellipsoid(points, options.tolerance);
  const Vec3 &r = fit.shape.radii, p = fit.pose.position() + Vec3::Zero();  // no negative zeros
  const Mat3 m = fit.pose.rotation() + Mat3::Zero();
  const std::string matrix = fmt::format("[{},{},{},{},{},{},{},{},{}]", m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1),
                                         m(1, 2), m(2, 0), m(2, 1), m(2, 2));
  const std::string shape =
      fmt::format("{{\"type\":\"ellipsoid\",\"radii\":[{},{},{}],\"pose\":{{\"position\":[{},{},{}],\"matrix\":{}}}}}",
                  r.x(), r.y(), r.z(), p.x(), p.y(), p.z(), matrix);
  if (options.json) {
    fmt::print("{{\"shape\":{},\"excess\":{},\"points\":{}}}\n", shape, fit.excess, points.size());
    return 0;
  }
  fmt::print("{}\n", shape);
  fmt::print(stderr, "holds all {} points; its volume is at most {:.2g} of itself above the least\n", points.size(),
             fit.excess);
  return 0;
}

}  // namespace clearance::cli

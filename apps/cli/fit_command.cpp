#include "fit_command.hpp"

#include <fmt/format.h>

#include <vector>

#include "clearance/ellipsoid.hpp"
#include "clearance/stope.hpp"
#include "io/mesh/mesh.hpp"
#include "io/shape_writer.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

std::vector<Vec3> read_points(const FitOptions& options) {
  ReadOptions reading;
  reading.limits = options.limits;
  reading.note = [](const std::string& note) { complain("note", note); };
  return io::read_mesh_points(options.file, reading);
}

}  // namespace

int run_fit_stope(const FitOptions& options) {
  const std::vector<Vec3> points = read_points(options);
  const StopeFit fit = fit_stope(points, options.spheres);
  const std::string shape = io::to_json(fit.shape);
  const StopeStructure s = structure(fit.shape);
  const double size = (s.box_high - s.box_low).norm();
  if (options.json) {
    print("{{\"shape\":{},\"excess\":{},\"size\":{},\"points\":{}}}\n", shape, fit.excess, size, points.size());
    return 0;
  }
  print("{}\n", shape);
  say("{} all {}; excess {:.4g}, {:.2g} % of the size\n",
      counted(fit.shape.spheres.size(), "sphere") + (fit.shape.spheres.size() == 1 ? " holds" : " hold"),
      counted(points.size(), "point"), fit.excess, 100.0 * fit.excess / size);
  return 0;
}

int run_fit_ellipsoid(const FitOptions& options) {
  const std::vector<Vec3> points = read_points(options);
  const EnclosingEllipsoid fit = enclosing_ellipsoid(points, options.tolerance);
  std::string shape;
  io::append_json(shape, fit.shape, fit.pose);
  if (options.json) {
    print("{{\"shape\":{},\"excess\":{},\"points\":{}}}\n", shape, fit.excess, points.size());
    return 0;
  }
  print("{}\n", shape);
  say("holds all {}; its volume is at most {:.2g} of itself above the least\n", counted(points.size(), "point"),
      fit.excess);
  return 0;
}

}  // namespace clearance::cli

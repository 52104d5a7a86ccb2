// The headers of Lemke's method by themselves: a quadratic program with its multipliers, the distance of two
// primitives, and what happens to a program that has no minimum.

#include <clearance/lcp.hpp>
#include <clearance/lcp/trace.hpp>
#include <cstdio>

namespace cl = clearance;

int main() {  // NOLINT(bugprone-exception-escape): what it throws is told by the system
  // Minimise x^2 / 2 + y^2 - x - y with 2 x + y >= 1 and x, y >= 0.
  const cl::QuadraticProgram<double> program{.A = {1, 0, 0, 2}, .b = {-1, -1}, .D = {2, 1}, .e = {1}};
  const auto best = cl::minimize(program);
  std::printf("%s: f(%g, %g) = %g, multiplier %g\n", cl::name(best.outcome).data(), best.x[0], best.x[1], best.value,
              best.y[0]);
  if (!cl::has_solution(best.outcome)) return 1;

  // Without its quadratic part f falls for ever, and that is another outcome than constraints that contradict each
  // other.
  cl::QuadraticProgram<double> linear = program;
  linear.A = {0, 0, 0, 0};
  if (cl::minimize(linear).outcome != cl::QpOutcome::unbounded) return 1;
  linear.D = {1, 0, -1, 0};
  linear.e = {2, -1};  // x >= 2 and x <= 1
  if (cl::minimize(linear).outcome != cl::QpOutcome::infeasible) return 1;

  // A segment and a box, given by its centre, axes and half lengths.
  using Point = cl::PointN<double, 3>;
  const auto segment = cl::make_primitive<double, 3>(cl::PrimitiveKind::segment, Point{4, 0, 0}, {Point{0, 2, 2}});
  const auto box =
      cl::make_box<double, 3>(Point{0, 0, 0}, {Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}}, Point{1, 1, 1});
  const auto nearest = cl::lcp_distance(segment, box);
  std::printf("squared distance %g from (%g, %g, %g), residual %g\n", nearest.squared_distance, nearest.point_a[0],
              nearest.point_a[1], nearest.point_a[2], nearest.residual);

  // The dictionaries that Lemke's method goes through.
  std::vector<std::string> steps;
  cl::solve_lcp<double>({-1, -1, -1}, {1, 0, -2, 0, 2, -1, 2, 1, 0}, {}, cl::Trace(steps));
  for (const std::string& step : steps) std::printf("%s\n", step.c_str());
  return cl::has_solution(nearest.outcome) && nearest.squared_distance == 9.0 ? 0 : 1;
}

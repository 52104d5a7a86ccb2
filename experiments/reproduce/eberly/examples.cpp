// Examples 1, 2, 3 and 5: small programs with one solution, many, none, and a degenerate start.

#include "clearance/lcp.hpp"
#include "clearance/rational.hpp"
#include "reproduce/experiments.hpp"

namespace clearance::reproduce {

namespace {

constexpr char source_1[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 1";
constexpr char source_2[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 2";
constexpr char source_3[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 3";
constexpr char source_5[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 5";
constexpr char notes[] = "solved: 1 if there is a solution. One row for each kind of number; the figures are the same.";

struct Program {
  std::vector<int> A, b, D, e;
};

template <class T>
Row solve(const char* label, const Program& program, std::vector<Figure> paper) {
  const auto convert = [](const std::vector<int>& values) {
    std::vector<T> converted;
    for (const int value : values) converted.push_back(T(value));
    return converted;
  };
  const auto r = minimize(convert(program.A), convert(program.b), T(0), convert(program.D), convert(program.e));
  Row row{label, std::move(paper), {{"solved", has_solution(r.outcome) ? 1.0 : 0.0}}};
  if (has_solution(r.outcome)) {
    row.here.push_back({"x0", static_cast<double>(r.x[0])});
    row.here.push_back({"x1", static_cast<double>(r.x[1])});
    row.here.push_back({"value", static_cast<double>(r.value)});
  }
  row.here.push_back({"exchanges", static_cast<double>(r.iterations)});
  return row;
}

std::vector<Row> solve_all(const Program& program, const std::vector<Figure>& paper) {
  return {solve<float>("float", program, paper), solve<double>("double", program, paper),
          solve<Rational>("rational", program, paper)};
}

std::vector<Row> run_1(const Progress& /*progress*/) {
  return solve_all({{0, 0, 0, 0}, {2, -1}, {-1, -1, 1, 2}, {-3, 2}},
                   {{"solved", 1}, {"x0", 0}, {"x1", 3}, {"value", -3}, {"exchanges", 5}});
}
std::vector<Row> run_2(const Progress& /*progress*/) {
  return solve_all({{0, 0, 0, 0}, {1, 1}, {1, 1, 1, 1, -1, 0, 0, -1}, {1, 2, -2, -2}}, {{"solved", 1}, {"value", 2}});
}
std::vector<Row> run_3(const Progress& /*progress*/) {
  return solve_all({{0, 0, 0, 0}, {2, -1}, {1, 1}, {-1}}, {{"solved", 0}});
}
std::vector<Row> run_5(const Progress& /*progress*/) {
  return solve_all({{1, 0, 0, 2}, {-1, -1}, {2, 1}, {1}},
                   {{"solved", 1}, {"x0", 1}, {"x1", 0.5}, {"value", -0.75}, {"exchanges", 5}});
}

}  // namespace

const Experiment eberly_example_1{"eberly-example-1", source_1, "a linear program with one solution", notes, &run_1};
const Experiment eberly_example_2{"eberly-example-2", source_2, "a linear program with many solutions",
                                  "solved: 1 if there is a solution. Every x0 + x1 = 2 is one; the document finds (2, "
                                  "0), with another rule for ties.",
                                  &run_2};
const Experiment eberly_example_3{"eberly-example-3", source_3, "a linear program without a solution", notes, &run_3};
const Experiment eberly_example_5{"eberly-example-5", source_5, "a quadratic program with a degenerate start", notes,
                                  &run_5};

}  // namespace clearance::reproduce

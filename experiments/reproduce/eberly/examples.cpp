// Examples 1 to 5: small programs with one solution, many, none, a cycle, and a degenerate start; with the dictionaries
// of equations (18) to (41).

#include <limits>

#include "clearance/lcp.hpp"
#include "clearance/lcp/simplex.hpp"
#include "clearance/lcp/trace.hpp"
#include "clearance/rational.hpp"
#include "reproduce/eberly/verdict.hpp"
#include "reproduce/experiments.hpp"

namespace clearance::reproduce {

namespace examples {
namespace {

constexpr char source_1[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 1";
constexpr char source_2[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 2";
constexpr char source_3[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 3";
constexpr char source_4[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 4";
constexpr char source_5[] = "D. Eberly, Convex Quadratic Programming, 2017-2020, example 5";
constexpr char notes[] =
    "solved: 1 if there is a minimum, 0 if f falls for ever. One row for each kind of number, ties broken as the "
    "document "
    "does it in that example.";

double value_of(const Rational& x) { return to_double(x); }
double value_of(double x) { return x; }

template <std::size_t M>
struct Program {
  std::array<std::array<int, 2>, 2> A;
  std::array<int, 2> b;
  std::array<std::array<int, 2>, M> D;
  std::array<int, M> e;
};

template <class T, std::size_t M>
Row solve(std::string label, const Program<M>& program, std::vector<Figure> paper, TieRule ties, bool trace) {
  std::array<std::array<T, 2>, 2> A;
  std::array<T, 2> b;
  std::array<std::array<T, 2>, M> D;
  std::array<T, M> e;
  for (std::size_t j = 0; j < 2; ++j) {
    b[j] = T(program.b[j]);
    for (std::size_t i = 0; i < 2; ++i) A[i][j] = T(program.A[i][j]);
    for (std::size_t i = 0; i < M; ++i) D[i][j] = T(program.D[i][j]);
  }
  for (std::size_t i = 0; i < M; ++i) e[i] = T(program.e[i]);
  std::vector<std::string> steps;
  const auto r = minimize<T, 2, M>(A, b, T(0), D, e, {.ties = ties}, Trace(steps));
  Row row{std::move(label), std::move(paper), {{"solved", has_solution(r.outcome) ? 1.0 : 0.0}}};
  if (has_solution(r.outcome)) {
    row.here.push_back({"x0", value_of(r.x[0])});
    row.here.push_back({"x1", value_of(r.x[1])});
    row.here.push_back({"value", value_of(r.value)});
    for (std::size_t i = 0; i < M; ++i)
      row.here.push_back({std::string("y").append(std::to_string(i)), value_of(r.y[i])});
  }
  row.here.push_back({"exchanges", static_cast<double>(r.iterations)});
  row.text.append("outcome: ").append(name(r.outcome)).append("\n");
  if (trace)
    for (const std::string& step : steps) row.text += step + "\n";
  return row;
}

template <std::size_t M>
std::vector<Row> solve_all(const Program<M>& program, const std::vector<Figure>& paper, TieRule ties,
                           const std::string& more = {}) {
  return {solve<float>(std::string("float").append(more), program, paper, ties, false),
          solve<double>(std::string("double").append(more), program, paper, ties, false),
          solve<Rational>(std::string("rational").append(more), program, paper, ties, true)};
}

std::vector<Row> run_1(const Progress& /*progress*/) {
  return solve_all<2>({{{{0, 0}, {0, 0}}}, {2, -1}, {{{-1, -1}, {1, 2}}}, {-3, 2}},
                      {{"solved", 1}, {"x0", 0}, {"x1", 3}, {"value", -3}, {"exchanges", 5}}, TieRule::first);
}
std::vector<Row> run_2(const Progress& /*progress*/) {
  const Program<4> program{{{{0, 0}, {0, 0}}}, {1, 1}, {{{1, 1}, {1, 1}, {-1, 0}, {0, -1}}}, {1, 2, -2, -2}};
  std::vector<Row> rows = solve_all<4>(program, {{"solved", 1}, {"x0", 2}, {"x1", 0}, {"value", 2}, {"exchanges", 3}},
                                       TieRule::first, ", first of a tie");
  for (Row& row : solve_all<4>(program, {{"solved", 1}, {"value", 2}}, TieRule::last, ", last of a tie"))
    rows.push_back(std::move(row));
  return rows;
}
std::vector<Row> run_3(const Progress& /*progress*/) {
  return solve_all<1>({{{{0, 0}, {0, 0}}}, {2, -1}, {{{1, 1}}}, {-1}}, {{"solved", 0}, {"exchanges", 1}},
                      TieRule::first);
}

/// V. Chvatal's program, which fits the two rules of the example: the reference that it names was not at hand.
std::vector<Row> run_4(const Progress& /*progress*/) {
  const Rational h = Rational(1) / 2;
  const LinearProgram<Rational> p{{10, -57, -9, -24}, {h, -11 * h, -5 * h, 9, h, -3 * h, -h, 1, 1, 0, 0, 0}, {0, 0, 1}};
  std::vector<Row> rows;
  for (const auto& [label, rule, cycles] :
       {std::tuple{"largest coefficient enters, first variable leaves", SimplexRule::largest_coefficient, 1.0},
        std::tuple{"Bland's rule: first variable enters and leaves", SimplexRule::bland, 0.0}}) {
    const auto r = simplex(p, rule);
    rows.push_back({label,
                    {{"cycles", cycles}},
                    {{"cycles", r.outcome == SimplexOutcome::cycle ? 1.0 : 0.0},
                     {"exchanges", static_cast<double>(r.iterations)}}});
    if (r.outcome == SimplexOutcome::solved) rows.back().here.push_back({"value", -to_double(r.value)});
  }
  QuadraticProgram<Rational> q;
  q.A.assign(16, Rational(0));
  for (const Rational& c : p.c) q.b.push_back(-c);
  for (const Rational& d : p.D) q.D.push_back(-d);
  for (const Rational& e : p.e) q.e.push_back(-e);
  const auto r = minimize(q);
  rows.push_back({"Lemke's method with the perturbation",
                  {{"cycles", 0}},
                  {{"cycles", has_solution(r.outcome) ? 0.0 : 1.0},
                   {"exchanges", static_cast<double>(r.iterations)},
                   {"value", to_double(r.value)}}});
  return rows;
}

std::vector<Row> run_5(const Progress& /*progress*/) {
  const Program<1> program{{{{1, 0}, {0, 2}}}, {-1, -1}, {{{2, 1}}}, {1}};
  std::vector<Row> rows =
      solve_all<1>(program, {{"solved", 1}, {"x0", 1}, {"x1", 0.5}, {"value", -0.75}, {"exchanges", 3}}, TieRule::first,
                   ", first of a tie (32) to (35)");
  for (Row& row : solve_all<1>(program, {{"solved", 1}, {"x0", 1}, {"x1", 0.5}, {"value", -0.75}, {"exchanges", 5}},
                               TieRule::perturbed, ", perturbed (36) to (41)"))
    rows.push_back(std::move(row));
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  return eberly::same_figures(rows, 8 * std::numeric_limits<float>::epsilon());
}

}  // namespace
}  // namespace examples

const Experiment eberly_example_1{"eberly-example-1", examples::source_1, "a linear program with one solution",
                                  examples::notes,    &examples::run_1,   &examples::judge};
const Experiment eberly_example_2{"eberly-example-2",
                                  examples::source_2,
                                  "a linear program with many solutions",
                                  "solved: 1 if there is a minimum. Every x0 + x1 = 2 is one. The document takes the "
                                  "first row of a tie and finds (2, 0); "
                                  "the last row leads to the other end, (0, 2).",
                                  &examples::run_2,
                                  &examples::judge};
const Experiment eberly_example_3{"eberly-example-3", examples::source_3, "a linear program without a solution",
                                  examples::notes,    &examples::run_3,   &examples::judge};
const Experiment eberly_example_4{
    "eberly-example-4",
    examples::source_4,
    "a linear program that cycles under another pivot rule",
    "The simplex method, as in the document's reference. cycles: 1 if a basis comes again. The program is that of V. "
    "Chvatal, Linear Programming, 1983, chapter 3: the document describes the rules, and leaves the numbers to a "
    "paper.",
    &examples::run_4,
    &examples::judge};
const Experiment eberly_example_5{"eberly-example-5", examples::source_5, "a quadratic program with a degenerate start",
                                  examples::notes,    &examples::run_5,   &examples::judge};

}  // namespace clearance::reproduce

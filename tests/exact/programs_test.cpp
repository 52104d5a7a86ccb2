// Quadratic programs in every number type: how they end, their multipliers, and what floating point knows of its
// errors.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <sstream>

#include "clearance/lcp.hpp"
#include "clearance/lcp/simplex.hpp"
#include "clearance/lcp/trace.hpp"
#include "clearance/rational.hpp"

namespace clearance {
namespace {

using Q = Rational;
using Field = QuadraticField<Q>;

template <class T>
class EveryProgram : public ::testing::Test {};
using Numbers = ::testing::Types<float, double, Q, Field>;
TYPED_TEST_SUITE(EveryProgram, Numbers);

template <class T>
QuadraticProgram<T> program(std::size_t n, const std::vector<int>& a, const std::vector<int>& b,
                            const std::vector<int>& d, const std::vector<int>& e, bool free) {
  const auto numbers = [](const std::vector<int>& from) {
    std::vector<T> to;
    for (const int x : from) to.emplace_back(x);
    return to;
  };
  QuadraticProgram<T> p;
  p.A = numbers(a);
  p.b = numbers(b);
  p.D = numbers(d);
  p.e = numbers(e);
  if (free) p.free.assign(n, 1);
  return p;
}

TYPED_TEST(EveryProgram, EndsInOneOfFourWays) {
  using T = TypeParam;
  const auto outcome = [](const QuadraticProgram<T>& p, const LcpOptions& options = {}) {
    return minimize(p, options).outcome;
  };
  for (const bool free : {false, true}) {
    // min -x and, for a free x, min x: nothing holds it.
    EXPECT_EQ(outcome(program<T>(1, {0}, {-1}, {}, {}, free)), QpOutcome::unbounded);
    EXPECT_EQ(outcome(program<T>(1, {0}, {1}, {}, {}, free)), free ? QpOutcome::unbounded : QpOutcome::solved);
    // min -x - y with x <= 1: along y.
    EXPECT_EQ(outcome(program<T>(2, {0, 0, 0, 0}, {-1, -1}, {-1, 0}, {-1}, free)), QpOutcome::unbounded);
    // min (x - y)^2 / 2 - x - y: along x = y.
    EXPECT_EQ(outcome(program<T>(2, {1, -1, -1, 1}, {-1, -1}, {}, {}, free)), QpOutcome::unbounded);
    // The same with x + y <= 2.
    EXPECT_EQ(outcome(program<T>(2, {1, -1, -1, 1}, {-1, -1}, {-1, -1}, {-2}, free)), QpOutcome::solved);
    // x >= 2 and x <= 1, be f bounded or not.
    EXPECT_EQ(outcome(program<T>(1, {1}, {0}, {1, -1}, {2, -1}, free)), QpOutcome::infeasible);
    EXPECT_EQ(outcome(program<T>(1, {0}, {-1}, {1, -1}, {2, -1}, free)), QpOutcome::infeasible);
    EXPECT_EQ(outcome(program<T>(2, {0, 0, 0, 0}, {-1, -1}, {1, 0, -1, 0}, {2, -1}, free)), QpOutcome::infeasible);
    // x^2 / 2 + y with x >= 1, y >= 2; stopped at the first exchange.
    const auto solvable = program<T>(2, {1, 0, 0, 0}, {0, 1}, {1, 0, 0, 1}, {1, 2}, free);
    EXPECT_EQ(outcome(solvable), QpOutcome::solved);
    EXPECT_EQ(outcome(solvable, {.max_iterations = 1}), QpOutcome::not_converged);
  }
  // By equalities: x = 1 and x = 2; x - y = 0 and min -x.
  auto p = program<T>(2, {0, 0, 0, 0}, {-1, 0}, {}, {}, true);
  p.F = {T(1), T(0), T(1), T(0)};
  p.v = {T(-1), T(-2)};
  EXPECT_EQ(outcome(p), QpOutcome::infeasible);
  p.F = {T(1), T(-1)};
  p.v = {T(0)};
  EXPECT_EQ(outcome(p), QpOutcome::unbounded);
  p.A = {T(1)};
  EXPECT_EQ(outcome(p), QpOutcome::invalid_input);
  // With dimensions known when compiling.
  EXPECT_EQ((minimize<T, 1, 1>({{{T(0)}}}, {T(-1)}, T(0), {{{T(1)}}}, {T(0)}).outcome), QpOutcome::unbounded);
  EXPECT_EQ((minimize<T, 1, 2>({{{T(0)}}}, {T(-1)}, T(0), {{{T(1)}, {T(-1)}}}, {T(2), T(-1)}).outcome),
            QpOutcome::infeasible);
}

TEST(Outcomes, HaveNames) {
  EXPECT_EQ(name(QpOutcome::unbounded), "unbounded");
  EXPECT_EQ(name(LcpOutcome::no_solution), "no_solution");
  EXPECT_EQ(name(QpOutcome::inaccurate), name(LcpOutcome::inaccurate));
}

/// Random programs with free variables, of any rank, with restraints on some of them and equalities.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : engine_(seed) {}
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  QuadraticProgram<Q> make() {
    const auto n = static_cast<std::size_t>(integer(1, 6)), rank = static_cast<std::size_t>(integer(0, 3));
    QuadraticProgram<Q> p;
    std::vector<Q> g(rank * n);
    for (Q& x : g) x = integer(-3, 3);
    p.A.assign(n * n, Q(0));
    for (std::size_t i = 0; i < n; ++i) {
      p.b.push_back(integer(-4, 4));
      p.free.push_back(static_cast<char>(integer(0, 2) > 0));
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < rank; ++k) p.A[i * n + j] += g[k * n + i] * g[k * n + j];
    }
    for (int r = integer(0, 6); r > 0; --r) {
      for (std::size_t j = 0; j < n; ++j) p.D.push_back(integer(0, 1) == 0 ? 0 : integer(-3, 3));
      p.e.push_back(integer(-4, 1));
    }
    for (int r = integer(0, 2); r > 0; --r) {
      for (std::size_t j = 0; j < n; ++j) p.F.push_back(integer(-2, 2));
      p.v.push_back(integer(-3, 3));
    }
    return p;
  }

 private:
  std::mt19937 engine_;
};

/// The conditions of a minimum, by substitution.
void expect_minimum(const QuadraticProgram<Q>& p, const QpSolution<Q>& r) {
  const std::size_t n = p.b.size();
  Q f = p.c;
  for (std::size_t i = 0; i < n; ++i) {
    Q slope = p.b[i], half = p.b[i];
    for (std::size_t j = 0; j < n; ++j) {
      slope += p.A[i * n + j] * r.x[j];
      half += p.A[i * n + j] * r.x[j] / 2;
    }
    f += half * r.x[i];
    for (std::size_t k = 0; k < p.e.size(); ++k) slope -= p.D[k * n + i] * r.y[k];
    for (std::size_t k = 0; k < p.v.size(); ++k) slope -= p.F[k * n + i] * r.l[k];
    EXPECT_EQ(slope, r.u[i]);
    EXPECT_TRUE(p.free[i] != 0 ? slope == 0 : slope >= 0 && r.x[i] >= 0 && slope * r.x[i] == 0);
  }
  EXPECT_EQ(f, r.value);
  for (std::size_t k = 0; k < p.e.size(); ++k) {
    Q above = -p.e[k];
    for (std::size_t j = 0; j < n; ++j) above += p.D[k * n + j] * r.x[j];
    EXPECT_TRUE(above >= 0 && r.y[k] >= 0 && above * r.y[k] == 0);
  }
  for (std::size_t k = 0; k < p.v.size(); ++k) {
    Q sum = p.v[k];
    for (std::size_t j = 0; j < n; ++j) sum += p.F[k * n + j] * r.x[j];
    EXPECT_EQ(sum, 0);
  }
}

TEST(QuadraticPrograms, MultipliersProveEveryMinimum) {
  RandomProgram random(711);
  std::map<QpOutcome, int> count;
  int same = 0, wrong = 0;
  for (int i = 0; i < 3000; ++i) {
    const QuadraticProgram<Q> p = random.make();
    const auto r = minimize(p);
    ++count[r.outcome];
    if (has_solution(r.outcome)) expect_minimum(p, r);
    if (HasFailure()) FAIL() << i;
    QuadraticProgram<double> d;
    d.free = p.free;
    for (const auto& [from, to] :
         {std::pair{&p.A, &d.A}, {&p.b, &d.b}, {&p.D, &d.D}, {&p.e, &d.e}, {&p.F, &d.F}, {&p.v, &d.v}})
      for (const Q& x : *from) to->push_back(to_double(x));
    const auto s = minimize(d);
    // In double: right, or known not to be.
    const bool right = s.outcome == r.outcome && (!has_solution(r.outcome) || std::fabs(s.value - to_double(r.value)) <=
                                                                                  1e-10 * (1 + std::fabs(s.value)));
    same += right ? 1 : 0;
    wrong += right || s.outcome == QpOutcome::inaccurate || s.outcome == QpOutcome::not_converged ? 0 : 1;
  }
  EXPECT_EQ(count.size(), 3U);
  for (const auto& [outcome, times] : count) EXPECT_GT(times, 200) << name(outcome);
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(same, 2960);
}

TEST(FloatingPoint, KnowsThatItsAnswerIsOff) {
  // What the pivots lost is found in the problem as it was given: a z that is off by 1e-6.
  const std::vector<double> q{-1, -1}, m{1, 0, 0, 1};
  const auto entry = [&](std::size_t i, std::size_t j) { return m[i * 2 + j]; };
  EXPECT_LE(detail::residual_of<double>(q, entry, std::vector<double>{1, 1}), 1e-16);
  EXPECT_NEAR(detail::residual_of<double>(q, entry, std::vector<double>{1, 1 + 1e-6}), 5e-7, 1e-12);
  // Listing 4, in double: 47.69 or whatever the pivots give, beside a true 46.68.
  const std::array<PointN<double, 3>, 3> corners{
      {{0.5, 0.5, 1.5}, {0.50000000000000178, 25.5, 1.5}, {-0.50000000000000355, 0.5, 1.5}}};
  const PointN<double, 3> low{-28.666800635711962, 12.285771701019407, -48.666800635711965};
  const PointN<double, 3> high{-20.476286168365689, 20.476286168365682, -40.476286168365689};
  const auto box = make_primitive<double, 3>(
      PrimitiveKind::box, low, {{high[0] - low[0], 0, 0}, {0, high[1] - low[1], 0}, {0, 0, high[2] - low[2]}});
  const auto r = lcp_distance(make_hull<double, 3>(corners), box);
  const bool right = std::fabs(std::sqrt(r.squared_distance) - 46.6845780373756085) < 1e-9;
  EXPECT_EQ(right, r.outcome == QpOutcome::solved) << std::sqrt(r.squared_distance) << " " << r.residual;
}

TEST(Traces, AreTheDictionariesOfTheDocument) {
  const auto example_one = [](std::vector<std::string>& steps) {
    const auto t = [](int x) { return Q(x); };
    return minimize<Q, 2, 2>({{{t(0), t(0)}, {t(0), t(0)}}}, {t(2), t(-1)}, t(0), {{{t(-1), t(-1)}, {t(1), t(2)}}},
                             {t(-3), t(2)}, {.ties = TieRule::first}, Trace(steps));
  };
  std::vector<std::string> steps;
  EXPECT_EQ(example_one(steps).outcome, QpOutcome::solved);
  ASSERT_EQ(steps.size(), 6U);  // (18) to (23)
  EXPECT_EQ(steps[0],
            "w0 = 2 + z2 - z3 + z4\nw1 = -1 + z2 - 2 z3 + z4\nw2 = 3 - z0 - z1 + z4\nw3 = -2 + z0 + 2 z1 + z4\n");
  EXPECT_EQ(steps[2].substr(0, steps[2].find('\n')), "w0 = 7/2 - (1/2)z0 - z1 + (1/2)z2 + (1/2)w1 + (1/2)w3");
  EXPECT_EQ(steps[5].substr(0, steps[5].find('\n')), "w0 = 3 + z3 + w1");

  // Example 5 with powers of e, (36) to (41).
  steps.clear();
  const auto five = minimize<Q, 2, 1>({{{Q(1), Q(0)}, {Q(0), Q(2)}}}, {Q(-1), Q(-1)}, Q(0), {{{Q(2), Q(1)}}}, {Q(1)},
                                      {}, Trace(steps));
  EXPECT_EQ(five.outcome, QpOutcome::solved);
  ASSERT_EQ(steps.size(), 6U);
  EXPECT_EQ(steps[0].substr(0, steps[0].find('\n')), "w0 = (-1 + e) + z0 - 2 z2 + z3");
  EXPECT_NE(steps[5].find("w2 = (3/2 - 2 e - (1/2)e^2 + e^3) + (9/2)z2 + 2 w0 + (1/2)w1 - (3/2)z3"), std::string::npos)
      << steps[5];
}

TEST(TieRules, LeadToBothEndsOfExampleTwo) {
  const auto t = [](int x) { return Q(x); };
  const auto solve = [&](TieRule ties) {
    return minimize<Q, 2, 4>({{{t(0), t(0)}, {t(0), t(0)}}}, {t(1), t(1)}, t(0),
                             {{{t(1), t(1)}, {t(1), t(1)}, {t(-1), t(0)}, {t(0), t(-1)}}}, {t(1), t(2), t(-2), t(-2)},
                             {.ties = ties});
  };
  const auto first = solve(TieRule::first), last = solve(TieRule::last);
  EXPECT_TRUE(first.x[0] == 2 && first.x[1] == 0 && first.iterations == 3);  // (25) to (28)
  EXPECT_TRUE(last.x[0] == 0 && last.x[1] == 2);
}

TEST(Simplex, CyclesUnderOneRuleAndNotUnderBlands) {
  // V. Chvatal, "Linear Programming", 1983, chapter 3: maximise 10 x0 - 57 x1 - 9 x2 - 24 x3.
  const Q h = Q(1) / 2;
  const LinearProgram<Q> p{{10, -57, -9, -24}, {h, -11 * h, -5 * h, 9, h, -3 * h, -h, 1, 1, 0, 0, 0}, {0, 0, 1}};
  const auto cycling = simplex(p, SimplexRule::largest_coefficient);
  EXPECT_EQ(cycling.outcome, SimplexOutcome::cycle);
  EXPECT_EQ(cycling.iterations, 6);
  const auto bland = simplex(p, SimplexRule::bland);
  ASSERT_EQ(bland.outcome, SimplexOutcome::solved);
  EXPECT_EQ(bland.value, 1);
  EXPECT_EQ(bland.x, (std::vector<Q>{1, 0, 1, 0}));
  // And Lemke's method with the perturbation: as a minimum of the negative.
  QuadraticProgram<Q> q;
  q.A.assign(16, Q(0));
  for (const Q& c : p.c) q.b.push_back(-c);
  for (const Q& d : p.D) q.D.push_back(-d);
  for (const Q& e : p.e) q.e.push_back(-e);
  const auto lemke = minimize(q);
  EXPECT_TRUE(lemke.outcome == QpOutcome::solved && lemke.value == -1);
  EXPECT_EQ(simplex(LinearProgram<Q>{{1}, {-1}, {1}}, SimplexRule::bland).outcome, SimplexOutcome::unbounded);
}

TEST(Numbers, ArePrintedAndRounded) {
  std::ostringstream out;
  out << Field(Q(1), -Q(1) / 7, Q(14)) << "; " << Field(Q(11) / 30) << "; " << Field(Q(0), Q(1), Q(2));
  EXPECT_EQ(out.str(), "1 - 1/7 sqrt(14); 11/30; sqrt(2)");
  EXPECT_EQ(to_double(Q(1) / 3), 1.0 / 3.0);
  EXPECT_EQ(to_double(Q(-2) / 3), -2.0 / 3.0);
  EXPECT_EQ(to_double(Q(11) / 30), 11.0 / 30.0);
}

TEST(QuadraticFields, OfTwoRootsDoNotMix) {
  const Field two(Q(0), Q(1), Q(2)), three(Q(0), Q(1), Q(3)), rational(Q(5), Q(0), Q(7));
  EXPECT_THROW(two + three, std::domain_error);
  EXPECT_THROW(two * three, std::domain_error);
  EXPECT_THROW(two / three, std::domain_error);
  EXPECT_THROW(static_cast<void>(two < three), std::domain_error);
  EXPECT_TRUE(two * rational == rational * two);
}

}  // namespace
}  // namespace clearance

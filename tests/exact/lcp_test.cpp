// Lemke's method over every number type: the document's examples, and random problems whose outcome is checked by
// substitution in exact arithmetic.

#include "clearance/lcp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "clearance/rational.hpp"

namespace clearance {
namespace {

using Q = Rational;
using Field = QuadraticField<Q>;

template <class T>
class EveryNumber : public ::testing::Test {};
using Numbers = ::testing::Types<float, double, Q, Field>;
TYPED_TEST_SUITE(EveryNumber, Numbers);

/// Equal, or in floating point to a few roundings.
template <class T>
bool near(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) return std::abs(a - b) <= 8 * std::numeric_limits<T>::epsilon();
  return a == b;
}

TYPED_TEST(EveryNumber, SolvesTheExamplesOfTheDocument) {
  using T = TypeParam;
  const auto t = [](int x) { return T(x); };
  const std::array<std::array<T, 2>, 2> none{{{t(0), t(0)}, {t(0), t(0)}}};

  const auto one = minimize<T, 2, 2>(none, {t(2), t(-1)}, t(0), {{{t(-1), t(-1)}, {t(1), t(2)}}}, {t(-3), t(2)});
  EXPECT_EQ(one.outcome, QpOutcome::solved);
  EXPECT_TRUE(one.x[0] == t(0) && one.x[1] == t(3) && one.value == t(-3));

  const auto two =
      minimize<T, 2, 4>(none, {t(1), t(1)}, t(0), {{{t(1), t(1)}, {t(1), t(1)}, {t(-1), t(0)}, {t(0), t(-1)}}},
                        {t(1), t(2), t(-2), t(-2)});
  EXPECT_EQ(two.outcome, QpOutcome::solved);
  EXPECT_TRUE(two.x[0] + two.x[1] == t(2) && two.value == t(2));

  const auto three = minimize<T, 2, 1>(none, {t(2), t(-1)}, t(0), {{{t(1), t(1)}}}, {t(0)});
  EXPECT_EQ(three.outcome, QpOutcome::unbounded);

  const auto five = minimize<T, 2, 1>({{{t(1), t(0)}, {t(0), t(2)}}}, {t(-1), t(-1)}, t(0), {{{t(2), t(1)}}}, {t(1)});
  EXPECT_EQ(five.outcome, QpOutcome::solved);
  EXPECT_EQ(five.iterations, 5);  // with the perturbation, as in equations (36) to (41)
  EXPECT_TRUE(near(five.x[0], t(1)) && near(five.x[1], t(1) / t(2)) && near(five.value, t(-3) / t(4)));
}

TYPED_TEST(EveryNumber, TellsItsOutcomes) {
  using T = TypeParam;
  const std::vector<T> identity{T(1), T(0), T(0), T(1)};
  EXPECT_EQ(solve_lcp<T>({T(1), T(0)}, identity).outcome, LcpOutcome::trivial);
  EXPECT_EQ(solve_lcp<T>({T(-1), T(0)}, identity).outcome, LcpOutcome::solved);
  EXPECT_EQ(solve_lcp<T>({T(-1), T(0)}, {T(0), T(0), T(0), T(0)}).outcome, LcpOutcome::no_solution);
  EXPECT_EQ(solve_lcp<T>({T(-1), T(0)}, {T(1)}).outcome, LcpOutcome::invalid_input);
  EXPECT_EQ(solve_lcp<T>({T(-1), T(0)}, identity, {.max_iterations = 1}).outcome, LcpOutcome::not_converged);
  EXPECT_EQ(solve_lcp<T>({}, {}).outcome, LcpOutcome::trivial);
  const auto fixed = solve_lcp<T, 2>({T(-1), T(-2)}, {{{T(1), T(0)}, {T(0), T(1)}}});
  EXPECT_TRUE(fixed.z[0] == T(1) && fixed.z[1] == T(2));
}

TEST(Lcp, RefusesWhatIsNotFinite) {
  EXPECT_EQ(solve_lcp<double>({-1, NAN}, {1, 0, 0, 1}).outcome, LcpOutcome::invalid_input);
  EXPECT_EQ((solve_lcp<double, 1>({-1}, {{{INFINITY}}}).outcome), LcpOutcome::invalid_input);
  EXPECT_EQ(minimize<double>({1}, {NAN}, 0, {}, {}).outcome, QpOutcome::invalid_input);
}

class RandomProblem {
 public:
  explicit RandomProblem(unsigned seed) : engine_(seed) {}
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  /// Whether fractions have one of few denominators: 3, 4, 6 or 12. In many dimensions exact solutions otherwise get so
  /// many digits that multiplying these is most of the time.
  void few_denominators(bool few) { few_denominators_ = few; }
  Q number(bool small) {
    if (small) return Q(integer(-2, 2));
    return Q(integer(-99, 99)) / Q(few_denominators_ ? 12 / integer(1, 4) : integer(1, 20));
  }

  /// G'G, of any rank, plus a skew matrix: positive semidefinite. Small integers make ties and degenerate bases.
  std::vector<Q> semidefinite(std::size_t n, bool small) {
    const auto rank = static_cast<std::size_t>(integer(0, static_cast<int>(integer(0, 1) == 0 ? n : n / 4)));
    std::vector<Q> g(rank * n), m(n * n);
    for (Q& x : g) x = number(small);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < rank; ++k) m[i * n + j] += g[k * n + i] * g[k * n + j];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Q x = integer(0, 2) == 0 ? number(small) : Q(0);
        m[i * n + j] += x;
        m[j * n + i] -= x;
      }
    return m;
  }

  /// A q for which some z >= 0 with complementary w >= 0 is a solution; with many zeros if degenerate.
  std::vector<Q> solvable(const std::vector<Q>& m, std::size_t n, bool degenerate) {
    std::vector<Q> z(n), q(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Q value = integer(0, degenerate ? 2 : 9) == 0 ? Q(0) : Q(integer(1, 9));
      (integer(0, 1) == 0 ? z[i] : q[i]) = value;
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) q[i] -= m[i * n + j] * z[j];
    return q;
  }

 private:
  std::mt19937 engine_;
  bool few_denominators_ = false;
};

/// Whether what a result says is so, by substitution.
void check(const std::vector<Q>& q, const std::vector<Q>& m, const LcpResult<std::vector<Q>>& r) {
  const std::size_t n = q.size();
  if (has_solution(r.outcome)) {
    for (std::size_t i = 0; i < n; ++i) {
      Q w = q[i];
      for (std::size_t j = 0; j < n; ++j) w += m[i * n + j] * r.z[j];
      EXPECT_EQ(w, r.w[i]);
      EXPECT_TRUE(r.z[i] >= 0 && w >= 0 && w * r.z[i] == 0);
    }
    return;
  }
  ASSERT_EQ(r.outcome, LcpOutcome::no_solution);
  Q product = 0;
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(r.z[i] >= 0);
    product += q[i] * r.z[i];
    Q column = 0;
    for (std::size_t j = 0; j < n; ++j) column += m[j * n + i] * r.z[j];
    EXPECT_TRUE(column <= 0);
  }
  EXPECT_TRUE(product < 0);
}

TEST(Lcp, RandomProblemsOfDimensionTwoToThirty) {
  RandomProblem random(501);
  int solved = 0, unsolvable = 0;
  for (std::size_t n = 2; n <= 30; ++n) {
    const int count = n <= 12 ? 60 : n <= 20 ? 8 : 4;
    random.few_denominators(n > 12);
    for (int i = 0; i < count; ++i) {
      const bool small = i % 2 == 0, feasible = i % 4 < 2;
      const std::vector<Q> m = random.semidefinite(n, small);
      std::vector<Q> q(n);
      if (feasible)
        q = random.solvable(m, n, small);
      else
        for (Q& x : q) x = random.number(small);
      const auto r = solve_lcp(q, m);
      check(q, m, r);
      EXPECT_TRUE(has_solution(r.outcome) || !feasible);
      (has_solution(r.outcome) ? solved : unsolvable) += 1;
    }
  }
  EXPECT_GT(solved, 300);
  EXPECT_GT(unsolvable, 50);
}

TEST(Lcp, RandomProblemsInDoubleAreMostlyRight) {
  RandomProblem random(502);
  int right = 0;
  for (int i = 0; i < 200; ++i) {
    const std::size_t n = 2 + static_cast<std::size_t>(i % 10);
    const std::vector<Q> m = random.semidefinite(n, false), q = random.solvable(m, n, false);
    std::vector<double> md, qd;
    for (const Q& x : m) md.push_back(static_cast<double>(x));
    for (const Q& x : q) qd.push_back(static_cast<double>(x));
    const auto r = solve_lcp(qd, md);
    if (!has_solution(r.outcome)) continue;
    bool good = true;
    for (std::size_t j = 0; j < n; ++j) good = good && r.z[j] >= 0 && r.w[j] >= 0;
    right += good ? 1 : 0;
  }
  EXPECT_GE(right, 198);
}

TEST(QuadraticPrograms, EqualitiesAndFreeVariablesAreEliminated) {
  // Minimise |x - p|^2 / 2 over a line and a plane in space, all variables free.
  QuadraticProgram<Q> p;
  p.A = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  p.b = {-1, -2, -3};
  p.c = 7;
  p.free = {1, 1, 1};
  p.F = {1, 1, 1};
  p.v = {0};
  auto r = minimize(p);
  ASSERT_EQ(r.outcome, QpOutcome::solved);
  EXPECT_EQ(r.x, (std::vector<Q>{-1, 0, 1}));
  EXPECT_EQ(r.value, 6);
  // The same, restrained by an inequality on the free variables.
  p.D = {0, 1, 0};
  p.e = {2};
  r = minimize(p);
  ASSERT_EQ(r.outcome, QpOutcome::solved);
  EXPECT_EQ(r.x, (std::vector<Q>{-2, 2, 0}));
  // Equalities that contradict each other, and one that says nothing.
  p.F = {1, 1, 1, 1, 1, 1};
  p.v = {0, 1};
  EXPECT_EQ(minimize(p).outcome, QpOutcome::infeasible);
  p.v = {0, 0};
  EXPECT_EQ(minimize(p).x, r.x);
  // Of variables that must not be negative, too.
  p.free = {};
  p.D = p.e = {};
  p.F = {1, 1, 1};
  p.v = {-1};
  r = minimize(p);
  EXPECT_EQ(r.x, (std::vector<Q>{0, 0, 1}));
}

TEST(QuadraticPrograms, LinearOnesWithFreeVariables) {
  QuadraticProgram<Q> p;  // minimise x0 + x1 with x0 >= -3, x1 >= -4 and x0 free, x1 free
  p.A.assign(4, Q(0));
  p.b = {1, 1};
  p.free = {1, 1};
  p.D = {1, 0, 0, 1};
  p.e = {-3, -4};
  const auto r = minimize(p);
  ASSERT_EQ(r.outcome, QpOutcome::solved);
  EXPECT_EQ(r.x, (std::vector<Q>{-3, -4}));
  p.D = {1, 0};
  p.e = {-3};
  EXPECT_EQ(minimize(p).outcome, QpOutcome::unbounded);  // falls for ever along x1
}

TEST(QuadraticFields, AreOrderedFields) {
  const Q two(2), nine(9);
  const Field root(Q(0), Q(1), two), one(1);
  EXPECT_TRUE(root * root == Field(2));
  EXPECT_TRUE(root > one && root < Field(Q(3) / 2) && Field(Q(-3) / 2) + root < Field(0));
  EXPECT_TRUE((one / (root - one)) == root + one);
  EXPECT_NEAR(to_double(root), 1.4142135623730951, 1e-15);
  EXPECT_NEAR(to_double(Field(Q(-3) / 2, Q(1), two)), -0.085786437626904952, 1e-16);
  const Field three(Q(0), Q(1), nine);  // a perfect square: still a number
  EXPECT_TRUE(three == Field(3) && one / (three + Field(3)) == Field(Q(1) / 6) && three - Field(3) == Field(0));
}

template <class T>
auto with_cylinder(const std::array<std::array<T, 3>, 3>& triangle, const T& radius, const T& height) {
  return triangle_meets_cylinder<T>(triangle, {{T(0), T(0), T(0)}, {T(1), T(2), T(3)}, radius, height});
}

TEST(TriangleAndCylinder, ListingsEightAndNine) {
  const Q h = Q(1) / 2;
  const std::array<std::array<Q, 3>, 3> eight{{{h, -1, 0}, {3, 1, 0}, {h, 2, 0}}};
  const auto a = with_cylinder<Q>(eight, 1, 2);
  EXPECT_TRUE(a.intersects && a.x[0] == Field(0) && a.x[1] == Field(Q(11) / 30));
  const std::array<std::array<Q, 3>, 3> nine{{{Q(1) / 8, 1, Q(13) / 8}, {-Q(3) / 4, 0, Q(1) / 4}, {-3, 0, 1}}};
  const auto b = with_cylinder<Q>(nine, 1, 2);
  EXPECT_TRUE(b.intersects && b.x[0] == Field(Q(1), -Q(1) / 7, Q(14)) && b.x[1] == Field(0));
  const std::array<std::array<double, 3>, 3> rounded{{{0.125, 1, 1.625}, {-0.75, 0, 0.25}, {-3, 0, 1}}};
  const auto c = with_cylinder<double>(rounded, 1, 2);
  EXPECT_TRUE(c.intersects);
  EXPECT_NEAR(c.x[0], to_double(b.x[0]), 1e-14);
}

TEST(TriangleAndCylinder, TouchingIsDecidedExactly) {
  // The axis is (1, 2, 2) of length 3, the caps at 3/2 to both sides: the plane x + 2 y + 2 z = 9/2.
  const auto ask = [](const Q& along, const Q& across) {
    // A triangle beyond the point along * (1, 2, 2) / 9 + across * (2, -2, 1) / 3, both of which are exact.
    const auto at = [&](const Q& u, const Q& v) {
      return std::array<Q, 3>{u / 9 + v * 2 / 3, u * 2 / 9 - v * 2 / 3, u * 2 / 9 + v / 3};
    };
    return triangle_meets_cylinder<Q>({at(along, across), at(along + 1, across), at(along, across + 1)},
                                      {{0, 0, 0}, {1, 2, 2}, 2, 3});
  };
  const Q tiny = Q(1) / Q("1000000000000000000000000000000");
  EXPECT_TRUE(ask(Q(9) / 2, 0).intersects);
  EXPECT_FALSE(ask(Q(9) / 2 + tiny, 0).intersects);
  EXPECT_EQ(ask(Q(9) / 2 + tiny, 0).outcome, QpOutcome::infeasible);
  EXPECT_TRUE(ask(0, 2).intersects);
  EXPECT_FALSE(ask(0, 2 + tiny).intersects);
  EXPECT_TRUE(ask(Q(9) / 2, 2).intersects);
  EXPECT_EQ(triangle_meets_cylinder<Q>({}, {{0, 0, 0}, {0, 0, 0}, 1, 1}).outcome, QpOutcome::invalid_input);
}

}  // namespace
}  // namespace clearance

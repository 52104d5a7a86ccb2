#pragma once

// Linear programs by the simplex method on dictionaries, with a choice of pivot rules, for the sake of one of them:
// example 4 of D. Eberly, "Convex Quadratic Programming", in which the variable of the largest coefficient enters, the
// first that blocks it leaves, and the dictionaries come round in a cycle. Bland's rule (the first that helps enters,
// the first that blocks leaves) always ends. Programs to be solved go to `minimize`.

#include <cstddef>
#include <utility>
#include <vector>

namespace clearance {

/// Maximise c . x with D x <= e and x >= 0, for e >= 0. D row by row.
template <class T>
struct LinearProgram {
  std::vector<T> c, D, e;
};

enum class SimplexRule {
  largest_coefficient,  ///< enters: of the largest coefficient in f, of equal ones the first
  bland,                ///< enters: the first of a positive coefficient
};

enum class SimplexOutcome { solved, unbounded, cycle, invalid_input };

template <class T>
struct SimplexResult {
  SimplexOutcome outcome = SimplexOutcome::invalid_input;
  std::vector<T> x;
  T value = T(0);
  int iterations = 0;  ///< exchanges; of a cycle, until a basis was there again
};

/// Of variables that block at the same value, the first leaves: x before the slack variables, by number.
template <class T>
SimplexResult<T> simplex(const LinearProgram<T>& p, SimplexRule rule) {
  const std::size_t n = p.c.size(), m = p.e.size();
  SimplexResult<T> result;
  if (p.D.size() != n * m) return result;
  for (const T& bound : p.e)
    if (bound < T(0)) return result;
  // Row r: basic_r = constant + sum of coefficient * other; the last row is f. Variables: x is 0 .. n-1, then slacks.
  std::vector<std::vector<T>> rows;
  std::vector<std::size_t> basic, other;
  for (std::size_t j = 0; j < n; ++j) other.push_back(j);
  for (std::size_t r = 0; r < m; ++r) {
    basic.push_back(n + r);
    rows.emplace_back();
    for (std::size_t j = 0; j < n; ++j) rows[r].push_back(-p.D[r * n + j]);
    rows[r].push_back(p.e[r]);
  }
  rows.push_back(p.c);
  rows.back().push_back(T(0));

  std::vector<std::vector<char>> seen;
  const auto bases = [&] {
    std::vector<char> in(n + m, 0);
    for (const std::size_t variable : basic) in[variable] = 1;
    return in;
  };
  for (;;) {
    const std::vector<char> now = bases();
    for (const std::vector<char>& before : seen)
      if (before == now) {
        result.outcome = SimplexOutcome::cycle;
        return result;
      }
    seen.push_back(now);
    const std::vector<T>& f = rows[m];
    std::size_t enter = n;
    for (std::size_t j = 0; j < n; ++j) {
      if (!(T(0) < f[j])) continue;
      const bool better =
          enter == n || (rule == SimplexRule::bland ? other[j] < other[enter]
                                                    : f[enter] < f[j] || (f[enter] == f[j] && other[j] < other[enter]));
      if (better) enter = j;
    }
    if (enter == n) break;
    std::size_t leave = m;
    for (std::size_t r = 0; r < m; ++r) {
      if (!(rows[r][enter] < T(0))) continue;
      if (leave == m) {
        leave = r;
        continue;
      }
      const T left = rows[r][n] * rows[leave][enter], right = rows[leave][n] * rows[r][enter];
      if (right < left || (left == right && basic[r] < basic[leave])) leave = r;
    }
    if (leave == m) {
      result.outcome = SimplexOutcome::unbounded;
      return result;
    }
    const T inverse = T(1) / rows[leave][enter];
    for (std::size_t j = 0; j <= n; ++j)
      if (j != enter) rows[leave][j] = -rows[leave][j] * inverse;
    rows[leave][enter] = inverse;
    for (std::size_t r = 0; r <= m; ++r) {
      if (r == leave) continue;
      const T factor = rows[r][enter];
      for (std::size_t j = 0; j <= n; ++j)
        rows[r][j] = j == enter ? T(factor * inverse) : T(rows[r][j] + factor * rows[leave][j]);
    }
    std::swap(basic[leave], other[enter]);
    ++result.iterations;
  }
  result.outcome = SimplexOutcome::solved;
  result.value = rows[m][n];
  result.x.assign(n, T(0));
  for (std::size_t r = 0; r < m; ++r)
    if (basic[r] < n) result.x[basic[r]] = rows[r][n];
  return result;
}

}  // namespace clearance

#pragma once

// Dictionaries of Lemke's method as text, in the way of equations (18) to (41) of D. Eberly, "Convex Quadratic
// Programming": for teaching, and to see where two runs part.
//
//   std::vector<std::string> steps;
//   solve_lcp(q, M, {}, clearance::Trace(steps));

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "clearance/lcp/dictionary.hpp"

namespace clearance {

/// w3, z0, or z and the dimension for the auxiliary variable.
inline std::string variable_name(std::size_t variable, std::size_t n) {
  std::string name(1, variable < n ? 'w' : 'z');
  name += std::to_string(variable < n ? variable : variable - n);
  return name;
}

namespace detail {

template <class T>
std::string number_text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

/// Adds a term to a sum that is being written; nothing for zero.
template <class T>
void add_term(std::string& sum, const T& coefficient, const std::string& of) {
  if (coefficient == T(0)) return;
  const bool negative = coefficient < T(0);
  const T size = negative ? T(-coefficient) : coefficient;
  if (sum.empty())
    sum += negative ? "-" : "";
  else
    sum += negative ? " - " : " + ";
  if (of.empty() || !(size == T(1))) {
    const std::string text = number_text(size);
    const bool compound = !of.empty() && text.find_first_of("/+ ") != std::string::npos;
    if (compound) sum += '(';
    sum += text;
    if (compound) sum += ')';
    if (!of.empty() && !compound) sum += " ";
  }
  sum += of;
}

}  // namespace detail

/// One line a basic variable: its name, the constant with its powers of e if they break ties, and the other variables.
template <class T>
std::string to_string(const LcpDictionary<T>& dictionary) {
  const std::size_t n = dictionary.size();
  std::string text;
  for (std::size_t row = 0; row < n; ++row) {
    std::string constant;
    detail::add_term(constant, dictionary.constant(row), "");
    if (dictionary.ties() == TieRule::perturbed) {
      for (std::size_t power = 0; power < n; ++power) {
        std::string e(1, 'e');
        if (power > 0) e.append("^").append(std::to_string(power + 1));
        detail::add_term(constant, dictionary.perturbation(row, power), e);
      }
      if (constant.find(' ') != std::string::npos) {
        constant.insert(constant.begin(), '(');
        constant += ')';
      }
    }
    std::string line = constant.empty() ? "0" : constant;
    for (std::size_t column = 1; column < n + 2; ++column)
      detail::add_term(line, dictionary.coefficient(row, column), variable_name(dictionary.column_variable(column), n));
    text.append(variable_name(dictionary.row_variable(row), n)).append(" = ").append(line).append("\n");
  }
  return text;
}

/// An observer of `solve_lcp` that keeps every dictionary as text.
class Trace {
 public:
  explicit Trace(std::vector<std::string>& steps) : steps_(&steps) {}
  template <class T>
  void operator()(const LcpDictionary<T>& dictionary) const {
    steps_->push_back(to_string(dictionary));
  }

 private:
  std::vector<std::string>* steps_;
};

}  // namespace clearance

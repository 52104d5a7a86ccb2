#pragma once

#include <cfenv>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "attack_shapes.hpp"
#include "clearance/distance.hpp"

namespace stress {

/// How the program that asks has set the arithmetic of its thread.
struct Arithmetic {
  int rounding = FE_TONEAREST;
  bool flush = false;  ///< subnormal numbers are taken, and given, as zero; on processors that can
};

/// One query of the attack, with all that may go wrong in it.
struct Case {
  oracle::PlacedShape a, b;
  clearance::Options options = {};
  std::optional<clearance::PairState> state = {};
  Arithmetic arithmetic = {};
};

struct AttackFamily {
  std::string_view name;
  Case (*make)(oracle::Random& random);
};
std::span<const AttackFamily> attack_families();

/// The answer, under the arithmetic that the case asks for.
clearance::Result answer(const Case& c);
/// The query as a line of JSON, and what the line cannot hold: options, state, arithmetic.
std::string describe(const Case& c, const std::string& id);

}  // namespace stress

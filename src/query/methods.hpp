#pragma once

#include "query/attempt.hpp"

namespace clearance::detail {

/// All there is to know of a method.
struct MethodRow {
  MethodInfo info;
  /// Finds and certifies an answer; false, if it has none. Null for gjk, which always has one, and for `automatic`.
  bool (*solve)(Query& q, Attempt& answer);
  /// An answer that is not as tight as wanted counts as none: then the default solver answers in its place, and the
  /// result says so.
  bool only_if_tight;
  /// Whether this library was built with it; null: always.
  bool (*available)() = nullptr;
};

const MethodRow& row_of(Method method);

}  // namespace clearance::detail

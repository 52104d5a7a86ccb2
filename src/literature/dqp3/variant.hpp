#pragma once

#include <string_view>

namespace clearance {

/// What DQP3 releases, and when. Of the last five, which are those of the thesis, none is sure to end.
enum class Dqp3Variant {
  robust,      ///< walks on the faces, edges and vertices of the shapes
  base,        ///< half-spaces only: one of both objects, when nothing moves
  dual,        ///< one of each object, when nothing moves
  consistent,  ///< one of both objects, in every cycle
  aggressive,  ///< all that hold back, in every cycle
  adjacent,    ///< as base; a point that is held on a facet looks at the neighbours of that facet alone
};

constexpr std::string_view name(Dqp3Variant variant) {
  switch (variant) {
    case Dqp3Variant::robust:
      return "robust";
    case Dqp3Variant::base:
      return "base";
    case Dqp3Variant::dual:
      return "dual";
    case Dqp3Variant::consistent:
      return "consistent";
    case Dqp3Variant::aggressive:
      return "aggressive";
    case Dqp3Variant::adjacent:
      return "adjacent";
  }
  return "";
}

}  // namespace clearance

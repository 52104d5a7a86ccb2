#pragma once

#include <cmath>

#include "reproduce/experiment.hpp"

namespace clearance::reproduce::eberly {

/// Agrees, if every figure of the paper is ours to a relative tolerance.
inline Verdict same_figures(const std::vector<Row>& rows, double tolerance) {
  for (const Row& row : rows)
    for (const Figure& paper : row.paper) {
      const double here = figure(row.here, paper.key);
      if (!(std::fabs(here - paper.value) <= tolerance * std::fmax(1.0, std::fabs(paper.value))))
        return {Verdict::Kind::differs, row.label + ": " + paper.key};
    }
  return {Verdict::Kind::agrees, "every figure of the document"};
}

}  // namespace clearance::reproduce::eberly

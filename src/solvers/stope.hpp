#pragma once

// Distance of hulls of spheres: Hamlin, Kelley and Tornero, "Efficient Distance Calculation using the
// Spherically-Extended Polytope (S-tope) Model", 1991.

#include "solvers/gjk.hpp"

namespace clearance::detail {

/// The bound on iterations of one run.
inline constexpr int stope_limit = 200;

/// How the farthest sphere is found: by looking at all, as in the report, or by the map of a large s-tope.
enum class StopeSearch { scan, map };

template <class T>
struct StopeOutcome {
  bool solved = false;  ///< otherwise the centres overlap, and only `proposal.upper` means something
  Proposal proposal;
  Simplex<T> simplex;
};

/// Precondition: both bodies are s-topes. T: double, or DoubleDouble for the rare pair that needs it.
template <class T>
StopeOutcome<T> stope(const Pair& pair, const Goal& goal, StopeSearch search, const PairMemory* memory);

extern template StopeOutcome<double> stope(const Pair&, const Goal&, StopeSearch, const PairMemory*);
extern template StopeOutcome<DoubleDouble> stope(const Pair&, const Goal&, StopeSearch, const PairMemory*);

}  // namespace clearance::detail

#pragma once

#include "query/attempt.hpp"

namespace clearance::detail {

// Each is false if it has no answer; an answer is certified.

/// The features of the last query, if they still are the nearest. Of no use where they have changed with every step.
bool steady_features(Query& q, Attempt& answer);

bool closed_forms(Query& q, Attempt& answer);
bool ellipsoid_newton(Query& q, Attempt& answer);
bool ellipsoid_and_vertices(Query& q, Attempt& answer);
/// Hulls of spheres by their own method. By default, where one of the two is a hull of unequal spheres.
bool stopes(Query& q, Attempt& answer);
/// By default for large hulls that were apart in the last query.
bool features(Query& q, Attempt& answer);

/// GJK, and expansion where the cores overlap; always has an answer.
void gjk_and_expansion(const Query& q, Attempt& answer);

}  // namespace clearance::detail

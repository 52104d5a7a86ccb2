#pragma once

// How the methods of the literature are asked, those that the default path does without. A lean library is built
// without them: then none has an answer.

#include "literature/dqp3/variant.hpp"
#include "query/attempt.hpp"

namespace clearance::detail {

bool has_literature();

// Each is false if it has no answer; an answer is certified.
bool by_dqp3(Query& q, Dqp3Variant variant, Attempt& answer);
bool by_quadratic_program(Query& q, Attempt& answer);
bool by_lcp(Query& q, Attempt& answer);
bool by_enhanced_gjk(Query& q, Attempt& answer);
bool by_lin_canny(Query& q, Attempt& answer);
/// Two ellipsoids by the methods of Fenger's thesis.
bool by_ellipsoid_method(Query& q, Attempt& answer);

}  // namespace clearance::detail

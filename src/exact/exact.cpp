#include "clearance/exact.hpp"

#include <utility>

#include "exact/solver.hpp"

namespace clearance {
namespace {

using exact::Integer;

std::string decimal(const Integer& value) { return value.str(); }

/// The reduced fraction numerator / denominator 2^exponent; the denominator is positive.
Fraction reduced(Integer numerator, Integer denominator, long exponent) {
  if (exact::sign(numerator) == 0) return {"0", "1"};
  // Powers of two first, which costs nothing: the divisor of what is left is smaller.
  const auto odd = [&](Integer& value, long sense) {
    const mp_bitcnt_t twos = mpz_scan1(exact::raw(value), 0);
    mpz_tdiv_q_2exp(exact::raw(value), exact::raw(value), twos);
    exponent += sense * static_cast<long>(twos);
  };
  odd(numerator, 1);
  odd(denominator, -1);
  const Integer common = gcd(numerator, denominator);
  if (!exact::is_one(common)) {
    mpz_divexact(exact::raw(numerator), exact::raw(numerator), exact::raw(common));
    mpz_divexact(exact::raw(denominator), exact::raw(denominator), exact::raw(common));
  }
  exact::shift(exponent >= 0 ? numerator : denominator, exponent >= 0 ? exponent : -exponent);
  return {decimal(numerator), decimal(denominator)};
}

std::array<Fraction, 3> coordinates(const exact::Witness& witness) {
  return {reduced(witness.v.x, witness.h, witness.unit), reduced(witness.v.y, witness.h, witness.unit),
          reduced(witness.v.z, witness.h, witness.unit)};
}

}  // namespace

bool has_exact_arithmetic() { return true; }

std::optional<ExactResult> exact_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          const ExactOptions& options) {
  if (!a.polyhedral() || !b.polyhedral()) return std::nullopt;
  exact::Bodies bodies(a, pose_a, b, pose_b);
  const exact::Answer answer = exact::solve(bodies, exact::propose_start(bodies, a, pose_a, b, pose_b));
  ExactResult result;
  result.status = answer.status;
  result.repairs = answer.repairs;
  result.by_lemke = answer.by_lemke;
  if (answer.status == Status::penetrating) return result;
  result.squared_distance = reduced(answer.nearest.square, answer.nearest.divisor, 2L * bodies.a.unit());
  if (options.points) {
    result.point_a = coordinates(exact::witness_in_world(bodies, answer, false));
    result.point_b = coordinates(exact::witness_in_world(bodies, answer, true));
  }
  return result;
}

}  // namespace clearance

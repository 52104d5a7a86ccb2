#include "clearance/exact.hpp"

#include <cstring>
#include <utility>

#include "exact/solver.hpp"

namespace clearance {
namespace {

using exact::Integer;

std::string decimal(const Integer& value) {
  mpz_t room;
  mpz_srcptr const z = value.view(room);
  std::string digits(mpz_sizeinbase(z, 10) + 2, '\0');  // a sign, and a zero at the end
  mpz_get_str(digits.data(), 10, z);
  digits.resize(std::strlen(digits.c_str()));
  return digits;
}

/// For results of GMP's functions.
class Scratch {
 public:
  Scratch() { mpz_init(value_); }
  ~Scratch() { mpz_clear(value_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  mpz_ptr get() { return value_; }

 private:
  mpz_t value_;
};

/// The reduced fraction numerator / denominator 2^exponent; the denominator is positive. What divides both divides
/// `shared`, too, if that is not zero.
Fraction reduced(Integer numerator, Integer denominator, long exponent, const Integer& shared = {}) {
  if (sign(numerator) == 0) return {"0", "1"};
  // Powers of two first, which costs nothing: the divisor of what is left is smaller.
  exponent += make_odd(numerator) - make_odd(denominator);
  if (!is_one(denominator)) {
    Scratch common;
    mpz_t n, d, s;
    if (sign(shared) != 0) mpz_gcd(common.get(), shared.view(s), denominator.view(d));
    if (sign(shared) == 0 || mpz_cmp_ui(common.get(), 1) != 0) {
      mpz_gcd(common.get(), numerator.view(n), denominator.view(d));
      Scratch quotient;
      mpz_divexact(quotient.get(), numerator.view(n), common.get());
      numerator = Integer::from(quotient.get());
      mpz_divexact(quotient.get(), denominator.view(d), common.get());
      denominator = Integer::from(quotient.get());
    }
  }
  shift(exponent >= 0 ? numerator : denominator, exponent >= 0 ? exponent : -exponent);
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
  exact::Answer answer = exact::solve(bodies, exact::propose_start(bodies, a, pose_a, b, pose_b));
  ExactResult result;
  result.status = answer.status;
  result.repairs = answer.repairs;
  result.by_lemke = answer.by_lemke;
  if (answer.status == Status::penetrating) return result;
  result.squared_distance = reduced(std::move(answer.nearest.square), std::move(answer.nearest.divisor),
                                    2L * bodies.a.unit(), answer.nearest.shared);
  if (options.points) {
    result.point_a = coordinates(exact::witness_in_world(bodies, answer, false));
    result.point_b = coordinates(exact::witness_in_world(bodies, answer, true));
  }
  return result;
}

}  // namespace clearance

#include "clearance/exact.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
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

/// A number of 64 bits or more, times 2^exponent, rounded down or up to a double.
double rounded(mpz_srcptr value, long exponent, bool up) {
  if (mpz_sgn(value) == 0) return up ? std::numeric_limits<double>::denorm_min() : 0.0;
  long own = 0;
  const double mantissa = mpz_get_d_2exp(&own, value);  // towards zero, in [1/2, 1)
  const long total = own + exponent;
  if (total > 1024) return up ? HUGE_VAL : std::numeric_limits<double>::max();
  if (total < -1020) {  // next to the subnormal numbers, where scaling rounds
    const double at = std::ldexp(mantissa, static_cast<int>(std::max(total, -2000L)));
    return up ? std::nextafter(at, HUGE_VAL) : std::fmax(std::nextafter(at, 0.0), 0.0);
  }
  const double at = std::ldexp(mantissa, static_cast<int>(total));
  return up ? std::nextafter(at, HUGE_VAL) : at;
}

/// The root of square / divisor times 4^unit, enclosed.
void set_bounds(ExactResult& result, const Integer& square, const Integer& divisor, long unit) {
  mpz_t s, d;
  mpz_srcptr const numerator = square.view(s), denominator = divisor.view(d);
  const long excess =
      static_cast<long>(mpz_sizeinbase(numerator, 2)) - static_cast<long>(mpz_sizeinbase(denominator, 2));
  const long shift = std::max(0L, 80 - excess / 2);  // so that the root has some 80 bits
  Scratch scaled, quotient, remainder, root, rest;
  mpz_mul_2exp(scaled.get(), numerator, static_cast<mp_bitcnt_t>(2 * shift));
  mpz_fdiv_qr(quotient.get(), remainder.get(), scaled.get(), denominator);
  mpz_sqrtrem(root.get(), rest.get(), quotient.get());
  const bool exact = mpz_sgn(remainder.get()) == 0 && mpz_sgn(rest.get()) == 0;
  result.lower = rounded(root.get(), unit - shift, false);
  if (exact && mpz_sizeinbase(root.get(), 2) - mpz_scan1(root.get(), 0) <= 53 && result.lower >= 0x1p-1000 &&
      result.lower < std::numeric_limits<double>::max()) {
    result.upper = result.lower;
    return;
  }
  mpz_add_ui(root.get(), root.get(), 1);
  result.upper = rounded(root.get(), unit - shift, true);
}

/// A depth that hulls of points cannot be short of if they overlap. The difference has vertices that are integers of at
/// most k bits, in 2^unit. A face through three of them has a normal n = e x f of edges, |n| <= 12 4^k, and n . p of
/// its distance |n . p| / |n| from the origin is an integer other than zero.
double least_depth(const exact::Bodies& bodies) {
  if (!bodies.a.has_integer_points() || !bodies.b.has_integer_points()) return 0.0;
  const long bits = std::max(bodies.a.world_bits(), bodies.b.world_bits()) + 1L;
  const long exponent = bodies.a.unit() - 2 * bits - 4;
  return exponent >= -1074 && exponent <= 0 ? std::ldexp(1.0, static_cast<int>(exponent)) : 0.0;
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
  if (answer.status == Status::penetrating) {
    result.lower = -HUGE_VAL;
    result.upper = -least_depth(bodies);
    return result;
  }
  if (answer.status == Status::separated)
    set_bounds(result, answer.nearest.square, answer.nearest.divisor, bodies.a.unit());
  result.squared_distance = reduced(std::move(answer.nearest.square), std::move(answer.nearest.divisor),
                                    2L * bodies.a.unit(), answer.nearest.shared);
  if (options.points) {
    result.point_a = coordinates(exact::witness_in_world(bodies, answer, false));
    result.point_b = coordinates(exact::witness_in_world(bodies, answer, true));
  }
  return result;
}

void follow(Result& result, const ExactResult& exact) {
  if (!result.has_distance()) return;
  result.lower = std::max(result.lower, exact.lower);
  result.upper = std::min(result.upper, exact.upper);
  result.distance = std::clamp(result.distance, result.lower, result.upper);
  result.status = result.lower > 0.0 ? Status::separated : result.upper < 0.0 ? Status::penetrating : Status::touching;
  if (exact.status != Status::penetrating && result.ending == Ending::iteration_limit)
    result.ending = Ending::converged;
}

}  // namespace clearance

#include "proof/ellipsoid_depth.hpp"

#include <cmath>

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;

/// The two ellipsoids along a direction: what the argument is about.
struct Station {
  Station(const Pair& pair, const V3& direction)
      : a(ellipsoid_form(pair.a)),
        b(ellipsoid_form(pair.b)),
        n(direction * (1.0 / norm(direction))),
        alpha(norm(a * n)),
        beta(norm(b * n)),
        u(a * n * (alpha > 0.0 ? 1.0 / alpha : 0.0)),
        v(b * n * (beta > 0.0 ? 1.0 / beta : 0.0)) {
    const V3 c = pair.offset + ellipsoid_centre(pair.b) - ellipsoid_centre(pair.a);
    const V3 w = c - transposed_times(a, u) - transposed_times(b, v);
    f = dot(c, n) - alpha - beta;
    slope = norm(w - n * dot(n, w));
  }
  M3 a, b;  // A', B'
  V3 n;
  double alpha, beta;  // |A'n|, |B'n|
  V3 u, v;
  double f, slope;  // minus the candidate for the depth; the residue of the search
};

}  // namespace

M3 ellipsoid_form(const Body& body) {
  if (body.kind == Kind::point) return {V3(0, 0, 0), V3(0, 0, 0), V3(0, 0, 0)};
  const M3 columns = body.map.transposed();
  const V3& size = body.core->size;
  return {columns.r0 * size.x, columns.r1 * size.y, columns.r2 * size.z};
}

V3 ellipsoid_centre(const Body& body) { return body.kind == Kind::point ? body.map * body.ends[0] : V3(0, 0, 0); }

CoreUpper ellipsoid_depth(const Pair& pair, const V3& n) {
  const Station here(pair, n);
  // Where the square of a length has lost digits, its vector has no direction.
  const auto has_direction = [](double length) { return length == 0.0 || length > tiny_length; };
  if (!has_direction(here.alpha) || !has_direction(here.beta) || here.alpha + here.beta == 0.0) return {};
  const V3 s = any_perpendicular(here.n), t = cross(here.n, s);
  const V3 u1 = any_perpendicular(here.u), u2 = cross(here.u, u1);
  M3 inner = here.alpha > 0.0 ? here.a : here.b;
  if (here.alpha > 0.0 && here.beta > 0.0) {
    const V3 v1 = any_perpendicular(here.v), v2 = cross(here.v, v1);
    const V3 a_s = here.a * s, a_t = here.a * t, b_s = here.b * s, b_t = here.b * t;
    const double g11 = dot(u1, a_s), g12 = dot(u1, a_t), g21 = dot(u2, a_s), g22 = dot(u2, a_t);
    const double k11 = dot(v1, b_s), k12 = dot(v1, b_t), k21 = dot(v2, b_s), k22 = dot(v2, b_t);
    // Of G + F K over rotations or reflections F the largest |det|: that of trace(K adj(G) F).
    const double det_g = g11 * g22 - g12 * g21, det_k = k11 * k22 - k12 * k21;
    const double sign = det_g < 0.0 ? -1.0 : 1.0, flip = det_g * det_k < 0.0 ? -1.0 : 1.0;
    const double n11 = k11 * g22 - k12 * g21, n12 = k12 * g11 - k11 * g12;
    const double n21 = flip * (k21 * g22 - k22 * g21), n22 = flip * (k22 * g11 - k21 * g12);
    const double along = sign * (n11 + n22), across = sign * (n12 - n21);
    const double length = std::sqrt(along * along + across * across);
    const double cosine = length > 0.0 ? along / length : 1.0, sine = length > 0.0 ? across / length : 0.0;
    const V3 b_v = transposed_times(here.b, here.v), b_1 = transposed_times(here.b, v1);
    const V3 b_2 = transposed_times(here.b, v2) * flip;
    const V3 to_1 = b_1 * cosine - b_2 * sine, to_2 = b_1 * sine + b_2 * cosine;
    const auto row = [&](const V3& r, double x, double x1, double x2) { return r + b_v * x + to_1 * x1 + to_2 * x2; };
    inner = {row(here.a.r0, here.u.x, u1.x, u2.x), row(here.a.r1, here.u.y, u1.y, u2.y),
             row(here.a.r2, here.u.z, u1.z, u2.z)};
  }

  // M'M - kappa I by elimination: positive pivots prove it positive definite to a few roundings of its trace.
  const M3 columns = inner.transposed();
  const double xx = norm_sq(columns.r0), yy = norm_sq(columns.r1), zz = norm_sq(columns.r2);
  const double xy = dot(columns.r0, columns.r1), xz = dot(columns.r0, columns.r2), yz = dot(columns.r1, columns.r2);
  const auto exceeds = [&](double kappa) {
    const double p = xx - kappa;
    if (!(p > 0.0)) return false;
    const double q = yy - kappa - xy * (xy / p), r = yz - xy * (xz / p);
    return q > 0.0 && zz - kappa - xz * (xz / p) - r * (r / q) > 0.0;
  };
  const double depth = -here.f, needed = depth * (here.alpha + here.beta);
  const double rounding = 32.0 * unit_roundoff * (xx + yy + zz);
  double lost = here.slope + 128.0 * unit_roundoff * pair.size;
  if (!exceeds(needed + rounding)) {  // equality, for concentric ellipsoids say
    const double less = needed - 8.0 * rounding;
    if (!(less > rounding) || !exceeds(less)) return {};
    lost += 4.0 * depth * (9.0 * rounding / (less - rounding));
  }
  return depth > lost ? CoreUpper(Prover(), -(depth - lost)) : CoreUpper();
}

}  // namespace clearance::detail

#include "proof/length_cell.hpp"

#include <cmath>

namespace clearance::detail {

void add_length(LengthCell& sum, const EllipsoidForm& form, const LengthFrame& at) {
  const V3 q = form(at.middle), q1 = form(at.step1), q2 = form(at.step2);
  const double length = norm(q), d = sum.d(), w = sum.w();
  if (!(length > tiny_length)) return;  // its square may have lost digits; no length is below zero
  const double inverse = 1.0 / length;
  const V3 v = q * inverse;
  const double s1 = dot(v, q1), s2 = dot(v, q2);
  const V3 p1 = q1 - v * s1, p2 = q2 - v * s2;
  const double p11 = norm_sq(p1), p12 = dot(p1, p2), p22 = norm_sq(p2);
  const double length1 = std::sqrt(p11), length2 = std::sqrt(p22), across = d * length1 + w * length2;
  double most = length + d * std::fabs(s1) + w * std::fabs(s2), bow = 0.0;
  if (at.bent) {
    const V3 inner = form(at.inner);
    const double s = dot(v, inner), third = d * d * d / 6.0, second = 0.5 * d * d;
    bow = second * norm(inner - v * s) + third * length1;
    most += second * std::fabs(s) + third * std::fabs(s1);
    sum.out += s;
  }
  const double aside = across + bow;
  const double mean = most + std::fmin(0.5 * aside, 0.25 * aside * (aside / most)), factor = 1.0 / mean;
  sum.f += length;
  sum.g1 += s1;
  sum.g2 += s2;
  sum.h11 += p11 * factor;
  sum.h12 += p12 * factor;
  sum.h22 += p22 * factor;
  sum.bend11 += p11 * inverse;
  sum.bend12 += p12 * inverse;
  sum.bend22 += p22 * inverse;
  sum.lost += across * bow * factor;
  sum.by_d = std::fmax(sum.by_d, d * norm(q1) * factor);
  sum.by_w = std::fmax(sum.by_w, w * norm(q2) * factor);
}

namespace {

/// Adds the support value of a disc of directions (x, y); at its centre, where that has no slope, what it has along the
/// middle of the cell.
void add_disc(LengthCell& sum, double radius, const EndCell& cell, const LengthFrame& at) {
  if (at.middle.x != 0.0 || at.middle.y != 0.0)
    return add_length(sum, {{radius, 0.0, 0.0}, {0.0, radius, 0.0}, {0.0, 0.0, 0.0}}, at);
  const double length = std::sqrt(cell.x * cell.x + cell.y * cell.y);
  if (!(length > tiny_length)) return;
  sum.g1 += radius * (cell.x / length);
  sum.g2 += radius * (cell.y / length);
}

}  // namespace

EndLook look_at_end(const RoundPair& pair, const EndCell& cell, const QuadraticCell::Place& from_middle,
                    double target) {
  constexpr double more = 1.0 + rounded_cell;
  const double d = cell.d * more + rounded_cell * (1.0 + std::fabs(cell.x)),
               w = cell.w * more + rounded_cell * (1.0 + std::fabs(cell.y));
  EndLook look{{{-d - from_middle.x, d - from_middle.x, -w - from_middle.y, w - from_middle.y}},
               {cell.x + from_middle.x, cell.y + from_middle.y, cell.up},
               0.0};
  LengthCell& sum = look.sum;
  const LengthFrame at{look.at, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, false};
  if (pair.has_rims) {
    const Rim& rim = pair.rims[cell.up > 0.0 ? 0 : 1];
    if (rim.radius > 0.0) add_disc(sum, rim.radius, cell, at);
    sum.f += rim.along * cell.up;
  } else {
    add_length(sum, pair.first, at);
  }
  add_length(sum, pair.second, at);
  sum.f -= dot(pair.offset, look.at);
  sum.g1 -= pair.offset.x;
  sum.g2 -= pair.offset.y;
  const double length = look.length = norm(look.at), n1 = look.at.x / length, n2 = look.at.y / length;
  const double kept = length - sum.d() * std::fabs(n1) - sum.w() * std::fabs(n2);
  const double bend = target / kept, curve = target / length;
  sum.f -= target * length;
  sum.g1 -= target * n1;
  sum.g2 -= target * n2;
  sum.h11 -= bend * (1.0 - n1 * n1);
  sum.h12 += bend * n1 * n2;
  sum.h22 -= bend * (1.0 - n2 * n2);
  sum.bend11 -= curve * (1.0 - n1 * n1);
  sum.bend12 += curve * n1 * n2;
  sum.bend22 -= curve * (1.0 - n2 * n2);
  if (!(kept > 0.0)) sum.lost = HUGE_VAL;
  return look;
}

}  // namespace clearance::detail

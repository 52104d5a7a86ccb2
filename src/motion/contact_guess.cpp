#include "motion/contact_guess.hpp"

#include <algorithm>
#include <cmath>

#include "motion/box_meeting.hpp"

namespace clearance::detail {

namespace {

constexpr double never = HUGE_VAL;

/// Of a point that moves along a ray, which begins at p and goes by d, the share at which it is r from q; never, if it
/// does not come so near.
double meets_ball(const V3& p, const V3& d, const V3& q, double r) {
  const V3 from = p - q;
  const double dd = norm_sq(d), along = dot(from, d), inside = norm_sq(from) - r * r;
  const double root = along * along - dd * inside;
  return root >= 0.0 && along < 0.0 ? inside / (std::sqrt(root) - along) : never;
}

/// The same for a segment from q by e.
double meets_capsule(const V3& p, const V3& d, const V3& q, const V3& e, double r) {
  double first = meets_ball(p, d, q, r);
  const double ee = norm_sq(e);
  if (!(ee > 0.0)) return first;
  first = std::min(first, meets_ball(p, d, q + e, r));
  // Across the segment it is a ball again; what it meets there counts between the ends.
  const V3 from = p - q, across = d - e * (dot(d, e) / ee), off = from - e * (dot(from, e) / ee);
  const double share = meets_ball(off, across, V3(0, 0, 0), r);
  const double at = (dot(from, e) + share * dot(d, e)) / ee;
  return at >= 0.0 && at <= 1.0 ? std::min(first, share) : first;
}

/// Two points or segments, swept by spheres: a ray that meets the parallelogram of their difference, swept by one.
double of_segments(const ShiftedPair& pair, const V3& apart, double margin) {
  const Core &a = pair.core_a(), &b = pair.core_b();
  const M3 turn_a(pair.pose_a().rotation()), turn_b(pair.pose_b(pair.begin()).rotation());
  const auto ends = [](const Core& core) { return core.kind == Kind::point ? core.ends[0] : core.ends[1]; };
  const V3 a0 = turn_a * a.ends[0] * a.unit, a1 = turn_a * ends(a) * a.unit;
  const V3 b0 = turn_b * b.ends[0] * b.unit, b1 = turn_b * ends(b) * b.unit;
  const double r = a.radius * a.unit + b.radius * b.unit + margin;
  const V3 p = -apart, d = -pair.change(), q = b0 - a0, e = b1 - b0, f = a0 - a1, n = cross(e, f);
  double first = std::min(meets_capsule(p, d, q, e, r), meets_capsule(p, d, q, f, r));
  const double nn = norm_sq(n);
  if (!(nn > 0.0)) return first;
  first = std::min({first, meets_capsule(p, d, q + f, e, r), meets_capsule(p, d, q + e, f, r)});
  const double height = dot(n, p - q), speed = dot(n, d), reach = std::copysign(r * std::sqrt(nn), height);
  const double share = (reach - height) / speed;
  if (!(share >= 0.0)) return first;
  const V3 at = p + d * share - q;
  const double of_e = dot(cross(at, f), n) / nn, of_f = dot(cross(e, at), n) / nn;
  return of_e >= 0.0 && of_e <= 1.0 && of_f >= 0.0 && of_f <= 1.0 ? std::min(first, share) : first;
}

double of_boxes(const ShiftedPair& pair, const V3& apart, double margin, PairState& start) {
  const M3 turn_a(pair.pose_a().rotation()), turn_b(pair.pose_b(pair.begin()).rotation());
  const M3 map = transposed_times(turn_a, turn_b);
  const V3 shift = transposed_times(turn_a, apart), change = transposed_times(turn_a, pair.change());
  BoxMeeting boxes(pair.core_a(), pair.core_b());
  boxes.place(map, shift);
  const double radii = pair.core_a().radius * pair.core_a().unit + pair.core_b().radius * pair.core_b().unit;
  const double share = boxes.meeting(change, margin + radii);
  if (!(share > 0.0 && share < 1.0)) return share;
  boxes.place(map, shift + change * share);
  boxes.spot(boxes.normal(), &start);
  return share;
}

}  // namespace

double guess_contact(const ShiftedPair& pair, double margin, PairState& start) {
  const auto straight = [](const Core& core) { return core.kind == Kind::point || core.kind == Kind::segment; };
  const Core &a = pair.core_a(), &b = pair.core_b();
  const V3 apart = pair.between(pair.begin()) + pair.centres();
  double share = -1.0;
  if (straight(a) && straight(b))
    share = of_segments(pair, apart, margin);
  else if (BoxMeeting::applies(a, b))
    share = of_boxes(pair, apart, margin, start);
  if (!(share > 0.0 && share < HUGE_VAL)) return pair.begin() - (pair.end() - pair.begin());
  return pair.begin() + share * (pair.end() - pair.begin());
}

}  // namespace clearance::detail

#pragma once

// Two boxes that overlap, by separating axes: Gottschalk, Lin and Manocha, "OBBTree", 1996. The direction along which
// they overlap least is the normal, and its two features hold the witness points.

#include "proof/box_axes.hpp"
#include "proof/plain_depth.hpp"
#include "solvers/fast/settle.hpp"

namespace clearance::detail {

/// A witness: points in local coordinates, how far they are from being along the normal, and the corners they are on.
struct BoxWitness {
  V3 at_a, at_b;
  std::array<int, 3> vertex_a, vertex_b;
  int corners_a, corners_b;
};

/// Edges that rise along the normal by less than this, relative to the size of the pair, lie in the feature.
inline constexpr double level_edge = 0x1p-48;
/// Directions that are as good as the best one, relative to the size of the pair.
inline constexpr double same_depth = 0x1p-48;
/// How far witness points may be off, relative to the size of the pair: good, and as good as it has to be.
inline constexpr double good_witness = 0x1p-45, fair_witness = 0x1p-42;

/// A box about the origin with a face that holds the point, and another box, by its middle and its half edges: the
/// middle of the part of its lowest feature that is above the face. `up`: along an axis of the first box, out of it.
struct FaceContact {
  V3 half;
  int axis;
  double sign;
  V3 middle;
  std::array<V3, 3> edge;

  static double part(const V3& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

  /// A place in the feature, by how much of the free edges goes into it.
  struct Place {
    double u, v;
    std::array<double, 2> share;
  };

  /// Cuts what is not within +-limit along u (or v) off a polygon.
  template <bool of_u>
  static int cut(const std::array<Place, 8>& from, int count, double limit, double side, std::array<Place, 8>& to) {
    int kept = 0;
    const auto beyond = [&](const Place& p) { return (of_u ? p.u : p.v) * side - limit; };
    for (int i = 0; i < count; ++i) {
      const Place &p = from[static_cast<std::size_t>(i)], &q = from[static_cast<std::size_t>((i + 1) % count)];
      const double at_p = beyond(p), at_q = beyond(q);
      if (at_p <= 0.0 && kept < 8) to[static_cast<std::size_t>(kept++)] = p;
      if ((at_p <= 0.0) != (at_q <= 0.0) && kept < 8) {
        const double f = at_p / (at_p - at_q);
        to[static_cast<std::size_t>(kept++)] = {
            p.u + (q.u - p.u) * f,
            p.v + (q.v - p.v) * f,
            {p.share[0] + (q.share[0] - p.share[0]) * f, p.share[1] + (q.share[1] - p.share[1]) * f}};
      }
    }
    return kept;
  }

  /// Sets how much of each edge, from -1 to 1; returns how many are free.
  int lowest(double level, std::array<double, 3>& share, std::array<int, 2>& free) const {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    int count = 0;
    double at_u = part(middle, u), at_v = part(middle, v);
    for (int k = 0; k < 3; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const double rise = part(edge[i], axis) * sign;
      if (std::fabs(rise) <= level && count < 2) {
        free[static_cast<std::size_t>(count++)] = k;
        share[i] = 0.0;
      } else {
        share[i] = rise > 0.0 ? -1.0 : 1.0;
        at_u += part(edge[i], u) * share[i];
        at_v += part(edge[i], v) * share[i];
      }
    }
    if (count == 0) return 0;
    const V3 first = edge[static_cast<std::size_t>(free[0])],
             second = count == 2 ? edge[static_cast<std::size_t>(free[1])] : V3(0, 0, 0);
    const auto place = [&](double s, double t) {
      return Place{
          at_u + part(first, u) * s + part(second, u) * t, at_v + part(first, v) * s + part(second, v) * t, {s, t}};
    };
    std::array<Place, 8> polygon{place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)}, other;
    int corners = count == 2 ? 4 : 2;
    if (count == 1) polygon[1] = place(1, -1);
    corners = cut<true>(polygon, corners, part(half, u), 1.0, other);
    corners = cut<true>(other, corners, part(half, u), -1.0, polygon);
    corners = cut<false>(polygon, corners, part(half, v), 1.0, other);
    corners = cut<false>(other, corners, part(half, v), -1.0, polygon);
    double s = 0.0, t = 0.0;
    for (int i = 0; i < corners; ++i) {
      s += polygon[static_cast<std::size_t>(i)].share[0];
      t += polygon[static_cast<std::size_t>(i)].share[1];
    }
    const double inverse = corners > 0 ? 1.0 / corners : 0.0;
    share[static_cast<std::size_t>(free[0])] = std::clamp(s * inverse, -1.0, 1.0);
    if (count == 2) share[static_cast<std::size_t>(free[1])] = std::clamp(t * inverse, -1.0, 1.0);
    return count;
  }
};

[[gnu::always_inline]] inline int corner_of_shares(const std::array<double, 3>& share) {
  return (share[0] > 0.0 ? 1 : 0) | (share[1] > 0.0 ? 2 : 0) | (share[2] > 0.0 ? 4 : 0);
}

/// Three corners of a face, along or against an axis.
[[gnu::always_inline]] inline std::array<int, 3> corners_of_face(int axis, bool positive) {
  const int base = positive ? 1 << axis : 0, u = 1 << ((axis + 1) % 3), v = 1 << ((axis + 2) % 3);
  return {base, base | u, base | v};
}

/// On a face of one box and the lowest feature of the other. `swapped`: the face is one of b.
inline void face_witness(const PlainPair& pair, const BoxAxes& axes, const Core& a, const Core& b, int direction,
                         BoxWitness& w) {
  const bool of_a = direction < 3;
  const int axis = direction % 3;
  const V3 n = axes.normal(direction);
  FaceContact contact;
  contact.axis = axis;
  const V3 &ha = a.size, &hb = b.size;
  if (of_a) {
    contact.half = ha;
    contact.sign = FaceContact::part(n, axis) > 0.0 ? 1.0 : -1.0;
    contact.middle = pair.shift;
    contact.edge = {axes.column(0) * hb.x, axes.column(1) * hb.y, axes.column(2) * hb.z};
  } else {  // the same seen from b, in its local coordinates
    const double shrink = 1.0 / (pair.factor_b * pair.factor_b);
    contact.half = hb;
    contact.sign = dot(n, axes.column(axis)) > 0.0 ? -1.0 : 1.0;
    contact.middle = transposed_times(pair.map, -pair.shift) * shrink;
    contact.edge = {pair.map.r0 * (ha.x * shrink), pair.map.r1 * (ha.y * shrink), pair.map.r2 * (ha.z * shrink)};
  }
  std::array<double, 3> share;
  std::array<int, 2> free{};
  const double level = level_edge * pair.size * (of_a ? 1.0 : 1.0 / pair.factor_b);
  const int count = contact.lowest(level, share, free);
  const V3 on_feature =
      contact.middle + contact.edge[0] * share[0] + contact.edge[1] * share[1] + contact.edge[2] * share[2];
  const V3& h = of_a ? hb : ha;
  const V3 in_other(share[0] * h.x, share[1] * h.y, share[2] * h.z);
  V3 on_face = on_feature;
  (axis == 0 ? on_face.x : axis == 1 ? on_face.y : on_face.z) = contact.sign * FaceContact::part(contact.half, axis);
  std::array<int, 3> corner{};
  corner[0] = corner_of_shares(share);
  for (int i = 0; i < count; ++i)
    corner[static_cast<std::size_t>(i) + 1] = corner[0] ^ 1 << free[static_cast<std::size_t>(i)];
  w.at_a = of_a ? on_face : in_other;
  w.at_b = of_a ? in_other : on_face;
  (of_a ? w.vertex_a : w.vertex_b) = corners_of_face(axis, contact.sign > 0.0);
  (of_a ? w.vertex_b : w.vertex_a) = corner;
  (of_a ? w.corners_a : w.corners_b) = 3;
  (of_a ? w.corners_b : w.corners_a) = count + 1;
}

/// On an edge of each box, moved apart by as much as they overlap: the nearest points of two segments.
inline void edge_witness(const PlainPair& pair, const BoxAxes& axes, const Core& a, const Core& b, int direction,
                         double apart, BoxWitness& w) {
  const int i = (direction - BoxAxes::faces) % 3, j = (direction - BoxAxes::faces) / 3;
  V3 n = axes.normal(direction);
  n = n * (1.0 / norm(n));
  const V3 &ha = a.size, &hb = b.size;
  std::array<double, 3> of_a{n.x > 0.0 ? 1.0 : -1.0, n.y > 0.0 ? 1.0 : -1.0, n.z > 0.0 ? 1.0 : -1.0}, of_b;
  for (int k = 0; k < 3; ++k) of_b[static_cast<std::size_t>(k)] = dot(n, axes.column(k)) > 0.0 ? -1.0 : 1.0;
  of_a[static_cast<std::size_t>(i)] = of_b[static_cast<std::size_t>(j)] = 0.0;
  const V3 x(of_a[0] * ha.x, of_a[1] * ha.y, of_a[2] * ha.z);
  const V3 y = pair.shift + axes.column(0) * (of_b[0] * hb.x) + axes.column(1) * (of_b[1] * hb.y) +
               axes.column(2) * (of_b[2] * hb.z) - n * apart;
  const V3 d = i == 0 ? V3(ha.x, 0, 0) : i == 1 ? V3(0, ha.y, 0) : V3(0, 0, ha.z);
  const V3 e = axes.column(j) * FaceContact::part(hb, j), between = y - x;
  const double dd = norm_sq(d), ee = norm_sq(e), de = dot(d, e), dr = dot(d, between), er = dot(e, between);
  const double det = norm_sq(cross(d, e));
  const double start = det > 0.0 ? std::clamp((dr * ee - er * de) / det, -1.0, 1.0) : 0.0;
  const double t = ee > 0.0 ? std::clamp((start * de - er) / ee, -1.0, 1.0) : 0.0;
  const double s = dd > 0.0 ? std::clamp((dr + t * de) / dd, -1.0, 1.0) : 0.0;
  const int from_a = corner_of_shares(of_a), from_b = corner_of_shares(of_b);
  w.vertex_a = {from_a, from_a | 1 << i, 0};
  w.vertex_b = {from_b, from_b | 1 << j, 0};
  w.corners_a = w.corners_b = 2;
  of_a[static_cast<std::size_t>(i)] = s;
  of_b[static_cast<std::size_t>(j)] = t;
  w.at_a = V3(of_a[0] * ha.x, of_a[1] * ha.y, of_a[2] * ha.z);
  w.at_b = V3(of_b[0] * hb.x, of_b[1] * hb.y, of_b[2] * hb.z);
}

/// The answer for two boxes that overlap. False if they may be apart, or if only the careful lane knows.
[[gnu::noinline]] inline bool box_overlap(FastQuery query, const PlainPair& pair, Result& r) {
  BoxAxes axes(pair, query.a, query.b);
  if (!axes.overlap()) return false;
  axes.look_at_edges();
  const CoreUpper depth = axes.depth();
  if (!depth.overlap()) return false;
  if (!query.options.penetration) return overlap_alone(r, pair, depth, Method::closed_form, 0);
  const Body a = plain_body<Kind::box>(query.a), b = plain_body<Kind::box>(query.b);
  BoxWitness w, other;
  Member at_a, at_b;
  double least = HUGE_VAL;
  int chosen = -1;
  for (int i = 0; i < BoxAxes::directions && !(least <= good_witness * pair.size); ++i) {
    if (!(axes.apart(i) >= depth.value() - same_depth * pair.size)) continue;
    if (i < BoxAxes::faces)
      face_witness(pair, axes, query.a, query.b, i, other);
    else
      edge_witness(pair, axes, query.a, query.b, i, axes.apart(i), other);
    const Member in_a = Members::in_box(a, other.at_a), in_b = Members::in_box(b, other.at_b);
    const V3 n = axes.normal(i), along = n * (axes.apart(i) / norm(n));
    const V3 off = vector_of(PlainSpots::of(pair, in_a, in_b).between()) - along;
    const double miss = norm(off);
    if (miss < least) {
      least = miss;
      chosen = i;
      w = other;
      at_a = in_a;
      at_b = in_b;
    }
  }
  if (!(least <= fair_witness * pair.size)) return false;
  const CoreLower slab = axes.slab(chosen);
  bound_overlap(r, pair, slab, depth);
  if (r.status != Status::penetrating) return false;
  V3 n = axes.normal(chosen);
  n = n * (1.0 / norm(n));
  if (!give_in_frame(query, pair, lanes_of(n), PlainSpots::of(pair, at_a, at_b), slab.value(), r)) return false;
  r.feature_a = feature_of<Kind::box>(query.a, w.vertex_a, w.corners_a);
  r.feature_b = feature_of<Kind::box>(query.b, w.vertex_b, w.corners_b);
  r.ending = Ending::converged;
  r.method = Method::closed_form;
  r.iterations = 0;
  if (query.memory != nullptr) {
    query.memory->direction = n;
    query.memory->count = 0;
    query.memory->surface.corners = 1;  // none, but an overlap
  }
  return true;
}

}  // namespace clearance::detail

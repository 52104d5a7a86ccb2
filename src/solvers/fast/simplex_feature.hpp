#pragma once

// The sub-problem of GJK without roots and, but for ties, without divisions: which vertex, edge or face of a simplex
// the origin is nearest to. Only features of the newest corner are looked at: the others had their turn before it came.

#include <cmath>

#include "numeric/vector.hpp"

namespace clearance::detail {

/// A point w of the difference, and the vertices of a and b that it is made of.
struct Corner {
  V3 w;
  int a = -1, b = -1;
};

/// One to three corners, p, then q, then s; separate variables, which stay in registers.
struct Triangle {
  Corner p, q, s;
  int count = 0;
  bool has(int a, int b) const {
    return ((p.a == a) & (p.b == b)) | ((q.a == a) & (q.b == b) & (count > 1)) |
           ((s.a == a) & (s.b == b) & (count > 2));
  }
};

/// Where the nearest point of a vertex, edge or face is. `direction` is along that point, and the distance is height /
/// sqrt(length_sq). The weights of p and q are share / whole; that of the last corner is the rest.
struct Foot {
  V3 direction;
  double height, length_sq;
  double share_p, share_q, whole;
  double rank() const { return height * height / length_sq; }
};

[[gnu::always_inline]] inline Foot foot_at(const V3& c) {
  const double square = norm_sq(c);
  return {c, square, square, 1.0, 0.0, 1.0};
}

/// On the edge from a to c, e = a - c.
[[gnu::always_inline]] inline Foot foot_on_edge(const V3& c, const V3& e, double along, double length_sq) {
  const V3 direction = c * length_sq + e * along;
  return {direction, dot(direction, c), norm_sq(direction), along, 0.0, length_sq};
}

/// In the face of normal n.
[[gnu::always_inline]] inline Foot foot_in_face(const V3& c, const V3& n, double share_a, double share_b) {
  const double height = dot(n, c), length_sq = norm_sq(n);
  return {height < 0.0 ? -n : n, std::fabs(height), length_sq, share_a, share_b, length_sq};
}

/// The edge from a to the newest corner c. Beyond c, it is c; a had its turn.
[[gnu::always_inline]] inline Foot newest_edge(const Corner& a, const Corner& c, Triangle& t) {
  const V3 e = a.w - c.w;
  const double along = -dot(c.w, e);
  if (along > 0.0) {
    t.p = a;
    t.q = c;
    t.count = 2;
    return foot_on_edge(c.w, e, along, norm_sq(e));
  }
  t.p = c;
  t.count = 1;
  return foot_at(c.w);
}

[[gnu::always_inline]] inline Foot newest_face(const Corner& a, const Corner& b, const Corner& c, Triangle& t) {
  const V3 u = a.w - c.w, v = b.w - c.w, n = cross(u, v);
  const double share_a = dot(cross(n, v), c.w), share_b = dot(cross(u, n), c.w);
  const bool beyond_a = !(share_b > 0.0), beyond_b = !(share_a > 0.0);
  if (!beyond_a && !beyond_b) {
    t = {a, b, c, 3};
    return foot_in_face(c.w, n, share_a, share_b);
  }
  if (!beyond_b) return newest_edge(a, c, t);
  if (!beyond_a) return newest_edge(b, c, t);
  Triangle other;
  const Foot first = newest_edge(a, c, t), second = newest_edge(b, c, other);
  if (!(second.rank() < first.rank())) return first;
  t = other;
  return second;
}

/// The faces of a tetrahedron about its newest corner d. False: the origin is inside.
[[gnu::always_inline]] inline bool newest_faces(const Corner& a, const Corner& b, const Corner& c, const Corner& d,
                                                Triangle& t, Foot& foot) {
  const V3 u = a.w - d.w, v = b.w - d.w, w = c.w - d.w;
  const V3 uv = cross(u, v), vw = cross(v, w), wu = cross(w, u);
  const double sign = dot(uv, w) < 0.0 ? -1.0 : 1.0;
  const bool beyond_uv = !(dot(uv, d.w) * sign < 0.0), beyond_wu = !(dot(wu, d.w) * sign < 0.0),
             beyond_vw = !(dot(vw, d.w) * sign < 0.0);
  if (!beyond_uv && !beyond_wu && !beyond_vw) return false;
  foot.height = HUGE_VAL;
  foot.length_sq = 1.0;
  const auto consider = [&](const Corner& first, const Corner& second) {
    Triangle other;
    const Foot found = newest_face(first, second, d, other);
    if (found.rank() < foot.rank()) {
      foot = found;
      t = other;
    }
  };
  if (beyond_uv) consider(a, b);
  if (beyond_wu) consider(a, c);
  if (beyond_vw) consider(b, c);
  return foot.height < HUGE_VAL;
}

/// Adds a corner and keeps those that the nearest point is made of. False: the origin is inside, nothing is changed.
[[gnu::always_inline]] inline bool add_corner(Triangle& t, const Corner& c, Foot& foot) {
  const Triangle old = t;
  if (old.count == 1) {
    foot = newest_edge(old.p, c, t);
    return true;
  }
  if (old.count == 2) {
    foot = newest_face(old.p, old.q, c, t);
    return true;
  }
  return newest_faces(old.p, old.q, old.s, c, t, foot);
}

/// The foot on all corners of a simplex, if the nearest point is inside of it.
template <int count>
[[gnu::always_inline]] inline bool whole_foot(const Triangle& t, Foot& foot) {
  if constexpr (count == 1) {
    foot = foot_at(t.p.w);
    return true;
  } else if constexpr (count == 2) {
    const V3 e = t.p.w - t.q.w;
    const double along = -dot(t.q.w, e), length_sq = norm_sq(e);
    foot = foot_on_edge(t.q.w, e, along, length_sq);
    return (along > 0.0) & (along < length_sq);
  } else {
    const V3 u = t.p.w - t.s.w, v = t.q.w - t.s.w, n = cross(u, v);
    const double share_p = dot(cross(n, v), t.s.w), share_q = dot(cross(u, n), t.s.w);
    foot = foot_in_face(t.s.w, n, share_p, share_q);
    return (share_p > 0.0) & (share_q > 0.0) & (share_p + share_q < foot.whole);
  }
}

}  // namespace clearance::detail

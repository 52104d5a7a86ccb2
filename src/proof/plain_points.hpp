#pragma once

// Points of two bodies in the frame of a, for upper bounds: vertices by their indices, mixtures of those, points that a
// body has made, and a point against a box. Rounding: docs/proof.md, section 5a.

#include "proof/plain_ends.hpp"

namespace clearance::detail {

/// A vertex, by an index that must be one.
template <Kind kind>
[[gnu::always_inline]] inline Lanes vertex_lanes(const Core& core, int i) {
  if constexpr (kind == Kind::polytope) {
    const Polytope& p = core.polytope;
    if (p.vertices > scan_limit) return lanes_of(p.walked_vertex(i));
    const double* const x = p.x() + i;  // small hulls have all of them at hand
    return Lanes{x[0], x[p.padded], x[2 * p.padded], 0.0};
  } else if constexpr (kind == Kind::box) {
    const V3& h = core.size;
    return lanes_of({(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z});
  } else {
    return lanes_of(core.ends[static_cast<std::size_t>(i)]);
  }
}

template <Kind kind>
[[gnu::always_inline]] inline int vertices_of(const Core& core) {
  if constexpr (kind == Kind::polytope) return core.polytope.vertices;
  return kind == Kind::box ? 8 : kind == Kind::segment ? 2 : 1;
}

/// One to three vertices of each body, in local coordinates.
template <int count>
class PlainCorners {
 public:
  /// False if an index is none.
  template <Kind kind_a, Kind kind_b>
  [[gnu::always_inline]] bool take(const Core& a, const Core& b, const int* of_a, const int* of_b) {
    const auto many_a = static_cast<unsigned>(vertices_of<kind_a>(a)),
               many_b = static_cast<unsigned>(vertices_of<kind_b>(b));
    bool known = true;
    for (int i = 0; i < count; ++i)
      known &= (static_cast<unsigned>(of_a[i]) < many_a) & (static_cast<unsigned>(of_b[i]) < many_b);
    if (!known) return false;
    for (int i = 0; i < count; ++i) {
      a_[i] = vertex_lanes<kind_a>(a, of_a[i]);
      b_[i] = vertex_lanes<kind_b>(b, of_b[i]);
    }
    return true;
  }
  const Lanes& a(int i) const { return a_[i]; }
  const Lanes& b(int i) const { return b_[i]; }

 private:
  Lanes a_[count], b_[count];
};

/// From a point of a to one of b.
[[gnu::always_inline]] inline Lanes between_in_frame(const PlainPair& pair, const Lanes& at_a, const Lanes& at_b) {
  return pair.columns * at_b + pair.lift - at_a;
}

/// Where points of two bodies come from.
class PlainSpots {
 public:
  /// The same mixture of the corners of both.
  template <int count>
  [[gnu::always_inline]] static PlainPoints mixed(const PlainPair& pair, const PlainCorners<count>& corners,
                                                  const Weights& weights) {
    Lanes at_a = corners.a(0) * weights[0], at_b = corners.b(0) * weights[0];
    for (int i = 1; i < count; ++i) {
      at_a += corners.a(i) * weights[i];
      at_b += corners.b(i) * weights[i];
    }
    return {at_a, between_in_frame(pair, at_a, at_b)};
  }
  /// A corner of each, in the axes of the world.
  [[gnu::always_inline]] static PlainPoints corner(const PlainPair& pair, const PlainCorners<1>& corner,
                                                   const Pose& pose_b) {
    const Lanes at_a = pair.turn_a * corner.a(0);
    return {at_a, (columns_of(pose_b.rotation()) * corner.b(0)) * pair.factor_b + pair.offset - at_a};
  }
  /// Any point of each.
  [[gnu::always_inline]] static PlainPoints of(const PlainPair& pair, const Member& at_a, const Member& at_b) {
    const Lanes a = lanes_of(at_a.at());
    return {a, between_in_frame(pair, a, lanes_of(at_b.at()))};
  }
  /// A point b at its own centre, and what a box has nearest to it.
  [[gnu::always_inline]] static PlainPoints in_box(const PlainPair& pair, const Core& box) {
    const V3 &h = box.size, &x = pair.shift;
    const V3 foot(smaller(larger(x.x, -h.x), h.x), smaller(larger(x.y, -h.y), h.y), smaller(larger(x.z, -h.z), h.z));
    return {lanes_of(foot), lanes_of(x - foot)};
  }
  /// At a share of the way between the ends of b, and the point of a cylinder or a cone that is made of one near to it.
  template <Kind kind_a, Kind kind_b>
  [[gnu::always_inline]] static PlainPoints in_revolved(const Core& a, const FramedEnds<kind_b>& ends, double share,
                                                        const V3& near) {
    const Lanes foot = lanes_of(Members::in_revolved(plain_body<kind_a>(a), near).at());
    return {foot, lanes_of(ends.at(share)) - foot};
  }
  /// At these shares of the ways from the first ends to the second, in the axes of the world.
  template <Kind kind_a, Kind kind_b>
  [[gnu::always_inline]] static PlainPoints on_ends(const PlacedEnds<kind_a, kind_b>& ends, double s, double t) {
    const auto within = [](double share) { return smaller(larger(share, 0.0), 1.0); };
    Lanes p = ends.a(0), q = ends.b(0);
    if constexpr (kind_a == Kind::segment) p += (ends.a(1) - p) * within(s);
    if constexpr (kind_b == Kind::segment) q += (ends.b(1) - q) * within(t);
    return {p, q - p};
  }
};

}  // namespace clearance::detail

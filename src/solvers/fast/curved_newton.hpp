#pragma once

// The end of a search between bodies with curved surfaces: Newton's method on the normal, on the features that the
// simplex shows. A feature of a body holds the normal n to so many conditions n . axis = level: none where the nearest
// point is a vertex or on a rim, one on an edge, on the side of a cylinder or on the slope of a cone, two on a flat
// face. What is left of the normal is found by Newton's method, or by a formula if nothing is left. A wrong guess shows
// in points and slab that do not meet; nothing is proven here.

#include "solvers/fast/settle.hpp"

namespace clearance::detail {

/// What the normal of a body, outwards, is held to; axes in local coordinates.
struct Held {
  int conditions = 0;
  V3 axis{};                     ///< of unit length
  double level = 0.0;            ///< n . axis, for unit n
  int corners = 0;               ///< of a hull: so many vertices ...
  std::array<Member, 3> corner;  ///< ... span the feature
  Held() {}                      // NOLINT(modernize-use-equals-default): that would set the corners to zero
  Held(int count, const V3& along, double value) : conditions(count), axis(along), level(value) {}
};

/// A support point as if the feature were what it was, and how it turns with the normal: by k along the unit vector t.
struct Pivot {
  V3 at, turn;
  double k;
};

/// Points nearer to the axis than this, relative to the radius, are taken to be on a flat face.
inline constexpr double inner_part = 0.8;

inline V3 mean_of(const std::array<Support, 3>& of, const std::array<double, 3>& weight, int count) {
  V3 mean(0, 0, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) mean = mean + of[i].at * weight[i];
  return mean;
}

/// What the corners of a hull show; n: about the normal, outwards.
[[gnu::always_inline]] inline Held held_by_vertices(const std::array<Support, 3>& of, int count, const V3& n) {
  Held held;
  held.corner[static_cast<std::size_t>(held.corners++)] = of[0].at;
  if (count > 1 && of[1].vertex != of[0].vertex) held.corner[static_cast<std::size_t>(held.corners++)] = of[1].at;
  if (count > 2 && of[2].vertex != of[0].vertex && of[2].vertex != of[1].vertex)
    held.corner[static_cast<std::size_t>(held.corners++)] = of[2].at;
  if (held.corners == 1) return held;
  held.conditions = held.corners - 1;
  const V3 edge = held.corner[1] - held.corner[0];
  if (held.corners == 2) {
    held.axis = edge * (1.0 / norm(edge));
  } else {
    const V3 across = cross(edge, held.corner[2] - held.corner[0]);
    held.axis = across * (std::copysign(1.0, dot(across, n)) / norm(across));
    held.level = 1.0;
  }
  return held;
}

/// What the corners of one body show.
template <Kind kind>
[[gnu::always_inline]] inline Held held_by(const V3& size, const std::array<Support, 3>& of,
                                           const std::array<double, 3>& weight, int count, const V3& n) {
  if constexpr (kind == Kind::polytope) {
    return held_by_vertices(of, count, n);
  } else if constexpr (kind == Kind::box) {
    int mixed = 0, last_mixed = 0, last_plain = 0;
    const auto look = [&](int axis, auto coordinate) {
      const double first = coordinate(of[0].at.at());
      bool differs = false;
      for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i)
        differs |= (coordinate(of[i].at.at()) > 0.0) != (first > 0.0);
      mixed += differs ? 1 : 0;
      (differs ? last_mixed : last_plain) = axis;
    };
    look(0, [](const V3& v) { return v.x; });
    look(1, [](const V3& v) { return v.y; });
    look(2, [](const V3& v) { return v.z; });
    const auto unit = [](int axis) { return V3(axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0); };
    if (mixed == 0) return {};
    if (mixed == 1) return {1, unit(last_mixed), 0.0};
    const V3 axis = unit(last_plain);
    return {mixed, dot(axis, of[0].at.at()) > 0.0 ? axis : -axis, 1.0};
  } else {
    bool top = false, bottom = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) (of[i].at.at().z > 0.0 ? top : bottom) = true;
    if (top && bottom) {
      const double slope = kind == Kind::cone ? size.x / std::sqrt(size.x * size.x + 4.0 * size.z * size.z) : 0.0;
      return {1, {0, 0, 1}, slope};
    }
    if (kind == Kind::cone && top) return {};
    const V3 mean = mean_of(of, weight, count);
    const double limit = inner_part * size.x;
    const bool inner = mean.x * mean.x + mean.y * mean.y < limit * limit;
    return inner ? Held{2, {0, 0, top ? 1.0 : -1.0}, 1.0} : Held{};
  }
}

/// For a unit normal, outwards, in local coordinates.
template <Kind kind>
[[gnu::always_inline]] inline Pivot pivot_of(const V3& size, const Held& held, const V3& n) {
  if constexpr (kind == Kind::polytope) {
    return {held.corner[0].at(), {0, 0, 0}, 0.0};
  } else if constexpr (kind == Kind::box) {
    const auto side = [&](double axis, double along, double h) {
      return held.conditions == 1 && axis != 0.0 ? 0.0 : std::copysign(h, along);
    };
    return {{side(held.axis.x, n.x, size.x), side(held.axis.y, n.y, size.y), side(held.axis.z, n.z, size.z)},
            {0, 0, 0},
            0.0};
  } else {
    const double across = std::sqrt(n.x * n.x + n.y * n.y), f = across > 0.0 ? 1.0 / across : 0.0;
    const bool apex = kind == Kind::cone && (held.conditions == 1 || 2.0 * size.z * n.z > size.x * across);
    if (apex) return {{0, 0, size.z}, {0, 0, 0}, 0.0};
    const double z = held.conditions == 1 ? 0.0 : kind == Kind::cone ? -size.z : std::copysign(size.z, n.z);
    return {{size.x * n.x * f, size.x * n.y * f, z}, {-n.y * f, n.x * f, 0.0}, size.x * f};
  }
}

/// The straight line of a feature that holds the normal to one condition.
template <Kind kind>
[[gnu::always_inline]] inline V3 line_of(const V3& size, const Held& held, const V3& n) {
  if constexpr (kind == Kind::cone) {
    const double across = std::sqrt(n.x * n.x + n.y * n.y), f = across > 0.0 ? size.x / across : 0.0;
    return {n.x * f, n.y * f, -2.0 * size.z};
  } else {
    return held.axis;
  }
}

/// The nearest that a body has to a point on its surface.
template <Kind kind>
[[gnu::always_inline]] inline Member member_at(const Body& body, const Held& held, const V3& x) {
  if constexpr (kind == Kind::polytope) {
    if (held.corners == 1) return held.corner[0];
    const V3 u = held.corner[1] - held.corner[0], w = x - held.corner[0].at();
    std::array<double, 3> weight{};
    if (held.corners == 2) {
      weight[1] = dot(w, u) / norm_sq(u);
    } else {
      const V3 v = held.corner[2] - held.corner[0], c = cross(u, v);
      const double inverse = 1.0 / norm_sq(c);
      weight[1] = dot(cross(w, v), c) * inverse;
      weight[2] = dot(cross(u, w), c) * inverse;
    }
    weight[0] = (1.0 - weight[1]) - weight[2];
    return Members::mixed(Weights(weight.data(), held.corners),
                          [&](int i) -> const Member& { return held.corner[static_cast<std::size_t>(i)]; });
  } else if constexpr (kind == Kind::box) {
    return Members::in_box(body, x);
  } else {
    return Members::in_revolved(body, x);
  }
}

inline constexpr int newton_limit = 8;

/// A normal in the frame of a and a point of each body, by the features that the corners show. False if there are none
/// that Newton's method could use.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline bool newton(const PlainPair& pair, const Core& core_a, const Core& core_b, V3& n,
                                          const Held& held_a, const Held& held_b, Member& at_a, Member& at_b,
                                          int& iterations) {
  const double shrink = 1.0 / pair.factor_b;
  const M3 turn = pair.map * shrink;  // of b, no length in it
  const auto local_b = [&](const V3& v) { return transposed_times(turn, v); };
  const auto move_b = [&](const V3& x) { return pair.map * x + pair.shift; };
  const auto pivots = [&](Pivot& a, Pivot& b) {
    a = pivot_of<kind_a>(core_a.size, held_a, n);
    b = pivot_of<kind_b>(core_b.size, held_b, -local_b(n));
    b.at = move_b(b.at);
    b.turn = turn * b.turn;
    b.k *= pair.factor_b;
  };
  Pivot a, b;
  const int conditions = held_a.conditions + held_b.conditions;
  if (conditions > 2) return false;
  const V3 axis_a = held_a.axis, axis_b = turn * held_b.axis;
  if (held_a.conditions == 2) {
    n = axis_a;
  } else if (held_b.conditions == 2) {
    n = -axis_b;
  } else if (conditions == 2) {
    // n = x axis_a + y axis_b + z axis_a x axis_b, on the side of the normal so far.
    const V3 c = cross(axis_a, axis_b);
    const double along = dot(axis_a, axis_b), square = norm_sq(c), inverse = 1.0 / square;
    const double level_a = held_a.level, level_b = -held_b.level;
    const double x = (level_a - along * level_b) * inverse, y = (level_b - along * level_a) * inverse;
    const V3 flat = axis_a * x + axis_b * y;
    const double rest = 1.0 - norm_sq(flat);
    if (!(rest > 0.0) || !(square > 0x1p-40)) return false;
    n = flat + c * std::copysign(std::sqrt(rest * inverse), dot(c, n));
  } else if (conditions == 1) {
    const bool of_a = held_a.conditions == 1;
    const V3 axis = of_a ? axis_a : axis_b;
    const double level = of_a ? held_a.level : -held_b.level, radius = std::sqrt(1.0 - level * level);
    const V3 flat = n - axis * dot(n, axis);
    const double length = norm(flat);
    if (!(length > 0.0)) return false;
    V3 outward = flat * (radius / length);  // n = level axis + outward
    for (int k = 0; k < newton_limit; ++k) {
      n = axis * level + outward;
      pivots(a, b);
      ++iterations;
      const V3 w = b.at - a.at, side = cross(axis, outward);
      const double slope = dot(w, side), ta = dot(a.turn, side), tb = dot(b.turn, side);
      const double bend = dot(w, outward) + a.k * ta * ta + b.k * tb * tb;
      if (!(bend > 0.0)) return false;
      const double step = slope / bend;
      if (!(std::fabs(step) < 0.7)) return false;
      const double cosine = 1.0 - 0.5 * step * step, sine = step * (1.0 - step * step * (1.0 / 6.0));
      const V3 next = outward * cosine + side * sine;
      outward = next * (radius / norm(next));
      if (std::fabs(step) <= 0x1p-27) break;  // the next step would be of the square of this
    }
    n = axis * level + outward;
  } else {
    for (int k = 0; k < newton_limit; ++k) {
      pivots(a, b);
      ++iterations;
      const V3 w = b.at - a.at;
      const double height = dot(w, n);
      if (!(height > 0.0)) return false;
      const V3 e = any_perpendicular(n), f = cross(n, e);
      const double ae = dot(a.turn, e), af = dot(a.turn, f), be = dot(b.turn, e), bf = dot(b.turn, f);
      const double ee = height + a.k * ae * ae + b.k * be * be, ff = height + a.k * af * af + b.k * bf * bf,
                   ef = a.k * ae * af + b.k * be * bf, we = dot(w, e), wf = dot(w, f);
      const double inverse = 1.0 / (ee * ff - ef * ef);
      const double x = (we * ff - wf * ef) * inverse, y = (wf * ee - we * ef) * inverse, square = x * x + y * y;
      if (!(square < 0.5)) return false;
      const V3 next = n + e * x + f * y;
      n = next * (1.0 / norm(next));
      if (square <= 0x1p-54) break;
    }
  }
  n = n * (1.0 / norm(n));
  pivots(a, b);
  // Points: of a body that holds the normal to nothing, its pivot; of the other one what is across from that; of two
  // lines their nearest points.
  const Body body_a = plain_body<kind_a>(core_a), body_b = plain_body<kind_b>(core_b);
  const auto to_b = [&](const V3& x) { return local_b(x - pair.shift) * shrink; };
  V3 p = a.at, q = b.at;
  if (held_a.conditions == 1 && held_b.conditions == 1) {
    const V3 g = line_of<kind_a>(core_a.size, held_a, n),
             h = pair.map * line_of<kind_b>(core_b.size, held_b, -local_b(n));
    const V3 w = q - p;
    const double gg = norm_sq(g), hh = norm_sq(h), gh = dot(g, h), wg = dot(w, g), wh = dot(w, h);
    const double inverse = 1.0 / (gg * hh - gh * gh);
    p = p + g * ((wg * hh - wh * gh) * inverse);
    q = q + h * ((wg * gh - wh * gg) * inverse);
  } else if (held_a.conditions > 0) {
    p = q - n * dot(n, q - p);
  } else if (held_b.conditions > 0) {
    q = p + n * dot(n, q - p);
  }
  at_a = member_at<kind_a>(body_a, held_a, p);
  at_b = member_at<kind_b>(body_b, held_b, to_b(q));
  return true;
}

}  // namespace clearance::detail

#pragma once

// A shape in place, as the solvers see it: its points, support points and support values in its local frame.

#include <algorithm>
#include <cmath>

#include "core/core.hpp"
#include "proof/member.hpp"

namespace clearance::detail {

/// Shorter than this, relative to a direction of about unit length, the square of a length has lost digits: a support
/// point is then taken on the axis or at the centre, which is in the body and short by no more than this.
inline constexpr double tiny_length = 0x1p-480;

struct Body {
  const Core* core = nullptr;
  Kind kind = Kind::point;
  M3 map{};                  ///< local coordinates to the axes of the pair: rotation times scale
  std::array<V3, 2> ends{};  ///< of a point or segment; those of a ray or line are chosen for the pair
  double inflate = 0.0;      ///< sweeping radius to include in support points, local
};

/// A point of the body that is farthest along a direction, and which vertex it is (-1 on a curved surface).
struct Support {
  Member at;
  int vertex = -1;
};

/// Up to four weights of a convex combination, whatever was computed: none is negative, and their sum is one within 6
/// u.
class Weights {
 public:
  template <class T>
  Weights(const T* weight, int count) : count_(count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
      double& w = weight_[static_cast<std::size_t>(i)];
      w = to_double(weight[i]);
      if (w < 0.0) w = 0.0;
      sum += w;
    }
    if (!(std::fabs(sum - 1.0) <= 4.0 * 0x1p-53))
      for (int i = 0; i < count; ++i) weight_[static_cast<std::size_t>(i)] /= sum;
  }
  int count() const { return count_; }
  double operator[](int i) const { return weight_[static_cast<std::size_t>(i)]; }

 private:
  int count_;
  std::array<double, 4> weight_;
};

/// Where points of bodies come from; all coordinates are local.
class Members {
 public:
  /// The vertex with the given index, for bodies that have vertices.
  static Member vertex(const Body& body, int i) {
    switch (body.kind) {
      case Kind::box: {
        const V3& h = body.core->size;
        return Member({(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z});
      }
      case Kind::polytope:
        return Member(body.core->polytope.walked_vertex(i));
      default:
        return Member(body.ends[i == 0 ? 0 : 1]);
    }
  }

  /// e_0 + (e_1 - e_0) t, of a point or segment.
  static Member on_segment(const Body& body, double t) {
    return Member(body.ends[0] + (body.ends[1] - body.ends[0]) * std::clamp(t, 0.0, 1.0));
  }

  /// The nearest point of a box.
  static Member in_box(const Body& body, const V3& x) {
    const V3& h = body.core->size;
    return Member({std::clamp(x.x, -h.x, h.x), std::clamp(x.y, -h.y, h.y), std::clamp(x.z, -h.z, h.z)});
  }

  /// A cylinder or cone: the point at the height of x, as far from the axis as x or as the body reaches there; of a
  /// flat cone, whose height is less than rounding makes of it, the point below x on the slope, if that is nearer.
  static Member in_revolved(const Body& body, const V3& x) {
    const double radius = body.core->size.x, half = body.core->size.z;
    double z = std::clamp(x.z, -half, half);
    double limit = body.kind == Kind::cone && half > 0.0 ? radius * ((0.5 * half - 0.5 * z) / half) : radius;
    const double across = std::sqrt(x.x * x.x + x.y * x.y);
    if (across <= limit) return Member({x.x, x.y, z});
    if (limit < radius && radius > 0x1p10 * half) {
      const double within = std::fmin(across, radius);
      z = std::fmax(half - 2.0 * half * (within / radius), -half);
      limit = within;
    }
    const double f = across > tiny_length ? limit / across : 0.0;
    return Member({x.x * f, x.y * f, z});
  }

  /// The point of an ellipsoid above u, in the axes scaled to a ball, where u is made a unit vector if it is none.
  static Member on_ellipsoid(const Body& body, const V3& u) {
    const V3& radii = body.core->size;
    const double length = norm(u);
    if (std::fabs(length - 1.0) <= 4.0 * 0x1p-53) return Member({radii.x * u.x, radii.y * u.y, radii.z * u.z});
    const double f = length > tiny_length ? 1.0 / length : 0.0;
    return Member({radii.x * (u.x * f), radii.y * (u.y * f), radii.z * (u.z * f)});
  }

  /// The point of a sphere of a hull of spheres, or the vertex of a hull of points, along n.
  static Member on_ball(const Body& body, int i, const V3& n) {
    if (body.kind != Kind::balls) return vertex(body, i);
    const LocalBall ball = body.core->balls.ball(i);
    const double length = norm(n);
    return Member(ball.centre + n * (length > tiny_length ? ball.radius / length : 0.0));
  }

  /// What exact arithmetic has found to be in the body, rounded once.
  static Member rounded_exactly(const V3& x) { return Member(x); }

  /// The convex combination of the members at(0), at(1), ...
  template <class At>
  static Member mixed(const Weights& weights, const At& at) {
    V3 sum(0, 0, 0);
    for (int i = 0; i < weights.count(); ++i) sum = sum + static_cast<const Member&>(at(i)).at() * weights[i];
    return Member(sum);
  }

  static Support support(const Body& body, const V3& n, int from);
};

inline Member vertex_of(const Body& body, int i) { return Members::vertex(body, i); }

/// How many vertices it has; 0 for a curved body.
inline int vertex_count(const Body& body) {
  if (body.inflate > 0.0) return 0;
  switch (body.kind) {
    case Kind::point:
      return 1;
    case Kind::segment:
      return 2;
    case Kind::box:
      return 8;
    case Kind::polytope:
      return body.core->polytope.vertices;
    default:
      return 0;
  }
}

/// The support point along n, in local coordinates; n need not be of unit length. `from`: a vertex to walk from, or -1.
[[gnu::always_inline]] inline Support Members::support(const Body& body, const V3& n, int from) {
  const Core& core = *body.core;
  Support s;
  switch (body.kind) {
    case Kind::point:
      s = {Member(body.ends[0]), 0};
      break;
    case Kind::segment: {
      const int end = dot(n, body.ends[1] - body.ends[0]) > 0.0 ? 1 : 0;
      s = {Member(body.ends[end == 0 ? 0 : 1]), end};
      break;
    }
    case Kind::box:
      s.vertex = (n.x > 0.0 ? 1 : 0) | (n.y > 0.0 ? 2 : 0) | (n.z > 0.0 ? 4 : 0);
      s.at = Member({std::copysign(core.size.x, n.x > 0.0 ? 1.0 : -1.0),
                     std::copysign(core.size.y, n.y > 0.0 ? 1.0 : -1.0),
                     std::copysign(core.size.z, n.z > 0.0 ? 1.0 : -1.0)});
      break;
    case Kind::polytope:
      s.vertex = support_vertex(core.polytope, n, from);
      s.at = Member(core.polytope.walked_vertex(s.vertex));
      break;
    case Kind::ellipsoid: {
      const V3 m(core.size.x * n.x, core.size.y * n.y, core.size.z * n.z);
      const double length = norm(m);
      const double f = length > tiny_length ? 1.0 / length : 0.0;
      s.at = Member({core.size.x * (m.x * f), core.size.y * (m.y * f), core.size.z * (m.z * f)});
      break;
    }
    case Kind::cylinder: {
      const double length = std::sqrt(n.x * n.x + n.y * n.y);
      const double f = length > tiny_length ? core.size.x / length : 0.0;
      s.at = Member({n.x * f, n.y * f, n.z > 0.0 ? core.size.z : -core.size.z});
      break;
    }
    case Kind::cone: {
      const double length = std::sqrt(n.x * n.x + n.y * n.y);
      if (core.size.z * n.z >= core.size.x * length - core.size.z * n.z) {
        s.at = Member({0, 0, core.size.z});
      } else {
        const double f = length > tiny_length ? core.size.x / length : 0.0;
        s.at = Member({n.x * f, n.y * f, -core.size.z});
      }
      break;
    }
    case Kind::balls: {
      const double length = norm(n);
      const LocalBall ball = core.balls.ball(farthest_ball(core.balls, n, length).ball);
      s.at = Member(ball.centre + n * (length > tiny_length ? ball.radius / length : 0.0));
      break;
    }
    default:
      break;
  }
  if (body.inflate > 0.0) {
    const double length = norm(n);
    s.at = Member(s.at.at() + n * (length > tiny_length ? body.inflate / length : 0.0));
    s.vertex = -1;
  }
  return s;
}

[[gnu::always_inline]] inline Support support(const Body& body, const V3& n, int from) {
  return Members::support(body, n, from);
}

/// An upper bound of n . x over the true body, but for rounding that is charged to the pair. `vertex`: the support.
inline double outer_support(const Body& body, const V3& n, int vertex) {
  const Core& core = *body.core;
  double value = 0.0;
  switch (body.kind) {
    case Kind::point:
      value = dot(n, body.ends[0]);
      break;
    case Kind::segment:
      value = std::fmax(dot(n, body.ends[0]), dot(n, body.ends[1]));
      break;
    case Kind::box:
      value = std::fabs(n.x) * core.size.x + std::fabs(n.y) * core.size.y + std::fabs(n.z) * core.size.z;
      break;
    case Kind::polytope:
      value = outer_support(core.polytope, n, vertex);
      break;
    case Kind::ellipsoid:
      value = norm(V3(core.size.x * n.x, core.size.y * n.y, core.size.z * n.z));
      break;
    case Kind::cylinder:
      value = core.size.x * std::sqrt(n.x * n.x + n.y * n.y) + core.size.z * std::fabs(n.z);
      break;
    case Kind::cone:
      value = std::fmax(core.size.z * n.z, core.size.x * std::sqrt(n.x * n.x + n.y * n.y) - core.size.z * n.z);
      break;
    case Kind::balls:
      value = farthest_ball(core.balls, n, norm(n)).value;
      break;
    default:
      value = HUGE_VAL;
      break;
  }
  return body.inflate > 0.0 ? value + body.inflate * norm(n) : value;
}

/// The same, but infinity for a hull that takes more than a look around the vertex.
inline double outer_support_at(const Body& body, const V3& n, int vertex) {
  return body.kind == Kind::polytope && !(body.inflate > 0.0) ? outer_support_at(body.core->polytope, n, vertex)
                                                              : outer_support(body, n, vertex);
}

}  // namespace clearance::detail

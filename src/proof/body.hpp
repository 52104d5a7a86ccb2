#pragma once

// A shape in place, as the solvers see it: its points, support points and support values in its local frame.

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/core.hpp"
#include "proof/member.hpp"

namespace clearance::detail {

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
  static Member vertex(const Body& body, int i) { return with_kind(body.kind, VertexAt{body, i}); }

  /// e_0 + (e_1 - e_0) t, of a point or segment.
  static Member on_segment(const Body& body, double t) {
    return Member(body.ends[0] + (body.ends[1] - body.ends[0]) * std::clamp(t, 0.0, 1.0));
  }

  /// The nearest point of a box.
  static Member in_box(const Body& body, const V3& x) {
    const V3& h = body.core->size;
    return Member({std::clamp(x.x, -h.x, h.x), std::clamp(x.y, -h.y, h.y), std::clamp(x.z, -h.z, h.z)});
  }

  /// A solid of revolution: the point at the height of x, as far from the axis as x or as the body reaches there; of a
  /// flat one, whose height is less than rounding makes of it, the point below x on the slope, if that is nearer.
  static Member in_revolved(const Body& body, const V3& x) {
    const std::optional<Trapezium> profile = profile_of(body.kind, body.core->size);
    if (!profile) return Member::none();
    const double half = profile->half_length, top = profile->top, bottom = profile->bottom;
    double z = std::clamp(x.z, -half, half);
    const double share = half > 0.0 ? (0.5 * half - 0.5 * z) / half : 1.0;
    double limit = top + (bottom - top) * share;
    const double across = std::sqrt(x.x * x.x + x.y * x.y);
    if (across <= limit) return Member({x.x, x.y, z});
    if (limit < bottom && bottom - top > 0x1p10 * half) {
      const double within = std::fmin(across, bottom);
      z = std::fmax(half - 2.0 * half * ((within - top) / (bottom - top)), -half);
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

  /// One of the points that a body with vertices is the hull of: its vertices first, then those that are none.
  static Member stored(const Body& body, int i) {
    return body.kind == Kind::polytope ? Member(body.core->polytope.vertex(i)) : vertex(body, i);
  }

  /// The convex combination of the members at(0), at(1), ...
  template <class At>
  static Member mixed(const Weights& weights, const At& at) {
    V3 sum(0, 0, 0);
    for (int i = 0; i < weights.count(); ++i) sum = sum + static_cast<const Member&>(at(i)).at() * weights[i];
    return Member(sum);
  }

  /// The support point along n; n need not be of unit length. `from`: a vertex to walk from, or -1.
  [[gnu::always_inline]] static Support support(const Body& body, const V3& n, int from) {
    Support s = with_kind(body.kind, SupportAlong{body, n, from});
    if (body.inflate > 0.0) {
      const double length = norm(n);
      s.at = Member(s.at.at() + n * (length > tiny_length ? body.inflate / length : 0.0));
      s.vertex = -1;
    }
    return s;
  }

 private:
  struct VertexAt {
    const Body& body;
    int i;
    [[gnu::always_inline]] Member operator()(OfKind<Kind::point>) const { return Member(body.ends[0]); }
    [[gnu::always_inline]] Member operator()(OfKind<Kind::segment>) const { return Member(body.ends[i == 0 ? 0 : 1]); }
    [[gnu::always_inline]] Member operator()(OfKind<Kind::box>) const {
      const V3& h = body.core->size;
      return Member({(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z});
    }
    [[gnu::always_inline]] Member operator()(OfKind<Kind::polytope>) const {
      return Member(body.core->polytope.walked_vertex(i));
    }
    template <Kind kind>
    [[gnu::always_inline]] Member operator()(OfKind<kind>) const requires(!Cornered<kind>) {
      return Member::none();
    }
  };

  struct SupportAlong {
    const Body& body;
    const V3& n;
    int from;

    [[gnu::always_inline]] Support operator()(OfKind<Kind::point>) const { return {Member(body.ends[0]), 0}; }
    [[gnu::always_inline]] Support operator()(OfKind<Kind::segment>) const {
      const int end = dot(n, body.ends[1] - body.ends[0]) > 0.0 ? 1 : 0;
      return {Member(body.ends[end == 0 ? 0 : 1]), end};
    }
    [[gnu::always_inline]] Support operator()(OfKind<Kind::box>) const {
      const V3& h = body.core->size;
      return {Member({std::copysign(h.x, n.x > 0.0 ? 1.0 : -1.0), std::copysign(h.y, n.y > 0.0 ? 1.0 : -1.0),
                      std::copysign(h.z, n.z > 0.0 ? 1.0 : -1.0)}),
              (n.x > 0.0 ? 1 : 0) | (n.y > 0.0 ? 2 : 0) | (n.z > 0.0 ? 4 : 0)};
    }
    [[gnu::always_inline]] Support operator()(OfKind<Kind::polytope>) const {
      const int vertex = support_vertex(body.core->polytope, n, from);
      return {Member(body.core->polytope.walked_vertex(vertex)), vertex};
    }
    [[gnu::always_inline]] Support operator()(OfKind<Kind::balls>) const {
      const double length = norm(n);
      const LocalBall ball = body.core->balls.ball(farthest_ball(body.core->balls, n, length).ball);
      return {Member(ball.centre + n * (length > tiny_length ? ball.radius / length : 0.0))};
    }
    template <Kind kind>
    [[gnu::always_inline]] Support operator()(OfKind<kind>) const requires Solid<kind> {
      return {Member(KindOf<kind>::support(body.core->size, n))};
    }
    template <Kind kind>
    [[gnu::always_inline]] Support operator()(OfKind<kind>) const requires Unsupported<kind> {
      return {Member::none()};
    }
  };
};

inline Member vertex_of(const Body& body, int i) { return Members::vertex(body, i); }

/// How many vertices it has; 0 for a curved body.
struct VertexCount {
  const Body& body;
  [[gnu::always_inline]] int operator()(OfKind<Kind::point>) const { return 1; }
  [[gnu::always_inline]] int operator()(OfKind<Kind::segment>) const { return 2; }
  [[gnu::always_inline]] int operator()(OfKind<Kind::box>) const { return 8; }
  [[gnu::always_inline]] int operator()(OfKind<Kind::polytope>) const { return body.core->polytope.vertices; }
  template <Kind kind>
  [[gnu::always_inline]] int operator()(OfKind<kind>) const requires(!Cornered<kind>) {
    return 0;
  }
};
inline int vertex_count(const Body& body) { return body.inflate > 0.0 ? 0 : with_kind(body.kind, VertexCount{body}); }

/// How many points `Members::stored` has.
inline int stored_count(const Body& body) {
  return body.kind == Kind::polytope ? body.core->polytope.total : with_kind(body.kind, VertexCount{body});
}

[[gnu::always_inline]] inline Support support(const Body& body, const V3& n, int from) {
  return Members::support(body, n, from);
}

/// An upper bound of n . x over the true body, but for rounding that is charged to the pair. `vertex`: the support.
struct OuterSupport {
  const Body& body;
  const V3& n;
  int vertex;

  [[gnu::always_inline]] double operator()(OfKind<Kind::point>) const { return dot(n, body.ends[0]); }
  [[gnu::always_inline]] double operator()(OfKind<Kind::segment>) const {
    return std::fmax(dot(n, body.ends[0]), dot(n, body.ends[1]));
  }
  [[gnu::always_inline]] double operator()(OfKind<Kind::box>) const {
    const V3& h = body.core->size;
    return std::fabs(n.x) * h.x + std::fabs(n.y) * h.y + std::fabs(n.z) * h.z;
  }
  [[gnu::always_inline]] double operator()(OfKind<Kind::polytope>) const {
    return outer_support(body.core->polytope, n, vertex);
  }
  [[gnu::always_inline]] double operator()(OfKind<Kind::balls>) const {
    return farthest_ball(body.core->balls, n, norm(n)).value;
  }
  template <Kind kind>
  [[gnu::always_inline]] double operator()(OfKind<kind>) const requires Solid<kind> {
    return KindOf<kind>::support_value(body.core->size, n);
  }
  template <Kind kind>
  [[gnu::always_inline]] double operator()(OfKind<kind>) const requires Unsupported<kind> {
    return HUGE_VAL;
  }
};
inline double outer_support(const Body& body, const V3& n, int vertex) {
  const double value = with_kind(body.kind, OuterSupport{body, n, vertex});
  return body.inflate > 0.0 ? value + body.inflate * norm(n) : value;
}

/// The same, but infinity for a hull that takes more than a look around the vertex.
inline double outer_support_at(const Body& body, const V3& n, int vertex) {
  return body.kind == Kind::polytope && !(body.inflate > 0.0) ? outer_support_at(body.core->polytope, n, vertex)
                                                              : outer_support(body, n, vertex);
}

}  // namespace clearance::detail

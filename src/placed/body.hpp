#pragma once

// A shape in place, as the solvers see it: support points and support values in its local frame.

#include <cmath>

#include "core/core.hpp"

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
  V3 at{};
  int vertex = -1;
};

/// The vertex with the given index, for bodies that have vertices.
inline V3 vertex_of(const Body& body, int i) {
  switch (body.kind) {
    case Kind::box: {
      const V3& h = body.core->size;
      return {(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z};
    }
    case Kind::polytope:
      return body.core->polytope.walked_vertex(i);
    default:
      return body.ends[i == 0 ? 0 : 1];
  }
}

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
[[gnu::always_inline]] inline Support support(const Body& body, const V3& n, int from) {
  const Core& core = *body.core;
  Support s;
  switch (body.kind) {
    case Kind::point:
      s = {body.ends[0], 0};
      break;
    case Kind::segment: {
      const int end = dot(n, body.ends[1] - body.ends[0]) > 0.0 ? 1 : 0;
      s = {body.ends[end == 0 ? 0 : 1], end};
      break;
    }
    case Kind::box:
      s.vertex = (n.x > 0.0 ? 1 : 0) | (n.y > 0.0 ? 2 : 0) | (n.z > 0.0 ? 4 : 0);
      s.at = {std::copysign(core.size.x, n.x > 0.0 ? 1.0 : -1.0), std::copysign(core.size.y, n.y > 0.0 ? 1.0 : -1.0),
              std::copysign(core.size.z, n.z > 0.0 ? 1.0 : -1.0)};
      break;
    case Kind::polytope:
      s.vertex = support_vertex(core.polytope, n, from);
      s.at = core.polytope.walked_vertex(s.vertex);
      break;
    case Kind::ellipsoid: {
      const V3 m(core.size.x * n.x, core.size.y * n.y, core.size.z * n.z);
      const double length = norm(m);
      const double f = length > tiny_length ? 1.0 / length : 0.0;
      s.at = {core.size.x * (m.x * f), core.size.y * (m.y * f), core.size.z * (m.z * f)};
      break;
    }
    case Kind::cylinder: {
      const double length = std::sqrt(n.x * n.x + n.y * n.y);
      const double f = length > tiny_length ? core.size.x / length : 0.0;
      s.at = {n.x * f, n.y * f, n.z > 0.0 ? core.size.z : -core.size.z};
      break;
    }
    case Kind::cone: {
      const double length = std::sqrt(n.x * n.x + n.y * n.y);
      if (core.size.z * n.z >= core.size.x * length - core.size.z * n.z) {
        s.at = {0, 0, core.size.z};
      } else {
        const double f = length > tiny_length ? core.size.x / length : 0.0;
        s.at = {n.x * f, n.y * f, -core.size.z};
      }
      break;
    }
    case Kind::balls: {
      const double length = norm(n);
      const LocalBall ball = core.balls.ball(farthest_ball(core.balls, n, length).ball);
      s.at = ball.centre + n * (length > tiny_length ? ball.radius / length : 0.0);
      break;
    }
    default:
      break;
  }
  if (body.inflate > 0.0) {
    const double length = norm(n);
    s.at = s.at + n * (length > tiny_length ? body.inflate / length : 0.0);
    s.vertex = -1;
  }
  return s;
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

#pragma once

// The depth of two bodies with vertices that overlap, by polytope expansion as in epa.cpp, in the frame of a and on
// indices: a closed surface inside the difference is expanded where it is nearest to the origin until the nearest face
// is one of the difference. The surface of the last query, where its corners are now, is the start of a tracked one:
// mostly a look along the normal of its nearest face is then all that is left to do.

#include "placed/surface_memory.hpp"
#include "proof/plain_depth.hpp"
#include "solvers/fast/settle.hpp"

namespace clearance::detail {

/// Support points that an expansion of the fast lane asks for at most.
inline constexpr int expansion_limit = InnerSurface::most_corners;
/// Enclosures of an overlap that are wider, relative to the size of the pair, have their points moved apart to the
/// slab.
inline constexpr double wide_depth = 0x1p-36;

/// The best slab of an expansion.
struct DepthSlab {
  V3 normal{};  ///< from a to b, of unit length to rounding
  double apart = -HUGE_VAL;
  int face = 0;  ///< that it is the normal of
  int vertex_a = -1, vertex_b = -1;
};

/// Three corners of the difference and how a point between them is made of them.
struct Patch {
  std::array<int, 3> vertex_a, vertex_b;
  std::array<double, 3> weight;
};

/// Where the ray along an outward direction leaves the surface, by a walk from a face. False if rounding leads it
/// astray, or leaves the point off the ray.
inline bool pierce(const InnerSurface& surface, const V3& outward, int face, double off, Patch& patch) {
  for (int step = 0; step < 16; ++step) {
    const V3 a = surface.at(surface.corner(face, 0)), b = surface.at(surface.corner(face, 1)),
             c = surface.at(surface.corner(face, 2)), n = surface.normal(face);
    const double slope = dot(n, outward);
    if (!(slope > 0.0)) return false;
    const V3 at = outward * (surface.height(face) / slope), p = a - at, q = b - at, r = c - at;
    std::array<double, 3> area{dot(n, cross(q, r)), dot(n, cross(r, p)), dot(n, cross(p, q))};
    const double sum = area[0] + area[1] + area[2];
    if (!(sum > 0.0)) return false;
    const std::size_t least = area[0] < area[1] ? (area[0] < area[2] ? 0 : 2) : (area[1] < area[2] ? 1 : 2);
    if (area[least] < -1e-14 * sum) {
      face = surface.across(face, static_cast<int>(least + 1) % 3);
      continue;
    }
    const double inverse = 1.0 / sum;
    for (std::size_t i = 0; i < 3; ++i) {
      const int corner = surface.corner(face, static_cast<int>(i));
      patch.weight[i] = area[i] > 0.0 ? area[i] * inverse : 0.0;
      patch.vertex_a[i] = surface.vertex_a(corner);
      patch.vertex_b[i] = surface.vertex_b(corner);
    }
    const V3 met = a * patch.weight[0] + b * patch.weight[1] + c * patch.weight[2];
    return norm_sq(met - outward * dot(met, outward)) <= off * off;
  }
  return false;
}

/// What is asked of a depth, in distances of the cores.
struct DepthLimits {
  double gap, below, margin;
  bool only_whether;
};

[[gnu::always_inline]] inline DepthLimits depth_limits(const FastQuery& query, const PlainPair& pair) {
  const double rounding = 2.0 * (pair.error + pair.radius_error);
  const double below = query.options.min_distance * pair.scale + pair.radius - rounding;
  return {std::max(0.5 * query.options.tolerance * pair.size - rounding, tightest_search * pair.size), below, rounding,
          !query.options.penetration};
}

/// Expands until slab and surface are within the goal or prove what was asked for. False: not here.
template <Kind kind_a, Kind kind_b>
bool expand(PlainPair& pair, PlainLook<kind_a, kind_b>& look, const DepthLimits& limits, InnerSurface& surface,
            DepthSlab& best, Ending& ending, int& iterations) {
  const double noise = tightest_search * pair.size;
  for (;;) {
    const int face = surface.lowest();
    const double inner = surface.height(face);
    if (!(inner > -HUGE_VAL)) return false;
    const V3 n = -surface.normal(face);
    look.along(n);
    ++iterations;
    const double apart = look.apart();
    if (apart > best.apart) {
      best = {n, apart, face, look.vertex_a(), look.vertex_b()};
      look.record(pair);
      if (apart > 0.0) return false;
    }
    if ((-inner - best.apart <= limits.gap) | (-apart - inner <= noise)) return true;
    if (limits.only_whether && inner > 4.0 * limits.margin) {
      ending = Ending::overlap_only;
      return true;
    }
    if (-inner + 4.0 * limits.margin < limits.below) {
      ending = Ending::below_limit;
      return true;
    }
    if (surface.add(look) < 0 || !surface.cover(face, 0.25 * noise)) return false;
  }
}

/// The answer of an expansion.
template <Kind kind_a, Kind kind_b>
bool settle_depth(FastQuery query, const PlainPair& pair, InnerSurface& surface, const DepthSlab& best, Ending ending,
                  int iterations, Result& r) {
  const CoreUpper ball = surface.ball(pair.size);
  if (!ball.overlap()) return false;
  if (!query.options.penetration) return overlap_alone(r, pair, ball, Method::gjk, iterations);
  CoreLower slab = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, best.normal, best.vertex_a, best.vertex_b);
  if (!(slab.value() > -HUGE_VAL)) slab = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, best.normal, -1, -1);
  if (!(slab.value() > -HUGE_VAL)) return false;
  bound_overlap(r, pair, slab, ball);
  if (r.status != Status::penetrating) return false;
  const bool tight = ball.value() - slab.value() <= std::max(0.5 * query.options.tolerance, settled_gap) * pair.size;
  if (!tight && ending == Ending::converged) return false;
  if (ending == Ending::below_limit && !(r.upper < query.options.min_distance)) return false;
  Patch patch;
  if (!pierce(surface, -best.normal, best.face < surface.faces() ? best.face : 0, 0x1p-44 * pair.size, patch))
    return false;
  PlainCorners<3> corners;
  if (!corners.template take<kind_a, kind_b>(query.a, query.b, patch.vertex_a.data(), patch.vertex_b.data()))
    return false;
  const PlainPoints points = PlainSpots::mixed(pair, corners, Weights(patch.weight.data(), 3));
  const Lanes n = lanes_of(best.normal), normal = pair.turn_a * n;
  Lanes at_a = pair.turn_a * points.at_a(), way = pair.turn_a * points.between();
  double along = dot(n, points.between());
  if (ball.value() - slab.value() > wide_depth * pair.size) {
    at_a = at_a + normal * (0.5 * (along - slab.value()));
    way = way - normal * (along - slab.value());
    along = slab.value();
  } else {
    along = precise_along<3>(query, pair, corners, vector_of(normal), patch.weight.data());
  }
  if (!give(query, pair, normal, at_a, way, along, r)) return false;
  r.feature_a = feature_of<kind_a>(query.a, patch.vertex_a, 3);
  r.feature_b = feature_of<kind_b>(query.b, patch.vertex_b, 3);
  r.ending = ending;
  r.method = Method::gjk;
  r.iterations = iterations;
  return true;
}

/// Leaves surface and normal to the next query.
template <Kind kind_a, Kind kind_b>
void remember(const FastQuery& query, const InnerSurface& surface, const V3& n) {
  PairMemory& memory = *query.memory;
  memory.direction = n;
  memory.count = 0;
  const auto many = [](int vertices) { return vertices > 256; };
  keep_surface(memory.surface, surface,
               many(vertex_count(plain_body<kind_a>(query.a))) || many(vertex_count(plain_body<kind_b>(query.b))));
}

/// The depth from four corners that hold the origin.
template <Kind kind_a, Kind kind_b>
[[gnu::noinline]] bool depth_from(FastQuery query, PlainPair& pair, PlainLook<kind_a, kind_b>& look,
                                  const std::array<int, 4>& of_a, const std::array<int, 4>& of_b, int iterations,
                                  Result& r) {
  InnerSurface surface;
  for (std::size_t i = 0; i < 4; ++i) surface.add<kind_a, kind_b>(pair, query.a, query.b, of_a[i], of_b[i]);
  if (!surface.make_tetrahedron(tightest_search * pair.size)) return false;
  const DepthLimits limits = depth_limits(query, pair);
  DepthSlab best;
  Ending ending = Ending::converged;
  if (!expand<kind_a, kind_b>(pair, look, limits, surface, best, ending, iterations)) return false;
  if (!settle_depth<kind_a, kind_b>(query, pair, surface, best, ending, iterations, r)) return false;
  if (query.memory != nullptr) remember<kind_a, kind_b>(query, surface, best.normal);
  return true;
}

/// The surface of the last query once more: mostly its lowest face still is one of the difference.
template <Kind kind_a, Kind kind_b>
[[gnu::noinline]] bool depth_again(FastQuery query, PlainPair& pair, Result& r) {
  InnerSurface surface;
  if (!recall_surface<kind_a, kind_b>(query.memory->surface, pair, query.a, query.b, surface)) return false;
  const DepthLimits limits = depth_limits(query, pair);
  const int face = surface.lowest(), first = surface.corner(face, 0);
  const V3 n = -surface.normal(face);
  DepthSlab best{n, -HUGE_VAL, face, surface.vertex_a(first), surface.vertex_b(first)};
  best.apart = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, best.vertex_a, best.vertex_b).value();
  if (-surface.height(face) - best.apart <= std::max(limits.gap, 0.5 * settled_gap * pair.size) &&
      settle_depth<kind_a, kind_b>(query, pair, surface, best, Ending::converged, 1, r)) {
    query.memory->direction = n;
    return true;
  }
  best.apart = -HUGE_VAL;
  PlainLook<kind_a, kind_b> look(pair, query.a, query.b);
  Ending ending = Ending::converged;
  int iterations = 0;
  if (!expand<kind_a, kind_b>(pair, look, limits, surface, best, ending, iterations)) return false;
  if (!settle_depth<kind_a, kind_b>(query, pair, surface, best, ending, iterations, r)) return false;
  remember<kind_a, kind_b>(query, surface, best.normal);
  return true;
}

}  // namespace clearance::detail

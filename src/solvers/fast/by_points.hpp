#pragma once

// A cylinder or a cone against another, a box or a hull: some steps of GJK on support points in the frame of a, as
// index_gjk.hpp, then Newton's method on the features that they show, or else more of GJK; and a proof by support
// values along the normal that this ends with.

#include "solvers/fast/curved_newton.hpp"

namespace clearance::detail {

/// A support point in the frame of a, and as a point of its body.
struct Sighted {
  V3 at;
  Support support;
};

/// a, by its support function, or by its vertices.
template <Kind kind>
class StillPoints {
 public:
  explicit StillPoints(const Core& core) : body_(plain_body<kind>(core)), still_(core) {}
  [[gnu::always_inline]] Sighted along(const V3& n) {
    if constexpr (has_corners(kind)) {
      const Summit summit = still_.along(n, last_);
      last_ = summit.vertex;
      return {summit.at, {Members::vertex(body_, last_), last_}};
    } else {
      const Support support = Members::support(body_, n, -1);
      return {support.at, support};
    }
  }

 private:
  struct None {
    explicit None(const Core&) {}
  };
  Body body_;
  std::conditional_t<has_corners(kind), StillBody<kind>, None> still_;
  int last_ = -1;
};

/// b, moved to the frame of a.
template <Kind kind>
class MovedPoints {
 public:
  MovedPoints(const PlainPair& pair, const Core& core)
      : pair_(pair), body_(plain_body<kind>(core)), moved_(pair, core) {}
  [[gnu::always_inline]] Sighted along(const V3& n) {
    if constexpr (has_corners(kind)) {
      const Summit summit = moved_.along(n, last_);
      last_ = summit.vertex;
      return {summit.at, {Members::vertex(body_, last_), last_}};
    } else {
      const Support support = Members::support(body_, transposed_times(pair_.map, n), -1);
      return {pair_.map * support.at + pair_.shift, support};
    }
  }

 private:
  struct None {
    None(const PlainPair&, const Core&) {}
  };
  const PlainPair& pair_;
  Body body_;
  std::conditional_t<has_corners(kind), MovedBody<kind>, None> moved_;
  int last_ = -1;
};

/// Support points of both bodies, in as many places as a simplex has corners.
template <Kind kind_a, Kind kind_b>
class PointLook {
 public:
  PointLook(const PlainPair& pair, const Core& a, const Core& b) : a_(a), b_(pair, b) {}

  /// A corner towards b along n, in a place that t does not use.
  [[gnu::always_inline]] Corner along(const V3& n, const Triangle& t) {
    unsigned used = 0;
    if (t.count > 0) used |= 1U << static_cast<unsigned>(t.p.a);
    if (t.count > 1) used |= 1U << static_cast<unsigned>(t.q.a);
    if (t.count > 2) used |= 1U << static_cast<unsigned>(t.s.a);
    const int place = __builtin_ctz(~used);
    const auto k = static_cast<std::size_t>(place);
    const Sighted of_a = a_.along(n), of_b = b_.along(-n);
    of_a_[k] = of_a.support;
    of_b_[k] = of_b.support;
    return {of_b.at - of_a.at, place, place};
  }
  const Support& of_a(const Corner& corner) const { return of_a_[static_cast<std::size_t>(corner.a)]; }
  const Support& of_b(const Corner& corner) const { return of_b_[static_cast<std::size_t>(corner.a)]; }

 private:
  StillPoints<kind_a> a_;
  MovedPoints<kind_b> b_;
  std::array<Support, 4> of_a_, of_b_;
};

/// Searches on until slab and points are within the goal, rounding rules, or so many steps are made.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline Search point_gjk(const PlainPair& pair, PointLook<kind_a, kind_b>& look, const Goal& goal,
                                               int limit, Triangle& t, Foot& foot, int& iterations) {
  double distance = foot.height / std::sqrt(foot.length_sq);
  for (;;) {
    if (!(distance > origin_rounding * pair.size)) return Search::lost;
    const Corner seen = look.along(foot.direction, t);
    ++iterations;
    const double lower = dot(foot.direction, seen.w) / std::sqrt(foot.length_sq);
    if ((distance - lower <= goal.gap) | (lower > goal.max_distance) | (distance < goal.min_distance))
      return Search::apart;
    Foot next;
    const Triangle before = t;
    if (!add_corner(t, seen, next)) return Search::inside;
    const double closer = next.height / std::sqrt(next.length_sq);
    if (!(closer < distance)) {
      t = before;
      return Search::apart;
    }
    distance = closer;
    foot = next;
    if (iterations >= limit) return Search::stopped;
  }
}

/// Steps of GJK before Newton's method is tried, and between that and the next try.
inline constexpr int first_steps = 7, more_steps = 6, tries = 4;

/// The answer by a point of each body and a normal.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline bool give_points(const FastQuery& query, const PlainPair& pair, const V3& n,
                                               const Member& at_a, const Member& at_b, Result& r) {
  const CoreLower slab = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, -1, -1);
  const PlainPoints points = PlainSpots::of(pair, at_a, at_b);
  const double along = dot(lanes_of(n), points.between());
  return enclose(query, pair, points, slab, r, curved_gap) && are_joined(query, pair, lanes_of(n), points, along, r) &&
         give_in_frame(query, pair, lanes_of(n), points, along, r);
}

/// The vertices of a body among those of the corners.
template <Kind kind>
[[gnu::always_inline]] inline Feature feature_among(const Core& core, const std::array<Support, 3>& of, int count) {
  if constexpr (!has_corners(kind)) return {};
  return feature_of<kind>(core, {of[0].vertex, of[1].vertex, of[2].vertex}, count);
}

template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] bool ByPoints<kind_a, kind_b>::answer(const Core& a, const Pose& pose_a, const Core& b,
                                                       const Pose& pose_b, const Options& options, PairMemory* memory,
                                                       Result& r, Handover& /*none*/) {
  const FastQuery query{a, pose_a, b, pose_b, options, memory};
  PlainPair pair;
  if (!place_in_frame(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  const Goal goal = goal_of(query, pair);
  PointLook<kind_a, kind_b> look(pair, query.a, query.b);
  Triangle t;
  Foot foot;
  int iterations = 0, limit = first_steps;
  const bool tracked = query.memory != nullptr && std::fabs(norm_sq(query.memory->direction) - 1.0) < 0.5;
  t.p = look.along(tracked ? query.memory->direction : norm_sq(pair.shift) > 0.0 ? pair.shift : V3(1, 0, 0), t);
  t.count = 1;
  foot = foot_at(t.p.w);
  for (int turn = 0;; ++turn) {
    const Search found = point_gjk<kind_a, kind_b>(pair, look, goal, limit, t, foot, iterations);
    if (found != Search::apart && found != Search::stopped) return false;
    const std::array<Support, 3> of_a{look.of_a(t.p), look.of_a(t.count > 1 ? t.q : t.p),
                                      look.of_a(t.count > 2 ? t.s : t.p)},
        of_b{look.of_b(t.p), look.of_b(t.count > 1 ? t.q : t.p), look.of_b(t.count > 2 ? t.s : t.p)};
    const std::array<double, 3> weight = t.count == 1   ? weights_of<1>(foot)
                                         : t.count == 2 ? weights_of<2>(foot)
                                                        : weights_of<3>(foot);
    const V3 normal = foot.direction * (1.0 / std::sqrt(foot.length_sq));
    V3 n = normal;
    Member at_a, at_b;
    if (found == Search::apart) {
      const Weights weights(weight.data(), t.count);
      at_a = Members::mixed(weights, [&](int i) -> const Member& { return of_a[static_cast<std::size_t>(i)].at; });
      at_b = Members::mixed(weights, [&](int i) -> const Member& { return of_b[static_cast<std::size_t>(i)].at; });
      if (!give_points<kind_a, kind_b>(query, pair, n, at_a, at_b, r)) return false;
    } else {
      const auto attempt = [&] {
        return newton<kind_a, kind_b>(
                   pair, query.a, query.b, n, held_by<kind_a>(query.a.size, of_a, weight, t.count, normal),
                   held_by<kind_b>(query.b.size, of_b, weight, t.count, -transposed_times(pair.map, normal)), at_a,
                   at_b, iterations) &&
               give_points<kind_a, kind_b>(query, pair, n, at_a, at_b, r);
      };
      if (iterations >= gjk_limit) return false;
      if (!attempt()) {
        limit = turn + 1 < tries ? iterations + more_steps : gjk_limit;
        continue;
      }
    }
    r.feature_a = feature_among<kind_a>(query.a, of_a, t.count);
    r.feature_b = feature_among<kind_b>(query.b, of_b, t.count);
    r.method = Method::gjk;
    r.iterations = iterations;
    if (query.memory != nullptr) remember(*query.memory, n, {}, {});
    return true;
  }
}

}  // namespace clearance::detail

// Facets and edges of a hull of spheres, from the map of directions. A facet of spheres i, j, k has a normal n with
// c . n + r the same for all three, of which there are at most two; it is one if no sphere reaches farther. All three
// are then in the leaf of n. An edge lies between facets, or is a whole cone; then any few of its normals show it.
// Cost: for each leaf, the cube of the number of its spheres, mostly two to eight.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "clearance/stope.hpp"
#include "core/ball_hull.hpp"

namespace clearance {

namespace {

using detail::BallHull;
using detail::DirectionMap;
using detail::LocalBall;
using detail::V3;

constexpr double tie = 1e-12;  // relative to the reach

std::size_t index(int i) { return static_cast<std::size_t>(i); }

double value_along(const LocalBall& b, const V3& n) { return dot(b.centre, n) + b.radius; }

class Builder {
 public:
  explicit Builder(const BallHull& hull) : hull_(hull), all_(index(hull.count)), tolerance_(tie * hull.reach) {
    for (int i = 0; i < hull.count; ++i) balls_.push_back(hull.ball(i));
    std::iota(all_.begin(), all_.end(), 0);
    map_ = DirectionMap(balls_, all_);
  }

  void run(StopeStructure& out) {
    map_.for_each_leaf([&](const DirectionMap::Leaf& leaf) {
      for (const auto* i = leaf.begin; i != leaf.end; ++i)
        for (const auto* j = i + 1; j != leaf.end; ++j) {
          try_edge(i->ball, j->ball);
          for (const auto* k = j + 1; k != leaf.end; ++k) try_facets(leaf, i->ball, j->ball, k->ball);
        }
    });
    for (const auto& [i, j] : edges_) {
      const int p = hull_.source[index(i)], q = hull_.source[index(j)];
      out.edges.push_back({std::min(p, q), std::max(p, q)});
    }
    std::sort(out.edges.begin(), out.edges.end());
    for (auto& [spheres, normals] : facets_)
      for (const auto& [normal, loop] : normals) {
        StopeFacet facet{{}, normal.eigen()};
        for (const int i : loop) facet.spheres.push_back(hull_.source[index(i)]);
        out.facets.push_back(std::move(facet));
      }
  }

 private:
  double most_along(const DirectionMap::Leaf& leaf, const V3& n) const {
    double most = -HUGE_VAL;
    for (const auto* e = leaf.begin; e != leaf.end; ++e) most = std::fmax(most, value_along(balls_[index(e->ball)], n));
    return most;
  }

  /// Finds the edge if it is a whole cone.
  void try_edge(int i, int j) {
    if (edges_.contains({std::min(i, j), std::max(i, j)})) return;
    const LocalBall &a = balls_[index(i)], &b = balls_[index(j)];
    const V3 axis = b.centre - a.centre;
    const double length = norm(axis), sine = (a.radius - b.radius) / length;
    if (!(std::fabs(sine) < 1.0)) return;
    const V3 along = axis * (1.0 / length), e = any_perpendicular(along), f = cross(along, e);
    for (const double turn : {0.0, 1.0, 2.5}) {  // more than one, as the corners of a facet share its normal
      const V3 across = e * std::cos(turn) + f * std::sin(turn);
      const V3 n = along * sine + across * std::sqrt(1.0 - sine * sine);
      if (most_along(map_.leaf_of(n), n) > value_along(a, n) + tolerance_) return;
    }
    add_edge(i, j);
  }

  void add_edge(int i, int j) { edges_.insert({std::min(i, j), std::max(i, j)}); }

  void try_facets(const DirectionMap::Leaf& leaf, int i, int j, int k) {
    const LocalBall &a = balls_[index(i)], &b = balls_[index(j)], &c = balls_[index(k)];
    const V3 u = b.centre - a.centre, v = c.centre - a.centre, area = cross(u, v);
    const double area_sq = norm_sq(area);
    if (!(area_sq > tie * tie * norm_sq(u) * norm_sq(v))) return;
    const V3 g = (cross(v, area) * (a.radius - b.radius) + cross(area, u) * (a.radius - c.radius)) * (1.0 / area_sq);
    const double rest = 1.0 - norm_sq(g);
    if (!(rest > 0.0)) return;
    for (const double sign : {1.0, -1.0}) {
      const V3 n = g + area * (sign * std::sqrt(rest / area_sq));
      if (map_.leaf_of(n).begin != leaf.begin) continue;  // its own leaf finds it
      const double most = most_along(leaf, n);
      if (value_along(a, n) < most - tolerance_) continue;
      std::vector<int> touching;
      for (const auto* e = leaf.begin; e != leaf.end; ++e)
        if (value_along(balls_[index(e->ball)], n) >= most - tolerance_) touching.push_back(e->ball);
      add_facet(touching, n);
    }
  }

  /// The corners of the polygon of points of contact, counter-clockwise: a convex hull in the plane, by monotone
  /// chains.
  std::vector<int> polygon(const std::vector<int>& touching, const V3& n) const {
    struct At {
      double x, y;
      int ball;
    };
    const V3 e = any_perpendicular(n), f = cross(n, e);
    std::vector<At> at;
    for (const int i : touching) {
      const V3 contact = balls_[index(i)].centre + n * balls_[index(i)].radius;
      at.push_back({dot(contact, e), dot(contact, f), i});
    }
    std::sort(at.begin(), at.end(), [](const At& p, const At& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
    const auto left_turn = [&](const At& p, const At& q, const At& r) {
      return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > tolerance_ * hull_.reach;
    };
    std::vector<At> chain;
    for (int pass = 0; pass < 2; ++pass) {
      const std::size_t start = chain.size();
      for (const At& p : at) {
        while (chain.size() >= start + 2 && !left_turn(chain[chain.size() - 2], chain.back(), p)) chain.pop_back();
        chain.push_back(p);
      }
      chain.pop_back();
      std::reverse(at.begin(), at.end());
    }
    std::vector<int> loop;
    for (const At& p : chain) loop.push_back(p.ball);
    return loop;
  }

  void add_facet(std::vector<int> touching, const V3& n) {
    std::sort(touching.begin(), touching.end());
    auto& known = facets_[touching];
    for (const auto& [normal, loop] : known)
      if (norm(normal - n) < 1e-6) return;
    std::vector<int> loop = polygon(touching, n);
    if (loop.size() < 3) return;
    for (std::size_t i = 0; i < loop.size(); ++i) add_edge(loop[i], loop[(i + 1) % loop.size()]);
    known.emplace_back(n, std::move(loop));
  }

  const BallHull& hull_;
  std::vector<LocalBall> balls_;
  std::vector<int> all_;
  double tolerance_;
  DirectionMap map_;
  std::set<std::array<int, 2>> edges_;
  std::map<std::vector<int>, std::vector<std::pair<V3, std::vector<int>>>> facets_;
};

}  // namespace

StopeStructure structure(const SphereHull& stope) {
  StopeStructure out;
  out.box_low = out.box_high = stope.spheres.front().centre;
  for (const Ball& ball : stope.spheres) {
    out.box_low = out.box_low.cwiseMin((ball.centre.array() - ball.radius).matrix());
    out.box_high = out.box_high.cwiseMax((ball.centre.array() + ball.radius).matrix());
  }
  const Vec3 middle = 0.5 * out.box_low + 0.5 * out.box_high;
  const double extent = (0.5 * out.box_high - 0.5 * out.box_low).maxCoeff();
  int exponent = 0;
  std::frexp(extent, &exponent);
  const double scale = extent > 0.0 ? std::ldexp(1.0, std::clamp(-exponent, -1000, 1000)) : 1.0;
  std::vector<LocalBall> balls;
  for (const Ball& ball : stope.spheres) balls.push_back({V3(ball.centre - middle) * scale, ball.radius * scale});
  const BallHull hull = detail::ball_hull(balls);
  out.vertices = hull.source;
  out.redundant = hull.redundant;
  if (hull.count > 1) Builder(hull).run(out);
  return out;
}

}  // namespace clearance

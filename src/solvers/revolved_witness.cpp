#include "solvers/revolved_witness.hpp"

#include <cmath>

#include "placed/simplex.hpp"
#include "placed/witness.hpp"

namespace clearance::detail {

namespace {

/// Heights that differ by less, relative to the size of the pair, may be those of one face.
constexpr double same_face = 0x1p-34;

/// Points of the two bodies that are `depth` apart against the normal.
class Witness {
 public:
  Witness(const Pair& pair, const V3& n, double depth) : pair_(pair), n_(n), depth_(depth) {}

  /// On the edges and corners that are farthest along the normal.
  bool from_edges(Proposal& proposal) const {
    std::array<Spot, 2> a, b;
    const int count_a = farthest(pair_.a, n_, a), count_b = farthest(pair_.b, -n_, b);
    std::array<SimplexVertex<double>, 4> point;
    int count = 0;
    for (int i = 0; i < count_a; ++i)
      for (int j = 0; j < count_b; ++j) {
        const Spot& x = a[static_cast<std::size_t>(i)];
        const Spot& y = b[static_cast<std::size_t>(j)];
        const V3 between = pair_.b.map * y.at + pair_.offset - pair_.a.map * x.at;
        point[static_cast<std::size_t>(count++)] = {between + n_ * depth_, x.at, y.at, x.vertex, y.vertex};
      }
    double least = HUGE_VAL;
    const auto try_simplex = [&](std::initializer_list<std::size_t> corners) {
      Simplex<double> simplex;
      for (const std::size_t i : corners) simplex.vertex[static_cast<std::size_t>(simplex.count++)] = point[i];
      reduce(simplex, nearest_in(simplex));
      // Of a thin triangle the weights are less well known than the distance.
      V3 place(0, 0, 0);
      for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i)
        place = place + simplex.vertex[i].w * simplex.weight[i];
      if (!(norm_sq(place) < least)) return;
      least = norm_sq(place);
      set_witness(proposal, pair_, simplex.vertex.data(), simplex.weight.data(), simplex.count);
    };
    if (count == 1) try_simplex({0});
    if (count == 2) try_simplex({0, 1});
    if (count == 4) {  // a parallelogram
      try_simplex({0, 1, 2});
      try_simplex({1, 2, 3});
      if (least > 0x1p-96 * pair_.size * pair_.size) cross_edges(point, least, proposal);
    }
    proposal.vertex_a = proposal.vertex_b = -1;
    return count > 0;
  }

  /// On an end of a body: above the middle of the end of the other, or as near to it as there is body.
  bool from_ends(Proposal& proposal, bool of_a) const {
    const Body& flat = of_a ? pair_.a : pair_.b;
    const Body& other = of_a ? pair_.b : pair_.a;
    if (flat.kind == Kind::ellipsoid || flat.kind == Kind::point) return false;
    const V3 outward = of_a ? n_ : -n_, to_flat = of_a ? V3(0, 0, 0) : pair_.offset,
             to_other = of_a ? pair_.offset : V3(0, 0, 0);
    const V3 direction = transposed_times(other.map, -outward);
    Member y = Members::support(other, direction, -1).at;
    const double tilt_sq = direction.x * direction.x + direction.y * direction.y;
    const bool curved = other.kind == Kind::ellipsoid || other.kind == Kind::point;
    if (!curved && tilt_sq <= 0x1p-98 * norm_sq(direction))  // the other one is flat there, too
      y = inside(other, {0, 0, y.at().z});
    Member x = inside(flat, into(flat, other.map * y + to_other + outward * depth_ - to_flat));
    if (!curved) y = inside(other, into(other, flat.map * x + to_flat - outward * depth_ - to_other));
    proposal.at_a = of_a ? x : y;
    proposal.at_b = of_a ? y : x;
    proposal.feature_a = feature_at(pair_.a, proposal.at_a);
    proposal.feature_b = feature_at(pair_.b, proposal.at_b);
    return true;
  }

 private:
  /// A point of a body, and which end of a segment, or -1.
  struct Spot {
    Member at;
    int vertex = -1;
  };

  /// The end of a segment that a point is, or both; of other bodies, nothing has a name.
  static Feature feature_at(const Body& body, const Member& x) {
    if (body.kind != Kind::segment && body.kind != Kind::point) return {};
    for (const int i : {0, 1})
      if (norm_sq(x.at() - body.ends[static_cast<std::size_t>(i)]) == 0.0) return {1, {i, -1, -1}};
    return {2, {0, 1, -1}};
  }

  static V3 into(const Body& body, const V3& x) { return transposed_times(body.map, x) * (1.0 / norm_sq(body.map.r0)); }

  static Member inside(const Body& body, const V3& x) {
    if (body.kind != Kind::segment) return Members::in_revolved(body, x);
    const V3 along = body.ends[1] - body.ends[0];
    const double length_sq = norm_sq(along);
    return Members::on_segment(body, length_sq > 0.0 ? dot(along, x - body.ends[0]) / length_sq : 0.0);
  }

  /// Where an edge of each body cross, seen along the normal: of edges that are nearly parallel, whose parallelogram is
  /// too thin for a triangle. The first two points differ in b, the first and the third in a.
  void cross_edges(const std::array<SimplexVertex<double>, 4>& point, double least, Proposal& proposal) const {
    const V3 first = point[0].w, of_b = point[1].w - first, of_a = point[2].w - first, aside = cross(n_, of_a);
    const auto within = [](double x) { return std::fmax(0.0, std::fmin(1.0, x)); };
    const double t = within(-dot(first, aside) / dot(of_b, aside));
    const double s = within(-dot(first + of_b * t, of_a) / norm_sq(of_a));
    if (!(norm_sq(first + of_b * t + of_a * s) < least)) return;
    const bool near_first = s + t <= 1.0;
    const std::array<SimplexVertex<double>, 3> corner{point[near_first ? 0 : 3], point[1], point[2]};
    const std::array<double, 3> weight{near_first ? 1.0 - s - t : s + t - 1.0, near_first ? t : 1.0 - s,
                                       near_first ? s : 1.0 - t};
    set_witness(proposal, pair_, corner.data(), weight.data(), 3);
  }

  /// One or two points that span what is farthest along a direction.
  int farthest(const Body& body, const V3& along, std::array<Spot, 2>& found) const {
    const V3 n = transposed_times(body.map, along);
    const double across = std::sqrt(n.x * n.x + n.y * n.y);
    std::array<Spot, 2> end;
    if (body.kind == Kind::ellipsoid || body.kind == Kind::point) {
      found[0] = {Members::support(body, n, -1).at, body.kind == Kind::point ? 0 : -1};
      return 1;
    }
    if (body.kind == Kind::segment) {
      end = {Spot{Members::vertex(body, 0), 0}, Spot{Members::vertex(body, 1), 1}};
    } else {
      const auto p = *profile_of(body.kind, body.core->size);
      const double f = across > tiny_length ? 1.0 / across : 0.0;
      end = {Spot{Members::in_revolved(body, {n.x * f * p.top, n.y * f * p.top, p.half_length})},
             Spot{Members::in_revolved(body, {n.x * f * p.bottom, n.y * f * p.bottom, -p.half_length})}};
    }
    const double first = dot(n, end[0].at.at()), second = dot(n, end[1].at.at());
    const double close = same_face * pair_.size * norm(body.map.r0);
    int count = 0;
    if (first >= second - close) found[static_cast<std::size_t>(count++)] = end[0];
    if (second >= first - close) found[static_cast<std::size_t>(count++)] = end[1];
    return count;
  }

  const Pair& pair_;
  V3 n_;
  double depth_;
};

double miss_of(const Pair& pair, const Proposal& proposal, double depth) {
  return norm(pair.b.map * proposal.at_b + pair.offset - pair.a.map * proposal.at_a + proposal.normal * depth);
}

}  // namespace

std::optional<Proposal> revolved_witness(const Pair& pair, const V3& normal, double depth) {
  Proposal proposal;
  proposal.normal = normal * (1.0 / norm(normal));
  const Witness witness(pair, proposal.normal, depth);
  Proposal other = proposal;
  double least = HUGE_VAL;
  const auto keep = [&] {
    const double miss = miss_of(pair, other, depth);
    if (miss < least) least = miss, proposal = other;
  };
  if (witness.from_edges(other)) keep();
  if (!(least <= 0x1p-48 * pair.size)) {
    other.corners = 0;
    for (const bool of_a : {true, false})
      if (witness.from_ends(other, of_a)) keep();
  }
  if (!(least <= 0x1p-40 * pair.size)) return std::nullopt;
  return proposal;
}

}  // namespace clearance::detail

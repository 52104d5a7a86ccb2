// The usual case, fast: a proposal that is right, and points whose coordinates in the world fit into one, two or three
// limbs. It is proven as in solver.cpp, in the integers of wide.hpp. All else is left to the general way.

#include "exact/narrow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "exact/flat.hpp"
#include "exact/wide.hpp"

namespace clearance::exact {
namespace {

/// A bound on the error of a support value in double, relative to the extent of the points: the direction in the world
/// is off by 2^-52 a component, turning it has five roundings a component, and so has the dot product.
constexpr double narrow_filter_error = 0x1p-46;
/// Bits that coordinates leave free: differences, cross products and sums of three products take less.
constexpr int headroom = 6;

template <std::size_t k>
class WideBody {
 public:
  explicit WideBody(const Body& body) : body_(body), unit_(body.unit() - body.rotation_unit()) {
    position_ = to_wide<k>(body.position());
    if constexpr (k == 3)
      for (std::size_t i = 0; i < 3; ++i) rotation_[i] = to_wide<1>(body.rotation()[i]);
  }

  WideVector<k> point(int index) const {
    const Vec3& local = body_.points_given()[static_cast<std::size_t>(index)];
    if constexpr (k < 3) {
      return to_wide<k>(local, unit_) + position_;
    } else {
      const auto p = to_wide<2>(local, unit_);
      return WideVector<3>{dot(rotation_[0], p), dot(rotation_[1], p), dot(rotation_[2], p)} + position_;
    }
  }

 private:
  const Body& body_;
  int unit_;
  WideVector<k> position_;
  std::array<WideVector<1>, 3> rotation_;  // where k = 3; else it is the identity
};

/// How many limbs the coordinates of the points in the world take; none if more than three.
std::optional<std::size_t> limbs_of(const Body& body) {
  const int bits = body.world_bits() + headroom;
  if (!body.turned()) {
    if (bits <= 64) return 1;
    if (bits <= 128) return 2;
  }
  // A factor of one limb times one of two.
  const int local_bits = body.local_bits() + headroom;
  if (bits <= 192 && local_bits <= 128 && -body.rotation_unit() <= 64 - headroom) return 3;
  return std::nullopt;
}

/// Whether no point of the body is beyond the base along n.
template <std::size_t k, std::size_t m>
bool is_farthest(const Body& body, const WideBody<k>& wide, const WideVector<m>& n, const Vec3& direction, int base) {
  const Vec3 local = body.turned() ? Vec3(body.pose().rotation().transpose() * direction) : direction;
  const std::vector<int> near = body.near_farthest(local, narrow_filter_error);
  const WideVector<k> at = wide.point(base);
  return std::all_of(near.begin(), near.end(),
                     [&](int i) { return i == base || sign(dot(n, wide.point(i) - at)) <= 0; });
}

template <std::size_t k>
class Proof {
 public:
  Proof(const Bodies& bodies, const Start& start) : bodies_(bodies), start_(start), a_(bodies.a), b_(bodies.b) {}

  bool fill(Answer& answer) {
    for (std::size_t i = 0; i < start_.size(); ++i) w_[i] = b_.point(start_[i][1]) - a_.point(start_[i][0]);
    Nearest& nearest = answer.nearest;
    if (start_.size() == 1) {
      if (!optimal(w_[0], nearest)) return false;
      nearest.weight[0] = nearest.total = nearest.divisor = 1;
      nearest.square = to_integer(dot(w_[0], w_[0]));
    } else if (start_.size() == 2) {
      const auto e1 = w_[1] - w_[0];
      const LineFlat flat(w_[0], e1);
      const auto c0 = flat.d - flat.c1;
      if (sign(c0) <= 0 || sign(flat.c1) <= 0 || !optimal(flat.d * w_[0] + flat.c1 * e1, nearest)) return false;
      nearest.weight[0] = to_integer(c0);
      nearest.weight[1] = nearest.shared = to_integer(flat.c1);
      nearest.total = nearest.divisor = to_integer(flat.d);
      nearest.square = to_integer(flat.d * dot(w_[0], w_[0]) - flat.c1 * flat.c1);
    } else {
      const PlaneFlat flat(w_[0], w_[1] - w_[0], w_[2] - w_[0]);
      const auto c0 = flat.d - flat.c1 - flat.c2;
      if (sign(c0) <= 0 || sign(flat.c1) <= 0 || sign(flat.c2) <= 0) return false;
      const auto height = dot(flat.n, w_[0]);
      if (!optimal(sign(height) < 0 ? -flat.n : flat.n, nearest) || sign(height) == 0) return false;
      nearest.weight[0] = to_integer(c0);
      nearest.weight[1] = to_integer(flat.c1);
      nearest.weight[2] = to_integer(flat.c2);
      nearest.total = nearest.divisor = to_integer(flat.d);
      nearest.square = to_integer(height * height);
      nearest.shared = to_integer(height);
    }
    nearest.count = static_cast<int>(start_.size());
    answer.generators.reserve(start_.size());
    for (std::size_t i = 0; i < start_.size(); ++i) {
      nearest.carrier[i] = static_cast<int>(i);
      answer.generators.push_back({to_integer(w_[i]), 1, start_[i][0], start_[i][1]});
    }
    return true;
  }

 private:
  /// The condition of optimality for the direction to the nearest point.
  template <std::size_t m>
  bool optimal(const WideVector<m>& n, Nearest& nearest) const {
    if (sign(n.x) == 0 && sign(n.y) == 0 && sign(n.z) == 0) return false;
    nearest.towards = to_integer(n);
    const Vec3 direction = approximate_direction(nearest.towards);
    return is_farthest(bodies_.a, a_, n, direction, start_[0][0]) &&
           is_farthest(bodies_.b, b_, -n, -direction, start_[0][1]);
  }

  const Bodies& bodies_;
  const Start& start_;
  WideBody<k> a_, b_;
  std::array<WideVector<k>, 3> w_;
};

}  // namespace

bool prove_narrow(const Bodies& bodies, const Start& start, Answer& answer) {
  if (start.empty() || start.size() > 3 || !bodies.a.is_hull_of_doubles() || !bodies.b.is_hull_of_doubles())
    return false;
  const auto limbs_a = limbs_of(bodies.a), limbs_b = limbs_of(bodies.b);
  if (!limbs_a || !limbs_b) return false;
  switch (std::max(*limbs_a, *limbs_b)) {
    case 1:
      return Proof<1>(bodies, start).fill(answer);
    case 2:
      return Proof<2>(bodies, start).fill(answer);
    default:
      return Proof<3>(bodies, start).fill(answer);
  }
}

}  // namespace clearance::exact

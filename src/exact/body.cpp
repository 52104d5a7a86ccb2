#include "exact/body.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "core/core.hpp"

namespace clearance::exact {
namespace {

/// A bound on the error of a support value in double, relative to the extent of the points: the direction is off by
/// 2^-52 a component, rounded points by three roundings, and the dot product has five.
constexpr double filter_error = 0x1p-48;
/// What underflow may add to it.
constexpr double filter_underflow = 0x1p-1060;

/// The finest bit of vectors, as a unit: 0 where all of them are zero.
int unit_of(int finest_bit) { return finest_bit == detail::exponent_of_zero ? 0 : finest_bit; }

/// How many points are looked at together.
constexpr std::size_t block = 32;

/// How many bits a length takes in units of 2^unit, at most.
int bits_of(double length, int unit) {
  if (!(length < HUGE_VAL)) return 4096;
  return length == 0.0 ? 0 : std::ilogb(length) + 1 - unit;
}

/// How far points reach along n.
double most_along(std::span<const Vec3> points, const Vec3& n) {
  std::array<double, 4> most;  // four maxima are under way at once
  most.fill(-HUGE_VAL);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double value = n.dot(points[i]);
    double& m = most[i % 4];
    m = value > m ? value : m;
  }
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

}  // namespace

Body::Body(const Shape& shape, const Pose& pose) : shape_(shape), pose_(pose) {
  const Mat3& r = pose.rotation();
  turned_ = r != Mat3::Identity();
  if (turned_) {
    for (int i = 0; i < 3; ++i) rotation_unit_ = std::min(rotation_unit_, lowest_bit(Vec3(r.row(i))));
    for (int i = 0; i < 3; ++i) rotation_[static_cast<std::size_t>(i)] = to_integer(Vec3(r.row(i)), rotation_unit_);
  } else {
    for (std::size_t i = 0; i < 3; ++i) rotation_[i][i] = 1;
  }
  position_unit_ = std::min(lowest_bit(pose.position()), 0);
  position_ = to_integer(pose.position(), position_unit_);
  std::visit(
      [this](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Point>) {
          set_points({&s.at, 1}, lowest_bit(s.at));
        } else if constexpr (std::is_same_v<S, Segment> || std::is_same_v<S, Triangle> || std::is_same_v<S, Polygon> ||
                             std::is_same_v<S, Tetrahedron> || std::is_same_v<S, Hull>) {
          set_points(s.points, shape_.core().finest_bit);
        } else if constexpr (std::is_same_v<S, Ray> || std::is_same_v<S, Line>) {
          set_points({&s.origin, 1}, lowest_bit(s.origin));
          const Vector direction = to_integer(s.direction, lowest_bit(s.direction));
          add_direction(direction);
          if (std::is_same_v<S, Line>) add_direction(-direction);
        } else if constexpr (std::is_same_v<S, Plane> || std::is_same_v<S, Halfspace>) {
          set_plane(s.normal, s.offset);
          if (std::is_same_v<S, Halfspace>) add_direction(-to_integer(s.normal, lowest_bit(s.normal)));
        } else if constexpr (std::is_same_v<S, Rectangle>) {
          const Vec3 &o = s.origin, &u = s.edges[0], &v = s.edges[1];
          own_points_ = {o, o + u, o + v, o + u + v};
          set_points(own_points_, std::min({lowest_bit(o), lowest_bit(u), lowest_bit(v)}));
          const Vector at = to_integer(o, local_unit_), along = to_integer(u, local_unit_);
          const Vector across = to_integer(v, local_unit_);
          for (const bool far : {false, true})
            for (const bool right : {false, true}) {
              Vector corner = at;
              if (right) corner += along;
              if (far) corner += across;
              exact_points_.push_back({corner, Integer(1)});
            }
        } else if constexpr (std::is_same_v<S, Box>) {
          const int unit = unit_of(lowest_bit(s.size));
          const Vector half = to_integer(s.size, unit);  // in halves of it
          for (int corner = 0; corner < 8; ++corner) {
            const auto side = [&](int axis) { return ((corner >> axis) & 1) != 0; };
            own_points_.emplace_back(side(0) ? 0.5 * s.size.x() : -0.5 * s.size.x(),
                                     side(1) ? 0.5 * s.size.y() : -0.5 * s.size.y(),
                                     side(2) ? 0.5 * s.size.z() : -0.5 * s.size.z());
            exact_points_.push_back(
                {{side(0) ? half.x : -half.x, side(1) ? half.y : -half.y, side(2) ? half.z : -half.z}, Integer(1)});
          }
          set_points(own_points_, unit - 1);
        } else if constexpr (std::is_same_v<S, Polyhedron>) {
          rows_ = &s.halfspaces;
        } else {
          static_assert(!S::polyhedral, "a polyhedral shape needs its exact points");
        }
      },
      shape.description());
  unit_ = std::min(rotation_unit_ + local_unit_, position_unit_);
  rotation_shift_ = rotation_unit_ + local_unit_ - unit_;
}

void Body::set_points(std::span<const Vec3> points, int finest_bit) {
  const detail::Core& core = shape_.core();
  points_ = points;
  local_unit_ = unit_of(finest_bit);
  extent_ = (max_abs(core.centre) + core.reach * core.unit) * (1.0 + 0x1p-40);
}

/// { x : n.x = d }: one point, d n / n.n, and the lines that span the plane.
void Body::set_plane(const Vec3& normal, double offset) {
  const int unit = lowest_bit(normal), offset_unit = offset == 0.0 ? unit : detail::lowest_bit(offset);
  const Vector n = to_integer(normal, unit);
  exact_points_.push_back({to_integer(offset, offset_unit) * n, dot(n, n)});
  own_points_.emplace_back(Vec3::Zero());  // never compared with another
  points_ = own_points_;
  local_unit_ = offset_unit - unit;
  Eigen::Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vector across = cross(n, to_integer(Vec3::Unit(least), 0));
  add_line(across);
  add_line(cross(n, across));
}

void Body::add_line(const Vector& local) {
  add_direction(local);
  add_direction(-local);
}

void Body::set_unit(int unit) {
  unit_ = unit;
  rotation_shift_ = rotation_unit_ + local_unit_ - unit;
}

int Body::points() const { return static_cast<int>(rows_ != nullptr ? exact_points_.size() : points_.size()); }

Homogeneous Body::local_point(int index) const {
  const auto i = static_cast<std::size_t>(index);
  if (!exact_points_.empty()) return exact_points_[i];
  return {to_integer(points_[i], local_unit_), Integer(1)};
}

Homogeneous Body::point(int index) const {
  Homogeneous p = local_point(index);
  p.v = rotation_ * p.v;
  shift(p.v, rotation_shift_);
  if (is_one(p.h))
    p.v += position();
  else
    add_multiple(p.v, p.h, position());
  return p;
}

Vector Body::position() const {
  Vector at = position_;
  shift(at, position_unit_ - unit_);
  return at;
}

int Body::farthest(const Vector& n, int incumbent) {
  if (points_.size() == 1) return 0;
  const Vector n_local = transposed_times(rotation_, n);
  if (rows_ != nullptr) return farthest_vertex(n_local, incumbent);

  const std::vector<int> near = near_farthest(approximate_direction(n_local), filter_error);
  return near.size() == 1 ? near[0] : farthest_of(near, n_local, incumbent);
}

std::vector<int> Body::near_farthest(const Vec3& direction, double relative_error) const {
  const Vec3 n = direction * (extent_ > 0x1p1000 ? 0x1p-40 : 1.0);
  const double room = 2.0 * (relative_error * extent_ + filter_underflow);
  std::vector<int> near;
  near.reserve(16);
  const auto add_from = [&](std::span<const Vec3> some, std::size_t first, double least) {
    for (std::size_t i = 0; i < some.size(); ++i)
      if (n.dot(some[i]) >= least) near.push_back(static_cast<int>(first + i));
  };
  if (points_.size() <= block) {
    add_from(points_, 0, most_along(points_, n) - room);
    return near;
  }
  // Few blocks have a point near the farthest: the others are done with.
  std::vector<double> most_of;
  most_of.reserve(points_.size() / block + 1);
  const auto some = [&](std::size_t first) { return points_.subspan(first, std::min(block, points_.size() - first)); };
  for (std::size_t first = 0; first < points_.size(); first += block) most_of.push_back(most_along(some(first), n));
  const double least = *std::max_element(most_of.begin(), most_of.end()) - room;
  for (std::size_t k = 0; k < most_of.size(); ++k)
    if (most_of[k] >= least) add_from(some(k * block), k * block, least);
  return near;
}

int Body::world_bits() const {
  const double most = (turned_ ? 3.1 : 1.0) * extent_ + pose_.position().cwiseAbs().maxCoeff();
  return bits_of(most, unit_);
}
int Body::local_bits() const { return bits_of(extent_, unit_ - rotation_unit_); }

/// The incumbent, if it is one of those that are farthest; else the first of them.
int Body::farthest_of(const std::vector<int>& points, const Vector& n_local, int incumbent) const {
  int best = -1;
  Integer most;
  for (const int i : points) {
    Integer value = dot(n_local, local_point(i).v);
    if (best >= 0 && (value < most || (value == most && i != incumbent))) continue;
    best = i;
    most = std::move(value);
  }
  return best;
}

int Body::farthest_vertex(const Vector& n_local, int incumbent) {
  const detail::Core& core = shape_.core();
  const detail::Polytope& p = core.polytope;
  const Vec3 direction = approximate_direction(n_local);
  std::vector<std::size_t> likely;
  for (const int facet : p.facets_of(support_vertex(p, detail::V3(direction), -1)))
    likely.push_back(static_cast<std::size_t>(p.facet_row[static_cast<std::size_t>(facet)]));
  const RationalVector x = farthest_point(n_local, *rows_, likely, core.centre.eigen(), core.reach * core.unit);
  auto common = denominator(x[0]);
  for (const Rational& c : x) common = lcm(common, denominator(c));
  Homogeneous found;
  found.h = Integer::from(common.backend().data());
  for (std::size_t i = 0; i < 3; ++i)
    found.v[i] = Integer::from(mpq_numref(Rational(x[i] * Rational(common)).backend().data()));
  if (incumbent >= 0) {
    const Homogeneous& old = exact_points_[static_cast<std::size_t>(incumbent)];
    if (dot(n_local, found.v) * old.h <= dot(n_local, old.v) * found.h) return incumbent;
  }
  exact_points_.push_back(std::move(found));
  return static_cast<int>(exact_points_.size()) - 1;
}

int Body::from_core_vertex(int vertex) {
  const detail::Core& core = shape_.core();
  if (rows_ == nullptr) {
    const bool listed = core.kind == detail::Kind::polytope;
    const int index = listed ? core.polytope.source[static_cast<std::size_t>(vertex)] : vertex;
    return std::clamp(index, 0, points() - 1);
  }
  // The direction to the vertex from inside is one that it is farthest along, or nearly.
  detail::V3 outwards{0, 0, 0};
  for (const int facet : core.polytope.facets_of(vertex))
    outwards = outwards + core.polytope.facet_normal[static_cast<std::size_t>(facet)];
  const Vec3 n = outwards.eigen();
  return farthest_vertex(to_integer(n, lowest_bit(n)), -1);
}

}  // namespace clearance::exact

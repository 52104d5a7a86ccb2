#include "quad_body.hpp"

#include <algorithm>
#include <type_traits>

#include "exact_body.hpp"

namespace oracle {
namespace {

Quad to_quad(const Int& x) {
  // Limbs from the top; three hold more than the 113 bits.
  Quad result = 0;
  const std::size_t limbs = mpz_size(x.get_mpz_t());
  const std::size_t first = limbs > 3 ? limbs - 3 : 0;
  for (std::size_t i = limbs; i-- > first;)
    result = result * static_cast<Quad>(18446744073709551616.0) +
             static_cast<Quad>(mpz_getlimbn(x.get_mpz_t(), static_cast<mp_size_t>(i)));
  for (std::size_t i = 0; i < first; ++i) result *= static_cast<Quad>(18446744073709551616.0);
  return sgn(x) < 0 ? -result : result;
}
Quad to_quad(const mpq_class& x) {
  // Numerator and denominator can be beyond the range of the type while their quotient is not.
  const auto bits = [](const Int& n) { return static_cast<long>(mpz_sizeinbase(n.get_mpz_t(), 2)); };
  if (x == 0) return 0;
  const long drop = std::max(0L, std::min(bits(x.get_num()), bits(x.get_den())) - 192);
  Int num = x.get_num(), den = x.get_den();
  num >>= static_cast<mp_bitcnt_t>(drop);
  den >>= static_cast<mp_bitcnt_t>(drop);
  return to_quad(num) / to_quad(den);
}

Quad magnitude(Quad x) { return x < 0 ? -x : x; }

using Rows = std::array<QVec, 3>;
Rows rows_of(const Placement& placement) {
  if (!placement.quaternion) {
    const auto row = [&](int i) { return oracle::to_quad(clearance::Vec3(placement.matrix.row(i).transpose())); };
    return {row(0), row(1), row(2)};
  }
  const auto& q = *placement.quaternion;
  const Quad w = q[0], x = q[1], y = q[2], z = q[3];
  const Quad s = 1 / (w * w + x * x + y * y + z * z);
  return {s * QVec{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
          s * QVec{2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
          s * QVec{2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
}

}  // namespace

QVec to_quad(const clearance::Vec3& v) { return {v.x(), v.y(), v.z()}; }

void QuadBody::set_rotation(const Placement& placement, const Placement* whole) {
  rows_ = rows_of(placement);
  if (whole != nullptr) {
    const Rows outer = rows_of(*whole), inner = rows_;
    for (std::size_t i = 0; i < 3; ++i)
      rows_[i] = outer[i].x * inner[0] + outer[i].y * inner[1] + outer[i].z * inner[2];
  }
  if (placement.quaternion && (whole == nullptr || whole->quaternion)) return;
  for (std::size_t i = 0; i < 3; ++i) {
    Quad sum = 0;
    for (std::size_t j = 0; j < 3; ++j) sum += magnitude(dot(rows_[i], rows_[j]) - (i == j ? 1 : 0));
    defect_ = std::max(defect_, sum);
  }
}

void QuadBody::set_world_points(const clearance::Shape& shape, const Placement& placement,
                                const clearance::Vec3& origin, const Placement* whole) {
  ExactBody body = exact_core(shape, placement).body;
  if (whole != nullptr) place(body, *whole);
  mpq_class unit_length(1, body.denominator);
  if (body.exponent >= 0)
    unit_length *= Int(Int(1) << static_cast<mp_bitcnt_t>(body.exponent));
  else
    unit_length /= Int(Int(1) << static_cast<mp_bitcnt_t>(-body.exponent));
  const auto coordinate = [&](const Int& x, double from) {
    return to_quad(mpq_class(x * unit_length - mpq_class(from)));
  };
  for (const Vec& p : body.points)
    points_.push_back({coordinate(p.x, origin.x()), coordinate(p.y, origin.y()), coordinate(p.z, origin.z())});
  for (const Vec& d : body.directions) directions_.push_back(unit({to_quad(d.x), to_quad(d.y), to_quad(d.z)}));
}

void QuadBody::set_extent(const std::vector<Ball>& balls) {
  QVec low = balls.front().centre, high = low;
  for (const Ball& ball : balls) {
    const QVec& c = ball.centre;
    const Quad r = ball.radius;
    low = {std::min(low.x, c.x - r), std::min(low.y, c.y - r), std::min(low.z, c.z - r)};
    high = {std::max(high.x, c.x + r), std::max(high.y, c.y + r), std::max(high.z, c.z + r)};
  }
  centre_ = static_cast<Quad>(0.5) * (low + high);
  for (const Ball& ball : balls) radius_ = std::max(radius_, length(ball.centre - centre_) + ball.radius);
}

QuadBody::QuadBody(const clearance::Shape& shape, const Placement& placement, const clearance::Vec3& origin,
                   const Placement* whole) {
  if (whole == nullptr) {
    position_ = to_quad(placement.position) - to_quad(origin);
  } else {
    set_rotation(*whole, nullptr);
    position_ = rotate(to_quad(placement.position)) + (to_quad(whole->position) - to_quad(origin));
    way_ = length(to_quad(placement.position)) + length(to_quad(whole->position) - to_quad(origin));
    defect_ = 0;
  }
  centre_ = position_;
  set_rotation(placement, whole);
  std::visit(
      [&](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, clearance::Sphere>) {
          kind_ = Kind::balls;
          balls_ = {{QVec{}, s.radius}};
        } else if constexpr (std::is_same_v<S, clearance::Capsule>) {
          kind_ = Kind::balls;
          const Quad half = static_cast<Quad>(s.length) / 2;
          balls_ = {{{0, 0, -half}, s.radius}, {{0, 0, half}, s.radius}};
        } else if constexpr (std::is_same_v<S, clearance::SphereHull>) {
          kind_ = Kind::balls;
          for (const clearance::Ball& ball : s.spheres) balls_.push_back({to_quad(ball.centre), ball.radius});
        } else if constexpr (std::is_same_v<S, clearance::Cylinder> || std::is_same_v<S, clearance::Cone>) {
          kind_ = std::is_same_v<S, clearance::Cone> ? Kind::cone : Kind::cylinder;
          size_ = {s.radius, s.radius, static_cast<Quad>(s.length) / 2};
          radius_ = length({size_.x, 0, size_.z});
        } else if constexpr (std::is_same_v<S, clearance::Ellipsoid>) {
          kind_ = Kind::ellipsoid;
          size_ = to_quad(s.radii);
          radius_ = std::max({size_.x, size_.y, size_.z});
        } else if constexpr (S::polyhedral) {
          set_world_points(shape, placement, origin, whole);
        } else {
          static_assert(std::is_same_v<S, clearance::Union>, "a curved shape needs its support points");
        }
      },
      shape.description());
  std::vector<Ball> world = kind_ == Kind::balls ? balls_ : std::vector<Ball>{};
  for (Ball& ball : world) ball.centre = rotate(ball.centre) + position_;
  for (const QVec& p : points_) world.push_back({p, 0});
  if (!world.empty()) set_extent(world);
  rounding_ = shape.rounding();
  radius_ += rounding_ * (1 + defect_);
}

QVec QuadBody::highest_in_body(const QVec& n) const {
  const Quad around = length({n.x, n.y, 0});
  const auto rim = [&] { return around == 0 ? QVec{} : QVec{size_.x * n.x / around, size_.y * n.y / around, 0}; };
  switch (kind_) {
    case Kind::cylinder:
      return rim() + QVec{0, 0, n.z < 0 ? -size_.z : size_.z};
    case Kind::cone:
      if (n.z * size_.z > around * size_.x - n.z * size_.z) return {0, 0, size_.z};
      return rim() - QVec{0, 0, size_.z};
    case Kind::ellipsoid: {
      const QVec scaled{size_.x * n.x, size_.y * n.y, size_.z * n.z};
      const Quad norm = length(scaled);
      return {size_.x * scaled.x / norm, size_.y * scaled.y / norm, size_.z * scaled.z / norm};
    }
    case Kind::balls: {
      const Quad norm = length(n);
      const auto height = [&](const Ball& ball) { return dot(n, ball.centre) + ball.radius * norm; };
      const auto best = std::max_element(balls_.begin(), balls_.end(),
                                         [&](const Ball& p, const Ball& q) { return height(p) < height(q); });
      return best->centre + (best->radius / norm) * n;
    }
    case Kind::points:  // in the world: see highest()
      break;
  }
  return {};
}

QVec QuadBody::highest(const QVec& n) const {
  const QVec in_body{rows_[0].x * n.x + rows_[1].x * n.y + rows_[2].x * n.z,
                     rows_[0].y * n.x + rows_[1].y * n.y + rows_[2].y * n.z,
                     rows_[0].z * n.x + rows_[1].z * n.y + rows_[2].z * n.z};
  const QVec swept = rounding_ > 0 ? rotate((rounding_ / length(in_body)) * in_body) : QVec{};
  if (kind_ == Kind::points) {
    std::size_t best = 0;
    Quad best_height = dot(n, points_[0]);
    for (std::size_t i = 1; i < points_.size(); ++i) {
      const Quad height = dot(n, points_[i]);
      if (height > best_height) {
        best = i;
        best_height = height;
      }
    }
    return points_[best] + swept;
  }
  return rotate(highest_in_body(in_body)) + position_ + swept;
}

}  // namespace oracle

#include "exact_body.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <type_traits>

namespace oracle {
namespace {

using clearance::Vec3;

/// Lowest set bit of a double, as a power of two.
long lowest_bit(double x) {
  if (x == 0) return LONG_MAX;
  int e = 0;
  auto m = static_cast<long long>(std::ldexp(std::frexp(x, &e), 53));
  long low = e - 53;
  while ((m & 1) == 0) {
    m /= 2;
    ++low;
  }
  return low;
}
long lowest_bit(const Vec3& v) { return std::min({lowest_bit(v.x()), lowest_bit(v.y()), lowest_bit(v.z())}); }

Int to_int(double x, long exponent) {
  if (x == 0) return 0;
  int e = 0;
  const double m = std::ldexp(std::frexp(x, &e), 53);
  Int result;
  mpz_set_d(result.get_mpz_t(), m);
  const long shift = e - 53 - exponent;
  if (shift >= 0)
    mpz_mul_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(shift));
  else
    mpz_tdiv_q_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(-shift));
  return result;
}
Vec to_int(const Vec3& v, long exponent) {
  return {to_int(v.x(), exponent), to_int(v.y(), exponent), to_int(v.z(), exponent)};
}
Int shifted(const Int& x, long by) {
  Int result;
  mpz_mul_2exp(result.get_mpz_t(), x.get_mpz_t(), static_cast<mp_bitcnt_t>(by));
  return result;
}

/// Points in the body frame from doubles.
void set_points(ExactBody& body, const std::vector<Vec3>& points) {
  long low = LONG_MAX;
  for (const Vec3& p : points) low = std::min(low, lowest_bit(p));
  body.exponent = low == LONG_MAX ? 0 : low;
  for (const Vec3& p : points) body.points.push_back(to_int(p, body.exponent));
}
/// Directions have no length, so each is in a unit of its own.
Vec direction(const Vec3& d) { return to_int(d, lowest_bit(d)); }

/// n . x = d (or <= d with the side): the foot of the origin, and the directions along the plane.
void set_plane(ExactBody& body, const Vec3& normal, double offset, bool with_side) {
  const Vec n = direction(normal);
  const long normal_unit = lowest_bit(normal);
  const long offset_unit = offset == 0 ? 0 : lowest_bit(offset);
  body.points = {to_int(offset, offset_unit) * n};
  body.denominator = dot(n, n);
  body.exponent = offset_unit - normal_unit;
  Vec axis{0, 0, 1};
  if (n.x == 0 && n.y == 0) axis = {1, 0, 0};
  const Vec u = cross(n, axis), v = cross(n, u);
  body.directions = {u, -u, v, -v};
  if (with_side) body.directions.push_back(-n);
}

/// All vertices of { n . x <= d }: the feasible intersections of three planes.
void set_polyhedron(ExactBody& body, const std::vector<clearance::HalfspaceRow>& rows) {
  struct Row {
    Vec n;
    Int d;
  };
  // One unit for all normals and one for all offsets keeps the rows comparable.
  long unit_n = LONG_MAX, unit_d = LONG_MAX;
  for (const auto& row : rows) {
    unit_n = std::min(unit_n, lowest_bit(row.normal));
    unit_d = std::min(unit_d, lowest_bit(row.offset));
  }
  if (unit_d == LONG_MAX) unit_d = 0;
  std::vector<Row> exact;
  for (const auto& row : rows) exact.push_back({to_int(row.normal, unit_n), to_int(row.offset, unit_d)});
  struct Vertex {
    Vec x;
    Int w;
  };
  std::vector<Vertex> vertices;
  const std::size_t m = exact.size();
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = i + 1; j < m; ++j) {
      const Vec ij = cross(exact[i].n, exact[j].n);
      if (is_zero(ij)) continue;
      for (std::size_t k = j + 1; k < m; ++k) {
        Int w = dot(ij, exact[k].n);
        if (w == 0) continue;
        Vec x =
            exact[i].d * cross(exact[j].n, exact[k].n) + exact[j].d * cross(exact[k].n, exact[i].n) + exact[k].d * ij;
        if (w < 0) {
          w = -w;
          x = -x;
        }
        const bool feasible =
            std::all_of(exact.begin(), exact.end(), [&](const Row& row) { return dot(row.n, x) <= row.d * w; });
        if (!feasible) continue;
        Int common = gcd(gcd(w, x.x), gcd(x.y, x.z));
        Vertex vertex{{x.x / common, x.y / common, x.z / common}, w / common};
        const bool known = std::any_of(vertices.begin(), vertices.end(), [&](const Vertex& v) {
          return v.w == vertex.w && v.x.x == vertex.x.x && v.x.y == vertex.x.y && v.x.z == vertex.x.z;
        });
        if (!known) vertices.push_back(std::move(vertex));
      }
    }
  }
  for (const Vertex& v : vertices) body.denominator = lcm(body.denominator, v.w);
  for (const Vertex& v : vertices) body.points.push_back(Int(body.denominator / v.w) * v.x);
  body.exponent = unit_d - unit_n;
}

struct ExactRotation {
  std::array<Vec, 3> rows;
  long exponent = 0;
  Int denominator = 1;
};

ExactRotation exact_rotation(const Placement& placement) {
  ExactRotation r;
  if (!placement.quaternion) {
    long low = LONG_MAX;
    for (int i = 0; i < 3; ++i) low = std::min(low, lowest_bit(Vec3(placement.matrix.row(i).transpose())));
    r.exponent = low;
    for (int i = 0; i < 3; ++i)
      r.rows[static_cast<std::size_t>(i)] = to_int(Vec3(placement.matrix.row(i).transpose()), low);
    return r;
  }
  const auto& q = *placement.quaternion;
  long low = LONG_MAX;
  for (const double c : q) low = std::min(low, lowest_bit(c));
  const Int w = to_int(q[0], low), x = to_int(q[1], low), y = to_int(q[2], low), z = to_int(q[3], low);
  r.denominator = w * w + x * x + y * y + z * z;
  r.rows[0] = {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)};
  r.rows[1] = {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)};
  r.rows[2] = {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z};
  return r;
}

}  // namespace

void place(ExactBody& body, const Placement& placement) {
  const ExactRotation r = exact_rotation(placement);
  const auto rotate = [&](const Vec& v) { return Vec{dot(r.rows[0], v), dot(r.rows[1], v), dot(r.rows[2], v)}; };
  const long product_exponent = body.exponent + r.exponent;
  const long position_exponent = std::min(lowest_bit(placement.position), product_exponent);
  body.denominator *= r.denominator;
  const Vec position = body.denominator * to_int(placement.position, position_exponent);
  for (Vec& p : body.points) {
    const Vec rotated = rotate(p);
    const long by = product_exponent - position_exponent;
    p = Vec{shifted(rotated.x, by), shifted(rotated.y, by), shifted(rotated.z, by)} + position;
  }
  for (Vec& d : body.directions) d = rotate(d);
  body.exponent = position_exponent;
}

bool exactly_orthonormal(const Placement& placement) {
  if (placement.quaternion) return true;
  const ExactRotation r = exact_rotation(placement);
  Int one = 1;
  if (r.exponent > 0) return false;
  one = shifted(one, -2 * r.exponent);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (dot(r.rows[i], r.rows[j]) != (i == j ? one : Int(0))) return false;
  return true;
}

Core exact_core(const clearance::Shape& shape, const Placement& placement) {
  using namespace clearance;
  Core core;
  core.polyhedral = true;
  ExactBody& body = core.body;
  std::visit(
      [&](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Point>) {
          set_points(body, {s.at});
        } else if constexpr (std::is_same_v<S, Segment> || std::is_same_v<S, Triangle> ||
                             std::is_same_v<S, Tetrahedron> || std::is_same_v<S, Polygon> || std::is_same_v<S, Hull>) {
          set_points(body, {s.points.begin(), s.points.end()});
        } else if constexpr (std::is_same_v<S, Line> || std::is_same_v<S, Ray>) {
          set_points(body, {s.origin});
          const Vec d = direction(s.direction);
          body.directions = {d};
          if constexpr (std::is_same_v<S, Line>) body.directions.push_back(-d);
        } else if constexpr (std::is_same_v<S, Plane> || std::is_same_v<S, Halfspace>) {
          set_plane(body, s.normal, s.offset, std::is_same_v<S, Halfspace>);
        } else if constexpr (std::is_same_v<S, Rectangle>) {
          set_points(body, {s.origin, s.edges[0], s.edges[1]});
          const Vec o = body.points[0], u = body.points[1], v = body.points[2];
          body.points = {o, o + u, o + v, o + u + v};
        } else if constexpr (std::is_same_v<S, Box>) {
          // Twice the corners are the signed sizes.
          std::vector<Vec3> corners;
          for (int i = 0; i < 8; ++i)
            corners.emplace_back((i & 1) ? s.size.x() : -s.size.x(), (i & 2) ? s.size.y() : -s.size.y(),
                                 (i & 4) ? s.size.z() : -s.size.z());
          set_points(body, corners);
          body.exponent -= 1;
        } else if constexpr (std::is_same_v<S, Polyhedron>) {
          set_polyhedron(body, s.halfspaces);
        } else if constexpr (std::is_same_v<S, Sphere>) {
          set_points(body, {Vec3::Zero()});
          core.radius = s.radius;
        } else if constexpr (std::is_same_v<S, Capsule>) {
          set_points(body, {Vec3(0, 0, -s.length), Vec3(0, 0, s.length)});
          body.exponent -= 1;
          core.radius = s.radius;
        } else if constexpr (std::is_same_v<S, SphereHull>) {
          std::vector<Vec3> centres;
          core.radius = s.spheres.front().radius;
          for (const Ball& ball : s.spheres) {
            centres.push_back(ball.centre);
            core.polyhedral = core.polyhedral && ball.radius == core.radius;
          }
          set_points(body, centres);
        } else {
          static_assert(!S::polyhedral, "a polyhedral shape needs its exact points");
          core.polyhedral = false;
        }
      },
      shape.description());
  if (shape.rounding() > 0.0) {
    core.polyhedral = core.polyhedral && core.radius == 0.0;  // a sum of radii would round
    core.radius = shape.rounding();
  }
  if (core.polyhedral) place(body, placement);
  return core;
}

mpq_class to_common_unit(ExactBody& a, ExactBody& b) {
  const long exponent = std::min(a.exponent, b.exponent);
  const Int common = lcm(a.denominator, b.denominator);
  for (ExactBody* body : {&a, &b}) {
    const Int factor = shifted(Int(common / body->denominator), body->exponent - exponent);
    for (Vec& p : body->points) p = factor * p;
    body->exponent = exponent;
    body->denominator = common;
  }
  mpq_class unit(1, common);
  if (exponent >= 0)
    unit *= shifted(Int(1), exponent);
  else
    unit /= shifted(Int(1), -exponent);
  return unit;
}

}  // namespace oracle

#include "random_shapes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>
#include <vector>

#include "models/samples.hpp"

namespace oracle {
namespace {

using clearance::HalfspaceRow;
using clearance::Shape;
using clearance::Vec3;

/// A number that looks like no other, from each number (the finaliser of SplitMix64).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Draws coordinates the way the style asks.
class Pen {
 public:
  Pen(Random& random, const ShapeStyle& style) : random_(random), style_(style) {}

  Vec3 point() { return (raw().cwiseProduct(style_.scale) + style_.offset).eval(); }
  Vec3 edge() {
    Vec3 v = raw().cwiseProduct(style_.scale);
    while (v.isZero(0)) v = raw().cwiseProduct(style_.scale);
    return v;
  }
  /// A full length along one axis.
  double length(int axis) {
    return style_.scale[axis] * (style_.lattice ? random_.integer(1, 2) : random_.uniform(0.2, 2.0));
  }
  /// A radius across z.
  double radius() {
    const double across = std::min(style_.scale.x(), style_.scale.y());
    return across * (style_.lattice ? random_.integer(1, 2) : random_.uniform(0.1, 1.0));
  }
  Vec3 normal() {
    Vec3 n = style_.lattice ? raw() : Vec3(random_.direction() * random_.uniform(0.5, 2.0));
    while (n.isZero(0)) n = raw();
    return n;
  }

 private:
  Vec3 raw() {
    if (!style_.lattice) return random_.vector(1);
    const int x = random_.integer(-1, 1), y = random_.integer(-1, 1);
    return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(random_.integer(-1, 1))};
  }
  Random& random_;
  const ShapeStyle& style_;
};

Shape polygon(Random& random, Pen& pen, const ShapeStyle& style) {
  // Some corners, in order, of a fixed octagon, in the plane of two edges that are exact multiples of a power of two.
  static const std::vector<std::array<int, 2>> octagon{{3, 1},   {1, 3},   {-1, 3}, {-3, 1},
                                                       {-3, -1}, {-1, -3}, {1, -3}, {3, -1}};
  std::vector<std::array<int, 2>> corners = octagon;
  while (corners.size() > 3 && random.chance(0.6))
    corners.erase(corners.begin() + random.integer(0, static_cast<int>(corners.size()) - 1));
  const double unit = std::ldexp(1.0, std::ilogb(style.scale.maxCoeff()) - 10);
  const auto rounded = [&](const Vec3& v) { return Vec3((v / unit).array().round() * unit); };
  Vec3 u = rounded(pen.edge() * 0.25), v = rounded(pen.edge() * 0.25);
  while (u.cross(v).norm() <= 0.05 * u.norm() * v.norm() || u.isZero(0)) {
    u = rounded(style.scale.maxCoeff() * 0.25 * random.direction());
    v = rounded(style.scale.maxCoeff() * 0.25 * random.direction());
  }
  std::vector<Vec3> points;
  for (const auto& [x, y] : corners) points.push_back(rounded(style.offset) + x * u + y * v);
  return clearance::Polygon(std::move(points));
}

Shape rectangle(Random& random, Pen& pen, const ShapeStyle& style) {
  const Vec3 origin = pen.point();
  if (style.lattice || random.chance(0.3)) {
    const int axis = random.integer(0, 2), other = (axis + random.integer(1, 2)) % 3;
    return clearance::Rectangle(origin, pen.length(axis) * Vec3::Unit(axis), pen.length(other) * Vec3::Unit(other));
  }
  const clearance::Mat3 frame = random.rotation();
  return clearance::Rectangle(origin, pen.length(0) * frame.col(0), pen.length(1) * frame.col(1));
}

std::vector<Vec3> cloud(Random& random, Pen& pen, const ShapeStyle& style) {
  const int kind = random.integer(0, 2);
  const int count = random.chance(0.1) ? random.integer(1, 4) : random.integer(4, kind == 0 ? 24 : 14);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    if (style.lattice || kind > 0)
      points.push_back(pen.point());
    else
      points.push_back(random.direction().cwiseProduct(style.scale) + style.offset);
  }
  return points;
}

/// Rows of a box, and some that cut it; exact multiples of 1/32 keep the vertices short in exact arithmetic.
std::vector<HalfspaceRow> cut_box(Random& random, const ShapeStyle& style, int cuts, bool fine) {
  std::vector<HalfspaceRow> rows;
  const auto add = [&](const Vec3& n, double d) {
    // Under x -> S x + o the row n.x <= d becomes (S^-1 n).x <= d + (S^-1 n).o.
    const Vec3 scaled = n.cwiseQuotient(style.scale);
    rows.push_back({scaled, d + scaled.dot(style.offset)});
  };
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0})
      add(sign * Vec3::Unit(axis), style.lattice ? 1.0 : random.integer(16, 32) / 32.0);
  for (int i = 0; i < cuts; ++i) {
    Vec3 n = random.direction();
    if (!fine) n = Vec3((n * 32).array().round() / 32);
    const double d = fine ? random.uniform(0.5, 1.2) : random.integer(16, 40) / 32.0;
    add(style.lattice ? Vec3(n.array().round()) : n, style.lattice ? 1.0 : d);
  }
  return rows;
}

/// Of the names, the one whose number goes best with that of the draw: each is as likely as any other, and one more
/// takes its share of the draws without changing who wins the rest.
template <class Named, class NameOf>
const Named& pick(Random& random, const std::vector<Named>& list, const NameOf& name) {
  const std::uint64_t draw = random.bits();
  const auto weight = [&](const Named& item) { return mixed(draw ^ hash_of(name(item))); };
  return *std::max_element(list.begin(), list.end(),
                           [&](const Named& p, const Named& q) { return weight(p) < weight(q); });
}

std::vector<Type> types(bool bounded_only) {
  std::vector<Type> list;
  for (int i = 0; i < type_count; ++i)
    if (const auto type = static_cast<Type>(i); !bounded_only || bounded(type)) list.push_back(type);
  return list;
}

Shape draw(Random& random, Type type, const ShapeStyle& style);

}  // namespace

std::string_view name_of(Type type) {
  static const auto names = []<class... S>(std::type_identity<std::variant<S...>>) {
    return std::array{S::type...};
  }(std::type_identity<clearance::ShapeVariant>{});
  return names[static_cast<std::size_t>(type)];
}
std::uint64_t hash_of(std::string_view name) {
  std::uint64_t hash = 0;
  for (const char c : name) hash = mixed(hash ^ static_cast<unsigned char>(c));
  return hash;
}
bool bounded(Type type) {
  static const std::vector<clearance::models::Sample> samples = clearance::models::samples();
  return samples[static_cast<std::size_t>(type)].shape.bounded();
}
Type any_type(Random& random) {
  static const std::vector<Type> all = types(false);
  return pick(random, all, name_of);
}
Type bounded_type(Random& random) {
  static const std::vector<Type> all = types(true);
  return pick(random, all, name_of);
}

Shape random_shape(Random& random, Type type, const ShapeStyle& style) {
  Random own(mixed(random.bits() ^ hash_of(name_of(type))));
  return draw(own, type, style);
}

namespace {

Shape draw(Random& random, Type type, const ShapeStyle& style) {
  using namespace clearance;
  Pen pen(random, style);
  switch (type) {
    case Type::point:
      return Point(pen.point());
    case Type::segment: {
      const Vec3 p = pen.point();
      return Segment(p, p + pen.edge());
    }
    case Type::ray: {
      const Vec3 p = pen.point();
      return Ray(p, pen.edge());
    }
    case Type::line: {
      const Vec3 p = pen.point();
      return Line(p, pen.edge());
    }
    case Type::plane:
    case Type::halfspace: {
      const Vec3 n = pen.normal();
      const double d = n.dot(pen.point());
      if (type == Type::plane) return Plane(n, d);
      return Halfspace(n, d);
    }
    case Type::triangle: {
      const Vec3 p = pen.point(), q = pen.point();
      return Triangle(p, q, pen.point());
    }
    case Type::rectangle:
      return rectangle(random, pen, style);
    case Type::polygon:
      return polygon(random, pen, style);
    case Type::tetrahedron: {
      const Vec3 p = pen.point(), q = pen.point(), r = pen.point();
      return Tetrahedron(p, q, r, pen.point());
    }
    case Type::box: {
      const double x = pen.length(0), y = pen.length(1);
      return Box({x, y, pen.length(2)});
    }
    case Type::sphere:
      return Sphere(pen.radius());
    case Type::capsule: {
      const double r = pen.radius();
      return Capsule(r, pen.length(2));
    }
    case Type::cylinder: {
      const double r = pen.radius();
      return Cylinder(r, pen.length(2));
    }
    case Type::cone: {
      const double r = pen.radius();
      return Cone(r, pen.length(2));
    }
    case Type::ellipsoid: {
      const double x = pen.length(0), y = pen.length(1);
      return Ellipsoid(Vec3(x, y, pen.length(2)) / 2);
    }
    case Type::hull:
      return Hull(cloud(random, pen, style));
    case Type::polyhedron: {
      const bool fine = random.chance(0.2);
      return Polyhedron(cut_box(random, style, random.integer(0, fine ? 2 : 6), fine));
    }
    case Type::spheres: {
      std::vector<Ball> balls;
      const int count = random.integer(1, 6);
      const bool equal = random.chance(0.3);
      const double r = pen.radius() / 2;
      for (int i = 0; i < count; ++i) {
        const Vec3 c = pen.point();
        balls.push_back({c, equal ? r : pen.radius() / 2});
      }
      return SphereHull(std::move(balls));
    }
  }
  return Point(Vec3::Zero());
}

}  // namespace

Shape degenerate_shape(Random& parent, double scale) {
  using namespace clearance;
  Random random(parent.bits());
  const Vec3 p = scale * random.vector(1), u = scale * random.vector(1), v = scale * random.vector(1);
  const auto combine = [&](int count, bool along_v) {
    const bool exact = random.chance(0.5);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
      // Eighths are exact multiples; other factors leave the points flat to rounding only.
      const double s = exact ? random.integer(-8, 8) / 8.0 : random.uniform(-1, 1);
      const double t = !along_v ? 0.0 : exact ? random.integer(-8, 8) / 8.0 : random.uniform(-1, 1);
      points.push_back(p + s * u + t * v);
    }
    if (random.chance(0.5)) points.insert(points.end(), points.begin(), points.begin() + 1 + count / 2);
    return points;
  };
  const auto zero_or = [&](double length) { return random.chance(0.5) ? 0.0 : length; };
  struct Limit {
    std::string_view name;
    std::function<Shape()> make;
  };
  const std::vector<Limit> limits{
      {"hull of one point", [&] { return Hull(std::vector<Vec3>(static_cast<std::size_t>(random.integer(1, 6)), p)); }},
      {"straight hull", [&] { return Hull(combine(random.integer(2, 8), false)); }},
      {"flat hull", [&] { return Hull(combine(random.integer(3, 12), true)); }},
      {"hull of points given twice",
       [&] {
         std::vector<Vec3> points;
         for (int i = 0; i < 8; ++i) points.push_back(scale * random.vector(1));
         const std::vector<Vec3> again = points;
         points.insert(points.end(), again.begin(), again.end());
         return Hull(std::move(points));
       }},
      {"segment", [&] { return Segment(p, p); }},
      {"straight triangle", [&] { return Triangle(p, p + u, p + 0.5 * u); }},
      {"triangle of two points", [&] { return Triangle(p, p, p + u); }},
      {"flat tetrahedron", [&] { return Tetrahedron(p, p + u, p + v, p + 0.25 * u + 0.5 * v); }},
      {"tetrahedron of one point", [&] { return Tetrahedron(p, p, p, p); }},
      {"rectangle", [&] { return Rectangle(p, u, Vec3::Zero()); }},
      {"box",
       [&] {
         Vec3 size = scale * Vec3(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1));
         for (int i = 0; i < 3; ++i) size[i] = zero_or(size[i]);
         return Box(size);
       }},
      {"sphere", [&] { return Sphere(zero_or(scale)); }},
      {"capsule", [&] { return Capsule(zero_or(scale), zero_or(scale)); }},
      {"cylinder", [&] { return Cylinder(zero_or(scale), zero_or(scale)); }},
      {"cone", [&] { return Cone(zero_or(scale), zero_or(scale)); }},
      {"spheres of no radius",
       [&] {
         return SphereHull({{p, 0}, {p + u, zero_or(0.5 * scale)}, {p, 0.25 * scale}});
       }},
  };
  return pick(random, limits, [](const Limit& limit) { return limit.name; }).make();
}

Shape redundant_polyhedron(Random& random, double scale) {
  ShapeStyle style;
  style.scale *= scale;
  std::vector<HalfspaceRow> rows = cut_box(random, style, random.integer(0, 4), false);
  const std::size_t needed = rows.size();
  for (int i = random.integer(1, 6); i > 0; --i) {
    const HalfspaceRow row = rows[static_cast<std::size_t>(random.integer(0, static_cast<int>(needed) - 1))];
    switch (random.integer(0, 2)) {
      case 0:
        rows.push_back(row);
        break;
      case 1:
        rows.push_back({2 * row.normal, 2 * row.offset});
        break;
      default:
        rows.push_back({row.normal, row.offset + random.uniform(0, 1)});
        break;
    }
  }
  // The cut touches the corner of two faces: redundant, yet tight.
  rows.push_back({rows[0].normal + rows[2].normal, rows[0].offset + rows[2].offset});
  return clearance::Polyhedron(std::move(rows));
}

Shape near_parallel_shape(Random& random, double scale) {
  ShapeStyle style;
  style.scale *= scale;
  const double tilt = random.magnitude(1e-8, 1e-3);
  if (random.chance(0.5)) {
    std::vector<HalfspaceRow> rows = cut_box(random, style, 0, false);
    for (int i = random.integer(1, 4); i > 0; --i) {
      const HalfspaceRow row = rows[static_cast<std::size_t>(random.integer(0, 5))];
      const Vec3 tilted = row.normal + tilt * row.normal.norm() * random.vector(1);
      rows.push_back({tilted, row.offset * (1 + tilt * random.uniform(-0.2, 0.2))});
    }
    return clearance::Polyhedron(std::move(rows));
  }
  std::vector<Vec3> points;
  for (const double z : {-1.0, 1.0})
    for (int i = 0; i < 6; ++i)
      points.push_back(scale *
                       Vec3(random.uniform(-1, 1), random.uniform(-1, 1), z * (1 + tilt * random.uniform(0, 1))));
  return clearance::Hull(std::move(points));
}

}  // namespace oracle

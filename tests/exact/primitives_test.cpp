// Every pair of the eleven primitives in two and three dimensions, general and degenerate (small integers: parallel,
// coincident, touching, contained): Lemke's method in exact arithmetic, the methods of the library and the oracle have
// to agree. CLEARANCE_CASES sets how many cases a pair has.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "check.hpp"
#include "clearance/exact.hpp"
#include "clearance/lcp.hpp"
#include "clearance/rational.hpp"
#include "polyhedral.hpp"
#include "random.hpp"
#include "reproducer.hpp"

namespace oracle {
namespace {

using clearance::Primitive;
using clearance::PrimitiveKind;
using clearance::Vec3;
using Q = clearance::Rational;
template <std::size_t N>
using Point = clearance::PointN<Q, N>;

/// A primitive as its program sees it, and as the library does.
template <std::size_t N>
struct Case {
  Primitive<Q, N> primitive;
  clearance::Shape shape;
  Placement at;
};

template <std::size_t N>
Point<N> exact(const Vec3& v) {
  Point<N> p;
  for (std::size_t i = 0; i < N; ++i) p[i] = Q(v[static_cast<Eigen::Index>(i)]);
  return p;
}

template <std::size_t N>
class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed), lattice_(random_.chance(0.65)) {}

  Case<N> make(PrimitiveKind kind) {
    switch (kind) {
      case PrimitiveKind::point: {
        const Vec3 p = vector();
        return {clearance::make_primitive<Q, N>(kind, exact<N>(p)), clearance::Point(p), {}};
      }
      case PrimitiveKind::line:
      case PrimitiveKind::ray: {
        const Vec3 p = vector(), d = direction();
        const clearance::Shape shape = kind == PrimitiveKind::line ? clearance::Shape(clearance::Line(p, d))
                                                                   : clearance::Shape(clearance::Ray(p, d));
        return {clearance::make_primitive<Q, N>(kind, exact<N>(p), {exact<N>(d)}), shape, {}};
      }
      case PrimitiveKind::segment: {
        const Vec3 p = vector(), q = vector();
        return {spanned(kind, {p, q}), clearance::Segment(p, q), {}};
      }
      case PrimitiveKind::plane:
        return plane();
      case PrimitiveKind::triangle: {
        const Vec3 p = vector(), q = vector(), r = vector();
        return {spanned(kind, {p, q, r}), clearance::Triangle(p, q, r), {}};
      }
      case PrimitiveKind::rectangle: {
        const Vec3 p = vector(), u = direction();
        const Vec3 v = N == 2 ? Vec3(-u.y(), u.x(), 0) : Vec3(u.cross(direction()));
        return {clearance::make_primitive<Q, N>(kind, exact<N>(p), {exact<N>(u), exact<N>(v)}),
                clearance::Rectangle(p, u, v),
                {}};
      }
      case PrimitiveKind::polygon:
        return polygon();
      case PrimitiveKind::tetrahedron: {
        const Vec3 p = vector(), q = vector(), r = vector(), s = vector();
        return {spanned(kind, {p, q, r, s}), clearance::Tetrahedron(p, q, r, s), {}};
      }
      case PrimitiveKind::box:
        return box();
      case PrimitiveKind::polyhedron:
        break;
    }
    return polyhedron();
  }

 private:
  double number() { return lattice_ ? random_.integer(-2, 2) : random_.uniform(-3, 3); }
  Vec3 vector() {
    const double x = number(), y = number();
    return {x, y, N == 2 ? 0.0 : number()};
  }
  Vec3 direction() {
    for (;;)
      if (const Vec3 d = vector(); d.norm() > 0.1) return d;
  }

  Primitive<Q, N> spanned(PrimitiveKind kind, const std::vector<Vec3>& points) {
    std::vector<Point<N>> edges;
    for (std::size_t i = 1; i < points.size(); ++i)
      edges.push_back(clearance::detail::difference<Q, N>(exact<N>(points[i]), exact<N>(points[0])));
    return clearance::make_primitive<Q, N>(kind, exact<N>(points[0]), edges);
  }

  Case<N> plane() {
    if constexpr (N == 2) {
      return {clearance::make_primitive<Q, 2>(PrimitiveKind::plane, {0, 0}, {{1, 0}, {0, 1}}),
              clearance::Plane({0, 0, 1}, 0),
              {}};
    } else {
      const Vec3 normal = direction();
      const double offset = number();
      const Point<3> n = exact<3>(normal);
      const auto cross = [](const Point<3>& a, const Point<3>& b) {
        return Point<3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
      };
      const Point<3> aside = n[0] == 0 ? Point<3>{1, 0, 0} : Point<3>{-n[1], n[0] + n[1], n[2] + 1};
      const Point<3> u = cross(n, aside), v = cross(n, u);
      const Q share = Q(offset) / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      return {clearance::make_primitive<Q, 3>(PrimitiveKind::plane, {share * n[0], share * n[1], share * n[2]}, {u, v}),
              clearance::Plane(normal, offset),
              {}};
    }
  }

  /// Corners of a convex polygon on a lattice, mapped into space by integers, so that it is planar exactly.
  Case<N> polygon() {
    static const std::vector<std::vector<std::array<int, 2>>> outlines{
        {{0, 0}, {2, 0}, {0, 2}},
        {{0, 0}, {2, 0}, {3, 1}, {1, 3}},
        {{0, 0}, {1, 0}, {2, 1}, {2, 2}, {0, 2}},
        {{1, 0}, {2, 0}, {3, 1}, {3, 2}, {2, 3}, {1, 3}, {0, 2}, {0, 1}}};
    const auto& outline = outlines[static_cast<std::size_t>(random_.integer(0, 3))];
    const auto whole = [&] {
      const double x = random_.integer(-2, 2), y = random_.integer(-2, 2);
      return Vec3(x, y, N == 2 ? 0.0 : random_.integer(-2, 2));
    };
    Vec3 u, v;
    do {
      u = whole();
      v = whole();
    } while (u.cross(v).norm() == 0);
    const Vec3 origin = whole();
    const double unit = std::ldexp(1.0, random_.integer(-2, 0));
    std::vector<Vec3> corners;
    std::vector<Point<N>> points;
    for (const auto& [s, t] : outline) {
      corners.emplace_back(unit * (origin + s * u + t * v));
      points.push_back(exact<N>(corners.back()));
    }
    return {clearance::make_polygon<Q, N>(points), clearance::Polygon(corners), {}};
  }

  Case<N> box() {
    Placement at;
    const double angle = random_.uniform(0, 6.28);
    if (N == 2) {
      if (lattice_ && random_.chance(0.5)) {
        at.matrix << 0, -1, 0, 1, 0, 0, 0, 0, 1;
      } else if (!lattice_) {
        at.matrix << std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1;
      }
    } else {
      at.matrix = lattice_ ? random_.cube_rotation() : random_.rotation();
    }
    at.position = vector();
    const auto length = [&] { return lattice_ ? random_.integer(0, 4) : random_.uniform(0, 4); };
    const double x = length(), y = length();
    const Vec3 size(x, y, N == 2 ? 0.0 : length());
    Point<N> corner = exact<N>(at.position);
    std::vector<Point<N>> edges;
    for (int i = 0; i < static_cast<int>(N); ++i) {
      Point<N> edge = exact<N>(at.matrix.col(i));
      for (std::size_t k = 0; k < N; ++k) {
        edge[k] *= Q(size[i]);
        corner[k] -= edge[k] / 2;
      }
      edges.push_back(edge);
    }
    return {clearance::make_primitive<Q, N>(PrimitiveKind::box, corner, edges), clearance::Box(size), at};
  }

  Case<N> polyhedron() {
    const Vec3 centre = vector();
    std::vector<clearance::HalfspaceRow> rows;
    const auto add = [&](const Vec3& n) {
      const double depth = lattice_ ? random_.integer(1, 3) : random_.uniform(0.5, 2);
      rows.push_back({n, n.dot(centre) + depth});
    };
    for (int i = 0; i < static_cast<int>(N); ++i) {
      add(Vec3::Unit(i));
      add(-Vec3::Unit(i));
    }
    for (int i = random_.integer(0, 4); i > 0; --i) add(direction());
    std::vector<clearance::HalfspaceN<Q, N>> sides;
    for (const auto& row : rows) sides.push_back({exact<N>(row.normal), Q(row.offset)});
    Point<N> least = exact<N>(centre);
    for (Q& x : least) x -= 4;
    if (N == 2) {
      rows.push_back({Vec3::UnitZ(), 1});
      rows.push_back({-Vec3::UnitZ(), 1});
    }
    return {clearance::make_polyhedron<Q, N>(sides, least), clearance::Polyhedron(rows), {}};
  }

  Random random_;
  bool lattice_;
};

struct Tally {
  int separated = 0, touching = 0, overlapping = 0, lcp_missed = 0;
};

template <std::size_t N>
void check_pair(const Case<N>& a, const Case<N>& b, Tally& tally) {
  const Query query{a.shape, b.shape, a.at, b.at};
  SCOPED_TRACE(json_line(query, "case"));
  const Truth truth = signed_distance(exact_core(a.shape, a.at).body, exact_core(b.shape, b.at).body);
  const bool apart = truth.sign > 0;
  (apart ? tally.separated : truth.sign == 0 && !truth.infinite ? tally.touching : tally.overlapping) += 1;
  const std::string square = apart ? truth.squared.get_str() : "0";

  const auto lemke = clearance::lcp_distance(a.primitive, b.primitive);
  ASSERT_TRUE(clearance::has_solution(lemke.outcome));
  EXPECT_EQ(lemke.squared_distance.str(), square);

  const auto decided = clearance::exact_distance(a.shape, a.at.pose(), b.shape, b.at.pose());
  ASSERT_TRUE(decided.has_value());
  EXPECT_EQ(decided->status, apart                                ? clearance::Status::separated
                             : truth.sign == 0 && !truth.infinite ? clearance::Status::touching
                                                                  : clearance::Status::penetrating);
  if (decided->status != clearance::Status::penetrating) {
    EXPECT_EQ(mpq_class(decided->squared_distance.text()).get_str(), square);
  }

  for (const clearance::Method method :
       {clearance::Method::automatic, clearance::Method::lcp_exact, clearance::Method::exact, clearance::Method::lcp}) {
    const auto r = clearance::distance(a.shape, a.at.pose(), b.shape, b.at.pose(), {.method = method});
    EXPECT_TRUE(compare(truth, r.lower) >= 0 && compare(truth, r.upper) <= 0)
        << clearance::info(method).name << ": " << r.lower << " .. " << r.upper << " for "
        << static_cast<double>(truth.approximate());
    const bool tight = !r.has_distance() || r.upper - r.lower < 1e-9;
    if (method == clearance::Method::lcp) {
      tally.lcp_missed += tight ? 0 : 1;
    } else {
      EXPECT_TRUE(tight) << clearance::info(method).name << ": " << r.lower << " .. " << r.upper;
    }
  }
}

int cases_of_a_pair() {
  const char* const text = std::getenv("CLEARANCE_CASES");
  return text == nullptr ? 24 : std::atoi(text);
}

template <std::size_t N>
void check_all_pairs() {
  Tally total;
  for (std::size_t i = 0; i < clearance::primitive_table.size(); ++i)
    for (std::size_t j = i; j < clearance::primitive_table.size(); ++j)
      for (int k = 0; k < cases_of_a_pair(); ++k) {
        const auto kind_a = clearance::primitive_table[i].kind, kind_b = clearance::primitive_table[j].kind;
        const std::uint64_t seed = (i * 11 + j) * 1000003 + static_cast<std::uint64_t>(k) * 11 + N;
        Maker<N> maker(seed);
        const Case<N> a = maker.make(kind_a);
        check_pair<N>(a, maker.make(kind_b), total);
      }
  // Not one-sided: in two dimensions nothing is solid, so that nothing overlaps but extruded polyhedra.
  EXPECT_GT(total.separated, 10 * cases_of_a_pair());
  EXPECT_GT(total.touching, 2 * cases_of_a_pair());
  EXPECT_GT(total.overlapping, N == 2 ? 0 : 3 * cases_of_a_pair());
  std::printf("%d separated, %d touching, %d overlapping; lcp in double missed %d and said so\n", total.separated,
              total.touching, total.overlapping, total.lcp_missed);
}

TEST(Primitives, TableIsInOrder) {
  std::map<std::string_view, int> names;
  for (std::size_t i = 0; i < clearance::primitive_table.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(clearance::primitive_table[i].kind), i);
    ++names[clearance::primitive_table[i].name];
  }
  EXPECT_EQ(names.size(), 11U);
}

TEST(Primitives, EveryPairInThePlane) { check_all_pairs<2>(); }
TEST(Primitives, EveryPairInSpace) { check_all_pairs<3>(); }

TEST(Primitives, WhatIsNoneIsRefused) {
  using P = clearance::PointN<Q, 3>;
  using clearance::InvalidInput;
  using clearance::make_primitive;
  const P o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  EXPECT_THROW((make_primitive<Q, 3>(PrimitiveKind::segment, o, {x, y})), InvalidInput);
  EXPECT_THROW((make_primitive<Q, 3>(PrimitiveKind::box, o, {x, y})), InvalidInput);
  EXPECT_THROW((make_primitive<Q, 3>(PrimitiveKind::point, o, {x})), InvalidInput);
  // Its directions alone would be a wedge that goes on for ever.
  EXPECT_THROW((make_primitive<Q, 3>(PrimitiveKind::polygon, o, {x, y, z})), InvalidInput);
  EXPECT_THROW((make_primitive<Q, 3>(PrimitiveKind::polyhedron, o, {x, y, z})), InvalidInput);

  const auto polygon = [](const std::vector<P>& points) { return clearance::make_polygon<Q, 3>(points); };
  EXPECT_NO_THROW(polygon({o, x, {1, 1, 0}, y}));
  EXPECT_THROW(polygon({o, x}), InvalidInput);
  EXPECT_THROW(polygon({o, x, {2, 0, 0}}), InvalidInput);                     // no area
  EXPECT_THROW(polygon({o, {1, 1, 0}, x, y}), InvalidInput);                  // crossing itself
  EXPECT_THROW(polygon({o, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}}), InvalidInput);  // with a dent
  EXPECT_THROW(polygon({o, x, {1, 1, 1}, y}), InvalidInput);                  // not flat

  std::vector<clearance::HalfspaceN<Q, 3>> cube;
  for (std::size_t i = 0; i < 3; ++i)
    for (const int side : {-1, 1}) {
      P n{0, 0, 0};
      n[i] = side;
      cube.push_back({n, 1});
    }
  const P corner{-1, -1, -1};
  EXPECT_NO_THROW((clearance::make_polyhedron<Q, 3>(cube, corner)));
  EXPECT_NO_THROW((clearance::make_polyhedron<Q, 3>(cube, P{-2, -1, -9})));
  EXPECT_THROW((clearance::make_polyhedron<Q, 3>(cube, P{-1, -1, 0})), InvalidInput);
  EXPECT_EQ((clearance::make_polyhedron<Q, 3>(cube).origin), corner);
  const auto from = clearance::make_primitive<Q, 3>(PrimitiveKind::point, P{3, 3, 0});
  EXPECT_EQ(clearance::lcp_distance(clearance::make_polyhedron<Q, 3>(cube), from).squared_distance, 8);
  auto empty = cube;
  empty.push_back({x, -2});
  EXPECT_THROW((clearance::make_polyhedron<Q, 3>(empty)), InvalidInput);
  cube.erase(cube.begin());
  EXPECT_THROW((clearance::make_polyhedron<Q, 3>(cube)), InvalidInput);  // goes on for ever
}

TEST(Primitives, PolyhedraFromTriangles) {
  using P = clearance::PointN<Q, 3>;
  using Triangles = std::vector<std::array<std::size_t, 3>>;
  const std::vector<P> points{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  Triangles faces;  // of an octahedron, some turned the other way
  for (std::size_t x = 0; x < 2; ++x)
    for (std::size_t y = 2; y < 4; ++y)
      for (std::size_t z = 4; z < 6; ++z) faces.push_back({x, y, z});
  const auto solid = clearance::make_polyhedron<Q>(points, faces);
  const auto at = clearance::make_primitive<Q, 3>(PrimitiveKind::point, P{1, 1, 1});
  EXPECT_EQ(clearance::lcp_distance(solid, at).squared_distance, Q(4) / 3);
  Triangles open = faces;
  open.pop_back();
  EXPECT_THROW(clearance::make_polyhedron<Q>(points, open), clearance::InvalidInput);
  std::vector<P> dented = points;
  dented[4] = {0, 0, -Q(1) / 2};
  EXPECT_THROW(clearance::make_polyhedron<Q>(dented, faces), clearance::InvalidInput);
  faces[0][0] = 9;
  EXPECT_THROW(clearance::make_polyhedron<Q>(points, faces), clearance::InvalidInput);
}

TEST(Primitives, BoxesFromCentreAndExtents) {
  using P = clearance::PointN<Q, 3>;
  const std::array<P, 3> axes{P{1, 0, 0}, P{0, 1, 0}, P{0, 0, 1}};
  const auto a = clearance::make_box<Q, 3>(P{0, 0, 0}, axes, P{1, 2, 3}),
             b = clearance::make_box<Q, 3>(P{5, 0, 0}, axes, P{1, 1, 1});
  EXPECT_EQ(clearance::lcp_distance(a, b).squared_distance, 9);
  EXPECT_THROW((clearance::make_box<Q, 3>(P{0, 0, 0}, axes, P{1, -1, 1})), clearance::InvalidInput);
}

TEST(TriangleAndCylinder, InTwoAndFourDimensions) {
  // Of two dimensions the cylinder is the rectangle |x| <= 1, |y| <= 2.
  const clearance::CylinderN<Q, 2> flat{{0, 0}, {0, 3}, 1, 4};
  EXPECT_TRUE((clearance::triangle_meets_cylinder<Q, 2>({{{1, 2}, {5, 2}, {5, 5}}}, flat).intersects));
  EXPECT_FALSE((clearance::triangle_meets_cylinder<Q, 2>({{{1, 3}, {5, 3}, {5, 5}}}, flat).intersects));
  EXPECT_FALSE((clearance::triangle_meets_cylinder<Q, 2>({{{2, 0}, {5, 0}, {5, 5}}}, flat).intersects));
  const clearance::CylinderN<Q, 4> four{{0, 0, 0, 0}, {0, 0, 0, 1}, 5, 2};
  const auto r = clearance::triangle_meets_cylinder<Q, 4>({{{3, 4, 0, 0}, {9, 9, 0, 0}, {9, 0, 9, 0}}}, four);
  EXPECT_TRUE(r.intersects);
  EXPECT_EQ(clearance::to_double(r.squared_distance_to_axis), 25.0);
}

TEST(Primitives, BoxesInFourDimensions) {
  using P = clearance::PointN<Q, 4>;
  const std::vector<P> edges{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  const auto box = [&](const P& corner) { return clearance::make_primitive<Q, 4>(PrimitiveKind::box, corner, edges); };
  const auto r = clearance::lcp_distance(box({0, 0, 0, 0}), box({3, 0, 2, 5}));
  EXPECT_EQ(r.squared_distance, 4 + 1 + 16);
}

}  // namespace
}  // namespace oracle

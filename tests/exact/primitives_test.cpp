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
       {clearance::Method::automatic, clearance::Method::lcp_exact, clearance::Method::lcp}) {
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

TEST(Primitives, BoxesInFourDimensions) {
  using P = clearance::PointN<Q, 4>;
  const std::vector<P> edges{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  const auto box = [&](const P& corner) { return clearance::make_primitive<Q, 4>(PrimitiveKind::box, corner, edges); };
  const auto r = clearance::lcp_distance(box({0, 0, 0, 0}), box({3, 0, 2, 5}));
  EXPECT_EQ(r.squared_distance, 4 + 1 + 16);
}

}  // namespace
}  // namespace oracle

// Support values of polyhedra that are given by half-spaces, by the faces around a vertex: never below the truth, which
// is the farthest point that three faces have in common, in 113 bits.

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/core.hpp"
#include "quad_body.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Polytope;

QVec wide(const detail::V3& v) { return {v.x, v.y, v.z}; }

/// The points that three faces have in common and that are beyond no other face.
std::vector<QVec> true_vertices(const Polytope& p) {
  std::vector<QVec> vertices;
  const std::size_t count = p.facet_normal.size();
  std::vector<QVec> normal;
  for (const detail::V3& n : p.facet_normal) normal.push_back(wide(n));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        const QVec jk = cross(normal[j], normal[k]), ki = cross(normal[k], normal[i]), ij = cross(normal[i], normal[j]);
        const Quad det = dot(normal[i], jk);
        if (det == 0) continue;
        const auto offset = [&](std::size_t l) { return Quad(p.facet_offset[l]) / det; };
        const QVec x = offset(i) * jk + offset(j) * ki + offset(k) * ij;
        bool inside = true;
        for (std::size_t l = 0; l < count; ++l) inside = inside && dot(normal[l], x) <= p.facet_offset[l] + Quad(1e-26);
        if (inside) vertices.push_back(x);
      }
  return vertices;
}

/// A box, some of whose corners are cut off, by nearly parallel planes as well.
Polyhedron cut_box(Random& random) {
  std::vector<HalfspaceRow> rows;
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) rows.push_back({sign * Vec3::Unit(axis), random.uniform(0.5, 2)});
  const int cuts = random.integer(2, 7);
  for (int i = 0; i < cuts; ++i) {
    const bool near_last = random.chance(0.3);
    const Vec3 n =
        near_last ? Vec3(rows.back().normal + random.magnitude(1e-6, 0.1) * random.direction()) : random.direction();
    rows.push_back({n, random.uniform(0.7, 1.2) * n.norm()});
  }
  return Polyhedron(rows);
}

/// Those of faces, and between two or three of them, to the last bits and a little off.
std::vector<detail::V3> directions(const Polytope& p, Random& random) {
  std::vector<detail::V3> list;
  const int last = static_cast<int>(p.facet_normal.size()) - 1;
  const auto face = [&] { return p.facet_normal[static_cast<std::size_t>(random.integer(0, last))]; };
  for (int i = 0; i < 60; ++i) {
    detail::V3 n = face();
    if (i % 3 > 0) n = n + face() * random.uniform(0, 1);
    if (i % 3 > 1) n = n + face() * random.uniform(0, 1);
    if (random.chance(0.7)) n = n + detail::V3(random.direction()) * random.magnitude(1e-17, 1e-6);
    if (norm(n) > 0.1) list.push_back(n);
  }
  return list;
}

TEST(OuterSupport, OfHalfspacesIsNotBelowTheTruth) {
  Random random(3007);
  int asked = 0, tight = 0;
  for (int i = 0; i < 200; ++i) {
    const Shape shape = cut_box(random);
    const Polytope& p = shape.core().polytope;
    ASSERT_TRUE(p.from_halfspaces);
    const std::vector<QVec> vertices = true_vertices(p);
    for (const detail::V3& n : directions(p, random)) {
      Quad truth = -HUGE_VAL;
      for (const QVec& x : vertices) truth = std::max(truth, dot(wide(n), x));
      const double bound = outer_support(p, n, -1);
      EXPECT_GE(bound, truth) << i;
      ++asked;
      tight += bound <= truth + Quad(1e-12) * p.radius ? 1 : 0;
    }
  }
  EXPECT_GE(tight, asked * 99 / 100);
}

}  // namespace
}  // namespace oracle

#include "literature/dqp3/dqp3.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/core.hpp"
#include "models/facet_ball.hpp"
#include "pair_states.hpp"
#include "reproduce/fenger/quadratic_adjacency.hpp"
#include "solid_polyhedra.hpp"
#include "verify/orthogonal.hpp"

namespace {

using namespace clearance;
using clearance::detail::Flat;
using clearance::detail::V3;

// ---- the delta step -------------------------------------------------------------------------------------------------

Flat<double> random_flat(oracle::Random& random, int count) {
  Flat<double> flat;
  flat.count = count;
  for (auto& n : flat.normal) n = V3(random.direction());
  return flat;
}

/// Axes that span what the directions do, but for those that are in the span of others to 1e-9: the longest of what is
/// left comes next.
std::vector<Vec3> axes_of(std::vector<Vec3> directions) {
  std::vector<Vec3> axes;
  while (axes.size() < 3 && !directions.empty()) {
    const auto longest = std::max_element(directions.begin(), directions.end(),
                                          [](const Vec3& v, const Vec3& w) { return v.norm() < w.norm(); });
    if (!(longest->norm() > 1e-9)) break;
    axes.push_back(longest->normalized());
    for (Vec3& v : directions)
      for (int pass = 0; pass < 2; ++pass)
        for (const Vec3& axis : axes) v -= v.dot(axis) * axis;
  }
  return axes;
}

/// What no combination of the directions takes away.
Vec3 across(Vec3 v, const std::vector<Vec3>& directions) {
  for (const Vec3& axis : axes_of(directions)) v -= v.dot(axis) * axis;
  return v;
}

std::vector<Vec3> normals_of(const Flat<double>& flat) {
  std::vector<Vec3> normals;
  for (int i = 0; i < flat.count; ++i) normals.push_back(flat.normal[static_cast<std::size_t>(i)].eigen());
  return normals;
}

/// The directions that a flat leaves free.
std::vector<Vec3> free_directions(const Flat<double>& flat) {
  std::vector<Vec3> free;
  for (int axis = 0; axis < 3; ++axis) free.push_back(across(Vec3::Unit(axis), normals_of(flat)));
  return axes_of(free);
}

/// The moves stay in their flats and leave the least difference that linear algebra finds.
void expect_least(const Flat<double>& f1, const Flat<double>& f2, const V3& d, double tolerance = 1e-9) {
  const auto moves = detail::delta_step(f1, f2, d);
  for (int i = 0; i < f1.count; ++i)
    EXPECT_NEAR(dot(f1.normal[static_cast<std::size_t>(i)], moves.a), 0.0, tolerance * (1 + norm(moves.a)));
  for (int i = 0; i < f2.count; ++i)
    EXPECT_NEAR(dot(f2.normal[static_cast<std::size_t>(i)], moves.b), 0.0, tolerance * (1 + norm(moves.b)));
  std::vector<Vec3> free = free_directions(f1);
  for (const Vec3& direction : free_directions(f2)) free.push_back(direction);
  const Vec3 least = across(d.eigen(), free);
  EXPECT_NEAR(norm(d + moves.b - moves.a), least.norm(), tolerance) << f1.count << ' ' << f2.count;
}

TEST(Dqp3Delta, AllSixteenCasesOfTable31) {
  oracle::Random random(1);
  for (int first = 0; first <= 3; ++first)
    for (int second = 0; second <= 3; ++second)
      for (int k = 0; k < 50; ++k)
        expect_least(random_flat(random, first), random_flat(random, second), V3(random.vector(2)), 1e-7);
}

TEST(Dqp3Delta, ParallelFacets) {
  oracle::Random random(2);
  for (int k = 0; k < 50; ++k) {
    Flat<double> f1 = random_flat(random, 1), f2 = f1;
    f2.normal[0] = -f1.normal[0];
    expect_least(f1, f2, V3(random.vector(2)));
  }
}

TEST(Dqp3Delta, EdgeParallelToFacet) {
  oracle::Random random(3);
  for (int k = 0; k < 50; ++k) {
    const Flat<double> edge = random_flat(random, 2);
    const V3 line = along_line(edge), aside = cross(line, V3(random.direction()));
    Flat<double> facet = random_flat(random, 1);
    facet.normal[0] = aside * (1.0 / norm(aside));
    expect_least(facet, edge, V3(random.vector(2)));
    expect_least(edge, facet, V3(random.vector(2)));
  }
}

TEST(Dqp3Delta, ParallelEdges) {
  oracle::Random random(4);
  for (int k = 0; k < 50; ++k) {
    const Flat<double> f1 = random_flat(random, 2);
    Flat<double> f2 = f1;
    f2.normal[1] = -f1.normal[0];
    f2.normal[0] = f1.normal[1];
    expect_least(f1, f2, V3(random.vector(2)));
  }
}

TEST(Dqp3Delta, HalfWayBetweenFreePoints) {
  const auto moves = detail::delta_step(Flat<double>{}, Flat<double>{}, V3(2, 0, 0));
  EXPECT_EQ(moves.a.x, 1.0);
  EXPECT_EQ(moves.b.x, -1.0);
}

// ---- the lambda step ------------------------------------------------------------------------------------------------

/// The values are the multipliers of d = sum of lambda_j n_j + something within the flat.
TEST(Dqp3Lambda, IsThatOfLeastSquares) {
  oracle::Random random(5);
  for (int count = 1; count <= 3; ++count)
    for (int k = 0; k < 100; ++k) {
      const Flat<double> flat = random_flat(random, count);
      const V3 d(random.vector(1));
      std::vector<check::Vec> normals;
      for (const Vec3& n : normals_of(flat)) normals.push_back(check::wide(n));
      const auto truth = check::orthogonal(normals).weights_of(check::wide(d.eigen()));
      const auto lambda = detail::lambda_step(flat, d);
      for (std::size_t i = 0; i < normals.size(); ++i) {
        const auto weight = static_cast<double>(truth[i]);
        EXPECT_NEAR(lambda[i], weight, 1e-9 * (1 + std::fabs(weight)));
      }
    }
}

/// Two facets, or three, whose normals depend on each other: no division by what is left of nothing.
TEST(Dqp3Lambda, GuardsItsDivisors) {
  Flat<double> flat;
  flat.count = 2;
  flat.normal = {V3(1, 0, 0), V3(1, 0, 0), V3(0, 1, 0)};
  for (const double value : detail::lambda_step(flat, V3(1, 2, 3))) EXPECT_TRUE(std::isfinite(value));
  flat.count = 3;
  const auto lambda = detail::lambda_step(flat, V3(1, 2, 3));
  EXPECT_LT(lambda[2], 0.0);
  for (const double value : lambda) EXPECT_TRUE(std::isfinite(value));
}

// ---- facets and their neighbours ------------------------------------------------------------------------------------

const detail::Polytope& polytope_of(const Shape& shape) { return shape.core().polytope; }

std::vector<Shape> some_solids() {
  std::vector<Shape> shapes{Box({1, 2, 3}), Tetrahedron({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)})};
  for (const int order : {2, 4, 9}) shapes.emplace_back(models::facet_ball(order));
  shapes.emplace_back(models::facet_ball(6, Vec3(1, 0.1, 0.01)));
  return shapes;
}

TEST(FacetGraph, IsThatOfTheQuadraticAlgorithm) {
  for (const Shape& shape : some_solids()) {
    const auto& p = polytope_of(shape);
    std::vector<reproduce::Plane<double>> planes;
    for (std::size_t f = 0; f < p.facet_normal.size(); ++f) planes.push_back({p.facet_normal[f], p.facet_offset[f]});
    const reproduce::QuadraticAdjacency<double> slow(planes);
    for (int f = 0; f < p.graph.facets(); ++f) {
      std::vector<int> expected = slow.around(f);
      std::vector<int> found(p.graph.neighbours(f).begin(), p.graph.neighbours(f).end());
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, expected) << shape.type() << " facet " << f;
    }
  }
}

TEST(FacetGraph, OpenSurfacesHaveNone) {
  EXPECT_TRUE(detail::facet_graph({{0, 1, 2}, {0, 2, 3}}, 4).empty());
  EXPECT_FALSE(detail::facet_graph({{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, 4).empty());
}

TEST(Dqp3Alpha, NeighboursAloneStopAPointInAFacet) {
  oracle::Random random(6);
  for (const Shape& shape : some_solids()) {
    const auto& p = polytope_of(shape);
    const detail::HalfspaceBody<double> scan{p.facet_normal, p.facet_offset, nullptr, nullptr},
        walk{p.facet_normal, p.facet_offset, nullptr, &p.graph};
    for (int f = 0; f < p.graph.facets(); ++f) {
      V3 middle(0, 0, 0);
      for (const int v : p.graph.corners(f)) middle = middle + p.vertex(v);
      middle = middle * (1.0 / static_cast<double>(p.graph.corners(f).size()));
      const auto& n = p.facet_normal[static_cast<std::size_t>(f)];
      const V3 move = detail::component_within(V3(random.direction()), n) * 10.0;
      detail::ActiveSet active;
      active.count = 1;
      active.facet[0] = f;
      const auto by_scan = detail::alpha_step(scan, middle, move, active, 0.0),
                 by_walk = detail::alpha_step(walk, middle, move, active, 0.0);
      // The plain ratio test over all facets.
      double least = 1.0;
      for (int j = 0; j < p.graph.facets(); ++j) {
        const auto& m = p.facet_normal[static_cast<std::size_t>(j)];
        if (j != f && dot(m, move) > 0.0)
          least = std::min(least, (p.facet_offset[static_cast<std::size_t>(j)] - dot(m, middle)) / dot(m, move));
      }
      EXPECT_NEAR(by_scan.alpha, least, 1e-12);
      EXPECT_NEAR(by_walk.alpha, least, 1e-12);
    }
  }
}

// ---- the method -----------------------------------------------------------------------------------------------------

constexpr Options by_dqp3{.method = Method::dqp3};

TEST(Dqp3, TakesSolidPolyhedraAlone) {
  const auto accepts = info(Method::dqp3).accepts;
  const Shape box = Box({1, 1, 1});
  for (const Shape& shape : some_solids()) EXPECT_TRUE(accepts(shape, box)) << shape.type();
  const std::vector<Shape> others{Sphere(1),
                                  Point(Vec3(0, 0, 0)),
                                  Box({1, 1, 0}),
                                  Cylinder(1, 1),
                                  Hull({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 0)}),
                                  Triangle({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)})};
  for (const Shape& shape : others) {
    EXPECT_FALSE(accepts(shape, box)) << shape.type();
    EXPECT_EQ(distance(shape, Pose(), box, Pose(), by_dqp3).ending, Ending::unsupported);
  }
}

TEST(Dqp3, LeavesOverlapToTheDefaultSolver) {
  const Shape box = Box({2, 2, 2});
  const Result r = distance(box, Pose(), box, Pose(Mat3::Identity(), Vec3(1.5, 0.1, 0.2)), by_dqp3);
  EXPECT_EQ(r.status, Status::penetrating);
  EXPECT_EQ(r.method, Method::gjk);
  EXPECT_NEAR(r.distance, -0.5, 1e-14);
}

TEST(Dqp3, NamesItselfAndTheFeatures) {
  const Shape box = Box({2, 2, 2});
  const Result r = distance(box, Pose(), box, Pose(Mat3::Identity(), Vec3(3, 3, 3)), by_dqp3);
  EXPECT_EQ(r.method, Method::dqp3);
  EXPECT_EQ(r.feature_a.count, 1);
  EXPECT_EQ(r.feature_a.vertices[0], 7);
  EXPECT_EQ(r.feature_b.vertices[0], 0);
  EXPECT_NEAR(r.distance, std::sqrt(3.0), 1e-14);
}

/// The variants may end early, and then say so; they are never wrong.
TEST(Dqp3, VariantsAreHonest) {
  oracle::Random random(7);
  const auto families = oracle::solid_families(7, 0.1);
  int base_converged = 0, queries = 0;
  for (const auto method :
       {Method::dqp3_base, Method::dqp3_dual, Method::dqp3_consistent, Method::dqp3_aggressive, Method::dqp3_adjacent})
    for (int k = 0; k < 400; ++k) {
      const auto& family = families[static_cast<std::size_t>(k) % families.size()];
      const auto q = oracle::place_pair(random, family.members[0], family.members[1]);
      const Options options{.method = method};
      const double size =
          family.members[0].extent + family.members[1].extent + (q.at_b.position - q.at_a.position).norm();
      PairState state;
      for (int pass = 0; pass < 2; ++pass) {
        const Result r = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), options, &state);
        const Result truth = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose());
        EXPECT_LE(r.lower, truth.upper);
        EXPECT_GE(r.upper, truth.lower);
        if (r.converged()) {
          EXPECT_NEAR(r.distance, truth.distance, 1e-9 * size);
        }
        if (method == Method::dqp3_base) base_converged += r.converged(), ++queries;
      }
    }
  EXPECT_GE(base_converged, queries * 8 / 10);
}

/// Cold and tracked, on everything that is hard: the same as the default solver, never handed over, never at a limit.
TEST(Dqp3, AgreesWithTheDefaultSolver) {
  oracle::Random random(8);
  const auto families = oracle::solid_families(8, 0.15);
  int separated = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto any = [&]() -> const oracle::SolidPolyhedron& {
      const auto& f = families[static_cast<std::size_t>(random.integer(0, static_cast<int>(families.size()) - 1))];
      return f.members[static_cast<std::size_t>(random.integer(0, static_cast<int>(f.members.size()) - 1))];
    };
    const auto &a = any(), &b = any();
    auto q = oracle::place_pair(random, a, b);
    PairState state;
    for (int step = 0; step < 3; ++step) {
      const double size = a.extent + b.extent + (q.at_b.position - q.at_a.position).norm();
      const Result r = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), by_dqp3, &state);
      const Result truth = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {.method = Method::gjk});
      EXPECT_LE(r.lower, truth.upper);
      EXPECT_GE(r.upper, truth.lower);
      EXPECT_NEAR(r.distance, truth.distance, 1e-12 * size);
      if (truth.lower > 1e-12 * size) {
        ++separated;
        EXPECT_EQ(r.method, Method::dqp3);
        EXPECT_EQ(r.ending, Ending::converged);
      }
      oracle::move_a_little(random, q, size);
    }
  }
  EXPECT_GE(separated, 5000);
}

/// A state of another pair, of another place or of nothing at all costs time only.
TEST(Dqp3, RepairsForeignStates) {
  oracle::Random random(9);
  const auto families = oracle::solid_families(9, 0.1);
  for (int k = 0; k < 1000; ++k) {
    const auto& family = families[static_cast<std::size_t>(k) % families.size()];
    const auto &a = family.members[0], &b = family.members[1];
    const auto q = oracle::place_pair(random, a, b);
    const double size = a.extent + b.extent + (q.at_b.position - q.at_a.position).norm();
    const auto& c = families[static_cast<std::size_t>(k + 1) % families.size()].members[0];
    for (const auto method : {Method::dqp3, Method::dqp3_base}) {
      const Options options{.method = method};
      PairState state;
      distance(random.chance(0.5) ? q.a : c.shape, q.at_a.pose(), q.b, q.at_b.pose(), options, &state);
      if (random.chance(0.7)) oracle::corrupt(state, random);
      const Result r = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), options, &state);
      const Result cold = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), options);
      EXPECT_LE(r.lower, cold.upper);
      EXPECT_GE(r.upper, cold.lower);
      if (r.converged() && cold.converged()) {
        EXPECT_NEAR(r.distance, cold.distance, 1e-9 * size);
      }
    }
  }
}

/// From the far side of the body the way leads through it.
TEST(Dqp3, FindsItsWayFromTheFarSide) {
  const Shape ball = models::facet_ball(15);
  PairState state;
  for (const double x : {3.0, -3.0, 3.0}) {
    const Pose at(Mat3::Identity(), Vec3(x, 0.3, 0.2));
    const Result r = distance(ball, Pose(), ball, at, by_dqp3, &state);
    const Result cold = distance(ball, Pose(), ball, at, by_dqp3);
    EXPECT_EQ(r.method, Method::dqp3);
    EXPECT_NEAR(r.distance, cold.distance, 1e-13);
  }
}

TEST(Dqp3, AMatrixThatIsNoRotationIsUsedAsStored) {
  oracle::Random random(10);
  const Shape ball = models::facet_ball(6), box = Box({1, 2, 3});
  for (int k = 0; k < 100; ++k) {
    Mat3 rotation = random.rotation();
    rotation(0, 1) += 3e-7;
    const Pose at(rotation, Vec3(3 * random.direction() + random.vector(1)));
    const Result r = distance(ball, Pose(), box, at, by_dqp3), truth = distance(ball, Pose(), box, at);
    EXPECT_NEAR(r.distance, truth.distance, 1e-13);
    EXPECT_TRUE(r.converged());
  }
}

}  // namespace

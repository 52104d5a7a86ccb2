#include <cmath>
#include <set>

#include "families.hpp"
#include "random_shapes.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Query boxes(double centre_distance) {
  Query q{Box({1, 1, 1}), Box({1, 1, 1}), {}, {}};
  q.at_b.position = {centre_distance, 0.25, 0.125};
  return q;
}

TEST(Tolerance, BoundsTheWidthAndTheError) {
  const Family& family = families()[1];  // bounded shapes of all types
  for (const double tolerance : {1e-1, 1e-3, 1e-6, 1e-9}) {
    for (std::uint64_t i = 0; i < repetitions(300U); ++i) {
      const Query q = make_query(family, 77, i);
      const Result r = answer(q, {.tolerance = tolerance});
      const Verdict verdict = check(r, q);
      EXPECT_FALSE(verdict.enclosure_misses) << verdict.describe() << json_line(q, "case");
      // The library may measure the pair by enclosing balls, up to twice as generous as the oracle's.
      if (r.converged() && r.has_distance()) {
        EXPECT_LE(r.upper - r.lower, 2 * tolerance * verdict.size) << json_line(q, "case");
      }
    }
  }
}

TEST(MaxDistance, StopsOnceProvenFarther) {
  const Result far = answer(boxes(10), {.max_distance = 2});
  EXPECT_EQ(far.ending, Ending::beyond_limit);
  EXPECT_EQ(far.status, Status::separated);
  EXPECT_GT(far.lower, 2);
  EXPECT_LE(far.lower, 9);
  EXPECT_GE(far.upper, 9);
  const Result near = answer(boxes(2), {.max_distance = 2});
  EXPECT_EQ(near.ending, Ending::converged);
  EXPECT_NEAR(near.distance, 1, 1e-12);
}

TEST(MinDistance, StopsOnceProvenNearer) {
  const Result near = answer(boxes(1.5), {.min_distance = 1});
  EXPECT_LT(near.upper, 1);
  EXPECT_LE(near.lower, 0.5);
  EXPECT_GE(near.upper, 0.5);
  EXPECT_TRUE(near.ending == Ending::below_limit || near.ending == Ending::converged);
  const Result far = answer(boxes(4), {.min_distance = 1});
  EXPECT_EQ(far.ending, Ending::converged);
  EXPECT_NEAR(far.distance, 3, 1e-12);
}

TEST(Limits, AreHonestOnRandomPairs) {
  Random random(21);
  const Family& family = families()[1];
  int beyond = 0, below = 0;
  for (std::uint64_t i = 0; i < repetitions(600U); ++i) {
    const Query q = make_query(family, 78, i);
    const double limit = random.uniform(-0.2, 1.0);
    const Result far = answer(q, {.max_distance = limit});
    EXPECT_FALSE(check(far, q).enclosure_misses) << json_line(q, "case");
    if (far.ending == Ending::beyond_limit) {
      EXPECT_GT(far.lower, limit) << json_line(q, "case");
    }
    beyond += far.ending == Ending::beyond_limit;
    const Result near = answer(q, {.min_distance = limit});
    EXPECT_FALSE(check(near, q).enclosure_misses) << json_line(q, "case");
    if (near.ending == Ending::below_limit) {
      EXPECT_LT(near.upper, limit) << json_line(q, "case");
    }
    below += near.ending == Ending::below_limit;
  }
  EXPECT_GT(beyond, repetitions(60));
  EXPECT_GT(below, repetitions(60));
}

TEST(PenetrationOff, OnlyDetectsOverlap) {
  const Query q = boxes(0.5);
  const Result r = answer(q, {.penetration = false});
  EXPECT_EQ(r.status, Status::penetrating);
  EXPECT_EQ(r.ending, Ending::overlap_only);
  EXPECT_FALSE(r.has_distance());
  EXPECT_EQ(r.lower, -INFINITY);
  EXPECT_EQ(r.upper, 0);
  EXPECT_TRUE(r.finished());
  EXPECT_FALSE(r.converged());
}

TEST(PenetrationOff, ChangesNothingForSeparatedPairs) {
  const Family& family = families()[1];
  int separated = 0, overlapping = 0;
  for (std::uint64_t i = 0; i < repetitions(600U); ++i) {
    const Query q = make_query(family, 79, i);
    const Result full = answer(q), quick = answer(q, {.penetration = false});
    SCOPED_TRACE(json_line(q, "case"));
    if (full.status == Status::separated) {
      ++separated;
      EXPECT_EQ(quick.status, Status::separated);
      EXPECT_LE(quick.lower, full.upper);
      EXPECT_GE(quick.upper, full.lower);
    } else if (full.status == Status::penetrating && full.upper < -1e-6) {
      ++overlapping;
      EXPECT_EQ(quick.status, Status::penetrating);
      EXPECT_EQ(quick.upper, 0);
    }
  }
  EXPECT_GT(separated, repetitions(100));
  EXPECT_GT(overlapping, repetitions(100));
}

TEST(Methods, TableIsComplete) {
  EXPECT_GE(methods().size(), 3U);
  for (const MethodInfo& m : methods()) {
    EXPECT_EQ(method_from_name(m.name), m.method);
    EXPECT_EQ(info(m.method).name, m.name);
    EXPECT_FALSE(m.summary.empty());
  }
  EXPECT_FALSE(method_from_name("no such method").has_value());
}

TEST(Methods, AgreeOnEveryPairTheyAccept) {
  const std::vector<Standard> shapes = standard_shapes();
  for (const MethodInfo& m : methods()) {
    int accepted = 0;
    for (const Standard& a : shapes) {
      for (const Standard& b : shapes) {
        for (const double gap : {-0.5, 0.0, 0.5}) {
          const Query q{a.shape, b.shape, a.at, facing(b.at, gap)};
          const Result r = answer(q, {.method = m.method});
          SCOPED_TRACE(std::string(m.name) + " " + json_line(q, "case"));
          if (m.accepts(a.shape, b.shape)) {
            ++accepted;
            expect_right(q, r);
            EXPECT_NE(r.method, Method::automatic);
          } else {
            EXPECT_EQ(r.ending, Ending::unsupported);
            EXPECT_EQ(r.lower, -INFINITY);
            EXPECT_EQ(r.upper, INFINITY);
          }
        }
      }
    }
    EXPECT_GT(accepted, 0) << m.name;
  }
}

TEST(Names, OfStatusesAndEndings) {
  EXPECT_EQ(name(Status::separated), "separated");
  EXPECT_EQ(name(Status::touching), "touching");
  EXPECT_EQ(name(Status::penetrating), "penetrating");
  const Ending endings[] = {Ending::converged,    Ending::beyond_limit,    Ending::below_limit,
                            Ending::overlap_only, Ending::iteration_limit, Ending::unsupported};
  std::set<std::string_view> names;
  for (const Ending ending : endings) names.insert(name(ending));
  EXPECT_EQ(names.size(), 6U);
  EXPECT_EQ(names.count(""), 0U);
}

}  // namespace
}  // namespace oracle

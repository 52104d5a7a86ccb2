// The checker accepts what the library says, and nothing that was tampered with.

#include <algorithm>
#include <cmath>

#include "families.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Verification verified(const Result& r, const Query& q) { return verify(r, q.a, q.at_a.pose(), q.b, q.at_b.pose()); }

TEST(Verify, AcceptsEveryAnswer) {
  for (std::uint64_t i = 0; i < 4600; ++i) {
    const Query q = make_query(families()[i % families().size()], 301, i);
    const Result r = answer(q);
    const Verification v = verified(r, q);
    EXPECT_TRUE(v.ok) << v.reason << "\n" << json_line(q, "case");
    if (v.ok) {
      EXPECT_TRUE(v.reason.empty());
    }
  }
}

TEST(Verify, AcceptsEveryAnswerOfEveryOption) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const Query q = make_query(families()[1], 302, i);
    for (const Options& options : {Options{.tolerance = 1e-2}, Options{.penetration = false},
                                   Options{.max_distance = 0.1}, Options{.min_distance = 0.5}}) {
      const Verification v = verified(answer(q, options), q);
      EXPECT_TRUE(v.ok) << v.reason << "\n" << json_line(q, "case");
    }
  }
}

TEST(Verify, ItsOwnEnclosureHoldsTheTruth) {
  for (std::uint64_t i = 0; i < 2300; ++i) {
    const Query q = make_query(families()[i % families().size()], 303, i);
    Result r = answer(q);
    if (!r.has_distance()) continue;
    const Verification v = verified(r, q);
    r.lower = v.lower;
    // Of a depth, the checker does not prove the upper bound.
    if (r.status == Status::separated) r.upper = v.upper;
    const Verdict verdict = check(r, q);
    EXPECT_FALSE(verdict.enclosure_misses) << "[" << v.lower << ", " << v.upper << "] " << verdict.describe() << "\n"
                                           << json_line(q, "case");
  }
}

class Tampered : public ::testing::Test {
 protected:
  /// Calls f for answers of every kind with a gap or a depth that is not small.
  template <class F>
  static void for_each_answer(F f) {
    int seen = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
      const Query q = make_query(families()[1], 304, i);
      const Result r = answer(q);
      if (!r.has_distance() || std::abs(r.distance) < 1e-3) continue;
      ++seen;
      SCOPED_TRACE(json_line(q, "case"));
      f(r, q);
    }
    EXPECT_GT(seen, 200);
  }
};

TEST_F(Tampered, LowerTooHigh) {
  for_each_answer([](Result r, const Query& q) {
    r.lower += 1e-6;
    r.distance = std::max(r.distance, r.lower);
    r.upper = std::max(r.upper, r.lower);
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, UpperTooLowWhereSeparated) {
  for_each_answer([](Result r, const Query& q) {
    if (r.status != Status::separated) return;
    r.upper -= 1e-6;
    r.distance = std::min(r.distance, r.upper);
    r.lower = std::min(r.lower, r.upper);
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, StatusContradictsTheBounds) {
  for_each_answer([](Result r, const Query& q) {
    r.status = r.status == Status::separated ? Status::penetrating : Status::separated;
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, PointOutsideItsShape) {
  for_each_answer([](Result r, const Query& q) {
    if (r.status != Status::separated) return;
    r.point_a += 1e-3 * r.normal;
    r.upper -= 1e-3;
    r.distance = r.lower = r.upper;
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, NormalTurned) {
  for_each_answer([](Result r, const Query& q) {
    r.normal = -r.normal;
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, NormalTooLong) {
  for_each_answer([](Result r, const Query& q) {
    r.normal *= 2;
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, NotANumber) {
  for_each_answer([](const Result& good, const Query& q) {
    Result r = good;
    r.lower = NAN;
    EXPECT_FALSE(verified(r, q));
    r = good;
    r.upper = NAN;
    EXPECT_FALSE(verified(r, q));
    r = good;
    r.point_b.y() = NAN;
    EXPECT_FALSE(verified(r, q));
    r = good;
    r.normal.x() = NAN;
    EXPECT_FALSE(verified(r, q));
    r = good;
    r.distance = NAN;
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, AnswerOfAnotherPair) {
  for_each_answer([](const Result& r, Query q) {
    if (r.status != Status::separated) return;
    q.at_b.position -= (r.distance + 1e-3) * r.normal;
    EXPECT_FALSE(verified(r, q));
  });
}
TEST_F(Tampered, NoDistanceClaimedWhereThereIsOne) {
  for_each_answer([](Result r, const Query& q) {
    if (r.status != Status::separated) return;
    r.distance = r.lower = -INFINITY;
    r.upper = -1.0;
    r.status = Status::penetrating;
    EXPECT_FALSE(verified(r, q));
  });
}

}  // namespace
}  // namespace oracle

// The parts of exact distances that a good proposal hides: repair from the worst of starts, and Lemke's method.

#include "exact/last_resort.hpp"

#include <gtest/gtest.h>

#include "families.hpp"
#include "repetitions.hpp"
#include "reproducer.hpp"

namespace oracle {
namespace {

using clearance::exact::Answer;
using clearance::exact::Bodies;

bool same_distance(const Answer& a, const Answer& b) {
  return a.nearest.square * b.nearest.divisor == b.nearest.square * a.nearest.divisor;
}

TEST(ExactSolver, EveryWayEndsAtTheSameDistance) {
  int separated = 0, repairs = 0, proposed_repairs = 0;
  for (std::uint64_t i = 0; i < repetitions(1200U); ++i) {
    const Query q = make_query(families()[i % families().size()], 411, i);
    if (!q.a.polyhedral() || !q.b.polyhedral()) continue;
    const clearance::Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
    Bodies bodies(q.a, pose_a, q.b, pose_b);
    const Answer proposed = solve(bodies, propose_start(bodies, q.a, pose_a, q.b, pose_b));
    proposed_repairs += proposed.repairs;
    const clearance::exact::Vector away{-1, -2, 3};
    const clearance::exact::Start worst{{bodies.a.farthest(away, -1), bodies.b.farthest(away, -1)}};
    const Answer repaired = solve(bodies, worst);
    repairs += repaired.repairs;
    EXPECT_EQ(repaired.status, proposed.status) << json_line(q, "case");
    EXPECT_TRUE(same_distance(repaired, proposed)) << json_line(q, "case");

    Answer by_lemke;
    by_lemke.generators.push_back(bodies.point(worst[0][0], worst[0][1]));
    last_resort(bodies, by_lemke);
    EXPECT_TRUE(by_lemke.by_lemke && same_distance(by_lemke, proposed)) << json_line(q, "case");
    separated += proposed.status == clearance::Status::separated ? 1 : 0;
  }
  EXPECT_GT(separated, repetitions(100));
  EXPECT_GT(repairs, separated);
  EXPECT_LT(proposed_repairs, repairs / 4);
}

}  // namespace
}  // namespace oracle

// Every degenerate family against the oracles.

#include "families.hpp"

#include <algorithm>
#include <string>

#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

class EveryFamily : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EveryFamily, IsAnsweredRightly) {
  const Family& family = families()[GetParam()];
  for (std::uint64_t i = 0; i < repetitions(150U); ++i) {
    const Query q = make_query(family, 101, i);
    const clearance::Result r = answer(q);
    expect_right(q, r);
    const clearance::Verification v = clearance::verify(r, q.a, q.at_a.pose(), q.b, q.at_b.pose());
    EXPECT_TRUE(v.ok) << v.reason << "\n" << json_line(q, "case");
  }
}

INSTANTIATE_TEST_SUITE_P(Families, EveryFamily, ::testing::Range<std::size_t>(0, families().size()),
                         [](const auto& param_info) {
                           std::string name(families()[param_info.param].name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// A family that only ever overlaps, or never does, tests half of what it says.
TEST(Families, HoldBothOverlapsAndGaps) {
  int separated = 0, penetrating = 0, touching = 0;
  const std::size_t pairs = 125 * families().size();
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const Query q = make_query(families()[i % families().size()], 102, i);
    const clearance::Status status = answer(q).status;
    separated += status == clearance::Status::separated;
    penetrating += status == clearance::Status::penetrating;
    touching += status == clearance::Status::touching;
  }
  EXPECT_GT(separated, 0.3 * static_cast<double>(pairs));
  EXPECT_GT(penetrating, 0.3 * static_cast<double>(pairs));
  EXPECT_GT(touching, 20);
}

}  // namespace
}  // namespace oracle

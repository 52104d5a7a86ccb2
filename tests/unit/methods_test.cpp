// Every method of the table is at work somewhere.

#include <set>

#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

constexpr double gaps[] = {2.0, 0.5, -0.25};

/// A method that leaves every pair to another is in the table, and not in the library.
TEST(Methods, EachAnswersAsItselfForEveryTypeItTakes) {
  const std::vector<Standard> shapes = standard_shapes();
  for (const MethodInfo& m : methods()) {
    std::set<std::string_view> taken, answered;
    for (const Standard& a : shapes)
      for (const Standard& b : shapes) {
        if (!m.accepts(a.shape, b.shape)) continue;
        EXPECT_TRUE(m.accepts(b.shape, a.shape)) << m.name;
        taken.insert(a.shape.type());
        taken.insert(b.shape.type());
        for (const double gap : gaps) {
          const Query q{a.shape, b.shape, a.at, facing(b.at, gap)};
          const Result r = answer(q, {.method = m.method});
          // The default names the method that it has chosen.
          if (m.method == Method::automatic ? r.method == Method::automatic : r.method != m.method) continue;
          answered.insert(a.shape.type());
          answered.insert(b.shape.type());
        }
      }
    EXPECT_FALSE(taken.empty()) << m.name << " takes none of the samples";
    // As in the thesis, which calls it almost unusable, the consistent variant ends too early on most pairs.
    if (m.method == Method::dqp3_consistent)
      EXPECT_FALSE(answered.empty());
    else
      EXPECT_EQ(answered, taken) << m.name;
  }
}

}  // namespace
}  // namespace oracle

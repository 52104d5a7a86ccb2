#include <gtest/gtest.h>

#include "process.hpp"

// A build without Boost and GMP says that --exact is not there, rather than leave it out.

namespace clearance::test {
namespace {

TEST(WithoutExact, SaysSo) {
  const Output result = run({"distance", "-", "--exact"}, "{}");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("--exact"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("no exact arithmetic"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace clearance::test

// A host program may have set its processor to round otherwise, to flush subnormal numbers to zero, or to trap. What
// the library says is the same, bit for bit, and the setting is as it was afterwards.

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <functional>

#include "clearance/clearance.hpp"
#include "families.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

#if defined(__SSE2__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

namespace oracle {
namespace {

using namespace clearance;

/// Everything of a pair that computes: the poses, the shapes anew from their descriptions, the query and its check.
struct Answer {
  Result result;
  bool verified = false;
  Mat3 rotation, rotation_low;
  double defect = 0.0;
};
Answer answer_of(const Query& q, const Options& options) {
  const Shape a(q.a.description()), b(q.b.description());
  const Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
  Answer r;
  r.result = distance(a, pose_a, b, pose_b, options);
  r.verified = verify(r.result, a, pose_a, b, pose_b).ok;
  r.rotation = pose_b.rotation();
  r.rotation_low = pose_b.rotation_low();
  r.defect = pose_b.defect();
  return r;
}

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same(const Answer& a, const Answer& b) {
  const Result &r = a.result, &s = b.result;
  return r.status == s.status && same(r.distance, s.distance) && same(r.lower, s.lower) && same(r.upper, s.upper) &&
         r.point_a == s.point_a && r.point_b == s.point_b && r.normal == s.normal && r.ending == s.ending &&
         r.iterations == s.iterations && a.verified == b.verified && a.rotation == b.rotation &&
         a.rotation_low == b.rotation_low && same(a.defect, b.defect);
}

/// The answers under a setting, and whether it was still in force after each.
void expect_the_same(const std::function<void()>& set, const std::function<bool()>& in_force) {
  std::fenv_t standard;
  std::fegetenv(&standard);
  for (std::uint64_t i = 0; i < repetitions(400U); ++i) {
    const Query q = make_query(families()[i % families().size()], 1301, i);
    const Options options{.penetration = i % 7 != 0};
    const Answer expected = answer_of(q, options);
    set();
    const Answer found = answer_of(q, options);
    const bool kept = in_force();
    std::fesetenv(&standard);
    EXPECT_TRUE(same(found, expected)) << json_line(q, "case");
    EXPECT_TRUE(kept);
  }
}

TEST(ArithmeticMode, DirectedRounding) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO})
    expect_the_same([&] { std::fesetround(mode); }, [&] { return std::fegetround() == mode; });
}

#if defined(__SSE2__)
TEST(ArithmeticMode, FlushToZero) {
  const auto set = [] {
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  };
  expect_the_same(set, [] { return _MM_GET_FLUSH_ZERO_MODE() == _MM_FLUSH_ZERO_ON; });
  // Subnormal sizes count under it, too.
  constexpr double tiny = 3e-310;
  set();
  const Result r = distance(Box({tiny, tiny, tiny}), {}, Point({0, 0, 0}), Pose::translation({0, 2 * tiny, 0}));
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);
  EXPECT_LE(r.lower, 1.5 * tiny);
  EXPECT_GE(r.upper, 1.5 * tiny);
  EXPECT_NE(r.distance, 0.0);
}
#endif

#if defined(__GLIBC__)
TEST(ArithmeticMode, TrapsDoNotFire) {
  expect_the_same(
      [] {
        std::feclearexcept(FE_ALL_EXCEPT);
        feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
      },
      [] { return fegetexcept() == (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); });
}
#endif

TEST(ArithmeticMode, ATrackerIsNoException) {
  const Shape part = Box({1, 1, 1}), whole = Union({{part}, {part, Pose::translation({2, 0, 0})}});
  Tracker tracker(whole, Sphere(0.3)), same_tracker(whole, Sphere(0.3));
  for (int i = 0; i < 50; ++i) {
    const Pose pose(Mat3(Eigen::AngleAxisd(0.1 * i, Vec3(1, 2, 3).normalized())), Vec3(1, 0.1 * i, 0.05 * i));
    const Result expected = tracker.distance({}, pose);
    std::fesetround(FE_UPWARD);
    const Result found = same_tracker.distance({}, pose);
    std::fesetround(FE_TONEAREST);
    EXPECT_TRUE(same(found.lower, expected.lower));
    EXPECT_TRUE(same(found.upper, expected.upper));
  }
}

}  // namespace
}  // namespace oracle

// A point and an ellipsoid in two, three and four dimensions, against 50 digits.

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "clearance/ellipsoid/nearest.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

/// The signed distance by bisection of the secular equation in 50 digits.
template <std::size_t N>
Wide true_distance(const std::array<double, N>& radii, const std::array<double, N>& p) {
  const Wide least = *std::min_element(radii.begin(), radii.end());
  const auto sum = [&](const Wide& m) {
    Wide s = 0;
    for (std::size_t i = 0; i < N; ++i) {
      if (p[i] == 0) continue;
      const Wide a = radii[i], below = a * a - least * least + m;
      if (below == 0) return Wide(2);
      s += pow(a * p[i] / below, 2);
    }
    return s;
  };
  Wide low = 0, high = 1, steepness = 0, rest = 1;
  if (sum(0) <= 1) {
    high = 0;
  } else {
    while (sum(high) > 1) high *= 2;
    for (int i = 0; i < 300; ++i) {
      const Wide middle = (low + high) / 2;
      (sum(middle) > 1 ? low : high) = middle;
    }
  }
  for (std::size_t i = 0; i < N; ++i) {
    if (p[i] == 0) continue;
    const Wide a = radii[i], x = a * p[i] / (a * a - least * least + high);
    steepness += x * x / (a * a);
    rest -= x * x;
  }
  if (high == 0) steepness += rest / (least * least);
  return (high - least * least) * sqrt(steepness);
}

enum class Where { around, inside, on_axis, in_plane, centre };

template <std::size_t N>
void expect_full_precision(double ratio) {
  Random random(static_cast<std::uint64_t>(ratio) + N);
  for (int i = 0; i < 400; ++i) {
    const auto where = static_cast<Where>(i % 5);
    std::array<double, N> radii{}, p{};
    for (double& r : radii) r = random.magnitude(1.0 / ratio, 1.0);
    for (std::size_t k = 0; k < N; ++k) {
      const double t = random.uniform(-1, 1);
      switch (where) {
        case Where::around:
          p[k] = 3.0 * t;
          break;
        case Where::inside:
          p[k] = 0.5 * t * radii[k] * random.magnitude(1e-6, 1.0);
          break;
        case Where::on_axis:
          p[k] = k == static_cast<std::size_t>(i) % N ? 1.5 * t * radii[k] : 0.0;
          break;
        case Where::in_plane:
          p[k] = k == static_cast<std::size_t>(i) % N ? 0.0 : t * radii[k];
          break;
        case Where::centre:
          break;
      }
    }
    const Wide truth = true_distance(radii, p);
    double size = 1.0;
    for (const double c : p) size = std::max(size, std::abs(c));
    const auto check = [&](const NearestOnEllipsoid<double, N>& found, double digits) {
      EXPECT_NEAR(found.distance, static_cast<double>(truth), digits * size) << "ratio " << ratio << " case " << i;
      for (std::size_t k = 0; k < N; ++k)
        EXPECT_NEAR(p[k], found.point[k] + found.distance * found.normal[k], 4 * digits * size) << ratio << " " << i;
    };
    const auto newton = nearest_on_ellipsoid(radii, p);
    check(newton, 1e-15);
    EXPECT_LE(newton.iterations, 15);
    check(nearest_on_ellipsoid_by_dominant_term(radii, p), 4e-15);
  }
}

TEST(EllipsoidPoint, FullPrecisionInThePlane) {
  for (const double ratio : {2.0, 1e3, 1e6}) expect_full_precision<2>(ratio);
}
TEST(EllipsoidPoint, FullPrecisionInSpace) {
  for (const double ratio : {2.0, 1e3, 1e6}) expect_full_precision<3>(ratio);
}
TEST(EllipsoidPoint, FullPrecisionInFourDimensions) {
  for (const double ratio : {2.0, 1e6}) expect_full_precision<4>(ratio);
}

TEST(EllipsoidPoint, KnownPlaces) {
  const std::array<double, 3> radii{3, 2, 1};
  EXPECT_EQ(nearest_on_ellipsoid(radii, {0, 0, 0}).distance, -1.0);
  EXPECT_NEAR(nearest_on_ellipsoid(radii, {0, 0, 5}).distance, 4.0, 1e-15);
  EXPECT_NEAR(nearest_on_ellipsoid(radii, {-4, 0, 0}).point[0], -3.0, 1e-15);
  EXPECT_EQ(nearest_on_ellipsoid(std::array<double, 2>{1, 1}, {0.5, 0}).distance, -0.5);
}

}  // namespace
}  // namespace oracle

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "clearance/error.hpp"
#include "clearance/uncertain.hpp"
#include "linear.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Pose, IdentityByDefault) {
  const Pose pose;
  EXPECT_EQ(pose.rotation(), Mat3::Identity());
  EXPECT_EQ(pose.position(), Vec3::Zero());
  EXPECT_TRUE(pose.exact());
  EXPECT_EQ(pose * Vec3(1, 2, 3), Vec3(1, 2, 3));
}

TEST(Pose, PlacesAtRotationTimesPointPlusPosition) {
  const Pose at = pose({3, 0, 0}, Eigen::AngleAxisd(std::acos(-1.0) / 2, Vec3::UnitZ()));
  EXPECT_TRUE((at * Vec3(1, 0, 0)).isApprox(Vec3(3, 1, 0)));
}

TEST(Pose, TakesAnIsometry) {
  Eigen::Isometry3d t = Eigen::Isometry3d::Identity();
  t.translate(Vec3(1, 2, 3)).rotate(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
  const Pose at = t;
  EXPECT_EQ(at.rotation(), Mat3(t.linear()));
  EXPECT_EQ(at.position(), Vec3(1, 2, 3));
}

TEST(Pose, KeepsAMatrixAsStored) {
  Mat3 r = Mat3::Identity();
  r(0, 1) = 4e-7;
  const Pose at(r, Vec3::Zero());
  EXPECT_EQ(at.rotation(), r);
  EXPECT_EQ(at.rotation_low(), Mat3::Zero());
  EXPECT_TRUE(at.exact());
  const double defect =
      Eigen::SelfAdjointEigenSolver<Mat3>(r.transpose() * r - Mat3::Identity()).eigenvalues().cwiseAbs().maxCoeff();
  EXPECT_GE(at.defect(), defect * (1 - 1e-9));
  EXPECT_LE(at.defect(), 4 * defect);
}

TEST(Pose, QuaternionMeansTheExactRotationOfItsNormalisedValue) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    auto q = random.quaternion();
    const double scale = 1 + random.uniform(-9e-7, 9e-7);
    for (double& c : q) c *= scale;
    const Pose at = Pose::from_quaternion(q[0], q[1], q[2], q[3]);
    const Quad w = q[0], x = q[1], y = q[2], z = q[3], s = w * w + x * x + y * y + z * z;
    const Quad exact[9] = {
        (w * w + x * x - y * y - z * z) / s, 2 * (x * y - w * z) / s, 2 * (x * z + w * y) / s, 2 * (x * y + w * z) / s,
        (w * w - x * x + y * y - z * z) / s, 2 * (y * z - w * x) / s, 2 * (x * z - w * y) / s, 2 * (y * z + w * x) / s,
        (w * w - x * x - y * y + z * z) / s};
    for (int k = 0; k < 9; ++k) {
      const Quad held =
          static_cast<Quad>(at.rotation()(k / 3, k % 3)) + static_cast<Quad>(at.rotation_low()(k / 3, k % 3));
      EXPECT_LE(std::abs(static_cast<double>(held - exact[k])), 0x1p-104) << "entry " << k;
    }
  }
}

TEST(Pose, QuarterTurnByQuaternionIsExact) {
  const Pose at = Pose::from_quaternion(0.5, 0.5, 0.5, 0.5);
  EXPECT_TRUE(at.exact());
  EXPECT_EQ(at * Vec3(1, 2, 3), Vec3(3, 1, 2));
}

TEST(Pose, UncheckedIsTheSameForARotation) {
  Random random(17);
  for (int i = 0; i < 1000; ++i) {
    const Mat3 rotation = random.rotation();
    const Vec3 position = random.vector(3);
    const Pose checked(rotation, position), promised = Pose::unchecked(rotation, position);
    EXPECT_EQ(promised.rotation(), rotation);
    EXPECT_EQ(promised.position(), position);
    EXPECT_EQ(promised.rotation_low(), Mat3::Zero());
    EXPECT_TRUE(promised.exact());
    // What is promised is an upper bound of the defect: R'R - I in long double.
    const Eigen::Matrix<long double, 3, 3> wide = rotation.cast<long double>();
    const Eigen::Matrix<long double, 3, 3> rest =
        wide.transpose() * wide - Eigen::Matrix<long double, 3, 3>::Identity();
    EXPECT_LE(static_cast<double>(rest.norm()), promised.defect());
    EXPECT_LE(checked.defect(), 2.0 * promised.defect());
  }
}

/// What matrices lack adds up along a chain, and not beyond what proofs allow a pose.
TEST(Pose, AChainOfBentMatricesStaysARotationNearly) {
  const Pose bent(Mat3(Mat3::Identity() * (1 + 4.9e-7)), Vec3::Zero());
  Pose chain = bent;
  for (int i = 1; i < 5000; ++i) {
    chain = Pose::turned(chain, bent, Vec3::Zero());
    ASSERT_LE(chain.defect(), 5e-4) << i;
    ASSERT_LE((chain.rotation() - Mat3::Identity()).norm(), 5e-4) << i;
  }
}

/// A place that is uncertain is so about a body that its pose stretches, too.
TEST(Uncertainty, HoldsForChainsOfBentMatrices) {
  const Pose bent(Mat3(Mat3::Identity() * (1 + 4.9e-7)), Vec3::Zero());
  Pose chain = bent;
  for (int i = 1; i < 10; ++i) chain = Pose::turned(chain, bent, Vec3::Zero());
  const double stretch = chain.rotation()(0, 0), angle = 1e-4;
  const Pose there = Pose::translation({stretch, 1, 0});
  const Shape a = Point({1, 0, 0}), b = Point();
  const Interval bounds = widen(distance(a, chain, b, there), a, {.angle = angle}, b, {});
  // Turned about z, a is nearer by the sine of the angle, stretched.
  EXPECT_LE(bounds.lower, std::hypot(stretch * (1 - std::cos(angle)), 1 - stretch * std::sin(angle)));
}

TEST(Pose, RefusesWhatIsNoRotation) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const Vec3 o = Vec3::Zero();
  EXPECT_THROW(Pose(2 * Mat3::Identity(), o), InvalidInput);
  EXPECT_THROW(Pose(Mat3::Zero(), o), InvalidInput);
  EXPECT_THROW(Pose(-Mat3::Identity(), o), InvalidInput);
  EXPECT_THROW(Pose(Mat3::Identity() * (1 + 2e-6), o), InvalidInput);
  EXPECT_NO_THROW(Pose(Mat3::Identity() * (1 + 4e-7), o));
  Mat3 bad = Mat3::Identity();
  bad(2, 1) = nan;
  EXPECT_THROW(Pose(bad, o), InvalidInput);
  EXPECT_THROW(Pose(Mat3::Identity(), Vec3(0, inf, 0)), InvalidInput);
  EXPECT_THROW(Pose::translation(Vec3(nan, 0, 0)), InvalidInput);
  EXPECT_THROW(Pose::from_quaternion(0, 0, 0, 0), InvalidInput);
  EXPECT_THROW(Pose::from_quaternion(1 + 2e-6, 0, 0, 0), InvalidInput);
  EXPECT_NO_THROW(Pose::from_quaternion(1 + 9e-7, 0, 0, 0));
  EXPECT_THROW(Pose::from_quaternion(nan, 0, 0, 1), InvalidInput);
  EXPECT_THROW(Pose::from_quaternion(1e200, 0, 0, 0), InvalidInput);
}

TEST(Pose, MessagesNameTheField) {
  EXPECT_NE(message_of([] { Pose(Mat3::Zero(), Vec3::Zero()); }).find("matrix"), std::string::npos);
  EXPECT_NE(message_of([] { Pose::from_quaternion(2, 0, 0, 0); }).find("quaternion"), std::string::npos);
  EXPECT_NE(message_of([] { Pose::translation(Vec3(NAN, 0, 0)); }).find("position"), std::string::npos);
}

}  // namespace
}  // namespace oracle

#include "numeric/counted.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <thread>

#include "numeric/vector.hpp"

namespace clearance::detail {
namespace {

TEST(Counted, CountsEachOperationOnce) {
  const Counted a = 3.0, b = 4.0;
  const OperationCount operations;
  EXPECT_EQ((a + b).value, 7.0);
  EXPECT_EQ((a - b).value, -1.0);
  EXPECT_EQ((a * b).value, 12.0);
  EXPECT_EQ((a / b).value, 0.75);
  EXPECT_EQ(sqrt(b).value, 2.0);
  EXPECT_EQ(operations.count(), 5);
  Counted c = a;
  c += b;
  c -= a;
  c *= b;
  c /= b;
  EXPECT_EQ(c.value, 4.0);
  EXPECT_EQ(operations.count(), 9);
}

TEST(Counted, DoesNotCountWhatIsNoArithmetic) {
  const Counted a = 3.0, b = -4.0;
  const OperationCount operations;
  EXPECT_EQ((-a).value, -3.0);
  EXPECT_EQ(abs(b).value, 4.0);
  EXPECT_EQ(fmax(a, b).value, 3.0);
  EXPECT_TRUE(a > b && b < a && a >= a && a <= a && a != b && !(a == b));
  EXPECT_EQ(operations.count(), 0);
}

TEST(Counted, CountsVectorsAndMatrices) {
  const Vector<Counted> u(1.0, 2.0, 3.0), v(4.0, 5.0, 6.0);
  OperationCount operations;
  EXPECT_EQ(dot(u, v).value, 32.0);
  EXPECT_EQ(operations.count(), 5);
  operations = {};
  cross(u, v);
  EXPECT_EQ(operations.count(), 9);

  using Matrix3 = Eigen::Matrix<Counted, 3, 3>;
  Matrix3 m = Matrix3::Identity();
  m(0, 1) = 2.0;
  operations = {};
  const Eigen::Matrix<Counted, 3, 1> x = m * Eigen::Matrix<Counted, 3, 1>(1.0, 2.0, 3.0);
  EXPECT_EQ(x(0).value, 5.0);
  EXPECT_EQ(operations.count(), 15);
  operations = {};
  const Eigen::Matrix<Counted, 3, 1> y = m.partialPivLu().solve(x);
  EXPECT_EQ(y(0).value, 1.0);
  EXPECT_GT(operations.count(), 15);
}

TEST(Counted, BelongsToTheThread) {
  const OperationCount operations;
  std::thread([] { EXPECT_EQ((Counted(1.0) + Counted(1.0)).value, 2.0); }).join();
  EXPECT_EQ(operations.count(), 0);
}

}  // namespace
}  // namespace clearance::detail

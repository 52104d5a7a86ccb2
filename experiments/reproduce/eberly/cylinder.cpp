// Listings 5 to 9: a triangle and a cylinder whose axis is (1, 2, 3), of irrational length, in three kinds of numbers.

#include <cmath>
#include <sstream>

#include "clearance/lcp.hpp"
#include "clearance/rational.hpp"
#include "reproduce/eberly/verdict.hpp"
#include "reproduce/experiments.hpp"

namespace clearance::reproduce {

namespace cylinder {
namespace {

using Corners = std::array<std::array<double, 3>, 3>;
constexpr Corners of_listing_8{{{0.5, -1, 0}, {3, 1, 0}, {0.5, 2, 0}}};
constexpr Corners of_listing_9{{{0.125, 1, 1.625}, {-0.75, 0, 0.25}, {-3, 0, 1}}};

template <class T>
auto solve(const Corners& corners, const std::array<double, 3>& axis, bool unit) {
  std::array<std::array<T, 3>, 3> triangle;
  CylinderN<T> cylinder{{T(0), T(0), T(0)}, {T(axis[0]), T(axis[1]), T(axis[2])}, T(1), T(2), unit};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) triangle[i][j] = T(corners[i][j]);
  return triangle_meets_cylinder<T>(triangle, cylinder);
}

/// Listing 5: in double. Listing 6: in rationals, with the axis rounded and taken for a unit vector. Listing 7: in the
/// field of its length.
std::vector<Row> rows_of(const Corners& corners, std::size_t parameter, const std::array<double, 3>& paper) {
  const double length = std::sqrt(14.0);
  const std::array<double, 3> rounded_axis{1 / length, 2 / length, 3 / length};
  const auto in_double = solve<double>(corners, rounded_axis, true);
  const auto rounded = solve<Rational>(corners, rounded_axis, true);
  const auto exact = solve<Rational>(corners, {1, 2, 3}, false);
  const QuadraticField<Rational>& x = exact.x[parameter];
  const auto meets = [](bool yes) { return Figure{"meets", yes ? 1.0 : 0.0}; };
  std::ostringstream as_text, of_rounded;
  as_text << "x = " << x << "\n";
  of_rounded << "x = " << rounded.x[parameter] << "\n";
  return {{"listing 5: double", {{"x", paper[0]}}, {{"x", in_double.x[parameter]}, meets(in_double.intersects)}},
          {"listing 6: rational, axis rounded",
           {{"x", paper[1]}},
           {{"x", to_double(rounded.x[parameter])}, meets(rounded.intersects)},
           {},
           of_rounded.str()},
          {"listing 7: quadratic field",
           {{"x", paper[2]}},
           {{"x", to_double(x)},
            meets(exact.intersects),
            {"numerator", static_cast<double>(numerator(x.x()))},
            {"denominator", static_cast<double>(denominator(x.x()))},
            {"numerator of root", static_cast<double>(numerator(x.y()))},
            {"denominator of root", static_cast<double>(denominator(x.y()))},
            {"under the root", static_cast<double>(x.d())}},
           {},
           as_text.str()}};
}

std::vector<Row> run_8(const Progress& /*progress*/) {
  return rows_of(of_listing_8, 1, {0.3666666666666670, 0.36666666666666670, 11.0 / 30.0});
}
std::vector<Row> run_9(const Progress& /*progress*/) {
  return rows_of(of_listing_9, 0, {0.46547751617515137, 0.46547751617515126, 0.46547751617515123063});
}

Verdict judge(const std::vector<Row>& rows) { return eberly::same_figures(rows, 4e-16); }

}  // namespace
}  // namespace cylinder

const Experiment eberly_listing_8{
    "eberly-listing-8",
    "D. Eberly, Convex Quadratic Programming, 2017-2020, listing 8",
    "the point of a triangle nearest to the axis of a cylinder",
    "x: the parameter of the nearest point, which is 11/30. meets: 1 if triangle and cylinder intersect. Exactly, x is "
    "numerator / denominator + numerator of root / denominator of root * sqrt(under the root).",
    &cylinder::run_8,
    &cylinder::judge};
const Experiment eberly_listing_9{
    "eberly-listing-9",
    "D. Eberly, Convex Quadratic Programming, 2017-2020, listing 9",
    "the same where the nearest point is on a cap of the cylinder",
    "x: the parameter of the nearest point, which is 1 - sqrt(14)/7. meets: 1 if triangle and cylinder intersect. "
    "Exactly, "
    "x is numerator / denominator + numerator of root / denominator of root * sqrt(under the root).",
    &cylinder::run_9,
    &cylinder::judge};

}  // namespace clearance::reproduce

// Listing 4: a triangle parallel to a face of a box, where rounding misleads Lemke's method.

#include <cmath>

#include "clearance/distance.hpp"
#include "clearance/lcp.hpp"
#include "clearance/rational.hpp"
#include "reproduce/experiments.hpp"

namespace clearance::reproduce {

namespace {

const Vec3 low(-28.666800635711962, 12.285771701019407, -48.666800635711965);
const Vec3 high(-20.476286168365689, 20.476286168365682, -40.476286168365689);
const std::array<Vec3, 3> corners{Vec3(0.5, 0.5, 1.5), Vec3(0.50000000000000178, 25.5, 1.5),
                                  Vec3(-0.50000000000000355, 0.5, 1.5)};

template <class T>
PointN<T, 3> point(const Vec3& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}

/// unit: the box has axes of unit length and its lengths as bounds, as the document's has; else its edges as axes.
template <class T>
Row solve(const char* label, bool unit, std::vector<Figure> paper) {
  const PointN<T, 3> v0 = point<T>(corners[0]), from = point<T>(low), to = point<T>(high);
  const auto triangle = make_primitive<T, 3>(
      PrimitiveKind::triangle, v0,
      {detail::difference<T, 3>(point<T>(corners[1]), v0), detail::difference<T, 3>(point<T>(corners[2]), v0)});
  std::vector<PointN<T, 3>> edges(3, PointN<T, 3>{T(0), T(0), T(0)});
  for (std::size_t i = 0; i < 3; ++i) edges[i][i] = unit ? T(1) : T(to[i] - from[i]);
  auto box = make_primitive<T, 3>(PrimitiveKind::box, from, edges);
  if (unit)
    for (std::size_t i = 0; i < 3; ++i) box.e[i] = from[i] - to[i];
  const auto r = lcp_distance(triangle, box);
  const auto square = static_cast<double>(r.squared_distance);
  return {label,
          std::move(paper),
          {{"squared distance", square},
           {"distance", std::sqrt(square)},
           {"exchanges", static_cast<double>(r.iterations)}}};
}

std::vector<Row> run(const Progress& /*progress*/) {
  const std::vector<Figure> of_double{
      {"squared distance", 2274.5166935291390473}, {"distance", 47.6918933732887069}, {"exchanges", 11}};
  const std::vector<Figure> of_exact{
      {"squared distance", 2179.4498265278130020}, {"distance", 46.6845780373756085}, {"exchanges", 7}};
  std::vector<Row> rows{solve<double>("Lemke in double, unit axes", true, of_double),
                        solve<double>("Lemke in double, edges as axes", false, of_double),
                        solve<Rational>("Lemke in rationals, unit axes", true, of_exact),
                        solve<Rational>("Lemke in rationals, edges as axes", false, of_exact)};
  std::vector<Vec3> box;
  for (int i = 0; i < 8; ++i)
    box.emplace_back((i & 1) != 0 ? high.x() : low.x(), (i & 2) != 0 ? high.y() : low.y(),
                     (i & 4) != 0 ? high.z() : low.z());
  const Shape triangle = Triangle(corners[0], corners[1], corners[2]), hull = Hull(box);
  for (const Method method : {Method::automatic, Method::lcp, Method::lcp_exact}) {
    const Result r = distance(triangle, Pose(), hull, Pose(), {.method = method});
    rows.push_back({"method " + std::string(info(method).name),
                    of_exact,
                    {{"squared distance", r.distance * r.distance},
                     {"distance", r.distance},
                     {"lower", r.lower},
                     {"upper", r.upper}}});
  }
  return rows;
}

}  // namespace

const Experiment eberly_listing_4{
    "eberly-listing-4", "D. Eberly, Convex Quadratic Programming, 2017-2020, listing 4",
    "distance of a triangle and a box that is parallel to it",
    "Rounding misleads Lemke's method in double, or not, as the program is written: with axes of unit length it goes "
    "wrong "
    "here as it does in the document, if not by the same amount. What the methods of the library find is proven.",
    &run};

}  // namespace clearance::reproduce

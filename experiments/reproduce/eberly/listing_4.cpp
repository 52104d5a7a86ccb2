// Listing 4: a triangle parallel to a face of a box, where rounding misleads Lemke's method.

#include <cmath>

#include "clearance/distance.hpp"
#include "clearance/lcp.hpp"
#include "clearance/rational.hpp"
#include "reproduce/experiments.hpp"

namespace clearance::reproduce {

namespace listing_4 {
namespace {

const Vec3 low(-28.666800635711962, 12.285771701019407, -48.666800635711965);
const Vec3 high(-20.476286168365689, 20.476286168365682, -40.476286168365689);
const std::array<Vec3, 3> corners{Vec3(0.5, 0.5, 1.5), Vec3(0.50000000000000178, 25.5, 1.5),
                                  Vec3(-0.50000000000000355, 0.5, 1.5)};

const std::vector<Figure> of_double{{"squared distance", 2274.5166935291390473},
                                    {"distance", 47.6918933732887069},
                                    {"exchanges", 11},
                                    {"parameter 0", 0.0199525116590519},
                                    {"parameter 1", 0.4351332588306535},
                                    {"parameter 2", 0.5449142295102947},
                                    {"triangle x", -0.0449142295102958},
                                    {"triangle y", 11.3783314707663372},
                                    {"triangle z", 1.5},
                                    {"box x", -22.6653617332430883},
                                    {"box y", 12.2857717010194065},
                                    {"box z", -40.4762861683656610}};
const std::vector<Figure> of_exact{{"squared distance", 2179.4498265278130020},
                                   {"distance", 46.6845780373756085},
                                   {"exchanges", 7},
                                   {"parameter 0", 0.0},
                                   {"parameter 1", 0.4387667833180821},
                                   {"parameter 2", 0.5612332166819179},
                                   {"triangle x", -0.0612332166819192},
                                   {"triangle y", 11.4691695829520519},
                                   {"triangle z", 1.5},
                                   {"box x", -20.4762861683656894},
                                   {"box y", 12.2857717010194065},
                                   {"box z", -40.4762861683656894}};

double value_of(const Rational& x) { return to_double(x); }
double value_of(double x) { return x; }

template <class T>
PointN<T, 3> point(const Vec3& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}

/// How the document's program is written down: axes of unit length and lengths as bounds, or edges as axes.
enum class Axes { unit, edges };

template <class T>
Row solve(const char* label, Axes axes, bool snap, const std::vector<Figure>& paper) {
  const PointN<T, 3> v0 = point<T>(corners[0]), from = point<T>(low), to = point<T>(high);
  const auto triangle = make_primitive<T, 3>(
      PrimitiveKind::triangle, v0,
      {detail::difference<T, 3>(point<T>(corners[1]), v0), detail::difference<T, 3>(point<T>(corners[2]), v0)});
  std::vector<PointN<T, 3>> edges(3, PointN<T, 3>{T(0), T(0), T(0)});
  for (std::size_t i = 0; i < 3; ++i) edges[i][i] = axes == Axes::unit ? T(1) : T(to[i] - from[i]);
  auto box = make_primitive<T, 3>(PrimitiveKind::box, from, edges);
  if (axes == Axes::unit)
    for (std::size_t i = 0; i < 3; ++i) box.e[i] = from[i] - to[i];
  const auto r = lcp_distance(triangle, box, {.snap = snap});
  Row row{label, paper, {{"solved", has_solution(r.outcome) ? 1.0 : 0.0}}};
  row.text.append("outcome: ").append(name(r.outcome)).append("\n");
  const bool found = !r.x_a.empty();
  if (found) {
    const double square = value_of(r.squared_distance);
    row.here.push_back({"squared distance", square});
    row.here.push_back({"distance", std::sqrt(square)});
  }
  row.here.push_back({"exchanges", static_cast<double>(r.iterations)});
  if (found) {
    row.here.push_back({"parameter 0", value_of(T(T(1) - r.x_a[0] - r.x_a[1]))});
    row.here.push_back({"parameter 1", value_of(r.x_a[0])});
    row.here.push_back({"parameter 2", value_of(r.x_a[1])});
    const char* const axis[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i)
      row.here.push_back({std::string("triangle ") + axis[i], value_of(r.point_a[i])});
    for (std::size_t i = 0; i < 3; ++i) row.here.push_back({std::string("box ") + axis[i], value_of(r.point_b[i])});
    row.here.push_back({"residual", r.residual});
  }
  return row;
}

std::vector<Row> run(const Progress& /*progress*/) {
  std::vector<Row> rows{solve<double>("double, as written, unit axes", Axes::unit, false, of_double),
                        solve<double>("double, as written, edges as axes", Axes::edges, false, of_double),
                        solve<double>("double, cancellation is zero, unit axes", Axes::unit, true, of_exact),
                        solve<double>("double, cancellation is zero, edges as axes", Axes::edges, true, of_exact),
                        solve<Rational>("rational, unit axes", Axes::unit, true, of_exact),
                        solve<Rational>("rational, edges as axes", Axes::edges, true, of_exact)};
  std::vector<Vec3> box;
  for (int i = 0; i < 8; ++i)
    box.emplace_back((i & 1) != 0 ? high.x() : low.x(), (i & 2) != 0 ? high.y() : low.y(),
                     (i & 4) != 0 ? high.z() : low.z());
  const Shape triangle = Triangle(corners[0], corners[1], corners[2]), hull = Hull(box);
  for (const Method method : {Method::automatic, Method::lcp, Method::lcp_exact, Method::exact}) {
    const Result r = distance(triangle, Pose(), hull, Pose(), {.method = method});
    rows.push_back({"method " + std::string(info(method).name),
                    {of_exact[0], of_exact[1]},
                    {{"squared distance", r.distance * r.distance},
                     {"distance", r.distance},
                     {"exchanges", static_cast<double>(r.iterations)},
                     {"lower", r.lower},
                     {"upper", r.upper}},
                    {{std::string(info(r.method).name), 1}}});
  }
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  const double exact = 46.6845780373756085;
  for (const Row& row : rows) {
    const bool right = std::fabs(figure(row.here, "distance") - exact) < 1e-9;
    const double solved = figure(row.here, "solved");
    if (!right && !(solved == 0.0)) return {Verdict::Kind::differs, row.label + ": wrong, and does not know"};
  }
  return {Verdict::Kind::better,
          "rationals agree to the last digit; where double goes wrong, by another amount, it knows"};
}

}  // namespace
}  // namespace listing_4

const Experiment eberly_listing_4{
    "eberly-listing-4",
    "D. Eberly, Convex Quadratic Programming, 2017-2020, listing 4",
    "distance of a triangle and a box that is parallel to it",
    "Rounding misleads Lemke's method in double, as the program is written, and not by the amount of the document, "
    "whose "
    "order of operations is not known. solved: 0 where what came out is known to be off, by its residual. Parameters "
    "are "
    "those of the corners of the triangle. Rows of methods show what the library proves, and who answered.",
    &listing_4::run,
    &listing_4::judge};

}  // namespace clearance::reproduce

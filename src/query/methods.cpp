// The one table of methods. A new one: its file in solvers/ or literature/, an enum value, and a row here.

#include "query/methods.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "clearance/exact.hpp"
#include "exact/propose.hpp"
#include "literature/dqp3/dqp3_method.hpp"
#include "literature/lcp/lcp.hpp"
#include "literature/tracking/surface.hpp"
#include "proof/unbounded.hpp"
#include "query/default_solvers.hpp"
#include "query/literature_solvers.hpp"
#include "solvers/closed_form.hpp"
#include "solvers/stope.hpp"

namespace clearance {

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): a table of what is there

bool any(const Shape& /*a*/, const Shape& /*b*/) { return true; }

bool formula(const Shape& a, const Shape& b) {
  const auto cut = [](Kind kind) {  // a ray or line against a bounded shape is a long segment
    return kind == Kind::ray || kind == Kind::line ? Kind::segment : kind;
  };
  return is_unbounded_pair(a, b) || has_closed_form(cut(a.core().kind), cut(b.core().kind));
}

bool ellipsoids(const Shape& a, const Shape& b) {
  const auto fits = [](const Shape& s) { return s.core().kind == Kind::ellipsoid || s.core().kind == Kind::point; };
  return fits(a) && fits(b) && (a.core().kind == Kind::ellipsoid || b.core().kind == Kind::ellipsoid);
}

bool solid_polyhedra(const Shape& a, const Shape& b) { return has_facets(a.core()) && has_facets(b.core()); }

bool two_ellipsoids(const Shape& a, const Shape& b) {
  return a.core().kind == Kind::ellipsoid && b.core().kind == Kind::ellipsoid;
}

/// An ellipsoid and a hull of points, swept by a sphere or not.
bool ellipsoid_and_vertices(const Shape& a, const Shape& b) {
  const auto has_vertices = [](const Shape& s) {
    switch (s.core().kind) {
      case Kind::point:
      case Kind::segment:
      case Kind::box:
      case Kind::polytope:
      case Kind::ray:
      case Kind::line:
        return true;
      default:
        return false;
    }
  };
  const bool of_a = a.core().kind == Kind::ellipsoid, of_b = b.core().kind == Kind::ellipsoid;
  return (of_a && has_vertices(b)) || (of_b && has_vertices(a));
}

bool supports(const Shape& a, const Shape& b) { return !is_unbounded_pair(a, b); }

bool polyhedral(const Shape& a, const Shape& b) { return has_exact_arithmetic() && a.polyhedral() && b.polyhedral(); }

/// Polyhedral, and few vertices: the cost of Lemke's method grows with the cube of their number.
bool few_vertices(const Shape& a, const Shape& b) {
  const auto fits = [](const Shape& s) { return s.polyhedral() && s.core().polytope.vertices <= lcp_vertex_limit; };
  return fits(a) && fits(b);
}

bool hulls_of_spheres(const Shape& a, const Shape& b) {
  return supports(a, b) && is_stope(a.core().kind) && is_stope(b.core().kind);
}

/// Both cores are hulls of points, swept by a sphere or not.
bool vertices(const Shape& a, const Shape& b) {
  const auto has = [](const Shape& shape) {
    switch (shape.core().kind) {
      case Kind::point:
      case Kind::segment:
      case Kind::polytope:
      case Kind::box:
      case Kind::ray:
      case Kind::line:
        return true;
      default:
        return false;
    }
  };
  return has(a) && has(b) && supports(a, b);
}

bool surfaces(const Shape& a, const Shape& b) {
  return vertices(a, b) && Surface::exists(a.core()) && Surface::exists(b.core());
}

/// What a method takes of unions: pairs of which it takes every pair of parts.
template <bool (*accepts)(const Shape& a, const Shape& b)>
bool of_parts(const Shape& a, const Shape& b) {
  const auto all_of = [](const Shape& shape, const auto& predicate) {
    const auto* whole = std::get_if<Union>(&shape.description());
    if (whole == nullptr) return predicate(shape);
    return std::all_of(whole->parts().begin(), whole->parts().end(), [&](const Part& p) { return predicate(p.shape); });
  };
  return all_of(a, [&](const Shape& x) { return all_of(b, [&](const Shape& y) { return accepts(x, y); }); });
}

/// A method that a lean library is built without.
template <bool (*accepts)(const Shape& a, const Shape& b)>
bool literature(const Shape& a, const Shape& b) {
  return has_literature() && accepts(a, b);
}

template <Dqp3Variant which>
bool variant(Query& q, Attempt& answer) {
  return by_dqp3(q, which, answer);
}

template <exact::Way way>
bool exactly(Query& q, Attempt& answer) {
  return q.a.bounded() && q.b.bounded() &&
         certified(q.pair, exact::propose(q.pair, q.a, q.pose_a, q.b, q.pose_b, way), answer);
}

/// In the order of `Method`.
constexpr MethodRow table[] = {
    {.info = {.method = Method::automatic,
              .name = "auto",
              .summary = "the best for the pair: a closed form, the method of its kind of shapes, else gjk",
              .accepts = &any,
              .real_time = true},
     .solve = nullptr,
     .only_if_tight = false},
    {.info =
         {.method = Method::closed_form,
          .name = "closed-form",
          .summary =
              "formulas for points, spheres, segments and capsules, unbounded shapes, overlaps on one axis or of boxes",
          .accepts = &of_parts<formula>,
          .real_time = true},
     .solve = &detail::closed_forms,
     .only_if_tight = false},
    {.info = {.method = Method::gjk,
              .name = "gjk",
              .summary = "support functions, with polytope expansion where the shapes overlap",
              .accepts = &of_parts<supports>,
              .real_time = true},
     .solve = nullptr,
     .only_if_tight = false},
    {.info = {.method = Method::ellipsoid_newton,
              .name = "ellipsoid-newton",
              .summary = "ellipsoids, and an ellipsoid against a point or sphere: Newton's method on the normal",
              .accepts = &of_parts<ellipsoids>,
              .real_time = true},
     .solve = &detail::ellipsoid_newton,
     .only_if_tight = true},
    {.info = {.method = Method::dqp3,
              .name = "dqp3",
              .summary = "quadratic programming on the faces of solid polyhedra, after Fenger",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &variant<Dqp3Variant::robust>,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::dqp3_base,
              .name = "dqp3-base",
              .summary = "DQP3 as in the thesis: releases one facet of both, when nothing moves",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &variant<Dqp3Variant::base>,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::dqp3_dual,
              .name = "dqp3-dual",
              .summary = "DQP3 that releases one facet of each, when nothing moves",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &variant<Dqp3Variant::dual>,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::dqp3_consistent,
              .name = "dqp3-consistent",
              .summary = "DQP3 that releases one facet of both, in every cycle; often ends too early, then gjk answers",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &variant<Dqp3Variant::consistent>,
     .only_if_tight = true,
     .available = &has_literature},
    {.info = {.method = Method::dqp3_aggressive,
              .name = "dqp3-aggressive",
              .summary = "DQP3 that releases all facets that hold back, in every cycle",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &variant<Dqp3Variant::aggressive>,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::dqp3_adjacent,
              .name = "dqp3-adjacent",
              .summary = "DQP3 as in the thesis, with the adjacency of its section 3.6",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &variant<Dqp3Variant::adjacent>,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::stope,
              .name = "stope",
              .summary = "hulls of spheres, points in particular: a working set of spheres (Hamlin et al.)",
              .accepts = &of_parts<hulls_of_spheres>,
              .real_time = true},
     .solve = &detail::stopes,
     .only_if_tight = true},
    {.info = {.method = Method::qp_active_set,
              .name = "qp-active-set",
              .summary = "the general primal active-set method, a baseline for dqp3",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &detail::by_quadratic_program,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::qp_interior_point,
              .name = "qp-interior-point",
              .summary = "a primal-dual interior-point method, a baseline; allocates",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = false},
     .solve = &detail::by_quadratic_program,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::bobrow,
              .name = "bobrow",
              .summary = "direct minimisation after Bobrow, a baseline; may stop at its limit",
              .accepts = &literature<of_parts<solid_polyhedra>>,
              .real_time = true},
     .solve = &detail::by_quadratic_program,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::lcp,
              .name = "lcp",
              .summary = "Lemke's method in double, for polyhedral shapes of few vertices; rounding may mislead it",
              .accepts = &literature<of_parts<few_vertices>>,
              .real_time = false},
     .solve = &detail::by_lcp,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::lcp_exact,
              .name = "lcp-exact",
              .summary = "Lemke's method in exact arithmetic, for polyhedral shapes; slow",
              .accepts = &of_parts<polyhedral>,
              .real_time = false},
     .solve = &exactly<exact::Way::lemke>,
     .only_if_tight = false,
     .available = &has_exact_arithmetic},
    {.info = {.method = Method::exact,
              .name = "exact",
              .summary = "polyhedral shapes: doubles propose, exact arithmetic checks and repairs",
              .accepts = &of_parts<polyhedral>,
              .real_time = false},
     .solve = &exactly<exact::Way::repair>,
     .only_if_tight = false,
     .available = &has_exact_arithmetic},
    {.info = {.method = Method::feature,
              .name = "feature",
              .summary = "tracks the closest features of hulls of points, swept by a sphere or not",
              .accepts = &of_parts<vertices>,
              .real_time = true},
     .solve = &detail::features,
     .only_if_tight = true},
    {.info = {.method = Method::egjk,
              .name = "egjk",
              .summary = "GJK with hill climbing and tracking, of hulls of points, swept by a sphere or not",
              .accepts = &literature<of_parts<vertices>>,
              .real_time = true},
     .solve = &detail::by_enhanced_gjk,
     .only_if_tight = true,
     .available = &has_literature},
    {.info = {.method = Method::lin_canny,
              .name = "lin-canny",
              .summary = "walks between Voronoi regions, of boxes, solid hulls, polyhedra and segments",
              .accepts = &literature<of_parts<surfaces>>,
              .real_time = true},
     .solve = &detail::by_lin_canny,
     .only_if_tight = true,
     .available = &has_literature},
    {.info = {.method = Method::ellipsoid_point_iteration,
              .name = "ellipsoid-point-iteration",
              .summary = "two ellipsoids: nearest points in turn, with the ratio accelerator (Fenger 5.2, 6.1)",
              .accepts = &literature<of_parts<two_ellipsoids>>,
              .real_time = true},
     .solve = &detail::by_ellipsoid_method,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::ellipsoid_polyhedral,
              .name = "ellipsoid-polyhedral",
              .summary = "two ellipsoids: DQP3 on polyhedra of 288 facets; wide bounds (Fenger 5.3)",
              .accepts = &literature<of_parts<two_ellipsoids>>,
              .real_time = true},
     .solve = &detail::by_ellipsoid_method,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::ellipsoid_refinement_4,
              .name = "ellipsoid-refinement-4",
              .summary = "two ellipsoids: DQP3 on polyhedra refined by 4 facets a cycle (Fenger 5.4)",
              .accepts = &literature<of_parts<two_ellipsoids>>,
              .real_time = true},
     .solve = &detail::by_ellipsoid_method,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::ellipsoid_refinement_7,
              .name = "ellipsoid-refinement-7",
              .summary = "two ellipsoids: DQP3 on polyhedra refined by 7 facets a cycle (Fenger 5.4)",
              .accepts = &literature<of_parts<two_ellipsoids>>,
              .real_time = true},
     .solve = &detail::by_ellipsoid_method,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::ellipsoid_hybrid,
              .name = "ellipsoid-hybrid",
              .summary = "two ellipsoids: polyhedra of 46 facets, then nearest points in turn (Fenger 5.5.2)",
              .accepts = &literature<of_parts<two_ellipsoids>>,
              .real_time = true},
     .solve = &detail::by_ellipsoid_method,
     .only_if_tight = false,
     .available = &has_literature},
    {.info = {.method = Method::dqp3_ellipsoid,
              .name = "dqp3-ellipsoid",
              .summary =
                  "an ellipsoid and a segment, line, facet or polyhedron, swept by a sphere or not (Fenger 5.5.1)",
              .accepts = &of_parts<ellipsoid_and_vertices>,
              .real_time = true},
     .solve = &detail::ellipsoid_and_vertices,
     .only_if_tight = true},
};
constexpr std::size_t count = std::size(table);

constexpr bool in_order() {
  for (std::size_t i = 0; i < count; ++i)
    if (table[i].info.method != static_cast<Method>(i)) return false;
  return true;
}
static_assert(in_order() && table[count - 1].info.method == Method::dqp3_ellipsoid, "a row for every method, in order");

constexpr std::array<MethodInfo, count> infos = [] {
  std::array<MethodInfo, count> list{};
  for (std::size_t i = 0; i < count; ++i) list[i] = table[i].info;
  return list;
}();

/// For a value that is no method: it has no name, takes nothing and answers nothing.
constexpr MethodRow no_method{.info = {.method = Method::automatic,
                                       .accepts = [](const Shape&, const Shape&) { return false; },
                                       .real_time = true},
                              .solve = nullptr,
                              .only_if_tight = false};

}  // namespace

const MethodRow& detail::row_of(Method method) {
  const auto i = static_cast<std::size_t>(method);
  return i < count ? table[i] : no_method;
}

std::span<const MethodInfo> methods() { return infos; }

const MethodInfo& info(Method method) { return row_of(method).info; }

bool available(Method method) {
  const MethodRow& row = row_of(method);
  return !row.info.name.empty() && (row.available == nullptr || row.available());
}

std::optional<Method> method_from_name(std::string_view name) {
  for (const MethodInfo& row : infos)
    if (row.name == name) return row.method;
  return std::nullopt;
}

std::string_view name(Status status) {
  switch (status) {
    case Status::separated:
      return "separated";
    case Status::touching:
      return "touching";
    case Status::penetrating:
      return "penetrating";
  }
  return "";
}

std::string_view name(Ending ending) {
  switch (ending) {
    case Ending::converged:
      return "converged";
    case Ending::beyond_limit:
      return "beyond_limit";
    case Ending::below_limit:
      return "below_limit";
    case Ending::overlap_only:
      return "overlap_only";
    case Ending::iteration_limit:
      return "iteration_limit";
    case Ending::unsupported:
      return "unsupported";
  }
  return "";
}

}  // namespace clearance

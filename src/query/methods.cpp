// The one table of algorithms. A new one: its file in solvers/, an enum value, and a row here.

#include <algorithm>
#include <array>
#include <variant>

#include "clearance/distance.hpp"
#include "clearance/exact.hpp"
#include "solvers/closed_form.hpp"
#include "literature/dqp3/dqp3_method.hpp"
#include "literature/lcp/lcp.hpp"
#include "solvers/stope.hpp"
#include "literature/tracking/surface.hpp"
#include "proof/unbounded.hpp"

namespace clearance {

namespace {

bool any(const Shape& /*a*/, const Shape& /*b*/) { return true; }

bool formula(const Shape& a, const Shape& b) {
  const auto cut = [](detail::Kind kind) {  // a ray or line against a bounded shape is a long segment
    return kind == detail::Kind::ray || kind == detail::Kind::line ? detail::Kind::segment : kind;
  };
  return detail::is_unbounded_pair(a, b) || detail::has_closed_form(cut(a.core().kind), cut(b.core().kind));
}

bool ellipsoids(const Shape& a, const Shape& b) {
  const auto fits = [](const Shape& s) {
    return s.core().kind == detail::Kind::ellipsoid || s.core().kind == detail::Kind::point;
  };
  return fits(a) && fits(b) && (a.core().kind == detail::Kind::ellipsoid || b.core().kind == detail::Kind::ellipsoid);
}

bool solid_polyhedra(const Shape& a, const Shape& b) {
  return detail::has_facets(a.core()) && detail::has_facets(b.core());
}

bool two_ellipsoids(const Shape& a, const Shape& b) {
  return a.core().kind == detail::Kind::ellipsoid && b.core().kind == detail::Kind::ellipsoid;
}

/// An ellipsoid and a hull of points, swept by a sphere or not.
bool ellipsoid_and_vertices(const Shape& a, const Shape& b) {
  const auto has_vertices = [](const Shape& s) {
    switch (s.core().kind) {
      case detail::Kind::point:
      case detail::Kind::segment:
      case detail::Kind::box:
      case detail::Kind::polytope:
      case detail::Kind::ray:
      case detail::Kind::line:
        return true;
      default:
        return false;
    }
  };
  const bool of_a = a.core().kind == detail::Kind::ellipsoid, of_b = b.core().kind == detail::Kind::ellipsoid;
  return (of_a && has_vertices(b)) || (of_b && has_vertices(a));
}

bool supports(const Shape& a, const Shape& b) { return !detail::is_unbounded_pair(a, b); }

bool exactly(const Shape& a, const Shape& b) { return has_exact_arithmetic() && a.polyhedral() && b.polyhedral(); }

bool hulls_of_spheres(const Shape& a, const Shape& b) {
  return supports(a, b) && detail::is_stope(a.core().kind) && detail::is_stope(b.core().kind);
}

/// Both cores are hulls of points, swept by a sphere or not.
bool vertices(const Shape& a, const Shape& b) {
  const auto has = [](const Shape& shape) {
    switch (shape.core().kind) {
      case detail::Kind::point:
      case detail::Kind::segment:
      case detail::Kind::polytope:
      case detail::Kind::box:
      case detail::Kind::ray:
      case detail::Kind::line:
        return true;
      default:
        return false;
    }
  };
  return has(a) && has(b) && supports(a, b);
}

bool surfaces(const Shape& a, const Shape& b) {
  return vertices(a, b) && detail::Surface::exists(a.core()) && detail::Surface::exists(b.core());
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

constexpr std::array<MethodInfo, 20> table{{
    {Method::automatic, "auto", "the best for the pair: a closed form, the method of its kind of shapes, else gjk",
     &any, true},
    {Method::closed_form, "closed-form",
     "formulas for points, spheres, segments and capsules, and for unbounded shapes", &of_parts<formula>, true},
    {Method::gjk, "gjk", "support functions, with polytope expansion where the shapes overlap", &of_parts<supports>,
     true},
    {Method::ellipsoid_newton, "ellipsoid-newton",
     "ellipsoids, and an ellipsoid against a point or sphere: Newton's method on the normal", &of_parts<ellipsoids>,
     true},
    {Method::dqp3, "dqp3", "quadratic programming on the faces of solid polyhedra, after Fenger",
     &of_parts<solid_polyhedra>, true},
    {Method::stope, "stope", "hulls of spheres, points in particular: a working set of spheres (Hamlin et al.)",
     &of_parts<hulls_of_spheres>, true},
    {Method::qp_active_set, "qp-active-set", "the general primal active-set method, a baseline for dqp3",
     &of_parts<solid_polyhedra>, true},
    {Method::qp_interior_point, "qp-interior-point", "a primal-dual interior-point method, a baseline; allocates",
     &of_parts<solid_polyhedra>, false},
    {Method::bobrow, "bobrow", "direct minimisation after Bobrow, a baseline; may stop at its limit",
     &of_parts<solid_polyhedra>, true},
    {Method::lcp, "lcp", "Lemke's method in double, for polyhedral shapes of few vertices; rounding may mislead it",
     &of_parts<detail::lcp_accepts>, false},
    {Method::lcp_exact, "lcp-exact",
     "exact arithmetic, for polyhedral shapes: doubles propose, Lemke's method comes last", &of_parts<exactly>, false},
    {Method::feature, "feature", "tracks the closest features of hulls of points, swept by a sphere or not",
     &of_parts<vertices>, true},
    {Method::egjk, "egjk", "GJK with hill climbing and tracking, of hulls of points, swept by a sphere or not",
     &of_parts<vertices>, true},
    {Method::lin_canny, "lin-canny", "walks between Voronoi regions, of boxes, solid hulls, polyhedra and segments",
     &of_parts<surfaces>, true},
    {Method::ellipsoid_point_iteration, "ellipsoid-point-iteration",
     "two ellipsoids: nearest points in turn, with the ratio accelerator (Fenger 5.2, 6.1)", &of_parts<two_ellipsoids>,
     true},
    {Method::ellipsoid_polyhedral, "ellipsoid-polyhedral",
     "two ellipsoids: DQP3 on polyhedra of 288 facets; wide bounds (Fenger 5.3)", &of_parts<two_ellipsoids>, true},
    {Method::ellipsoid_refinement_4, "ellipsoid-refinement-4",
     "two ellipsoids: DQP3 on polyhedra refined by 4 facets a cycle (Fenger 5.4)", &of_parts<two_ellipsoids>, true},
    {Method::ellipsoid_refinement_7, "ellipsoid-refinement-7",
     "two ellipsoids: DQP3 on polyhedra refined by 7 facets a cycle (Fenger 5.4)", &of_parts<two_ellipsoids>, true},
    {Method::ellipsoid_hybrid, "ellipsoid-hybrid",
     "two ellipsoids: polyhedra of 46 facets, then nearest points in turn (Fenger 5.5.2)", &of_parts<two_ellipsoids>,
     true},
    {Method::dqp3_ellipsoid, "dqp3-ellipsoid",
     "an ellipsoid and a segment, line, facet or polyhedron, swept by a sphere or not (Fenger 5.5.1)",
     &of_parts<ellipsoid_and_vertices>, true},
}};

}  // namespace

std::span<const MethodInfo> methods() { return table; }

const MethodInfo& info(Method method) {
  for (const MethodInfo& row : table)
    if (row.method == method) return row;
  return table.front();
}

std::optional<Method> method_from_name(std::string_view name) {
  for (const MethodInfo& row : table)
    if (row.name == name) return row.method;
  return std::nullopt;
}

std::string_view name(Dqp3Variant variant) {
  switch (variant) {
    case Dqp3Variant::robust:
      return "robust";
    case Dqp3Variant::base:
      return "base";
    case Dqp3Variant::dual:
      return "dual";
    case Dqp3Variant::consistent:
      return "consistent";
    case Dqp3Variant::aggressive:
      return "aggressive";
  }
  return "";
}

std::optional<Dqp3Variant> variant_from_name(std::string_view text) {
  for (const Dqp3Variant variant :
       {Dqp3Variant::robust, Dqp3Variant::base, Dqp3Variant::dual, Dqp3Variant::consistent, Dqp3Variant::aggressive})
    if (name(variant) == text) return variant;
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
      return "beyond limit";
    case Ending::below_limit:
      return "below limit";
    case Ending::overlap_only:
      return "overlap only";
    case Ending::iteration_limit:
      return "iteration limit";
    case Ending::unsupported:
      return "unsupported";
  }
  return "";
}

}  // namespace clearance

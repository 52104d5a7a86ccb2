#pragma once

// The kinds of core that the solvers know, and what each is like, said once: a kind that leaves something out does not
// compile. A solid that three lengths describe brings its support function along, so that it needs no other file.

#include <cmath>
#include <optional>
#include <type_traits>

#include "numeric/vector.hpp"

namespace clearance::detail {

enum class Kind { point, segment, polytope, box, ellipsoid, cylinder, cone, balls, ray, line, plane, halfspace, parts };

/// About what the support value of a body has kinks, as a function of the direction: the line through its ends, its
/// local z or, where nothing better is known, the three axes of its frame.
enum class KinkAxes { ends, z, frame };

/// The formula for a point against the body, if there is one.
enum class PointFormula { none, box, cylinder, cone };

/// Bounds on the rounding of a support function, for a direction n of any length, in units of u = 2^-53 times the reach
/// of the core. Derived in docs/proof.md, section 5, and measured by a test.
struct SupportRounding {
  double point;  ///< how far a support point may be outside of the true body
  double value;  ///< times |n|: how far a support value may be below the true one
};
/// What the error of a pair has room for. A kind that needs more has to be argued for in that section.
inline constexpr SupportRounding rounding_allowance{5.5, 5.0};

struct KindTraits {
  bool bounded;       ///< fits in a ball; of a union the parts decide
  bool flat;          ///< a plane, or all that lies on one side of it
  bool supported;     ///< has support points, so that a body of a pair may be of this kind
  bool has_vertices;  ///< the hull of finitely many points; a ray or line counts as the segment it is cut to for a pair
  bool is_stope;      ///< the hull of finitely many spheres, points among them; rays and lines as above
  KinkAxes kinks;
  PointFormula point_formula;
  SupportRounding rounding;
};

/// Half of a solid of revolution, cut along its axis z: a trapezium, by its widths at the top and at the bottom.
struct Trapezium {
  double top, bottom, half_length;
};

/// Shorter than this, relative to a direction of about unit length, the square of a length has lost digits: a support
/// point is then taken on the axis or at the centre, which is in the body and short by no more than this.
inline constexpr double tiny_length = 0x1p-480;

/// Everything about one kind; there is no general case.
template <Kind>
struct KindOf;

template <>
struct KindOf<Kind::point> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = true,
                                     .is_stope = true,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 0.0}};
};

template <>
struct KindOf<Kind::segment> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = true,
                                     .is_stope = true,
                                     .kinks = KinkAxes::ends,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 3.0}};
};

/// The value of a hull that is not scanned has a bound of its own: section 6.
template <>
struct KindOf<Kind::polytope> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = true,
                                     .is_stope = true,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 3.0}};
};

/// `size`: half lengths.
template <>
struct KindOf<Kind::box> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = true,
                                     .is_stope = true,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::box,
                                     .rounding = {0.0, 3.0}};
};

/// `size`: the radii.
template <>
struct KindOf<Kind::ellipsoid> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = false,
                                     .is_stope = false,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::none,
                                     .rounding = {5.5, 3.5}};
  [[gnu::always_inline]] static V3 support(const V3& size, const V3& n) {
    const V3 m(size.x * n.x, size.y * n.y, size.z * n.z);
    const double length = norm(m);
    const double f = length > tiny_length ? 1.0 / length : 0.0;
    return {size.x * (m.x * f), size.y * (m.y * f), size.z * (m.z * f)};
  }
  [[gnu::always_inline]] static double support_value(const V3& size, const V3& n) {
    return norm(V3(size.x * n.x, size.y * n.y, size.z * n.z));
  }
  static std::optional<Trapezium> profile(const V3& /*size*/) { return std::nullopt; }
};

/// `size`: radius, radius, half length; axis z.
template <>
struct KindOf<Kind::cylinder> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = false,
                                     .is_stope = false,
                                     .kinks = KinkAxes::z,
                                     .point_formula = PointFormula::cylinder,
                                     .rounding = {4.0, 4.0}};
  [[gnu::always_inline]] static V3 support(const V3& size, const V3& n) {
    const double across = std::sqrt(n.x * n.x + n.y * n.y);
    const double f = across > tiny_length ? size.x / across : 0.0;
    return {n.x * f, n.y * f, n.z > 0.0 ? size.z : -size.z};
  }
  [[gnu::always_inline]] static double support_value(const V3& size, const V3& n) {
    return size.x * std::sqrt(n.x * n.x + n.y * n.y) + size.z * std::fabs(n.z);
  }
  static std::optional<Trapezium> profile(const V3& size) { return Trapezium{size.x, size.x, size.z}; }
};

/// `size`: radius of the base, the same, half length; axis z, apex up.
template <>
struct KindOf<Kind::cone> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = false,
                                     .is_stope = false,
                                     .kinks = KinkAxes::z,
                                     .point_formula = PointFormula::cone,
                                     .rounding = {4.0, 4.0}};
  [[gnu::always_inline]] static V3 support(const V3& size, const V3& n) {
    const double across = std::sqrt(n.x * n.x + n.y * n.y);
    if (size.z * n.z >= size.x * across - size.z * n.z) return {0, 0, size.z};
    const double f = across > tiny_length ? size.x / across : 0.0;
    return {n.x * f, n.y * f, -size.z};
  }
  [[gnu::always_inline]] static double support_value(const V3& size, const V3& n) {
    return std::fmax(size.z * n.z, size.x * std::sqrt(n.x * n.x + n.y * n.y) - size.z * n.z);
  }
  static std::optional<Trapezium> profile(const V3& size) { return Trapezium{0.0, size.x, size.z}; }
};

/// Spheres of different radii.
template <>
struct KindOf<Kind::balls> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = true,
                                     .has_vertices = false,
                                     .is_stope = true,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::none,
                                     .rounding = {5.5, 5.0}};
};

template <>
struct KindOf<Kind::ray> {
  static constexpr KindTraits traits{.bounded = false,
                                     .flat = false,
                                     .supported = false,
                                     .has_vertices = true,
                                     .is_stope = true,
                                     .kinks = KinkAxes::ends,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 0.0}};
};

template <>
struct KindOf<Kind::line> {
  static constexpr KindTraits traits{.bounded = false,
                                     .flat = false,
                                     .supported = false,
                                     .has_vertices = true,
                                     .is_stope = true,
                                     .kinks = KinkAxes::ends,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 0.0}};
};

template <>
struct KindOf<Kind::plane> {
  static constexpr KindTraits traits{.bounded = false,
                                     .flat = true,
                                     .supported = false,
                                     .has_vertices = false,
                                     .is_stope = false,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 0.0}};
};

template <>
struct KindOf<Kind::halfspace> {
  static constexpr KindTraits traits{.bounded = false,
                                     .flat = true,
                                     .supported = false,
                                     .has_vertices = false,
                                     .is_stope = false,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 0.0}};
};

/// A union, whose parts are the bodies.
template <>
struct KindOf<Kind::parts> {
  static constexpr KindTraits traits{.bounded = true,
                                     .flat = false,
                                     .supported = false,
                                     .has_vertices = false,
                                     .is_stope = false,
                                     .kinks = KinkAxes::frame,
                                     .point_formula = PointFormula::none,
                                     .rounding = {0.0, 0.0}};
};

template <Kind kind>
using OfKind = std::integral_constant<Kind, kind>;

/// Calls what is given with the kind as a type, as std::visit does with the shape in a variant: overloads that leave
/// out a kind do not compile.
template <class F>
[[gnu::always_inline]] constexpr decltype(auto) with_kind(Kind kind, F&& f) {
  switch (kind) {
    case Kind::point:
      return f(OfKind<Kind::point>{});
    case Kind::segment:
      return f(OfKind<Kind::segment>{});
    case Kind::polytope:
      return f(OfKind<Kind::polytope>{});
    case Kind::box:
      return f(OfKind<Kind::box>{});
    case Kind::ellipsoid:
      return f(OfKind<Kind::ellipsoid>{});
    case Kind::cylinder:
      return f(OfKind<Kind::cylinder>{});
    case Kind::cone:
      return f(OfKind<Kind::cone>{});
    case Kind::balls:
      return f(OfKind<Kind::balls>{});
    case Kind::ray:
      return f(OfKind<Kind::ray>{});
    case Kind::line:
      return f(OfKind<Kind::line>{});
    case Kind::plane:
      return f(OfKind<Kind::plane>{});
    case Kind::halfspace:
      return f(OfKind<Kind::halfspace>{});
    case Kind::parts:
      return f(OfKind<Kind::parts>{});
  }
  __builtin_unreachable();
}

constexpr KindTraits traits_of(Kind kind) {
  return with_kind(kind, []<Kind k>(OfKind<k>) {
    static_assert(KindOf<k>::traits.rounding.point <= rounding_allowance.point);
    static_assert(KindOf<k>::traits.rounding.value <= rounding_allowance.value);
    return KindOf<k>::traits;
  });
}

constexpr bool is_bounded(Kind kind) { return traits_of(kind).bounded; }
constexpr bool is_flat(Kind kind) { return traits_of(kind).flat; }
constexpr bool has_vertices(Kind kind) { return traits_of(kind).has_vertices; }
constexpr bool is_stope(Kind kind) { return traits_of(kind).is_stope; }

/// Kinds by what their bodies have: a support function above; vertices; neither, as they never are a body of a pair.
template <Kind kind>
concept Solid = requires(const V3& v) {
  KindOf<kind>::support(v, v);
  KindOf<kind>::support_value(v, v);
  KindOf<kind>::profile(v);
};
template <Kind kind>
concept Cornered = KindOf<kind>::traits.supported&& KindOf<kind>::traits.has_vertices;
template <Kind kind>
concept Unsupported = !KindOf<kind>::traits.supported;

/// The profile of a solid of revolution.
inline std::optional<Trapezium> profile_of(Kind kind, const V3& size) {
  return with_kind(kind, [&]<Kind k>(OfKind<k>) -> std::optional<Trapezium> {
    if constexpr (Solid<k>) return KindOf<k>::profile(size);
    return std::nullopt;
  });
}

}  // namespace clearance::detail

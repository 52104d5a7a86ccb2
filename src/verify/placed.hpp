#pragma once

// Two described shapes in the world, and the normals along which both have a support. For bounded shapes that is every
// direction. Of a plane it is its normal, of a line what is perpendicular to it; which normals two unbounded shapes
// have in common is decided without rounding.

#include <optional>
#include <utility>
#include <vector>

#include "verify/described.hpp"
#include "verify/exact_vector.hpp"

namespace clearance::check {

struct Placed {
  Placed(const Shape& described, std::vector<const Pose*> of)
      : shape(described.description()),
        rounding(described.rounding()),
        rotation(Mat::Identity()),
        poses(std::move(of)) {
    for (const Pose* pose : poses) rotation = rotation * as_meant(*pose);
    measure_about(std::visit(Near{}, shape));
  }

  /// From the point about which the shape is measured.
  Vec to_local(const Vec& x) const { return rotation.inverse() * (x - position); }
  /// Makes the support of a polyhedron ready, in lengths from a point of the world near it.
  void look_from(const Vec3& witness) {
    const auto* s = std::get_if<Polyhedron>(&shape);
    if (s == nullptr) return;
    const Vec near = rotation.inverse() * (wide(witness) - rounded(at)) + wide(about);
    measure_about(near.cast<double>());
    rows.emplace(*s, about);
  }
  /// About where in the world it is measured from.
  Vec3 place() const {
    const Vec3 here = rounded(at).cast<double>();
    return here.allFinite() ? here : poses.front()->position();
  }
  /// What is known of the place falls short of the truth by as much: rotations are, by 2^-97.
  Real doubt() const {
    Real lengths = wide(about).norm();
    for (const Pose* pose : poses) lengths += wide(pose->position()).norm();
    return 0x1p-93L * lengths;
  }
  bool is_flat() const { return std::holds_alternative<Plane>(shape) || std::holds_alternative<Halfspace>(shape); }
  bool is_line() const { return std::holds_alternative<Line>(shape) || std::holds_alternative<Ray>(shape); }
  bool is_bounded() const { return !is_flat() && !is_line(); }
  /// Of a plane or a line, its other side or end is its own as well.
  bool is_symmetric() const { return std::holds_alternative<Plane>(shape) || std::holds_alternative<Line>(shape); }

  const ShapeVariant& shape;
  Real rounding;
  Mat rotation;
  std::vector<const Pose*> poses;  ///< whose rotations make up this one, the outermost first
  Vec3 about;                      ///< the point of its own frame from which the shape is measured ...
  ExactVector at;                  ///< ... where it is in the world ...
  Vec position = Vec::Zero();      ///< ... and from the origin that it has in common with the other one
  std::optional<PolyhedronSupport> rows = {};

 private:
  static Mat as_meant(const Pose& pose) { return pose.rotation().cast<Real>() + pose.rotation_low().cast<Real>(); }
  void measure_about(const Vec3& local) {
    about = local;
    at = exact_vector(local);
    for (std::size_t i = poses.size(); i-- > 0;) at = exact_place(*poses[i], at);
  }
};

/// Measures both from one origin near them, so that a pair that is far off loses nothing; returns where that is.
inline Vec share_origin(Placed& a, Placed& b) {
  const Vec origin = rounded(a.at);
  for (Placed* body : {&a, &b})
    for (std::size_t i = 0; i < 3; ++i) {
      ExactNumber from = body->at[i];
      from.add(-origin[static_cast<int>(i)]);
      body->position[static_cast<int>(i)] = from.value();
    }
  return origin;
}

/// max of direction . x over a placed shape, measured from its position.
inline Real support_of(const Placed& body, const Vec& direction) {
  const Vec local = body.rotation.transpose() * direction;
  return (body.rows ? (*body.rows)(local) : std::visit(SupportValue{local, wide(body.about)}, body.shape)) +
         body.rounding * local.norm();
}

/// The gap along n: the slab.
inline Real slab_along(const Vec& n, const Placed& a, const Placed& b) {
  return n.dot(b.position - a.position) - support_of(b, -n) - support_of(a, n);
}

/// The direction of a line or the normal of a plane, in its own frame.
inline Vec3 local_direction(const Placed& body) {
  if (const auto* s = std::get_if<Line>(&body.shape)) return s->direction;
  if (const auto* s = std::get_if<Ray>(&body.shape)) return s->direction;
  if (const auto* s = std::get_if<Plane>(&body.shape)) return s->normal;
  if (const auto* s = std::get_if<Halfspace>(&body.shape)) return s->normal;
  return Vec3::Zero();
}
/// The same in the world, of unit length.
inline Vec world_direction(const Placed& body) {
  const Vec local = wide(local_direction(body)).normalized();
  return (body.is_flat() ? Vec(body.rotation.transpose().inverse() * local) : Vec(body.rotation * local)).normalized();
}
/// The same without rounding and of any length; nothing where a rotation is not known exactly.
inline std::optional<ExactVector> exact_direction(const Placed& body) {
  ExactVector direction = exact_vector(local_direction(body));
  for (auto pose = body.poses.rbegin(); pose != body.poses.rend(); ++pose) {
    const auto rotation = exact_rotation(**pose);
    if (!rotation) return std::nullopt;
    direction = (body.is_flat() ? cofactors(*rotation) : *rotation) * direction;
  }
  return direction;
}

/// The normals along which a pair with an unbounded shape has a slab.
struct CommonNormals {
  bool known = true;  ///< whether these are all is; if not, there may be none
  std::vector<Vec> normals;
  /// Those of rays that are so nearly parallel that rounding decides whether they are any.
  std::vector<Vec> likely = {};
};

namespace normals {

/// What is left of n, made to fit a line: perpendicular to it, or leaning away from the end of a ray. Zero if that is
/// next to nothing.
inline Vec fitted(Vec n, const Vec& u, bool both, int side) {
  if (!both && !(side * n.dot(u) > 0)) return n;
  for (int pass = 0; pass < 2; ++pass) {
    n -= n.dot(u) * u;
    if (!(n.norm() > 0x1p-32L)) return Vec::Zero();
    n.normalize();
  }
  return n;
}

inline CommonNormals of_lines(const Vec& hint, const Placed& a, const Placed& b) {
  const Vec u = world_direction(a), v = world_direction(b);
  CommonNormals common;
  const auto u_exact = exact_direction(a), v_exact = exact_direction(b);
  Vec across = u.cross(v);
  bool parallel = false;
  if (u_exact && v_exact) {
    const ExactVector c = cross(*u_exact, *v_exact);
    across = Vec(c[0].value(), c[1].value(), c[2].value());
    parallel = is_zero(c);
  }
  if (across.norm() > 0) {
    across.normalize();
    common.normals = {across, Vec(-across)};
  }
  // A ray need not be crossed: then n is made to fit one of the two, and leans away from the other. So it is with
  // parallel lines. What leans away from a ray by no more than rounding, and was not made to fit it, may not fit it.
  struct Candidate {
    Vec n;
    bool fits_a, fits_b;
  };
  const Real enough = 64 * std::numeric_limits<Real>::epsilon();
  for (const auto& [n, fits_a, fits_b] :
       {Candidate{hint, false, false}, Candidate{fitted(hint, u, true, 1), true, parallel},
        Candidate{fitted(hint, v, true, -1), parallel, true}}) {
    const Real along_a = n.dot(u), along_b = -n.dot(v);
    const auto may_fit = [&](Real along, bool both) { return along <= enough && (!both || -along <= enough); };
    if (!(n.norm() > 0) || !may_fit(along_a, a.is_symmetric()) || !may_fit(along_b, b.is_symmetric())) continue;
    const bool certain = (fits_a || along_a < -enough) && (fits_b || along_b < -enough);
    (certain ? common.normals : common.likely).push_back(n);
  }
  return common;
}

/// A plane or half-space, and another or a line: n is the normal of the first, or for a plane its opposite. `side`: -1
/// if the first is b, whose normal points against n.
inline CommonNormals of_flat(const Placed& flat, const Placed& other, int side) {
  CommonNormals common;
  const Vec n = world_direction(flat) * side;
  const auto own = exact_direction(flat), others = exact_direction(other);
  common.known = own && others;
  int leaning = 0;  // of the direction of the other along the normal
  if (common.known) {
    leaning = dot(*own, *others).sign();
  } else {
    const Real slope = world_direction(flat).dot(world_direction(other));
    leaning = std::fabs(slope) <= 64 * std::numeric_limits<Real>::epsilon() ? 0 : slope > 0 ? 1 : -1;
  }
  if (other.is_flat()) {
    if (common.known && !is_zero(cross(*own, *others))) return common;
    if (!common.known &&
        world_direction(flat).cross(world_direction(other)).norm() > 64 * std::numeric_limits<Real>::epsilon())
      return common;
    leaning = -leaning;  // a half-space stands against one whose normal is opposite
  }
  // Along its own normal it is low where the other must not go on for ever.
  if (leaning == 0 || (!other.is_symmetric() && leaning > 0) || (other.is_flat() && other.is_symmetric()))
    common.normals.push_back(n);
  if (flat.is_symmetric() &&
      (leaning == 0 || (!other.is_symmetric() && leaning < 0) || (other.is_flat() && other.is_symmetric())))
    common.normals.push_back(-n);
  return common;
}

}  // namespace normals

/// `hint`: a direction that some of the normals are to be near to, where there are many.
inline CommonNormals common_normals(const Vec& hint, const Placed& a, const Placed& b) {
  CommonNormals common;
  if (a.is_line() && b.is_line()) return normals::of_lines(hint, a, b);
  for (const auto& [flat, other, side] : {std::tuple{&a, &b, 1}, std::tuple{&b, &a, -1}}) {
    if (!flat->is_flat()) continue;
    if (!other->is_bounded()) return normals::of_flat(*flat, *other, side);
    common.normals.push_back(world_direction(*flat) * side);
    if (flat->is_symmetric()) common.normals.push_back(world_direction(*flat) * -side);
    return common;
  }
  const Placed& line = a.is_line() ? a : b;
  if (!line.is_line()) return {true, {hint}};
  // Of a ray, what is perpendicular to it as well: a normal that leans away by rounding alone does so far from its end.
  for (const bool both : {false, true}) {
    const Vec n = normals::fitted(hint, world_direction(line), both || line.is_symmetric(), a.is_line() ? 1 : -1);
    if (n.norm() > 0) common.normals.push_back(n);
  }
  return common;
}

/// How far a bounded shape reaches from where it is measured, but for a small factor. Of an unbounded one, how large
/// the numbers are that rounding enters by.
inline Real reach_of(const Placed& body) {
  if (body.rows) return body.rows->radius() + body.rounding;
  if (body.is_flat()) return std::visit(Magnitude{}, body.shape);
  return body.is_line() ? 0 : std::visit(Spread{}, body.shape) + body.rounding;
}
inline Real extent_of(const Placed& a, const Placed& b) {
  return reach_of(a) + reach_of(b) + (b.position - a.position).norm();
}

/// The size of a pair, wherever in the world, or in its own frame, a shape is.
inline Real size_of(const Placed& a, const Placed& b, Real apart) {
  const Real extent = extent_of(a, b);
  return a.is_bounded() && b.is_bounded() ? std::min(reach_of(a) + reach_of(b) + apart, extent) : extent;
}

}  // namespace clearance::check

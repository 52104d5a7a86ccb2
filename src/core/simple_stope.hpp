#pragma once

// The simple s-topes, hulls of one to four spheres, and where they are nearest to the origin: Hamlin, Kelley and
// Tornero, "Efficient Distance Calculation using the Spherically-Extended Polytope (S-tope) Model", 1991, sections 4
// and 6.2.
//
// The hull of spheres (c_i, r_i) is the union of its swept spheres c(l) = sum l_i c_i, r(l) = sum l_i r_i, with weights
// l_i >= 0 of sum one. What is minimised is
//
//     F(l) = |c(l)| - r(l),
//
// which is convex. Its dual is the largest value over |m| <= 1 of min_i (m . c_i - r_i). Where c(l) is not zero at the
// minimum, m = c(l) / |c(l)| is a unit vector and F is the signed distance of the origin, also where it is negative.
// Where the least F has c(l) = 0, the origin is among the centres (`inside`), and F is only an upper bound.
//
// Departures from the report. The normals of a tri-sphere are taken from dual vectors of its edges rather than from
// angles (equations 37 to 45), which has no trouble with right angles and equal radii. Table 1 is right as it is: a
// convex function over a triangle has its minimum on an edge that its minimum over the plane lies beyond. Where there
// is none over the plane (no plane is tangent to the three spheres), all edges are tried. Table 2 guesses well, but not
// always right: the face it names is checked against the fourth sphere, and if it fails the others are tried. A
// sphere inside another one, and collinear centres, fall out of the same rules: an edge without a cone, or a triangle
// without area, is left to its ends, or edges.

#include <array>
#include <cmath>

#include "numeric/vector.hpp"

namespace clearance::detail {

template <class T>
struct SweptSphere {
  Vector<T> c;
  T r;
};

/// The nearest swept sphere of a simple s-tope.
template <class T>
struct NearestSwept {
  int count = 0;  ///< of the spheres that define it
  std::array<int, 4> index{};
  std::array<T, 4> weight{};
  T value{};           ///< F
  Vector<T> normal{};  ///< unit; where the origin is inside, a vector as good as any
  bool inside = false;
};

template <class T>
class SimpleStope {
 public:
  /// `noise`: a centre no farther than this is at the origin. `hint`: a unit vector to prefer where many would do.
  SimpleStope(const SweptSphere<T>* spheres, double noise, const Vector<T>& hint)
      : s_(spheres), noise_(noise), hint_(hint) {}

  NearestSwept<T> sphere(int i) const;
  NearestSwept<T> bi_sphere(int i, int j) const;
  NearestSwept<T> tri_sphere(int i, int j, int k) const;
  /// For a sphere l that was added to i, j and k, of whose tri-sphere `before` is the normal.
  NearestSwept<T> quad_sphere(int i, int j, int k, int l, const Vector<T>& before) const;
  /// The first `count` of the spheres, the last of which was added.
  NearestSwept<T> nearest(int count, const Vector<T>& before) const;

 private:
  static const NearestSwept<T>& least(const NearestSwept<T>& p, const NearestSwept<T>& q) {
    return q.value < p.value ? q : p;
  }
  /// With its value and normal from the weights: F at those weights, whatever rounding made of them.
  NearestSwept<T> weighted(int count, const std::array<int, 4>& index, const std::array<T, 4>& weight,
                           const Vector<T>* normal) const;
  bool optimal_for(const NearestSwept<T>& found, int other) const;
  /// For the origin among four centres: weights, if no direction is better than standing there.
  bool inside_quad(int i, int j, int k, int l, NearestSwept<T>& found) const;

  const SweptSphere<T>* s_;
  double noise_;
  Vector<T> hint_;
};

template <class T>
NearestSwept<T> SimpleStope<T>::weighted(int count, const std::array<int, 4>& index, const std::array<T, 4>& weight,
                                         const Vector<T>* normal) const {
  using std::sqrt;
  NearestSwept<T> found{count, index, weight, T(0.0), {T(0.0), T(0.0), T(0.0)}, false};
  Vector<T> c{T(0.0), T(0.0), T(0.0)};
  T r(0.0);
  for (int k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    c = c + s_[index[at]].c * weight[at];
    r = r + s_[index[at]].r * weight[at];
  }
  const T length = norm(c);
  found.value = length - r;
  found.inside = !(length > T(noise_));
  found.normal = normal != nullptr ? *normal : found.inside ? hint_ : c * (T(1.0) / length);
  return found;
}

template <class T>
NearestSwept<T> SimpleStope<T>::sphere(int i) const {
  return weighted(1, {i}, {T(1.0)}, nullptr);
}

/// With L the length of the axis v, the nearest swept sphere is where the axis is at the angle of the cone: at its foot
/// p (equation 31), moved by |p| tan(alpha) (32), where sin(alpha) = (r_j - r_i) / L (11).
template <class T>
NearestSwept<T> SimpleStope<T>::bi_sphere(int i, int j) const {
  using std::sqrt;
  const Vector<T>& c = s_[i].c;
  const Vector<T> v = s_[j].c - c;
  const T growth = s_[j].r - s_[i].r, length_sq = norm_sq(v), cone_sq = length_sq - growth * growth;
  if (!(cone_sq > T(0.0))) return growth > T(0.0) ? sphere(j) : sphere(i);  // one is inside the other
  const T foot = -dot(c, v) / length_sq;
  const Vector<T> p = c + v * foot;
  const T across = norm(p), cone = sqrt(cone_sq);
  const T t = foot + across / sqrt(length_sq) * (growth / cone);
  if (!(t > T(0.0))) return sphere(i);
  if (!(t < T(1.0))) return sphere(j);
  // The normal has the component growth / L along the axis and the rest along p, or along the hint if p is nothing.
  Vector<T> aside = p;
  if (!(across > T(noise_))) {
    aside = hint_ - v * (dot(hint_, v) / length_sq);
    if (!(norm_sq(aside) > T(0x1p-40))) aside = Vector<T>(any_perpendicular(rounded(v * (T(1.0) / sqrt(length_sq)))));
  }
  const Vector<T> n = v * (growth / length_sq) + aside * (cone / (sqrt(length_sq) * norm(aside)));
  return weighted(2, {i, j}, {T(1.0) - t, t}, &n);
}

/// A plane tangent to all three has the normal n = g + h N: g in the plane of the centres such that n . v_ij = r_j -
/// r_i for both edges (equations 35, 36), N the unit normal of that plane, g^2 + h^2 = 1. The origin, moved along n
/// into the plane, has the weights sought (47, 48).
template <class T>
NearestSwept<T> SimpleStope<T>::tri_sphere(int i, int j, int k) const {
  using std::sqrt;
  const Vector<T>& c = s_[i].c;
  const Vector<T> u = s_[j].c - c, v = s_[k].c - c, area = cross(u, v);
  const T area_sq = norm_sq(area);
  const auto border = [&](bool ij, bool ik, bool jk) {
    NearestSwept<T> best;
    const auto consider = [&](const NearestSwept<T>& edge) { best = best.count == 0 ? edge : least(best, edge); };
    if (ij) consider(bi_sphere(i, j));
    if (ik) consider(bi_sphere(i, k));
    if (jk) consider(bi_sphere(j, k));
    return best;
  };
  constexpr double flat = std::is_same_v<T, double> ? 0x1p-90 : 0x1p-180;  // of the square of the sine
  if (!(area_sq > T(flat) * norm_sq(u) * norm_sq(v))) return border(true, true, true);
  const Vector<T> dual_u = cross(v, area) * (T(1.0) / area_sq), dual_v = cross(area, u) * (T(1.0) / area_sq);
  const Vector<T> g = dual_u * (s_[j].r - s_[i].r) + dual_v * (s_[k].r - s_[i].r);
  const T h_sq = T(1.0) - norm_sq(g);
  if (!(h_sq > T(0.0))) return border(true, true, true);
  const T h = sqrt(h_sq), height = dot(area, c) * (T(1.0) / sqrt(area_sq));
  bool positive = height > T(0.0);
  if (!(std::fabs(to_double(height)) > noise_ * to_double(h))) positive = dot(hint_, area) > T(0.0);
  const Vector<T> n = g + area * ((positive ? h : -h) / sqrt(area_sq));
  const Vector<T> way = n * ((positive ? height : -height) / h) - c;
  const T along_u = dot(dual_u, way), along_v = dot(dual_v, way), rest = T(1.0) - along_u - along_v;
  // Table 1.
  const bool beyond_ik = along_u < T(0.0), beyond_ij = along_v < T(0.0), beyond_jk = rest < T(0.0);
  if (beyond_ij || beyond_ik || beyond_jk) return border(beyond_ij, beyond_ik, beyond_jk);
  return weighted(3, {i, j, k}, {rest, along_u, along_v}, &n);
}

template <class T>
bool SimpleStope<T>::optimal_for(const NearestSwept<T>& found, int other) const {
  return dot(found.normal, s_[other].c) - s_[other].r >= found.value - T(noise_);
}

template <class T>
bool SimpleStope<T>::inside_quad(int i, int j, int k, int l, NearestSwept<T>& found) const {
  const Vector<T>& c = s_[l].c;
  const Vector<T> u = s_[i].c - c, v = s_[j].c - c, w = s_[k].c - c;
  const Vector<T> vw = cross(v, w), wu = cross(w, u), uv = cross(u, v);
  const T volume = dot(u, vw);
  const double size = to_double(norm(u) * norm(v) * norm(w));
  if (!(std::fabs(to_double(volume)) > (std::is_same_v<T, double> ? 0x1p-50 : 0x1p-100) * size)) return false;
  const T a = -(dot(c, vw) / volume), b = -(dot(c, wu) / volume), d = -(dot(c, uv) / volume);
  const T rest = T(1.0) - a - b - d;
  if (a < T(0.0) || b < T(0.0) || d < T(0.0) || rest < T(0.0)) return false;
  const Vector<T> m =
      (vw * (s_[i].r - s_[l].r) + wu * (s_[j].r - s_[l].r) + uv * (s_[k].r - s_[l].r)) * (T(1.0) / volume);
  if (norm_sq(m) > T(1.0)) return false;
  found = weighted(4, {i, j, k, l}, {a, b, d, rest}, &m);
  found.inside = true;
  return true;
}

template <class T>
NearestSwept<T> SimpleStope<T>::quad_sphere(int i, int j, int k, int l, const Vector<T>& before) const {
  NearestSwept<T> found;
  if (inside_quad(i, j, k, l, found)) return found;
  // Table 2: between which of the lines from c_l the origin lies, seen along the normal.
  const bool turned = dot(before, cross(s_[j].c - s_[i].c, s_[k].c - s_[i].c)) < T(0.0);
  const Vector<T> along = cross(turned ? -before : before, s_[l].c);
  const bool left_of_i = dot(along, s_[i].c) > T(0.0), left_of_j = dot(along, s_[j].c) > T(0.0),
             left_of_k = dot(along, s_[k].c) > T(0.0);
  struct Face {
    int a, b, opposite;
  };
  const std::array<Face, 3> faces{{{i, j, k}, {j, k, i}, {k, i, j}}};
  const std::size_t guess = left_of_i && !left_of_j ? 0 : left_of_j && !left_of_k ? 1 : 2;
  found = tri_sphere(faces[guess].a, faces[guess].b, l);
  if (!found.inside && optimal_for(found, faces[guess].opposite)) return found;
  for (std::size_t f = 0; f < 3; ++f)
    if (f != guess) found = least(found, tri_sphere(faces[f].a, faces[f].b, l));
  return least(found, tri_sphere(i, j, k));
}

template <class T>
NearestSwept<T> SimpleStope<T>::nearest(int count, const Vector<T>& before) const {
  switch (count) {
    case 1:
      return sphere(0);
    case 2:
      return bi_sphere(0, 1);
    case 3:
      return tri_sphere(0, 1, 2);
    default:
      return quad_sphere(0, 1, 2, 3, before);
  }
}

}  // namespace clearance::detail

#pragma once

// A closed surface of triangles whose corners are points of the difference of two bodies with vertices, in the frame of
// a, and the ball about the origin that it proves: docs/proof.md, section 7c. Faces are kept by coordinate, so that all
// are looked at in one pass; which face has an edge is kept by the ends of the edge, so that a surface whose edges are
// all in that table, each once and in both directions, is closed.

#include <array>
#include <cstdint>

#include "proof/plain_look.hpp"
#include "proof/proven.hpp"

namespace clearance::detail {

class InnerSurface {
 public:
  static constexpr int most_corners = 64;
  static constexpr int most_faces = 2 * most_corners;

  int corners() const { return corners_; }
  int faces() const { return faces_; }
  V3 at(int corner) const { return {x_[at_(corner)], y_[at_(corner)], z_[at_(corner)]}; }
  int vertex_a(int corner) const { return vertex_a_[at_(corner)]; }
  int vertex_b(int corner) const { return vertex_b_[at_(corner)]; }

  /// Corner k of a face: counter-clockwise seen from outside.
  int corner(int face, int k) const { return of_[at_(face)][at_(k)]; }
  /// The face across the edge from corner k to the next.
  int across(int face, int k) const { return with_edge_[at_(corner(face, (k + 1) % 3))][at_(corner(face, k))]; }
  /// Unit and outward to rounding, and how far the plane is about from the origin.
  V3 normal(int face) const { return {planes_.nx[at_(face)], planes_.ny[at_(face)], planes_.nz[at_(face)]}; }
  double height(int face) const { return planes_.height[at_(face)]; }

  /// The face whose plane is nearest to the origin, or farthest beyond it.
  int lowest() const;

  /// Begins anew, without faces.
  void clear() { corners_ = faces_ = on_faces_ = 0; }

  /// The corner made of two vertices; its number, or -1 if there is no room.
  template <Kind kind_a, Kind kind_b>
  int add(const PlainPair& pair, const Core& a, const Core& b, int vertex_a, int vertex_b) {
    const Member at_a = vertex_of(plain_body<kind_a>(a), vertex_a), at_b = vertex_of(plain_body<kind_b>(b), vertex_b);
    return add(pair.map * at_b + pair.shift - at_a.at(), vertex_a, vertex_b);
  }
  /// The corner that was looked at last.
  template <Kind kind_a, Kind kind_b>
  int add(const PlainLook<kind_a, kind_b>& look) {
    return add(look.nearest(), look.vertex_a(), look.vertex_b());
  }

  /// The faces of a tetrahedron, the first corners. False if it is flat: no larger than `noise` times its base.
  bool make_tetrahedron(double noise);

  /// Faces between corners that there are, three for each. False, without faces, if they do not make a closed surface.
  bool make_faces(const std::array<std::uint8_t, 3>* faces, int count);

  /// Replaces the faces around `face` that the last corner is above, or not below by more than `slack`, by the cone
  /// from it over their border. False, changing nothing, where rounding does not leave one, or a face may have that
  /// corner already.
  bool cover(int face, double slack);

  /// The ball that the surface proves; none if it does not turn its inner side to the origin everywhere.
  CoreUpper ball(double size);

 private:
  // NOLINTNEXTLINE(readability-identifier-naming): at() is the place of a corner
  static constexpr std::size_t at_(int i) { return static_cast<std::size_t>(i); }
  static constexpr int lanes = 4;
  using Corners = std::array<std::uint8_t, 3>;
  /// Of faces. `proven`: what of the height is proven.
  struct Planes {
    alignas(32) std::array<double, most_faces> nx, ny, nz, height, proven;
  };

  int add(const V3& w, int vertex_a, int vertex_b) {
    if (corners_ == most_corners) return -1;
    const std::size_t i = at_(corners_);
    x_[i] = w.x, y_[i] = w.y, z_[i] = w.z;
    length_[i] = norm(w);
    vertex_a_[i] = vertex_a, vertex_b_[i] = vertex_b;
    return corners_++;
  }
  void measure(const Corners* face, int count, Planes& into) const;
  void measure_thin(const Corners& face, Planes& into, int i) const;
  void put(int slot, int measured, const Corners& face);
  void move(int from, int to);
  void pad();

  int corners_ = 0, faces_ = 0;
  int on_faces_ = 0;  ///< corners from here on are on no face
  alignas(32) std::array<double, most_corners> x_, y_, z_, length_;
  std::array<int, most_corners> vertex_a_, vertex_b_;
  Planes planes_;
  std::array<Corners, most_faces> of_;
  /// The face that has the edge from one corner to another. Only edges of the surface have an entry that means
  /// something.
  std::array<std::array<std::uint8_t, most_corners>, most_corners> with_edge_;
  Planes measured_;  ///< of faces that are not yet in place
};

}  // namespace clearance::detail

#pragma once

// The surface that proved an overlap, as a query leaves it to the next: the vertices that its corners are made of, and
// its faces by the numbers of their corners. As all that is remembered, it is no more than a start: corners and faces
// are checked, and measured anew, when it is recalled.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "proof/inner_surface.hpp"

namespace clearance::detail {

/// First the vertices of each corner, in a byte each, or in two where a body has more than 256; then the faces, by the
/// numbers of their corners.
struct SurfaceMemory {
  static constexpr int bytes = 430;
  static constexpr int most_corners = (bytes + 12) / 8;
  std::uint8_t corners;  ///< 0: no overlap; less than 4: no surface
  std::uint8_t wide;     ///< not zero: vertices have two bytes
  std::array<std::uint8_t, bytes> data;

  /// Of a surface like a ball, with so many corners.
  static int faces_of(int corners) { return 2 * corners - 4; }
  static int bytes_of_corners(int corners, bool wide) { return corners * (wide ? 4 : 2); }
  static bool has_room(int corners, bool wide) {
    return corners <= most_corners && bytes_of_corners(corners, wide) + 3 * faces_of(corners) <= bytes;
  }
};

/// Keeps a surface if there is room for it.
inline void keep_surface(SurfaceMemory& memory, const InnerSurface& surface, bool wide) {
  memory.corners = 1;
  memory.wide = wide ? 1 : 0;
  const int faces = surface.faces(), expected = faces / 2 + 2;
  if (faces % 2 != 0 || !SurfaceMemory::has_room(expected, wide)) return;
  std::array<std::uint8_t, InnerSurface::most_corners> number;
  number.fill(0xff);
  int corners = 0;
  std::uint8_t *at_corner = memory.data.data(), *at_face = at_corner + SurfaceMemory::bytes_of_corners(expected, wide);
  const auto put = [&](int vertex) {
    *at_corner++ = static_cast<std::uint8_t>(vertex & 0xff);
    if (wide) *at_corner++ = static_cast<std::uint8_t>(vertex >> 8);
  };
  for (int f = 0; f < faces; ++f)
    for (int k = 0; k < 3; ++k) {
      const int corner = surface.corner(f, k);
      std::uint8_t& n = number[static_cast<std::size_t>(corner)];
      if (n == 0xff) {
        if (corners == expected) return;
        n = static_cast<std::uint8_t>(corners++);
        put(surface.vertex_a(corner));
        put(surface.vertex_b(corner));
      }
      *at_face++ = n;
    }
  if (corners == expected) memory.corners = static_cast<std::uint8_t>(corners);
}

/// Puts it in place; false if it is none of these bodies.
template <Kind kind_a, Kind kind_b>
bool recall_surface(const SurfaceMemory& memory, const PlainPair& pair, const Core& a, const Core& b,
                    InnerSurface& surface) {
  const int corners = memory.corners, faces = SurfaceMemory::faces_of(corners);
  const bool wide = memory.wide != 0;
  if (corners < 4 || !SurfaceMemory::has_room(corners, wide)) return false;
  const int many_a = vertex_count(plain_body<kind_a>(a)), many_b = vertex_count(plain_body<kind_b>(b));
  surface.clear();
  const std::uint8_t* at = memory.data.data();
  for (int i = 0; i < corners; ++i, at += wide ? 4 : 2) {
    const int va = wide ? at[0] | at[1] << 8 : at[0], vb = wide ? at[2] | at[3] << 8 : at[1];
    if (va >= many_a || vb >= many_b) return false;
    surface.add<kind_a, kind_b>(pair, a, b, va, vb);
  }
  std::array<std::array<std::uint8_t, 3>, 2 * SurfaceMemory::most_corners> face;
  std::memcpy(face.data(), at, 3 * static_cast<std::size_t>(faces));
  return surface.make_faces(face.data(), faces);
}

}  // namespace clearance::detail

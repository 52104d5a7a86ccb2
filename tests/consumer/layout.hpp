#pragma once

#include <clearance/clearance.hpp>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>

// The memory layout of every public type as the including translation unit sees it, one line each. Eigen aligns some
// types by the architecture flags of whoever compiles them; a program and the library must agree whatever theirs are.

namespace layout {

template <class T>
void append(std::ostream& out, std::string_view name) {
  out << name << ' ' << sizeof(T) << ' ' << alignof(T) << '\n';
}

/// Every shape that a variant can hold.
template <class Variant, std::size_t index = 0>
void append_all(std::ostream& out) {
  using S = std::variant_alternative_t<index, Variant>;
  append<S>(out, S::type);
  if constexpr (index + 1 < std::variant_size_v<Variant>) append_all<Variant, index + 1>(out);
}

inline std::size_t distance_in_bytes(const void* from, const void* to) {
  return static_cast<std::size_t>(static_cast<const std::byte*>(to) - static_cast<const std::byte*>(from));
}

inline std::string describe() {
  using namespace clearance;
  std::ostringstream out;
  append<Vec3>(out, "Vec3");
  append<Mat3>(out, "Mat3");
  append<Pose>(out, "Pose");
  append<HalfspaceRow>(out, "HalfspaceRow");
  append<Ball>(out, "Ball");
  append<Part>(out, "Part");
  append_all<ShapeVariant>(out);
  append<ShapeVariant>(out, "ShapeVariant");
  append<Shape>(out, "Shape");
  append<MethodInfo>(out, "MethodInfo");
  append<Options>(out, "Options");
  append<Feature>(out, "Feature");
  append<Result>(out, "Result");
  append<PairState>(out, "PairState");
  append<Verification>(out, "Verification");

  const Result result;
  out << "Result.point_a " << distance_in_bytes(&result, &result.point_a) << '\n';
  out << "Result.normal " << distance_in_bytes(&result, &result.normal) << '\n';
  out << "Result.ending " << distance_in_bytes(&result, &result.ending) << '\n';
  return out.str();
}

}  // namespace layout

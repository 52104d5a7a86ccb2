#pragma once

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "io/writer.hpp"

// What the writers of the formats share.

namespace clearance::io {

/// The fields of a result that hold a number; the others are null.
struct Shown {
  bool distance;  // and lower, points and normal
  bool upper;
};

inline Shown shown(const Result& result) {
  return {result.has_distance(), result.has_distance() || result.ending == Ending::overlap_only};
}

template <class... Args>
void put(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

inline bool is_of_parts(const Result& result) { return result.part_a >= 0 || result.part_b >= 0; }

/// An id for people and spreadsheets: that of a string is its text, that of null nothing, any other its JSON.
std::string plain_id(std::string_view id);

std::unique_ptr<Writer> make_table_writer(const Layout& layout);

}  // namespace clearance::io

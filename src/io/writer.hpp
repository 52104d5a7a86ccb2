#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clearance/distance.hpp"

namespace clearance::io {

enum class Format { json, csv, table };

/// What the answers belong to, which decides the columns.
struct Layout {
  bool stream = false;        ///< queries with an id instead of pairs of named bodies
  bool steps = false;         ///< a motion
  bool exact = false;         ///< exact squared distances, where there are any
  bool free_margins = false;  ///< of ellipsoids
  bool parts = false;         ///< unions take part: columns for the nearest parts
  int name_width = 0;         ///< the longest body name, for tables
  bool colour = false;        ///< tables only
  int width = 80;             ///< columns that a table may have
  std::string nothing = {};   ///< why there are no answers, if there are none: tables only
};

/// What one answer belongs to: the id (as JSON) of a query, or two bodies and the step of a motion.
struct Label {
  std::string_view id = {};
  std::string_view a = {}, b = {};
  std::size_t step = 0;
};

/// What an answer may have beside the result.
struct Besides {
  std::string_view exact = {};             ///< the exact squared distance, empty if there is none
  std::optional<double> free_margin = {};  ///< of two ellipsoids
};

/// The text with control characters replaced, for a terminal and for one line.
std::string printable(std::string_view text);

/// Appends answers to a text in one of the formats.
class Writer {
 public:
  static std::unique_ptr<Writer> make(Format format, const Layout& layout);
  Writer() = default;
  Writer(Writer&&) = delete;
  Writer(const Writer&) = delete;
  Writer& operator=(Writer&&) = delete;
  Writer& operator=(const Writer&) = delete;
  virtual ~Writer() = default;

  virtual void begin(std::string& /*out*/) {}
  virtual void answer(std::string& out, const Label& label, const Result& result, const Besides& besides) = 0;
  virtual void error(std::string& out, const Label& label, std::string_view message) = 0;
  /// `seconds` is the time that all the answers took.
  virtual void end(std::string& /*out*/, double /*seconds*/) {}
};

}  // namespace clearance::io

#pragma once

#include <stdexcept>
#include <string>

namespace clearance {

/// Thrown by constructors and parsers, never by a query. The message names the field and what is wrong with it.
class InvalidInput : public std::invalid_argument {
 public:
  explicit InvalidInput(const std::string& message) : std::invalid_argument(message) {}
};

}  // namespace clearance

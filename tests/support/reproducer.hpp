#pragma once

#include <string>

#include "check.hpp"

namespace oracle {

/// The query as one line of a JSONL stream, for `clearance distance --jsonl`.
std::string json_line(const Query& query, const std::string& id);
std::string json_line(const PlacedShape& a, const PlacedShape& b, const std::string& id);

}  // namespace oracle

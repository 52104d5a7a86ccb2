#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::cli {

/// "; did you mean 'distance'?", or nothing where none of the names is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

/// Whether the words start with a subcommand that is not there; if so, says so on standard error, and which is nearest.
/// `before` is the command line so far.
bool is_unknown_command(const CLI::App& app, const std::vector<std::string_view>& words, const std::string& before);

}  // namespace clearance::cli

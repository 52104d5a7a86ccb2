#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace clearance::cli {

/// Whether the words start with a subcommand that is not there; if so, says so on standard error, and which is nearest.
/// `before` is the command line so far.
bool is_unknown_command(const CLI::App& app, const std::vector<std::string_view>& words, const std::string& before);

/// "help distance" as "distance --help"; other words as they are.
std::vector<std::string_view> without_help_command(std::vector<std::string_view> words);

/// What a command was given beside what it takes, and which option is nearest.
std::string unexpected(const CLI::App& command);

}  // namespace clearance::cli

#include "unknown_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/nearest_name.hpp"
#include "io/writer.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace clearance::cli {

bool is_unknown_command(const CLI::App& app, const std::vector<std::string_view>& words, const std::string& before) {
  const std::vector<const CLI::App*> known = app.get_subcommands([](const CLI::App* c) {  // option groups have no name
    return !c->get_name().empty();
  });
  if (known.empty() || words.empty() || words[0].empty() || words[0].starts_with('-')) return false;
  const std::string_view word = words[0].substr(0, 64);
  for (const CLI::App* command : known)
    if (command->get_name() == word)
      return is_unknown_command(*command, {words.begin() + 1, words.end()}, before + " " + command->get_name());
  std::vector<std::string> names;
  for (const CLI::App* command : known) names.push_back(command->get_name());
  say("clearance: unknown command '{}'{}\n", io::printable(word), io::did_you_mean(word, names));
  const std::string list = fmt::format("Run {} --help for more than this list: {}", before, fmt::join(names, ", "));
  for (const std::string& line : wrapped(list, 80)) say("{}\n", line);
  return true;
}

std::vector<std::string_view> without_help_command(std::vector<std::string_view> words) {
  if (words.empty() || words[0] != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

std::string unexpected(const CLI::App& command) {
  std::vector<std::string> names;
  const auto note = [&](const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  };
  note(command);
  for (const CLI::App* group : command.get_subcommands([](const CLI::App* c) { return c->get_name().empty(); }))
    note(*group);
  const std::vector<std::string> words = command.remaining();
  for (const std::string& word : words)  // what follows an option that is misspelt was meant for it
    if (word.starts_with('-'))
      return fmt::format("unknown option '{}'{}", word, io::did_you_mean(word.substr(0, word.find('=')), names));
  return fmt::format("unexpected argument{} '{}'", words.size() == 1 ? "" : "s", fmt::join(words, "', '"));
}

}  // namespace clearance::cli

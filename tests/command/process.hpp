#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

// Runs the command as a user would.

namespace clearance::test {

using Json = nlohmann::ordered_json;

/// A directory that goes away with the object.
class TempDirectory {
 public:
  TempDirectory();
  TempDirectory(TempDirectory&&) = delete;
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(TempDirectory&&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;
  ~TempDirectory();
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& file);

struct Output {
  int status = -1;  ///< the exit status; minus the signal if one ended the command
  std::string out, err;

  /// The output as JSON, one value a line; throws if it is anything else.
  std::vector<Json> lines() const;
};

/// Runs the command with the input on its standard input, in a directory of its own or in the one given.
Output run(const std::vector<std::string>& arguments, std::string_view input = "",
           const std::filesystem::path& directory = {});

/// Its exit status where standard output and standard error are these descriptors, which are then closed; -1 is a
/// stream that is not there.
int status_with(const std::vector<std::string>& arguments, int out, int err);

/// A pipe to write into, whose reader has left.
int abandoned_pipe();

/// The command with pipes to its standard input and from its standard output.
class Conversation {
 public:
  explicit Conversation(const std::vector<std::string>& arguments);
  Conversation(Conversation&&) = delete;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(Conversation&&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation();

  void say(std::string_view text) const;
  /// Waits for the next line of output, without its end; empty if none comes within a minute.
  std::string hear();
  /// Stops listening, as `head` does.
  void hang_up();
  /// Ends the input, and waits for the exit status.
  int finish();

 private:
  int process_ = -1, input_ = -1, output_ = -1;
  std::string heard_;
};

}  // namespace clearance::test

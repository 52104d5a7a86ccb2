#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "io/stream.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

/// Standard output: what is kept until it is worth a write, and how writing ended.
struct StandardOutput {
  std::string kept;
  bool open = true;
  int error = 0;  ///< of writing; 0 if the reader has left

  bool write() {
    try {
      open = open && io::write_all(STDOUT_FILENO, kept);
    } catch (const io::OutputError& problem) {
      open = false;
      error = problem.code().value();
    }
    kept.clear();
    return open;
  }
};

StandardOutput output;
bool beside_file = false;

bool put(std::string_view text) {
  constexpr std::size_t full = std::size_t{1} << 16;
  output.kept += text;
  return output.kept.size() >= full || ::isatty(STDOUT_FILENO) == 1 ? output.write() : output.open;
}

}  // namespace

void hold_standard_streams() {
  // Opened the wrong way round: whoever uses one is told that it is not there.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool print_text(std::string_view text) {
  if (!beside_file) return put(text);
  say_text(text);
  return true;
}

bool flush_output() { return beside_file || output.write(); }

bool prints_to_terminal() { return ::isatty(printing_descriptor()) == 1; }

int printing_descriptor() { return beside_file ? STDERR_FILENO : STDOUT_FILENO; }

void print_beside_file() { beside_file = true; }

void print_file(std::string_view text) { put(text); }

void say_text(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDERR_FILENO, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      return;
  }
}

int finish_output(int status) {
  output.write();
  if (::close(STDOUT_FILENO) != 0 && output.open) output.error = errno;
  if (output.error == 0) return status;
  complain("standard output", std::strerror(output.error));
  return 1;
}

}  // namespace clearance::cli

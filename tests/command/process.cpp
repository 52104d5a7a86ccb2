#include "process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace clearance::test {
namespace {

/// Starts the command with these descriptors as its standard streams.
int start(const std::vector<std::string>& arguments, const std::array<int, 3>& streams,
          const std::filesystem::path& directory) {
  std::vector<std::string> words{CLEARANCE_COMMAND};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string working_directory = directory.string();

  const int process = fork();
  if (process < 0) throw std::runtime_error("cannot fork");
  if (process > 0) return process;
  for (int i = 0; i < 3; ++i)
    if (const int stream = streams[static_cast<std::size_t>(i)]; stream >= 0)
      dup2(stream, i);
    else
      close(i);
  if (!working_directory.empty() && chdir(working_directory.c_str()) != 0) _exit(127);
  execv(argv[0], argv.data());
  _exit(127);
}

int wait_for(int process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TempDirectory::TempDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "clearance-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a directory");
  path_ = name;
}

TempDirectory::~TempDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TempDirectory::write(const std::string& name, std::string_view content) const {
  const std::filesystem::path file = path_ / name;
  std::ofstream(file, std::ios::binary) << content;
  return file.string();
}

std::vector<Json> Output::lines() const {
  std::vector<Json> values;
  std::istringstream stream(out);
  for (std::string line; std::getline(stream, line);) values.push_back(Json::parse(line));
  return values;
}

Output run(const std::vector<std::string>& arguments, std::string_view input, const std::filesystem::path& directory) {
  const TempDirectory files;
  const std::string in = files.write("in", input), out = files.write("out", ""), err = files.write("err", "");
  const std::array<int, 3> streams{open(in.c_str(), O_RDONLY | O_CLOEXEC), open(out.c_str(), O_WRONLY | O_CLOEXEC),
                                   open(err.c_str(), O_WRONLY | O_CLOEXEC)};
  Output result;
  result.status = wait_for(start(arguments, streams, directory.empty() ? files.path() : directory));
  for (const int descriptor : streams) close(descriptor);
  result.out = read_file(out);
  result.err = read_file(err);
  return result;
}

int status_with(const std::vector<std::string>& arguments, int out, int err) {
  const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int status = wait_for(start(arguments, {in, out, err}, {}));
  for (const int descriptor : {in, out, err})
    if (descriptor >= 0) close(descriptor);
  return status;
}

int abandoned_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot pipe");
  close(ends[0]);
  return ends[1];
}

Conversation::Conversation(const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> to{}, from{};
  if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot pipe");
  process_ = start(arguments, {to[0], from[1], STDERR_FILENO}, {});
  close(to[0]);
  close(from[1]);
  input_ = to[1];
  output_ = from[0];
}

Conversation::~Conversation() {
  if (process_ > 0) finish();
}

void Conversation::say(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t count = write(input_, text.data(), text.size());
    if (count <= 0) return;  // the command has ended, which its exit status tells
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string Conversation::hear() {
  constexpr int minute_ms = 60'000;
  for (;;) {
    if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
      const std::string line = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      return line;
    }
    pollfd wait{output_, POLLIN, 0};
    if (poll(&wait, 1, minute_ms) != 1) return "";
    std::array<char, 4096> bytes{};
    const ssize_t count = read(output_, bytes.data(), bytes.size());
    if (count <= 0) return "";
    heard_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

void Conversation::hang_up() {
  close(output_);
  output_ = -1;
}

int Conversation::finish() {
  close(input_);
  if (output_ >= 0) close(output_);
  const int status = wait_for(process_);
  process_ = -1;
  return status;
}

}  // namespace clearance::test

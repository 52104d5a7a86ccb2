#include "io/mesh/import.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is not of C++
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <system_error>

#include "clearance/error.hpp"

namespace clearance::io {
namespace {

/// Beside the running program, where an installed one has its helpers, or where this library was installed.
std::filesystem::path find_program() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::vector<std::filesystem::path> candidates;
  if (!error) {
    const std::filesystem::path folder = self.parent_path();
    candidates = {folder / import_program, folder.parent_path() / "libexec/clearance" / import_program,
                  folder.parent_path() / "lib/clearance" / import_program};
  }
  candidates.emplace_back(std::filesystem::path(CLEARANCE_LIBEXEC) / import_program);
  candidates.emplace_back(std::filesystem::path(CLEARANCE_BUILD) / import_program);
  for (const std::filesystem::path& program : candidates)
    if (::access(program.c_str(), X_OK) == 0) return program;
  throw InvalidInput(fmt::format("this format is read by {}, which is not installed", import_program));
}

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
  }
  Pipe(Pipe&&) = delete;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(Pipe&&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_writing();
    ::close(ends_[0]);
  }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_writing() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// A running child, which does not outlive this.
class Child {
 public:
  Child(const std::filesystem::path& program, const std::filesystem::path& file, const MeshLimits& limits) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out_.writing(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err_.writing(), STDERR_FILENO);
    std::array<std::string, 4> words{program.string(), file.string(), fmt::format("{}", limits.seconds),
                                     fmt::format("{}", limits.memory)};
    std::array<char*, 5> argv{words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
    const int error = ::posix_spawn(&process_, words[0].c_str(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw InvalidInput(fmt::format("cannot run {}: {}", words[0], std::strerror(error)));
    out_.close_writing();
    err_.close_writing();
  }
  Child(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(Child&&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ < 0) return;
    ::kill(process_, SIGKILL);
    wait();
  }

  /// All that it writes. False if the time is over, or it writes more than `most` bytes.
  bool collect(std::string& out, std::string& err, double seconds, std::uint64_t most) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::array<pollfd, 2> wait_for{pollfd{out_.reading(), POLLIN, 0}, pollfd{err_.reading(), POLLIN, 0}};
    std::array<std::string*, 2> texts{&out, &err};
    std::vector<char> chunk(1 << 16);
    while (wait_for[0].fd >= 0 || wait_for[1].fd >= 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) return false;
      ::poll(wait_for.data(), wait_for.size(), static_cast<int>(std::min<long>(left, 1000)));
      for (std::size_t i = 0; i < 2; ++i) {
        if (wait_for[i].fd < 0 || (wait_for[i].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
        const ssize_t count = ::read(wait_for[i].fd, chunk.data(), chunk.size());
        if (count == 0 || (count < 0 && errno != EINTR)) wait_for[i].fd = -1;
        if (count > 0) texts[i]->append(chunk.data(), static_cast<std::size_t>(count));
        if (texts[i]->size() > most) return false;
      }
    }
    return true;
  }

  /// Its status as of waitpid.
  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

 private:
  Pipe out_, err_;
  pid_t process_ = -1;
};

/// Takes numbers and blocks off the front of what the child wrote; it is ours, so that what does not fit is a cut.
class Cutter {
 public:
  explicit Cutter(std::string_view bytes) : rest_(bytes) {}
  std::string_view take(std::uint64_t bytes) {
    if (rest_.size() < bytes) throw InvalidInput("the program that reads it stopped half-way");
    const std::string_view block = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return block;
  }
  std::uint64_t count() {
    std::uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> rows() {
    const std::uint64_t size = count();
    if (size > rest_.size() / sizeof(T)) take(rest_.size() + 1);
    std::vector<T> result(size);
    const std::string_view block = take(size * sizeof(T));
    if (size > 0) std::memcpy(static_cast<void*>(result.data()), block.data(), block.size());
    return result;
  }

 private:
  std::string_view rest_;
};

Imported unpack(std::string_view bytes) {
  Cutter cutter(bytes);
  if (cutter.take(import_magic.size()) != import_magic)
    throw InvalidInput("the program that reads it is of another version");
  Imported result;
  result.note = cutter.take(cutter.count());
  result.mesh.points = cutter.rows<Vec3>();
  result.mesh.triangles = cutter.rows<std::array<int, 3>>();
  return result;
}

}  // namespace

Imported import_mesh(const std::filesystem::path& file, const MeshLimits& limits) {
  Child child(find_program(), file, limits);
  std::string out, err;
  if (!child.collect(out, err, limits.seconds, limits.memory))
    throw InvalidInput(fmt::format("not read within {:g} s: a bad file, or the limit is to be raised", limits.seconds));
  const int status = child.wait();
  while (!err.empty() && (err.back() == '\n' || err.back() == '\r')) err.pop_back();
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    throw InvalidInput(signal == SIGXCPU || signal == SIGKILL
                           ? fmt::format("not read within {:g} s of processor time", limits.seconds)
                           : fmt::format("the reader of this format crashed on it (signal {})", signal));
  }
  if (WEXITSTATUS(status) != 0)
    throw InvalidInput(err.empty() ? fmt::format("the reader of this format failed (status {})", WEXITSTATUS(status))
                                   : err);
  return unpack(out);
}

}  // namespace clearance::io

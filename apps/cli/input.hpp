#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace clearance::cli {

/// An open file, or standard input.
class Input {
 public:
  explicit Input(const std::string& file)
      : descriptor_(file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category());
  }
  Input(Input&&) = delete;
  Input(const Input&) = delete;
  Input& operator=(Input&&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input() {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace clearance::cli

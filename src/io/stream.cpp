#include "io/stream.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "io/json.hpp"

namespace clearance::io {
namespace {

/// Up to `size` bytes; zero at the end of the input.
std::size_t read_some(int descriptor, char* bytes, std::size_t size) {
  for (;;) {
    const ssize_t count = ::read(descriptor, bytes, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw std::system_error(errno, std::generic_category());
  }
}

}  // namespace

bool LineReader::fill() {
  begin_ = 0;
  end_ = read_some(descriptor_, buffer_.data(), buffer_.size());
  return end_ > 0;
}

bool LineReader::next(std::string& line, bool& too_long) {
  line.clear();
  too_long = false;
  bool any = false;
  for (;;) {
    if (begin_ == end_ && !fill()) return any;
    any = true;
    const char* const from = buffer_.data() + begin_;
    const char* const to = buffer_.data() + end_;
    const char* const stop = std::find(from, to, '\n');
    const auto length = static_cast<std::size_t>(stop - from);
    too_long = too_long || line.size() + length > max_line;
    if (too_long)
      line = std::string();  // gives the memory back
    else
      line.append(from, length);
    begin_ += length + (stop == to ? 0 : 1);
    if (stop != to) return true;
  }
}

std::string read_all(int descriptor) {
  constexpr std::size_t chunk = std::size_t{1} << 16;
  std::string text;
  for (;;) {
    const std::size_t size = text.size();
    if (size > Document::max_bytes) throw ReadError("longer than 2 GiB");
    text.resize(size + chunk);
    const std::size_t count = read_some(descriptor, text.data() + size, chunk);
    text.resize(size + count);
    if (count == 0) return text;
  }
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<std::size_t>(count));
    else if (errno == EPIPE)
      return false;
    else if (errno != EINTR)
      throw OutputError(errno, std::generic_category());
  }
  return true;
}

}  // namespace clearance::io

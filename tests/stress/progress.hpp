#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

namespace stress {

/// Redraws the bar until `share`, of 0 to 1, says that all is done; silent where standard error is not a terminal.
template <class Share>
void show_progress(Share share_done) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto start = std::chrono::steady_clock::now();
  for (double share = share_done(); share < 1; share = share_done()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (!terminal) continue;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * 40);
    const std::string bar = std::string(filled, '#') + std::string(40 - filled, '.');
    const double left = share > 0 ? seconds * (1 - share) / share : 0;
    std::fprintf(stderr, "\r[%s] %5.1f %%  %.0f s left \033[K", bar.c_str(), 100 * share, left);
  }
  if (terminal) std::fputs("\r\033[K", stderr);
}

}  // namespace stress

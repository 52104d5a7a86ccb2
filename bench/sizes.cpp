// Time and memory of the command by the size of what it reads: scenes of more and more bodies, meshes of more and more
// triangles. Each run is a process of its own, whose processor time and greatest memory the system tells.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "told.hpp"

namespace clearance::bench {
namespace {

namespace fs = std::filesystem;

struct Cost {
  double seconds = 0.0, megabytes = 0.0;
  bool good = false;
};

/// Runs the command, its output thrown away.
Cost run(const std::string& command, const std::vector<std::string>& arguments) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<std::string> texts{command};
    texts.insert(texts.end(), arguments.begin(), arguments.end());
    std::vector<char*> words;
    for (std::string& text : texts) words.push_back(text.data());
    words.push_back(nullptr);
    const int null = ::open("/dev/null", O_WRONLY);  // NOLINT
    ::dup2(null, STDOUT_FILENO);
    ::dup2(null, STDERR_FILENO);
    ::execv(command.c_str(), words.data());
    ::_exit(127);
  }
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime), static_cast<double>(used.ru_maxrss) / 1024.0,
          WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

/// Balls, boxes and hulls on a grid, and a listed pair of neighbours for each.
void write_scene(const fs::path& file, long bodies) {
  std::FILE* out = std::fopen(file.c_str(), "w");
  const auto side = static_cast<long>(std::ceil(std::cbrt(static_cast<double>(bodies))));
  fmt::print(out, "{{\"clearance\":1,\"bodies\":[\n");
  for (long i = 0; i < bodies; ++i) {
    constexpr const char* shapes[] = {
        R"({"type":"sphere","radius":0.3})", R"({"type":"box","size":[0.3,0.4,0.5]})",
        R"({"type":"hull","points":[[0,0,0],[0.4,0,0],[0,0.4,0],[0,0,0.4],[0.3,0.3,0.3]]})"};
    fmt::print(out, "{}{{\"name\":\"b{}\",\"shape\":{},\"pose\":{{\"position\":[{},{},{}]}}}}", i > 0 ? ",\n" : "", i,
               shapes[i % 3], i % side, i / side % side, i / side / side);
  }
  fmt::print(out, "],\n\"pairs\":[");
  for (long i = 0; i + 1 < bodies; ++i) fmt::print(out, "{}[\"b{}\",\"b{}\"]", i > 0 ? ",\n" : "", i, i + 1);
  fmt::print(out, "]}}\n");
  std::fclose(out);
}

using Number = float;  // of an STL file

/// A ball with waves, as a binary STL file.
void write_mesh(const fs::path& file, long triangles) {
  std::FILE* out = std::fopen(file.c_str(), "wb");
  const std::string header(80, ' ');
  const long rows = std::max(2L, std::lround(std::sqrt(static_cast<double>(triangles) / 4.0))), columns = 2 * rows;
  const auto count = static_cast<unsigned>(2 * columns * (rows - 1));
  std::fwrite(header.data(), 1, header.size(), out);
  std::fwrite(&count, 4, 1, out);
  const auto put = [&](long i, long j) {
    constexpr double pi = 3.141592653589793;
    const double polar = pi * static_cast<double>(i) / static_cast<double>(rows);
    const double around = 2 * pi * static_cast<double>(j % columns) / static_cast<double>(columns);
    const double r = i == 0 || i == rows ? 1.0 : 1.0 + 0.2 * std::sin(5 * polar) * std::cos(4 * around);
    const double s = i == 0 || i == rows ? 0.0 : std::sin(polar);
    const Number point[3] = {static_cast<Number>(r * s * std::cos(around)),
                             static_cast<Number>(r * s * std::sin(around)), static_cast<Number>(r * std::cos(polar))};
    std::fwrite(point, sizeof(Number), 3, out);
  };
  const Number normal[3] = {0, 0, 0};
  const auto face = [&](long i, long j, long k, long l, long m, long n) {
    std::fwrite(normal, sizeof(Number), 3, out);
    put(i, j), put(k, l), put(m, n);
    std::fwrite("\0\0", 1, 2, out);
  };
  for (long j = 0; j < columns; ++j) {
    face(0, 0, 1, j, 1, j + 1);
    for (long i = 1; i + 1 < rows; ++i) face(i, j, i + 1, j, i + 1, j + 1), face(i, j, i + 1, j + 1, i, j + 1);
    face(rows, 0, rows - 1, j + 1, rows - 1, j);
  }
  std::fclose(out);
}

struct Case {
  std::string name;
  long most = 0;                       ///< the largest input that it is given
  std::vector<std::string> arguments;  ///< of the command
};

/// One table: a row a size, two columns a case.
bool table(const std::string& command, const fs::path& file, const char* what, long most,
           void (*write)(const fs::path&, long), const std::vector<Case>& cases) {
  fmt::print("\n| {} | file MB |", what);
  for (const Case& c : cases) fmt::print(" {} s | MB |", c.name);
  fmt::print("\n|---|---|");
  for (std::size_t i = 0; i < cases.size(); ++i) fmt::print("---|---|");
  fmt::print("\n");
  bool good = true;
  for (long size = 100; size <= most; size *= 10) {
    write(file, size);
    fmt::print("| {} | {:.3g} |", size, static_cast<double>(fs::file_size(file)) * 1e-6);
    for (const Case& c : cases) {
      if (size > c.most) {
        fmt::print(" | |");
        continue;
      }
      const Cost cost = run(command, c.arguments);
      good = good && cost.good;
      fmt::print(" {:.3g} | {:.3g}{} |", cost.seconds, cost.megabytes, cost.good ? "" : " failed");
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  return good;
}

int run_all(const std::string& command, long bodies, long triangles, long decomposed) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("clearance-sizes-{}", std::random_device()());
  fs::create_directory(folder);
  fmt::print("Seconds of the processor and greatest memory in MB, of the command as a whole.\n");
  const std::string scene = (folder / "scene.json").string(), mesh = (folder / "mesh.stl").string();
  bool good = table(command, scene, "bodies", bodies, write_scene,
                    {{"listed pairs", bodies, {"distance", scene, "--json"}},
                     {"--closest 10", bodies, {"distance", scene, "--closest", "10"}}});
  const std::string with_mesh = (folder / "mesh.json").string();
  if (std::FILE* const out = std::fopen(with_mesh.c_str(), "w"); out != nullptr) {
    fmt::print(out, R"({{"clearance":1,"bodies":[{{"name":"mesh","shape":{{"type":"mesh","file":"mesh.stl"}}}},)"
                    R"({{"name":"ball","shape":{{"type":"sphere","radius":1}},"pose":{{"position":[5,1,2]}}}}]}})");
    std::fclose(out);
  }
  good = table(command, mesh, "triangles", triangles, write_mesh,
               {{"distance", triangles, {"distance", with_mesh, "--json"}},
                {"fit stope", triangles, {"fit", "stope", mesh}},
                {"decompose", decomposed, {"decompose", mesh}}}) &&
         good;
  fs::remove_all(folder);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace clearance::bench

int main(int argc, char** argv) {
  return bench::told("clearance_bench_sizes", [&] {
    CLI::App app("Time and memory of the command by the size of its input");
    std::string command = CLEARANCE_COMMAND;
    long bodies = 1'000'000, triangles = 10'000'000, decomposed = 1'000'000;
    app.add_option("--command", command, "The command, default: that of this build");
    app.add_option("--bodies", bodies, "At most, default 1e6");
    app.add_option("--triangles", triangles, "At most, default 1e7");
    app.add_option("--decomposed", decomposed, "Triangles of meshes that are decomposed, at most, default 1e6");
    CLI11_PARSE(app, argc, argv);
    return clearance::bench::run_all(command, bodies, triangles, decomposed);
  });
}

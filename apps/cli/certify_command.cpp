#include "certify_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "input.hpp"
#include "io/certificate.hpp"
#include "io/json.hpp"
#include "io/stream.hpp"
#include "io/writer.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

std::string text_of(const std::string& file) {
  const Input input(file);
  return io::read_all(input.descriptor());
}

io::MovingScene scene_of(const std::string& file, const MeshLimits& limits) {
  ReadOptions reading;
  if (file != "-") reading.directory = std::filesystem::path(file).parent_path();
  reading.limits = limits;
  return io::read_moving_scene(text_of(file), reading);
}

/// A number for JSON, which has no infinity.
std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

void print_json(const Certified& answer, const io::MovingScene& scene, double margin) {
  std::string out = fmt::format("{{\"verdict\":\"{}\",\"margin\":{},\"lower\":{},\"upper\":{}", name(answer.verdict),
                                margin, number(answer.distance.lower), number(answer.distance.upper));
  if (!scene.pairs.empty())
    out += fmt::format(",\"t\":[{},{}],\"a\":{},\"b\":{}", number(answer.time.lower), number(answer.time.upper),
                       io::json_quoted(scene.bodies[answer.a].name), io::json_quoted(scene.bodies[answer.b].name));
  if (answer.in_doubt)
    out += fmt::format(",\"in_doubt\":[{},{}]", number(answer.in_doubt->lower), number(answer.in_doubt->upper));
  fmt::print("{},\"queries\":{}}}\n", out, answer.queries);
}

/// A bound in ten digits, rounded outwards, so that it stays one.
std::string rounded_bound(double value, bool up) {
  std::string text = fmt::format("{:.10g}", value);
  const double read = std::strtod(text.c_str(), nullptr);
  if (!std::isfinite(value) || (up ? read >= value : read <= value)) return text;
  const double last = std::pow(10.0, std::floor(std::log10(std::fabs(value))) - 9.0);
  return fmt::format("{:.10g}", up ? value + last : value - last);
}

void print_text(const Certified& answer, const io::MovingScene& scene, double margin) {
  fmt::print("{}: {} pairs, margin {}\n", name(answer.verdict), scene.pairs.size(), margin);
  if (scene.pairs.empty()) return;
  fmt::print("  least distance in [{}, {}]\n", rounded_bound(answer.distance.lower, false),
             rounded_bound(answer.distance.upper, true));
  fmt::print("  of {} and {} at t = {:.10g}\n", io::printable(scene.bodies[answer.a].name),
             io::printable(scene.bodies[answer.b].name), answer.at_time);
  if (answer.in_doubt)
    fmt::print("  in doubt from t = {} to {}\n", rounded_bound(answer.in_doubt->lower, false),
               rounded_bound(answer.in_doubt->upper, true));
  fmt::print("  by {} distance queries\n", answer.queries);
}

/// Runs it, and says what is wrong with a file.
template <class F>
int guarded(const std::string& file, const F& run) {
  try {
    return run();
  } catch (const io::OutputError& error) {
    complain("standard output", error.code().message());
  } catch (const std::system_error& error) {
    complain(file, error.code().message());
  } catch (const InvalidInput& error) {
    complain(file, error.what());
  }
  return 1;
}

}  // namespace

int run_certify(const CertifyCommand& options) {
  return guarded(options.file, [&] {
    const io::MovingScene scene = scene_of(options.file, options.limits);
    const Certified answer =
        certify(scene.bodies, scene.pairs, {.margin = options.margin, .certificate = !options.output.empty()});
    if (options.json)
      print_json(answer, scene, options.margin);
    else
      print_text(answer, scene, options.margin);
    if (options.output.empty()) return 0;
    if (!answer.certificate) {
      complain(options.output, answer.verdict == Verdict::clear
                                   ? "no certificate: the least distance is too near to the margin for one"
                                   : fmt::format("no certificate: the verdict is {}", name(answer.verdict)));
      return 1;
    }
    const std::string text = io::to_json(*answer.certificate, scene);
    std::ofstream file(options.output, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
      complain(options.output, std::generic_category().message(errno));
      return 1;
    }
    return 0;
  });
}

int run_check(const CheckCommand& options) {
  return guarded(options.file, [&] {
    const std::string text = text_of(options.file);
    const io::CertificateFile file = io::read_certificate(text);
    if (!options.scene.empty()) {
      const std::string difference = io::difference_of(file.scene, scene_of(options.scene, {}));
      if (!difference.empty()) {
        complain(options.file, fmt::format("not about {}: {}", options.scene, difference));
        return 1;
      }
    }
    const CertificateCheck result = check_certificate(file.certificate, file.scene.bodies, file.scene.pairs);
    if (!result.ok) {
      complain(options.file, result.reason);
      return 1;
    }
    if (options.json)
      fmt::print("{{\"holds\":true,\"claim\":{},\"bodies\":{},\"pairs\":{},\"intervals\":{}}}\n",
                 file.certificate.claim, file.scene.bodies.size(), file.scene.pairs.size(), result.intervals);
    else
      fmt::print("holds: {} pairs of {} bodies stay at least {} apart ({} intervals)\n", file.scene.pairs.size(),
                 file.scene.bodies.size(), file.certificate.claim, result.intervals);
    return 0;
  });
}

}  // namespace clearance::cli

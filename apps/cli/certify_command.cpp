#include "certify_command.hpp"

#include <fmt/format.h>

#include <cmath>
#include <system_error>

#include "half_turns.hpp"
#include "input.hpp"
#include "io/certificate.hpp"
#include "io/json.hpp"
#include "io/number.hpp"
#include "io/stream.hpp"
#include "io/writer.hpp"
#include "output.hpp"
#include "replay.hpp"

namespace clearance::cli {
namespace {

std::string text_of(const std::string& file) {
  const Input input(file);
  return io::read_all(input.descriptor());
}

io::MovingScene scene_of(const std::string& file, const MeshLimits& limits) {
  const Reading reading(file, limits);
  return io::read_moving_scene(text_of(file), reading.options());
}

/// A number for JSON, which has no infinity.
std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

/// Says so where nothing is proven, since there is no pair.
void note_no_pairs(const std::string& file, const io::MovingScene& scene) {
  if (scene.pairs.empty()) complain(file, "note: no two bodies of the scene are a pair: nothing is proven");
}

void print_json(const Certified& answer, const io::MovingScene& scene, double margin) {
  std::string out = fmt::format("{{\"verdict\":\"{}\",\"margin\":{},\"lower\":{},\"upper\":{}", name(answer.verdict),
                                margin, number(answer.distance.lower), number(answer.distance.upper));
  if (!scene.pairs.empty())
    out += fmt::format(",\"t\":[{},{}],\"a\":{},\"b\":{}", number(answer.time.lower), number(answer.time.upper),
                       io::json_quoted(scene.bodies[answer.a].name), io::json_quoted(scene.bodies[answer.b].name));
  if (answer.in_doubt)
    out += fmt::format(",\"in_doubt\":[{},{}]", number(answer.in_doubt->lower), number(answer.in_doubt->upper));
  print("{},\"queries\":{}}}\n", out, answer.queries);
}

/// A bound in ten digits, rounded outwards.
std::string rounded_bound(double value, bool up) { return io::bound_text(value, up, 10, 'g'); }

void print_verdict(const Certified& answer, const io::MovingScene& scene, double margin) {
  print("{}: {}, margin {}\n", name(answer.verdict), counted(scene.pairs.size(), "pair"), margin);
  if (scene.pairs.empty()) return;
  print("  least distance in [{}, {}]\n", rounded_bound(answer.distance.lower, false),
        rounded_bound(answer.distance.upper, true));
  print("  of {} and {} at t = {:.10g}\n", short_name(scene.bodies[answer.a].name),
        short_name(scene.bodies[answer.b].name), answer.at_time);
  if (answer.in_doubt)
    print("  in doubt from t = {} to {}\n", rounded_bound(answer.in_doubt->lower, false),
          rounded_bound(answer.in_doubt->upper, true));
  print("  by {} distance {}\n", answer.queries, answer.queries == 1 ? "query" : "queries");
}

/// Why a certificate does not hold, or cannot be read: a line for people and, if asked for, an object for machines.
int refuse(const CheckCommand& options, std::string_view reason) {
  complain(options.file, reason);
  if (options.json) print("{{\"holds\":false,\"reason\":{}}}\n", io::json_quoted(reason));
  return 1;
}

/// What keeps a file from being read.
template <class Read>
std::string problem_with(const Read& read) {
  try {
    read();
  } catch (const std::system_error& error) {
    return error.code().message();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

std::string why_no_certificate(const Certified& answer, const io::MovingScene& scene) {
  if (answer.verdict != Verdict::clear) return fmt::format("no certificate: the verdict is {}", name(answer.verdict));
  for (const auto& [a, b] : scene.pairs)
    if (!scene.bodies[a].shape.bounded() && !scene.bodies[b].shape.bounded())
      return fmt::format(
          "no certificate: {} and {} are both unbounded, and no slab of a certificate holds for such a pair",
          scene.bodies[a].name, scene.bodies[b].name);
  return "no certificate: the least distance is too near to the margin for one";
}

}  // namespace

int run_certify(const CertifyCommand& options) {
  const OutputFile output(options.output);
  const auto work = [&] {
    const io::MovingScene scene = scene_of(options.file, options.limits);
    note_no_pairs(options.file, scene);
    for (const MovingBody& body : scene.bodies)
      note_half_turns(options.file, body.name, body.motion.poses(), body.motion.times());
    const Certified answer =
        certify(scene.bodies, scene.pairs, {.margin = options.margin, .certificate = output.wanted()});
    if (options.json)
      print_json(answer, scene, options.margin);
    else
      print_verdict(answer, scene, options.margin);
    if (!output.wanted()) return 0;
    if (!answer.certificate) {
      complain(options.file, why_no_certificate(answer, scene) + output.left());
      return 1;
    }
    return output.write(io::to_json(*answer.certificate, scene)) ? 0 : 1;
  };
  return answering(options.file, work, output);
}

int run_check(const CheckCommand& options) {
  io::CertificateFile file;
  std::string problem = problem_with([&] { file = io::read_certificate(text_of(options.file)); });
  if (!problem.empty()) return refuse(options, problem);
  if (!options.scene.empty()) {
    std::string difference;
    problem = problem_with([&] { difference = io::difference_of(file.scene, scene_of(options.scene, {})); });
    if (!problem.empty()) return refuse(options, fmt::format("{}: {}", options.scene, problem));
    if (!difference.empty()) return refuse(options, fmt::format("not about {}: {}", options.scene, difference));
  }
  const CertificateCheck result = check_certificate(file.certificate, file.scene.bodies, file.scene.pairs);
  if (!result.ok) return refuse(options, result.reason);
  const std::size_t bodies = file.scene.bodies.size(), pairs = file.scene.pairs.size();
  if (options.json)
    print("{{\"holds\":true,\"claim\":{},\"bodies\":{},\"pairs\":{},\"intervals\":{}}}\n", file.certificate.claim,
          bodies, pairs, result.intervals);
  else
    print("holds: {} of {} {} {} at least {} apart ({})\n", counted(pairs, "pair"), bodies,
          bodies == 1 ? "body" : "bodies", pairs == 1 ? "stays" : "stay", file.certificate.claim,
          counted(result.intervals, "interval"));
  return 0;
}

}  // namespace clearance::cli

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "certify_command.hpp"
#include "clearance/distance.hpp"
#include "clearance/exact.hpp"
#include "decompose_command.hpp"
#include "demo.hpp"
#include "distance_command.hpp"
#include "fit_command.hpp"
#include "generate_command.hpp"
#include "io/nearest_name.hpp"
#include "io/number.hpp"
#include "io/writer.hpp"
#include "methods_command.hpp"
#include "models/facet_ball.hpp"
#include "monitor_command.hpp"
#include "output.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce_command.hpp"
#include "terminal.hpp"
#include "track_command.hpp"
#include "unknown_command.hpp"
#include "view_command.hpp"

namespace clearance::cli {
namespace {

constexpr int wrong_command_line = 2;

/// Help in 80 columns: what an option does is wrapped beside its name.
class NarrowHelp : public CLI::Formatter {
  std::string make_option_desc(const CLI::Option* option) const override {
    constexpr std::size_t width = 48;  // beside a column of 30, in a group that is indented
    std::string text;
    for (const std::string& line : wrapped(option->get_description(), width)) text += (text.empty() ? "" : "\n") + line;
    return text;
  }
};

std::string unknown(const char* what, const std::string& text, const std::vector<std::string>& known) {
  return fmt::format("unknown {} '{}'{} (known: {})", what, text, io::did_you_mean(text, known),
                     fmt::join(known, ", "));
}

std::string check_method(const std::string& text) {
  if (const auto method = method_from_name(text))
    return available(*method) ? "" : fmt::format("this build goes without the method {}", text);
  std::vector<std::string> known;
  for (const MethodInfo& method : methods()) known.emplace_back(method.name);
  return unknown("method", text, known);
}

std::string check_name(const std::string& file) { return file.empty() ? "the name of a file is empty" : ""; }

std::string check_tolerance(const std::string& text) {
  const double value = io::read_decimal(text);
  return std::isfinite(value) && value >= 0.0 ? "" : fmt::format("'{}' is not a finite number >= 0", text);
}

std::string check_bound(const std::string& text) {
  return std::isfinite(io::read_decimal(text)) ? "" : fmt::format("'{}' is not a finite number", text);
}

std::string check_seconds(const std::string& text) {
  const double value = io::read_decimal(text);
  return std::isfinite(value) && value > 0.0 ? "" : fmt::format("'{}' is not a finite number > 0", text);
}

/// "512M" as bytes; nothing if the text is anything else.
std::optional<std::uint64_t> bytes_from(std::string_view text) {
  constexpr std::string_view units = "KMGT";
  int shift = 0;
  if (const std::size_t unit = text.empty() ? units.npos : units.find(text.back()); unit != units.npos) {
    shift = 10 * static_cast<int>(unit + 1);
    text.remove_suffix(1);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc() && end == text.data() + text.size() && value > 0 && value >> (63 - shift) == 0;
  return good ? std::optional(value << shift) : std::nullopt;
}

void add_mesh_limits(CLI::App& command, MeshLimits& limits) {
  CLI::Option_group& group = *command.add_option_group("mesh files", "What a mesh file may cost before it is refused");
  const auto add_size = [&](const char* flag, std::uint64_t& value, const char* help) {
    group
        .add_option_function<std::string>(
            flag, [&value](const std::string& text) { value = *bytes_from(text); }, help)
        ->check([](const std::string& text) {
          return bytes_from(text) ? "" : fmt::format("'{}' is not a number of bytes, such as 500000 or 2G", text);
        })
        ->option_text("BYTES");
  };
  add_size("--mesh-bytes", limits.bytes, "Size of the file, default 1G");
  add_size("--mesh-memory", limits.memory, "Memory for formats other than STL, OBJ and PLY, default 4G");
  group.add_option("--mesh-seconds", limits.seconds, "Time for formats other than STL, OBJ and PLY, default 60")
      ->check(check_seconds)
      ->option_text("S");
}

/// A check for options that are whole numbers in a range.
auto integer_from(int least, int most) {
  return [least, most](const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
    return good ? std::string() : fmt::format("'{}' is not an integer from {} to {}", text, least, most);
  };
}

/// --json, --csv and --table.
void add_formats(CLI::App& command, std::optional<io::Format>& chosen) {
  CLI::Option_group& format = *command.add_option_group("format", "Default: a table on a terminal, else JSON");
  const auto add_format = [&](const char* flag, io::Format value, const char* help) {
    format.add_flag_callback(
        flag, [&chosen, value] { chosen = value; }, help);
  };
  add_format("--json", io::Format::json, "One JSON object a line");
  add_format("--csv", io::Format::csv, "Comma-separated values with a header");
  add_format("--table", io::Format::table, "A table for people");
  format.require_option(0, 1);
}

void add_distance(CLI::App& app, DistanceOptions& options, std::string& method, bool& no_penetration) {
  CLI::App& command = *app.add_subcommand("distance", "Signed distances of a scene's pairs, or a stream's");
  command.add_option("FILE", options.file, "A scene in JSON, with --jsonl a stream of queries; - for standard input")
      ->required()
      ->check(check_name);
  CLI::Option& stream =
      *command.add_flag("--jsonl", options.jsonl, "FILE is a stream of queries, one JSON object a line");
  command.add_option("--closest", options.closest, "The K nearest pairs of a scene alone, nearest first")
      ->check(integer_from(1, 100'000'000))
      ->option_text("K")
      ->excludes(&stream);
  command
      .add_option("--within", options.within,
                  "The pairs of a scene alone that are not proven to be farther apart than D, nearest first")
      ->check(check_bound)
      ->option_text("D")
      ->excludes(&stream);
  command.add_option("--method", method, "One of `clearance methods`; default: the best for each pair")
      ->check(check_method)
      ->option_text("NAME");
  command
      .add_option("--tolerance", options.query.tolerance,
                  "Bound on upper - lower, relative to the size of the pair; default: as tight as can be")
      ->check(check_tolerance)
      ->option_text("T");
  command
      .add_option("--max-distance", options.query.max_distance,
                  "Stop at a pair as soon as it is proven to be farther apart than this")
      ->check(check_bound)
      ->option_text("D");
  command
      .add_option("--min-distance", options.query.min_distance,
                  "Stop at a pair as soon as it is proven to be nearer than this")
      ->check(check_bound)
      ->option_text("D");
  command.add_flag("--no-penetration", no_penetration, "Only detect overlap, do not measure its depth");
  command
      .add_flag("--exact", options.exact, "Also the exact squared distance, as a fraction, where both are polyhedral")
      ->each([](const std::string&) {
        if (!has_exact_arithmetic())
          throw CLI::ValidationError("this build has no exact arithmetic, which needs Boost and GMP");
      });
  command.add_flag("--free-margin", options.free_margin,
                   "Also the free margin of two ellipsoids: below, at or above 0 as they overlap, touch or are apart");
  add_formats(command, options.format);
  add_mesh_limits(command, options.limits);
}

CLI::App& add_track(CLI::App& app, TrackOptions& options) {
  CLI::App& command = *app.add_subcommand("track", "The nearest pairs of a scene over time");
  command.add_option("SCENE", options.file, "A scene in JSON, or - for standard input")->required()->check(check_name);
  command.add_option("--rate", options.rate, "Steps a second; default: the times of the scene")
      ->check(check_seconds)
      ->option_text("HZ");
  command.add_option("--closest", options.closest, "So many pairs a step, default 1")
      ->check(integer_from(1, 1'000'000))
      ->option_text("K");
  command.add_option("--svg", options.svg, "Also write a plot of the least distance to this file")
      ->check(check_name)
      ->option_text("FILE");
  add_formats(command, options.format);
  add_mesh_limits(command, options.limits);
  return command;
}

/// What a cycle of a monitor may spend; `budget` gives the place for it.
void add_budget(CLI::App& command, const std::function<Budget&()>& budget) {
  command
      .add_option_function<double>(
          "--budget-us",
          [budget](double us) { budget().time = std::chrono::nanoseconds(std::llround(std::max(us * 1e3, 1.0))); },
          "Microseconds that a cycle may spend on queries")
      ->check(check_seconds)
      ->option_text("T");
  command
      .add_option_function<int>(
          "--budget-queries", [budget](int queries) { budget().queries = queries; }, "Queries of a cycle")
      ->check(integer_from(1, 1'000'000'000))
      ->option_text("N");
}

CLI::App& add_monitor(CLI::App& app, MonitorCommandOptions& options) {
  CLI::App& command = *app.add_subcommand("monitor", "Bounds every pair of a scene in every cycle");
  command.add_option("SCENE", options.file, "A scene in JSON, or - for standard input")->required()->check(check_name);
  command.add_option("--rate", options.rate, "Cycles a second")
      ->check(check_seconds)
      ->option_text("HZ REQUIRED")
      ->required();
  CLI::Option_group& budget = *command.add_option_group("budget", "What a cycle may spend on queries");
  add_budget(budget, [&options]() -> Budget& { return options.budget; });
  budget.require_option(1);
  command.add_option("--margin", options.margin, "A clearance to keep: pairs near it are asked first; default 0")
      ->check(check_bound)
      ->option_text("M");
  command.add_flag("--json", options.json, "One JSON object a cycle, and a summary");
  command.add_option("--svg", options.svg, "Also write a plot of the proven bound to this file")
      ->check(check_name)
      ->option_text("FILE");
  add_mesh_limits(command, options.limits);
  return command;
}

std::string check_experiment(const std::string& text) {
  if (reproduce::experiment_from_name(text) != nullptr) return "";
  std::vector<std::string> known;
  for (const reproduce::Experiment* e : reproduce::experiments()) known.emplace_back(e->name);
  return unknown("experiment", text, known);
}

void add_reproduce(CLI::App& command, ReproduceOptions& options) {
  CLI::Option& name = *command.add_option("NAME", options.name, "An experiment; without it, they are listed");
  name.check(check_experiment)->option_text(" ");
  CLI::Option& svg = *command.add_option("--svg", options.svg, "Also write the plot of a figure to this file");
  svg.check(check_name)->option_text("FILE");
  command.add_option("--html", options.html, "Also write a page with the table and the plot to this file")
      ->check(check_name)
      ->option_text("FILE");
  command
      .add_flag("--all", options.all, "Run every experiment, some minutes, and end with a table of what came of them")
      ->excludes(&name)
      ->excludes(&svg);
  command.add_flag("--small", options.small, "Leave out the largest sizes of experiments that have many");
  command.add_flag("--json", options.json, "For machines");
}

std::string check_radius(const std::string& text) {
  const double value = io::read_decimal(text);
  return std::isfinite(value) && value > 0.0 ? "" : fmt::format("'{}' is not a finite number > 0", text);
}

void add_facet_ball(CLI::App& generate, FacetBallOptions& options, std::vector<double>& radii) {
  CLI::App& command = *generate.add_subcommand("facet-ball", "Facets spread evenly around a ball or ellipsoid");
  command.add_option("--order", options.order, "Rows of facets; about 1.27 times its square is their number")
      ->check(integer_from(models::min_facet_ball_order, models::max_facet_ball_order))
      ->option_text("N REQUIRED")
      ->required();
  command.add_option("--radii", radii, "Semi-axes of the ellipsoid that the facets touch, default 1,1,1")
      ->delimiter(',')
      ->expected(3)
      ->check(check_radius)
      ->option_text("a,b,c");
}

void add_fit_stope(CLI::App& fit, FitOptions& options) {
  CLI::App& command = *fit.add_subcommand("stope", "The hull of a few spheres that holds a mesh");
  command.add_option("FILE", options.file, "A mesh: OBJ, STL, PLY, ...")->required()->check(check_name);
  command.add_option("--spheres", options.spheres, "At most so many, default 8")
      ->check(integer_from(1, 100))
      ->option_text("N");
  command.add_flag("--json", options.json, "The shape, its excess and its size as one object");
  add_mesh_limits(command, options.limits);
}

std::string check_share(const std::string& text) {
  const double value = io::read_decimal(text);
  return value >= 1e-4 && value <= 1.0 ? "" : fmt::format("'{}' is not a number from 1e-4 to 1", text);
}

CLI::App& add_decompose(CLI::App& app, DecomposeOptions& options) {
  CLI::App& command = *app.add_subcommand("decompose", "A union of convex parts that holds a mesh's solid");
  command.add_option("FILE", options.file, "A mesh: OBJ, STL, PLY, ...")->required()->check(check_name);
  command
      .add_option("--tolerance", options.tolerance,
                  "How far a part may stand off the mesh, as a share of its longest side; default 0.02")
      ->check(check_share)
      ->option_text("T");
  command.add_option("--parts", options.parts, "So many parts, whatever the tolerance")
      ->check(integer_from(1, 10000))
      ->option_text("N");
  command.add_flag("--json", options.json, "The shape, its excess and what it holds as one object");
  add_mesh_limits(command, options.limits);
  return command;
}

CLI::App& add_certify(CLI::App& app, CertifyCommand& options) {
  CLI::App& command = *app.add_subcommand("certify", "Proves the clearance of a whole motion");
  command.add_option("SCENE", options.file, "A scene in JSON, or - for standard input")->required()->check(check_name);
  command.add_option("--margin", options.margin, "The distance that all pairs are to keep, default 0")
      ->check(check_bound)
      ->option_text("M");
  command.add_flag("--json", options.json, "The verdict, the bounds, and of which pair and when, as one object");
  command
      .add_option("-o,--output", options.output,
                  "Also write a certificate, which `clearance check` proves anew; - for standard output")
      ->check(check_name)
      ->option_text("CERT");
  add_mesh_limits(command, options.limits);
  return command;
}

CLI::App& add_check(CLI::App& app, CheckCommand& options) {
  CLI::App& command = *app.add_subcommand("check", "Proves a certificate anew, by code of its own");
  command.add_option("CERT", options.file, "A certificate of `clearance certify`, or - for standard input")
      ->required()
      ->check(check_name);
  command.add_option("--scene", options.scene, "Refuse it unless it is about this scene")
      ->check(check_name)
      ->option_text("FILE");
  command.add_flag("--json", options.json, "Whether it holds, and what it claims or why not, as one object");
  return command;
}

CLI::App& add_view(CLI::App& app, ViewOptions& options) {
  CLI::App& command = *app.add_subcommand("view", "Writes one page that shows a scene and its proofs");
  command.add_option("SCENE", options.file, "A scene or a certificate in JSON, or - for standard input")
      ->required()
      ->check(check_name);
  command.add_option("-o,--output", options.output, "The page, or - for standard output")
      ->option_text("FILE.html REQUIRED")
      ->required()
      ->check(check_name);
  command.add_option("--margin", options.margin, "A clearance to keep: a line in the plot, and marked pairs")
      ->check(check_bound)
      ->option_text("M");
  CLI::Option& rate = *command.add_option("--rate", options.rate, "Samples a second, instead of those of the scene");
  rate.check(check_seconds)->option_text("HZ");
  CLI::Option_group& budget = *command.add_option_group("budget", "Replay the motion as `clearance monitor` does");
  add_budget(budget, [&options]() -> Budget& {
    return options.page.budget ? *options.page.budget : options.page.budget.emplace();
  });
  budget.require_option(0, 1);
  command
      .add_option("--answers", options.page.answers,
                  "At most so many, of the pairs that come nearest; default 200000, some 25 MB")
      ->check(integer_from(1, 100'000'000))
      ->option_text("N");
  add_mesh_limits(command, options.limits);
  return command;
}

std::string check_fit_tolerance(const std::string& text) {
  const double value = io::read_decimal(text);
  return value >= 1e-10 && value <= 1.0 ? "" : fmt::format("'{}' is not a number from 1e-10 to 1", text);
}

void add_fit_ellipsoid(CLI::App& fit, FitOptions& options) {
  CLI::App& command = *fit.add_subcommand("ellipsoid", "The least ellipsoid that holds a mesh");
  command.add_option("FILE", options.file, "A mesh: OBJ, STL, PLY, ...")->required()->check(check_name);
  command.add_option("--tolerance", options.tolerance, "Volume beyond the least, as a share of it, default 1e-6")
      ->check(check_fit_tolerance)
      ->option_text("T");
  command.add_flag("--json", options.json, "The shape and its excess as one object");
  add_mesh_limits(command, options.limits);
}

/// What is wrong with the command line, and whom to ask; where no command is named, the list of them.
std::string failure(const CLI::App* app, const CLI::Error& error) {
  std::string command = "clearance";
  const CLI::App* at = app;
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (const CLI::App* next : at->get_subcommands()) {
      if (next->get_name().empty()) continue;  // a group of options
      command += " " + next->get_name();
      at = next;
      deeper = true;
      break;
    }
  }
  const bool extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) || at->remaining_size() > 0;
  const std::string problem = io::printable(extra ? unexpected(*at) : error.what());
  if (problem == "A subcommand is required") return fmt::format("clearance: a command is missing\n\n{}", app->help());
  std::string text;
  for (const std::string& line : wrapped("clearance: " + problem, 80)) text += line + "\n";
  return fmt::format("{}Run {} --help for more information.\n", text, command);
}

int run(int argc, char** argv) {
  CLI::App app("Proven signed distance between convex shapes", "clearance");
  app.formatter(std::make_shared<NarrowHelp>());
  app.set_version_flag("--version", "clearance " CLEARANCE_VERSION);
  app.require_subcommand(1);
  app.failure_message(failure);

  DistanceOptions distance_options;
  std::string method;
  bool no_penetration = false;
  add_distance(app, distance_options, method, no_penetration);

  bool methods_json = false;
  CLI::App& methods_command = *app.add_subcommand("methods", "The methods, and which shapes each takes");
  methods_command.add_flag("--json", methods_json, "For machines");

  DemoOptions demo_options;
  CLI::App& demo = *app.add_subcommand("demo", "The built-in robot cell in motion, at 1 kHz");
  demo.add_option("--seconds", demo_options.seconds, "Length of the motion, default 4")
      ->check(check_seconds)
      ->option_text("T");
  CLI::Option* demo_json = demo.add_flag("--json", demo_options.json, "For machines");
  CLI::Option* demo_page =
      demo.add_option("-o,--output", demo_options.page,
                      "Also write a page, for any browser, that shows the motion; - for standard output")
          ->check(check_name)
          ->option_text("FILE.html");
  CLI::Option* scene =
      demo.add_flag("--scene", demo_options.scene, "Print the cell as a scene for other commands instead")
          ->excludes(demo_json)
          ->excludes(demo_page);
  demo.add_option("--rate", demo_options.rate, "Of a scene: the motion, with so many samples a second")
      ->needs(scene)
      ->check(check_seconds)
      ->option_text("HZ");

  ReproduceOptions reproduce_options;
  CLI::App& reproduce_command = *app.add_subcommand("reproduce", "Runs a published experiment beside its figures");
  add_reproduce(reproduce_command, reproduce_options);

  CLI::App& generate = *app.add_subcommand("generate", "Prints a shape of a family as JSON");
  generate.require_subcommand(1);
  FacetBallOptions facet_ball_options;
  std::vector<double> radii;
  add_facet_ball(generate, facet_ball_options, radii);

  CLI::App& fit = *app.add_subcommand("fit", "Prints a simple shape that holds a mesh, as JSON");
  fit.require_subcommand(1);
  FitOptions fit_options;
  add_fit_stope(fit, fit_options);
  add_fit_ellipsoid(fit, fit_options);

  DecomposeOptions decompose_options;
  const CLI::App& decompose_command = add_decompose(app, decompose_options);

  ViewOptions view_options;
  const CLI::App& view_command = add_view(app, view_options);
  TrackOptions track_options;
  const CLI::App& track_command = add_track(app, track_options);
  MonitorCommandOptions monitor_options;
  const CLI::App& monitor_command = add_monitor(app, monitor_options);

  CertifyCommand certify_options;
  const CLI::App& certify_command = add_certify(app, certify_options);
  CheckCommand check_options;
  const CLI::App& check_command = add_check(app, check_options);

  const std::vector<std::string_view> words = without_help_command({argv + std::min(argc, 1), argv + argc});
  if (is_unknown_command(app, words, "clearance")) return wrong_command_line;
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    const bool asked = app.exit(error, out, err) == 0;  // for help, or the version
    print_text(out.str());
    say_text(err.str());
    return asked ? 0 : wrong_command_line;
  }
  if (app.got_subcommand(&methods_command)) return run_methods(methods_json);
  if (app.got_subcommand(&reproduce_command)) return run_reproduce(reproduce_options);
  if (app.got_subcommand(&generate)) {
    if (!radii.empty()) facet_ball_options.radii = Vec3(radii[0], radii[1], radii[2]);
    return run_generate_facet_ball(facet_ball_options);
  }
  if (app.got_subcommand(&view_command)) return run_view(view_options);
  if (app.got_subcommand(&certify_command)) return run_certify(certify_options);
  if (app.got_subcommand(&check_command)) return run_check(check_options);
  if (app.got_subcommand(&decompose_command)) return run_decompose(decompose_options);
  if (app.got_subcommand(&fit))
    return fit.got_subcommand("stope") ? run_fit_stope(fit_options) : run_fit_ellipsoid(fit_options);
  if (app.got_subcommand(&demo)) return run_demo(demo_options);
  if (app.got_subcommand(&track_command)) return run_track(track_options);
  if (app.got_subcommand(&monitor_command)) return run_monitor(monitor_options);
  if (!method.empty()) distance_options.query.method = *method_from_name(method);
  distance_options.query.penetration = !no_penetration;
  return run_distance(distance_options);
}

}  // namespace
}  // namespace clearance::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is no reason to die
  using namespace clearance;
  cli::hold_standard_streams();
  int status = 1;
  try {
    status = cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    cli::say("clearance: not enough memory\n");
  } catch (const std::exception& error) {
    cli::say("clearance: {}\n", io::printable(error.what()));
  }
  return cli::finish_output(status);
}

// Decompositions of closed meshes: random points of the solid that no part holds, how far parts stand off, how many
// they are, and what HACD makes of the same meshes.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "clearance/distance.hpp"
#include "decompose/decompose.hpp"
#include "decompose/triangle_tree.hpp"
#include "hacd.hpp"
#include "io/mesh/mesh.hpp"
#include "solid_meshes.hpp"

namespace clearance::test {
namespace {

struct Choice {
  double tolerance = 0.02;
  int samples = 50'000;
  double limit = 60.0;
  std::string only;
  std::vector<std::string> files;
};

struct Bounds {
  Vec3 low, high;
  explicit Bounds(const TriangleMesh& mesh) : low(mesh.points.front()), high(low) {
    for (const Vec3& p : mesh.points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  }
};

/// Where a line p + t d, for all t, passes the surface; +1 into the solid, -1 out of it. In order, and empty where the
/// line meets an edge, so that the signs do not add up.
std::vector<std::pair<double, int>> crossings(const TriangleMesh& mesh, const Vec3& p, const Vec3& d) {
  std::vector<std::pair<double, int>> found;
  int sum = 0;
  for (const std::array<int, 3>& t : mesh.triangles) {
    const auto at = [&](std::size_t i) -> Vec3 { return mesh.points[static_cast<std::size_t>(t[i])] - p; };
    const Vec3 a = at(0), b = at(1), c = at(2);
    const double u = d.dot(b.cross(c)), v = d.dot(c.cross(a)), w = d.dot(a.cross(b));
    const bool out = u > 0 && v > 0 && w > 0, in = u < 0 && v < 0 && w < 0;
    if (!out && !in) continue;
    const Vec3 hit = (u * a + v * b + w * c) / (u + v + w);
    found.emplace_back(hit.dot(d) / d.squaredNorm(), in ? 1 : -1);
    sum += found.back().second;
  }
  std::sort(found.begin(), found.end());
  if (sum != 0) found.clear();
  return found;
}

/// What random points say about a union.
struct Judged {
  int inside = 0, missed = 0;  ///< points of the solid; those in no part
  double farthest = 0.0;       ///< of a point of the union from the solid
  double volume = 0.0;         ///< of the union outside of the solid, as a share of the solid
};

class Judge {
 public:
  Judge(const TriangleMesh& mesh, int samples, unsigned seed) : mesh_(mesh), tree_(mesh), box_(mesh), random_(seed) {
    collect(samples);
  }

  Judged judge(const Union& parts, double rounding) {
    const Shape whole(parts);
    const auto off = [&](const Vec3& p) {
      return distance(whole, {}, Point(p), {}, {.penetration = false}).lower > rounding;
    };
    Judged out;
    for (const Vec3& p : inside_) out.missed += off(p) ? 1 : 0;
    out.inside = static_cast<int>(inside_.size());
    int beyond = 0;
    for (const Vec3& p : outside_)
      if (!off(p)) {
        ++beyond;
        out.farthest = std::max(out.farthest, tree_.distance(p, 1e300));
      }
    out.volume = static_cast<double>(beyond) / solid_points_;
    // Points between three corners of a part reach what stands off farther than a random point of the space does.
    const auto all = parts.parts();
    for (int i = 0; i < 20'000; ++i) {
      const auto& points = std::get<Hull>(all[random_() % all.size()].shape.description()).points;
      std::array<double, 3> w{share(), share(), share()};
      const double sum = w[0] + w[1] + w[2];
      Vec3 p = Vec3::Zero();
      for (const double weight : w) p += weight / sum * points[random_() % points.size()];
      if (std::fabs(tree_.winding(p)) < 0.5) out.farthest = std::max(out.farthest, tree_.distance(p, 1e300));
    }
    return out;
  }

 private:
  double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }

  /// Points of the solid along random lines of a direction that no face is parallel to, more where the line is longer
  /// inside; and points of the box outside of the solid.
  void collect(int samples) {
    const Vec3 d = Vec3(0.3711, 0.5577, 0.7424).normalized(), u = d.unitOrthogonal(), v = d.cross(u);
    const Vec3 middle = 0.5 * (box_.low + box_.high);
    const double reach = 0.5 * (box_.high - box_.low).norm();
    constexpr int probes = 1000, most_lines = 20'000;
    double density = 0.0, length = 0.0;  // points to a length inside; that length, of all lines
    for (int line = 0; static_cast<int>(inside_.size()) < samples; ++line) {
      if (line == probes) density = samples * (probes / (length * most_lines));
      const Vec3 p = middle + reach * ((2 * share() - 1) * u + (2 * share() - 1) * v);
      const auto found = crossings(mesh_, p, d);
      int winding = 0;
      for (std::size_t i = 0; i + 1 < found.size(); ++i) {
        winding += found[i].second;
        if (winding == 0) continue;
        const double from = found[i].first, to = found[i + 1].first;
        length += to - from;
        for (int k = static_cast<int>(density * (to - from) + share()); k > 0; --k)
          if (static_cast<int>(inside_.size()) < samples) inside_.emplace_back(p + (from + share() * (to - from)) * d);
      }
      // One point a line that may be anywhere: those outside stand for the space around the solid.
      const double t = (2 * share() - 1) * reach;
      winding = 0;
      for (const auto& [at, sign] : found) winding += at < t ? sign : 0;
      if (const Vec3 q = p + t * d; winding == 0) outside_.push_back(q);
    }
    solid_points_ = length / (2 * reach);  // as many of those would have been inside
  }

  const TriangleMesh& mesh_;
  decompose::TriangleTree tree_;
  Bounds box_;
  std::mt19937_64 random_;
  std::vector<Vec3> inside_, outside_;
  double solid_points_ = 0.0;
};

struct Total {
  long inside = 0, missed = 0;
  double slowest = 0.0;
  int closed = 0, fewer = 0, compared = 0;
};

void judge_mesh(const NamedMesh& named, const Choice& options, Total& total) {
  const std::clock_t begun = std::clock();
  const decompose::Decomposition made = decompose::convex_parts(named.mesh, {.tolerance = options.tolerance});
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::string line = fmt::format("| {} | {} |", named.name, named.mesh.triangles.size());
  if (made.open_edges > 0) {
    fmt::print("{} {} | {:.2f} | open | | | {:.2f} | | | | |\n", line, made.shape.parts().size(),
               100 * made.excess / made.extent, seconds);
    return;
  }
  Judge judge(named.mesh, options.samples, 17);
  const Judged ours = judge.judge(made.shape, made.rounding);
  total.inside += ours.inside;
  total.missed += ours.missed;
  total.slowest = std::max(total.slowest, seconds);
  ++total.closed;
  line += fmt::format(" {} | {:.2f} | {:.2f} | {:.1f} | {} | {:.2f} |", made.shape.parts().size(),
                      100 * made.excess / made.extent, 100 * ours.farthest / made.extent, 100 * ours.volume,
                      ours.missed, seconds);
  if (!has_hacd()) {
    fmt::print("{} not installed | | | | |\n", line);
    return;
  }
  const auto peer = hacd(named.mesh, options.tolerance, options.limit);
  if (!peer) {
    fmt::print("{} none in {:g} s | | | | |\n", line, options.limit);
    return;
  }
  const Judged theirs = judge.judge(peer->shape, made.rounding);
  ++total.compared;
  total.fewer += made.shape.parts().size() <= peer->shape.parts().size() ? 1 : 0;
  fmt::print("{} {} | {:.2f} | {:.1f} | {} | {:.2f} |\n", line, peer->shape.parts().size(),
             100 * theirs.farthest / made.extent, 100 * theirs.volume, theirs.missed, peer->seconds);
}

int run(const Choice& options) {
  fmt::print(
      "Closed meshes, {} random points of the solid of each; tolerance {:g} % of the longest\n"
      "side. Excess: how far parts stand off the solid at most, in % of that side, proven, and\n"
      "as random points found it; volume: of the parts outside of the solid, in % of the solid;\n"
      "missed: points of the solid in no part. HACD: concavity of the same tolerance. Times in\n"
      "s of the processor.\n\n"
      "| mesh | triangles | parts | proven | found | volume | missed | s | HACD: parts | found | volume | missed | s "
      "|\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      options.samples, 100 * options.tolerance);
  Total total;
  std::vector<NamedMesh> meshes = options.files.empty() ? twenty_solids() : std::vector<NamedMesh>();
  for (const std::string& file : options.files)
    meshes.push_back({std::filesystem::path(file).filename().string(), io::read_mesh_triangles(file)});
  for (const NamedMesh& mesh : meshes) {
    if (mesh.name.find(options.only) == std::string::npos) continue;
    judge_mesh(mesh, options, total);
    std::fflush(stdout);
  }
  fmt::print(
      "\n{} of {} points of {} closed {} in no part; the slowest took {:.2f} s. As few parts as\n"
      "HACD or fewer: {} of {}.\n",
      total.missed, total.inside, total.closed, total.closed == 1 ? "solid are" : "solids are", total.slowest,
      total.fewer, total.compared);
  return total.missed == 0 && total.inside == static_cast<long>(options.samples) * total.closed ? 0 : 1;
}

}  // namespace
}  // namespace clearance::test

int main(int argc, char** argv) try {
  CLI::App app("Decompositions of closed meshes, beside HACD's");
  clearance::test::Choice options;
  app.add_option("FILES", options.files, "Meshes; default: twenty solids made by formulas");
  app.add_option("--only", options.only, "Those alone whose name has this in it");
  app.add_option("--tolerance", options.tolerance, "Share of the longest side, default 0.02");
  app.add_option("--samples", options.samples, "Points of each solid, default 50000");
  app.add_option("--limit", options.limit, "Seconds of the processor that HACD may take for a mesh, default 60");
  CLI11_PARSE(app, argc, argv);
  return clearance::test::run(options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "clearance_decompose_stress: %s\n", error.what());
  return 1;
}

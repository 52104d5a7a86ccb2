// The first contact of moving bodies, ours against FCL's continuous collision and Bullet's convex cast, in one process
// and on the same motions: time of a query, and how often each contradicts what is proven. The judge of all is our
// proven interval, which clearance_motion_stress checks against brute force. Then the same as bodies pass each other
// ever nearer: a search that crawls shows there.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <random>
#include <stdexcept>

#include "motion_peers.hpp"
#include "motion_plot.hpp"
#include "report.hpp"
#include "told.hpp"

namespace bench {
namespace {

using clearance::Approach;
using clearance::Motion;
using clearance::Pose;
using clearance::Vec3;

/// A time that is off by less is what was asked for.
constexpr double allowed = 1e-5;

struct Settings {
  bool quick = false;
  std::string json, svg, filter;
  std::uint64_t seed = 1;
};

struct Judged {
  std::string name;
  double microseconds = 0.0;
  bool takes = true;  ///< whether it has such motions at all
  int missed = 0, late = 0, early = 0, invented = 0;
  double latest = 0.0;  ///< the largest lateness, as a part of the motion
  int wrong() const { return missed + late + invented; }
};

struct MotionRow {
  std::string label;
  std::size_t motions = 0, hits = 0, open = 0;
  double queries = 0.0, widest = 0.0;
  std::vector<Judged> contestants;  ///< ours first
};

struct Peer {
  const char* name;
  double (*contact)(const MovedBody&, const MovedBody&, const MotionQuery&);
  bool screws;
};
constexpr Peer peers[] = {{"FCL", &contact_by_fcl, true}, {"Bullet", &contact_by_bullet, false}};

/// The least of the rounds, per call: what else the machine does can only add to it.
double microseconds(std::size_t count, int rounds, const std::function<void(std::size_t)>& f) {
  double best = HUGE_VAL;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) f(i);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return 1e6 * best / static_cast<double>(count);
}

Motion motion_of(const MotionQuery& q) { return q.screw ? Motion::screw(q.from, q.to) : Motion::linear(q.from, q.to); }

void judge(const clearance::Interval& truth, double time, Judged& judged) {
  const bool hit = truth.upper <= 1.0, claims = time < no_contact;
  judged.missed += hit && !claims ? 1 : 0;
  judged.invented += !(truth.lower <= 1.0) && claims ? 1 : 0;
  if (!hit || !claims) return;
  judged.late += time > truth.upper + allowed ? 1 : 0;
  judged.early += time < truth.lower - allowed ? 1 : 0;
  judged.latest = std::max(judged.latest, time - truth.upper);
}

/// In turns, so that what else the machine does meets all alike.
MotionRow run_row(const std::string& label, const MovedBody& a, const MovedBody& b,
                  const std::vector<MotionQuery>& queries, double tolerance, bool quick) {
  MotionRow row{label, queries.size(), 0, 0, 0.0, 0.0, {}};
  const Motion still = Motion::rest(Pose());
  std::vector<Motion> motions;
  for (const MotionQuery& q : queries) motions.push_back(motion_of(q));
  std::vector<Approach> ours(queries.size());
  std::vector<std::vector<double>> times(std::size(peers), std::vector<double>(queries.size()));
  row.contestants.push_back({.name = "clearance", .microseconds = HUGE_VAL});
  for (const Peer& peer : peers) row.contestants.push_back({.name = peer.name, .microseconds = HUGE_VAL});
  for (int round = 0; round < (quick ? 2 : 5); ++round) {
    const auto least = [](double& best, double now) { best = std::min(best, now); };
    least(row.contestants[0].microseconds, microseconds(queries.size(), quick ? 2 : 5, [&](std::size_t i) {
            ours[i] = clearance::time_of_impact(a.ours, still, b.ours, motions[i], 0.0, {.tolerance = tolerance});
          }));
    for (std::size_t k = 0; k < std::size(peers); ++k) {
      Judged& judged = row.contestants[k + 1];
      judged.takes = peers[k].screws || !queries.front().screw;
      if (!judged.takes) continue;
      least(judged.microseconds, microseconds(queries.size(), quick ? 1 : 2, [&](std::size_t i) {
              times[k][i] = peers[k].contact(a, b, queries[i]);
            }));
    }
  }
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Approach& r = ours[i];
    const bool hit = r.time.upper <= 1.0;
    row.hits += hit ? 1 : 0;
    row.open += r.ending != clearance::Ending::converged ? 1 : 0;
    row.queries += r.queries;
    if (hit) row.widest = std::max(row.widest, r.time.upper - r.time.lower);
    for (std::size_t k = 0; k < std::size(peers); ++k)
      if (row.contestants[k + 1].takes) judge(r.time, times[k][i], row.contestants[k + 1]);
  }
  row.queries /= static_cast<double>(queries.size());
  return row;
}

void print(const MotionRow& row) {
  const Judged& ours = row.contestants[0];
  fmt::print("{:<28}{:>9.3f} us{:>16}{:>5} of {} meet, {:.1f} queries", row.label, ours.microseconds, "", row.hits,
             row.motions, row.queries);
  fmt::print("{}\n", row.open > 0 ? fmt::format(", {} open", row.open) : "");
  for (std::size_t k = 1; k < row.contestants.size(); ++k) {
    const Judged& j = row.contestants[k];
    if (!j.takes) {
      fmt::print("  {:<26}{:>9}\n", j.name, "-");
      continue;
    }
    fmt::print("  {:<26}{:>9.3f} us{:>8.2f} x  missed {}, late {} (by {:.0e}), early {}, invented {}\n", j.name,
               j.microseconds, j.microseconds / ours.microseconds, j.missed, j.late, j.latest, j.early, j.invented);
  }
}

class Motions {
 public:
  Motions(std::uint64_t seed, std::size_t count) : random_(seed), count_(count) {}

  Vec3 vector(double extent) { return extent * Vec3(uniform_(random_), uniform_(random_), uniform_(random_)); }
  clearance::Mat3 turn(double most) {
    return Eigen::AngleAxisd(most * uniform_(random_), vector(1).normalized()).toRotationMatrix();
  }
  std::vector<Vec3> ball(int count) {
    std::normal_distribution<double> normal;
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
      points.push_back(Vec3(normal(random_), normal(random_), normal(random_)).normalized());
    return points;
  }

  /// From 5 away through about the middle.
  std::vector<MotionQuery> through(double most_turn, bool screw) {
    std::vector<MotionQuery> all;
    for (std::size_t i = 0; i < count_; ++i) {
      const clearance::Mat3 r = turn(3), q = turn(most_turn);
      const Vec3 from = 5 * vector(1).normalized();
      const clearance::Mat3 last = most_turn > 0 ? clearance::Mat3(q * r) : r;
      all.push_back({Pose(r, from), Pose(last, -0.5 * from + vector(1.5)), screw});
    }
    return all;
  }
  /// Past it, so that the nearest distance is about a gap of either sign.
  std::vector<MotionQuery> past(const MovedBody& a, const MovedBody& b, double gap) {
    std::vector<MotionQuery> all;
    const Motion still = Motion::rest(Pose());
    for (std::size_t i = 0; i < count_; ++i) {
      const clearance::Mat3 r = turn(3);
      const Vec3 side = 4 * vector(1).normalized(), along = 4 * side.cross(vector(1)).normalized();
      const Vec3 from = side - along, to = side + along;
      const Approach near =
          clearance::closest_approach(a.ours, still, b.ours, Motion::linear(Pose(r, from), Pose(r, to)));
      const Vec3 by = (gap * uniform_(random_) - near.at.distance) * near.at.normal;
      all.push_back({Pose(r, from + by), Pose(r, to + by)});
    }
    return all;
  }
  /// Straight through it at speed.
  std::vector<MotionQuery> at_speed() {
    std::vector<MotionQuery> all;
    for (std::size_t i = 0; i < count_; ++i) {
      const clearance::Mat3 r = turn(3);
      const Vec3 way(vector(0.1).x(), vector(0.1).y(), 200), off(vector(0.3).x(), vector(0.3).y(), 0);
      all.push_back({Pose(r, off - 0.4 * way), Pose(r, off + 0.6 * way)});
    }
    return all;
  }

 private:
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> uniform_{-1, 1};
  std::size_t count_;
};

/// Time and verdicts as two bodies pass at a gap.
std::vector<GapSeries> run_gaps(bool quick) {
  const MovedBody wall = moved_box({20, 20, 2}), box = moved_box({1, 1, 1}), ball = moved_sphere(0.5);
  const Motion still = Motion::rest(Pose());
  std::vector<GapSeries> all;
  const auto series = [&](const std::string& title, const MovedBody& b,
                          const std::function<MotionQuery(double)>& query_at) {
    GapSeries s{title, {}, {{"clearance", {}, {}}, {"FCL", {}, {}}, {"Bullet", {}, {}}}};
    for (int power = 0; power <= 9; ++power) {
      const double gap = std::pow(10.0, -power);
      const MotionQuery query = query_at(gap);
      const Motion motion = motion_of(query);
      s.gaps.push_back(gap);
      Approach ours;
      const int rounds = quick ? 3 : 20;
      s.lines[0].microseconds.push_back(microseconds(
          20, rounds, [&](std::size_t) { ours = clearance::time_of_impact(wall.ours, still, b.ours, motion); }));
      s.lines[0].wrong.push_back(ours.time.lower < HUGE_VAL);
      for (std::size_t k = 0; k < std::size(peers); ++k) {
        double time = no_contact;
        s.lines[k + 1].microseconds.push_back(
            microseconds(5, rounds, [&](std::size_t) { time = peers[k].contact(wall, b, query); }));
        s.lines[k + 1].wrong.push_back(time < no_contact);
      }
    }
    all.push_back(std::move(s));
  };
  // A corner that swings by a wall, a ball that rolls over an edge without touching it, a box that flies over a face.
  series("a box swings by a wall", box, [](double gap) {
    const double height = 1.0 + std::sqrt(0.5) + gap;
    return MotionQuery{clearance::pose({0, 0, height}, Eigen::AngleAxisd(0.1, Vec3::UnitX())),
                       clearance::pose({0, 0, height}, Eigen::AngleAxisd(1.5, Vec3::UnitX()))};
  });
  series("a ball flies by an edge", ball, [](double gap) {
    const double off = (0.5 + gap) * std::sqrt(0.5);
    return MotionQuery{Pose::translation({0, 10 + off - 3, 1 + off + 3}),
                       Pose::translation({0, 10 + off + 4, 1 + off - 4})};
  });
  series("a box flies by a face, turned", box, [](double gap) {
    const Eigen::AngleAxisd turned(0.3, Vec3(1, 2, 3).normalized());
    const clearance::Mat3 r = turned.toRotationMatrix();
    const double height = 1.0 + 0.5 * r.row(2).cwiseAbs().sum() + gap;
    return MotionQuery{Pose(r, {-4, 0, height + 0.5}), Pose(r, {4, 0, height})};
  });
  return all;
}

void print(const std::vector<GapSeries>& all) {
  fmt::print("\nTime of a query, in us, as the gap shrinks; * says that they meet\n");
  for (const GapSeries& s : all) {
    fmt::print("{}\n  {:<10}", s.title, "gap");
    for (const GapLine& line : s.lines) fmt::print("{:>12}", line.name);
    fmt::print("\n");
    for (std::size_t i = 0; i < s.gaps.size(); ++i) {
      fmt::print("  {:<10.0e}", s.gaps[i]);
      for (const GapLine& line : s.lines) fmt::print("{:>11.2f}{}", line.microseconds[i], line.wrong[i] ? "*" : " ");
      fmt::print("\n");
    }
  }
}

void write_json(const std::string& path, const std::vector<MotionRow>& rows, const std::vector<GapSeries>& gaps) {
  std::ofstream file(path);
  file << fmt::format("{{\"machine\": \"{}\", \"compiler\": \"{}\", \"rows\": [", machine(), compiler());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const MotionRow& row = rows[i];
    file << fmt::format(
        "{}\n  {{\"label\": \"{}\", \"motions\": {}, \"hits\": {}, \"open\": {}, \"mean_queries\": {:.2f}, "
        "\"widest_time\": {:.3e}, \"contestants\": [",
        i ? "," : "", row.label, row.motions, row.hits, row.open, row.queries, row.widest);
    bool first = true;
    for (const Judged& j : row.contestants) {
      if (!j.takes) continue;
      file << fmt::format(
          "{}\n    {{\"name\": \"{}\", \"least_us\": {:.4f}, \"over_ours\": {:.3f}, \"missed\": {}, \"late\": {}, "
          "\"latest\": {:.3e}, \"early\": {}, \"invented\": {}}}",
          first ? "" : ",", j.name, j.microseconds, j.microseconds / row.contestants[0].microseconds, j.missed, j.late,
          j.latest, j.early, j.invented);
      first = false;
    }
    file << "]}";
  }
  file << "\n], \"gaps\": [";
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    file << fmt::format("{}\n  {{\"title\": \"{}\", \"points\": [", i ? "," : "", gaps[i].title);
    for (std::size_t k = 0; k < gaps[i].gaps.size(); ++k) {
      file << fmt::format("{}\n    {{\"gap\": {:.0e}", k ? "," : "", gaps[i].gaps[k]);
      for (const GapLine& line : gaps[i].lines)
        file << fmt::format(", \"{}\": {{\"us\": {:.3f}, \"meets\": {}}}", line.name, line.microseconds[k],
                            line.wrong[k] ? "true" : "false");
      file << "}";
    }
    file << "]}";
  }
  file << "\n]}\n";
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

int run(const Settings& settings) {
  const std::size_t count = settings.quick ? 200 : 1000;
  Motions motions(settings.seed, count);
  const MovedBody box = moved_box({1, 1.5, 2}), rock = moved_hull(motions.ball(128)), ball = moved_sphere(0.8),
                  pill = moved_capsule(0.4, 1.2), plate = moved_box({2, 2, 1e-3}), small = moved_box({0.1, 0.2, 0.3});
  std::vector<MotionRow> rows;
  const auto add = [&](const std::string& label, const MovedBody& a, const MovedBody& b,
                       const std::vector<MotionQuery>& queries) {
    if (label.find(settings.filter) == std::string::npos) return;
    rows.push_back(run_row(label, a, b, queries, 1e-6, settings.quick));
    print(rows.back());
    std::fflush(stdout);
  };
  fmt::print("{}; {}\nFirst contact, to 1e-6 of the motion. Late: by more than {:.0e} of it\n\n", machine(), compiler(),
             allowed);
  add("boxes, translation", box, box, motions.through(0, false));
  add("spheres, translation", ball, ball, motions.through(0, false));
  add("capsules, translation", pill, pill, motions.through(0, false));
  add("hulls of 128, translation", rock, rock, motions.through(0, false));
  add("boxes, turning", box, box, motions.through(2, false));
  add("boxes, screw", box, box, motions.through(2, true));
  add("hulls of 128, turning", rock, rock, motions.through(2, false));
  add("boxes, grazing to 1e-3", box, box, motions.past(box, box, 1e-3));
  add("boxes, grazing to 1e-6", box, box, motions.past(box, box, 1e-6));
  add("hulls, grazing to 1e-6", rock, rock, motions.past(rock, rock, 1e-6));
  add("plate of 1e-3, at speed", plate, small, motions.at_speed());
  std::vector<GapSeries> gaps;
  if (settings.filter.empty()) {
    gaps = run_gaps(settings.quick);
    print(gaps);
  }
  if (!settings.json.empty()) write_json(settings.json, rows, gaps);
  if (!settings.svg.empty()) write_gap_plot(settings.svg, gaps);
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::told("clearance_bench_motion", [&] {
    bench::Settings settings;
    CLI::App app{"The first contact of moving bodies: clearance, FCL and Bullet on the same motions"};
    app.add_flag("--quick", settings.quick, "A fifth of the motions, a few of the repeats");
    app.add_option("--json", settings.json, "Write all of it as JSON");
    app.add_option("--svg", settings.svg, "Draw the times as the gap shrinks");
    app.add_option("--filter", settings.filter, "Only rows whose label contains this");
    app.add_option("--seed", settings.seed, "Another draw of the same kind");
    CLI11_PARSE(app, argc, argv);
    return bench::run(settings);
  });
}

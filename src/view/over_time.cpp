#include "view/over_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_map>

#include "view/columns.hpp"

namespace clearance::view {
namespace {

std::uint64_t key_of(std::uint64_t a, std::uint64_t b) { return std::min(a, b) << 32U | std::max(a, b); }

/// The place of each pair in the page, by its bodies in either order.
std::unordered_map<std::uint64_t, std::uint32_t> places_of(std::span<const PairAnswers> shown) {
  std::unordered_map<std::uint64_t, std::uint32_t> places;
  for (std::uint32_t i = 0; i < shown.size(); ++i) places.emplace(key_of(shown[i].pair[0], shown[i].pair[1]), i);
  return places;
}

template <class Number>
void put_column(std::string& out, std::string_view name, const std::vector<Number>& numbers) {
  fmt::format_to(std::back_inserter(out), ",\n\"{}\":", name);
  append_column(out, numbers);
}

}  // namespace

Monitored monitored(const Cell& cell, std::span<const PairAnswers> shown, const Budget& budget, double margin,
                    const std::function<double(const Bound&)>& bound_of) {
  const std::size_t cycles = cell.times.size();
  const double length = cell.times.back() - cell.times.front();
  Monitor monitor(scene_of(cell), budget,
                  {.margin = margin, .cycle = cycles > 1 ? length / static_cast<double>(cycles - 1) : 1.0});
  const auto places = places_of(shown);
  std::vector<std::int64_t> place_of(monitor.bounds().size(), -1);
  for (std::size_t i = 0; i < place_of.size(); ++i) {
    const Bound& bound = monitor.bounds()[i];
    const auto place = places.find(key_of(bound.a.value, bound.b.value));
    if (place != places.end()) place_of[i] = place->second;
  }
  Monitored out{.budget = budget, .least = {}, .refreshed = {}, .oldest = {}, .bounds = {}, .ages = {}};
  out.bounds.resize(shown.size() * cycles);
  out.ages.resize(shown.size() * cycles);
  std::vector<Pose> poses(cell.bodies.size());
  for (std::size_t k = 0; k < cycles; ++k) {
    for (std::size_t body = 0; body < poses.size(); ++body) poses[body] = cell.bodies[body].pose(k);
    const Report& report = monitor.cycle(poses);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < place_of.size(); ++i) {
      const Bound& bound = monitor.bounds()[i];
      const double worth = bound_of(bound);
      least = std::min(least, worth);
      if (place_of[i] < 0) continue;
      const std::size_t at = static_cast<std::size_t>(place_of[i]) * cycles + k;
      out.bounds[at] = worth;
      out.ages[at] = bound.age;
    }
    out.least.push_back(least);
    out.refreshed.push_back(report.refreshed);
    out.oldest.push_back(report.oldest);
  }
  return out;
}

void append_covers(std::string& out, const Certificate& certificate, std::span<const PairAnswers> shown) {
  std::vector<std::uint32_t> pairs, counts;
  std::vector<std::int32_t> parts;
  std::vector<double> ends, normals;
  const auto places = places_of(shown);
  for (const Cover& cover : certificate.covers) {
    const auto place = places.find(key_of(cover.a, cover.b));
    if (place == places.end()) continue;
    const bool turned = shown[place->second].pair[0] != cover.a;
    pairs.push_back(place->second);
    counts.push_back(static_cast<std::uint32_t>(cover.pieces.size()));
    parts.push_back(turned ? cover.part_b : cover.part_a);
    parts.push_back(turned ? cover.part_a : cover.part_b);
    for (const CoverPiece& piece : cover.pieces) {
      ends.push_back(piece.end);
      const Vec3 normal = turned ? Vec3(-piece.normal) : piece.normal;
      normals.insert(normals.end(), normal.data(), normal.data() + 3);
    }
  }
  fmt::format_to(std::back_inserter(out), ",\n\"covers\":{{\"claim\":{}", certificate.claim);
  put_column(out, "pairs", pairs);
  put_column(out, "parts", parts);
  put_column(out, "counts", counts);
  put_column(out, "ends", ends);
  put_column(out, "normals", normals);
  out += '}';
}

void append_monitored(std::string& out, const Monitored& monitored) {
  fmt::format_to(std::back_inserter(out), ",\n\"monitor\":{{\"budget_queries\":{},\"budget_us\":{}",
                 monitored.budget.queries, static_cast<double>(monitored.budget.time.count()) * 1e-3);
  put_column(out, "least", monitored.least);
  put_column(out, "refreshed", monitored.refreshed);
  put_column(out, "oldest", monitored.oldest);
  put_column(out, "bounds", monitored.bounds);
  put_column(out, "ages", monitored.ages);
  out += '}';
}

}  // namespace clearance::view

// A scene in motion. The least distance: a few looks at every pair for an upper bound, then the search of pair by pair,
// the nearest first, all against the best distance found. The certificate: for every pair of parts the longest pieces
// of time, one after another, along which the slab of a query holds by the word of the checker.

#include "clearance/certify.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "motion/approach.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "verify/swept_check.hpp"

namespace clearance {

std::string_view name(Verdict verdict) {
  constexpr std::string_view names[] = {"clear", "violated", "undecided"};
  return names[static_cast<std::size_t>(verdict)];
}

namespace {

using namespace detail;

/// Pieces of a cover, and looks for one piece, after which it is given up.
constexpr std::size_t most_pieces = 1'000'000;
constexpr int most_halvings = 48;

/// A direction with few digits, if that is as good.
Vec3 short_direction(const Vec3& n) {
  Vec3 r;
  for (int i = 0; i < 3; ++i) r[i] = std::round(n[i] * 1e4) / 1e4;
  return r;
}

/// Where two parts are at a time, as far as a direction needs it.
std::optional<Vec3> direction_at(const PartPair& pair, const Spans& spans, double time, PairState& state) {
  const Look look = look_at(pair, spans.from(time), time, {.tolerance = 1e-6}, {}, state);
  if (!look.result.has_distance()) return std::nullopt;
  return look.result.normal;
}

bool cover_parts(const PartPair& pair, const MovingBody& a, const MovingBody& b, Interval all, double claim,
                 Cover& cover) {
  const Spans spans(a.motion, b.motion);
  const check::Moving of_a = check::moving_part(a, cover.part_a), of_b = check::moving_part(b, cover.part_b);
  const check::Real needed = check::Real(claim) + check::uncertainty_of(a, b);
  const auto proves = [&](double begin, double end, const Vec3& n) {
    return check::slab_over(of_a, of_b, begin, end, n) >= needed;
  };
  PairState state;
  double time = all.lower, step = all.upper - all.lower;
  for (bool done = false; !done; done = time >= all.upper) {
    int tries = 0;
    for (;; ++tries) {
      const double end = time + step < all.upper ? time + step : all.upper, middle = time + 0.5 * (end - time);
      const auto n = direction_at(pair, spans, std::clamp(middle, spans.begin(), spans.end()), state);
      if (!n || tries > most_halvings) return false;
      const Vec3 rough = short_direction(*n);
      const bool as_good = proves(time, end, rough);
      if (as_good || proves(time, end, *n)) {
        cover.pieces.push_back({end, as_good ? rough : *n});
        time = end;
        break;
      }
      step *= 0.5;
    }
    if (cover.pieces.size() > most_pieces) return false;
    if (tries == 0) step *= 2.0;
  }
  return true;
}

std::optional<Certificate> certificate_of(std::span<const MovingBody> bodies, std::span<const BodyPair> pairs,
                                          double claim) {
  Certificate certificate{claim, {}};
  const Interval all = check::duration(bodies);
  for (const auto& [a, b] : pairs) {
    PartPairs parts(bodies[a].shape, bodies[b].shape);
    for (std::size_t i = 0; i < parts.count(); ++i) {
      const PartPair pair = parts[i];
      Cover cover{a, b, pair.name_a, pair.name_b, {}};
      if (!cover_parts(pair, bodies[a], bodies[b], all, claim, cover)) return std::nullopt;
      certificate.covers.push_back(std::move(cover));
    }
  }
  return certificate;
}

}  // namespace

Certified certify(std::span<const MovingBody> bodies, std::span<const BodyPair> pairs, const CertifyOptions& options) {
  Nearest nearest;
  Certified answer;
  std::vector<double> scouted(pairs.size(), HUGE_VAL);
  const auto found = [&](std::size_t i) {
    answer.a = pairs[i].first;
    answer.b = pairs[i].second;
  };
  const auto body = [&](std::size_t i) -> const MovingBody& { return bodies[i]; };
  if (!pairs.empty()) found(0);  // where nothing is known of any
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const MovingBody &a = body(pairs[i].first), &b = body(pairs[i].second);
    nearest.allowance = allowance(a.shape, a.uncertain, b.shape, b.uncertain);
    nearest.scouted = HUGE_VAL;
    if (scout(a.shape, a.motion, b.shape, b.motion, nearest)) found(i);
    scouted[i] = nearest.scouted;
  }
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return scouted[i] < scouted[j]; });
  for (const std::size_t i : order) {
    const MovingBody &a = body(pairs[i].first), &b = body(pairs[i].second);
    nearest.allowance = allowance(a.shape, a.uncertain, b.shape, b.uncertain);
    if (find_least(a.shape, a.motion, b.shape, b.motion, options.motion, nearest)) found(i);
  }
  answer.distance = {nearest.least.lower(), nearest.least.upper()};
  answer.at_time = nearest.least.at();
  answer.time = {answer.at_time, answer.at_time};
  answer.queries = static_cast<std::uint64_t>(nearest.queries);
  if (pairs.empty()) answer.distance = {HUGE_VAL, HUGE_VAL};
  if (answer.distance.lower >= options.margin)
    answer.verdict = Verdict::clear;
  else if (answer.distance.upper < options.margin)
    answer.verdict = Verdict::violated;
  if (answer.verdict == Verdict::undecided && !pairs.empty()) {
    const MovingBody &a = body(answer.a), &b = body(answer.b);
    const double by = allowance(a.shape, a.uncertain, b.shape, b.uncertain);
    answer.in_doubt = keeps(a.shape, a.motion, b.shape, b.motion, options.margin + by, options.motion);
  }
  if (options.certificate && answer.verdict == Verdict::clear)
    answer.certificate = certificate_of(bodies, pairs, options.margin);
  return answer;
}

}  // namespace clearance

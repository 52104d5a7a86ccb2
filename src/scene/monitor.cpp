// A cycle: frames of all bodies; the bound of every pair from its last slab, or, where bodies are not convex or have no
// end, from how far their points may have gone; then queries, as far as the budget goes, by triage: Fenger,
// section 4.6, sorts pairs into bins by the cycles left until a collision is possible, and serves the rest stalest
// first.

#include "clearance/monitor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "numeric/arithmetic_mode.hpp"
#include "proof/moving_bound.hpp"

namespace clearance {

using namespace detail;  // NOLINT(google-build-using-namespace): as in scene.cpp

namespace {

/// Bins of urgency: bin k holds pairs that could reach the margin in less than 2^k cycles.
constexpr std::size_t bins = 8;
constexpr std::uint8_t not_urgent = 255;
/// How many of the least bounds are looked after.
constexpr std::size_t least_kept = 16;

/// A pair: its bound, and its place in the order of queries.
struct Watched {
  MovingBound moving;
  std::uint32_t a = 0, b = 0;
  std::uint32_t staler = 0, fresher = 0;
  std::uint8_t bin = not_urgent;
};

}  // namespace

struct Monitor::Impl {
  Impl(const Scene& given, const Budget& allowed, const MonitorOptions& wanted)
      : scene(given), budget(allowed), options(wanted) {
    const std::size_t count = scene.pair_count();
    if (count == 0) throw InvalidInput("monitor: the scene has no pairs");
    if (count > most_pairs)
      throw InvalidInput("monitor: " + std::to_string(count) + " pairs are more than " + std::to_string(most_pairs) +
                         "; put bodies that need not be watched against each other into groups");
    if (!(options.cycle > 0.0)) throw InvalidInput("monitor: the time of a cycle must be positive");
    std::vector<std::uint32_t> index_of_id;
    for (const BodyId id : scene.bodies()) {
      index_of_id.resize(std::max<std::size_t>(index_of_id.size(), id.value + std::size_t{1}));
      index_of_id[id.value] = static_cast<std::uint32_t>(bodies.size());
      bodies.emplace_back(scene.shape(id), scene.pose(id));
    }
    std::vector<IdPair> ids(count);
    scene.pairs(ids);
    pairs.resize(count);
    bounds.resize(count);
    states.resize(count);
    urgent.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      pairs[i].a = index_of_id[ids[i].first.value];
      pairs[i].b = index_of_id[ids[i].second.value];
      pairs[i].staler = i == 0 ? end : i - 1;
      pairs[i].fresher = i + 1 == count ? end : i + 1;
      bounds[i].a = ids[i].first;
      bounds[i].b = ids[i].second;
    }
    stalest = 0;
    freshest = static_cast<std::uint32_t>(count) - 1;
    for (std::uint32_t i = 0; i < count; ++i) ask(i);
    per_cycle = budget.queries > 0 ? budget.queries : 1.0;
    summarise();
    report.refreshed = static_cast<int>(std::min<std::size_t>(count, 0x7FFFFFFF));
  }

  using Clock = std::chrono::steady_clock;

  void run(std::span<const Pose> poses) noexcept {
    begun = Clock::now();
    asked = 0;
    move_bodies(poses);
    move_bounds();
    if (options.triage) {
      serve_urgent();
      serve_least();
    }
    for (std::size_t k = 0; k < pairs.size() && bounds[stalest].age > 0 && in_budget(); ++k) ask(stalest);
    per_cycle = 0.9 * per_cycle + 0.1 * std::max(1, asked);
    summarise();
  }

  bool in_budget() const noexcept {
    if (budget.queries > 0 && asked >= budget.queries) return false;
    return budget.time.count() <= 0 || Clock::now() - begun < budget.time;
  }

  void move_bodies(std::span<const Pose> poses) noexcept {
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (i < poses.size())
        bodies[i].move_to(poses[i]);
      else
        bodies[i].known = false;
  }

  void move_bounds() noexcept {
    // Cycles until a pair has its turn, if nothing else is served.
    const double wait = static_cast<double>(pairs.size()) / per_cycle;
    const double per_second = 1.0 / options.cycle;
    bin_sizes.fill(0);
    least_count = 0;
    least_full = HUGE_VAL;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      Bound& bound = bounds[i];
      const double before = bound.lower;
      pairs[i].moving.follow(bound, bodies[pairs[i].a], bodies[pairs[i].b]);
      const double fell = before - bound.lower;
      const bool comparable = std::fabs(fell) < HUGE_VAL;
      bound.closing = comparable ? fell * per_second : 0.0;
      ++bound.age;
      pairs[i].bin = bin_of(bound.lower - options.margin, comparable && fell > 0.0 ? fell : 0.0, wait);
      if (pairs[i].bin != not_urgent) ++bin_sizes[pairs[i].bin];
      keep_least(i);
    }
  }

  /// By the cycles until the bound could be at the margin.
  static std::uint8_t bin_of(double slack, double fall, double wait) noexcept {
    if (!(slack > 0.0)) return 0;
    if (slack > fall * wait) return not_urgent;
    double cycles = 2.0 * fall;  // the next bound is only there in the next cycle
    std::uint8_t bin = 0;
    while (bin + 1U < bins && slack > cycles) cycles *= 2.0, ++bin;
    return bin;
  }

  void keep_least(std::uint32_t i) noexcept {
    const double lower = bounds[i].lower;
    if (!(lower < least_full)) return;
    if (least_count < least_kept) ++least_count;
    std::size_t place = least_count - 1;
    for (; place > 0 && lower < bounds[least[place - 1]].lower; --place) least[place] = least[place - 1];
    least[place] = i;
    if (least_count == least_kept) least_full = bounds[least[least_kept - 1]].lower;
  }

  /// The urgent bins in order, in each the stalest first.
  void serve_urgent() noexcept {
    std::array<std::uint32_t, bins> next{};
    std::uint32_t total = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) next[bin] = total, total += bin_sizes[bin];
    if (total == 0) return;
    for (std::uint32_t i = stalest; i != end; i = pairs[i].fresher)
      if (pairs[i].bin != not_urgent) urgent[next[pairs[i].bin]++] = i;
    for (std::uint32_t k = 0; k < total && in_budget(); ++k) ask_early(urgent[k]);
  }

  /// Until the least bound is that of a query of this cycle.
  void serve_least() noexcept {
    double fresh = HUGE_VAL;
    for (std::size_t k = 0; k < least_count; ++k)
      if (bounds[least[k]].age == 0) fresh = std::fmin(fresh, bounds[least[k]].lower);
    for (std::size_t k = 0; k < least_count && in_budget(); ++k) {
      const std::uint32_t i = least[k];
      if (bounds[i].age == 0 || bounds[i].lower > fresh) continue;
      ask_early(i);
      fresh = std::fmin(fresh, bounds[i].lower);
    }
  }

  /// Out of turn. One query in four is left to those whose turn it is.
  void ask_early(std::uint32_t i) noexcept {
    owed += 1;
    if (owed == 3) {
      owed = 0;
      if (bounds[stalest].age > 0) ask(stalest);
      if (!in_budget()) return;
    }
    if (bounds[i].age > 0) ask(i);
  }

  void ask(std::uint32_t i) noexcept {
    Watched& pair = pairs[i];
    Bound& bound = bounds[i];
    const MovingBody &a = bodies[pair.a], &b = bodies[pair.b];
    to_freshest(i);
    if (!a.known || !b.known || !a.present || !b.present) return;
    bound.age = 0;
    ++asked;
    Options query = scene.options().query;
    if (query.method != Method::automatic && !info(query.method).accepts(a.shape, b.shape))
      query.method = Method::automatic;
    pair.moving.renew(bound, distance(a.shape, a.pose, b.shape, b.pose, query, &states[i]), a, b);
  }

  void to_freshest(std::uint32_t i) noexcept {
    if (i == freshest) return;
    const std::uint32_t before = pairs[i].staler, after = pairs[i].fresher;
    (before == end ? stalest : pairs[before].fresher) = after;
    pairs[after].staler = before;
    pairs[freshest].fresher = i;
    pairs[i].staler = freshest;
    pairs[i].fresher = end;
    freshest = i;
  }

  void summarise() noexcept {
    report = Report{};
    const Bound* least_bound = nullptr;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const Bound& bound = bounds[i];
      if (bound.lower < HUGE_VAL) report.oldest = std::max(report.oldest, bound.age);
      if (bound.lower < options.margin) ++report.below_margin;
      if (least_bound == nullptr || bound.lower < least_bound->lower) least_bound = &bound;
      const double slack = bound.lower - options.margin;
      if (!(slack > 0.0))
        report.time_to_margin = 0.0;
      else if (slack < bound.closing * report.time_to_margin)  // a division only where it counts
        report.time_to_margin = slack / bound.closing;
      if (bound.lower == -HUGE_VAL && (!bodies[pairs[i].a].known || !bodies[pairs[i].b].known)) ++report.unknown;
    }
    state_least(report, *least_bound);
    report.a = least_bound->a;
    report.b = least_bound->b;
    report.normal = least_bound->normal;
    report.closing = least_bound->closing;
    report.refreshed = asked;
  }

  static constexpr std::uint32_t end = 0xFFFFFFFF;
  Scene scene;
  Budget budget;
  MonitorOptions options;
  std::vector<MovingBody> bodies;
  std::vector<Watched> pairs;
  std::vector<Bound> bounds;
  std::vector<PairState> states;
  std::vector<std::uint32_t> urgent;
  std::array<std::uint32_t, bins> bin_sizes{};
  std::array<std::uint32_t, least_kept> least{};
  std::size_t least_count = 0;
  double least_full = HUGE_VAL;  ///< what a bound must be below to be among the least
  std::uint32_t stalest = end, freshest = end;
  double per_cycle = 1.0;  ///< queries, on average
  int asked = 0;
  int owed = 0;  ///< queries out of turn since the last in turn
  Clock::time_point begun;
  Report report;
};

Monitor::Monitor(const Scene& scene, const Budget& budget, const MonitorOptions& options)
    : impl_(in_standard_arithmetic([&] { return std::make_unique<Impl>(scene, budget, options); })) {}
Monitor::~Monitor() = default;
Monitor::Monitor(Monitor&&) noexcept = default;
Monitor& Monitor::operator=(Monitor&&) noexcept = default;

const Report& Monitor::cycle(std::span<const Pose> poses) noexcept {
  in_standard_arithmetic([&] { return impl_->run(poses); });
  return impl_->report;
}

void Monitor::leave_out(BodyId id) noexcept {
  const std::span<const BodyId> ids = impl_->scene.bodies();
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] == id) impl_->bodies[i].present = false;
}

void Monitor::set_uncertain(BodyId id, const Uncertain& uncertain) noexcept {
  const std::span<const BodyId> ids = impl_->scene.bodies();
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  if (found == ids.end() || *found != id) return;
  MovingBody& body = impl_->bodies[static_cast<std::size_t>(found - ids.begin())];
  const bool stated = uncertain.position >= 0.0 && uncertain.angle >= 0.0 && uncertain.surface >= 0.0;
  body.loose = stated ? allowance(body.shape, uncertain, body.shape, {}) : HUGE_VAL;  // else nothing is known
}

const Report& Monitor::report() const noexcept { return impl_->report; }
std::span<const Bound> Monitor::bounds() const noexcept { return impl_->bounds; }
const Scene& Monitor::scene() const noexcept { return impl_->scene; }

}  // namespace clearance

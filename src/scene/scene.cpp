#include "clearance/scene.hpp"

#include <array>

#include "numeric/arithmetic_mode.hpp"
#include "scene/search.hpp"
#include "scene/sinks.hpp"
#include "threads/workers.hpp"

namespace clearance {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of a scene, which meet here

namespace {

/// Pairs of the last answer that the next search begins with, and the most that threads share a search for.
constexpr std::size_t most_remembered = 64;
/// Tasks for each thread, before work is shared out.
constexpr std::size_t tasks_each = 16;
/// Pairs that one thread asks in one go.
constexpr std::size_t batch = 16;

}  // namespace

struct Scene::Impl {
  explicit Impl(const SceneOptions& given) : options(given), workers(given.threads) {
    options.query.max_distance = HUGE_VAL;
    options.query.min_distance = -HUGE_VAL;
    threads.resize(static_cast<std::size_t>(workers.count()));
    prepare();
  }
  Impl(const Impl& other)
      : world(other.world), options(other.options), workers(options.threads), remembered(other.remembered) {
    world.adopt_names();
    threads.resize(static_cast<std::size_t>(workers.count()));
    prepare();
  }
  Impl(Impl&&) = delete;
  Impl& operator=(const Impl&) = delete;
  Impl& operator=(Impl&&) = delete;
  ~Impl() = default;

  /// Room for every query to come, so that none allocates.
  void prepare() {
    const std::size_t bodies = world.ids().size(), listed = world.is_listed() ? world.listed().size() : 0;
    const std::size_t pairs = bodies < 2 ? 1 : bodies * (bodies - 1) / 2;
    for (Thread& thread : threads) {
      const std::size_t room = 1024 + 4 * bodies + listed;
      if (thread.queue.capacity() < room) thread.queue.reserve(2 * room);
      thread.states.resize(std::min({options.states, pairs, 64 + 16 * bodies}));
      if (threads.size() > 1) thread.found.resize(most_remembered);
    }
    remembered.reserve(most_remembered);
  }

  int slot(BodyId body) const {
    const int slot = world.slot_of(body);
    if (slot < 0) throw InvalidInput("scene: no body has the id " + std::to_string(body.value));
    return slot;
  }

  template <class Sink>
  void start(Search<Sink>& search, int slot) {
    if (world.is_listed() && slot < 0) return search.listed_pairs();
    if (slot < 0) return search.all_pairs();
    if (!world.is_listed()) search.pairs_of(slot);
  }

  /// The nearest pairs, of one body or, if slot is -1, of all.
  struct Found {
    std::size_t count;
    double least;
  };
  [[gnu::noinline]] Found nearest(std::span<PairDistance> out, int slot) {
    if (out.empty()) return {0, HUGE_VAL};
    const PairQueries queries(world, threads.front().states, options.query);
    NearestPairs sink(world, queries, out);
    if (slot < 0) sink.look_first(remembered);
    if (slot >= 0 && world.is_listed())
      for (const auto& [a, b] : world.listed())
        if (world.slot_of(a) == slot || world.slot_of(b) == slot) sink.look(world.slot_of(a), world.slot_of(b));
    Search search(world, threads.front().queue, sink);
    start(search, slot);
    if (threads.size() > 1 && out.size() <= most_remembered)
      search_together(search, sink, out.size(), slot < 0);
    else
      search.run();
    const Found found{sink.finish(), sink.least()};
    if (slot < 0) {
      remembered.clear();
      for (std::size_t i = 0; i < std::min(found.count, most_remembered); ++i)
        remembered.emplace_back(out[i].a, out[i].b);
    }
    return found;
  }

  /// The tasks of a search, shared out; threads tell each other how near a pair has to be.
  void search_together(Search<NearestPairs>& search, NearestPairs& sink, std::size_t wanted, bool remembering) {
    search.run(tasks_each * threads.size());
    std::vector<Task>& all = threads.front().queue;
    if (all.empty()) return;
    std::sort(all.begin(), all.end(), [](const Task& p, const Task& q) { return p.bound < q.bound; });
    std::array<Task, 4096> tasks;
    while (all.size() > tasks.size()) {  // only a list of pairs can be as long
      search.run();
      return;
    }
    const std::size_t count = all.size();
    std::copy(all.begin(), all.end(), tasks.begin());
    all.clear();
    std::atomic<double> limit(sink.limit());
    struct Share {
      std::size_t count = 0;
      double least = HUGE_VAL;
    };
    std::array<Share, 256> parts;
    const std::size_t shares = std::min(threads.size(), parts.size());
    const auto search_share = [&](std::size_t i) {
      Thread& thread = threads[i];
      const PairQueries queries(world, thread.states, options.query);
      NearestPairs own(world, queries, std::span(thread.found).first(wanted), &limit);
      if (remembering) own.skip(remembered);
      Search local(world, thread.queue, own);
      for (std::size_t k = i; k < count; k += shares) local.take(tasks[k]);
      local.run();
      parts[i] = {own.count(), own.least()};
    };
    workers.each(shares, [&](std::size_t i) { in_standard_arithmetic([&] { return search_share(i); }); });
    for (std::size_t i = 0; i < shares; ++i) {
      for (std::size_t k = 0; k < parts[i].count; ++k) sink.take(threads[i].found[k]);
      sink.lower_least(parts[i].least);
    }
  }

  [[gnu::noinline]] std::optional<PairDistance> one(int slot) {
    PairDistance nearest_pair;
    const Found found = nearest(std::span(&nearest_pair, 1), slot);
    if (found.count == 0) return std::nullopt;
    if (found.least < nearest_pair.result.lower) extend_to(nearest_pair.result, found.least);
    return nearest_pair;
  }

  [[gnu::noinline]] std::size_t within(double limit, std::span<PairDistance> out) {
    const PairQueries queries(world, threads.front().states, options.query);
    PairsWithin sink(world, queries, limit, out);
    Search search(world, threads.front().queue, sink);
    start(search, -1);
    search.run();
    return sink.finish();
  }

  [[gnu::noinline]] std::size_t all(std::span<PairDistance> out) {
    std::size_t wanted = 0;
    world.each_pair([&](int a, int b) {
      if (wanted == out.size()) return false;
      out[wanted].a = world.body(a).id;
      out[wanted++].b = world.body(b).id;
      return true;
    });
    const PairQueries queries(world, threads.front().states, options.query);
    workers.each((wanted + batch - 1) / batch, [&](std::size_t i) {
      for (std::size_t k = i * batch; k < std::min(wanted, (i + 1) * batch); ++k)
        out[k] = queries.answer(world.slot_of(out[k].a), world.slot_of(out[k].b));
    });
    return world.pair_count();
  }

  struct Thread {
    std::vector<Task> queue;
    PairStates states;
    std::vector<PairDistance> found;
  };
  World world;
  SceneOptions options;
  Workers workers;
  std::vector<Thread> threads;
  std::vector<IdPair> remembered;
};

Scene::Scene(const SceneOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Scene::~Scene() = default;
Scene::Scene(const Scene& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Scene& Scene::operator=(const Scene& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

BodyId Scene::add(std::string name, Shape shape, const Pose& pose, std::string_view group) {
  NewBody body{std::move(name), std::move(shape), pose, std::string(group)};
  const int slot = in_standard_arithmetic([&] { return impl_->world.add(std::move(body)); });
  impl_->prepare();
  return impl_->world.body(slot).id;
}

std::vector<BodyId> Scene::add(std::vector<NewBody> bodies) {
  const std::vector<int> slots = in_standard_arithmetic([&] { return impl_->world.add(std::move(bodies)); });
  impl_->prepare();
  std::vector<BodyId> ids;
  ids.reserve(slots.size());
  for (const int slot : slots) ids.push_back(impl_->world.body(slot).id);
  return ids;
}

void Scene::remove(BodyId body) {
  const int slot = impl_->slot(body);
  in_standard_arithmetic([&] { return impl_->world.remove(slot); });
}

void Scene::set_pose(BodyId body, const Pose& pose) {
  const int slot = impl_->slot(body);
  in_standard_arithmetic([&] { return impl_->world.set_pose(slot, pose); });
}

void Scene::set_poses(std::span<const Pose> poses) {
  const std::span<const BodyId> ids = bodies();
  if (poses.size() != ids.size())
    throw InvalidInput("scene: " + std::to_string(poses.size()) + " poses for " + std::to_string(ids.size()) +
                       " bodies");
  in_standard_arithmetic([&] {
    for (std::size_t i = 0; i < ids.size(); ++i) impl_->world.set_pose(impl_->world.slot_of(ids[i]), poses[i]);
  });
}

void Scene::ignore(BodyId a, BodyId b) {
  impl_->slot(a), impl_->slot(b);
  impl_->world.ignore(a, b);
}
void Scene::ignore(std::string_view group_a, std::string_view group_b) {
  if (group_a.empty() || group_b.empty()) throw InvalidInput("scene: a group has a name");
  impl_->world.ignore_groups(group_a, group_b);
}
void Scene::only(std::span<const IdPair> pairs) {
  for (const auto& [a, b] : pairs) impl_->slot(a), impl_->slot(b);
  impl_->world.only(pairs);
  impl_->remembered.clear();  // they may be none of these
  impl_->prepare();
}

std::span<const BodyId> Scene::bodies() const { return impl_->world.ids(); }
const Shape& Scene::shape(BodyId body) const { return *impl_->world.body(impl_->slot(body)).shape; }
const Pose& Scene::pose(BodyId body) const { return impl_->world.body(impl_->slot(body)).pose; }
const std::string& Scene::name(BodyId body) const { return *impl_->world.body(impl_->slot(body)).name; }
std::optional<BodyId> Scene::find(std::string_view name) const {
  const int slot = impl_->world.slot_of(name);
  return slot < 0 ? std::nullopt : std::optional(impl_->world.body(slot).id);
}
bool Scene::paired(BodyId a, BodyId b) const {
  if (a == b) return false;
  const World& world = impl_->world;
  if (b < a) std::swap(a, b);
  if (world.is_listed())
    return std::find(world.listed().begin(), world.listed().end(), IdPair{a, b}) != world.listed().end();
  return world.paired(world.body(impl_->slot(a)), world.body(impl_->slot(b)));
}
std::size_t Scene::pair_count() const { return impl_->world.pair_count(); }
std::size_t Scene::pairs(std::span<IdPair> out) const {
  std::size_t count = 0;
  const World& world = impl_->world;
  world.each_pair([&](int a, int b) {
    if (count == out.size()) return false;
    out[count++] = {world.body(a).id, world.body(b).id};
    return true;
  });
  return world.pair_count();
}
const SceneOptions& Scene::options() const { return impl_->options; }

std::optional<PairDistance> Scene::closest() {
  return in_standard_arithmetic([&] { return impl_->one(-1); });
}
std::size_t Scene::closest(std::span<PairDistance> out) {
  return in_standard_arithmetic([&] { return impl_->nearest(out, -1).count; });
}
std::size_t Scene::within(double limit, std::span<PairDistance> out) {
  return in_standard_arithmetic([&] { return impl_->within(limit, out); });
}
std::optional<PairDistance> Scene::closest_to(BodyId body) {
  const int slot = impl_->slot(body);
  return in_standard_arithmetic([&] { return impl_->one(slot); });
}
std::size_t Scene::all(std::span<PairDistance> out) {
  return in_standard_arithmetic([&] { return impl_->all(out); });
}

}  // namespace clearance

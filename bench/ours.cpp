#include <algorithm>

#include "clearance/clearance.hpp"
#include "contestant.hpp"

namespace bench {
namespace {

clearance::Shape shape_of(const Solid& s) {
  switch (s.kind) {
    case Kind::hull:
      return clearance::Hull::from_points(s.points);
    case Kind::box:
      return clearance::Box(s.size);
    case Kind::sphere:
      return clearance::Sphere(s.size.x());
    case Kind::capsule:
      return clearance::Capsule(s.size.x(), s.size.y());
    case Kind::cylinder:
      return clearance::Cylinder(s.size.x(), s.size.y());
    case Kind::cone:
      return clearance::Cone(s.size.x(), s.size.y());
    case Kind::ellipsoid:
      return clearance::Ellipsoid(s.size);
  }
  return clearance::Point();
}

class Clearance final : public Ours {
 public:
  Clearance(std::string_view name, const clearance::Options& options, bool tracking)
      : name_(name), options_(options), tracking_(tracking) {}

  std::string_view name() const override { return name_; }

  void prepare(const Workload& workload) override {
    workload_ = &workload;
    shapes_.clear();
    pairs_.clear();
    for (const Solid& s : workload.solids) shapes_.push_back(shape_of(s));
    for (const Query& q : workload.queries)
      pairs_.push_back({static_cast<size_t>(q.a),
                        static_cast<size_t>(q.b),
                        q.starts_track,
                        0.5 * static_cast<double>(q.answer),
                        {q.pose_a.rotation, q.pose_a.position},
                        {q.pose_b.rotation, q.pose_b.position}});
  }

  void answer(std::span<double> distances) override {
    size_t i = 0;
    if (workload_->question == Question::margin)
      check_margins(distances);
    else
      for_each([&](const clearance::Result& r) {
        distances[i++] = r.ending == clearance::Ending::beyond_limit ? apart_by_some : r.distance;
      });
  }

  Enclosures enclosures() override {
    Enclosures e;
    size_t i = 0;
    for_each([&](const clearance::Result& r) {
      const Query& q = workload_->queries[i++];
      e.mean_width += (r.upper - r.lower) / static_cast<double>(pairs_.size());
      e.mean_iterations += static_cast<double>(r.iterations) / static_cast<double>(pairs_.size());
      e.most_iterations = std::max(e.most_iterations, r.iterations);
      e.misses += !(q.answer >= r.lower - q.answer_error && q.answer <= r.upper + q.answer_error);
      e.unconverged += !r.finished();
    });
    return e;
  }

 private:
  struct Pair {
    size_t a, b;
    bool starts_track;
    double half;  ///< of the distance
    clearance::Pose pose_a, pose_b;
  };

  template <class Use>
  void for_each(const Use& use) {
    clearance::PairState state;
    clearance::PairState* const carried = workload_->tracked && tracking_ ? &state : nullptr;
    for (const Pair& p : pairs_) {
      if (p.starts_track) state = {};
      if (workload_->question == Question::limit) options_.max_distance = p.half;
      use(clearance::distance(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b, options_, carried));
    }
    options_.max_distance = std::numeric_limits<double>::infinity();
  }

  void check_margins(std::span<double> distances) {
    clearance::PairState state;
    size_t i = 0;
    for (const Pair& p : pairs_) {
      if (p.starts_track) state = {};
      const clearance::MarginCheck check = clearance::check_margin(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b,
                                                                   p.half, workload_->tracked ? &state : nullptr);
      distances[i++] = check.kept() ? apart_by_some : std::numeric_limits<double>::quiet_NaN();
    }
  }

  std::string name_;
  clearance::Options options_;
  bool tracking_;
  const Workload* workload_ = nullptr;
  std::vector<clearance::Shape> shapes_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::unique_ptr<Ours> make_ours(std::string_view name, const clearance::Options& options, bool tracking) {
  return std::make_unique<Clearance>(name, options, tracking);
}

}  // namespace bench

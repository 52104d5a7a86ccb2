#include <ccd/ccd.h>
#include <ccd/quat.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contestant.hpp"

// libccd alone. It says whether two shapes meet, and how deep they do; it has no distances, so of shapes that are apart
// it says only that.

namespace bench {
namespace {

/// A shape in place, as its support function takes it.
struct Placed {
  const Solid* solid;
  Mat3 rotation;
  Vec3 position;
};

Vec3 support_of(const Solid& s, const Vec3& d) {
  const double r = s.size.x(), half = 0.5 * s.size.y(), across = std::hypot(d.x(), d.y());
  const double z = d.z() < 0.0 ? -half : half, f = across > 0.0 ? r / across : 0.0;
  switch (s.kind) {
    case Kind::hull:
    case Kind::box:
      return *std::max_element(s.points.begin(), s.points.end(),
                               [&](const Vec3& p, const Vec3& q) { return p.dot(d) < q.dot(d); });
    case Kind::sphere:
      return d.normalized() * r;
    case Kind::capsule:
      return d.normalized() * r + Vec3(0.0, 0.0, z);
    case Kind::cylinder:
      return {d.x() * f, d.y() * f, z};
    case Kind::cone:
      return d.z() * half > r * across - d.z() * half ? Vec3(0.0, 0.0, half) : Vec3(d.x() * f, d.y() * f, -half);
    case Kind::ellipsoid: {
      const Vec3 scaled = s.size.cwiseProduct(d);
      return s.size.cwiseProduct(scaled) / scaled.norm();
    }
  }
  return Vec3::Zero();
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Placed& p = *static_cast<const Placed*>(object);
  const Vec3 d = p.rotation.transpose() * Vec3(direction->v[0], direction->v[1], direction->v[2]);
  const Vec3 at = p.rotation * support_of(*p.solid, d) + p.position;
  ccdVec3Set(out, at.x(), at.y(), at.z());
}

class Ccd final : public Contestant {
 public:
  Ccd() {
    CCD_INIT(&ccd_);
    ccd_.support1 = ccd_.support2 = support;
    ccd_.max_iterations = 500;
    ccd_.epa_tolerance = 1e-6;
  }
  std::string_view name() const override { return "libccd"; }

  void prepare(const Workload& workload) override {
    solids_ = workload.solids;
    pairs_.clear();
    const auto placed = [&](int solid, const Placement& at) {
      return Placed{&solids_[static_cast<size_t>(solid)], at.rotation, at.position};
    };
    for (const Query& q : workload.queries) pairs_.push_back({placed(q.a, q.pose_a), placed(q.b, q.pose_b)});
    penetrating_ = workload.penetrating;
  }

  void answer(std::span<double> distances) override {
    size_t i = 0;
    for (const Pair& p : pairs_) distances[i++] = penetrating_ ? depth_of(p) : apart(p);
  }

 private:
  struct Pair {
    Placed a, b;
  };

  double apart(const Pair& p) const {
    return ccdGJKIntersect(&p.a, &p.b, &ccd_) == 0 ? apart_by_some : std::numeric_limits<double>::quiet_NaN();
  }
  double depth_of(const Pair& p) const {
    ccd_real_t depth = 0.0;
    ccd_vec3_t direction, position;
    const bool meet = ccdGJKPenetration(&p.a, &p.b, &ccd_, &depth, &direction, &position) == 0;
    return meet ? -depth : std::numeric_limits<double>::quiet_NaN();
  }

  ccd_t ccd_;
  std::vector<Solid> solids_;
  std::vector<Pair> pairs_;
  bool penetrating_ = false;
};

}  // namespace

std::unique_ptr<Contestant> make_ccd() { return std::make_unique<Ccd>(); }

}  // namespace bench

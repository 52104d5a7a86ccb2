#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cmath>
#include <exception>
#include <limits>
#include <string>

#include "contestant.hpp"

namespace bench {
namespace {

std::unique_ptr<fcl::CollisionGeometryd> geometry_of(const Solid& s) {
  switch (s.kind) {
    case Kind::hull: {
      const auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(s.points.begin(), s.points.end());
      const auto faces = std::make_shared<std::vector<int>>();
      for (const std::array<int, 3>& f : s.faces) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
      return std::make_unique<fcl::Convexd>(vertices, static_cast<int>(s.faces.size()), faces);
    }
    case Kind::box:
      return std::make_unique<fcl::Boxd>(s.size);
    case Kind::sphere:
      return std::make_unique<fcl::Sphered>(s.size.x());
    case Kind::capsule:
      return std::make_unique<fcl::Capsuled>(s.size.x(), s.size.y());
    case Kind::cylinder:
      return std::make_unique<fcl::Cylinderd>(s.size.x(), s.size.y());
    case Kind::cone:
      return std::make_unique<fcl::Coned>(s.size.x(), s.size.y());
    case Kind::ellipsoid:
      return std::make_unique<fcl::Ellipsoidd>(s.size);
  }
  return nullptr;
}

fcl::Transform3d transform_of(const Placement& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = pose.rotation;
  t.translation() = pose.position;
  return t;
}

class Fcl final : public Contestant {
 public:
  Fcl(std::string_view name, bool libccd, double tolerance) : name_(name) {
    request_.enable_nearest_points = true;
    request_.distance_tolerance = tolerance;
    request_.gjk_solver_type = libccd ? fcl::GST_LIBCCD : fcl::GST_INDEP;
    contact_request_.enable_contact = true;
    contact_request_.gjk_solver_type = request_.gjk_solver_type;
  }

  std::string_view name() const override { return name_; }

  void prepare(const Workload& workload) override {
    geometries_.clear();
    pairs_.clear();
    // Depths have a code path of their own, which costs more; it is asked for only where there is a depth.
    request_.enable_signed_distance = workload.penetrating;
    for (const Solid& s : workload.solids) geometries_.push_back(geometry_of(s));
    for (const Query& q : workload.queries)
      pairs_.push_back({geometries_[static_cast<size_t>(q.a)].get(), geometries_[static_cast<size_t>(q.b)].get(),
                        transform_of(q.pose_a), transform_of(q.pose_b)});
  }

  void answer(std::span<double> distances) override {
    size_t i = 0;
    for (const Pair& p : pairs_) {
      double& d = distances[i++];
      try {
        d = depth_by_contact() ? contact_distance(p) : distance(p);
      } catch (const std::exception&) {
        d = std::numeric_limits<double>::quiet_NaN();
      }
    }
  }

 private:
  struct Pair {
    const fcl::CollisionGeometryd *a, *b;
    fcl::Transform3d pose_a, pose_b;
  };

  // The signed distance of FCL's own solver aborts the process where its depth fails, so that depth, which it takes
  // from a contact, is asked for as such.
  bool depth_by_contact() const {
    return request_.enable_signed_distance && request_.gjk_solver_type == fcl::GST_INDEP;
  }

  double distance(const Pair& p) {
    result_.clear();
    fcl::distance(p.a, p.pose_a, p.b, p.pose_b, request_, result_);
    return result_.min_distance;
  }

  // The sign of that depth differs from pair to pair of shape types.
  double contact_distance(const Pair& p) {
    contacts_.clear();
    fcl::collide(p.a, p.pose_a, p.b, p.pose_b, contact_request_, contacts_);
    return contacts_.isCollision() ? -std::abs(contacts_.getContact(0).penetration_depth)
                                   : std::numeric_limits<double>::quiet_NaN();
  }

  std::string name_;
  fcl::DistanceRequestd request_;
  fcl::DistanceResultd result_;
  fcl::CollisionRequestd contact_request_;
  fcl::CollisionResultd contacts_;
  std::vector<std::unique_ptr<fcl::CollisionGeometryd>> geometries_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::unique_ptr<Contestant> make_fcl(std::string_view name, bool libccd, double tolerance) {
  return std::make_unique<Fcl>(name, libccd, tolerance);
}

}  // namespace bench

#include "literature/qp/bobrow.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

/// Within this of a facet, relative to the length, a point is on it.
constexpr double on_facet = 1e-13;
/// A way this short, relative to the distance, leads nowhere.
constexpr double no_way = 1e-13;
/// Directions that leave a facet by less than this, relative to their length, stay on it.
constexpr double parallel = 1e-14;

/// Steps s and t, each from 0 to its bound, that minimise s^2 uu / 2 - s t uw + t^2 ww / 2 - s ud - t wd.
struct Steps {
  double s = 0.0, t = 0.0;
};
Steps best_steps(double uu, double ww, double uw, double ud, double wd, double s_bound, double t_bound) {
  const auto value = [&](const Steps& k) {
    return 0.5 * (k.s * k.s * uu + k.t * k.t * ww) - k.s * k.t * uw - k.s * ud - k.t * wd;
  };
  Steps best;
  const auto consider = [&](double s, double t) {
    const Steps k{std::clamp(s, 0.0, s_bound), std::clamp(t, 0.0, t_bound)};
    if (value(k) < value(best)) best = k;
  };
  const auto s_for = [&](double t) { return uu > 0.0 ? (ud + uw * t) / uu : 0.0; };
  const auto t_for = [&](double s) { return ww > 0.0 ? (wd + uw * s) / ww : 0.0; };
  consider(s_for(0.0), 0.0);
  consider(0.0, t_for(0.0));
  if (std::isfinite(t_bound)) consider(s_for(t_bound), t_bound);
  if (std::isfinite(s_bound)) consider(s_bound, t_for(s_bound));
  const double determinant = uu * ww - uw * uw;
  if (determinant > parallel * uu * ww) {
    const double s = (ud * ww + uw * wd) / determinant, t = (wd * uu + uw * ud) / determinant;
    if (s >= 0.0 && s <= s_bound && t >= 0.0 && t <= t_bound) consider(s, t);
  }
  return best;
}

}  // namespace

Bobrow::Touching Bobrow::touching(const Vector6& x, bool a) const {
  Touching result;
  const Vec3 at = a ? x.head<3>() : x.tail<3>();
  const double slack = on_facet * settings_.length;
  for (int j = first_row(a); j < end_row(a); ++j) {
    const double room = qp_.offset(j) - normal(j).dot(at);
    if (room > slack) continue;
    int place = result.count;
    if (result.count == max_touching) {
      place = static_cast<int>(std::max_element(result.room.begin(), result.room.end()) - result.room.begin());
      if (room >= result.room[static_cast<std::size_t>(place)]) continue;
    } else {
      ++result.count;
    }
    result.row[static_cast<std::size_t>(place)] = j;
    result.room[static_cast<std::size_t>(place)] = room;
  }
  return result;
}

Bobrow::Way Bobrow::free_way(const Vec3& wanted, const Touching& facets, bool a) const {
  const auto facet_of = [&](int i) { return facets.row[static_cast<std::size_t>(i)] - first_row(a); };
  const auto normal_of = [&](int i) { return normal(facets.row[static_cast<std::size_t>(i)]); };
  Way best;  // nowhere: held by three facets, or what there is
  for (int i = 0; i < std::min(facets.count, 3); ++i)
    best.held.facet[static_cast<std::size_t>(best.held.count++)] = facet_of(i);
  const auto consider = [&](const Vec3& direction, const ActiveSet& held) {
    const double length = direction.norm();
    if (!(length > best.direction.norm())) return;
    for (int i = 0; i < facets.count; ++i)
      if (!held.has(facet_of(i)) && normal_of(i).dot(direction) > parallel * length) return;
    best = {direction, held};
  };
  consider(wanted, {});
  for (int i = 0; i < facets.count; ++i) {
    const Vec3 n = normal_of(i);
    consider(wanted - n * n.dot(wanted), {1, {facet_of(i), -1, -1}});
    for (int j = 0; j < i; ++j) {
      const Vec3 edge = n.cross(normal_of(j));
      const double length_sq = edge.squaredNorm();
      if (length_sq > 0.0) consider(edge * (edge.dot(wanted) / length_sq), {2, {facet_of(i), facet_of(j), -1}});
    }
  }
  return best;
}

double Bobrow::room_along(const Vector6& x, const Way& way, bool a) const {
  const Vec3 at = a ? x.head<3>() : x.tail<3>();
  const double least = parallel * way.direction.norm();
  double bound = HUGE_VAL;
  for (int j = first_row(a); j < end_row(a); ++j) {
    const double rate = normal(j).dot(way.direction);
    if (!(rate > least) || way.held.has(j - first_row(a))) continue;
    bound = std::min(bound, std::max(0.0, qp_.offset(j) - normal(j).dot(at)) / rate);
  }
  return bound;
}

QpSolution<double> Bobrow::solve(const Vector6& start) {
  QpSolution<double> solution;
  Vector6& x = solution.x = start;
  for (; solution.iterations < settings_.limit; ++solution.iterations) {
    // The gradient in each half is what the distance vector looks like from that object.
    const Vector6 wanted = -qp_.gradient(x);
    const Way a = free_way(wanted.head<3>(), touching(x, true), true);
    const Way b = free_way(wanted.tail<3>(), touching(x, false), false);
    solution.active_a = a.held;
    solution.active_b = b.held;
    const double still = no_way * wanted.head<3>().norm();
    if (a.direction.norm() <= still && b.direction.norm() <= still) {
      solution.optimal = true;
      break;
    }
    Vector6 u = Vector6::Zero(), w = Vector6::Zero();
    u.head<3>() = a.direction;
    w.tail<3>() = b.direction;
    const Vector6 hu = qp_.hessian * u, hw = qp_.hessian * w;
    const Steps step = best_steps(u.dot(hu), w.dot(hw), -u.dot(hw), u.dot(wanted), w.dot(wanted),
                                  room_along(x, a, true), room_along(x, b, false));
    if (step.s == 0.0 && step.t == 0.0) break;  // rounding: neither is of use
    x += u * step.s + w * step.t;
  }
  return solution;
}

}  // namespace clearance::detail

#include "quad_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "nearest.hpp"

namespace oracle {
namespace {

constexpr int most_steps = 600;
constexpr int most_moves = 120;

}  // namespace

QuadPair::QuadPair(const clearance::Shape& a, const Placement& at_a, const clearance::Shape& b, const Placement& at_b)
    : QuadPair(QuadBody(a, at_a, at_a.position), QuadBody(b, at_b, at_a.position)) {}

QuadPair::QuadPair(QuadBody a, QuadBody b) : a_(std::move(a)), b_(std::move(b)), directions_(b_.directions()) {
  for (const QVec& d : a_.directions()) directions_.push_back(-d);
  for (const QuadBody* body : {&a_, &b_}) {
    if (body->directions().size() < 4) continue;
    planar_ = true;
    plane_normal_ = unit(cross(body->directions()[0], body->directions()[2]));
  }
  slack_ = static_cast<Quad>(1e-27) *
           (a_.radius() + b_.radius() + length(a_.centre()) + length(b_.centre()) + a_.way() + b_.way());
}

Quad QuadPair::size() const { return a_.radius() + b_.radius() + length(b_.centre() - a_.centre()); }

QVec QuadPair::admissible(QVec n) const {
  if (planar_) {
    n = dot(n, plane_normal_) < 0 ? -plane_normal_ : plane_normal_;
    // Against a half-space's own direction no slab is finite.
    const bool finite = std::all_of(directions_.begin(), directions_.end(),
                                    [&](const QVec& d) { return dot(n, d) > static_cast<Quad>(-0.5); });
    return finite ? n : QVec{};
  }
  // Twice: what is left of a direction that was nearly along d is not quite across it at first.
  const Quad full = length(n);
  for (int pass = 0; pass < 2; ++pass)
    for (const QVec& d : directions_) {
      const Quad along = dot(n, d);
      if (!(along < 0)) continue;
      n = n - along * d;
      const Quad rest = length(n);
      if (rest < static_cast<Quad>(1e-10) * full) return {};
      n = (full / rest) * n;
    }
  return n;
}

Quad QuadPair::slab_along(const QVec& n) {
  const QVec valid = admissible(n);
  const Quad norm = length(valid);
  if (norm < static_cast<Quad>(1e-10) * length(n)) return -std::numeric_limits<double>::infinity();
  const Quad height = dot(valid, lowest(valid)) / norm;
  lower_ = std::max(lower_, height);
  return height;
}

Quad QuadPair::slab(const clearance::Vec3& n) { return slab_along(to_quad(n)); }

void QuadPair::approach(const clearance::Vec3& hint, const Enough& enough) {
  if (planar_) {
    // Only two slabs are finite at most, and the better one is the answer.
    slab_along(plane_normal_);
    slab_along(-plane_normal_);
    upper_ = lower_;
    return;
  }
  slab_along(to_quad(hint));
  Simplex<Quad> simplex = add_and_reduce(Simplex<Quad>{}, {lowest(admissible(to_quad(hint))), false});
  for (int step = 0; step < most_steps; ++step) {
    const Quad norm = length(weighted_sum(simplex)) / simplex.total;
    upper_ = std::min(upper_, norm);
    if (norm <= slack_ || simplex.count == 4) {
      upper_ = 0;
      return;
    }
    const QVec n = unit(simplex.towards);
    const auto falling = std::find_if(directions_.begin(), directions_.end(),
                                      [&](const QVec& d) { return dot(n, d) < static_cast<Quad>(-1e-28); });
    if (falling != directions_.end()) {
      simplex = add_and_reduce(simplex, {*falling, true});
      continue;
    }
    const QVec w = lowest(n);
    slab_along(n);
    if (enough(lower_, upper_) || upper_ - lower_ <= slack_) return;
    if (dot(n, w) >= dot(n, simplex.generators[0].w) - slack_ / 1024) return;
    simplex = add_and_reduce(simplex, {w, false});
  }
}

QVec QuadPair::climb(QVec n, Quad step, Quad last_step, int moves_allowed) {
  // Pattern search on the sphere: eight neighbours at a shrinking step.
  Quad best = slab_along(n);
  for (int moves = 0; step > last_step && moves < moves_allowed; ++moves) {
    const QVec flat = n.x * n.x < static_cast<Quad>(0.5) ? QVec{1, 0, 0} : QVec{0, 1, 0};
    const QVec u = unit(cross(n, flat)), v = cross(n, u);
    QVec next = n;
    for (const auto& [s, t] : std::initializer_list<std::pair<int, int>>{
             {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}) {
      const QVec trial = unit(n + (step * s) * u + (step * t) * v);
      const Quad height = slab_along(trial);
      if (height > best) {
        best = height;
        next = trial;
      }
    }
    if (is_zero(next - n))
      step /= 4;
    else
      n = next;
  }
  return n;
}

std::vector<QVec> QuadPair::guesses(const QVec& hint) const {
  std::vector<QVec> list{hint, b_.centre() - a_.centre()};
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) list.push_back({static_cast<Quad>(x), static_cast<Quad>(y), static_cast<Quad>(z)});
  // Axes of the bodies, what is across two of them, and across one: where long and flat bodies have their best slabs.
  const auto axes_a = a_.axes(), axes_b = b_.axes();
  for (const auto* axes : {&axes_a, &axes_b})
    for (const QVec& axis : *axes) {
      list.push_back(axis);
      list.push_back(-axis);
      for (const QVec& v : {hint, b_.centre() - a_.centre()}) list.push_back(cross(cross(axis, v), axis));
    }
  // Around the axis of round bodies, where many directions are about as good.
  for (int i = 0; i < 32; ++i) {
    const double angle = 2 * std::numbers::pi * i / 32;
    list.push_back(static_cast<Quad>(std::cos(angle)) * axes_a[0] + static_cast<Quad>(std::sin(angle)) * axes_a[1]);
  }
  for (const QVec& of_a : axes_a)
    for (const QVec& of_b : axes_b) {
      list.push_back(cross(of_a, of_b));
      list.push_back(-list.back());
    }
  list.erase(std::remove_if(list.begin(), list.end(), [](const QVec& v) { return is_zero(v); }), list.end());
  return list;
}

void QuadPair::probe(const clearance::Vec3& hint, const Enough& enough) {
  for (const QVec& n : guesses(to_quad(hint))) slab_along(n);
  for (const double step : {1e-8, 1e-4, 1e-2}) {
    if (enough(lower_, upper_)) return;
    climb(unit(to_quad(hint)), static_cast<Quad>(step), static_cast<Quad>(step * 1e-3), 12);
  }
}

void QuadPair::search_depth(const clearance::Vec3& hint, const Enough& enough) {
  std::vector<std::pair<Quad, QVec>> starts;
  for (const QVec& n : guesses(to_quad(hint))) starts.emplace_back(slab_along(n), unit(n));
  std::sort(starts.begin() + 1, starts.end(), [](const auto& p, const auto& q) { return p.first > q.first; });
  // A claim that its own normal does not show may still be right: a finer search around it, from coarse to fine.
  for (const double step : {1e-8, 1e-5, 1e-3, 1e-2})
    if (!enough(lower_, upper_))
      climb(starts[0].second, static_cast<Quad>(step), static_cast<Quad>(step * 1e-8), most_moves);
  const std::size_t tried = std::min<std::size_t>(starts.size(), 3);
  for (std::size_t i = 1; i < tried; ++i)
    climb(starts[i].second, static_cast<Quad>(0.25), static_cast<Quad>(1e-7), most_moves);
}

}  // namespace oracle

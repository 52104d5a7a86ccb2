#include "reference.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace bench {
namespace {

// The vertex of greatest product with a body direction. The search runs in double precision; quadruple precision
// decides between those that double precision cannot tell apart.
template <class Real>
Vector<Real> support_vertex(const std::vector<Vec3>& points, const Vector<Real>& direction) {
  const Vec3 d = direction.to_double();
  double best = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : points) best = std::max(best, p.dot(d));
  const double doubt = 1e-12 * (std::abs(best) + d.norm());
  Vector<Real> chosen;
  Real chosen_value = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : points) {
    if (p.dot(d) < best - doubt) continue;
    const Vector<Real> candidate(p);
    const Real value = candidate.dot(direction);
    if (value > chosen_value) {
      chosen = candidate;
      chosen_value = value;
    }
  }
  return chosen;
}

template <class Real>
Vector<Real> support_body(const Solid& s, const Vector<Real>& d) {
  const Real length = root(d.dot(d));
  const Real radial = root(d.x * d.x + d.y * d.y);
  const Real r = s.size.x(), half = s.size.y() / 2;
  const Real z = d.z < 0 ? -half : half;
  const Real sx = radial > 0 ? d.x / radial : Real(1), sy = radial > 0 ? d.y / radial : Real(0);
  switch (s.kind) {
    case Kind::hull:
    case Kind::box:
      return support_vertex(s.points, d);
    case Kind::sphere:
      return d * (r / length);
    case Kind::capsule:
      return d * (r / length) + Vector<Real>(0, 0, z);
    case Kind::cylinder:
      return {r * sx, r * sy, z};
    case Kind::cone:
      return d.z * half > r * radial - d.z * half ? Vector<Real>(0, 0, half) : Vector<Real>(r * sx, r * sy, -half);
    case Kind::ellipsoid: {
      const Vector<Real> radii(s.size);
      const Vector<Real> scaled(d.x * radii.x, d.y * radii.y, d.z * radii.z);
      const Real norm = root(scaled.dot(scaled));
      return {scaled.x * radii.x / norm, scaled.y * radii.y / norm, scaled.z * radii.z / norm};
    }
  }
  return {};
}

template <class Real>
Vector<Real> support(const Solid& s, const Placement& pose, const Vector<Real>& direction) {
  return to_world(pose, support_body(s, to_body(pose, direction)));
}

// At most four affinely independent points, and the weights of the point of least norm in their hull.
template <class Real>
struct Corral {
  int count = 0;
  std::array<Vector<Real>, 5> points{};
  std::array<Real, 5> weights{};

  Vector<Real> nearest() const {
    Vector<Real> v;
    for (int i = 0; i < count; ++i) v = v + points[static_cast<size_t>(i)] * weights[static_cast<size_t>(i)];
    return v;
  }

  // Weights, summing to one, of the point of least norm in the affine hull: normal equations, eliminated with
  // pivots from the diagonal. A vanishing pivot gives its point weight zero.
  std::array<Real, 5> affine_weights() const {
    const int n = count - 1;
    std::array<std::array<Real, 5>, 4> m{};
    for (int i = 0; i < n; ++i) {
      const Vector<Real> di = points[static_cast<size_t>(i) + 1] - points[0];
      for (int j = 0; j < n; ++j)
        m[static_cast<size_t>(i)][static_cast<size_t>(j)] = di.dot(points[static_cast<size_t>(j) + 1] - points[0]);
      m[static_cast<size_t>(i)][4] = -di.dot(points[0]);
    }
    std::array<bool, 4> used{};
    std::array<Real, 5> mu{};
    for (int step = 0; step < n; ++step) {
      size_t p = 4;
      for (size_t i = 0; i < static_cast<size_t>(n); ++i)
        if (!used[i] && (p == 4 || m[i][i] > m[p][p])) p = i;
      used[p] = true;
      if (!(m[p][p] > 0)) continue;
      for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
        if (i == p) continue;
        const Real factor = m[i][p] / m[p][p];
        for (size_t j = 0; j < 5; ++j) m[i][j] = m[i][j] - factor * m[p][j];
      }
    }
    Real rest = 1;
    for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
      mu[i + 1] = m[i][i] > 0 ? m[i][4] / m[i][i] : Real(0);
      rest = rest - mu[i + 1];
    }
    mu[0] = rest;
    return mu;
  }

  // Wolfe's minor cycle: towards the affine minimum, dropping the points whose weight would become negative.
  void minimise() {
    while (count > 1) {
      const std::array<Real, 5> mu = affine_weights();
      Real step = 1;
      int leaving = -1;
      for (int i = 0; i < count; ++i) {
        const size_t k = static_cast<size_t>(i);
        if (mu[k] > 0) continue;
        const Real s = weights[k] / (weights[k] - mu[k]);
        if (leaving < 0 || s < step) {
          step = s;
          leaving = i;
        }
      }
      if (leaving < 0) {
        weights = mu;
        return;
      }
      for (int i = 0; i < count; ++i) {
        const size_t k = static_cast<size_t>(i);
        weights[k] = weights[k] + step * (mu[k] - weights[k]);
      }
      --count;
      points[static_cast<size_t>(leaving)] = points[static_cast<size_t>(count)];
      weights[static_cast<size_t>(leaving)] = weights[static_cast<size_t>(count)];
    }
    weights[0] = 1;
  }
};

// A direction as the exact difference of two body points.
struct Span {
  const Vec3 *from, *to;
  const Placement* pose;

  Vector<Quad> in_world() const {
    const Vector<Quad> d = Vector<Quad>(*to) - Vector<Quad>(*from);
    return to_world(*pose, d) - Vector<Quad>(pose->position);
  }
};

struct Face {
  Vec3 normal;  // world, unit, outwards
  Span side_1, side_2;
};

struct Edge {
  Vec3 from, along;         // world
  Vec3 normal_1, normal_2;  // of the two faces
  Span span;
};

struct Facets {
  std::vector<Face> faces;
  std::vector<Edge> edges;
};

Facets facets_in_world(const Solid& s, const Placement& pose) {
  const auto body = [&](int i) { return &s.points[static_cast<size_t>(i)]; };
  const auto world = [&](int i) { return Vec3(pose.rotation * *body(i) + pose.position); };
  Facets facets;
  std::map<std::pair<int, int>, size_t> face_of_edge;
  for (const std::array<int, 3>& f : s.faces) {
    const Vec3 p = world(f[0]);
    facets.faces.push_back({(world(f[1]) - p).cross(world(f[2]) - p).normalized(),
                            {body(f[0]), body(f[1]), &pose},
                            {body(f[0]), body(f[2]), &pose}});
    for (size_t i = 0; i < 3; ++i) {
      const int from = f[i], to = f[(i + 1) % 3];
      const auto other = face_of_edge.find({to, from});
      if (other == face_of_edge.end()) {
        face_of_edge[{from, to}] = facets.faces.size() - 1;
        continue;
      }
      facets.edges.push_back({world(from),
                              world(to) - world(from),
                              facets.faces.back().normal,
                              facets.faces[other->second].normal,
                              {body(from), body(to), &pose}});
    }
  }
  return facets;
}

// A facet of the Minkowski difference, perhaps: its normal is along the cross product of two spans.
struct Candidate {
  double value;  // the slab along the normal, negative when overlapping
  Vec3 normal;
  Span side_1, side_2;
};

}  // namespace

template <class Real>
Separation<Real> separation(const Solid& a, const Placement& pose_a, const Solid& b, const Placement& pose_b,
                            Real tolerance) {
  const auto lowest = [&](const Vector<Real>& v) { return support(b, pose_b, -v) - support(a, pose_a, v); };
  Corral<Real> corral;
  corral.points[0] = lowest(Vector<Real>(pose_b.position - pose_a.position));
  corral.weights[0] = 1;
  corral.count = 1;

  Separation<Real> best;
  best.error = std::numeric_limits<double>::infinity();
  int stalled = 0;
  for (int iteration = 0; iteration < 5000 && stalled < 20; ++iteration) {
    const Vector<Real> v = corral.nearest();
    const Real length = root(v.dot(v));
    if (length < Real(1e-13)) return {};
    const Vector<Real> w = lowest(v);
    const Real error = (v.dot(v) - v.dot(w)) / length;
    ++stalled;
    if (error < best.error) {
      best = {length, error, v * (1 / length)};
      stalled = 0;
    }
    if (error <= tolerance * length || corral.count == 4) return best.error < length ? best : Separation<Real>{};
    for (int i = 0; i < corral.count; ++i)
      if (corral.points[static_cast<size_t>(i)] == w) return best;
    corral.points[static_cast<size_t>(corral.count)] = w;
    corral.weights[static_cast<size_t>(corral.count)] = 0;
    ++corral.count;
    corral.minimise();
  }
  return best;
}

template Separation<double> separation(const Solid&, const Placement&, const Solid&, const Placement&, double);
template Separation<Quad> separation(const Solid&, const Placement&, const Solid&, const Placement&, Quad);

Quad polytope_depth(const Solid& a, const Placement& pose_a, const Solid& b, const Placement& pose_b) {
  const Facets of_a = facets_in_world(a, pose_a), of_b = facets_in_world(b, pose_b);
  std::vector<Candidate> candidates;
  const auto slab = [&](const Vec3& n) {
    const Vector<double> v(n);
    return (support(b, pose_b, -v) - support(a, pose_a, v)).dot(v);
  };
  for (const Face& f : of_a.faces) candidates.push_back({slab(f.normal), f.normal, f.side_1, f.side_2});
  for (const Face& f : of_b.faces) candidates.push_back({slab(-f.normal), -f.normal, f.side_1, f.side_2});

  constexpr double slack = 1e-12;  // arcs that only just miss are let in: the slab decides
  for (const Edge& e : of_a.edges) {
    const Vec3 plane_a = e.normal_1.cross(e.normal_2);
    for (const Edge& f : of_b.edges) {
      const Vec3 c = -f.normal_1, d = -f.normal_2;
      const double c_side = c.dot(plane_a), d_side = d.dot(plane_a);
      if (c_side * d_side > slack) continue;
      const Vec3 plane_b = c.cross(d);
      const double a_side = e.normal_1.dot(plane_b), b_side = e.normal_2.dot(plane_b);
      if (a_side * b_side > slack || c_side * b_side < -slack) continue;
      Vec3 n = e.along.cross(f.along);
      const double length = n.norm();
      if (length < 1e-12 * e.along.norm() * f.along.norm()) continue;
      n *= (n.dot(e.normal_1 + e.normal_2) < 0 ? -1.0 : 1.0) / length;
      candidates.push_back({n.dot(f.from - e.from), n, e.span, f.span});
    }
  }

  // A slab along any normal is a lower bound of the signed distance, so the greatest of the leading few is the answer
  // even if a candidate that was let in by the slack stands at their head.
  const size_t few = std::min<size_t>(candidates.size(), 24);
  std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(few), candidates.end(),
                    [](const Candidate& p, const Candidate& q) { return p.value > q.value; });
  candidates.resize(few);
  Quad depth = -std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates) {
    Vector<Quad> n = candidate.side_1.in_world().cross(candidate.side_2.in_world());
    if (n.to_double().dot(candidate.normal) < 0) n = -n;
    const Vector<Quad> w = support(b, pose_b, -n) - support(a, pose_a, n);
    depth = std::max<Quad>(depth, w.dot(n) / root(n.dot(n)));
  }
  return depth;
}

bool set_answer(Query& query, const Solid& a, const Solid& b, bool penetrating) {
  if (penetrating) {
    query.answer = polytope_depth(a, query.pose_a, b, query.pose_b);
    query.answer_error = 1e-25;  // a few roundings of quadruple precision
    return query.answer < 0;
  }
  const Separation<Quad> s = separation<Quad>(a, query.pose_a, b, query.pose_b, Quad(1e-22));
  query.answer = s.distance;
  query.answer_error = s.error > 0 ? s.error : -s.error;
  return s.distance > 0 && query.answer_error <= s.distance * Quad(1e-15);
}

}  // namespace bench

#include "minkowski.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <utility>

namespace oracle {
namespace {

const Vec& extreme(const std::vector<Vec>& points, const Vec& n, int sense) {
  std::size_t best = 0;
  Int best_value = dot(n, points[0]);
  for (std::size_t i = 1; i < points.size(); ++i) {
    Int value = dot(n, points[i]);
    if (sense * cmp(value, best_value) > 0) {
      best = i;
      std::swap(best_value, value);
    }
  }
  return points[best];
}

void drop_duplicates(std::vector<Vec>& points) {
  const auto order = [](const Vec& p, const Vec& q) {
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    return p.z < q.z;
  };
  std::sort(points.begin(), points.end(), order);
  const auto same = [](const Vec& p, const Vec& q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
}

struct Face {
  std::array<int, 3> corners;
  Vec normal;  ///< outward
  Int offset;
  long double height = 0;  ///< of the plane over the origin, to some 15 digits, relative to the size of the polytope
  bool on_boundary = false;
};

class InnerPolytope {
 public:
  explicit InnerPolytope(const Minkowski& m) : m_(m) { start(); }

  /// Expands until the nearest facet is known; its exact squared distance.
  mpq_class nearest_facet() {
    for (;;) {
      const auto nearest = std::min_element(faces_.begin(), faces_.end(),
                                            [](const Face& f, const Face& g) { return f.height < g.height; });
      // Faces that tie to rounding are all settled, then compared exactly.
      const long double limit = nearest->height + std::abs(nearest->height) * 1e-9L;
      const auto open = std::find_if(faces_.begin(), faces_.end(),
                                     [&](const Face& f) { return f.height <= limit && !f.on_boundary; });
      if (open == faces_.end()) {
        mpq_class best = -1;
        for (const Face& f : faces_) {
          if (f.height > limit) continue;
          mpq_class squared(f.offset * f.offset, dot(f.normal, f.normal));
          squared.canonicalize();
          if (best < 0 || squared < best) best = squared;
        }
        return best;
      }
      const Vec w = highest(open->normal);
      if (dot(open->normal, w) <= open->offset)
        open->on_boundary = true;
      else
        add(w);
    }
  }

 private:
  Vec highest(const Vec& n) const { return m_.lowest(-n); }

  void start() {
    const Vec x{1, 0, 0}, y{0, 1, 0};
    const Vec w0 = highest(x);
    Vec w1 = highest(-x);
    const Vec e1 = w1 - w0;
    Vec w2 = beyond(cross(e1, y), w0);
    const Vec n = cross(e1, w2 - w0);
    const Vec w3 = beyond(n, w0);
    if (dot(n, w3 - w0) > 0) std::swap(w1, w2);
    points_ = {w0, w1, w2, w3};
    for (const Vec& w : points_)
      for (const Int* c : {&w.x, &w.y, &w.z}) size_bits_ = std::max(size_bits_, mpz_sizeinbase(c->get_mpz_t(), 2));
    for (const auto& c : {std::array{0, 1, 2}, std::array{0, 3, 1}, std::array{1, 3, 2}, std::array{2, 3, 0}})
      add_face(c);
  }
  /// A vertex off the plane through w0: the difference is three-dimensional, so there is one.
  Vec beyond(const Vec& n, const Vec& w0) const {
    const Vec w = highest(n);
    return dot(n, w - w0) != 0 ? w : highest(-n);
  }

  void add_face(const std::array<int, 3>& corners) {
    const auto at = [&](int i) -> const Vec& { return points_[static_cast<std::size_t>(i)]; };
    Face f;
    f.corners = corners;
    f.normal = cross(at(corners[1]) - at(corners[0]), at(corners[2]) - at(corners[0]));
    f.offset = dot(f.normal, at(corners[0]));
    long e[4];
    const double m[4] = {mpz_get_d_2exp(&e[0], f.normal.x.get_mpz_t()), mpz_get_d_2exp(&e[1], f.normal.y.get_mpz_t()),
                         mpz_get_d_2exp(&e[2], f.normal.z.get_mpz_t()), mpz_get_d_2exp(&e[3], f.offset.get_mpz_t())};
    long top = LONG_MIN;
    for (int i = 0; i < 3; ++i)
      if (m[i] != 0) top = std::max(top, e[i]);
    long double sum = 0;
    for (int i = 0; i < 3; ++i) {
      const long double c = std::ldexp(static_cast<long double>(m[i]), static_cast<int>(e[i] - top));
      sum += c * c;
    }
    // Coordinates may have tens of thousands of bits.
    f.height = std::ldexp(static_cast<long double>(m[3]) / std::sqrt(sum),
                          static_cast<int>(e[3] - top - static_cast<long>(size_bits_)));
    faces_.push_back(std::move(f));
  }

  /// Replaces the faces that w sees by a fan over their horizon. Faces in one plane with w are kept.
  void add(const Vec& w) {
    const int index = static_cast<int>(points_.size());
    points_.push_back(w);
    std::vector<std::pair<int, int>> edges;
    std::erase_if(faces_, [&](const Face& f) {
      if (dot(f.normal, w) <= f.offset) return false;
      for (std::size_t i = 0; i < 3; ++i) edges.emplace_back(f.corners[i], f.corners[(i + 1) % 3]);
      return true;
    });
    std::sort(edges.begin(), edges.end());
    for (const auto& [from, to] : edges)
      if (!std::binary_search(edges.begin(), edges.end(), std::pair{to, from})) add_face({from, to, index});
  }

  const Minkowski& m_;
  std::size_t size_bits_ = 0;
  std::vector<Vec> points_;
  std::vector<Face> faces_;
};

}  // namespace

Minkowski::Minkowski(ExactBody body_a, ExactBody body_b)
    : a(std::move(body_a.points)), b(std::move(body_b.points)), directions(std::move(body_b.directions)) {
  for (const Vec& d : body_a.directions) directions.push_back(-d);
  drop_duplicates(a);
  drop_duplicates(b);
}

Vec Minkowski::lowest(const Vec& n) const { return extreme(b, n, -1) - extreme(a, n, 1); }

int Minkowski::rank() const {
  std::vector<Vec> edges = directions;
  for (const auto* points : {&a, &b})
    for (const Vec& p : *points) edges.push_back(p - points->front());
  Vec line, normal;
  int found = 0;
  for (const Vec& e : edges) {
    if (found == 0 && !is_zero(e)) {
      line = e;
      found = 1;
    } else if (found == 1) {
      normal = cross(line, e);
      if (!is_zero(normal)) found = 2;
    } else if (found == 2 && dot(normal, e) != 0) {
      return 3;
    }
  }
  return found;
}

Truth bounded_depth(const Minkowski& m) {
  if (m.rank() < 3) return {};
  Truth truth;
  truth.squared = InnerPolytope(m).nearest_facet();
  truth.sign = truth.squared == 0 ? 0 : -1;
  return truth;
}

}  // namespace oracle

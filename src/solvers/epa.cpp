// A polytope inside the difference D = b - a is expanded where its boundary is nearest to the origin, until the nearest
// face is a face of D: that face is the least translation. For the nearest face with outward normal n and offset d,
//
//     d <= depth <= h_D(n),
//
// so the gap bounds the error. Departures from the paper: the start need not hold the origin (faces that the origin is
// beyond have a negative offset and are expanded first), a difference without interior is recognised, and what is
// claimed of the inner polytope is proven afterwards (proof/inner_ball.hpp) whatever rounding did to it on the way.
// Where a curved difference is equally near in very many directions (two long ellipsoids side by side, say), no number
// of faces closes the gap: the last expansions then dive, each into a face that the one before made, so that at least
// the distance and the lower bound become exact while the upper bound says honestly what was proven.

#include "solvers/epa.hpp"

#include <algorithm>
#include <cmath>

#include "proof/inner_ball.hpp"
#include "solvers/depth_search.hpp"

namespace clearance::detail {

namespace {

constexpr int vertex_capacity = epa_limit + descent_steps;
constexpr int face_capacity = 2 * vertex_capacity + 64;
constexpr double thin = 0x1p-12;  // area of a triangle, relative to the squares of its sides, from which it is thin

std::size_t index(int i) { return static_cast<std::size_t>(i); }

template <class T>
struct Face {
  std::array<int, 3> vertex;    // counter-clockwise seen from outside
  std::array<int, 3> adjacent;  // across the edge from vertex[i] to vertex[i + 1]
  Vector<T> normal;             // unit, outward
};

template <class T>
class Expansion {
 public:
  explicit Expansion(Difference<T>& difference)
      : difference_(difference), noise_((std::is_same_v<T, double> ? 0x1p-49 : 0x1p-90) * difference.pair().size) {}

  Proposal run(const Simplex<T>& start, const DepthGoal& goal);

 private:
  const Vector<T>& point(int v) const { return vertices_[index(v)].w(); }
  DifferencePoint<T> support_along(const V3& outward) {
    ++proposal_.iterations;
    return difference_.support(-outward);
  }

  bool start_from(const Simplex<T>& start);
  bool start_anywhere(const Simplex<T>& start);
  void flat(const V3& normal, const Simplex<T>& start);
  bool make_tetrahedron();

  int add_face(int a, int b, int c);
  int nearest_face() const;
  int nearest_fresh_face() const;
  bool expand(int face, int vertex);
  bool mark_visible(int face, int vertex);
  T pierce(int face, const Vector<T>& direction, std::array<T, 3>& weight) const;
  T clamped_miss(int face, const Vector<T>& direction, std::array<T, 3>& weight) const;
  int pierced_face(const Vector<T>& outward, int from, std::array<T, 3>& weight) const;
  void follow(const Vector<T>& outward, double height);
  void propose(const Vector<T>& outward);

  Difference<T>& difference_;
  const double noise_;  // lengths below this are rounding
  Proposal proposal_;

  int vertex_count_ = 0, face_count_ = 0, free_count_ = 0, horizon_count_ = 0, visible_count_ = 0;
  std::array<DifferencePoint<T>, vertex_capacity> vertices_;
  std::array<Face<T>, face_capacity> faces_;
  std::array<double, face_capacity> key_;  // offset of a face from the origin, infinite where there is no face
  std::array<int, face_capacity> free_, visible_, stack_, fresh_;
  std::array<char, face_capacity> seen_;
  struct HorizonEdge {
    int from, to, outside;
  };
  std::array<HorizonEdge, face_capacity> horizon_;
};

/// Unit normal of a triangle; zero if its corners are collinear to rounding.
template <class T>
Vector<T> unit_normal(const Vector<T>& a, const Vector<T>& b, const Vector<T>& c) {
  const Vector<T> u = b - a, v = c - a, n = cross(u, v);
  const T length = norm(n);
  if constexpr (std::is_same_v<T, double>) {  // a thin triangle would lose the digits of its normal
    if (length < thin * (norm_sq(u) + norm_sq(v))) return rounded(unit_normal(Wide3(a), Wide3(b), Wide3(c)));
  }
  return n * (length > T(0.0) ? T(1.0) / length : T(0.0));
}

/// A face through three vertices; -1 if they are collinear to rounding.
template <class T>
int Expansion<T>::add_face(int a, int b, int c) {
  const Vector<T> n = unit_normal(point(a), point(b), point(c));
  if (!(norm_sq(n) > T(0.5))) return -1;
  const int f = free_count_ > 0 ? free_[index(--free_count_)] : face_count_++;
  Face<T>& face = faces_[index(f)];
  face.vertex = {a, b, c};
  face.normal = n;
  // The mean over the corners: rounding of the normal then matters least.
  key_[index(f)] = to_double(dot(n, point(a) + point(b) + point(c))) / 3.0;
  seen_[index(f)] = 0;
  return f;
}

/// The tetrahedron of the first four vertices, turned outwards. False if it is flat.
template <class T>
bool Expansion<T>::make_tetrahedron() {
  const Vector<T> n = cross(point(1) - point(0), point(2) - point(0));
  const T volume = dot(n, point(3) - point(0));
  const double base = to_double(norm(n));
  if (!(base > 0.0) || !(std::fabs(to_double(volume)) > noise_ * base)) return false;
  if (volume > T(0.0)) std::swap(vertices_[0], vertices_[1]);
  // Now vertex 3 is below the face 0 1 2.
  const std::array<std::array<int, 3>, 4> corners{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
  const std::array<std::array<int, 3>, 4> adjacent{{{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}}};
  for (std::size_t f = 0; f < 4; ++f) {
    if (add_face(corners[f][0], corners[f][1], corners[f][2]) != static_cast<int>(f)) return false;
    faces_[f].adjacent = adjacent[f];
  }
  return true;
}

template <class T>
bool Expansion<T>::start_from(const Simplex<T>& start) {
  if (start.count != 4) return false;
  // A sliver would do, but costs more expansions than it saves.
  const Vector<T> n = cross(start.vertex[1].w - start.vertex[0].w, start.vertex[2].w - start.vertex[0].w);
  const double base = to_double(norm(n)), volume = std::fabs(to_double(dot(n, start.vertex[3].w - start.vertex[0].w)));
  if (!(volume > 1e-6 * base * std::sqrt(base))) return false;
  for (int i = 0; i < 4; ++i) vertices_[index(i)] = difference_.of(start.vertex[index(i)]);
  vertex_count_ = 4;
  return make_tetrahedron();
}

/// Four points of the difference that span it: the widest of three axes, then the farthest from the line, then from the
/// plane. False if the difference has no interior; the proposal is then made.
template <class T>
bool Expansion<T>::start_anywhere(const Simplex<T>& start) {
  vertex_count_ = face_count_ = free_count_ = 0;
  double widest = -1.0;
  for (const V3& axis : {V3(1, 0, 0), V3(0, 1, 0), V3(0, 0, 1)}) {
    const DifferencePoint<T> low = support_along(-axis), high = support_along(axis);
    const double width = to_double(norm(high.w() - low.w()));
    if (width > widest) widest = width, vertices_[0] = low, vertices_[1] = high;
  }
  if (!(widest > noise_)) {
    flat(V3(1, 0, 0), start);
    return false;
  }
  const V3 along = rounded(point(1) - point(0)) * (1.0 / widest);
  const V3 side = any_perpendicular(along);
  double farthest = -1.0;
  for (const V3& direction : {side, -side, cross(along, side), -cross(along, side)}) {
    const DifferencePoint<T> p = support_along(direction);
    const double distance = to_double(norm(cross(Vector<T>(along), p.w() - point(0))));
    if (distance > farthest) farthest = distance, vertices_[2] = p;
  }
  if (!(farthest > noise_)) {
    flat(side, start);
    return false;
  }
  const Vector<T> n = cross(point(1) - point(0), point(2) - point(0));
  const V3 normal = rounded(n * (T(1.0) / norm(n)));
  const DifferencePoint<T> up = support_along(normal), down = support_along(-normal);
  const double height = to_double(dot(Vector<T>(normal), up.w() - point(0)));
  const double depth = to_double(dot(Vector<T>(normal), point(0) - down.w()));
  vertices_[3] = height >= depth ? up : down;
  vertex_count_ = 4;
  if (std::fmax(height, depth) > noise_ && make_tetrahedron()) return true;
  flat(normal, start);
  return false;
}

/// The difference lies in a plane, a line or a point through the origin: no depth, the normal is perpendicular to it,
/// and the witness is where GJK found the origin.
template <class T>
void Expansion<T>::flat(const V3& normal, const Simplex<T>& start) {
  Simplex<T> simplex = start;
  Nearest<T> nearest = nearest_in(simplex);
  if (nearest.inside) {
    const auto& v = simplex.vertex;
    nearest = nearest_on_triangle(v[0].w, v[1].w, v[2].w, 0, 1, 2);
    for (const Nearest<T>& other :
         {nearest_on_triangle(v[0].w, v[1].w, v[3].w, 0, 1, 3), nearest_on_triangle(v[0].w, v[2].w, v[3].w, 0, 2, 3),
          nearest_on_triangle(v[1].w, v[2].w, v[3].w, 1, 2, 3)})
      if (other.distance_sq < nearest.distance_sq) nearest = other;
  }
  reduce(simplex, nearest);
  set_witness(proposal_, difference_.pair(), simplex.vertex.data(), simplex.weight.data(), simplex.count);
  const V3 in_pair = difference_.to_pair(normal);
  proposal_.normal = in_pair * (1.0 / norm(in_pair));
}

template <class T>
int Expansion<T>::nearest_face() const {
  int best = 0;
  for (int f = 1; f < face_count_; ++f)
    if (key_[index(f)] < key_[index(best)]) best = f;
  return best;
}

/// The nearest of the faces made by the last expansion.
template <class T>
int Expansion<T>::nearest_fresh_face() const {
  int best = fresh_[0];
  for (int i = 1; i < horizon_count_; ++i)
    if (key_[index(fresh_[index(i)])] < key_[index(best)]) best = fresh_[index(i)];
  return best;
}

/// Collects the faces that the vertex is above, or level with to rounding, and the edges around them.
template <class T>
bool Expansion<T>::mark_visible(int face, int vertex) {
  visible_count_ = horizon_count_ = 0;
  int top = 0;
  stack_[index(top++)] = face;
  seen_[index(face)] = 1;
  while (top > 0) {
    const int f = stack_[index(--top)];
    visible_[index(visible_count_++)] = f;
    for (std::size_t e = 0; e < 3; ++e) {
      const int other = faces_[index(f)].adjacent[e];
      if (seen_[index(other)] != 0) continue;
      const double above =
          to_double(dot(faces_[index(other)].normal, point(vertex) - point(faces_[index(other)].vertex[0])));
      if (above < -noise_ * 0x1p-2) continue;
      seen_[index(other)] = 1;
      stack_[index(top++)] = other;
    }
  }
  for (int i = 0; i < visible_count_; ++i) {
    const Face<T>& f = faces_[index(visible_[index(i)])];
    for (std::size_t e = 0; e < 3; ++e)
      if (seen_[index(f.adjacent[e])] == 0)
        horizon_[index(horizon_count_++)] = {f.vertex[e], f.vertex[(e + 1) % 3], f.adjacent[e]};
  }
  // One loop in the order of its edges: else the visible part is not a disc, and rounding has won.
  for (int i = 0; i + 1 < horizon_count_; ++i) {
    int next = i + 1;
    while (next < horizon_count_ && horizon_[index(next)].from != horizon_[index(i)].to) ++next;
    if (next == horizon_count_) return false;
    std::swap(horizon_[index(i + 1)], horizon_[index(next)]);
  }
  return horizon_count_ >= 3 && horizon_[index(horizon_count_ - 1)].to == horizon_[0].from;
}

/// Replaces the faces that the vertex sees by the cone from it over their border. False, changing nothing, where
/// rounding does not allow it: where a new face would be nearer to the origin than the nearest was.
template <class T>
bool Expansion<T>::expand(int face, int vertex) {
  const double key = key_[index(nearest_face())];
  const double least_key = key > 16.0 * noise_ ? key - 4.0 * noise_ : -HUGE_VAL;  // holds if the origin is inside
  bool ok = mark_visible(face, vertex) && face_count_ + horizon_count_ < face_capacity;
  int made = 0;
  if (ok) {
    for (; made < horizon_count_; ++made) {
      const int f = add_face(horizon_[index(made)].from, horizon_[index(made)].to, vertex);
      if (f < 0) break;
      fresh_[index(made)] = f;
      if (key_[index(f)] < least_key) {
        ++made;
        ok = false;
        break;
      }
    }
  }
  if (!ok || made < horizon_count_) {
    for (int i = 0; i < made; ++i) {
      key_[index(fresh_[index(i)])] = HUGE_VAL;
      free_[index(free_count_++)] = fresh_[index(i)];
    }
    for (int i = 0; i < visible_count_; ++i) seen_[index(visible_[index(i)])] = 0;
    return false;
  }
  for (int i = 0; i < made; ++i) {
    Face<T>& f = faces_[index(fresh_[index(i)])];
    const HorizonEdge& edge = horizon_[index(i)];
    f.adjacent = {edge.outside, fresh_[index((i + 1) % made)], fresh_[index((i + made - 1) % made)]};
    Face<T>& outside = faces_[index(edge.outside)];
    for (std::size_t e = 0; e < 3; ++e)
      if (outside.vertex[e] == edge.to && outside.vertex[(e + 1) % 3] == edge.from)
        outside.adjacent[e] = fresh_[index(i)];
  }
  for (int i = 0; i < visible_count_; ++i) {
    key_[index(visible_[index(i)])] = HUGE_VAL;
    free_[index(free_count_++)] = visible_[index(i)];
  }
  return true;
}

/// Where the ray from the origin along `direction` meets the plane of a triangle with unit normal n, in barycentric
/// coordinates; the least of them, or minus infinity if it does not.
template <class T>
T pierce_triangle(const Vector<T>& a, const Vector<T>& b, const Vector<T>& c, const Vector<T>& n,
                  const Vector<T>& direction, std::array<T, 3>& weight) {
  const T slope = dot(n, direction), height = dot(n, a + b + c) * T(1.0 / 3.0);
  if (!(slope > T(0.0))) return T(-HUGE_VAL);
  const Vector<T> at = direction * (height / slope), p = a - at, q = b - at, r = c - at;
  weight = {dot(n, cross(q, r)), dot(n, cross(r, p)), dot(n, cross(p, q))};
  const T sum = weight[0] + weight[1] + weight[2];
  if (!(sum > T(0.0))) return T(-HUGE_VAL);
  for (T& w : weight) w = w / sum;
  return std::min(weight[0], std::min(weight[1], weight[2]));
}

template <class T>
T Expansion<T>::pierce(int f, const Vector<T>& direction, std::array<T, 3>& weight) const {
  const Face<T>& face = faces_[index(f)];
  if (key_[index(f)] < -noise_) return T(-HUGE_VAL);
  return pierce_triangle(point(face.vertex[0]), point(face.vertex[1]), point(face.vertex[2]), face.normal, direction,
                         weight);
}

/// How far from the ray the witness in a face would be, its weights clamped into the face.
template <class T>
T Expansion<T>::clamped_miss(int f, const Vector<T>& direction, std::array<T, 3>& weight) const {
  if (!(pierce(f, direction, weight) > T(-HUGE_VAL))) return T(HUGE_VAL);
  T sum(0.0);
  for (T& w : weight) {
    if (w < T(0.0)) w = T(0.0);
    sum = sum + w;
  }
  Vector<T> at(T(0.0), T(0.0), T(0.0));
  for (std::size_t i = 0; i < 3; ++i) {
    weight[i] = weight[i] / sum;
    at = at + point(faces_[index(f)].vertex[i]) * weight[i];
  }
  return norm_sq(at - direction * dot(at, direction));
}

/// The face in which the ray along an outward normal leaves the polytope: found by walking from a face, or by looking
/// at all where rounding leads the walk astray.
template <class T>
int Expansion<T>::pierced_face(const Vector<T>& outward, int from, std::array<T, 3>& weight) const {
  for (int step = 0, face = from; step < 32; ++step) {
    const T least = pierce(face, outward, weight);
    if (!(least > T(-HUGE_VAL))) break;
    if (least >= T(-1e-14)) return face;
    const std::size_t worst = weight[0] == least ? 0 : weight[1] == least ? 1 : 2;
    face = faces_[index(face)].adjacent[(worst + 1) % 3];
  }
  int best = from;
  T best_miss = T(HUGE_VAL);
  std::array<T, 3> best_weight{T(1.0), T(0.0), T(0.0)};
  for (int f = 0; f < face_count_; ++f) {
    if (key_[index(f)] == HUGE_VAL) continue;
    const T miss = clamped_miss(f, outward, weight);
    if (miss < best_miss) best_miss = miss, best = f, best_weight = weight;
  }
  weight = best_weight;
  return best;
}

/// Expands along a ray until it leaves the polytope where it leaves the difference, so that the witness points are on
/// it.
template <class T>
void Expansion<T>::follow(const Vector<T>& outward, double height) {
  std::array<T, 3> weight;
  for (int step = 0; step < descent_steps && vertex_count_ < vertex_capacity; ++step) {
    const int face = pierced_face(outward, nearest_face(), weight);
    const Vector<T> n = faces_[index(face)].normal;
    const double reached = key_[index(face)] / to_double(dot(n, outward));
    if (!(reached < height - noise_)) return;
    const DifferencePoint<T> w = support_along(rounded(n));
    if (!(to_double(dot(n, w.w())) - key_[index(face)] > noise_)) return;
    vertices_[index(vertex_count_)] = w;
    if (!expand(face, vertex_count_)) return;
    ++vertex_count_;
  }
}

/// The answer along an outward normal: the point in which its ray leaves the polytope. For a face of the difference
/// that is the foot of the origin, in whichever of the coplanar triangles holds it.
template <class T>
void Expansion<T>::propose(const Vector<T>& outward) {
  std::array<T, 3> best_weight;
  const int best = pierced_face(outward, nearest_face(), best_weight);
  const Face<T>& face = faces_[index(best)];
  if constexpr (std::is_same_v<T, double>) {  // a thin face would blur the weights
    std::array<DoubleDouble, 3> wide_weight;
    const std::array<Wide3, 3> wide{Wide3(point(face.vertex[0])), Wide3(point(face.vertex[1])),
                                    Wide3(point(face.vertex[2]))};
    if (pierce_triangle(wide[0], wide[1], wide[2], unit_normal(wide[0], wide[1], wide[2]), Wide3(outward),
                        wide_weight) >= DoubleDouble(-1e-9))
      for (std::size_t i = 0; i < 3; ++i) best_weight[i] = to_double(wide_weight[i]);
  }
  T sum(0.0);  // weights that rounding made negative would put the witness outside of the face
  for (T& w : best_weight) {
    if (w < T(0.0)) w = T(0.0);
    sum = sum + w;
  }
  for (T& w : best_weight) w = w / sum;
  const std::array<SimplexVertex<T>, 3> corner{vertices_[index(face.vertex[0])], vertices_[index(face.vertex[1])],
                                               vertices_[index(face.vertex[2])]};
  set_witness(proposal_, difference_.pair(), corner.data(), best_weight.data(), 3);
  const V3 normal = difference_.to_pair(-rounded(outward));
  proposal_.normal = normal * (1.0 / norm(normal));
}

template <class T>
Proposal Expansion<T>::run(const Simplex<T>& start, const DepthGoal& goal) {
  if (!start_from(start) && !start_anywhere(start)) return proposal_;
  DepthBound<T> best;
  for (;;) {
    const bool diving = proposal_.iterations > epa_limit - epa_dive;
    int face = nearest_face();
    if (diving) {  // into what the last expansion made, unless nothing there can be better than what is known
      const int fresh = nearest_fresh_face();
      if (-key_[index(fresh)] - best.lower > goal.gap) face = fresh;
    }
    const double inner = key_[index(face)];
    const Vector<T> outward = faces_[index(face)].normal;
    const DifferencePoint<T> w = support_along(rounded(outward));
    const double outer = to_double(dot(outward, w.w()));
    if (-outer > best.lower) best = {outward, -outer, w.vertex_a(), w.vertex_b()};
    if (diving) proposal_.ending = Ending::iteration_limit;
    if (-inner - best.lower <= goal.gap || outer - inner <= noise_) break;
    if (goal.only_whether && inner > 4.0 * goal.proof_margin) {
      proposal_.ending = Ending::overlap_only;
      break;
    }
    if (-inner + 4.0 * goal.proof_margin < goal.min_distance) {
      proposal_.ending = Ending::below_limit;
      break;
    }
    if (proposal_.iterations >= epa_limit) {
      proposal_.ending = Ending::iteration_limit;
      break;
    }
    vertices_[index(vertex_count_)] = w;
    if (!expand(face, vertex_count_)) break;
    ++vertex_count_;
  }
  const double size = difference_.pair().size, gap = -key_[index(nearest_face())] - best.lower;
  if constexpr (std::is_same_v<T, double>) {
    const bool stopped = proposal_.ending == Ending::below_limit || proposal_.ending == Ending::overlap_only;
    if (!stopped && gap > 0x1p-40 * size) {
      proposal_.iterations += search_depth(difference_, best, gap / size);
      follow(best.outward, -best.lower);
    }
  }
  propose(best.outward);
  proposal_.upper = inner_ball(vertices_.data(), faces_.data(), key_.data(), face_count_, size);
  if (!proposal_.upper.overlap() && start.count < 4) {  // touching: GJK has already found the point in common
    set_witness(proposal_, difference_.pair(), start.vertex.data(), start.weight.data(), start.count);
  }
  proposal_.vertex_a = best.vertex_a;
  proposal_.vertex_b = best.vertex_b;
  return proposal_;
}

}  // namespace

template <class T>
Proposal epa(Difference<T>& difference, const Simplex<T>& start, const DepthGoal& goal) {
  return Expansion<T>(difference).run(start, goal);
}

template Proposal epa(Difference<double>&, const Simplex<double>&, const DepthGoal&);
template Proposal epa(Difference<DoubleDouble>&, const Simplex<DoubleDouble>&, const DepthGoal&);

}  // namespace clearance::detail

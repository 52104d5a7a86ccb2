#include "attack_families.hpp"

#include <algorithm>
#include <cmath>

#include "families.hpp"
#include "pair_states.hpp"
#include "reproducer.hpp"
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace stress {
namespace {

using clearance::Shape;
using clearance::Vec3;
using oracle::PlacedShape;
using oracle::Placement;
using oracle::Random;
using oracle::Type;

constexpr double farthest = 1e300;

/// Where b is from a: nowhere, at a distance like the sizes, or anywhere.
Vec3 any_position(Random& random, double reach_a, double reach_b) {
  const double of_both = std::min(reach_a + reach_b, farthest);
  const std::array<double, 6> lengths{0.0, reach_a, reach_b, of_both, 0.5 * of_both, any_size(random)};
  const double length = std::min(
      lengths[static_cast<std::size_t>(random.integer(0, 5))] * (random.chance(0.5) ? 1.0 : random.uniform(0.1, 3)),
      farthest);
  if (random.chance(0.5)) {
    Vec3 along = Vec3::Zero();
    along[random.integer(0, 2)] = random.chance(0.5) ? length : -length;
    return along;
  }
  return length * random.direction();
}

Case pair_of(Random& random, Type type_a, Type type_b) {
  double reach_a = 1, reach_b = 1;
  Shape a = any_shape(random, type_a, reach_a), b = any_shape(random, type_b, reach_b);
  Case c{{std::move(a), any_rotation(random), {}}, {std::move(b), any_rotation(random), {}}};
  if (random.chance(0.3)) c.a.at.position = any_position(random, reach_a, reach_b);
  c.b.at.position = c.a.at.position + any_position(random, reach_a, reach_b);
  return c;
}

Case sizes(Random& random) { return pair_of(random, oracle::bounded_type(random), oracle::bounded_type(random)); }

/// What formulas answer, at sizes where they break.
Case formulas(Random& random) {
  static constexpr std::array<Type, 5> solids{Type::box, Type::cylinder, Type::cone, Type::capsule, Type::ellipsoid};
  static constexpr std::array<Type, 5> thin{Type::point, Type::sphere, Type::segment, Type::capsule, Type::cylinder};
  const Type first = solids[static_cast<std::size_t>(random.integer(0, 4))];
  const Type second = thin[static_cast<std::size_t>(random.integer(0, 4))];
  return random.chance(0.5) ? pair_of(random, first, second) : pair_of(random, second, first);
}

Type unbounded_type(Random& random) {
  static constexpr std::array<Type, 4> types{Type::ray, Type::line, Type::plane, Type::halfspace};
  return types[static_cast<std::size_t>(random.integer(0, 3))];
}
Shape unbounded_shape(Random& random, Type type, const Vec3& direction) {
  const Vec3 origin =
      random.chance(0.4) ? Vec3(Vec3::Zero()) : random.vector(random.chance(0.8) ? 1 : any_size(random));
  const double offset = random.chance(0.3) ? 0.0 : random.chance(0.7) ? random.uniform(-2, 2) : any_size(random);
  switch (type) {
    case Type::ray:
      return clearance::Ray(origin, direction);
    case Type::line:
      return clearance::Line(origin, direction);
    case Type::plane:
      return clearance::Plane(direction, offset);
    default:
      return clearance::Halfspace(direction, offset);
  }
}

/// Two unbounded shapes: the same direction, one at right angles, either of these but for next to nothing, or any.
Case unbounded(Random& random) {
  const Vec3 d = any_direction(random);
  Vec3 e = d;
  switch (random.integer(0, 4)) {
    case 0:
      e = any_direction(random);
      break;
    case 1:
      e = d * (random.chance(0.5) ? -2.0 : 1.0);
      break;
    case 2:  // at right angles, exactly
      e = Vec3(d.y(), -d.x(), 0);
      if (e.isZero(0)) e = Vec3::UnitX();
      break;
    default:
      e[random.integer(0, 2)] += random.chance(0.5) ? any_size(random) : random.magnitude(1e-80, 1e-8);
      if (e.isZero(0) || !e.allFinite()) e = d;
  }
  if (!e.allFinite() || e.isZero(0)) e = d;
  Case c{{unbounded_shape(random, unbounded_type(random), d), any_rotation(random), {}},
         {unbounded_shape(random, unbounded_type(random), e), any_rotation(random), {}}};
  if (random.chance(0.5)) {  // the same turn, or one that lacks next to nothing
    const Vec3 position = c.b.at.position;
    c.b.at = c.a.at;
    c.b.at.position = position;
    if (!c.b.at.quaternion && random.chance(0.5))
      c.b.at.matrix(random.integer(0, 2), random.integer(0, 2)) += random.magnitude(1e-80, 1e-8);
  }
  c.b.at.position = any_position(random, 1, 1);
  return c;
}

Case half_bounded(Random& random) {
  double reach = 1;
  Shape solid = any_shape(random, oracle::bounded_type(random), reach);
  PlacedShape a{unbounded_shape(random, unbounded_type(random), any_direction(random)), any_rotation(random), {}};
  PlacedShape b{std::move(solid), any_rotation(random), {}};
  b.at.position = any_position(random, 1, reach);
  if (random.chance(0.5)) std::swap(a, b);
  return {std::move(a), std::move(b)};
}

/// Two bounded shapes of ordinary proportions.
Case ordinary(Random& random) {
  const double scale = random.chance(0.7) ? 1.0 : random.magnitude(1e-3, 1e3);
  const auto shape = [&](double size) {
    return random_shape(random, oracle::bounded_type(random), {Vec3::Constant(size), Vec3::Zero(), random.chance(0.2)});
  };
  Shape a = shape(1), b = shape(scale);
  Case c{{std::move(a), any_rotation(random), {}}, {std::move(b), any_rotation(random), {}}};
  c.b.at.position = random.uniform(0, 2) * (1 + scale) * random.direction();
  return c;
}

/// Next to contact: the pair is moved along its normal until the gap, or the depth, is next to nothing.
Case contact(Random& random) {
  Case c = ordinary(random);
  for (int i = 0; i < 2; ++i) {
    const clearance::Result r = answer(c);
    if (!r.has_distance()) break;
    const double gap = random.chance(0.2) ? 0.0 : random.magnitude(1e-18, 1e-6) * (random.chance(0.5) ? 1 : -1);
    c.b.at.position += (gap - r.distance) * r.normal;
  }
  return c;
}

/// Far from where the shapes, the positions or both are small.
Case far_off(Random& random) {
  Case c = ordinary(random);
  const Vec3 way = random.magnitude(1e3, 1e17) * random.direction();
  c.a.at.position += way;
  c.b.at.position += way;
  if (random.chance(0.4)) {  // points far from the origin of their body
    const Vec3 offset = random.magnitude(1e2, 1e12) * random.direction();
    c.b.shape = random_shape(random, oracle::bounded_type(random), {Vec3::Ones(), offset, false});
    c.b.at.position = c.a.at.position - c.b.at.pose().rotation() * offset + random.uniform(0, 4) * random.direction();
  }
  return c;
}

/// R v, to the last digit or so.
Vec3 turned(const Placement& at, const Vec3& v) {
  const clearance::Pose pose = at.pose();
  using Wide = Eigen::Matrix<long double, 3, 1>;
  const auto wide = [](const clearance::Mat3& m) { return m.cast<long double>().eval(); };
  return Wide((wide(pose.rotation()) + wide(pose.rotation_low())) * v.cast<long double>()).cast<double>();
}

/// Centres, origins and places of parts that are very far off and cancel: what sums of them round shows.
Case cancelling(Random& random) {
  const double far = std::ldexp(1.0, random.integer(10, 100));
  Placement at;
  at.quaternion = random.chance(0.5)
                      ? std::array<double, 4>{1, 0, std::ldexp(random.uniform(0.5, 1), -random.integer(20, 60)),
                                              std::ldexp(random.uniform(0.5, 1), -random.integer(20, 60))}
                      : random.quaternion();
  const Vec3 way =
      far * (random.chance(0.5) ? Vec3(Vec3::UnitX()) : Vec3(random.integer(1, 9), random.integer(0, 9), 1));
  Shape small = random_shape(random, oracle::bounded_type(random), {Vec3::Ones(), Vec3::Zero(), false});
  PlacedShape b{std::move(small), any_rotation(random), {}};
  b.at.position = random.uniform(0, 4) * random.direction();
  PlacedShape a{clearance::Line(way, way), at, {}};  // passes through the origin
  const int kind = random.integer(0, 3);
  if (kind == 0) a.shape = clearance::Ray(way, -way);
  if (kind >= 2) {
    at.position = -turned(at, way);
    if (kind == 2) {
      const Vec3 u = random.direction();
      a = {clearance::Rectangle(way, u, u.unitOrthogonal() * random.uniform(0.1, 2)), at, {}};
    } else {
      Placement inside = any_rotation(random);
      inside.position = way;
      a = PlacedShape::of_parts(
          {{random_shape(random, oracle::bounded_type(random), {Vec3::Ones(), Vec3::Zero(), false}), inside}}, at);
    }
  }
  if (random.chance(0.5)) std::swap(a, b);
  return {std::move(a), std::move(b)};
}

PlacedShape union_of(Random& random, bool extreme) {
  std::vector<std::pair<Shape, Placement>> parts;
  for (int i = random.integer(1, 3); i > 0; --i) {
    double reach = 1;
    Shape shape = extreme ? any_shape(random, oracle::any_type(random), reach)
                          : random_shape(random, oracle::bounded_type(random), {Vec3::Ones(), Vec3::Zero(), false});
    Placement at = any_rotation(random);
    at.position = random.chance(0.2) ? Vec3(Vec3::Zero()) : random.vector(random.chance(0.9) ? 3 : 1e8);
    parts.emplace_back(std::move(shape), at);
  }
  return PlacedShape::of_parts(std::move(parts), any_rotation(random));
}

Case unions(Random& random) {
  const bool extreme = random.chance(0.3);
  double reach = 1;
  PlacedShape a = union_of(random, extreme);
  PlacedShape b = random.chance(0.6)
                      ? union_of(random, extreme)
                      : PlacedShape{any_shape(random, oracle::any_type(random), reach), any_rotation(random), {}};
  if (random.chance(0.5)) std::swap(a, b);
  b.at.position = random.uniform(0, 6) * random.direction();
  Case c{std::move(a), std::move(b)};
  if (random.chance(0.4)) {  // next to contact, where the rounding of a part's place shows
    const clearance::Result r = answer(c);
    if (r.has_distance() && r.normal.allFinite())
      c.b.at.position += (random.magnitude(1e-18, 1e-14) - r.distance) * r.normal;
  }
  c.options.penetration = random.chance(0.6);
  if (random.chance(0.3)) c.options.max_distance = random.uniform(-1, 6);
  if (random.chance(0.2)) c.options.min_distance = random.uniform(-3, 6);
  return c;
}

Case options(Random& random) {
  Case c = random.chance(0.5) ? contact(random) : random.chance(0.5) ? ordinary(random) : sizes(random);
  if (random.chance(0.5)) c.options.tolerance = random.magnitude(1e-16, 1);
  if (random.chance(0.4)) c.options.penetration = false;
  const double about = random.chance(0.3) ? answer(c).distance : any_size(random);
  if (random.chance(0.4)) c.options.max_distance = about * (random.chance(0.5) ? 1.0 : random.uniform(-2, 2));
  if (random.chance(0.4)) c.options.min_distance = about * (random.chance(0.5) ? 1.0 : random.uniform(-2, 2));
  return c;
}

Case any_of(Random& random) {
  switch (random.integer(0, 4)) {
    case 0:
      return sizes(random);
    case 1:
      return contact(random);
    case 2:
      return half_bounded(random);
    case 3:
      return unions(random);
    default:
      return ordinary(random);
  }
}

void any_method(Random& random, Case& c) {
  const auto table = clearance::methods();
  for (int tries = 0; tries < 40; ++tries) {
    const auto& method = table[static_cast<std::size_t>(random.integer(0, static_cast<int>(table.size()) - 1))];
    if (!method.accepts(c.a.shape, c.b.shape)) continue;
    c.options.method = method.method;
    return;
  }
}

/// A state that is stale, of another pair, or of no pair at all.
Case states(Random& random) {
  Case c = any_of(random);
  if (random.chance(0.5)) any_method(random, c);
  clearance::PairState state;
  Case other = random.chance(0.5) ? any_of(random) : c;
  other.b.at.position += random.vector(1);
  other.b.at = random.chance(0.5) ? other.b.at : any_rotation(random);
  distance(other.a.shape, other.a.at.pose(), other.b.shape, other.b.at.pose(), {}, &state);
  if (random.chance(0.5)) oracle::corrupt(state, random);
  c.state = state;
  return c;
}

Case methods_of(Random& random) {
  Case c = any_of(random);
  any_method(random, c);
  return c;
}

/// Pairs that many of the special methods take.
Case special_methods(Random& random) {
  static constexpr std::array<Type, 8> types{Type::box,       Type::tetrahedron, Type::hull,    Type::polyhedron,
                                             Type::ellipsoid, Type::ellipsoid,   Type::segment, Type::spheres};
  const auto pick = [&] { return types[static_cast<std::size_t>(random.integer(0, 7))]; };
  Case c = ordinary(random);
  const Type first = pick(), second = random.chance(0.4) ? first : pick();
  double reach = 1;
  const bool extreme = random.chance(0.3);
  const auto shape = [&](Type type) {
    return extreme ? any_shape(random, type, reach)
                   : random_shape(random, type, {Vec3::Ones(), Vec3::Zero(), random.chance(0.2)});
  };
  c.a.shape = shape(first);
  c.b.shape = shape(second);
  any_method(random, c);
  return c;
}

Case rounding_modes(Random& random) {
  static constexpr std::array<int, 3> modes{FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  Case c = random.chance(0.2) ? unbounded(random) : any_of(random);
  c.arithmetic.rounding = modes[static_cast<std::size_t>(random.integer(0, 2))];
  return c;
}

Case flush_to_zero(Random& random) {
  Case c = random.chance(0.2) ? unbounded(random) : random.chance(0.5) ? sizes(random) : any_of(random);
  c.arithmetic.flush = true;
  return c;
}

constexpr std::array<AttackFamily, 15> table{{
    {"sizes", &sizes},
    {"formulas", &formulas},
    {"unbounded", &unbounded},
    {"half-bounded", &half_bounded},
    {"ordinary", &ordinary},
    {"contact", &contact},
    {"far", &far_off},
    {"cancelling", &cancelling},
    {"unions", &unions},
    {"options", &options},
    {"states", &states},
    {"methods", &methods_of},
    {"special", &special_methods},
    {"rounding", &rounding_modes},
    {"flush", &flush_to_zero},
}};

/// Sets the arithmetic of this thread, and puts it back.
class ArithmeticGuard {
 public:
  explicit ArithmeticGuard(const Arithmetic& wanted) {
    std::fesetround(wanted.rounding);
#if defined(__SSE2__)
    constexpr unsigned flush_and_zero = 0x8040U;
    if (wanted.flush) _mm_setcsr(_mm_getcsr() | flush_and_zero);
#endif
  }
  ArithmeticGuard(const ArithmeticGuard&) = delete;
  ArithmeticGuard& operator=(const ArithmeticGuard&) = delete;
  ~ArithmeticGuard() {
#if defined(__SSE2__)
    _mm_setcsr(control_);
#endif
    std::fesetround(FE_TONEAREST);
  }

 private:
#if defined(__SSE2__)
  unsigned control_ = _mm_getcsr();
#endif
};

}  // namespace

std::span<const AttackFamily> attack_families() { return table; }

clearance::Result answer(const Case& c) {
  const clearance::Pose pose_a = c.a.at.pose(), pose_b = c.b.at.pose();
  std::optional<clearance::PairState> state = c.state;
  const ArithmeticGuard guard(c.arithmetic);
  return distance(c.a.shape, pose_a, c.b.shape, pose_b, c.options, state ? &*state : nullptr);
}

std::string describe(const Case& c, const std::string& id) {
  std::string text = oracle::json_line(c.a, c.b, id);
  const auto add = [&](const char* name, double value, double usual) {
    if (value == usual) return;
    char line[64];
    std::snprintf(line, sizeof line, " %s %.17g", name, value);
    text += line;
  };
  text += "\n  with method ";
  text += info(c.options.method).name;
  add("tolerance", c.options.tolerance, 0);
  add("max_distance", c.options.max_distance, HUGE_VAL);
  add("min_distance", c.options.min_distance, -HUGE_VAL);
  if (!c.options.penetration) text += " without penetration";
  if (c.state) text += " with a state";
  if (c.arithmetic.rounding != FE_TONEAREST) text += " rounding mode " + std::to_string(c.arithmetic.rounding);
  if (c.arithmetic.flush) text += " flushing to zero";
  return text;
}

}  // namespace stress

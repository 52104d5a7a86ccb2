// A certificate, proven anew: every pair of parts of every pair of bodies has a cover that runs from the first time to
// the last, and along the direction of each of its pieces the slab is at least the claim.

#include <set>
#include <tuple>

#include "numeric/arithmetic_mode.hpp"
#include "verify/swept_check.hpp"

namespace clearance {

using namespace check;

CertificateCheck check_certificate(const Certificate& certificate, std::span<const MovingBody> bodies,
                                   std::span<const BodyPair> pairs) {
  const detail::StandardEnvironment standard;
  CertificateCheck result;
  const auto refuse = [&](std::string reason) {
    result.reason = std::move(reason);
    return result;
  };
  if (!std::isfinite(certificate.claim)) return refuse("claim: not a finite number");
  const Interval all = duration(bodies);
  for (const MovingBody& body : bodies)
    for (std::size_t i = 0; i + 1 < body.motion.times().size(); ++i)
      if (!body.motion.pivot(i).isZero(0)) return refuse(body.name + ": moves by screws");

  std::set<std::tuple<std::size_t, std::size_t, int, int>> covered;
  for (std::size_t c = 0; c < certificate.covers.size(); ++c) {
    const Cover& cover = certificate.covers[c];
    const std::string where = "covers[" + std::to_string(c) + "]";
    if (cover.a >= bodies.size() || cover.b >= bodies.size()) return refuse(where + ": no such body");
    const MovingBody &a = bodies[cover.a], &b = bodies[cover.b];
    const std::string names = where + " (" + a.name + ", " + b.name + ")";
    const auto named = [](int part, std::size_t count) {
      return count == 0 ? part == -1 : part >= 0 && static_cast<std::size_t>(part) < count;
    };
    if (!named(cover.part_a, parts_of(a)) || !named(cover.part_b, parts_of(b))) return refuse(names + ": no such part");
    const Moving of_a = moving_part(a, cover.part_a), of_b = moving_part(b, cover.part_b);
    const Real needed = Real(certificate.claim) + uncertainty_of(a, b);
    double time = all.lower;
    for (std::size_t p = 0; p < cover.pieces.size(); ++p) {
      const CoverPiece& piece = cover.pieces[p];
      const std::string place = names + ".pieces[" + std::to_string(p) + "]";
      if (!(piece.end >= time && piece.end <= all.upper)) return refuse(place + ": its end is out of order");
      if (!(slab_over(of_a, of_b, time, piece.end, piece.normal) >= needed))
        return refuse(place + ": the slab is not as wide as the claim");
      time = piece.end;
      ++result.intervals;
    }
    if (cover.pieces.empty() || time != all.upper) return refuse(names + ": does not cover the whole motion");
    covered.emplace(std::min(cover.a, cover.b), std::max(cover.a, cover.b),
                    cover.a < cover.b ? cover.part_a : cover.part_b, cover.a < cover.b ? cover.part_b : cover.part_a);
  }
  for (const auto& [a, b] : pairs) {
    const std::size_t first = std::min(a, b), second = std::max(a, b);
    const int from_a = parts_of(bodies[first]) == 0 ? -1 : 0, from_b = parts_of(bodies[second]) == 0 ? -1 : 0;
    const int to_a = static_cast<int>(parts_of(bodies[first])), to_b = static_cast<int>(parts_of(bodies[second]));
    for (int i = from_a; i < std::max(to_a, from_a + 1); ++i)
      for (int j = from_b; j < std::max(to_b, from_b + 1); ++j)
        if (covered.count({first, second, i, j}) == 0)
          return refuse("the pair " + bodies[first].name + ", " + bodies[second].name + " is not covered");
  }
  result.ok = true;
  return result;
}

}  // namespace clearance

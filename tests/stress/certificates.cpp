// Certificates of small random scenes with a change in each: no change may make the checker believe what is not true.
// clearance_certificate_stress [--changes N] [--seed N]

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "clearance/certify.hpp"
#include "motions.hpp"

namespace {

using namespace clearance;

double flipped(oracle::Random& random, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  bits ^= std::uint64_t{1} << static_cast<unsigned>(random.integer(0, 63));
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Changes one thing. True if what it claims may have become false.
void change(oracle::Random& random, Certificate& certificate) {
  if (random.chance(0.2)) {
    certificate.claim = flipped(random, certificate.claim);
    return;
  }
  Cover& cover =
      certificate.covers[static_cast<std::size_t>(random.integer(0, static_cast<int>(certificate.covers.size()) - 1))];
  CoverPiece& piece =
      cover.pieces[static_cast<std::size_t>(random.integer(0, static_cast<int>(cover.pieces.size()) - 1))];
  switch (random.integer(0, 5)) {
    case 0:
      piece.end = flipped(random, piece.end);
      break;
    case 1:
      std::swap(cover.a, cover.b);
      break;
    case 2:
      cover.pieces.pop_back();
      break;
    case 3:
      cover.part_a = random.integer(-2, 2);
      break;
    case 4:
      cover.a = static_cast<std::size_t>(random.integer(0, 3));
      break;
    default:
      piece.normal[random.integer(0, 2)] = flipped(random, piece.normal[0]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t changes = 2000, seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--changes") == 0) changes = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
  }
  oracle::Random random(seed);
  std::uint64_t made = 0, accepted = 0, wrong = 0, untouched_refused = 0, scenes = 0;
  for (std::uint64_t index = 0; made < changes; ++index) {
    oracle::MotionCase m = oracle::make_motion(seed, index);
    // Unbounded bodies that turn, too.
    if (m.a.poses.size() == 1 && random.chance(0.3)) {
      const Pose& from = m.a.poses[0];
      const Mat3 turn = Eigen::AngleAxisd(random.uniform(0, 2), random.direction()).toRotationMatrix();
      m.a.poses.push_back({Mat3(turn * from.rotation()), from.position() + random.vector(1.0)});
    }
    if (m.a.between == Motion::Between::screw || m.b.between == Motion::Between::screw) continue;
    const std::vector<MovingBody> bodies{{"a", m.a.shape, m.a.motion()}, {"b", m.b.shape, m.b.motion()}};
    const std::vector<BodyPair> pairs{{0, 1}};
    const Certified least = certify(bodies, pairs);
    if (!(least.distance.lower > -1e3 && least.distance.upper < 1e3)) continue;
    // A claim that leaves some room, and one that leaves little.
    const double room = random.magnitude(1e-3, 0.5);
    const Certified known = certify(bodies, pairs, {.margin = least.distance.lower - room, .certificate = true});
    if (!known.certificate) continue;
    ++scenes;
    if (!check_certificate(*known.certificate, bodies, pairs).ok) ++untouched_refused;
    for (int i = 0; i < 200 && made < changes; ++i, ++made) {
      Certificate changed = *known.certificate;
      change(random, changed);
      if (random.chance(0.3)) changed.claim = least.distance.upper + random.magnitude(1e-6, 1.0);
      if (!check_certificate(changed, bodies, pairs).ok) continue;
      ++accepted;
      if (changed.claim > least.distance.upper) {
        ++wrong;
        std::printf("motion %llu (%s): claim %.17g accepted, least %.17g\n", static_cast<unsigned long long>(index),
                    m.family.c_str(), changed.claim, least.distance.upper);
      }
    }
  }
  std::printf(
      "%llu changes of certificates of %llu scenes: %llu still hold, %llu false ones accepted, %llu whole ones "
      "refused\n",
      static_cast<unsigned long long>(made), static_cast<unsigned long long>(scenes),
      static_cast<unsigned long long>(accepted), static_cast<unsigned long long>(wrong),
      static_cast<unsigned long long>(untouched_refused));
  const bool passed = wrong == 0 && untouched_refused == 0;
  std::printf("%s\n", passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}

#include "ellipsoids.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "ellipsoid_pairs.hpp"
#include "ellipsoid_truth.hpp"
#include "reproducer.hpp"

namespace stress {
namespace {

using namespace clearance;

/// Wider than this, relative to the size of the pair, is not what the default promises ...
constexpr double narrow = 1e-11;
/// ... and a distance that is off by more is wrong.
constexpr double right = 1e-12;

struct Found {
  std::uint64_t pairs = 0, overlaps = 0, by_newton = 0, compared = 0, checked = 0;
  std::uint64_t wrong = 0, unsound = 0, contradictions = 0, apart = 0, wide = 0, unfinished = 0;
  double worst_width = 0.0, worst_error = 0.0;
  int most_iterations = 0;

  std::uint64_t failures() const { return wrong + unsound + contradictions + apart; }
  void add(const Found& o) {
    pairs += o.pairs, overlaps += o.overlaps, by_newton += o.by_newton, compared += o.compared, checked += o.checked;
    wrong += o.wrong, unsound += o.unsound, contradictions += o.contradictions, apart += o.apart, wide += o.wide;
    unfinished += o.unfinished;
    worst_width = std::max(worst_width, o.worst_width);
    worst_error = std::max(worst_error, o.worst_error);
    most_iterations = std::max(most_iterations, o.most_iterations);
  }
};

/// One pair; returns what is wrong with it, or nothing.
std::string run_one(Found& found, const oracle::EllipsoidQuery& q, std::uint64_t index, std::uint64_t sample) {
  const Shape a = Ellipsoid(q.radii_a), b = Ellipsoid(q.radii_b);
  const Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
  const Result r = distance(a, pose_a, b, pose_b);
  const double size = q.radii_a.maxCoeff() + q.radii_b.maxCoeff() + (q.at_a.position - q.at_b.position).norm();
  ++found.pairs;
  found.overlaps += r.status == Status::penetrating;
  found.by_newton += r.method == Method::ellipsoid_newton;
  found.unfinished += !r.converged();
  found.most_iterations = std::max(found.most_iterations, r.iterations);
  const double width = (r.upper - r.lower) / size;
  found.worst_width = std::max(found.worst_width, width);
  found.wide += !(width <= narrow);

  std::string complaint = oracle::inconsistency(r, size);
  if (const Verification v = verify(r, a, pose_a, b, pose_b); complaint.empty() && !v) complaint = v.reason;
  found.contradictions += !complaint.empty();
  bool suspicious = !complaint.empty() || !(width <= narrow);
  for (const MethodInfo& method : methods()) {
    if (!method.accepts(a, b) || (index % 100 != 0 && method.method != Method::gjk)) continue;
    const Result other = distance(a, pose_a, b, pose_b, {.method = method.method});
    ++found.compared;
    if (other.lower <= r.upper && r.lower <= other.upper) continue;
    ++found.apart;
    complaint += std::string(method.name) + " has an enclosure apart; ";
    suspicious = true;
  }
  if (!suspicious && index % sample != 0) return complaint;
  oracle::EllipsoidTruth truth(q.radii_a, q.at_a, q.radii_b, q.at_b);
  truth.refine(r.normal);
  if (!(truth.lower() > 0))
    for (const Vec3& n : truth.deepest_normals()) truth.refine(n);
  ++found.checked;
  const double error = std::fabs(static_cast<double>(truth.lower() - oracle::Digits50(r.distance))) / size;
  found.worst_error = std::max(found.worst_error, error);
  if (!(error <= right)) {
    ++found.wrong;
    complaint += "wrong distance; ";
  }
  if (truth.lower() > oracle::Digits50(r.upper) || truth.upper() < oracle::Digits50(r.lower)) {
    ++found.unsound;
    complaint += "the truth is outside; ";
  }
  return complaint;
}

}  // namespace

bool run_ellipsoids(std::uint64_t count, std::uint64_t seed, std::uint64_t sample) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::atomic<std::uint64_t> next{0};
  std::mutex lock;
  Found total;
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&] {
      Found found;
      for (std::uint64_t i = next++; i < count; i = next++) {
        oracle::Random random(seed * 0x9e3779b97f4a7c15ULL + i);
        const oracle::EllipsoidQuery q = assorted_ellipsoids(random);
        const std::string complaint = run_one(found, q, i, sample);
        if (complaint.empty()) continue;
        const std::string id = "ellipsoids-" + std::to_string(seed) + "-" + std::to_string(i);
        const std::lock_guard<std::mutex> guard(lock);
        std::printf("%s: %s\n  %s\n", id.c_str(), complaint.c_str(),
                    oracle::json_line({Ellipsoid(q.radii_a), Ellipsoid(q.radii_b), q.at_a, q.at_b}, id).c_str());
      }
      const std::lock_guard<std::mutex> guard(lock);
      total.add(found);
    });
  for (std::thread& worker : workers) worker.join();
  const auto line = [](const char* what, std::uint64_t value) {
    std::printf("%-28s %llu\n", what, static_cast<unsigned long long>(value));
  };
  line("pairs", total.pairs);
  line("  overlapping", total.overlaps);
  line("  by ellipsoid-newton", total.by_newton);
  line("compared with other methods", total.compared);
  line("checked with 50 digits", total.checked);
  line("wrong", total.wrong);
  line("unsound", total.unsound);
  line("contradictions", total.contradictions);
  line("enclosures apart", total.apart);
  line("wider than 1e-11", total.wide);
  line("unfinished", total.unfinished);
  std::printf("worst width %.3g, worst error %.3g of the size; at most %d iterations\n", total.worst_width,
              total.worst_error, total.most_iterations);
  return total.failures() == 0;
}

}  // namespace stress

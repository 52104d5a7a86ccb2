#include <algorithm>
#include <cstdint>
#include <limits>

#include "clearance/bounding_box.hpp"
#include "view/cell.hpp"

namespace clearance::view {
namespace {

bool moves(const Cell& cell, const BodyPair& pair) {
  return cell.bodies[pair[0]].poses.size() > 1 || cell.bodies[pair[1]].poses.size() > 1;
}

PairAnswers along_motion(const Cell& cell, const BodyPair& pair) {
  const SceneBody &a = cell.bodies[pair[0]], &b = cell.bodies[pair[1]];
  PairAnswers out{pair, {}};
  PairState state;
  const std::size_t samples = moves(cell, pair) ? cell.times.size() : 1;
  out.results.reserve(samples);
  for (std::size_t i = 0; i < samples; ++i)
    out.results.push_back(distance(a.shape, a.pose(i), b.shape, b.pose(i), {}, &state));
  if (cell.uncertain.empty()) return out;
  const Uncertain &of_a = cell.uncertain[pair[0]], &of_b = cell.uncertain[pair[1]];
  if (of_a.any() || of_b.any())
    for (Result& result : out.results) result = widened(result, a.shape, of_a, b.shape, of_b);
  return out;
}

/// The least distance along the motion, or a number beyond `limit` if it is proven to stay beyond that.
double least(const Cell& cell, const BodyPair& pair, double limit) {
  const SceneBody &a = cell.bodies[pair[0]], &b = cell.bodies[pair[1]];
  PairState state;
  double nearest = std::numeric_limits<double>::infinity();
  const std::size_t samples = moves(cell, pair) ? cell.times.size() : 1;
  for (std::size_t i = 0; i < samples; ++i) {
    Options options;
    options.max_distance = std::min(limit, nearest);
    const Result result = distance(a.shape, a.pose(i), b.shape, b.pose(i), options, &state);
    nearest = std::min(nearest, result.ending == Ending::beyond_limit ? result.lower : result.distance);
  }
  return nearest;
}

/// A box that holds the body all along the motion.
BoundingBox box_along_motion(const SceneBody& body) {
  BoundingBox whole = bounding_box(body.shape, body.poses.front());
  for (const Pose& pose : body.poses) {
    const BoundingBox box = bounding_box(body.shape, pose);
    whole.low = whole.low.cwiseMin(box.low);
    whole.high = whole.high.cwiseMax(box.high);
  }
  return whole;
}

/// No point of one is nearer to a point of the other, along some axis.
double gap_of(const BoundingBox& a, const BoundingBox& b) {
  return std::max((b.low - a.high).maxCoeff(), (a.low - b.high).maxCoeff());
}

/// The `count` pairs that come nearest, nearest first.
std::vector<BodyPair> nearest_pairs(const Cell& cell, std::size_t count, const ShowShare& show) {
  struct Candidate {
    double distance;
    BodyPair pair;
    bool operator<(const Candidate& other) const {
      return distance != other.distance ? distance < other.distance : pair < other.pair;
    }
  };
  std::vector<Candidate> heap;  // the farthest on top
  std::vector<BoundingBox> boxes;
  for (const SceneBody& body : cell.bodies) boxes.push_back(box_along_motion(body));
  const double all = static_cast<double>(cell.pair_count);
  std::uint64_t done = 0;
  cell.each_pair([&](const BodyPair& pair) {
    if (show && (++done & 0xFFFU) == 0) show(static_cast<double>(done) / all);
    const bool full = heap.size() == count;
    const double limit = full ? heap.front().distance : std::numeric_limits<double>::infinity();
    if (gap_of(boxes[pair[0]], boxes[pair[1]]) > limit) return;
    const Candidate candidate{least(cell, pair, limit), pair};
    if (full && candidate < heap.front()) {
      std::pop_heap(heap.begin(), heap.end());
      heap.back() = candidate;
      std::push_heap(heap.begin(), heap.end());
    } else if (!full) {
      heap.push_back(candidate);
      std::push_heap(heap.begin(), heap.end());
    }
  });
  std::sort_heap(heap.begin(), heap.end());
  std::vector<BodyPair> pairs;
  for (const Candidate& candidate : heap) pairs.push_back(candidate.pair);
  return pairs;
}

}  // namespace

std::vector<PairAnswers> answer(const Cell& cell, std::size_t most, const ShowShare& show) {
  std::vector<PairAnswers> out;
  const auto append = [&](const BodyPair& pair) { out.push_back(along_motion(cell, pair)); };
  const std::size_t room = std::max<std::size_t>(1, most / cell.times.size());
  if (cell.pair_count > room) {
    for (const BodyPair& pair : nearest_pairs(cell, room, show)) append(pair);
  } else {
    cell.each_pair([&](const BodyPair& pair) {
      append(pair);
      if (show) show(static_cast<double>(out.size()) / static_cast<double>(cell.pair_count));
    });
  }
  return out;
}

}  // namespace clearance::view

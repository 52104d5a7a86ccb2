#pragma once

// Many queries at once, and what they point to.

#include <vector>

#include "clearance/batch.hpp"
#include "families.hpp"

namespace oracle {

/// Queries, and the poses that they point to.
struct Workload {
  std::vector<Query> pairs;
  std::vector<clearance::Pose> poses_a, poses_b;
  std::vector<clearance::PairQuery> queries() const {
    std::vector<clearance::PairQuery> all;
    for (std::size_t i = 0; i < pairs.size(); ++i) all.push_back({&pairs[i].a, &poses_a[i], &pairs[i].b, &poses_b[i]});
    return all;
  }
  void add(const Query& q) {
    pairs.push_back(q);
    poses_a.push_back(q.at_a.pose());
    poses_b.push_back(q.at_b.pose());
  }
};

inline Workload all_families(std::uint64_t seed, std::uint64_t count) {
  Workload workload;
  for (std::uint64_t i = 0; i < count; ++i) workload.add(make_query(families()[i % families().size()], seed, i));
  return workload;
}

}  // namespace oracle

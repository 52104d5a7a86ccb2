#pragma once

#include <vector>

#include "clearance/mesh.hpp"

namespace clearance::decompose {

/// A tree of boxes over the triangles of a mesh, for two questions: how far is a point from the surface, and how often
/// does the surface wind around it. The second after A. Jacobson, L. Kavan and O. Sorkine-Hornung, "Robust
/// inside-outside segmentation using generalized winding numbers" (2013), far triangles taken together as in G. Barill
/// et al., "Fast winding numbers for soups and clouds" (2018).
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  /// The distance to the surface, to rounding. `within`: an upper bound that is already known.
  double distance(const Vec3& point, double within) const;
  /// Of a closed surface a whole number but for an error below 0.1; zero outside.
  double winding(const Vec3& point) const;

 private:
  struct Node {
    Vec3 low, high;
    Vec3 centre = Vec3::Zero(),
         area = Vec3::Zero();  ///< of the surface: its middle, and the sum of normals times areas
    double radius = 0.0;       ///< of a ball about the centre that holds all of it
    int first = 0, count = 0;  ///< of a leaf: its triangles
    int right = -1;            ///< the left child is the next node; -1: a leaf
  };
  using Corners = std::array<Vec3, 3>;

  int build(int first, int last, std::vector<Vec3>& middles, std::vector<Corners>& source, std::vector<int>& order);
  double winding(const Node& node, const Vec3& point) const;

  std::vector<Node> nodes_;
  std::vector<Corners> triangles_;
};

}  // namespace clearance::decompose

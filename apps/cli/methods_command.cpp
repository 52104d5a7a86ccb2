#include "methods_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clearance/distance.hpp"
#include "io/json.hpp"
#include "models/samples.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

/// One shape of each convex type, to ask the methods about: of a union, a method takes what it takes of the parts.
std::vector<Shape> shapes_to_ask_about() {
  std::vector<Shape> shapes;
  for (const models::Sample& sample : models::convex_samples()) shapes.push_back(sample.shape);
  return shapes;
}

using TypePair = std::pair<std::string_view, std::string_view>;

/// The pairs of types that a method takes, each once.
std::vector<TypePair> accepted_pairs(const MethodInfo& method, const std::vector<Shape>& shapes) {
  std::vector<TypePair> pairs;
  for (auto a = shapes.begin(); a != shapes.end(); ++a)
    for (auto b = a; b != shapes.end(); ++b)
      if (method.accepts(*a, *b)) pairs.emplace_back(a->type(), b->type());
  return pairs;
}

std::vector<std::string_view> partners(std::string_view type, const std::vector<TypePair>& pairs) {
  std::vector<std::string_view> result;
  for (const auto& [a, b] : pairs)
    if (a == type || b == type) result.push_back(a == type ? b : a);
  return result;
}

/// Types that go with the same others.
struct TypeRow {
  std::vector<std::string_view> types, with;
};

std::vector<TypeRow> type_rows(const std::vector<Shape>& shapes, const std::vector<TypePair>& pairs) {
  std::vector<TypeRow> result;
  for (const Shape& shape : shapes) {
    std::vector<std::string_view> with = partners(shape.type(), pairs);
    if (with.empty()) continue;
    const auto same = std::find_if(result.begin(), result.end(), [&](const TypeRow& row) { return row.with == with; });
    if (same != result.end())
      same->types.push_back(shape.type());
    else
      result.push_back({{shape.type()}, std::move(with)});
  }
  return result;
}

void print_for_people(const MethodInfo& method, const std::vector<Shape>& shapes) {
  print("{}\n", method.name);
  print_wrapped("  ", std::string(method.summary));
  if (!available(method.method)) {
    print("  not in this build\n\n");
    return;
  }
  const std::vector<TypePair> pairs = accepted_pairs(method, shapes);
  if (pairs.size() == shapes.size() * (shapes.size() + 1) / 2) {
    print("  takes every pair of shapes\n\n");
    return;
  }
  print("  takes\n");
  for (const auto& [types, with] : type_rows(shapes, pairs)) {
    print_wrapped("    ", fmt::format("{}", fmt::join(types, ", ")));
    print_wrapped("      with ", with == types                  ? "each other"
                                 : with.size() == shapes.size() ? "every shape"
                                                                : fmt::format("{}", fmt::join(with, ", ")));
  }
  if (method.method == Method::lcp) print("  of at most {} vertices each\n", most_vertices_of_lcp);
  print("\n");
}

void print_for_machines(const std::vector<Shape>& shapes) {
  std::string out = "[";
  for (const MethodInfo& method : methods()) {
    out += fmt::format("{}{{\"name\":{},\"summary\":{}", out.size() > 1 ? ",\n" : "", io::json_quoted(method.name),
                       io::json_quoted(method.summary));
    const std::vector<TypePair> pairs = accepted_pairs(method, shapes);
    std::vector<std::string> types, type_pairs;
    for (const Shape& shape : shapes)
      if (!partners(shape.type(), pairs).empty()) types.push_back(io::json_quoted(shape.type()));
    for (const auto& [a, b] : pairs)
      type_pairs.push_back(fmt::format("[{},{}]", io::json_quoted(a), io::json_quoted(b)));
    out += fmt::format(",\"shapes\":[{}],\"pairs\":[{}]}}", fmt::join(types, ","), fmt::join(type_pairs, ","));
  }
  print("{}]\n", out);
}

}  // namespace

int run_methods(bool json) {
  const std::vector<Shape> shapes = shapes_to_ask_about();
  if (json) {
    print_for_machines(shapes);
    return 0;
  }
  for (const MethodInfo& method : methods()) print_for_people(method, shapes);
  print(
      "A mesh counts as a hull; a union is taken where each of its parts is.\n"
      "Choose with: clearance distance --method NAME\n");
  return 0;
}

}  // namespace clearance::cli

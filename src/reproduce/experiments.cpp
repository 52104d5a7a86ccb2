// The one table of experiments.

#include "reproduce/experiments.hpp"

#include <array>

namespace clearance::reproduce {

namespace {

constexpr std::array table{
    &fenger_3_2, &fenger_3_3, &fenger_3_4, &fenger_4_1, &fenger_4_2, &fenger_4_4, &fenger_4_5, &fenger_4_8,
};

}  // namespace

std::span<const Experiment* const> experiments() { return table; }

const Experiment* experiment_from_name(std::string_view name) {
  for (const Experiment* experiment : table)
    if (experiment->name == name) return experiment;
  return nullptr;
}

}  // namespace clearance::reproduce

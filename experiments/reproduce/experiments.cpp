// The one table of experiments.

#include "reproduce/experiments.hpp"

#include <array>
#include <limits>

namespace clearance::reproduce {

namespace {

constexpr std::array table{
    &eberly_example_1,
    &eberly_example_2,
    &eberly_example_3,
    &eberly_example_4,
    &eberly_example_5,
    &eberly_listing_4,
    &eberly_listing_8,
    &eberly_listing_9,
    &fenger_figure_3_2,
    &fenger_3_2,
    &fenger_3_3,
    &fenger_3_4,
    &fenger_figure_4_1,
    &fenger_4_1,
    &fenger_4_2,
    &fenger_4_3,
    &fenger_4_4,
    &fenger_4_5,
    &fenger_4_6,
    &fenger_table_4_6,
    &fenger_table_4_7,
    &fenger_4_8,
    &fenger_figure_5_1,
    &fenger_figure_5_2,
    &fenger_figure_5_3,
    &fenger_5_1,
    &fenger_5_1_9,
    &fenger_5_2,
    &fenger_5_5_1,
    &fenger_crossed,
    &hamlin_figure_4,
    &hamlin_figure_8,
    &hamlin_figure_9,
    &hamlin_fewer_spheres,
    &sundaraj_operations,
    &sundaraj_experiment_1,
    &sundaraj_experiment_2,
    &sundaraj_figure_1,
    &sundaraj_figure_2,
    &sundaraj_figure_3,
};

}  // namespace

std::span<const Experiment* const> experiments() { return table; }

const Experiment* experiment_from_name(std::string_view name) {
  for (const Experiment* experiment : table)
    if (experiment->name == name) return experiment;
  return nullptr;
}

double figure(const std::vector<Figure>& figures, std::string_view key) {
  for (const Figure& f : figures)
    if (f.key == key) return f.value;
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace clearance::reproduce

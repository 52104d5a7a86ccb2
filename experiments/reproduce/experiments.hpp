#pragma once

// Every experiment that there is; each is defined in a file of its own.

#include "reproduce/experiment.hpp"

namespace clearance::reproduce {

extern const Experiment eberly_example_1, eberly_example_2, eberly_example_3, eberly_example_4, eberly_example_5;
extern const Experiment eberly_listing_4, eberly_listing_8, eberly_listing_9;
extern const Experiment fenger_figure_3_2, fenger_3_2, fenger_3_3, fenger_3_4;
extern const Experiment fenger_4_1, fenger_4_2, fenger_4_3, fenger_4_4, fenger_4_5, fenger_4_6, fenger_table_4_6,
    fenger_table_4_7, fenger_4_8;
extern const Experiment fenger_figure_4_1, fenger_figure_5_1, fenger_figure_5_2, fenger_figure_5_3;
extern const Experiment fenger_5_1, fenger_5_1_9, fenger_5_2, fenger_5_5_1, fenger_crossed;
extern const Experiment hamlin_figure_4, hamlin_figure_8, hamlin_figure_9, hamlin_fewer_spheres;
extern const Experiment sundaraj_operations, sundaraj_experiment_1, sundaraj_experiment_2;
extern const Experiment sundaraj_figure_1, sundaraj_figure_2, sundaraj_figure_3;

}  // namespace clearance::reproduce

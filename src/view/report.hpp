#pragma once

#include <string>
#include <vector>

// Tables and figures as one page without scripts, in the look of the page of a scene.

namespace clearance::view {

struct ReportColumn {
  std::string name, side;          ///< two lines of the head of the table
  std::vector<std::string> cells;  ///< as many as there are labels
};

struct ReportSection {
  std::string name, title, source, notes;
  std::string verdict, why;         ///< one word, and the reason
  std::vector<std::string> labels;  ///< of the rows
  std::vector<ReportColumn> columns;
  std::vector<std::string> texts;  ///< what is no number; lines as they are
  std::string svg;                 ///< of this program: taken as it is; empty: no figure
};

struct Report {
  std::string title;
  std::vector<ReportSection> sections;
};

std::string report_page(const Report& report);

}  // namespace clearance::view

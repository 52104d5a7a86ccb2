#pragma once

#include <span>
#include <string>
#include <string_view>

#include "view/cell.hpp"
#include "view/over_time.hpp"

namespace clearance::view {

/// Whether this build has the page; it is left out where there was no node at build time.
bool has_page();

/// The data block of a page: JSON that is safe inside of a script element, whatever the names are.
std::string page_data(const Cell& cell, const Answers& answers, const Monitored* monitored = nullptr);

/// A page that shows the data. Precondition: has_page(), and the data is safe, as page_data() makes it.
std::string page(std::string_view data);

/// JSON with every character escaped that could end a script element or a line of a script.
std::string safe_in_script(std::string_view json);

/// The page as it was built, with one marker where the data goes; empty if it was left out.
std::string_view page_template();

}  // namespace clearance::view

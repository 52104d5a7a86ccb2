#include "view/page.hpp"

namespace clearance::view {

std::string_view page_template() { return {}; }

}  // namespace clearance::view

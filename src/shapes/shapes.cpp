// The Shape value: a description and the core made of it.

#include "clearance/shapes.hpp"

#include "core/core.hpp"

namespace clearance {

Shape::Shape(ShapeVariant description) : Shape(std::move(description), 0.0) {}

Shape::Shape(ShapeVariant description, double rounding)
    : description_(std::make_shared<const ShapeVariant>(std::move(description))),
      core_(std::make_shared<const detail::Core>(detail::make_core(*description_, rounding))),
      rounding_(rounding) {}

std::string_view Shape::type() const {
  return std::visit([]<class S>(const S&) { return S::type; }, *description_);
}
bool Shape::polyhedral() const {
  return rounding_ == 0.0 && std::visit([]<class S>(const S&) { return S::polyhedral; }, *description_);
}
bool Shape::bounded() const { return detail::is_bounded(core_->kind) && core_->bounded_parts; }

}  // namespace clearance

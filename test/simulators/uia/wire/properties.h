#pragma once

#include <string_view>

namespace surehand::simulator {

// How UI Automation says a property: the type of its VARIANT, and what is said where a provider says nothing.
enum class Kind { kText, kInteger, kFlag, kNumber, kRectangle, kIntegers, kElement, kElements };

struct Property {
  int id;
  std::string_view name;  // as the recorded trees call it
  Kind kind;
  double otherwise = 0;
};

struct Pattern {
  int id;
  std::string_view name;
  int available;  // the property that says whether an element has it
};

// Null when there is none.
const Property* property_of(int id);
const Pattern* pattern_of(int id);
const Pattern* pattern_available_by(int property);

}  // namespace surehand::simulator

#include "platform/simulated/world/text.h"

#include <algorithm>

#include "core/text/utf16.h"
#include "core/text/utf8.h"

namespace surehand::simulated {

namespace {

size_t units_before(std::string_view text, size_t characters) {
  size_t at = 0;
  while (characters-- > 0 && at < text.size()) utf8::next(text, at);
  return utf16::units(text.substr(0, at));
}

}  // namespace

TextRange selected_range(const Node& node) {
  const std::string value = node.value();
  const size_t length = utf16::characters(value);
  const auto [first, last] = std::minmax({std::min(node.anchor, length), std::min(node.caret, length)});
  return {units_before(value, first), units_before(value, last)};
}

Rect part_of(const Rect& field, size_t units, TextRange part) {
  if (units == 0) return {field.x, field.y, 0, field.height};
  const auto at = [&](size_t unit) { return static_cast<int32_t>(static_cast<size_t>(field.width) * unit / units); };
  return {field.x + at(part.start), field.y, at(part.end) - at(part.start), field.height};
}

}  // namespace surehand::simulated

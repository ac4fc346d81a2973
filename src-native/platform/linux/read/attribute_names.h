#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace surehand::atspi {

// An object attribute as every platform calls it (core/vocabulary.json), or under a prefix where it is AT-SPI's or a
// toolkit's own: `atspi:toolkit`. The value is the same but for places in tables, which are counted from 0 everywhere.
struct NamedAttribute {
  std::string key;
  std::string value;
};
NamedAttribute named_attribute(std::string_view key, std::string_view value);

// `horizontal` or `vertical`, as the states say; nothing where they say neither.
std::optional<std::string_view> orientation_of(uint64_t states);

}  // namespace surehand::atspi

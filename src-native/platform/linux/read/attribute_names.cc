#include "platform/linux/read/attribute_names.h"

#include <charconv>

#include "core/vocabulary.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

struct Meaning {
  std::string_view key;
  std::string_view name;
  int from = 0;  // what it counts from, for what we count from 0
};

constexpr Meaning kMeanings[] = {
    {"level", attribute::kLevel},          // Chromium, Firefox: headings and tree items
    {"heading-level", attribute::kLevel},  // LibreOffice
    {"posinset", attribute::kPosinset},   {"setsize", attribute::kSetsize},
    {"rowindex", attribute::kRow, 1},  // ARIA's
    {"colindex", attribute::kColumn, 1},  {"rowcount", attribute::kRowcount},
    {"colcount", attribute::kColcount},   {"src", attribute::kUrl},  // Firefox, Chromium: images
};

std::optional<std::string> counted_from(int first, std::string_view value) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) return std::nullopt;
  return std::to_string(number - first);
}

}  // namespace

NamedAttribute named_attribute(std::string_view key, std::string_view value) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.key != key) continue;
    if (meaning.from == 0) return {std::string(meaning.name), std::string(value)};
    if (auto number = counted_from(meaning.from, value)) return {std::string(meaning.name), std::move(*number)};
  }
  // LibreOffice's cells: without the sign that it begins with wherever it is written.
  if (key == "Formula") return {std::string(attribute::kFormula), value.empty() ? "" : "=" + std::string(value)};
  return {"atspi:" + std::string(key), std::string(value)};
}

std::optional<std::string_view> orientation_of(uint64_t states) {
  if ((states & state::kHorizontal) != 0) return "horizontal";
  if ((states & state::kVertical) != 0) return "vertical";
  return std::nullopt;
}

}  // namespace surehand::atspi

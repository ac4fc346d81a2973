#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// The bytes of the first `count` characters.
size_t prefix_of(std::string_view utf8, size_t count);

// The text as it is, and what its offsets count: characters (GTK), or UTF-16 units (Qt, LibreOffice).
struct Content {
  std::string text;
  bool utf16 = false;

  int32_t offset_of(size_t character) const;
  // An offset as the seam counts, as this application does.
  Result<int32_t> place_of(size_t unit) const;
  size_t character_at(int32_t offset) const;
  size_t unit_at(int32_t offset) const;
};

// Nothing where it does not tell its text.
Result<std::optional<Content>> content(Invocation& invocation);

// Two offsets of the text as the application counts. UNSUPPORTED, "no way to `purpose`", where it has none.
Result<std::pair<int32_t, int32_t>> places_of(Invocation& invocation, std::string_view purpose, size_t start,
                                              size_t end);

}  // namespace surehand::atspi

#include "platform/macos/text_ranges.h"

#include "platform/macos/applications.h"
#include "platform/macos/ax/calls.h"
#include "platform/macos/cf/string.h"
#include "platform/macos/cg/place.h"
#include "platform/macos/errors.h"
#include "platform/macos/identity.h"

namespace surehand::ax {

namespace {

Error no_way(std::string_view purpose) { return {ErrorCode::kUnsupported, "no way to " + std::string(purpose), {}}; }

}  // namespace

Result<TextRange> read_selected_range(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(reference, element_of(session, element));
  const auto selected = range(*reference, kAXSelectedTextRangeAttribute, limits);
  if (!selected || selected->location < 0 || selected->length < 0) {
    return no_way("tell what of its text is selected");
  }
  const auto start = static_cast<size_t>(selected->location);
  return TextRange{start, start + static_cast<size_t>(selected->length)};
}

Result<std::optional<Rect>> read_text_bounds(Session& session, const Element& element, TextRange part,
                                             const Limits& limits) {
  SUREHAND_TRY(reference, element_of(session, element));
  const auto units = number(*reference, kAXNumberOfCharactersAttribute, limits);
  const auto field = frame(*reference, limits);
  if (!units || *units < 0 || !field) return no_way("tell where a part of its text is");
  if (auto error = beyond_text(part.end, static_cast<size_t>(*units))) return std::move(*error);
  const auto wanted = CFRangeMake(static_cast<CFIndex>(part.start), static_cast<CFIndex>(part.end - part.start));
  const auto place = bounds_for(*reference, wanted, limits);
  if (!place) return no_way("tell where a part of its text is");
  const Rect shown = intersection(cg::rect_of(*place), cg::rect_of(*field));
  return shown.height == 0 ? std::nullopt : std::optional(shown);
}

}  // namespace surehand::ax

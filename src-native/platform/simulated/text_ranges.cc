#include "core/text/utf16.h"
#include "platform/simulated/backend.h"
#include "platform/simulated/world/text.h"

namespace surehand::simulated {

namespace {

Error no_text(std::string_view what) { return {ErrorCode::kUnsupported, "no way to " + std::string(what), {}}; }

}  // namespace

Result<TextRange> SimulatedBackend::selected_range(const Element& element, const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(element.app_key, limits));
  SUREHAND_TRY(node, session_.element(*access->app, element.identity));
  if (!(*node)->is(State::kEditable)) return no_text("tell what of its text is selected");
  return simulated::selected_range(**node);
}

Result<std::optional<Rect>> SimulatedBackend::text_bounds(const Element& element, TextRange range,
                                                          const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(element.app_key, limits));
  SUREHAND_TRY(node, session_.element(*access->app, element.identity));
  if (!(*node)->is(State::kEditable)) return no_text("tell where a part of its text is");
  const size_t units = utf16::units((*node)->value());
  if (auto error = beyond_text(range.end, units)) return std::move(*error);
  const auto bounds = session_.world->bounds(**node);
  if (!bounds) return std::optional<Rect>();
  return std::optional(part_of(*bounds, units, range));
}

}  // namespace surehand::simulated

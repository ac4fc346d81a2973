#include "platform/linux/text_ranges.h"

#include <algorithm>
#include <cmath>

#include "platform/linux/applications.h"
#include "platform/linux/atspi/extents.h"
#include "platform/linux/invoke/text_content.h"
#include "platform/linux/snapshot.h"

namespace surehand::atspi {

namespace {

constexpr uint32_t kScreen = 0;

Result<std::optional<Rect>> extents(Invocation& invocation, const dbus::Call& call) {
  SUREHAND_TRY(reply, invocation.read(call));
  if (!reply->is_reply()) return std::optional<Rect>();
  dbus::Reader body = reply->body();
  const Rect place = read_extents(body);
  return body.ok() && place.width >= 0 && place.height >= 0 ? std::optional(place) : std::nullopt;
}

// Where the element is, as every snapshot says.
Result<std::optional<Rect>> own_bounds(Session& session, const std::shared_ptr<RefBook>& refs, const Element& element,
                                       const Limits& limits) {
  SnapshotOptions options;
  options.max_depth = 0;
  options.text = options.actions = options.attributes = false;
  auto snapshot = take_snapshot(session, refs, {element.app_key, element.identity}, options, limits);
  if (!snapshot) return snapshot.take_error();
  return (*snapshot)->bounds(0);
}

// Two places that an application told in its own way, moved to where the element is: GTK 4 counts from the window on, and a Chromium that
// is drawn larger in units of its page.
Rect moved(const Rect& part, const Rect& told, const Rect& is) {
  const double across = told.width > 0 ? static_cast<double>(is.width) / told.width : 1;
  const double down = told.height > 0 ? static_cast<double>(is.height) / told.height : 1;
  const auto scaled = [](double length, double scale) { return static_cast<int32_t>(std::lround(length * scale)); };
  return {is.x + scaled(part.x - told.x, across), is.y + scaled(part.y - told.y, down), scaled(part.width, across),
          scaled(part.height, down)};
}

}  // namespace

Result<TextRange> read_selected_range(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, element.app_key, limits));
  Sending nothing;
  Invocation invocation(session, **application, element, nothing, limits);
  SUREHAND_CHECK(invocation.learn());
  constexpr const char* kWhat = "tell what of its text is selected";
  if (!invocation.facts().has(Interface::kText)) return invocation.unsupported(kWhat);
  SUREHAND_TRY(text, content(invocation));
  SUREHAND_TRY(caret, invocation.number(Property::kCaretOffset));
  if (!*text || !*caret) return invocation.unsupported(kWhat);
  int32_t from = **caret, to = **caret;
  SUREHAND_TRY(count, invocation.read(invocation.caller().method(invocation.object(), Method::kGetSelectionCount)));
  if (count->is_reply() && count->body().i32() > 0) {
    auto selected = invocation.read(invocation.caller().with_index(invocation.object(), Method::kGetTextSelection, 0));
    if (!selected) return selected.take_error();
    if (selected->is_reply()) {
      dbus::Reader reader = selected->body();
      from = reader.i32();
      to = reader.i32();
    }
  }
  return TextRange{(*text)->unit_at(std::min(from, to)), (*text)->unit_at(std::max(from, to))};
}

Result<std::optional<Rect>> read_text_bounds(Session& session, const std::shared_ptr<RefBook>& refs,
                                             const Element& element, TextRange range, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, element.app_key, limits));
  Sending nothing;
  Invocation invocation(session, **application, element, nothing, limits);
  SUREHAND_CHECK(invocation.learn());
  constexpr const char* kWhat = "tell where a part of its text is";
  SUREHAND_TRY(places, places_of(invocation, kWhat, range.start, range.end));
  const Object& object = invocation.object();
  dbus::Writer body;
  body.i32(places->first).i32(places->second).u32(kScreen);
  const auto ask = [&] {
    return extents(invocation, invocation.caller().method_with(object, Method::kGetRangeExtents, "iiu", &body));
  };
  auto part = ask();
  // Chromium works out where characters are once it was asked, and says 0 until then.
  if (part && *part && is_empty(**part) && range.start < range.end) {
    invocation.confirmed([&]() -> Result<bool> {
      part = ask();
      return !part || !*part || !is_empty(**part);
    });
  }
  if (!part) return part.take_error();
  SUREHAND_TRY(told, extents(invocation, invocation.caller().extents(object, kScreen)));
  if (!*part || !*told) return invocation.unsupported(kWhat);
  SUREHAND_TRY(is, own_bounds(session, refs, element, limits));
  if (!*is) return std::optional<Rect>();
  const Rect shown = intersection(moved(**part, **told, **is), **is);
  return shown.height == 0 ? std::nullopt : std::optional(shown);
}

}  // namespace surehand::atspi

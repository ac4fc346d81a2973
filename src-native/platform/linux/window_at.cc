#include "platform/linux/window_at.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "platform/linux/applications.h"
#include "platform/linux/treeless.h"

namespace surehand::atspi {

Result<Element> element_of_window(Session& session, const screen::ClientWindow& window, const Limits& limits) {
  if (const auto record = session.applications.with_pid(window.pid)) {
    if (!record->has_tree()) return Element{record->key, identity_of_window(window.id)};
    if (window.unmanaged) {
      if (auto popup = session.seen_popups.identity_of(record->key, window.id)) {
        return Element{record->key, std::move(*popup), true};
      }
    }
    auto named = session.window_book.identity_of(record->key, window);
    if (!named.unsettled) return Element{record->key, std::move(named.identity)};
    json::Value details;
    details.set("pid", record->pid);
    return Error{ErrorCode::kAmbiguous,
                 record->name + " has several windows \"" + window.title +
                     "\" that cannot be told apart; activate the one that you mean",
                 std::move(details)};
  }
  SUREHAND_TRY(key, key_of_process(session, window.pid, limits));
  if (!key->empty()) return Element{key.take(), ""};
  std::string treeless = treeless_key(window.pid);
  return treeless.empty() ? Element{} : Element{std::move(treeless), identity_of_window(window.id)};
}

namespace {

// What a popup goes by: where it lies. It has no element of its own that is known.
std::string identity_of_popup(const Rect& place) {
  return "popup " + std::to_string(place.x) + " " + std::to_string(place.y) + " " + std::to_string(place.width) + " " +
         std::to_string(place.height);
}

}  // namespace

Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits) {
  const auto pixel = [](double value) {
    return std::isnan(value) ? -1 : static_cast<int32_t>(std::clamp(std::floor(value), -32768.0, 32767.0));
  };
  SUREHAND_TRY(found, session.screen->window_at(pixel(x), pixel(y), limits));
  if (!*found) {
    json::Value details;
    if (!session.screen->tells_popups()) details.set("popups", "untold");
    return Error{ErrorCode::kNotFound, "there is no window at this point of the screen", std::move(details)};
  }
  auto element = element_of_window(session, **found, limits);
  // A menu, the list of a combo box, a tooltip: no window manager's business, and over everything else of its application.
  if (element && (*found)->unmanaged && element->identity.empty() && !element->app_key.empty()) {
    element->identity = identity_of_popup((*found)->visible());
  }
  if (element) element->popups_untold = !session.screen->tells_popups();
  return element;
}

Result<std::vector<Rect>> places_of_popups(Session& session, const std::string& app_key, const Limits& limits) {
  std::vector<Rect> places;
  const auto record = session.applications.find(app_key);
  if (!record) return places;
  SUREHAND_TRY(shown, session.screen->popups(record->pid, limits));
  for (const screen::ClientWindow& popup : *shown) {
    const Rect place = popup.visible();
    // Toolkits keep windows of one pixel out of sight.
    if (popup.kind != screen::PopupKind::kDrag && place.width > 1 && place.height > 1) places.push_back(place);
  }
  return places;
}

}  // namespace surehand::atspi

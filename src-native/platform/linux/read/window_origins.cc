#include "platform/linux/read/window_origins.h"

namespace surehand::atspi {

WindowOrigins::WindowOrigins(Session& session, const ApplicationRecord& application, const Limits& limits)
    : pid_(application.pid) {
  auto display = session.screen.display();
  if (!display.ok()) return;
  auto windows = x11::windows(**display, limits);
  if (windows.ok()) windows_ = windows.take();
}

std::optional<Point> WindowOrigins::origin(std::string_view title, const Rect& frame) const {
  const x11::ClientWindow* window = x11::window_of(windows_, pid_, title, frame.width, frame.height);
  if (!window) return std::nullopt;
  // What GTK draws around the frame itself: the shadow it declares, and an undeclared border when there is no
  // compositor (5 px in Debian 12), which is the same on all sides.
  const x11::Insets& shadow = window->shadow;
  const int32_t border = (window->content.width - shadow.left - shadow.right - frame.width) / 2;
  return Point{window->content.x + shadow.left + border, window->content.y + shadow.top + border};
}

std::optional<Point> origin_of(Session& session, const ApplicationRecord& application, const Object& object,
                               const Limits& limits) {
  constexpr int kDeepest = 256;
  Caller caller;
  std::string path(object.path);
  for (int depth = 0; depth < kDeepest; ++depth) {
    auto reply = session.bus->call(caller.get({application.key, path}, Property::kParent), limits);
    if (!reply.ok() || !reply->is_reply()) return std::nullopt;
    auto body = reply->body();
    if (body.begin_variant() != "(so)") return std::nullopt;
    body.begin_struct();
    body.string();
    const std::string parent(body.string());
    if (parent == kNullPath || parent.empty()) return std::nullopt;
    if (parent != application.root) {
      path = parent;
      continue;
    }
    const Object window{application.key, path};
    auto name = session.bus->call(caller.get(window, Property::kName), limits);
    auto extents = session.bus->call(caller.extents(window, 0), limits);
    if (!name.ok() || !name->is_reply() || !extents.ok() || !extents->is_reply()) return std::nullopt;
    auto title = name->body();
    title.begin_variant();
    auto place = extents->body();
    place.begin_struct();
    Rect frame;
    frame.x = place.i32();
    frame.y = place.i32();
    frame.width = place.i32();
    frame.height = place.i32();
    return WindowOrigins(session, application, limits).origin(title.string(), frame);
  }
  return std::nullopt;
}

}  // namespace surehand::atspi

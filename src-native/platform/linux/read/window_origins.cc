#include "platform/linux/read/window_origins.h"

#include "platform/linux/applications.h"

namespace surehand::atspi {
namespace {

// GDK takes whole numbers, Qt any.
constexpr double kLargestScale = 8, kScaleStep = 0.25;
// Units by which width and height of a window may differ from what its toolkit says: what GTK 4 draws around it.
constexpr int32_t kMisfit = 24;

}  // namespace

WindowOrigins::WindowOrigins(Session& session, const ApplicationRecord& application, const Limits& limits)
    : pid_(application.pid) {
  auto display = session.screen.display();
  if (!display.ok()) return;
  auto windows = x11::windows(**display, limits);
  if (windows.ok()) windows_ = windows.take();
}

std::optional<double> WindowOrigins::scale(std::string_view title, const Rect& frame) const {
  if (frame.width + frame.height <= 2 * kMisfit) return std::nullopt;
  std::optional<double> best;
  double least = kMisfit;
  for (const x11::ClientWindow& window : windows_) {
    if (window.pid != pid_ || window.title != title) continue;
    for (double scale = 1; scale <= kLargestScale; scale += kScaleStep) {
      const double misfit = x11::misfit(window, times(frame.width, scale), times(frame.height, scale)) / scale;
      if (misfit >= least) continue;
      least = misfit;
      best = scale;
    }
  }
  return best;
}

std::optional<Point> WindowOrigins::origin(std::string_view title, const Rect& frame, double scale) const {
  const int32_t width = times(frame.width, scale), height = times(frame.height, scale);
  const x11::ClientWindow* window = x11::window_of(windows_, pid_, title, width, height);
  if (!window) return std::nullopt;
  // What GTK draws around the frame itself: the shadow it declares, and an undeclared border when there is no
  // compositor (5 px in Debian 12), which is the same on all sides.
  const x11::Insets& shadow = window->shadow;
  const int32_t border = (window->content.width - shadow.left - shadow.right - width) / 2;
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
    const double scale = application.scale();
    return WindowOrigins(session, application, limits).origin(title.string(), frame, scale);
  }
  return std::nullopt;
}

}  // namespace surehand::atspi

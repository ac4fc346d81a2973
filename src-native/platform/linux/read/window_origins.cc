#include "platform/linux/read/window_origins.h"

#include <algorithm>

#include "platform/linux/applications.h"
#include "platform/linux/atspi/extents.h"
#include "platform/linux/states.h"
#include "platform/linux/windows.h"

namespace surehand::atspi {
namespace {

// GDK takes whole numbers, Qt any.
constexpr double kLargestScale = 8, kScaleStep = 0.25;
// Units by which width and height of a window may differ from what its toolkit says: what GTK 4 draws around it.
constexpr int32_t kMisfit = 24;

// What GTK draws around the frame itself: the shadow it declares, and an undeclared border when there is no compositor (5 px in
// Debian 12), which is the same on all sides.
Point origin_in(const screen::ClientWindow& window, int32_t width) {
  const screen::Insets& shadow = window.shadow;
  const int32_t border = (window.content.width - shadow.left - shadow.right - width) / 2;
  return {window.content.x + shadow.left + border, window.content.y + shadow.top + border};
}

}  // namespace

std::optional<double> WindowOrigins::scale(std::string_view title, const Rect& frame) {
  if (frame.width + frame.height <= 2 * kMisfit) return std::nullopt;
  if (!windows_) windows_ = windows_of(session_, application_, limits_);
  std::optional<double> best;
  double least = kMisfit;
  for (const screen::ClientWindow& window : *windows_) {
    if (window.title != title) continue;
    for (double scale = 1; scale <= kLargestScale; scale += kScaleStep) {
      const double misfit = screen::misfit(window, times(frame.width, scale), times(frame.height, scale)) / scale;
      if (misfit >= least) continue;
      least = misfit;
      best = scale;
    }
  }
  return best;
}

std::string WindowOrigins::title(const Rect& frame, double scale, const std::vector<std::string_view>& known) {
  const screen::ClientWindow* best = nullptr;
  int32_t least = times(kMisfit, scale);
  bool tied = false;
  if (!windows_) windows_ = windows_of(session_, application_, limits_);
  for (const screen::ClientWindow& window : *windows_) {
    if (window.title.empty()) continue;
    if (std::find(known.begin(), known.end(), window.title) != known.end()) continue;
    const bool sized = frame.width > 0 && frame.height > 0;  // places are not always read
    const int32_t misfit = sized ? screen::misfit(window, times(frame.width, scale), times(frame.height, scale)) : 0;
    if (misfit > least) continue;
    tied = best != nullptr && misfit == least && window.title != best->title;
    best = &window;
    least = misfit;
  }
  return best && !tied ? best->title : std::string();
}

std::optional<Point> WindowOrigins::origin(const std::vector<Frame>& frames, size_t which, double scale) {
  if (!identified_) {
    std::vector<SaidWindow> said;
    for (const Frame& frame : frames) {
      const bool has_size = frame.bounds.width > 0 && frame.bounds.height > 0;
      SaidWindow one;
      one.identity = frame.identity;
      one.title = frame.title;
      one.width = has_size ? times(frame.bounds.width, scale) : 0;
      one.height = has_size ? times(frame.bounds.height, scale) : 0;
      one.shows = has_size && (frame.states & state::kVisible) != 0;
      one.active = (frame.states & state::kActive) != 0;
      said.push_back(std::move(one));
    }
    identified_ = identify_windows(session_, application_, std::move(said), limits_);
  }
  const screen::ClientWindow* window = identified_->of(which);
  if (!window) return std::nullopt;
  return origin_in(*window, times(frames[which].bounds.width, scale));
}

namespace {

constexpr size_t kDeepestOrigin = 256;
constexpr uint64_t kCountTag = 2 * kDeepestOrigin;

std::optional<ObjectName> parent_of(Session& session, const ObjectName& object, const Limits& limits) {
  Caller caller;
  auto reply = session.bus->call(caller.get(object, Property::kParent), limits);
  if (!reply.ok() || !reply->is_reply()) return std::nullopt;
  auto body = reply->body();
  if (body.begin_variant() != "(so)") return std::nullopt;
  body.begin_struct();
  ObjectName parent;
  parent.bus = body.string();
  parent.path = body.string();
  if (!body.ok() || parent.path == kNullPath || parent.path.empty()) return std::nullopt;
  return parent;
}

// `object` and what it is in, up to its window. Empty when that cannot be found out.
std::vector<ObjectName> line_to_window(Session& session, const ApplicationRecord& application, const Object& object,
                                       const Limits& limits) {
  std::vector<ObjectName> line{{application.key, std::string(object.path)}};
  while (line.size() < kDeepestOrigin) {
    auto parent = parent_of(session, line.back(), limits);
    if (!parent) return {};
    if (parent->path == application.root) return line;
    line.push_back({application.key, std::move(parent->path)});
  }
  return {};
}

// Names and places of `objects`, as nodes that are in each other: the first is the innermost, of which it is also read whether anything
// is in it.
bool read_line(Session& session, const std::vector<ObjectName>& objects, Tree& line, const Limits& limits) {
  bool complete = true;
  dbus::Connection::Pipeline pipeline(session.bus);
  pipeline.on_reply([&](uint64_t tag, const dbus::Reply& reply) {
    if (tag == kCountTag) {
      if (!reply.is_reply()) return;
      auto count = reply.body();
      if (count.begin_variant() == "i") line.nodes[0].child_count = count.i32();
      return;
    }
    Node& node = line.nodes[tag / 2];
    if (!reply.is_reply()) {
      complete = complete && node.bounds.width < 0 && tag % 2 == 1;  // a stack's page has no place
      return;
    }
    auto body = reply.body();
    if (tag % 2 == 0) {
      if (body.begin_variant() == "s") node.name = line.keep(body.string());
      return;
    }
    const Rect bounds = read_extents(body);
    if (body.ok()) node.bounds = bounds;
  });
  Caller caller;
  for (size_t i = 0; i < objects.size(); ++i) {
    line.add({}, objects[i].path);
    if (i > 0) line.nodes[i].first = static_cast<NodeId>(i - 1);
  }
  for (size_t i = 0; i < objects.size(); ++i) {
    if (!pipeline.push(caller.get(objects[i], Property::kName), i * 2, limits).ok()) return false;
    if (!pipeline.push(caller.extents(objects[i], 0), i * 2 + 1, limits).ok()) return false;
  }
  if (!pipeline.push(caller.get(objects[0], Property::kChildCount), kCountTag, limits).ok()) return false;
  return pipeline.drain(limits).ok() && complete;
}

}  // namespace

std::optional<Point> origin_of(Session& session, const ApplicationRecord& application, const Object& object,
                               Popovers& popovers, const Limits& limits) {
  const auto objects = line_to_window(session, application, object, limits);
  if (objects.empty()) return std::nullopt;
  Tree line;
  if (!read_line(session, objects, line, limits)) return std::nullopt;
  const Node& window = line.nodes.back();
  const double scale = application.scale();
  auto shown = find_displayed_window(session, {application.key, identity_of(objects.back(), application.key)}, limits,
                                     Telling::kAsItIs);
  std::optional<Point> origin;
  if (shown.ok() && *shown) origin = origin_in(**shown, times(window.bounds.width, scale));
  const Node* owner = &window;
  for (size_t i = objects.size() - 1; i-- > 0;) {
    const Node& node = line.nodes[i];
    if (node.bounds.width < 0) continue;
    origin = popovers.origin_in(line, node, *owner, origin, scale, true);
    owner = &node;
  }
  return origin;
}

}  // namespace surehand::atspi

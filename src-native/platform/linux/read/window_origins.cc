#include "platform/linux/read/window_origins.h"

#include <algorithm>
#include <functional>

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

Rect in_pixels(const Rect& rect, double scale) {
  return {times(rect.x, scale), times(rect.y, scale), times(rect.width, scale), times(rect.height, scale)};
}

// Where (0, 0) is in a window whose client draws its own title bar, and does not count it. Qt does so on GNOME, with a border that is as wide
// below as on both sides.
std::optional<Point> within_decoration(const screen::ClientWindow& window, const Rect& frame) {
  constexpr int32_t kWidestBorder = 8, kHighestTitle = 64;
  const int32_t both = window.content.width - frame.width, border = both / 2;
  const int32_t title = window.content.height - frame.height - border;
  if (both % 2 != 0 || border < 0 || border > kWidestBorder || title < 0 || title > kHighestTitle) return std::nullopt;
  return Point{window.content.x + border - frame.x, window.content.y + title - frame.y};
}

// Where (0, 0) is for what tells places in the window, in px. `frame` may have a shadow around it; one of its `parts` may be what is in that.
//
// X11 says how large the shadow is, and what is left is an undeclared border that GTK draws when there is no compositor (5 px in
// Debian 12), the same on all sides. Of a client that does not know its place, sway has the visible part, and only what has just that
// size can be it.
std::optional<Point> origin_in(const screen::ClientWindow& window, const Rect& frame, const std::vector<Rect>& parts) {
  if (!window.knows_its_place) {
    if (screen::has_size_of(frame, window)) return Point{window.content.x - frame.x, window.content.y - frame.y};
    const Rect* visible = nullptr;
    for (const Rect& part : parts) {
      if (!screen::has_size_of(part, window)) continue;
      if (visible != nullptr && (visible->x != part.x || visible->y != part.y)) return std::nullopt;
      visible = &part;
    }
    if (visible == nullptr) return within_decoration(window, frame);
    return Point{window.content.x - visible->x, window.content.y - visible->y};
  }
  const screen::Insets& shadow = window.shadow;
  const int32_t border = (window.content.width - shadow.left - shadow.right - frame.width) / 2;
  return Point{window.content.x + shadow.left + border, window.content.y + shadow.top + border};
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
  std::vector<Rect> parts;
  for (const Rect& part : frames[which].parts) parts.push_back(in_pixels(part, scale));
  return origin_in(*window, in_pixels(frames[which].bounds, scale), parts);
}

namespace {

constexpr size_t kDeepestOrigin = 256;
// What is asked of each.
enum Question : uint64_t { kAskName, kAskPlace, kAskRole, kAskStates, kQuestions };
constexpr uint64_t kCountTag = kQuestions * kDeepestOrigin;

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
  if (!body.ok() || parent.path.empty()) return std::nullopt;
  return parent;
}

// `object` and what it is in, up to its window. Empty when that cannot be found out.
std::vector<ObjectName> line_to_window(Session& session, const ApplicationRecord& application, const Object& object,
                                       const Limits& limits) {
  std::vector<ObjectName> line{{std::string(object.bus), std::string(object.path)}};
  while (line.size() < kDeepestOrigin) {
    auto parent = parent_of(session, line.back(), limits);
    if (!parent) return {};
    const bool is_own = line.back().bus == application.key;
    if (is_own && parent->path == application.root) return line;
    if (parent->path == kNullPath)
      return is_own && application.traits().windows_may_lack_parent ? line : std::vector<ObjectName>();
    // Out of another process's page the way leads back to the application.
    line.push_back(is_own ? ObjectName{application.key, std::move(parent->path)} : std::move(*parent));
  }
  return {};
}

// Names, places, roles and states of `objects`, as nodes that are in each other: the first is the innermost, of which it is also read
// whether anything is in it.
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
    Node& node = line.nodes[tag / kQuestions];
    if (!reply.is_reply()) {
      complete = complete && node.bounds.width < 0 && tag % kQuestions == kAskPlace;  // a stack's page has no place
      return;
    }
    auto body = reply.body();
    if (tag % kQuestions == kAskName) {
      if (body.begin_variant() == "s") node.name = line.keep(body.string());
      return;
    }
    if (tag % kQuestions == kAskRole) {
      node.role = body.u32();
      return;
    }
    if (tag % kQuestions == kAskStates) {
      node.states = read_states(body);
      return;
    }
    const Rect bounds = read_extents(body);
    if (body.ok()) node.bounds = bounds;
  });
  Caller caller;
  for (size_t i = 0; i < objects.size(); ++i) {
    // The last is a window, which is the application's own.
    line.add(objects[i].bus == objects.back().bus ? std::string_view() : objects[i].bus, objects[i].path);
    if (i > 0) line.nodes[i].first = static_cast<NodeId>(i - 1);
  }
  for (size_t i = 0; i < objects.size(); ++i) {
    const uint64_t tag = i * kQuestions;
    if (!pipeline.push(caller.get(objects[i], Property::kName), tag + kAskName, limits).ok()) return false;
    if (!pipeline.push(caller.extents(objects[i], 0), tag + kAskPlace, limits).ok()) return false;
    if (!pipeline.push(caller.method(objects[i], Method::kGetRole), tag + kAskRole, limits).ok()) return false;
    if (!pipeline.push(caller.method(objects[i], Method::kGetState), tag + kAskStates, limits).ok()) return false;
  }
  if (!pipeline.push(caller.get(objects[0], Property::kChildCount), kCountTag, limits).ok()) return false;
  return pipeline.drain(limits).ok() && complete;
}

std::vector<ObjectName> children_of(Session& session, const ObjectName& object, const Limits& limits) {
  std::vector<ObjectName> children;
  Caller caller;
  const auto counted = session.bus->call(caller.get(object, Property::kChildCount), limits);
  if (!counted || !counted->is_reply()) return children;
  auto number = counted->body();
  const auto count = ChildCount::of(number.begin_variant() == "i" ? number.i32() : 0);
  if (!count || count->value() == 0) return children;
  const auto listed = session.bus->call(caller.children(object, *count), limits);
  if (!listed || !listed->is_reply()) return children;
  auto body = listed->body();
  for (auto list = body.begin_array(8); body.more(list);) {
    body.begin_struct();
    ObjectName child;
    child.bus = body.string();
    child.path = body.string();
    if (body.ok()) children.push_back(std::move(child));
  }
  return children;
}

// What may be all of a window but its shadow, in its units: its children together, and what is in it, level by level, as far down as
// one has the size that is `wanted`. GTK's is right below the window, Chromium's two levels further down.
std::vector<Rect> parts_below(Session& session, const ObjectName& window,
                              const std::function<bool(const Rect&)>& wanted, const Limits& limits) {
  constexpr size_t kMostParts = 48;
  constexpr int kLevels = 4;
  std::vector<Rect> parts(1);
  Caller caller;
  std::vector<ObjectName> level = children_of(session, window, limits);
  for (int depth = 0; depth < kLevels && parts.size() < kMostParts; ++depth) {
    std::vector<ObjectName> next;
    for (const ObjectName& part : level) {
      if (parts.size() >= kMostParts) break;
      const auto told = session.bus->call(caller.extents(part, 0), limits);
      if (!told || !told->is_reply()) continue;
      auto place = told->body();
      const Rect bounds = read_extents(place);
      if (depth == 0) parts[0] = including(parts[0], bounds);
      parts.push_back(bounds);
    }
    if (std::any_of(parts.begin(), parts.end(), wanted)) break;
    for (size_t i = 0; i < level.size() && next.size() < kMostParts; ++i) {
      auto children = children_of(session, level[i], limits);
      next.insert(next.end(), children.begin(), children.end());
    }
    level = std::move(next);
  }
  return parts;
}

}  // namespace

std::vector<Rect> display_bounds(Session& session, const Limits& limits) {
  std::vector<Rect> bounds;
  const auto displays = session.screen->displays(limits);
  if (!displays) return bounds;
  for (const Display& display : *displays) bounds.push_back(display.bounds);
  return bounds;
}

Rect including(const Rect& a, const Rect& b) {
  const auto is_nowhere = [](const Rect& rect) { return rect.width <= 0 || rect.height <= 0 || rect.x == INT32_MIN; };
  if (is_nowhere(b)) return a;
  if (is_nowhere(a)) return b;
  const int32_t left = std::min(a.x, b.x), top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left, std::max(a.y + a.height, b.y + b.height) - top};
}

bool places_are_within_window(Session& session, const ApplicationRecord& application, const Limits& limits) {
  if (application.traits().places_are_within_window) return true;
  std::optional<bool>& known = application.notes.knows_its_place;
  if (!known) {
    if (session.screen->clients_know_their_place()) return false;
    const auto windows = windows_of(session, application, limits);
    // Without a window on the screen nothing is told of its place.
    if (windows.empty()) return true;
    known = windows.front().knows_its_place;
  }
  return !*known;
}

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
  if (shown.ok() && *shown) {
    const Rect frame = in_pixels(window.bounds, scale);
    const bool has_shadow = !(*shown)->knows_its_place && !screen::has_size_of(frame, **shown);
    std::vector<Rect> parts;
    if (has_shadow) {
      for (const Node& node : line.nodes) parts.push_back(in_pixels(node.bounds, scale));
      const auto fits = [&](const Rect& part) { return screen::has_size_of(in_pixels(part, scale), **shown); };
      for (const Rect& part : parts_below(session, objects.back(), fits, limits)) {
        parts.push_back(in_pixels(part, scale));
      }
    }
    origin = origin_in(**shown, frame, parts);
  }
  const bool popups_are_elsewhere = !session.screen->tells_popups();
  const Node* owner = &window;
  for (size_t i = objects.size() - 1; i-- > 0;) {
    const Node& node = line.nodes[i];
    if (popups_are_elsewhere && is_in_popup(line, node, line.nodes[i + 1])) {
      if (!origin) return std::nullopt;
      const ToldPopups told{display_bounds(session, limits), windows_of(session, application, limits)};
      const bool shown = (node.states & state::kShowing) != 0;
      const bool is_new = may_be_unplaced(application, objects[i].path, line.nodes[i + 1], shown);
      origin = origin_of_told(node, *origin, scale, application.traits(), told, is_new);
      if (!origin) return std::nullopt;
    }
    if (node.bounds.width < 0) continue;
    origin = popovers.origin_in(line, node, *owner, origin, scale, true);
    owner = &node;
  }
  return origin;
}

}  // namespace surehand::atspi

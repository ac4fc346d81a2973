#include "platform/linux/wayland/hyprland.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <tuple>
#include <utility>

#include "core/text/text.h"
#include "platform/linux/wayland/socket.h"

namespace surehand::wayland::hyprland {
namespace {

using screen::ClientWindow;
using screen::WindowId;
using Layer = StackedWindow::Layer;

constexpr const char* kClients = "j/clients";
constexpr const char* kMonitors = "j/monitors";
constexpr const char* kActive = "j/activewindow";
// Bytes; what is larger is no answer.
constexpr size_t kMostAnswer = 16u << 20;
constexpr double kLargest = 1 << 16, kFarthest = 1 << 24;  // px
constexpr int64_t kNoWorkspace = -1;

Error undocumented(std::string_view request) {
  return {ErrorCode::kNoDesktop,
          "Hyprland answered `" + std::string(request) + "` with something else than it documents",
          {}};
}

std::optional<int32_t> number_in(const json::Value& value, double most) {
  const double number = value.as_number(std::nan(""));
  if (!(std::abs(number) <= most)) return std::nullopt;
  return static_cast<int32_t>(number);
}

// `[x, y]`
std::optional<std::pair<int32_t, int32_t>> pair_in(const json::Value& value) {
  const json::Array& numbers = value.as_array();
  if (numbers.size() != 2) return std::nullopt;
  const auto first = number_in(numbers[0], kFarthest), second = number_in(numbers[1], kFarthest);
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

// It goes into commands, which in newer versions are programs: nothing else than a number gets through.
bool is_address(std::string_view text) {
  constexpr size_t kLongest = 18;
  return text.size() > 2 && text.size() <= kLongest && text.substr(0, 2) == "0x" &&
         text.find_first_not_of("0123456789abcdef", 2) == std::string_view::npos;
}

// The address is a pointer to an object of more than 16 bytes; two in 64 GiB have different numbers.
WindowId number_of(const std::string& address) {
  const auto number = static_cast<WindowId>(std::strtoull(address.c_str(), nullptr, 16) >> 4);
  return number == screen::kNoWindow ? 1 : number;
}

// Hyprland takes only scales that leave whole numbers of units. Versions before 0.50 tell two digits of one (1.33), which is a multiple of
// 1/120 unless those two are all that it has.
double scale_of(double told, double width, double height) {
  const auto is_whole = [](double size) { return std::abs(size - std::round(size)) < 0.01; };
  const auto fits = [&](double scale) { return is_whole(width / scale) && is_whole(height / scale); };
  const double near = std::round(told * 120) / 120;
  return !fits(told) && near > 0 && fits(near) ? near : told;
}

std::optional<Monitor> monitor_in(const json::Value& told) {
  const auto x = number_in(told["x"], kFarthest), y = number_in(told["y"], kFarthest);
  const auto width = number_in(told["width"], kLargest), height = number_in(told["height"], kLargest);
  const double scale = told["scale"].as_number();
  constexpr double kSmallestScale = 0.1, kLargestScale = 100;
  if (!x || !y || !width || !height || *width <= 0 || *height <= 0) return std::nullopt;
  if (!(scale >= kSmallestScale && scale <= kLargestScale) || told["name"].as_string().empty()) return std::nullopt;
  const json::Value& workspace = told["activeWorkspace"]["id"];
  if (!workspace.is_number()) return std::nullopt;
  Monitor monitor;
  monitor.display.id = told["name"].as_string();
  monitor.display.scale = scale_of(scale, *width, *height);
  const auto units = [&](int32_t px) { return static_cast<int32_t>(std::lround(px / monitor.display.scale)); };
  // It is told in the pixels of the screen as it was built. The odd ones of wl_output's transforms turn it on its side.
  const bool on_its_side = (told["transform"].as_int() & 1) != 0;
  monitor.display.bounds = {*x, *y, units(on_its_side ? *height : *width), units(on_its_side ? *width : *height)};
  monitor.display.work_area = monitor.display.bounds;
  // Left, top, right, bottom: what bars keep.
  if (const json::Array& kept = told["reserved"].as_array(); kept.size() == 4) {
    const auto side = [&](size_t i) { return std::max(0, number_in(kept[i], kLargest).value_or(0)); };
    const Rect& all = monitor.display.bounds;
    const Rect area = {all.x + side(0), all.y + side(1), all.width - side(0) - side(2), all.height - side(1) - side(3)};
    if (area.width > 0 && area.height > 0) monitor.display.work_area = area;
  }
  monitor.workspace = workspace.as_int();
  monitor.special = told["specialWorkspace"]["id"].as_int();
  return monitor;
}

bool shows(const std::vector<Monitor>& monitors, int64_t workspace) {
  return workspace != 0 && workspace != kNoWorkspace &&
         std::any_of(monitors.begin(), monitors.end(),
                     [&](const Monitor& each) { return each.workspace == workspace || each.special == workspace; });
}

// 1: maximized, 2: all of the screen. Before version 0.42 it was true or false.
bool is_fullscreen(const json::Value& told) { return told["fullscreen"].as_bool() || told["fullscreen"].as_int() != 0; }

std::optional<StackedWindow> window_in(const json::Value& told, const std::vector<Monitor>& monitors,
                                       std::string_view active) {
  const auto at = pair_in(told["at"]), size = pair_in(told["size"]);
  const json::Value& workspace = told["workspace"]["id"];
  StackedWindow stacked;
  stacked.address = told["address"].as_string();
  if (!at || !size || size->first < 0 || size->second < 0 || !is_address(stacked.address)) return std::nullopt;
  if (!workspace.is_number() || !told["pid"].is_number() || !told["floating"].is_bool()) return std::nullopt;
  stacked.workspace = workspace.as_int();
  stacked.pinned = told["pinned"].as_bool();
  stacked.special = std::any_of(monitors.begin(), monitors.end(), [&](const Monitor& each) {
    return each.special != 0 && each.special == stacked.workspace;
  });
  ClientWindow& window = stacked.window;
  window.id = number_of(stacked.address);
  window.pid = told["pid"].as_int();
  window.title = told["title"].as_string();
  window.class_name = told["class"].as_string();
  // The client's own area, without its shadow and Hyprland's border.
  window.content = {at->first, at->second, size->first, size->second};
  window.active = stacked.address == active;
  window.maximized = is_fullscreen(told);
  window.knows_its_place = told["xwayland"].as_bool();
  window.elsewhere = !shows(monitors, stacked.workspace);
  // Hidden is what lies under another tab of its group. `visible` is told since version 0.56.
  window.viewable = !window.elsewhere && !told["hidden"].as_bool() && told["visible"].as_bool(true);
  stacked.layer = window.maximized ? Layer::kFullscreen : told["floating"].as_bool() ? Layer::kFloating : Layer::kTiled;
  return stacked;
}

// What is on a workspace of which one window fills the screen: Hyprland shows none of the others but those that are over it.
void put_under_fullscreen(StackedWindow& stacked, const json::Value& told) {
  if (stacked.pinned || stacked.layer == Layer::kFullscreen) return;
  const json::Value& over = told["allowedOverFullscreen"];
  const bool floats = stacked.layer == Layer::kFloating;
  // To focus one that floats puts it over what fills the screen.
  const bool is_over = floats && (over.is_bool() ? over.as_bool() : stacked.window.active);
  if (is_over || (floats && !over.is_bool())) {
    stacked.layer = Layer::kOverFullscreen;
    stacked.may_be_under_fullscreen = !is_over;
  } else {
    stacked.window.viewable = false;
  }
}

bool is_below(const StackedWindow& a, const StackedWindow& b) {
  const auto rank = [](const StackedWindow& each) {
    return std::tuple(each.pinned, each.special, static_cast<int>(each.layer));
  };
  return rank(a) < rank(b);
}

bool has_point(const Rect& rect, int32_t x, int32_t y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

// Whether it is not known that a window is in front of another with the same point. Hyprland keeps what floats in order, and does not let
// what is tiled overlap.
bool is_unsettled(const StackedWindow& above, const StackedWindow& below) {
  return above.workspace == below.workspace && above.layer == Layer::kTiled && below.layer == Layer::kTiled;
}

Error unsettled(const ClientWindow& one, const ClientWindow& other) {
  return {ErrorCode::kAmbiguous,
          "Hyprland does not tell whether \"" + one.title + "\" or \"" + other.title +
              "\" is in front; activate the one that you mean",
          {}};
}

}  // namespace

std::optional<std::vector<Monitor>> monitors_in(const json::Value& answer) {
  if (!answer.is_array()) return std::nullopt;
  std::vector<Monitor> monitors;
  for (const json::Value& told : answer.as_array()) {
    if (told["disabled"].as_bool() || told["mirrorOf"].as_string("none") != "none") continue;
    auto monitor = monitor_in(told);
    if (!monitor) return std::nullopt;
    monitor->display.primary = monitors.empty();
    monitors.push_back(std::move(*monitor));
  }
  return monitors;
}

std::optional<std::vector<StackedWindow>> stack_in(const json::Value& answer, const std::vector<Monitor>& monitors,
                                                   std::string_view active) {
  if (!answer.is_array()) return std::nullopt;
  std::vector<int64_t> filled;
  for (const json::Value& told : answer.as_array()) {
    if (told["mapped"].as_bool(true) && is_fullscreen(told)) filled.push_back(told["workspace"]["id"].as_int());
  }
  std::vector<StackedWindow> stack;
  for (const json::Value& told : answer.as_array()) {
    if (!told["mapped"].as_bool(true)) continue;
    auto window = window_in(told, monitors, active);
    if (!window) return std::nullopt;
    if (std::find(filled.begin(), filled.end(), window->workspace) != filled.end()) put_under_fullscreen(*window, told);
    stack.push_back(std::move(*window));
  }
  // The list is in the order of the stack (vectorToWindowUnified, CViewHitTester::windowAt), but within each kind of window.
  std::stable_sort(stack.begin(), stack.end(), is_below);
  return stack;
}

Result<std::optional<ClientWindow>> topmost_in(const std::vector<StackedWindow>& stack,
                                               const std::vector<Monitor>& monitors, int32_t x, int32_t y) {
  const auto monitor = std::find_if(monitors.begin(), monitors.end(),
                                    [&](const Monitor& each) { return has_point(each.display.bounds, x, y); });
  if (monitor == monitors.end()) return std::optional<ClientWindow>();
  const StackedWindow* top = nullptr;
  for (auto each = stack.rbegin(); each != stack.rend(); ++each) {
    if (!each->window.viewable || !has_point(each->window.content, x, y)) continue;
    if (top == nullptr) {
      top = &*each;
    } else if (is_unsettled(*top, *each)) {
      return unsettled(top->window, each->window);
    }
  }
  // A special workspace keeps clicks from what lies below it (input:special_fallthrough lets them through, which is not asked).
  if (top == nullptr || (monitor->special != 0 && !top->special && !top->pinned)) return std::optional<ClientWindow>();
  if (top->may_be_under_fullscreen) {
    const auto filling = std::find_if(stack.begin(), stack.end(), [&](const StackedWindow& each) {
      return each.layer == Layer::kFullscreen && each.workspace == top->workspace;
    });
    if (filling != stack.end()) return unsettled(top->window, filling->window);
  }
  return std::optional(top->window);
}

Result<std::string> Hyprland::ask(std::string_view request, const Limits& limits) const {
  SUREHAND_TRY(socket, Socket::open(socket_, limits));
  SUREHAND_CHECK(socket->send(std::vector<uint8_t>(request.begin(), request.end()), {}, limits));
  std::vector<uint8_t> answer;
  std::deque<Fd> none;
  while (answer.size() <= kMostAnswer) {
    auto more = socket->receive(answer, none, limits);
    none.clear();
    if (more) continue;
    if (more.error().code != ErrorCode::kNoDesktop) return more.take_error();
    if (!answer.empty()) return std::string(answer.begin(), answer.end());
    return Error{ErrorCode::kNoDesktop,
                 "Hyprland closed the connection without an answer to `" + std::string(request) + "`",
                 {}};
  }
  return Error{
      ErrorCode::kNoDesktop,
      "Hyprland's answer to `" + std::string(request) + "` is larger than " + std::to_string(kMostAnswer) + " bytes",
      {}};
}

Result<json::Value> Hyprland::read(std::string_view request, const Limits& limits) const {
  SUREHAND_TRY(answer, ask(request, limits));
  // A title is what its program sent, which may be no UTF-8.
  auto parsed = json::parse(mend_utf8(*answer));
  if (auto* value = std::get_if<json::Value>(&parsed)) return std::move(*value);
  return Error{
      ErrorCode::kNoDesktop,
      "Hyprland's answer to `" + std::string(request) + "` is no JSON: " + std::get<json::ParseError>(parsed).message,
      {}};
}

Result<std::vector<Monitor>> Hyprland::monitors(const Limits& limits) const {
  SUREHAND_TRY(answer, read(kMonitors, limits));
  auto told = monitors_in(*answer);
  if (!told) return undocumented(kMonitors);
  return std::move(*told);
}

// Empty: none.
Result<std::string> Hyprland::active(const Limits& limits) const {
  SUREHAND_TRY(answer, read(kActive, limits));
  const json::Value& address = (*answer)["address"];
  if (!answer->is_object() || !(address.is_null() || is_address(address.as_string()))) return undocumented(kActive);
  return std::string(address.as_string());
}

Result<std::vector<StackedWindow>> Hyprland::stack(const std::vector<Monitor>& monitors, const Limits& limits) const {
  SUREHAND_TRY(focused, active(limits));
  SUREHAND_TRY(answer, read(kClients, limits));
  auto told = stack_in(*answer, monitors, *focused);
  if (!told) return undocumented(kClients);
  return std::move(*told);
}

Result<std::vector<ClientWindow>> Hyprland::windows(const Limits& limits) {
  SUREHAND_TRY(shown, monitors(limits));
  SUREHAND_TRY(stacked, stack(*shown, limits));
  std::vector<ClientWindow> windows;
  for (StackedWindow& each : *stacked) windows.push_back(std::move(each.window));
  return windows;
}

Result<std::vector<surehand::Display>> Hyprland::displays(const Limits& limits) {
  SUREHAND_TRY(shown, monitors(limits));
  std::vector<surehand::Display> displays;
  for (Monitor& each : *shown) displays.push_back(std::move(each.display));
  return displays;
}

Result<bool> Hyprland::is_active(WindowId window, const Limits& limits) {
  SUREHAND_TRY(focused, active(limits));
  return !focused->empty() && number_of(*focused) == window;
}

Result<std::optional<ClientWindow>> Hyprland::window_at(int32_t x, int32_t y, const Limits& limits) {
  SUREHAND_TRY(shown, monitors(limits));
  SUREHAND_TRY(stacked, stack(*shown, limits));
  return topmost_in(*stacked, *shown, x, y);
}

Result<StackedWindow> Hyprland::find(WindowId window, const Limits& limits) const {
  SUREHAND_TRY(shown, monitors(limits));
  SUREHAND_TRY(stacked, stack(*shown, limits));
  for (StackedWindow& each : *stacked) {
    if (each.window.id == window) return std::move(each);
  }
  return screen::gone(window);
}

// From version 0.55 on a command may be a Lua expression, and from 0.56 on it is nothing else. Versions before that do not know the request.
Result<Hyprland::Syntax> Hyprland::syntax(const Limits& limits) {
  if (const Syntax known = syntax_; known != Syntax::kUnknown) return known;
  SUREHAND_TRY(answer, ask("j/status", limits));
  const auto parsed = json::parse(mend_utf8(*answer));
  const auto* status = std::get_if<json::Value>(&parsed);
  const bool is_lua = status != nullptr && (*status)["configProvider"].as_string() == "lua";
  syntax_ = is_lua ? Syntax::kLua : Syntax::kNames;
  return is_lua ? Syntax::kLua : Syntax::kNames;
}

Status Hyprland::dispatch(const StackedWindow& window, const std::string& by_name, const std::string& in_lua,
                          const Limits& limits) {
  SUREHAND_TRY(known, syntax(limits));
  const std::string& what = *known == Syntax::kLua ? in_lua : by_name;
  auto answer = ask("dispatch " + what, limits);
  if (!answer) return answer.take_error().maybe_sent();
  if (*answer == "ok") return Done{};
  if (auto still = find(window.window.id, limits); !still && still.error().code == ErrorCode::kStale) {
    return still.take_error();
  }
  constexpr size_t kMostTold = 500;
  return Error{ErrorCode::kRefused, "Hyprland refused `" + what + "`: " + mend_utf8(answer->substr(0, kMostTold)), {}};
}

Status Hyprland::focus(WindowId window, const Limits& limits) {
  SUREHAND_TRY(found, find(window, limits));
  const std::string named = "address:" + found->address;
  return dispatch(*found, "focuswindow " + named, "hl.dsp.focus({ window = \"" + named + "\" })", limits);
}

Status Hyprland::close(WindowId window, const Limits& limits) {
  SUREHAND_TRY(found, find(window, limits));
  const std::string named = "address:" + found->address;
  return dispatch(*found, "closewindow " + named, "hl.dsp.window.close({ window = \"" + named + "\" })", limits);
}

Result<std::string> Hyprland::place(WindowId window, const Rect& content, const Rect& place, const Limits& limits) {
  SUREHAND_TRY(found, find(window, limits));
  if (found->layer == Layer::kTiled) {
    return Error{
        ErrorCode::kRefused,
        "Hyprland tiles \"" + found->window.title +
            "\", and places and sizes it itself; let it float (the dispatcher togglefloating) to move or resize it",
        {}};
  }
  const std::string named = "address:" + found->address;
  const auto command = [&](const char* by_name, const char* in_lua, int32_t first, int32_t second) {
    const std::string one = std::to_string(first), other = std::to_string(second);
    return dispatch(
        *found, std::string(by_name) + " exact " + one + " " + other + "," + named,
        "hl.dsp.window." + std::string(in_lua) + "({ x = " + one + ", y = " + other + ", window = \"" + named + "\" })",
        limits);
  };
  std::string what;
  if (place.width != content.width || place.height != content.height) {
    SUREHAND_CHECK(command("resizewindowpixel", "resize", place.width, place.height));
    what = "resizewindowpixel, ";
  }
  auto moved = command("movewindowpixel", "move", place.x, place.y);
  if (moved) return what + "movewindowpixel";
  return what.empty() ? moved.take_error() : moved.take_error().maybe_sent();
}

}  // namespace surehand::wayland::hyprland

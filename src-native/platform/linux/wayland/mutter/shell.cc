#include "platform/linux/wayland/mutter/shell.h"

#include <utility>

namespace surehand::wayland::mutter {
namespace {

using screen::ClientWindow;
using screen::WindowId;

constexpr const char* kUnsafe =
    "GNOME Shell tells no other program where its windows are: run `global.context.unsafe_mode = true` in its Looking "
    "Glass (Alt+F2, lg), or start it with --unsafe-mode";
constexpr const char* kNoShell =
    "this compositor is mutter without GNOME Shell, which tells no other program where its windows are; use GNOME "
    "Shell "
    "with --unsafe-mode";

// While the overview or a dialog of the shell's own is there, no window has the keyboard, and the windows are not where they are placed.
constexpr const char* kList = R"((() => {
  const held = Main.overview.visible || Main.modalCount > 0;
  const rect = r => [r.x, r.y, r.width, r.height];
  return global.get_window_actors().map(actor => {
    const w = actor.meta_window, owner = w.get_transient_for();
    const maximized = w.get_maximized ? w.get_maximized() === 3 : w.is_maximized();
    return {id: w.get_stable_sequence(), pid: w.get_pid(), title: w.get_title() || '', class: w.get_wm_class() || '',
      frame: rect(w.get_frame_rect()), type: w.get_window_type(), x11: w.get_client_type() === 1,
      owner: owner ? owner.get_stable_sequence() : 0, active: w.has_focus() && !held, modal: w.is_attached_dialog(),
      minimized: w.minimized, maximized: maximized || w.is_fullscreen(), unmanaged: w.is_override_redirect(),
      here: w.located_on_workspace(global.workspace_manager.get_active_workspace()), covered: Main.overview.visible};
  });
})())";

constexpr const char* kFind =
    "(() => { const w = global.get_window_actors().map(a => a.meta_window).find(w => w.get_stable_sequence() === ";
constexpr const char* kFound = "); if (!w) return false; ";

constexpr const char* kWorkAreas = R"(Main.layoutManager.monitors.map((m, i) => {
  const r = Main.layoutManager.getWorkAreaForMonitor(i);
  return {x: m.x, y: m.y, area: [r.x, r.y, r.width, r.height]};
}))";

// MetaWindowType
enum Type : int64_t {
  kNormal = 0,
  kDesktop = 1,
  kDropdownMenu = 8,
  kPopupMenu = 9,
  kTooltip = 10,
  kNotification = 11,
  kCombo = 12,
  kDrag = 13
};

Rect rect_of(const json::Value& value) {
  const json::Array& parts = value.as_array();
  if (parts.size() != 4) return {};
  const auto at = [&](size_t i) { return static_cast<int32_t>(parts[i].as_int()); };
  return {at(0), at(1), at(2), at(3)};
}

screen::PopupKind kind_of(int64_t type) {
  switch (type) {
    case kDropdownMenu:
    case kPopupMenu:
    case kCombo:
      return screen::PopupKind::kMenu;
    case kTooltip:
      return screen::PopupKind::kTooltip;
    case kDrag:
      return screen::PopupKind::kDrag;
    default:
      return screen::PopupKind::kOther;
  }
}

}  // namespace

std::vector<ClientWindow> windows_in(const json::Value& answer) {
  std::vector<ClientWindow> windows;
  for (const json::Value& told : answer.as_array()) {
    ClientWindow window;
    window.id = static_cast<WindowId>(told["id"].as_int());
    window.pid = told["pid"].as_int();
    window.title = told["title"].as_string();
    window.class_name = told["class"].as_string();
    window.content = rect_of(told["frame"]);
    window.owner = static_cast<WindowId>(told["owner"].as_int());
    window.active = told["active"].as_bool();
    window.modal = told["modal"].as_bool();
    window.minimized = told["minimized"].as_bool();
    window.maximized = told["maximized"].as_bool();
    window.elsewhere = !told["here"].as_bool();
    window.viewable = !window.minimized && !window.elsewhere && !told["covered"].as_bool();
    const int64_t type = told["type"].as_int();
    window.kind = kind_of(type);
    window.unmanaged = told["unmanaged"].as_bool() || (type >= kDropdownMenu && type <= kDrag);
    window.knows_its_place = told["x11"].as_bool();
    if (window.id != screen::kNoWindow && type != kDesktop) windows.push_back(std::move(window));
  }
  return windows;
}

Result<json::Value> Shell::evaluate(const std::string& script, const Limits& limits) {
  dbus::Writer body;
  body.string(script);
  SUREHAND_TRY(reply, ask(*bus_, {kShell, "/org/gnome/Shell", kShell, "Eval", "s", &body}, limits));
  auto answer = reply->body();
  const bool done = answer.boolean();
  const std::string_view text = answer.string();
  // Out of unsafe mode it answers with nothing at all.
  if (!done && text.empty()) return Error{ErrorCode::kPermissionDenied, kUnsafe, {}};
  if (!done) return Error{ErrorCode::kRefused, "GNOME Shell: " + std::string(text), {}};
  auto parsed = json::parse(text);
  if (auto* value = std::get_if<json::Value>(&parsed)) return std::move(*value);
  return Error{ErrorCode::kRefused, "GNOME Shell's answer is no JSON", {}};
}

Result<std::string> Shell::lacks(const Limits& limits) {
  SUREHAND_TRY(there, has_owner(*bus_, kShell, limits));
  if (!*there) {
    SUREHAND_TRY(alone, has_owner(*bus_, kRemoteDesktop, limits));
    if (!*alone) return Error{ErrorCode::kNoDesktop, "the compositor ended; start the desktop session again", {}};
    return std::string(kNoShell);
  }
  auto answer = evaluate("1", limits);
  if (answer) return std::string();
  const ErrorCode code = answer.error().code;
  if (code == ErrorCode::kNoDesktop || code == ErrorCode::kTimeout || code == ErrorCode::kAborted) {
    return answer.take_error();
  }
  return code == ErrorCode::kPermissionDenied ? std::string(kUnsafe) : answer.error().message;
}

Result<std::vector<ClientWindow>> Shell::windows(bool popups, const Limits& limits) {
  SUREHAND_TRY(answer, evaluate(kList, limits));
  std::vector<ClientWindow> windows;
  for (ClientWindow& window : windows_in(*answer)) {
    if (window.unmanaged == popups) windows.push_back(std::move(window));
  }
  return windows;
}

Status Shell::add_work_areas(std::vector<surehand::Display>& displays, const Limits& limits) {
  SUREHAND_TRY(answer, evaluate(kWorkAreas, limits));
  for (const json::Value& told : answer->as_array()) {
    for (surehand::Display& display : displays) {
      if (display.bounds.x == told["x"].as_int() && display.bounds.y == told["y"].as_int()) {
        display.work_area = rect_of(told["area"]);
      }
    }
  }
  return Done{};
}

Result<bool> Shell::is_in_overview(const Limits& limits) {
  SUREHAND_TRY(there, has_owner(*bus_, kShell, limits));
  if (!*there) return false;
  dbus::Writer body;
  body.string(kShell).string("OverviewActive");
  SUREHAND_TRY(reply,
               ask(*bus_, {kShell, "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get", "ss", &body}, limits));
  auto answer = reply->body();
  return answer.begin_variant() == "b" && answer.boolean();
}

Status Shell::act(WindowId window, const std::string& what, const Limits& limits) {
  SUREHAND_TRY(answer, evaluate(kFind + std::to_string(window) + kFound + what + "; return true; })()", limits));
  return answer->as_bool() ? Status(Done{}) : Status(screen::gone(window));
}

Result<bool> Shell::takes_text(const Limits& limits) {
  SUREHAND_TRY(there, has_owner(*bus_, kShell, limits));
  if (!*there) return false;  // mutter alone
  auto answer = evaluate("!!Main.inputMethod?.currentFocus", limits);
  if (answer) return answer->as_bool();
  if (answer.error().code == ErrorCode::kPermissionDenied || answer.error().code == ErrorCode::kUnsupported)
    return false;
  return answer.take_error();
}

Status Shell::commit(const std::string& text, const Limits& limits) {
  std::string script = "(() => { Main.inputMethod.commit(";
  json::append_string(script, text);
  SUREHAND_CHECK(evaluate(script + "); return true; })()", limits));
  return Done{};
}

}  // namespace surehand::wayland::mutter

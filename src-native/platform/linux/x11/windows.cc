#include "platform/linux/x11/windows.h"

#include <poll.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "platform/linux/process/proc.h"
#include "platform/linux/x11/properties.h"

namespace surehand::x11 {

namespace {

constexpr Atom kAtomWmName = 39;
constexpr Atom kAtomClientMachine = 36;
constexpr Atom kAtomWmClass = 67;
constexpr Atom kAtomWmTransientFor = 68;
constexpr Atom kAnyType = 0;
constexpr uint8_t kViewable = 2;
constexpr uint8_t kBadWindowError = 3;
constexpr uint8_t kBadMatch = 8;
constexpr uint32_t kIconic = 3;
constexpr uint32_t kEveryDesktop = 0xffffffff;

Insets insets(const Answer& answer) {
  const auto sides = numbers(answer);
  if (sides.size() != 4) return {};
  return {static_cast<int32_t>(sides[0]), static_cast<int32_t>(sides[1]), static_cast<int32_t>(sides[2]),
          static_cast<int32_t>(sides[3])};
}

// Asks about one window; all are asked before the first answer is waited for.
struct Inquiry {
  Inquiry(Talk& talk, Window window) : id(window) {
    const Display& display = talk.display();
    attributes = talk.ask(Request(Opcode::kGetWindowAttributes).u32(window));
    geometry = talk.ask(Request(Opcode::kGetGeometry).u32(window));
    origin = talk.ask(Request(Opcode::kTranslateCoordinates).u32(window).u32(display.root()).i16(0).i16(0));
    pid = talk.ask(get_property(window, display.atom(Name::kWindowPid), 1));
    name = talk.ask(get_property(window, display.atom(Name::kWindowName)));
    plain_name = talk.ask(get_property(window, kAtomWmName));
    frame = talk.ask(get_property(window, display.atom(Name::kFrameExtents), 4));
    shadow = talk.ask(get_property(window, display.atom(Name::kGtkFrameExtents), 4));
    net_state = talk.ask(get_property(window, display.atom(Name::kWindowState)));
    wm_state = talk.ask(get_property(window, display.atom(Name::kWmState), 2));
    class_names = talk.ask(get_property(window, kAtomWmClass));
    machine = talk.ask(get_property(window, kAtomClientMachine));
    owner = talk.ask(get_property(window, kAtomWmTransientFor, 1));
    desktop = talk.ask(get_property(window, display.atom(Name::kWindowDesktop), 1));
  }

  // Nothing when the window has gone meanwhile or cannot be seen at all.
  // `shown`: the workspace that shows.
  Result<std::optional<ClientWindow>> collect(Talk& talk, std::optional<uint32_t> shown) const {
    Answer answers[14];
    size_t count = 0;
    for (const uint64_t each : {attributes, geometry, origin, pid, name, plain_name, frame, shadow, net_state, wm_state,
                                class_names, machine, owner, desktop}) {
      SUREHAND_TRY(answer, talk.answer(each));
      answers[count++] = answer.take();
    }
    constexpr uint16_t kInputOnly = 2;
    if (answers[0].is_error() || answers[1].is_error() || answers[2].is_error() || answers[0].u16(12) == kInputOnly) {
      return std::optional<ClientWindow>();
    }
    const Display& display = talk.display();
    ClientWindow window;
    window.id = id;
    window.viewable = answers[0].u8(26) == kViewable;
    window.unmanaged = answers[0].u8(27) != 0;
    window.content = {answers[2].i16(12), answers[2].i16(14), answers[1].u16(16), answers[1].u16(18)};
    const auto pids = numbers(answers[3]);
    if (!pids.empty()) window.pid = pids[0];
    window.title = text(answers[4]);
    if (window.title.empty()) {
      window.title = text(answers[5]);
      if (answers[5].u32(8) != display.atom(Name::kUtf8String)) window.title = utf8_of_latin1(window.title);
    }
    window.frame = insets(answers[6]);
    window.shadow = insets(answers[7]);
    int maximized_sides = 0;
    for (const Atom state : numbers(answers[8])) {
      window.modal |= state == display.atom(Name::kStateModal);
      window.minimized |= state == display.atom(Name::kStateHidden);
      maximized_sides += state == display.atom(Name::kStateMaximizedHorz);
      maximized_sides += state == display.atom(Name::kStateMaximizedVert);
    }
    window.maximized = maximized_sides == 2;
    const auto place = numbers(answers[13]);
    window.elsewhere = shown && !place.empty() && place[0] != kEveryDesktop && place[0] != *shown;
    // What is on another workspace is iconic as well (openbox).
    const auto wm = numbers(answers[9]);
    if (!window.elsewhere && !wm.empty() && wm[0] == kIconic) window.minimized = true;
    // Two texts, each with a null byte at its end: the instance and the class.
    const std::string names = text(answers[10]);
    const size_t second = std::min(names.find('\0'), names.size() - 1) + 1;
    window.class_name = utf8_of_latin1(names.substr(second, names.find('\0', second) - second));
    window.machine = text(answers[11]);
    const auto owners = numbers(answers[12]);
    if (!owners.empty()) window.owner = owners[0];
    return std::optional(std::move(window));
  }

  Window id;
  uint64_t attributes, geometry, origin, pid, name, plain_name, frame, shadow, net_state, wm_state, class_names,
      machine, owner, desktop;
};

// Xt and Motif programs do not say their pid, and what runs in a pid namespace says one that means nothing here. The server knows who
// holds the connection that a window came over, when that is a process of this machine (X-Resource 1.2, XResQueryClientIds).
Status ask_pids(Talk& talk, const std::vector<ClientWindow*>& windows) {
  if (talk.display().resource() == 0) return Done{};
  std::vector<uint64_t> asked;
  for (const ClientWindow* window : windows) asked.push_back(talk.ask(ask_holder(talk.display(), window->id)));
  for (size_t i = 0; i < windows.size(); ++i) {
    SUREHAND_TRY(answer, talk.answer(asked[i]));
    const int64_t holder = holder_in(*answer);
    int64_t& pid = windows[i]->pid;
    if (pid == 0 || (holder != 0 && holder != pid && atspi::innermost_pid_of(holder) == pid)) pid = holder;
  }
  return Done{};
}

// What is known of each of `ids` that is still there. `desktop`: the workspace that shows.
Result<std::vector<ClientWindow>> collect(Talk& talk, const std::vector<Window>& ids, std::optional<uint32_t> desktop) {
  std::vector<Inquiry> inquiries;
  for (const Window id : ids) inquiries.emplace_back(talk, id);
  std::vector<ClientWindow> result;
  for (const Inquiry& inquiry : inquiries) {
    SUREHAND_TRY(window, inquiry.collect(talk, desktop));
    if (*window) result.push_back(std::move(**window));
  }
  std::vector<ClientWindow*> all;
  for (ClientWindow& window : result) all.push_back(&window);
  SUREHAND_CHECK(ask_pids(talk, all));
  return result;
}

Result<std::vector<Window>> children(Talk& talk, Window window) {
  SUREHAND_TRY(tree, talk.call(Request(Opcode::kQueryTree).u32(window)));
  std::vector<Window> result;
  if (tree->is_error()) return result;
  const size_t count = std::min<size_t>(tree->u16(16), tree->data_size() / 4);
  for (size_t i = 0; i < count; ++i) result.push_back(tree->u32(Answer::kFixed + i * 4));
  return result;
}

PopupKind kind_of(const Display& display, const Answer& type) {
  for (const Atom each : numbers(type)) {
    if (each == display.atom(Name::kTypeTooltip)) return PopupKind::kTooltip;
    if (each == display.atom(Name::kTypeDrag)) return PopupKind::kDrag;
    for (const Name menu : {Name::kTypePopupMenu, Name::kTypeDropdownMenu, Name::kTypeCombo}) {
      if (each == display.atom(menu)) return PopupKind::kMenu;
    }
  }
  return PopupKind::kOther;
}

// The workspace that shows; nothing where no window manager has any.
Result<std::optional<uint32_t>> shown_desktop(Talk& talk) {
  SUREHAND_TRY(property, talk.call(get_property(talk.display().root(), talk.display().atom(Name::kCurrentDesktop), 1)));
  const auto current = numbers(*property);
  return current.empty() ? std::optional<uint32_t>() : std::optional(current[0]);
}

Result<Window> active_window(Talk& talk) {
  SUREHAND_TRY(property, talk.call(get_property(talk.display().root(), talk.display().atom(Name::kActiveWindow), 1)));
  const auto active = numbers(*property);
  if (!active.empty() && active[0] != kNone) return active[0];
  SUREHAND_TRY(focus, talk.call(Request(Opcode::kGetInputFocus)));
  return focus->u32(8);
}

}  // namespace

Request ask_holder(const Display& display, Window window) {
  constexpr uint8_t kQueryClientIds = 4;
  constexpr uint32_t kLocalClientPid = 2;
  Request request(display.resource(), kQueryClientIds);
  request.u32(1).u32(window).u32(kLocalClientPid);
  return request;
}

int64_t holder_in(const Answer& answer) {
  // How many ids; of each the client, what it is, its length in bytes, and then itself.
  const bool told = !answer.is_error() && answer.u32(8) == 1 && answer.u32(Answer::kFixed + 8) == sizeof(uint32_t);
  return told ? answer.u32(Answer::kFixed + 12) : 0;
}

Result<std::vector<ClientWindow>> popups(Display& display, int64_t pid, const Limits& limits) {
  SUREHAND_TRY(opened, display.talk(limits));
  Talk& talk = *opened;
  SUREHAND_TRY(top, children(talk, display.root()));
  std::vector<uint64_t> asked;
  for (const Window id : *top) asked.push_back(talk.ask(Request(Opcode::kGetWindowAttributes).u32(id)));
  std::vector<Window> shown;
  std::vector<uint64_t> types;
  for (size_t i = 0; i < asked.size(); ++i) {
    SUREHAND_TRY(answer, talk.answer(asked[i]));
    const bool is_popup = !answer->is_error() && answer->u8(26) == kViewable && answer->u8(27) != 0;
    if (!is_popup) continue;
    shown.push_back((*top)[i]);
    types.push_back(talk.ask(get_property((*top)[i], display.atom(Name::kWindowType))));
  }
  SUREHAND_TRY(result, collect(talk, shown, std::nullopt));
  for (size_t i = 0; i < types.size(); ++i) {
    SUREHAND_TRY(type, talk.answer(types[i]));
    for (ClientWindow& window : *result) {
      if (window.id == shown[i]) window.kind = kind_of(display, *type);
    }
  }
  const auto is_other = [pid](const ClientWindow& window) { return window.pid != pid; };
  result->erase(std::remove_if(result->begin(), result->end(), is_other), result->end());
  return result;
}

Result<std::vector<ClientWindow>> windows(Display& display, const Limits& limits) {
  SUREHAND_TRY(opened, display.talk(limits));
  Talk& talk = *opened;
  std::vector<Window> ids;
  for (const Name list : {Name::kClientListStacking, Name::kClientList}) {
    SUREHAND_TRY(property, talk.call(get_property(display.root(), display.atom(list), 65536)));
    ids = numbers(*property);
    if (!ids.empty()) break;
  }
  if (ids.empty()) {
    SUREHAND_TRY(top, children(talk, display.root()));
    ids = top.take();
  }
  SUREHAND_TRY(active, active_window(talk));
  SUREHAND_TRY(desktop, shown_desktop(talk));
  SUREHAND_TRY(result, collect(talk, ids, *desktop));
  for (ClientWindow& window : *result) window.active = window.id == *active;
  return result;
}

Result<std::optional<ClientWindow>> window_at(Display& display, int32_t x, int32_t y, const Limits& limits) {
  SUREHAND_TRY(opened, display.talk(limits));
  Talk& talk = *opened;
  // TranslateCoordinates heeds input shapes, so that the shadow around a window is not the window. It goes
  // down one level at a time: first to the frame, then to the client in it. The window that says its pid, or is
  // managed, is a client.
  // It would give a window that goes beyond the edge of the screen for a point there, where no pointer comes: it would be stopped at the edge.
  SUREHAND_TRY(screen, talk.call(Request(Opcode::kGetGeometry).u32(display.root())));
  const bool is_off = x < 0 || y < 0 || x >= screen->u16(16) || y >= screen->u16(18);
  if (!screen->is_error() && is_off) return std::optional<ClientWindow>();
  Window parent = display.root();
  Window top = kNone;
  for (int depth = 0; depth < 32; ++depth) {
    SUREHAND_TRY(translated, talk.call(Request(Opcode::kTranslateCoordinates)
                                           .u32(display.root())
                                           .u32(parent)
                                           .i16(static_cast<int16_t>(x))
                                           .i16(static_cast<int16_t>(y))));
    const Window child = translated->is_error() ? kNone : translated->u32(8);
    if (child == kNone) break;
    if (top == kNone) top = child;
    const Inquiry inquiry(talk, child);
    SUREHAND_TRY(state, talk.call(get_property(child, display.atom(Name::kWmState), 2)));
    SUREHAND_TRY(window, inquiry.collect(talk, std::nullopt));
    if (*window && ((*window)->pid != 0 || !numbers(*state).empty())) {
      if (auto told = ask_pids(talk, {&**window}); !told) return told.take_error();
      return window;
    }
    parent = child;
  }
  if (top == kNone) return std::optional<ClientWindow>();
  return Inquiry(talk, top).collect(talk, std::nullopt);
}

namespace {

// openbox does not switch to the workspace of a window that is activated.
Status show_desktop_of(Display& display, Window window, const Limits& limits) {
  bool asked = false;
  while (true) {
    {
      SUREHAND_TRY(opened, display.talk(limits));
      Talk& talk = *opened;
      SUREHAND_TRY(shown, shown_desktop(talk));
      SUREHAND_TRY(property, talk.call(get_property(window, display.atom(Name::kWindowDesktop), 1)));
      if (property->is_error()) return gone(window);
      const auto place = numbers(*property);
      if (!*shown || place.empty() || place[0] == kEveryDesktop || place[0] == **shown) return Done{};
      if (!asked) {
        SUREHAND_TRY(managed, manager_supports(talk, Name::kCurrentDesktop));
        if (!*managed) return Done{};
        const Window root = display.root();
        talk.send(client_message(root, kSubstructureEvents, root, display.atom(Name::kCurrentDesktop), {place[0], 0}));
        SUREHAND_TRY(error, talk.sync());
        asked = true;
      }
    }
    if (auto error = limits.exceeded("the window manager to show the workspace of the window"))
      return std::move(*error);
    poll(nullptr, 0, 2);
  }
}

}  // namespace

Status activate(Display& display, Window window, const Limits& limits) {
  if (auto shown = show_desktop_of(display, window, limits); !shown) return shown;
  {
    SUREHAND_TRY(opened, display.talk(limits));
    Talk& talk = *opened;
    SUREHAND_TRY(managed, manager_supports(talk, Name::kActiveWindow));
    if (*managed) {
      constexpr uint32_t kFromPager = 2;  // a pager's request is not held back as focus stealing
      talk.send(client_message(display.root(), kSubstructureEvents, window, display.atom(Name::kActiveWindow),
                               {kFromPager, 0, 0}));
    } else {
      constexpr uint16_t kStackMode = 0x40;
      constexpr uint8_t kRevertToParent = 2;
      talk.send(Request(Opcode::kMapWindow).u32(window));
      talk.send(Request(Opcode::kConfigureWindow).u32(window).u16(kStackMode).u16(0).u32(0));
      talk.send(Request(Opcode::kSetInputFocus, kRevertToParent).u32(window).u32(0));
    }
    SUREHAND_TRY(error, talk.sync());
    if (*error == kBadWindowError) return gone(window);
    if (*error == kBadMatch) {
      return Error{ErrorCode::kNotActionable, "the window is not shown, so it cannot be given the keyboard", {}};
    }
  }
  while (true) {
    {
      SUREHAND_TRY(opened, display.talk(limits));
      SUREHAND_TRY(active, active_window(*opened));
      if (*active == window) return Done{};
      SUREHAND_TRY(exists, opened->call(Request(Opcode::kGetWindowAttributes).u32(window)));
      if (exists->is_error()) return gone(window);
    }
    if (auto error = limits.exceeded("the window manager to make the window the active one")) return std::move(*error);
    poll(nullptr, 0, 2);
  }
}

Status close(Display& display, Window window, const Limits& limits) {
  SUREHAND_TRY(opened, display.talk(limits));
  Talk& talk = *opened;
  SUREHAND_TRY(managed, manager_supports(talk, Name::kCloseWindow));
  if (*managed) {
    talk.send(client_message(display.root(), kSubstructureEvents, window, display.atom(Name::kCloseWindow), {0, 2}));
    SUREHAND_TRY(exists, talk.call(Request(Opcode::kGetWindowAttributes).u32(window)));
    if (exists->is_error()) return gone(window);
    return Done{};
  }
  SUREHAND_TRY(protocols, talk.call(get_property(window, display.atom(Name::kProtocols))));
  if (protocols->is_error()) return gone(window);
  const auto spoken = numbers(*protocols);
  if (std::find(spoken.begin(), spoken.end(), display.atom(Name::kDeleteWindow)) == spoken.end()) {
    return Error{ErrorCode::kUnsupported, "the window does not let itself be closed from outside", {}};
  }
  talk.send(client_message(window, 0, window, display.atom(Name::kProtocols), {display.atom(Name::kDeleteWindow), 0}));
  SUREHAND_TRY(error, talk.sync());
  if (*error == kBadWindowError) return gone(window);
  return Done{};
}

}  // namespace surehand::x11

#include "platform/linux/x11/input.h"

#include <algorithm>
#include <cmath>

#include "platform/linux/screen/keysyms.h"
#include "platform/linux/screen/strokes.h"
#include "platform/linux/x11/own_input.h"
#include "platform/linux/x11/ping.h"

namespace surehand::x11 {

namespace {

using screen::Stroke;

enum FakeEvent : uint8_t { kKeyPress = 2, kKeyRelease = 3, kButtonPress = 4, kButtonRelease = 5, kMotion = 6 };

constexpr uint8_t kWheelUp = 4, kWheelDown = 5, kWheelLeft = 6, kWheelRight = 7;

int16_t coordinate(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<int16_t>(std::clamp(std::round(value), -32768.0, 32767.0));
}

bool is_modifier(std::string_view key) {
  return key == "Control" || key == "Alt" || key == "Meta" || key == "Super" || key == "AltGraph";
}

// A key as XKEYBOARD has it: the kind of each of its groups, and the keysyms of their levels.
struct Symbols {
  uint8_t types[4] = {};
  uint8_t groups = 0;
  uint8_t width = 0;
  std::vector<Keysym> keysyms;

  // One group of one level, which no modifier changes; or nothing.
  static Symbols of(Keysym keysym) {
    Symbols symbols;
    if (keysym == screen::kNoSymbol) return symbols;
    symbols.groups = symbols.width = 1;
    symbols.keysyms = {keysym};
    return symbols;
  }
};

// The keyboard of a display as it is mapped at present.
struct Keymap {
  struct Key {
    Keycode code = 0;
    bool shift = false;
  };
  std::map<Keysym, Key> keys;
  std::vector<Keycode> spare;      // codes that mean nothing
  std::map<int, Symbols> symbols;  // by code
};

// A spare code that means a keysym for the moment.
struct Lent {
  Keycode code;
  Keysym keysym;
};

// What the XKEYBOARD extension says about caps lock and layout, so that both can be put aside while typing.
struct KeyboardLocks {
  uint8_t modifiers = 0;
  uint8_t group = 0;
};

}  // namespace

// The steps from one pause to the next: the conversation, and the keyboard as it was found.
class Input::Turn {
 public:
  Turn(Input& input, Talk talk, const screen::Receiver& receiver = {})
      : input_(input), talk_(std::move(talk)), window_(receiver.window), lags_in_popups_(receiver.lags_in_popups) {}

  Status run(const InputStep* begin, const InputStep* end, InputSent& sent) {
    for (const InputStep* step = begin; step != end; ++step) {
      if (auto error = talk_.limits().exceeded("the input to be made")) return std::move(*error);
      if (auto done = one(*step, sent); !done) return done;
      ++sent.steps;
    }
    return synced();
  }

  // The window that has the keyboard, or one that it is in, is the one that it is all for.
  Result<bool> is_in_foreground() {
    if (window_ == kNone) return true;
    SUREHAND_TRY(focus, talk_.call(Request(Opcode::kGetInputFocus)));
    constexpr Window kPointerRoot = 1;
    Window at = focus->u32(8);
    if (at == kPointerRoot) return false;
    for (int depth = 0; depth < 16 && at != kNone && at != talk_.display().root(); ++depth) {
      if (at == window_) return true;
      SUREHAND_TRY(tree, talk_.call(Request(Opcode::kQueryTree).u32(at)));
      at = tree->is_error() ? kNone : tree->u32(12);
    }
    return false;
  }

  void release_everything() {
    std::vector<Lent> lent;
    for (const auto& [key, held] : input_.held_) {
      fake(kKeyRelease, held.code);
      if (held.shift) fake(kKeyRelease, shift_);
      if (held.lent != screen::kNoSymbol) lent.push_back({held.code, held.lent});
    }
    for (const uint8_t button : input_.held_buttons_) fake(kButtonRelease, button);
    input_.held_.clear();
    input_.held_buttons_.clear();
    give_back(lent);
    (void)talk_.sync();
  }

  Status read_keymap() {
    const Display& display = talk_.display();
    const Keycode first = display.min_keycode();
    const auto count = static_cast<uint8_t>(display.max_keycode() - first + 1);
    const uint64_t asked = talk_.ask(Request(Opcode::kGetKeyboardMapping).u8(first).u8(count).u16(0));
    SUREHAND_TRY(modifiers, talk_.call(Request(Opcode::kGetModifierMapping)));
    SUREHAND_TRY(mapping, talk_.answer(asked));
    const size_t columns = mapping->u8(1);
    keymap_ = {};
    if (auto read = read_symbols(); !read) return read;
    for (size_t i = 0; i < count && columns > 0; ++i) {
      const auto code = static_cast<Keycode>(first + i);
      const auto symbol = [&](size_t column) {
        return column < columns ? mapping->u32(Answer::kFixed + (i * columns + column) * 4) : screen::kNoSymbol;
      };
      bool empty = true;
      for (size_t column = 0; column < columns; ++column) empty = empty && symbol(column) == screen::kNoSymbol;
      const auto known = keymap_.symbols.find(code);
      if (empty && (known == keymap_.symbols.end() || known->second.keysyms.empty())) {
        keymap_.spare.push_back(code);
        continue;
      }
      // Further columns are other layouts and third levels; what is only there is mapped anew instead.
      keymap_.keys.emplace(symbol(0), Keymap::Key{code, false});
      keymap_.keys.emplace(symbol(1), Keymap::Key{code, true});
    }
    const uint8_t* bound = modifiers->data();
    keymap_.spare.erase(std::remove_if(keymap_.spare.begin(), keymap_.spare.end(),
                                       [&](Keycode code) {
                                         return std::find(bound, bound + modifiers->data_size(), code) !=
                                                bound + modifiers->data_size();
                                       }),
                        keymap_.spare.end());
    const auto shift = keymap_.keys.find(screen::kShiftLeft);
    shift_ = shift != keymap_.keys.end() ? shift->second.code : 0;
    return Done{};
  }

 private:
  void fake(FakeEvent type, uint8_t detail, int16_t x = 0, int16_t y = 0) {
    constexpr uint8_t kFakeInput = 2;
    // Both number presses and releases in the same order.
    constexpr int kFirst = static_cast<int>(RawKind::kKeyPress) - kKeyPress;
    if (input_.board_ != kNone && type != kMotion) {
      announce(talk_, input_.board_, static_cast<RawKind>(kFirst + type), detail);
    }
    talk_.send(Request(talk_.display().xtest(), kFakeInput)
                   .u8(type)
                   .u8(detail)
                   .u16(0)
                   .u32(0)
                   .u32(type == kMotion ? talk_.display().root() : kNone)
                   .zeros(8)
                   .i16(x)
                   .i16(y)
                   .zeros(8));
  }

  Status synced() {
    SUREHAND_TRY(error, talk_.sync());
    if (*error == 0) return Done{};
    return Error{
        ErrorCode::kRefused, "the X server refused synthesised input (error " + std::to_string(*error) + ")", {}};
  }

  // Sends what `make` does only if it goes where it is meant to go. The server serves no other client meanwhile, so that
  // nothing comes between the look and what it allows: a few requests, none of which waits for another client.
  template <class Make>
  Status guarded(InputSent& sent, Make make) {
    const auto send = [&] {
      sent.anything = true;
      make();
    };
    if (window_ == kNone) {
      send();
      return Done{};
    }
    talk_.send(Request(Opcode::kGrabServer));
    auto there = is_in_foreground();
    if (there && *there) send();
    talk_.send(Request(Opcode::kUngrabServer));
    auto done = synced();  // and lets go of the server, also when time is up
    if (!there) return there.take_error();
    if (!*there) return foreground_lost(sent);
    return done;
  }

  Status one(const InputStep& step, InputSent& sent) {
    switch (step.kind) {
      case InputStep::Kind::kMove:
        sent.anything = true;
        fake(kMotion, 0, coordinate(step.x), coordinate(step.y));
        return Done{};
      case InputStep::Kind::kDown:
        return press_button(step, sent);
      case InputStep::Kind::kUp: {
        fake(kButtonRelease, step.button);
        auto& held = input_.held_buttons_;
        held.erase(std::remove(held.begin(), held.end(), step.button), held.end());
        return Done{};
      }
      case InputStep::Kind::kWheel:
        return guarded(sent, [&] {
          turn_wheel(step.y, kWheelUp, kWheelDown);
          turn_wheel(step.x, kWheelLeft, kWheelRight);
        });
      case InputStep::Kind::kKeyDown:
        return press(step.key, sent);
      case InputStep::Kind::kKeyUp:
        return release(step.key);
      case InputStep::Kind::kText:
        return type(step.text, sent);
      case InputStep::Kind::kSetBack:
        return set_back(sent);
      case InputStep::Kind::kPause:
        return Done{};
    }
    return Done{};
  }

  struct Place {
    int16_t x;
    int16_t y;
  };

  Status press_button(const InputStep& step, InputSent& sent) {
    std::optional<Place> popup;
    if (step.click == 1 && input_.held_buttons_.empty()) {
      SUREHAND_TRY(found, place_in_popup());
      popup = *found;
    }
    if (popup && lags_in_popups_) {
      SUREHAND_CHECK(rest_in(*popup));
    }
    return guarded(sent, [&] {
      if (popup) move_about(*popup);
      fake(kButtonPress, step.button);
      input_.held_buttons_.push_back(step.button);
    });
  }

  // GTK 4.8 makes motions of its own in the first frames after the pointer came into a popover, and takes them for motions over the
  // window below (`request_motion_cb`, gdksurface.c). The press that follows one is lost. So it has to have drawn those frames, and a
  // motion has to come right before the press, as a hand's does. Measured while eight others used the processor: 6 of 160 presses were
  // lost with the motion only.
  Status rest_in(const Place& popup) {
    constexpr Milliseconds kPatience(1000);
    constexpr Milliseconds kFrame(20);
    constexpr int kFrames = 2;
    SUREHAND_TRY(window, window_with_ping());
    for (int frame = 0; frame < kFrames; ++frame) {
      move_about(popup);
      if (*window != kNone) {
        SUREHAND_TRY(answered, ping(talk_, *window, kPatience));
      }
      SUREHAND_CHECK(pause(kFrame));
    }
    return Done{};
  }

  void move_about(const Place& place) {
    fake(kMotion, 0, static_cast<int16_t>(place.x > 0 ? place.x - 1 : place.x + 1), place.y);
    fake(kMotion, 0, place.x, place.y);
  }

  // Where the pointer is, if the top-level window below it is one that no window manager frames, as popovers, menus and tooltips are.
  Result<std::optional<Place>> place_in_popup() {
    SUREHAND_TRY(pointer, talk_.call(Request(Opcode::kQueryPointer).u32(talk_.display().root())));
    const Window toplevel = pointer->is_error() ? kNone : pointer->u32(12);
    if (toplevel == kNone) return std::optional<Place>();
    SUREHAND_TRY(attributes, talk_.call(Request(Opcode::kGetWindowAttributes).u32(toplevel)));
    constexpr size_t kOverrideRedirect = 27;
    if (attributes->is_error() || attributes->u8(kOverrideRedirect) == 0) return std::optional<Place>();
    return std::optional<Place>({static_cast<int16_t>(pointer->u16(16)), static_cast<int16_t>(pointer->u16(18))});
  }

  // The keys and buttons that are down, of all clients, and the locks that are on.
  Status set_back(InputSent& sent) {
    if (auto ready = need_keymap(); !ready) return ready;
    sent.anything = true;
    release_everything();
    SUREHAND_TRY(keys, talk_.call(Request(Opcode::kQueryKeymap)));
    constexpr size_t kBits = 8;
    for (size_t code = 0; !keys->is_error() && code < 32 * 8; ++code) {
      if (keys->u8(kBits + code / 8) >> (code % 8) & 1) fake(kKeyRelease, static_cast<uint8_t>(code));
    }
    SUREHAND_TRY(pointer, talk_.call(Request(Opcode::kQueryPointer).u32(talk_.display().root())));
    constexpr uint16_t kFirstButton = 1u << 8;
    for (uint8_t button = 1; !pointer->is_error() && button <= 5; ++button) {
      if (pointer->u16(24) & (kFirstButton << (button - 1))) fake(kButtonRelease, button);
    }
    if (talk_.display().xkb() != 0) lock({}, kAllModifiers);
    return Done{};
  }

  void turn_wheel(double notches, uint8_t backward, uint8_t forward) {
    constexpr double kMostNotches = 1000;
    const double wanted = std::isnan(notches) ? 0 : std::clamp(std::round(notches), -kMostNotches, kMostNotches);
    for (double turned = 0; turned < std::abs(wanted); ++turned) {
      fake(kButtonPress, wanted < 0 ? backward : forward);
      fake(kButtonRelease, wanted < 0 ? backward : forward);
    }
  }

  Status press(const std::string& key, InputSent& sent) {
    if (input_.held_.count(key) != 0) {  // repeats, as a key does that is held down
      return guarded(sent, [&] { fake(kKeyPress, input_.held_[key].code); });
    }
    if (auto ready = need_keymap(); !ready) return ready;
    const Keysym keysym = *screen::keysym_of_key(key);
    Held held;
    const auto found = keymap_.keys.find(keysym);
    if (found != keymap_.keys.end()) {
      held.code = found->second.code;
      // Control with `A` means Control and the letter, as everybody writes it; with Shift, Shift is pressed
      // as well.
      const bool command = std::any_of(input_.held_.begin(), input_.held_.end(),
                                       [](const auto& each) { return is_modifier(each.first); });
      held.shift = found->second.shift && input_.held_.count("Shift") == 0 && !(command && screen::is_letter(key));
    } else {
      auto lent = lend({keysym});
      if (!lent) return lent.take_error();
      held.code = lent->front().code;
      held.lent = keysym;
    }
    Status pressed = guarded(sent, [&] {
      if (held.shift) fake(kKeyPress, shift_);
      fake(kKeyPress, held.code);
      input_.held_[key] = held;
    });
    if (!pressed && held.lent != screen::kNoSymbol && input_.held_.count(key) == 0) give_back({{held.code, held.lent}});
    return pressed;
  }

  Status release(const std::string& key) {
    const auto found = input_.held_.find(key);
    if (found == input_.held_.end()) return Done{};
    const Held held = found->second;
    input_.held_.erase(found);
    fake(kKeyRelease, held.code);
    if (held.shift) {
      if (auto ready = need_keymap(); !ready) return ready;
      fake(kKeyRelease, shift_);
    }
    if (held.lent == screen::kNoSymbol) return Done{};
    Status seen = settle();
    give_back({{held.code, held.lent}});
    return seen;
  }

  Status type(std::string_view text, InputSent& sent) {
    if (auto ready = need_keymap(); !ready) return ready;
    const std::vector<Stroke> strokes = screen::strokes_of(text);
    SUREHAND_TRY(locks, put_locks_aside());
    const size_t before = sent.characters;
    Status status = type_strokes(strokes, before, sent);
    restore_locks(*locks);
    if (!status) return status;
    return synced();
  }

  // Characters without a key get one of the spare codes for the moment, as many at once as there are codes.
  Status type_strokes(const std::vector<Stroke>& strokes, size_t before, InputSent& sent) {
    size_t start = 0;
    while (start < strokes.size()) {
      std::vector<Keysym> missing;
      size_t end = start;
      for (; end < strokes.size(); ++end) {
        const Keysym keysym = strokes[end].keysym;
        if (keymap_.keys.count(keysym) != 0 || std::find(missing.begin(), missing.end(), keysym) != missing.end()) {
          continue;
        }
        if (missing.size() == keymap_.spare.size()) break;
        missing.push_back(keysym);
      }
      if (end == start) {
        return Error{ErrorCode::kUnsupported,
                     "the keyboard has no key for a character of the text and no spare key to give it",
                     {}};
      }
      SUREHAND_TRY(lent, lend(missing));
      const size_t read = sent.characters;
      Status status = strike(strokes, start, end, before, sent);
      if (status && !missing.empty()) {
        status = settle();
        if (!status) {
          Error error = status.take_error();
          error.details.set("unread", true);
          status = std::move(error);
          sent.characters = read;
        }
      }
      give_back(*lent);
      if (!status) return status;
      start = end;
    }
    return Done{};
  }

  Status strike(const std::vector<Stroke>& strokes, size_t start, size_t end, size_t before, InputSent& sent) {
    constexpr size_t kTogether = 64;
    for (; start < end; start = std::min(start + kTogether, end)) {
      const size_t last = std::min(start + kTogether, end);
      Status struck = guarded(sent, [&] {
        strike_together(strokes, start, last);
        sent.characters = before + strokes[last - 1].end;
      });
      if (struck && last < end) struck = synced();
      if (!struck) return struck;
      if (last == end) break;
      if (auto error = talk_.limits().exceeded("the text to be typed")) return std::move(*error);
    }
    return Done{};
  }

  void strike_together(const std::vector<Stroke>& strokes, size_t start, size_t end) {
    bool shifted = false;
    for (size_t i = start; i < end; ++i) {
      const Keymap::Key key = keymap_.keys[strokes[i].keysym];
      if (key.shift != shifted) fake(key.shift ? kKeyPress : kKeyRelease, shift_);
      shifted = key.shift;
      fake(kKeyPress, key.code);
      fake(kKeyRelease, key.code);
    }
    if (shifted) fake(kKeyRelease, shift_);
  }

  Status need_keymap() {
    if (!keymap_.keys.empty()) return Done{};
    return read_keymap();
  }

  // Gives each keysym a spare code.
  Result<std::vector<Lent>> lend(const std::vector<Keysym>& keysyms) {
    std::vector<Lent> lent;
    if (keysyms.empty()) return lent;
    if (keysyms.size() > keymap_.spare.size()) {
      return Error{ErrorCode::kUnsupported, "the keyboard has no spare key left", {}};
    }
    for (size_t i = 0; i < keysyms.size(); ++i) {
      lent.push_back({keymap_.spare[i], keysyms[i]});
      keymap_.keys[keysyms[i]] = {keymap_.spare[i], false};
    }
    keymap_.spare.erase(keymap_.spare.begin(), keymap_.spare.begin() + static_cast<std::ptrdiff_t>(keysyms.size()));
    change_mapping(lent);
    SUREHAND_CHECK(synced());
    return lent;
  }

  void give_back(std::vector<Lent> lent) {
    for (Lent& each : lent) {
      keymap_.keys.erase(each.keysym);
      keymap_.spare.push_back(each.code);
      each.keysym = screen::kNoSymbol;
    }
    change_mapping(lent);
  }

  // Maps spare codes to keysyms, or to nothing. Every change makes every client read the whole keyboard
  // again, which costs a window manager some 40 ms and a program with many shortcuts as much: so it has to be
  // one change, and the spare codes are scattered. XKEYBOARD sets a whole range, with what lies between
  // exactly as it was.
  void change_mapping(const std::vector<Lent>& lent) {
    if (lent.empty()) return;
    if (!keymap_.symbols.empty()) return set_symbols(lent);
    for (const Lent& each : lent) {
      // In both columns: then neither Shift nor caps lock change it.
      talk_.send(
          Request(Opcode::kChangeKeyboardMapping, 1).u8(each.code).u8(2).u16(0).u32(each.keysym).u32(each.keysym));
    }
  }

  void set_symbols(const std::vector<Lent>& lent) {
    const auto by_code = [](const Lent& a, const Lent& b) { return a.code < b.code; };
    const Keycode first = std::min_element(lent.begin(), lent.end(), by_code)->code;
    const Keycode last = std::max_element(lent.begin(), lent.end(), by_code)->code;
    for (const Lent& each : lent) keymap_.symbols[each.code] = Symbols::of(each.keysym);
    uint16_t total = 0;
    for (int code = first; code <= last; ++code) total += static_cast<uint16_t>(keymap_.symbols[code].keysyms.size());
    constexpr uint8_t kSetMap = 9;
    Request request(talk_.display().xkb(), kSetMap);
    request.u16(kCoreKeyboard).u16(kKeySyms).u16(0);
    request.u8(talk_.display().min_keycode()).u8(talk_.display().max_keycode()).u8(0).u8(0);
    request.u8(first).u8(static_cast<uint8_t>(last - first + 1)).u16(total);
    request.zeros(18);
    for (int code = first; code <= last; ++code) {
      const Symbols& symbols = keymap_.symbols[code];
      for (const uint8_t type : symbols.types) request.u8(type);
      request.u8(symbols.groups).u8(symbols.width).u16(static_cast<uint16_t>(symbols.keysyms.size()));
      for (const Keysym keysym : symbols.keysyms) request.u32(keysym);
    }
    talk_.send(std::move(request));
  }

  // What XKEYBOARD says of each key. Left empty where it cannot be had.
  Status read_symbols() {
    if (talk_.display().xkb() == 0) return Done{};
    constexpr uint8_t kGetMap = 8;
    SUREHAND_TRY(map,
                 talk_.call(Request(talk_.display().xkb(), kGetMap).u16(kCoreKeyboard).u16(kKeySyms).u16(0).zeros(18)));
    if (map->is_error()) return Done{};
    std::map<int, Symbols> symbols;
    size_t at = 40;
    const int first = map->u8(17);
    for (int code = first; code < first + map->u8(20); ++code) {
      Symbols& key = symbols[code];
      for (size_t i = 0; i < 4; ++i) key.types[i] = map->u8(at + i);
      key.groups = map->u8(at + 4);
      key.width = map->u8(at + 5);
      const size_t count = map->u16(at + 6);
      at += 8;
      if (at + count * 4 > map->size()) return Done{};
      for (size_t i = 0; i < count; ++i, at += 4) key.keysyms.push_back(map->u32(at));
    }
    keymap_.symbols = std::move(symbols);
    return Done{};
  }

  // A client looks its key events up in the keyboard of the moment in which it reads them, so the lent codes
  // must stay until then. It answers _NET_WM_PING in the order of its events: its answer proves that it has
  // read them. One that is busy may need long for that; nobody else gets at the display meanwhile, so there is an end to it.
  Status settle() {
    constexpr Milliseconds kPatience(10000);
    constexpr Milliseconds kWithoutPing(300);
    SUREHAND_TRY(window, window_with_ping());
    if (*window == kNone) return pause(kWithoutPing);
    SUREHAND_TRY(answered, ping(talk_, *window, kPatience));
    if (*answered) return Done{};
    return Error{
        ErrorCode::kAppUnresponsive,
        "the application had not read what was typed after 10 s; characters without a key of their own are lost",
        {}};
  }

  // The focused window, or the one around it, that says it answers pings.
  Result<Window> window_with_ping() {
    SUREHAND_TRY(focus, talk_.call(Request(Opcode::kGetInputFocus)));
    Window window = focus->u32(8);
    constexpr Window kPointerRoot = 1;
    if (window == kPointerRoot) return kNone;
    const Display& display = talk_.display();
    for (int depth = 0; depth < 16 && window != kNone && window != display.root(); ++depth) {
      SUREHAND_TRY(answers, answers_ping(talk_, window));
      if (*answers) return window;
      SUREHAND_TRY(tree, talk_.call(Request(Opcode::kQueryTree).u32(window)));
      window = tree->is_error() ? kNone : tree->u32(12);
    }
    return kNone;
  }

  Status pause(Milliseconds time) {
    if (auto taken = synced(); !taken) return taken;
    const Limits limits = talk_.limits().capped(time);
    auto nothing = talk_.next_event(limits);
    if (!nothing && nothing.error().code == ErrorCode::kTimeout && !talk_.limits().expired()) return Done{};
    if (!nothing) return nothing.take_error();
    return Done{};
  }

  Result<KeyboardLocks> put_locks_aside() {
    const uint8_t xkb = talk_.display().xkb();
    if (xkb == 0) return KeyboardLocks{};
    constexpr uint8_t kGetState = 4;
    SUREHAND_TRY(state, talk_.call(Request(xkb, kGetState).u16(kCoreKeyboard).u16(0)));
    if (state->is_error()) return KeyboardLocks{};
    const KeyboardLocks locks{static_cast<uint8_t>(state->u8(11) & kCapsLock), state->u8(13)};
    if (locks.modifiers != 0 || locks.group != 0) lock({});
    return locks;
  }

  void restore_locks(const KeyboardLocks& locks) {
    if (locks.modifiers != 0 || locks.group != 0) lock(locks);
  }

  // Sets those modifiers that are `affected`, and the layout.
  void lock(const KeyboardLocks& locks, uint8_t affected = kCapsLock) {
    constexpr uint8_t kLatchLockState = 5;
    talk_.send(Request(talk_.display().xkb(), kLatchLockState)
                   .u16(kCoreKeyboard)
                   .u8(affected)
                   .u8(locks.modifiers)
                   .u8(1)
                   .u8(locks.group)
                   .zeros(6));
  }

  static constexpr uint16_t kCoreKeyboard = 0x100;
  static constexpr uint16_t kKeySyms = 2;
  static constexpr uint8_t kCapsLock = 2;
  static constexpr uint8_t kAllModifiers = 0xff;

  Input& input_;
  Talk talk_;
  Window window_;
  bool lags_in_popups_;
  Keymap keymap_;
  Keycode shift_ = 0;
};

Status Input::perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits) {
  SUREHAND_CHECK(screen::check_keys(steps));
  if (display_.xtest() == 0) {
    return Error{ErrorCode::kUnsupported, "the X server has no XTEST extension, so input cannot be synthesised", {}};
  }
  InputSent sent;
  Status status = Done{};
  const InputStep* const end = steps.data() + steps.size();
  for (const InputStep* step = steps.data(); step != end && status;) {
    const InputStep* const stop =
        std::find_if(step, end, [](const InputStep& each) { return each.kind == InputStep::Kind::kPause; });
    if (stop != step) {
      auto talk = display_.talk(limits);
      status = talk ? Turn(*this, talk.take(), receiver).run(step, stop, sent) : Status(talk.take_error());
    }
    step = stop;
    if (!status || stop == end) continue;
    // Others may talk to the display meanwhile.
    limits.sleep_until(Clock::now() + stop->pause);
    if (auto error = limits.exceeded("the input to be made")) status = std::move(*error);
    ++step;
    ++sent.steps;
  }
  if (status) return status;
  let_go();
  return input_ended(status.take_error(), sent);
}

Result<Window> Input::announce_from_now(const Limits& limits) {
  SUREHAND_TRY(talk, display_.talk(limits));
  if (board_ != kNone) return board_;
  const Window made = make_board(*talk);
  SUREHAND_TRY(error, talk->sync());
  if (*error != 0) return Error{ErrorCode::kRefused, "the X server refused a window", {}};
  board_ = made;
  return made;
}

Result<bool> Input::is_in_foreground(Window window, const Limits& limits) {
  SUREHAND_TRY(talk, display_.talk(limits));
  return Turn(*this, talk.take(), {window}).is_in_foreground();
}

Status Input::wait_for_foreground(Window window, const Limits& limits) {
  constexpr Milliseconds kLookAgain(2);
  while (true) {
    SUREHAND_TRY(there, is_in_foreground(window, limits));
    if (*there) return Done{};
    if (auto error = limits.exceeded("the window to get the keyboard")) return std::move(*error);
    limits.sleep_until(Clock::now() + kLookAgain);
  }
}

void Input::let_go() {
  if (held_.empty() && held_buttons_.empty()) return;
  auto talk = display_.talk(Limits::within(Milliseconds(500)));
  if (!talk) return;
  Turn turn(*this, talk.take());
  if (turn.read_keymap()) turn.release_everything();
}

Input::~Input() { let_go(); }

}  // namespace surehand::x11

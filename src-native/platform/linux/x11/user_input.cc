#include "platform/linux/x11/user_input.h"

#include <future>
#include <map>
#include <thread>
#include <utility>

#include "core/run/begun.h"
#include "core/run/thread.h"
#include "platform/linux/x11/own_input.h"
#include "platform/linux/x11/raw_input.h"
#include "platform/linux/x11/windows.h"

namespace surehand::x11 {
namespace {

class UserInputWatch final : public Subscription {
 public:
  UserInputWatch(std::unique_ptr<Display> display, Window board, UserInputSink sink)
      : display_(std::move(display)), board_(board), sink_(std::move(sink)) {}

  // Its thread waits for nothing but the server, and is woken.
  ~UserInputWatch() override {
    stop_->cancel();
    if (thread_.joinable()) thread_.join();
  }

  // Returns when it watches.
  Status begin(const Limits& limits) {
    auto watches = watches_.get_future();
    SUREHAND_TRY(thread, start_thread([this] { watch(); }));
    thread_ = thread.take();
    return begun(watches, limits, "the X server to tell of input");
  }

 private:
  // A key of one keyboard.
  using Key = std::pair<uint16_t, Keycode>;

  void watch() {
    const Limits limits{Clock::time_point::max(), stop_};
    auto opened = display_->talk(limits);
    if (!opened) return watches_.set_value(opened.take_error());
    Talk& talk = *opened;
    talk.keep_events(true);
    const Status began = begin_in(talk);
    bool goes_on = began.ok();
    watches_.set_value(began);
    while (goes_on) {
      const auto event = talk.next_event(limits);
      goes_on = event && heard(talk, *event);
    }
  }

  Status begin_in(Talk& talk) {
    if (display_->resource() == 0) {
      return Error{ErrorCode::kUnsupported, "the X server lacks X-Resource, which says whose a window is", {}};
    }
    SUREHAND_CHECK(read_keyboard(talk));
    select_announced(talk, board_);
    SUREHAND_TRY(extension, select_raw_input(talk, {RawKind::kKeyPress, RawKind::kKeyRelease, RawKind::kButtonPress,
                                                    RawKind::kButtonRelease}));
    extension_ = *extension;
    SUREHAND_TRY(devices, talk.call(every_device(extension_)));
    xtest_ = xtest_devices(*devices);
    return Done{};
  }

  Status read_keyboard(Talk& talk) {
    const Keycode first = display_->min_keycode();
    const auto count = static_cast<uint8_t>(display_->max_keycode() - first + 1);
    const uint64_t asked = talk.ask(Request(Opcode::kGetKeyboardMapping).u8(first).u8(count).u16(0));
    SUREHAND_TRY(modifiers, talk.call(Request(Opcode::kGetModifierMapping)));
    SUREHAND_TRY(mapping, talk.answer(asked));
    keyboard_ = Keyboard(first, *mapping, *modifiers);
    return Done{};
  }

  // False when the server is gone, or nothing is to be told any more.
  bool heard(Talk& talk, const Answer& event) {
    // A client that gives a spare key a meaning changes the mapping as well: what follows comes by the new one.
    if (event.event_type() == EventType::kMappingNotify) return read_keyboard(talk).ok();
    const auto now = Clock::now();
    if (own_.heard(event, now)) return true;
    const auto raw = raw_input(event, extension_);
    // A hand's device is never ours.
    const bool is_own = raw && xtest_.count(raw->source) != 0 && own_.made(*raw, now);
    if (!raw || is_own) return true;
    switch (raw->kind) {
      case RawKind::kKeyPress:
        return key_down(talk, *raw);
      case RawKind::kKeyRelease:
        held_.erase({raw->source, raw->detail});
        return true;
      case RawKind::kButtonPress:
      case RawKind::kButtonRelease:
        return button(talk, *raw);
    }
    return true;
  }

  // By what went down: the server's own state is that of a later moment. It knows which locks are on.
  uint8_t modifiers() const {
    uint8_t bits = 0;
    for (const auto& [key, each] : held_) bits |= each;
    return bits;
  }

  bool key_down(Talk& talk, const RawInput& raw) {
    if (const uint8_t modifier = keyboard_.modifiers_of(raw.detail)) {
      held_[{raw.source, raw.detail}] = modifier;
      return true;
    }
    const uint64_t asked = talk.ask(Request(Opcode::kGetInputFocus));
    uint8_t locked = 0;
    size_t group = 0;
    if (display_->xkb() != 0) {
      constexpr uint8_t kGetState = 4;
      constexpr uint16_t kCoreKeyboard = 0x100;
      const auto state = talk.call(Request(display_->xkb(), kGetState).u16(kCoreKeyboard).u16(0));
      if (!state) return false;
      if (!state->is_error()) locked = state->u8(11), group = state->u8(12);
    }
    const auto focus = talk.answer(asked);
    if (!focus) return false;
    const uint8_t held = modifiers();
    const screen::Keysym keysym = keyboard_.keysym(raw.detail, group, held | locked);
    UserInput input;
    input.kind = UserInput::Kind::kKeyDown;
    input.time = raw.time;
    input.modifiers = keyboard_.names(held);
    const bool is_shortcut = !input.modifiers.empty() && input.modifiers != std::vector<std::string>{"Shift"};
    // What is written may be a password: it does not leave this function.
    if (is_shortcut || !screen::writes(keysym)) {
      input.key = screen::key_of_keysym(keysym);
      if (input.key.empty()) return true;
    }
    return tell(talk, std::move(input), focus->u32(8));
  }

  bool button(Talk& talk, const RawInput& raw) {
    Window at = display_->root();
    UserInput input;
    // Menus and windows of other clients lie in windows of the root; the deepest is the client's own, also in a frame of the window manager's.
    for (int depth = 0; depth < 32; ++depth) {
      const auto pointer = talk.call(Request(Opcode::kQueryPointer).u32(at));
      if (!pointer) return false;
      if (pointer->is_error()) break;
      input.x = pointer->i16(16);
      input.y = pointer->i16(18);
      const Window child = pointer->u32(12);
      if (child == kNone) break;
      at = child;
    }
    input.kind = raw.kind == RawKind::kButtonPress ? UserInput::Kind::kButtonDown : UserInput::Kind::kButtonUp;
    input.time = raw.time;
    input.button = raw.detail;
    input.modifiers = keyboard_.names(modifiers());
    return tell(talk, std::move(input), at);
  }

  bool tell(Talk& talk, UserInput input, Window window) {
    const auto answer = talk.call(ask_holder(*display_, window));
    if (!answer) return false;
    input.pid = holder_in(*answer);
    sink_(std::move(input));
    return true;
  }

  std::unique_ptr<Display> display_;
  const Window board_;
  UserInputSink sink_;
  Keyboard keyboard_;
  uint8_t extension_ = 0;
  std::set<uint16_t> xtest_;
  OwnInput own_{board_};
  std::map<Key, uint8_t> held_;  // modifiers that are down
  std::shared_ptr<CancelToken> stop_ = std::make_shared<CancelToken>();
  std::promise<Status> watches_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Subscription>> watch_user_input(std::unique_ptr<Display> display, Window board,
                                                       UserInputSink sink, const Limits& limits) {
  auto watch = std::make_unique<UserInputWatch>(std::move(display), board, std::move(sink));
  SUREHAND_CHECK(watch->begin(limits));
  return std::unique_ptr<Subscription>(std::move(watch));
}

}  // namespace surehand::x11

#include "platform/linux/wayland/kwin/input.h"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/seam/input.h"
#include "platform/linux/screen/input_walk.h"
#include "platform/linux/screen/strokes.h"
#include "platform/linux/wayland/keymap.h"

namespace surehand::wayland::kwin {
namespace {

using screen::Stroke;

// org_kde_kwin_fake_input
constexpr uint32_t kFakeVersion = 4;
constexpr uint16_t kAuthenticate = 0, kFakeButton = 2, kFakeAxis = 3, kFakeMotion = 9, kFakeKey = 10;
// wl_seat, wl_keyboard
constexpr uint16_t kCapabilities = 0, kGetKeyboard = 1;
constexpr uint32_t kHasKeyboard = 2;
constexpr uint16_t kKeymapEvent = 0;

constexpr uint32_t kUp = 0, kDown = 1;
constexpr uint32_t kAlong = 0, kAcross = 1;  // the axes
// What a notch of the wheel is worth (libinput's 15 degrees).
constexpr double kDegrees = 15;
// Keys that are sent before it is seen whether they still go where they are meant to go, and the client is let catch up.
constexpr size_t kAtOnce = 64;

bool is_modifier(const std::string& key) { return modifier_bit(*screen::keysym_of_key(key)) != 0; }

bool is_command(const std::string& key) {
  const uint32_t bit = modifier_bit(*screen::keysym_of_key(key));
  return bit != 0 && bit != modifier_bit(screen::kShiftLeft) && key != "AltGraph";
}

Error not_on_keyboard(const std::string& what) {
  return {ErrorCode::kUnsupported,
          "the keyboard layout of KWin has no key for " + what +
              "; switch to a layout that has one, or set the text by another route (`fill`)",
          {}};
}

// It may be a password, so the character is not named.
std::string place_in_text(size_t i) { return "character " + std::to_string(i + 1) + " of the text"; }

}  // namespace

class Input::Turn final : public screen::InputWalk {
 public:
  Turn(Input& input, const screen::Receiver& receiver, const Limits& limits)
      : InputWalk(receiver, limits, input.held_buttons_), input_(input), connection_(input.connection_) {}

  Status release_everything() override {
    for (const auto& [code, presses] : input_.down_) SUREHAND_CHECK(send_key(code, kUp));
    input_.down_.clear();
    input_.held_.clear();
    for (const uint8_t button : held_buttons_) SUREHAND_CHECK(send_button(button, false));
    held_buttons_.clear();
    return connection_.roundtrip(limits_);
  }

 private:
  Result<bool> is_active(screen::WindowId window) override { return input_.windows_.is_active(window, limits_); }
  Status arrive() override { return connection_.roundtrip(limits_); }

  // KWin stops the pointer at the edge of the displays.
  Status move(double x, double y) override {
    const auto inside = [](double place) { return fixed(std::isnan(place) ? 0 : std::clamp(place, -1e6, 1e6)); };
    return connection_.send(Request(input_.device_, kFakeMotion).i32(inside(x)).i32(inside(y)), limits_);
  }

  Status send_button(uint8_t button, bool down) override {
    const uint32_t state = down ? kDown : kUp;
    return connection_.send(Request(input_.device_, kFakeButton).u32(screen::kernel_button(button)).u32(state),
                            limits_);
  }

  Status turn_wheel(bool vertical, int32_t notches) override {
    const uint32_t axis = vertical ? kAlong : kAcross;
    const double direction = notches < 0 ? -1 : 1;
    for (int32_t turned = 0; turned < std::abs(notches); ++turned) {
      SUREHAND_CHECK(
          connection_.send(Request(input_.device_, kFakeAxis).u32(axis).i32(fixed(direction * kDegrees)), limits_));
    }
    return Done{};
  }

  Status send_key(uint32_t code, uint32_t state) {
    return connection_.send(Request(input_.device_, kFakeKey).u32(code).u32(state), limits_);
  }

  Status hold(uint32_t code) {
    const bool first = input_.down_[code]++ == 0;
    return first ? send_key(code, kDown) : Status(Done{});
  }

  Status drop(uint32_t code) {
    const auto found = input_.down_.find(code);
    if (found == input_.down_.end() || --found->second > 0) return Done{};
    input_.down_.erase(found);
    return send_key(code, kUp);
  }

  Status hold(const Chord& chord) {
    for (const uint32_t code : chord.with) SUREHAND_CHECK(hold(code));
    return hold(chord.code);
  }

  Status drop(const Chord& chord) {
    SUREHAND_CHECK(drop(chord.code));
    for (size_t i = chord.with.size(); i-- > 0;) SUREHAND_CHECK(drop(chord.with[i]));
    return Done{};
  }

  Status press(const std::string& key, InputSent& sent) override {
    if (input_.held_.count(key) != 0) return Done{};  // it repeats by itself, at the client's
    const bool command =
        std::any_of(input_.held_.begin(), input_.held_.end(), [](const auto& each) { return is_command(each.first); });
    SUREHAND_TRY(chord, input_.chord_of_key(key, command));
    SUREHAND_CHECK(guard(sent));
    input_.held_[key] = *chord;
    return hold(*chord);
  }

  Status release(const std::string& key) override {
    const auto found = input_.held_.find(key);
    if (found == input_.held_.end()) return Done{};
    const Chord chord = found->second;
    input_.held_.erase(found);
    return drop(chord);
  }

  Status type(std::string_view text, InputSent& sent) override {
    const std::vector<Stroke> strokes = screen::strokes_of(text);
    const size_t before = sent.characters;
    for (size_t i = 0; i < strokes.size(); ++i) {
      if (i % kAtOnce == 0) {
        if (auto error = limits_.exceeded("the text to be typed")) return std::move(*error);
        if (i > 0) {
          SUREHAND_CHECK(connection_.roundtrip(limits_));
          if (receiver_.catch_up) SUREHAND_CHECK(receiver_.catch_up());
        }
        SUREHAND_CHECK(guard(sent));
      }
      const auto chord = input_.layout_->find(strokes[i].keysym);
      if (!chord) return not_on_keyboard(place_in_text(i));
      SUREHAND_CHECK(hold(*chord));
      SUREHAND_CHECK(drop(*chord));
      sent.characters = before + strokes[i].end;
    }
    return Done{};
  }

  Input& input_;
  Connection& connection_;
};

Status Input::begin(const Limits& limits) {
  device_ = connection_.bind(kFakeInput, kFakeVersion);
  SUREHAND_CHECK(connection_.send(Request(device_, kAuthenticate).text("surehand").text("automation"), limits));
  const ObjectId seat = connection_.bind("wl_seat", 4);
  uint32_t capabilities = 0;
  connection_.on(seat, [&capabilities](Event& event) {
    if (event.opcode == kCapabilities) capabilities = event.u32();
  });
  auto told = connection_.roundtrip(limits);
  connection_.forget(seat);
  if (!told) return told;
  // Asking for a keyboard that there is not ends the connection.
  if ((capabilities & kHasKeyboard) == 0) return Done{};
  keyboard_ = connection_.new_id();
  connection_.on(keyboard_, [this](Event& event) {
    if (event.opcode != kKeymapEvent) return;
    constexpr uint32_t kXkb = 1, kMost = 16u << 20;
    const uint32_t format = event.u32();
    const Fd file = event.fd();
    const uint32_t size = event.u32();
    if (format != kXkb || !file || size == 0 || size > kMost) return;
    void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (bytes == MAP_FAILED) return;
    keymap_.assign(static_cast<const char*>(bytes), strnlen(static_cast<const char*>(bytes), size));
    munmap(bytes, size);
    keymap_changed_ = true;
  });
  SUREHAND_CHECK(connection_.send(Request(seat, kGetKeyboard).u32(keyboard_), limits));
  return connection_.roundtrip(limits);
}

// KWin counts the layouts that the person switches between in KDE's own keyboard service, which is there when there are several.
Result<uint32_t> Input::group(const Limits& limits) const {
  SUREHAND_TRY(
      reply, bus_.call({"org.kde.keyboard", "/Layouts", "org.kde.KeyboardLayouts", "getLayout", "", nullptr}, limits));
  return reply->is_reply() ? reply->body().u32() : 0;
}

Status Input::read_layout(const Limits& limits) {
  // A keymap that has come meanwhile.
  SUREHAND_CHECK(connection_.roundtrip(limits));
  if (keymap_.empty()) {
    return Error{ErrorCode::kUnsupported, "KWin has no keyboard, so it does not tell its layout", {}};
  }
  uint32_t current = group_;
  if (layout_ && layout_->has_groups()) {
    SUREHAND_TRY(told, group(limits));
    current = *told;
  }
  if (layout_ && !keymap_changed_ && current == group_) return Done{};
  auto parsed = Layout::parse(keymap_, current);
  if (parsed && !layout_ && parsed->has_groups()) {
    SUREHAND_TRY(told, group(limits));
    current = *told;
    parsed = Layout::parse(keymap_, current);
  }
  if (!parsed) return parsed.take_error();
  layout_ = parsed.take();
  group_ = current;
  keymap_changed_ = false;
  return Done{};
}

Result<Chord> Input::chord_of_key(const std::string& key, bool command) const {
  const Keysym keysym = *screen::keysym_of_key(key);
  auto chord = layout_->find(keysym);
  if (is_modifier(key) && chord) chord->with.clear();
  if (!chord && command) chord = layout_->find_elsewhere(keysym);
  if (!chord) return not_on_keyboard("`" + key + "`");
  // Control with `A` means Control and the letter, as everybody writes it; with Shift, Shift is pressed as well.
  if (command && screen::is_letter(key)) chord->with.clear();
  return *chord;
}

// So that nothing is sent of what cannot be sent as a whole.
Status Input::check(const std::vector<InputStep>& steps) const {
  bool command = false;
  for (const InputStep& step : steps) {
    if (step.kind == InputStep::Kind::kKeyDown) {
      SUREHAND_TRY(chord, chord_of_key(step.key, command));
      command = command || is_command(step.key);
    } else if (step.kind == InputStep::Kind::kText) {
      const std::vector<Stroke> strokes = screen::strokes_of(step.text);
      for (size_t i = 0; i < strokes.size(); ++i) {
        if (!layout_->find(strokes[i].keysym)) return not_on_keyboard(place_in_text(i));
      }
    }
  }
  return Done{};
}

Status Input::perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits) {
  SUREHAND_CHECK(screen::check_keys(steps));
  const bool has_keys = std::any_of(steps.begin(), steps.end(), [](const InputStep& step) {
    return step.kind == InputStep::Kind::kKeyDown || step.kind == InputStep::Kind::kText;
  });
  if (has_keys) {
    SUREHAND_CHECK(read_layout(limits));
    SUREHAND_CHECK(check(steps));
  }
  InputSent sent;
  auto done = Turn(*this, receiver, limits).run(steps, sent);
  if (done) return done;
  let_go();
  return input_ended(done.take_error(), sent);
}

Result<std::string> Input::characters_without_key(const std::string& text, const Limits& limits) {
  SUREHAND_CHECK(read_layout(limits));
  return screen::characters_without(text, [&](Keysym keysym) { return layout_->find(keysym).has_value(); });
}

void Input::let_go() {
  constexpr Milliseconds kPatience(500);
  if (down_.empty() && held_buttons_.empty()) return;
  (void)Turn(*this, {}, Limits::within(kPatience)).release_everything();
}

}  // namespace surehand::wayland::kwin

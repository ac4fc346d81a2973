#include "platform/linux/wayland/remote/input.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/seam/input.h"
#include "platform/linux/screen/input_walk.h"
#include "platform/linux/screen/strokes.h"
#include "platform/linux/wayland/remote/service.h"

namespace surehand::wayland::remote {
namespace {

using screen::Keysym;
using screen::Stroke;

constexpr Keysym kReturn = 0xff0d, kTab = 0xff09;
// Keys that are sent before the foreground is looked at again.
constexpr size_t kTogether = 64;
// mutter hands keys on from a thread of its own, and what an input method inserts at once.
constexpr Milliseconds kKeysArrive(50);

bool is_modifier(const std::string& key) {
  return key == "Control" || key == "Alt" || key == "Meta" || key == "AltGraph";
}

// The text of [from, to) in UTF-16 units.
std::string part_of(std::string_view text, size_t from, size_t to) {
  std::string part;
  for (size_t at = 0; !text.empty() && at < to;) {
    const std::string_view before = text;
    at += screen::take_character(text) > 0xffff ? 2 : 1;
    if (at > from) part += before.substr(0, before.size() - text.size());
  }
  return part;
}

}  // namespace

class Input::Turn final : public screen::InputWalk {
 public:
  Turn(Input& input, const screen::Receiver& receiver, const Limits& limits)
      : InputWalk(receiver, limits, input.held_buttons_), input_(input), devices_(input.devices_) {}

  Status release_everything() override {
    for (const auto& [key, keysym] : std::exchange(input_.held_, {})) {
      SUREHAND_CHECK(devices_.keysym(keysym, false, limits_));
    }
    for (const uint8_t button : std::exchange(held_buttons_, {})) SUREHAND_CHECK(send_button(button, false));
    return Done{};
  }

 private:
  Result<bool> is_active(screen::WindowId window) override { return devices_.is_active(window, limits_); }

  Status send_button(uint8_t button, bool down) override {
    return devices_.button(screen::kernel_button(button), down, limits_);
  }

  Status move(double x, double y) override { return devices_.move(x, y, limits_); }

  Status turn_wheel(bool vertical, int32_t notches) override { return devices_.wheel(vertical, notches, limits_); }

  Result<const Layout*> layout() {
    if (!layout_) {
      SUREHAND_TRY(read, devices_.layout(limits_));
      layout_ = read.take();
    }
    return &*layout_;
  }

  Status press(const std::string& key, InputSent& sent) override {
    if (input_.held_.count(key) != 0) return Done{};  // the client repeats it by itself
    // Control with `A` means Control and the letter; with Shift, Shift is pressed as well. mutter adds a Shift of its own to a capital.
    const auto& held = input_.held_;
    const bool lower = screen::is_letter(key) && std::any_of(held.begin(), held.end(), [](const auto& each) {
                         return is_modifier(each.first) || each.first == "Shift";
                       });
    const std::string meant = lower ? std::string(1, static_cast<char>(key[0] | 0x20)) : key;
    SUREHAND_TRY(known, layout());
    const auto keysym = (*known)->find(*screen::keysym_of_key(meant));
    if (!keysym) return devices_.no_key(meant);
    SUREHAND_CHECK(learn_input_method());
    SUREHAND_CHECK(guard(sent));
    if (is_modifier(key) || key == "Shift") let_keys_arrive();
    input_.held_[key] = *keysym;
    under_way_ = true;
    return devices_.keysym(*keysym, true, limits_);
  }

  Status release(const std::string& key) override {
    const auto found = input_.held_.find(key);
    if (found == input_.held_.end()) return Done{};
    const Keysym keysym = found->second;
    if (is_modifier(key) || key == "Shift") let_keys_arrive();
    input_.held_.erase(found);
    return devices_.keysym(keysym, false, limits_);
  }

  // With keys as far as the layout has them. The rest, and what is between, as an input method inserts it.
  Status type(std::string_view text, InputSent& sent) override {
    const std::vector<Stroke> strokes = screen::strokes_of(text);
    SUREHAND_TRY(known, layout());
    const Layout& layout = **known;
    const auto has_key = [&](const Stroke& stroke) { return layout.find(stroke.keysym).has_value(); };
    const bool by_keys = std::all_of(strokes.begin(), strokes.end(), has_key);
    if (!by_keys) {
      SUREHAND_TRY(taken, devices_.takes_text(limits_));
      const auto first = std::find_if_not(strokes.begin(), strokes.end(), has_key);
      // It may be a password, so the character is not named.
      if (!*taken) return devices_.no_key("character " + std::to_string(first - strokes.begin() + 1) + " of the text");
    }
    SUREHAND_CHECK(learn_input_method());
    const size_t before = sent.characters;
    for (size_t start = 0; start < strokes.size();) {
      if (auto error = limits_.exceeded("the text to be typed")) return std::move(*error);
      const auto is_key = [&](const Stroke& stroke) {
        return by_keys || stroke.keysym == kReturn || stroke.keysym == kTab;
      };
      const bool keys = is_key(strokes[start]);
      size_t end = start;
      while (end < strokes.size() && end - start < kTogether && is_key(strokes[end]) == keys) ++end;
      if (start > 0 && receiver_.catch_up) SUREHAND_CHECK(receiver_.catch_up());
      SUREHAND_CHECK(guard(sent));
      if (keys) {
        for (size_t i = start; i < end; ++i) SUREHAND_CHECK(strike(layout, *layout.find(strokes[i].keysym)));
      } else {
        const std::string part = part_of(text, start == 0 ? 0 : strokes[start - 1].end, strokes[end - 1].end);
        SUREHAND_CHECK(devices_.insert(part, limits_));
      }
      sent.characters = before + strokes[end - 1].end;
      // What an input method inserts would overtake these keys.
      if (keys && !by_keys && end < strokes.size()) limits_.sleep_until(Clock::now() + kKeysArrive);
      start = end;
    }
    return Done{};
  }

  Status strike(const Layout& layout, Keysym keysym) {
    const bool is_modified = layout.is_modified(keysym);
    if (is_modified) let_keys_arrive();
    under_way_ = true;
    SUREHAND_CHECK(devices_.keysym(keysym, true, limits_));
    if (is_modified) let_keys_arrive();
    return devices_.keysym(keysym, false, limits_);
  }

  // Before anything is pressed: what fails afterwards would leave a key down.
  Status learn_input_method() {
    if (has_input_method_) return Done{};
    SUREHAND_TRY(there, has_owner(devices_.bus(), "org.freedesktop.IBus", limits_));
    has_input_method_ = *there;
    return Done{};
  }

  // IBus is asked about each key before the client gets it, and mutter tells the client of modifiers meanwhile: of `Def` came `dEf`. Other
  // keys are given the time to arrive before a modifier changes.
  void let_keys_arrive() {
    if (under_way_ && has_input_method_.value_or(false)) limits_.sleep_until(Clock::now() + kKeysArrive);
    under_way_ = false;
  }

  Input& input_;
  Devices& devices_;
  std::optional<Layout> layout_;
  std::optional<bool> has_input_method_;
  bool under_way_ = false;  // a key was sent that may not have arrived
};

namespace {

// The window in which a person was asked had the keyboard, which goes back to another a moment later. Each press looks whether it did.
Status get_keyboard_back(const screen::Receiver& receiver, const Limits& limits) {
  constexpr Milliseconds kPatience(3000), kLookAgain(20);
  const Limits patience = limits.capped(kPatience);
  while (receiver.has_keyboard && !patience.expired() && !limits.cancelled()) {
    SUREHAND_TRY(there, receiver.has_keyboard());
    if (*there) break;
    limits.sleep_until(Clock::now() + kLookAgain);
  }
  return Done{};
}

}  // namespace

Status Input::perform(const std::vector<InputStep>& steps, const screen::Receiver& receiver, const Limits& limits) {
  SUREHAND_CHECK(screen::check_keys(steps));
  InputSent sent;
  auto done = begin(limits);
  if (done && std::exchange(was_asked_, false)) done = get_keyboard_back(receiver, limits);
  if (done) done = devices_.check(steps);
  if (done) done = Turn(*this, receiver, limits).run(steps, sent);
  if (done) return done;
  let_go();
  return input_ended(done.take_error(), sent);
}

Status Input::begin(const Limits& limits) {
  SUREHAND_TRY(asked, devices_.begin(limits));
  was_asked_ = was_asked_ || *asked;
  return Done{};
}

Result<std::string> Input::characters_without_key(const std::string& text, const Limits& limits) {
  SUREHAND_CHECK(begin(limits));
  InputStep typing{InputStep::Kind::kText};
  typing.text = text;
  SUREHAND_CHECK(devices_.check({typing}));
  SUREHAND_TRY(layout, devices_.layout(limits));
  std::string lacking =
      screen::characters_without(text, [&](Keysym keysym) { return layout->find(keysym).has_value(); });
  if (lacking.empty()) return lacking;
  SUREHAND_TRY(taken, devices_.takes_text(limits));
  return *taken ? std::string() : lacking;
}

void Input::let_go() {
  constexpr Milliseconds kPatience(500);
  if (held_.empty() && held_buttons_.empty()) return;
  const Limits limits = Limits::within(kPatience);
  (void)Turn(*this, {}, limits).release_everything();
}

}  // namespace surehand::wayland::remote

#include "platform/windows/win32/send_input.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/utf8.h"
#include "platform/windows/com/text.h"
#include "platform/windows/win32/bring_to_front.h"
#include "platform/windows/win32/integrity.h"
#include "platform/windows/win32/keys.h"

namespace surehand::uia {
namespace {

INPUT key_input(WORD key, bool up) {
  INPUT input{};
  input.type = INPUT_KEYBOARD;
  input.ki.wVk = key;
  input.ki.wScan = static_cast<WORD>(MapVirtualKeyW(key, MAPVK_VK_TO_VSC));
  input.ki.dwFlags = (up ? KEYEVENTF_KEYUP : 0) | (is_extended(key) ? KEYEVENTF_EXTENDEDKEY : 0);
  return input;
}

// A character that comes as itself, whatever the keyboard's layout and its locks.
INPUT character_input(wchar_t unit, bool up) {
  INPUT input{};
  input.type = INPUT_KEYBOARD;
  input.ki.wScan = unit;
  input.ki.dwFlags = KEYEVENTF_UNICODE | (up ? KEYEVENTF_KEYUP : 0);
  return input;
}

INPUT pointer_input(DWORD flags, DWORD data = 0) {
  INPUT input{};
  input.type = INPUT_MOUSE;
  input.mi.dwFlags = flags;
  input.mi.mouseData = data;
  return input;
}

// Places are 65536ths of all displays together; the middle of the pixel is meant.
LONG part_of(double at, int first, int size) {
  const double pixel =
      std::isnan(at) ? 0 : std::clamp(std::floor(at) - first, 0.0, static_cast<double>(std::max(size - 1, 0)));
  return static_cast<LONG>((pixel * 65536 + 32768) / std::max(size, 1));
}

INPUT move_input(double x, double y) {
  INPUT input = pointer_input(MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK);
  input.mi.dx = part_of(x, GetSystemMetrics(SM_XVIRTUALSCREEN), GetSystemMetrics(SM_CXVIRTUALSCREEN));
  input.mi.dy = part_of(y, GetSystemMetrics(SM_YVIRTUALSCREEN), GetSystemMetrics(SM_CYVIRTUALSCREEN));
  return input;
}

// SendInput speaks of the buttons as they are built; a left-handed user has swapped them.
INPUT button_input(uint8_t button, bool up) {
  if (button != 2 && GetSystemMetrics(SM_SWAPBUTTON)) button = button == 1 ? 3 : 1;
  constexpr DWORD kDown[] = {MOUSEEVENTF_LEFTDOWN, MOUSEEVENTF_MIDDLEDOWN, MOUSEEVENTF_RIGHTDOWN};
  constexpr DWORD kUp[] = {MOUSEEVENTF_LEFTUP, MOUSEEVENTF_MIDDLEUP, MOUSEEVENTF_RIGHTUP};
  return pointer_input((up ? kUp : kDown)[button - 1]);
}

HKL layout_of(HWND window) {
  return GetKeyboardLayout(GetWindowThreadProcessId(window ? window : GetForegroundWindow(), nullptr));
}

// Of keys that are pressed in these events and not released again: one that is taken in part must leave none down.
std::vector<INPUT> releases_of(const std::vector<INPUT>& inputs) {
  std::vector<INPUT> releases;
  for (const INPUT& input : inputs) {
    if (input.type != INPUT_KEYBOARD) continue;
    const auto same = [&](const INPUT& other) {
      return other.ki.wVk == input.ki.wVk && other.ki.wScan == input.ki.wScan;
    };
    if (input.ki.dwFlags & KEYEVENTF_KEYUP) {
      releases.erase(std::remove_if(releases.begin(), releases.end(), same), releases.end());
    } else {
      INPUT release = input;
      release.ki.dwFlags |= KEYEVENTF_KEYUP;
      releases.insert(releases.begin(), release);
    }
  }
  return releases;
}

// An open menu takes every key, and so does a bar of which a menu was closed by Escape, which no tree shows.
bool menu_takes_keys(HWND window) {
  GUITHREADINFO info{};
  info.cbSize = sizeof info;
  constexpr DWORD kMenus = GUI_INMENUMODE | GUI_POPUPMENUMODE;
  return GetGUIThreadInfo(GetWindowThreadProcessId(window, nullptr), &info) && (info.flags & kMenus) != 0;
}

bool is_letter(char32_t character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

}  // namespace

InputSender::~InputSender() { let_go(); }

bool InputSender::holds(WORD key) const {
  return std::any_of(keys_.begin(), keys_.end(), [&](const HeldKey& held) { return held.key == key; });
}

// What Windows does not take now is tried again at the next occasion, at the end of the desktop at the latest.
void InputSender::let_go() {
  std::vector<INPUT> inputs;
  for (auto held = keys_.rbegin(); held != keys_.rend(); ++held) {
    inputs.push_back(key_input(held->key, true));
    if (held->with_shift) inputs.push_back(key_input(VK_SHIFT, true));
  }
  for (const uint8_t button : buttons_) inputs.push_back(button_input(button, true));
  if (inputs.empty()) return;
  if (SendInput(static_cast<UINT>(inputs.size()), inputs.data(), sizeof(INPUT)) != inputs.size()) return;
  keys_.clear();
  buttons_.clear();
}

// Between the look and what it allows there is nothing but this thread's way; Windows offers nothing closer.
Status InputSender::send(std::vector<INPUT> inputs, HWND window, InputSent& sent) {
  if (window && !is_in_front(window)) return foreground_lost(sent);
  const UINT taken = SendInput(static_cast<UINT>(inputs.size()), inputs.data(), sizeof(INPUT));
  if (taken == inputs.size()) {
    sent.anything = true;
    return Done{};
  }
  Error error = refused_by_windows("Windows took only " + std::to_string(taken) + " of " +
                                   std::to_string(inputs.size()) + " events of input");
  sent.anything = sent.anything || taken > 0;
  inputs.resize(taken);
  auto releases = releases_of(inputs);
  if (!releases.empty()) SendInput(static_cast<UINT>(releases.size()), releases.data(), sizeof(INPUT));
  return error;
}

Status InputSender::press(const std::string& name, HWND window, InputSent& sent) {
  const auto stroke = stroke_of(name, layout_of(window));
  if (!stroke) {
    return Error{ErrorCode::kInvalidArgument,
                 "there is no key \"" + name + "\"; keys are called as in KeyboardEvent.key: `Enter`, `ArrowDown`, `a`",
                 {}};
  }
  if (stroke->key == 0) {
    std::string utf8;
    utf8::append(utf8, stroke->character);
    std::vector<INPUT> inputs;
    for (const wchar_t unit : to_utf16(utf8)) {
      inputs.push_back(character_input(unit, false));
      inputs.push_back(character_input(unit, true));
    }
    return send(std::move(inputs), window, sent);
  }
  const bool chord = holds(VK_CONTROL) || holds(VK_MENU) || holds(VK_LWIN) || holds(VK_RMENU);
  bool shift = stroke->shift;
  if (is_letter(stroke->character)) {
    if (chord)
      shift = false;  // Control+A is Control and the key A
    else if (GetKeyState(VK_CAPITAL) & 1)
      shift = !shift;
  }
  shift = shift && !holds(VK_SHIFT);
  std::vector<INPUT> inputs;
  if (shift) inputs.push_back(key_input(VK_SHIFT, false));
  inputs.push_back(key_input(stroke->key, false));
  auto done = send(std::move(inputs), window, sent);
  if (done) keys_.push_back({name, stroke->key, shift});
  return done;
}

// Wherever the keyboard is by now: a key that stays down would change what is typed next.
Status InputSender::release(const std::string& name, InputSent& sent) {
  const auto held = std::find_if(keys_.rbegin(), keys_.rend(), [&](const HeldKey& one) { return one.name == name; });
  if (held == keys_.rend()) return Done{};
  std::vector<INPUT> inputs = {key_input(held->key, true)};
  if (held->with_shift) inputs.push_back(key_input(VK_SHIFT, true));
  auto done = send(std::move(inputs), nullptr, sent);
  if (done) keys_.erase(std::next(held).base());
  return done;
}

Status InputSender::type(const std::string& text, HWND window, const Limits& limits, InputSent& sent) {
  for (size_t at = 0; at < text.size();) {
    if (auto error = limits.exceeded("the text to be typed")) return std::move(*error);
    const size_t before = at;
    const char32_t character = utf8::next(text, at);
    const std::wstring units = to_utf16(std::string_view(text).substr(before, at - before));
    const WORD key = character == '\n' ? VK_RETURN : character == '\t' ? VK_TAB : character == '\b' ? VK_BACK : 0;
    std::vector<INPUT> inputs;
    if (key != 0) {
      inputs = {key_input(key, false), key_input(key, true)};
    } else if (character >= 0x20) {
      for (const wchar_t unit : units) {
        inputs.push_back(character_input(unit, false));
        inputs.push_back(character_input(unit, true));
      }
    }
    if (window && menu_takes_keys(window)) {
      return Error{ErrorCode::kNotActionable,
                   "a menu of the window has the keyboard, so the text would go there; press Escape until none has",
                   {}};
    }
    if (!inputs.empty()) {
      if (auto done = send(std::move(inputs), window, sent); !done) return done;
    }
    sent.characters += units.size();
  }
  return Done{};
}

Status InputSender::one(const InputStep& step, HWND window, const Limits& limits, InputSent& sent) {
  switch (step.kind) {
    case InputStep::Kind::kMove:
      return send({move_input(step.x, step.y)}, nullptr, sent);
    case InputStep::Kind::kDown: {
      auto done = send({button_input(step.button, false)}, window, sent);
      if (done) buttons_.push_back(step.button);
      return done;
    }
    case InputStep::Kind::kUp: {
      auto done = send({button_input(step.button, true)}, nullptr, sent);
      if (done) buttons_.erase(std::remove(buttons_.begin(), buttons_.end(), step.button), buttons_.end());
      return done;
    }
    case InputStep::Kind::kWheel: {
      constexpr double kMostNotches = 1000;
      const auto turned = [&](double notches) {
        const double wanted = std::isnan(notches) ? 0 : std::clamp(notches, -kMostNotches, kMostNotches);
        return static_cast<int>(std::lround(wanted * WHEEL_DELTA));
      };
      std::vector<INPUT> inputs;
      // Up is positive to Windows.
      if (step.y != 0) inputs.push_back(pointer_input(MOUSEEVENTF_WHEEL, static_cast<DWORD>(-turned(step.y))));
      if (step.x != 0) inputs.push_back(pointer_input(MOUSEEVENTF_HWHEEL, static_cast<DWORD>(turned(step.x))));
      return inputs.empty() ? Status(Done{}) : send(std::move(inputs), window, sent);
    }
    case InputStep::Kind::kKeyDown:
      return press(step.key, window, sent);
    case InputStep::Kind::kKeyUp:
      return release(step.key, sent);
    case InputStep::Kind::kText:
      return type(step.text, window, limits, sent);
    case InputStep::Kind::kSetBack:
      let_go();
      break;
    case InputStep::Kind::kPause:
      break;
  }
  return Done{};
}

Status InputSender::perform(const std::vector<InputStep>& steps, HWND window, const Limits& limits) {
  InputSent sent;
  Status status = Done{};
  std::unique_lock lock(mutex_);
  for (const InputStep& step : steps) {
    if (auto error = limits.exceeded("the input to be made")) status = std::move(*error);
    if (status && step.kind == InputStep::Kind::kPause) {
      // Others may send meanwhile.
      lock.unlock();
      limits.sleep_until(Clock::now() + step.pause);
      lock.lock();
      if (auto error = limits.exceeded("the input to be made")) status = std::move(*error);
    }
    if (status) status = one(step, window, limits, sent);
    if (!status) {
      let_go();
      return input_ended(status.take_error(), sent);
    }
    ++sent.steps;
  }
  return status;
}

}  // namespace surehand::uia

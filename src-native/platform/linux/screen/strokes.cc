#include "platform/linux/screen/strokes.h"

#include <set>

namespace surehand::screen {

std::vector<Stroke> strokes_of(std::string_view text) {
  std::vector<Stroke> strokes;
  for (size_t end = 0; !text.empty();) {
    const char32_t character = take_character(text);
    end += character > 0xffff ? 2 : 1;
    if (character == '\r' && !text.empty() && text[0] == '\n') continue;
    const auto keysym = keysym_of_character(character == '\r' ? '\n' : character);
    if (keysym) strokes.push_back({*keysym, end});
  }
  return strokes;
}

std::string characters_without(std::string_view text, const std::function<bool(Keysym)>& has_key) {
  std::string without;
  std::set<char32_t> seen;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t character = take_character(text);
    const auto keysym = keysym_of_character(character == '\r' ? '\n' : character);
    if (!keysym || has_key(*keysym) || !seen.insert(character).second) continue;
    without += before.substr(0, before.size() - text.size());
  }
  return without;
}

Status check_keys(const std::vector<InputStep>& steps) {
  for (const InputStep& step : steps) {
    const bool key = step.kind == InputStep::Kind::kKeyDown || step.kind == InputStep::Kind::kKeyUp;
    if (!key || keysym_of_key(step.key)) continue;
    return Error{
        ErrorCode::kInvalidArgument,
        "there is no key \"" + step.key + "\"; keys are called as in KeyboardEvent.key: `Enter`, `ArrowDown`, `a`",
        {}};
  }
  return Done{};
}

bool is_letter(std::string_view key) {
  return key.size() == 1 && ((key[0] >= 'a' && key[0] <= 'z') || (key[0] >= 'A' && key[0] <= 'Z'));
}

uint32_t kernel_button(uint8_t button) {
  switch (button) {
    case 2:
      return 0x112;
    case 3:
      return 0x111;
    default:
      return 0x110;
  }
}

}  // namespace surehand::screen

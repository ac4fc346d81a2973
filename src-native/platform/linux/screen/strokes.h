#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/seam/input.h"
#include "platform/linux/screen/keysyms.h"

// What input steps are on a keyboard, whichever window system has it.
namespace surehand::screen {

// A key to strike, and how far into the text (in UTF-16 units) that is.
struct Stroke {
  Keysym keysym;
  size_t end;
};

// A text as keys: one for each line end, none for what no key types.
std::vector<Stroke> strokes_of(std::string_view text);

// The characters of a text of which `has_key` says that no key has their keysym, each once.
std::string characters_without(std::string_view text, const std::function<bool(Keysym)>& has_key);

// INVALID_ARGUMENT when a step names a key that there is not.
Status check_keys(const std::vector<InputStep>& steps);

bool is_letter(std::string_view key);

// The kernel's number of a pointer button, which Wayland's compositors take: https://www.kernel.org/doc/html/latest/input/event-codes.html.
uint32_t kernel_button(uint8_t button);

}  // namespace surehand::screen

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/linux/x11/display.h"

// Properties of windows, and the messages that window managers are asked by.
namespace surehand::x11 {

// A window that shows nowhere and lives as long as the display, for properties and messages. `events`: what of it comes to this client.
Window make_unseen_window(Talk& talk, uint32_t events);

Request get_property(Window window, Atom property, uint32_t most_units = 1024);

// Of a property of 32-bit numbers; empty when it is none.
std::vector<uint32_t> numbers(const Answer& answer);
// Of a property of bytes; empty when it is none.
std::string text(const Answer& answer);

std::string utf8_of_latin1(const std::string& latin1);

// Whether the window manager that runs claims to do `what`.
Result<bool> manager_supports(Talk& talk, Name what);

constexpr uint32_t kSubstructureEvents = 1u << 19 | 1u << 20;  // what window managers listen to on the root

Request client_message(Window destination, uint32_t event_mask, Window window, Atom type,
                       std::initializer_list<uint32_t> data);

}  // namespace surehand::x11

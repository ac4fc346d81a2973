#pragma once

#include "platform/simulated/world/world.h"

namespace surehand::simulated {

// What elements do when they are pressed, typed into, selected: their usual behaviour and their scripts.
// Scripts run last and may remove the element, so a Node& is not to be used after any of these.

// The native route. UNSUPPORTED when an element of this kind has no such action, NOT_ACTIONABLE when it is
// disabled.
Result<Dispatch> perform(World& world, Node& node, const Action& action);

// What the pointer and the keyboard come to.
bool is_pressable(const Node& node);
void press(World& world, Node& node, std::string_view by);
void set_text(World& world, Node& node, std::string text, std::string_view what, std::string_view typed);
void set_number(World& world, Node& node, double number, std::string_view what);
bool can_edit(const Node& node);
// Runs the script that `node`, or the nearest element above it, has for `event`; false when there is none.
bool run_script(World& world, Node& node, std::string_view event, std::string_view what);

void close_window(World& world, Node& window);

// Scripts. `self` is the serial of the element they belong to, 0 for none.
void run_effects(World& world, App* app, uint64_t self, const json::Value& effects);
std::optional<Error> run_effect(World& world, App* app, uint64_t self, const json::Value& effect);

}  // namespace surehand::simulated

#include "platform/simulated/world/input.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/text/utf16.h"
#include "core/text/utf8.h"
#include "platform/simulated/world/behaviour.h"
#include "platform/simulated/world/roles.h"

namespace surehand::simulated {
namespace {

bool is_modifier(std::string_view key) { return key == "Control" || key == "Shift" || key == "Alt" || key == "Meta"; }

bool is_one_character(std::string_view key) {
  size_t at = 0;
  if (key.empty()) return false;
  utf8::next(key, at);
  return at == key.size();
}

// The element that takes a press at a point: what was hit, or what it is a part of.
Node* pressable_at(Node* hit) {
  while (hit && hit->parent && !is_pressable(*hit) && !hit->is(State::kEditable) && !takes_number(hit->role)) {
    hit = hit->parent;
  }
  return hit && hit->parent ? hit : nullptr;
}

bool is_enabled(const Node& node) {
  for (const Node* at = &node; at; at = at->parent) {
    if (!at->is(State::kEnabled)) return false;
  }
  return true;
}

void collect_focusable(World& world, Node& node, std::vector<Node*>& found) {
  each_child(node, [&](Node& child) {
    if (child.is(State::kFocusable) && is_enabled(child) && world.shows(child)) found.push_back(&child);
    collect_focusable(world, child, found);
  });
}

Node* default_button(Node& node) {
  Node* found = nullptr;
  each_child(node, [&](Node& child) {
    if (found) return;
    found = child.is(State::kDefault) && is_enabled(child) ? &child : default_button(child);
  });
  return found;
}

size_t byte_offset_of(std::string_view text, size_t characters) {
  size_t at = 0;
  while (characters-- > 0 && at < text.size()) utf8::next(text, at);
  return at;
}

// The first character that is selected, and the one behind the last; both the caret when nothing is.
std::pair<size_t, size_t> selection_in(const Node& field) {
  const size_t length = utf16::characters(field.value());
  return std::minmax({std::min(field.anchor, length), std::min(field.caret, length)});
}

// The innermost of the menus that are open: it has the keyboard, wherever the focus is.
Node* open_menu(Node& below) {
  for (const auto& child : below.children) {
    if (Node* found = open_menu(*child)) return found;
    if (is_menu_entry(child->role) && child->applies(State::kExpanded) && child->is(State::kExpanded))
      return child.get();
  }
  return nullptr;
}

}  // namespace

template <class Happen>
void Input::when_answering(App& app, Happen happen) {
  if (app.hangs_until <= world_.now()) {
    happen();
    return;
  }
  world_.later(std::chrono::ceil<Milliseconds>(app.hangs_until - world_.now()), [&app, happen] {
    if (!app.exited) happen();
  });
}

void Input::bring_to_front(Node& window) {
  if (keyboard_window() == &window) return;
  world_.note(world_.entry("activate", window.app, &window));
  world_.raise(window);
}

bool Input::is_for(uint64_t window) {
  const Node* has_keyboard = keyboard_window();
  return window == 0 || (has_keyboard && has_keyboard->serial == window);
}

std::optional<Error> Input::send(const InputStep& step, uint64_t window, InputSent& sent) {
  const bool presses = step.kind == InputStep::Kind::kDown || step.kind == InputStep::Kind::kWheel ||
                       step.kind == InputStep::Kind::kKeyDown;
  if (presses && !is_for(window)) return foreground_lost(sent);
  sent.anything |= step.kind != InputStep::Kind::kText;
  switch (step.kind) {
    case InputStep::Kind::kMove:
      move(step.x, step.y);
      break;
    case InputStep::Kind::kDown:
      pointer_down(step.button);
      break;
    case InputStep::Kind::kUp:
      pointer_up(step.button, step.click);
      break;
    case InputStep::Kind::kWheel:
      wheel(step.x, step.y);
      break;
    case InputStep::Kind::kKeyDown:
      key_down(step.key);
      break;
    case InputStep::Kind::kKeyUp:
      modifiers_.erase(step.key);
      break;
    case InputStep::Kind::kText:
      if (auto error = type(step.text, window, sent)) return error;
      break;
    case InputStep::Kind::kSetBack:
      let_go();
      break;
    case InputStep::Kind::kPause:
      break;
  }
  ++sent.steps;
  return std::nullopt;
}

void Input::let_go() {
  modifiers_.clear();
  down_on_ = 0;
}

std::optional<Error> Input::type(std::string_view text, uint64_t window, InputSent& sent) {
  while (!text.empty()) {
    if (!is_for(window)) return foreground_lost(sent);
    const auto part = next_part(text);
    type(std::string(part));
    text.remove_prefix(part.size());
    sent.anything = true;
    sent.characters += utf16::units(part);
    let_intrude(utf16::characters(part));
  }
  return std::nullopt;
}

// As much of a text as is typed before another window may get the foreground.
std::string_view Input::next_part(std::string_view text) {
  size_t most = SIZE_MAX;
  for (const auto& app : world_.apps) {
    for (const auto& window : app->windows) {
      const size_t left = window->faults.intruding;
      if (window->present && left > 0 && window.get() != keyboard_window()) most = std::min(most, left);
    }
  }
  const Node* field = keyboard_target();
  const bool lines = field && field->is(State::kMultiline);
  size_t at = 0;
  while (most-- > 0 && at < text.size()) {
    const char32_t character = utf8::next(text, at);
    if (character == '\t' || (character == '\n' && !lines)) break;
  }
  return text.substr(0, at);
}

void Input::let_intrude(size_t characters) {
  std::vector<uint64_t> coming;
  for (const auto& app : world_.apps) {
    for (const auto& window : app->windows) {
      auto& left = window->faults.intruding;
      if (!window->present || left == 0 || window.get() == keyboard_window()) continue;
      left -= static_cast<uint32_t>(std::min<size_t>(left, characters));
      if (left == 0) coming.push_back(window->serial);
    }
  }
  for (const uint64_t serial : coming) world_.raise(*world_.by_serial(serial));
}

void Input::move(double x, double y) {
  const Rect& screen = world_.screen;
  x_ = std::clamp(x, double{1} * screen.x, screen.x + screen.width - 1.0);
  y_ = std::clamp(y, double{1} * screen.y, screen.y + screen.height - 1.0);
  Node* under = world_.topmost_at(x_, y_);
  const uint64_t before = std::exchange(hovered_, under ? under->serial : 0);
  if (!under || hovered_ == before) return;
  when_answering(*under->app, [this, serial = hovered_] {
    if (Node* node = world_.by_serial(serial)) run_script(world_, *node, "hover", "hover");
  });
}

void Input::pointer_down(uint8_t button) {
  Node* hit = world_.topmost_at(x_, y_);
  down_on_ = hit ? hit->serial : 0;
  if (!hit) return;
  Node& window = World::window_of(*hit);
  if (Node* modal = world_.modal_over(window)) {
    world_.raise(*modal);
    down_on_ = 0;
    return;
  }
  world_.raise(window);
  if (button != 1) return;
  Node* focusable = hit;
  while (focusable && !(focusable->is(State::kFocusable) && is_enabled(*focusable))) focusable = focusable->parent;
  if (focusable) {
    world_.focus(focusable);
    focusable->place_caret(SIZE_MAX);
  }
}

void Input::pointer_up(uint8_t button, uint8_t click) {
  Node* from = down_on_ ? world_.by_serial(down_on_) : nullptr;
  Node* hit = world_.topmost_at(x_, y_);
  down_on_ = 0;
  if (!from || !hit) return;
  const uint64_t serial = hit->serial;
  App& app = *hit->app;
  if (button == 3) {
    when_answering(app, [this, serial] {
      Node* node = world_.by_serial(serial);
      if (!node || run_script(world_, *node, "showMenu", "showMenu")) return;
      world_.note(world_.entry("rightClick", node->app, node));
    });
  } else if (button == 2) {
    when_answering(app, [this, serial] {
      if (Node* node = world_.by_serial(serial)) world_.note(world_.entry("middleClick", node->app, node));
    });
  } else if (from != hit && pressable_at(from) != pressable_at(hit)) {
    when_answering(app, [this, source = from->serial, serial] {
      Node* dragged = world_.by_serial(source);
      Node* target = world_.by_serial(serial);
      if (!dragged || !target) return;
      auto entry = world_.entry("drop", target->app, target);
      if (!dragged->key.empty()) entry.set("from", dragged->key);
      world_.note(std::move(entry));
      run_script(world_, *dragged, "drag", "drag");
      target = world_.by_serial(serial);
      if (target) run_script(world_, *target, "drop", "dropped");
    });
  } else {
    when_answering(app, [this, serial, click] {
      if (Node* node = world_.by_serial(serial)) clicked(*node, click);
    });
  }
}

void Input::clicked(Node& hit, uint8_t click) {
  Node* target = pressable_at(&hit);
  const uint64_t serial = target ? target->serial : hit.serial;
  const bool twice = click == 2;
  if (!target) {
    world_.note(world_.entry("click", hit.app, &hit));
  } else if (!is_enabled(*target)) {
    return;
  } else if (takes_number(target->role) && !target->is(State::kEditable)) {
    const auto rect = world_.bounds(*target);
    if (rect && rect->width > 0) {
      const double part = (x_ - rect->x) / rect->width;
      set_number(world_, *target, std::round(target->minimum + part * (target->maximum - target->minimum)), "setValue");
    }
  } else if (target->is(State::kEditable) && !target->has_on("press")) {
    world_.note(world_.entry("click", target->app, target));
    if (twice) target->select_text(0, SIZE_MAX);
  } else {
    press(world_, *target, "pointer");
  }
  Node* after = twice ? world_.by_serial(serial) : nullptr;
  if (after) run_script(world_, *after, "doubleClick", "doubleClick");
}

void Input::wheel(double notches_x, double notches_y) {
  Node* hit = world_.topmost_at(x_, y_);
  if (!hit) return;
  when_answering(*hit->app, [this, x = x_, y = y_, notches_x, notches_y] {
    Node* under = world_.topmost_at(x, y);
    if (!under) return;
    world_.note(world_.entry("wheel", under->app, under));
    world_.scroll_at(x, y, notches_x, notches_y);
  });
}

Node* Input::keyboard_window() {
  Node* window = world_.active_window();
  if (!window) return nullptr;
  Node* modal = world_.modal_over(*window);
  return modal ? modal : window;
}

Node* Input::keyboard_target() {
  Node* window = keyboard_window();
  if (!window) return nullptr;
  Node* focused = world_.focused();
  return focused && &World::window_of(*focused) == window ? focused : window;
}

void Input::key_down(const std::string& name) {
  if (is_modifier(name)) {
    modifiers_.insert(name);
    return;
  }
  std::string combination;
  for (const char* modifier : {"Control", "Alt", "Shift", "Meta"}) {
    if (modifiers_.count(modifier)) combination += std::string(modifier) + "+";
  }
  const bool only_shift = combination == "Shift+" && is_one_character(name);
  if ((combination.empty() || only_shift) && is_one_character(name) && name != " ") {
    type(name);
    return;
  }
  combination += name;
  Node* target = keyboard_target();
  if (target) when_answering(*target->app, [this, combination] { key(combination); });
}

void Input::key(const std::string& combination) {
  Node* target = keyboard_target();
  if (!target) return;
  auto entry = world_.entry("key", target->app, target->parent ? target : nullptr);
  entry.set("pressed", combination);
  world_.note(std::move(entry));
  if (run_script(world_, *target, "key:" + combination, "shortcut")) return;

  const bool is_element = target->parent != nullptr && is_enabled(*target);
  const bool presses = is_element && is_pressable(*target) && !target->is(State::kEditable);
  if (combination == "Tab" || combination == "Shift+Tab") {
    move_focus(combination == "Shift+Tab");
  } else if (combination == "Enter" || combination == " ") {
    Node* button = combination == "Enter" ? default_button(World::window_of(*target)) : nullptr;
    if (presses) {
      press(world_, *target, "keyboard");
    } else if (can_edit(*target) && (combination == " " || target->is(State::kMultiline))) {
      insert(*target, combination == " " ? " " : "\n");
    } else if (button) {
      press(world_, *button, "keyboard");
    }
  } else if (combination == "Escape") {
    if (Node* menu = open_menu(World::window_of(*target))) {
      menu->set(State::kExpanded, false);
      world_.touched();
    } else if (target->applies(State::kExpanded) && target->is(State::kExpanded)) {
      target->set(State::kExpanded, false);
      world_.touched();
    } else if (World::window_of(*target).is(State::kModal)) {
      close_window(world_, World::window_of(*target));
    }
  } else if (is_element && !edit(*target, combination)) {
    const bool back = combination == "ArrowUp" || combination == "ArrowLeft";
    const bool on = combination == "ArrowDown" || combination == "ArrowRight";
    if (takes_number(target->role) && (back || on)) {
      // Up is more, left is less.
      step_number(*target, combination == "ArrowUp" || combination == "ArrowRight" ? 1 : -1);
    } else if (is_selectable(target->role) && (back || on)) {
      move_selection(*target, back);
    }
  }
}

void Input::type(const std::string& text) {
  Node* target = keyboard_target();
  if (!target) return;
  when_answering(*target->app, [this, text] {
    std::string run;
    const auto flush = [&] {
      Node* field = run.empty() ? nullptr : keyboard_target();
      if (field && can_edit(*field)) insert(*field, run);
      run.clear();
    };
    for (const char byte : text) {
      Node* field = keyboard_target();
      const bool breaks = byte == '\n' && !(field && field->is(State::kMultiline));
      if (!breaks && byte != '\t') {
        run += byte;
        continue;
      }
      flush();
      key(byte == '\n' ? "Enter" : "Tab");
    }
    flush();
  });
}

void Input::insert(Node& field, std::string_view text) {
  std::string value = field.value();
  const auto [first, last] = selection_in(field);
  const size_t start = byte_offset_of(value, first);
  value.replace(start, byte_offset_of(value, last) - start, text);
  field.place_caret(first + utf16::characters(text));
  set_text(world_, field, std::move(value), "type", text);
}

// Caret keys; false when `key` is not one, or there is nothing to edit.
bool Input::edit(Node& field, std::string_view key) {
  if (!can_edit(field)) return false;
  std::string value = field.value();
  const size_t length = utf16::characters(value);
  const size_t caret = std::min(field.caret, length);
  if (key == "Control+a") {
    field.select_text(0, SIZE_MAX);
  } else if (key == "Home") {
    field.place_caret(0);
  } else if (key == "End") {
    field.place_caret(SIZE_MAX);
  } else if (key == "ArrowLeft" || key == "ArrowRight") {
    field.place_caret(key == "ArrowRight" ? std::min(caret + 1, length) : caret > 0 ? caret - 1 : 0);
  } else if (key == "Backspace" || key == "Delete") {
    auto [first, last] = selection_in(field);
    if (first == last && key == "Delete") last = std::min(last + 1, length);
    if (first == last && key == "Backspace" && first > 0) --first;
    const size_t start = byte_offset_of(value, first);
    value.erase(start, byte_offset_of(value, last) - start);
    field.place_caret(first);
    set_text(world_, field, std::move(value), "type", "");
  } else {
    return false;
  }
  return true;
}

void Input::step_number(Node& field, double by) {
  set_number(world_, field, std::strtod(field.value().c_str(), nullptr) + by, "setValue");
}

void Input::move_focus(bool back) {
  Node* target = keyboard_target();
  if (!target) return;
  std::vector<Node*> order;
  collect_focusable(world_, World::window_of(*target), order);
  if (order.empty()) return;
  const auto at = std::find(order.begin(), order.end(), target);
  const size_t count = order.size();
  const size_t index = static_cast<size_t>(at - order.begin());
  const bool nowhere = at == order.end();
  Node* next = nowhere ? (back ? order.back() : order.front()) : order[(index + (back ? count - 1 : 1)) % count];
  world_.focus(next);
  if (next->is(State::kEditable)) next->select_text(0, SIZE_MAX);
}

void Input::move_selection(Node& item, bool back) {
  if (!item.parent) return;
  Node* previous = nullptr;
  Node* next = nullptr;
  bool passed = false;
  each_child(*item.parent, [&](Node& sibling) {
    if (!is_selectable(sibling.role) || !is_enabled(sibling)) return;
    if (&sibling == &item) {
      passed = true;
    } else if (!passed) {
      previous = &sibling;
    } else if (!next) {
      next = &sibling;
    }
  });
  Node* chosen = back ? previous : next;
  if (!chosen) return;
  world_.focus(chosen);
  press(world_, *chosen, "keyboard");
}

}  // namespace surehand::simulated

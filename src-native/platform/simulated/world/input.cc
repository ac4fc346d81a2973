#include "platform/simulated/world/input.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/text/utf8.h"
#include "platform/simulated/world/behaviour.h"
#include "platform/simulated/world/roles.h"

namespace surehand::simulated {
namespace {

constexpr Milliseconds kDoubleClick(400);

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

size_t characters_in(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); utf8::next(text, at)) ++count;
  return count;
}

size_t offset_of(std::string_view text, size_t characters) {
  size_t at = 0;
  while (characters-- > 0 && at < text.size()) utf8::next(text, at);
  return at;
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

Dispatch Input::send(const std::vector<InputStep>& steps) {
  bool keyboard = false;
  for (const auto& step : steps) {
    switch (step.kind) {
      case InputStep::Kind::kMove:
        move(step.x, step.y);
        break;
      case InputStep::Kind::kDown:
        pointer_down(step.button);
        break;
      case InputStep::Kind::kUp:
        pointer_up(step.button);
        break;
      case InputStep::Kind::kWheel:
        wheel(step.x, step.y);
        break;
      case InputStep::Kind::kKeyDown:
        keyboard = true;
        key_down(step.key);
        break;
      case InputStep::Kind::kKeyUp:
        modifiers_.erase(step.key);
        break;
      case InputStep::Kind::kText:
        keyboard = true;
        type(step.text);
        break;
    }
  }
  return {Route::kInput, keyboard ? "keyboard" : "pointer", false};
}

void Input::move(double x, double y) {
  x_ = std::clamp(x, 0.0, world_.screen.width - 1.0);
  y_ = std::clamp(y, 0.0, world_.screen.height - 1.0);
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
    focusable->all_selected = false;
    focusable->caret = SIZE_MAX;
  }
}

void Input::pointer_up(uint8_t button) {
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
    when_answering(app, [this, serial] {
      if (Node* node = world_.by_serial(serial)) click(*node);
    });
  }
}

void Input::click(Node& hit) {
  Node* target = pressable_at(&hit);
  const uint64_t serial = target ? target->serial : hit.serial;
  const bool twice = last_clicked_ == serial && world_.now() - last_click_ < kDoubleClick;
  last_clicked_ = twice ? 0 : serial;
  last_click_ = world_.now();
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
    target->all_selected = twice;
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

Node* Input::keyboard_target() {
  Node* window = world_.active_window();
  if (!window) return nullptr;
  if (Node* modal = world_.modal_over(*window)) window = modal;
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
  std::string value = field.all_selected ? "" : field.value();
  const size_t caret = field.all_selected ? 0 : std::min(field.caret, characters_in(value));
  value.insert(offset_of(value, caret), text);
  field.caret = caret + characters_in(text);
  set_text(world_, field, std::move(value), "type", text);
}

// Caret keys; false when `key` is not one, or there is nothing to edit.
bool Input::edit(Node& field, std::string_view key) {
  if (!can_edit(field)) return false;
  std::string value = field.value();
  const size_t length = characters_in(value);
  const size_t caret = std::min(field.caret, length);
  if (key == "Control+a") {
    field.all_selected = true;
  } else if (key == "Home") {
    field.caret = 0;
    field.all_selected = false;
  } else if (key == "End") {
    field.caret = SIZE_MAX;
    field.all_selected = false;
  } else if (key == "ArrowLeft" || key == "ArrowRight") {
    field.all_selected = false;
    field.caret = key == "ArrowRight" ? std::min(caret + 1, length) : caret > 0 ? caret - 1 : 0;
  } else if (key == "Backspace" || key == "Delete") {
    const size_t first = field.all_selected ? 0 : key == "Delete" || caret == 0 ? caret : caret - 1;
    const size_t last = field.all_selected ? length : key == "Delete" ? std::min(caret + 1, length) : caret;
    const size_t start = offset_of(value, first);
    value.erase(start, offset_of(value, last) - start);
    field.caret = first;
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
  next->all_selected = next->is(State::kEditable);
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

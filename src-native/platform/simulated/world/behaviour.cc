#include "platform/simulated/world/behaviour.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/utf16.h"
#include "core/text/utf8.h"
#include "platform/simulated/world/roles.h"

namespace surehand::simulated {
namespace {

// Events that an event brings about: pressing a tab selects it.
using Consequences = std::vector<std::string_view>;

std::string described(const Node& node) {
  std::string text(to_string(node.role));
  if (const auto& name = node.text(TextField::kName)) text += " \"" + *name + "\"";
  return text;
}

Error unsupported(const Node& node, const Action& action) {
  json::Value details, names;
  for (const auto& name : node.actions) names.push(name);
  details.set("action", to_string(action.kind));
  details.set("actions", names.is_null() ? json::Value(json::Array()) : std::move(names));
  return {ErrorCode::kUnsupported,
          "the " + described(node) + " has no action for \"" +
              (action.kind == ActionKind::kNamed ? action.name : std::string(to_string(action.kind))) + "\"",
          std::move(details)};
}

bool is_disabled(const Node& node) {
  for (const Node* at = &node; at; at = at->parent) {
    if (at->parent && !at->is(State::kEnabled)) return true;
  }
  return false;
}

// An event reaches an element: what it usually does, unless its script stands `instead`, then its script,
// then the scripts of what that brought about.
template <class Usual>
void deliver(World& world, Node& node, std::string_view event, json::Value entry, Usual usual) {
  if (node.faults.lying) {
    entry.set("ignored", true);
    world.note(std::move(entry));
    return;
  }
  world.note(std::move(entry));
  const auto* script = node.on.find(event);
  const bool instead = script && script->is_object();
  std::vector<json::Value> effects;
  if (script) effects.push_back(instead ? (*script)["instead"] : *script);
  if (!instead) {
    for (const auto consequence : usual(node)) {
      if (const auto* further = node.on.find(consequence)) effects.push_back(*further);
    }
  }
  world.touched();
  App* app = node.app;
  const uint64_t self = node.serial;
  for (const auto& list : effects) run_effects(world, app, self, list.is_object() ? list["instead"] : list);
}

Node* container_of(const Node& node) {
  Node* at = node.parent;
  while (at && !is_container(at->role)) at = at->parent;
  return at;
}

template <class Visit>
void each_below(Node& node, const Visit& visit) {
  for (const auto& child : node.children) {
    visit(*child);
    each_below(*child, visit);
  }
}

Consequences check(Node& node) {
  if (is_radio(node.role)) {
    if (node.is(State::kChecked)) return {};
    if (node.parent) {
      for (const auto& other : node.parent->children) {
        if (is_radio(other->role)) other->set(State::kChecked, false);
      }
    }
    node.set(State::kChecked);
  } else {
    node.set(State::kChecked, !node.is(State::kChecked));
  }
  return {"change"};
}

void show_panel(World& world, Node& tab) {
  Node* panel = tab.controls.empty() ? nullptr : world.by_key(tab.controls, tab.app);
  if (!panel || !panel->parent) return;
  for (const auto& other : panel->parent->children) {
    if (other->role == Role::kTabPanel) other->set(State::kVisible, other.get() == panel);
  }
}

Consequences select(World& world, Node& node, bool on) {
  if (node.applies(State::kSelected) && node.is(State::kSelected) == on) return {};
  Node* container = container_of(node);
  const bool many = container && container->is(State::kMultiselectable);
  if (on && !many && container) {
    each_below(*container, [](Node& other) {
      if (other.applies(State::kSelected)) other.set(State::kSelected, false);
    });
  }
  node.set(State::kSelected, on);
  if (on && node.role == Role::kTab) show_panel(world, node);
  if (on && container && container->role == Role::kCombobox) {
    container->set(TextField::kValue, node.text(TextField::kName));
    container->set(State::kExpanded, false);
  }
  return {"change"};
}

Consequences expand(Node& node, bool on) {
  node.set(State::kExpanded, on);
  return {on ? "expand" : "collapse"};
}

// An entry that opens nothing closes the menus that it is in.
void close_menus(Node& pressed) {
  if (!is_menu_entry(pressed.role) || pressed.applies(State::kExpanded)) return;
  for (Node* menu = pressed.parent; menu && is_menu_entry(menu->role); menu = menu->parent) {
    if (menu->applies(State::kExpanded)) menu->set(State::kExpanded, false);
  }
}

Consequences press_usually(World& world, Node& node) {
  close_menus(node);
  if (is_checkable(node.role)) {
    auto further = check(node);
    further.insert(further.begin(), "toggle");
    return further;
  }
  if (is_selectable(node.role)) {
    auto further = select(world, node, true);
    if (!further.empty()) further.insert(further.begin(), "select");
    return further;
  }
  if (node.applies(State::kPressed)) {
    node.set(State::kPressed, !node.is(State::kPressed));
    return {"toggle", "change"};
  }
  if (node.applies(State::kExpanded)) return expand(node, !node.is(State::kExpanded));
  return {};
}

json::Value typed_entry(const World& world, const Node& node, std::string_view what, std::string_view typed) {
  auto entry = world.entry(what, node.app, &node);
  if (node.is(State::kProtected)) {
    size_t characters = 0;
    for (size_t at = 0; at < typed.size(); utf8::next(typed, at)) ++characters;
    entry.set("length", static_cast<double>(characters));
  } else {
    entry.set("text", typed);
  }
  return entry;
}

size_t offset_of(std::string_view text, size_t characters) {
  size_t at = 0;
  while (characters-- > 0 && at < text.size()) utf8::next(text, at);
  return at;
}

bool is_default_action(std::string_view name) {
  return name == "press" || name == "click" || name == "activate" || name == "jump" || name == "toggle";
}

}  // namespace

bool is_pressable(const Node& node) {
  return is_pressable(node.role) || node.has_on("press") || node.applies(State::kPressed) ||
         node.applies(State::kExpanded) || std::any_of(node.actions.begin(), node.actions.end(), is_default_action);
}

void press(World& world, Node& node, std::string_view by) {
  // The toolkit closes a menu, whether or not the application gets to know of the press.
  if (node.faults.lost_presses > 0 && ++node.presses % node.faults.lost_presses == 0) return close_menus(node);
  auto entry = world.entry("press", node.app, &node);
  entry.set("by", by);
  deliver(world, node, "press", std::move(entry), [&](Node& pressed) { return press_usually(world, pressed); });
}

bool can_edit(const Node& node) {
  return node.is(State::kEditable) && !node.is(State::kReadonly) && !is_disabled(node);
}

void set_text(World& world, Node& node, std::string text, std::string_view what, std::string_view typed) {
  deliver(world, node, what, typed_entry(world, node, what, typed), [&](Node& field) -> Consequences {
    field.anchor = field.caret;
    if (field.text(TextField::kValue) == text) return {};
    field.set(TextField::kValue, std::move(text));
    return {"change"};
  });
}

void set_number(World& world, Node& node, double number, std::string_view what) {
  const double wanted = std::clamp(number, node.minimum, std::max(node.minimum, node.maximum));
  std::string text;
  json::append_number(text, wanted);
  auto entry = world.entry(what, node.app, &node);
  entry.set("number", number);
  deliver(world, node, what, std::move(entry), [&](Node& field) -> Consequences {
    if (field.text(TextField::kValue) == text) return {};
    field.set(TextField::kValue, text);
    return {"change"};
  });
}

bool run_script(World& world, Node& node, std::string_view event, std::string_view what) {
  for (Node* at = &node; at; at = at->parent) {
    if (!at->has_on(event)) continue;
    deliver(world, *at, event, world.entry(what, at->app, at), [](Node&) { return Consequences(); });
    return true;
  }
  return false;
}

void close_window(World& world, Node& window) {
  App& app = *window.app;
  const uint64_t serial = window.serial;
  const auto* script = window.on.find("close");
  const bool instead = script && script->is_object();
  deliver(world, window, "close", world.entry("close", &app, &window), [](Node&) { return Consequences(); });
  Node* still = instead ? nullptr : world.by_serial(serial);
  if (still && !still->faults.lying) world.remove(*still);
}

Result<Dispatch> perform(World& world, Node& node, const Action& action) {
  const auto kind = action.kind;
  if (kind != ActionKind::kScrollIntoView && is_disabled(node)) {
    return Error{ErrorCode::kNotActionable, "the " + described(node) + " is disabled", {}};
  }
  const std::string detail(to_string(kind));

  switch (kind) {
    case ActionKind::kPress:
      if (!is_pressable(node)) return unsupported(node, action);
      press(world, node, "action");
      return Dispatch{Route::kAction, detail};

    case ActionKind::kToggle: {
      const State state = is_checkable(node.role) ? State::kChecked : State::kPressed;
      if (!node.applies(state)) return unsupported(node, action);
      press(world, node, "action");
      return Dispatch{Route::kAction, detail};
    }

    case ActionKind::kExpand:
    case ActionKind::kCollapse: {
      if (!node.applies(State::kExpanded)) return unsupported(node, action);
      const bool on = kind == ActionKind::kExpand;
      if (node.is(State::kExpanded) == on) return Dispatch{Route::kNone, "already so"};
      deliver(world, node, detail, world.entry(detail, node.app, &node), [&](Node& folded) {
        expand(folded, on);
        return Consequences();
      });
      return Dispatch{Route::kAction, detail};
    }

    case ActionKind::kSelect:
    case ActionKind::kDeselect: {
      if (!is_selectable(node.role) && !node.applies(State::kSelected)) return unsupported(node, action);
      const bool on = kind == ActionKind::kSelect;
      deliver(world, node, detail, world.entry(detail, node.app, &node),
              [&](Node& item) { return select(world, item, on); });
      return Dispatch{Route::kSelection, detail};
    }

    case ActionKind::kSetText:
    case ActionKind::kInsertText: {
      if (!node.is(State::kEditable)) return unsupported(node, action);
      if (node.is(State::kReadonly)) {
        return Error{ErrorCode::kNotActionable, "the " + described(node) + " is read-only", {}};
      }
      std::string text = action.text;
      if (kind == ActionKind::kInsertText) {
        text = node.value();
        const size_t caret = std::min(node.caret, utf16::characters(text));
        text.insert(offset_of(text, caret), action.text);
        node.place_caret(caret + utf16::characters(action.text));
      }
      const bool hides = node.is(State::kProtected);
      const uint64_t serial = node.serial;
      set_text(world, node, text, detail, action.text);
      const Node* after = world.by_serial(serial);
      return Dispatch{Route::kText, detail, hides && after && after->value() == text};
    }

    case ActionKind::kSetValue:
      if (!takes_number(node.role)) return unsupported(node, action);
      set_number(world, node, action.number, detail);
      return Dispatch{Route::kValue, detail};

    case ActionKind::kSetCaret:
    case ActionKind::kSelectText: {
      if (!node.is(State::kEditable)) return unsupported(node, action);
      const bool range = kind == ActionKind::kSelectText;
      const std::string text = node.value();
      const size_t start = range ? action.start : static_cast<size_t>(action.number);
      const size_t end = range ? action.end : start;
      if (auto error = beyond_text(end, utf16::units(text))) return std::move(*error);
      auto entry = world.entry(detail, node.app, &node);
      entry.set("start", static_cast<double>(start)).set("end", static_cast<double>(end));
      deliver(world, node, detail, std::move(entry), [&](Node& field) {
        field.select_text(utf16::characters_before(text, start), utf16::characters_before(text, end));
        return Consequences();
      });
      return Dispatch{Route::kText, detail, !node.faults.lying};
    }

    case ActionKind::kFocus:
      if (!node.is(State::kFocusable)) return unsupported(node, action);
      deliver(world, node, detail, world.entry(detail, node.app, &node), [&](Node& focused) {
        world.focus(&focused);
        // As toolkits do, also where they do not scroll when they are asked to.
        world.scroll_into_view(focused);
        return Consequences();
      });
      return Dispatch{Route::kFocus, detail};

    case ActionKind::kScrollIntoView:
      deliver(world, node, detail, world.entry(detail, node.app, &node), [&](Node& wanted) {
        if (!wanted.faults.stuck) world.scroll_into_view(wanted);
        return Consequences();
      });
      return Dispatch{Route::kScroll, detail};

    case ActionKind::kShowMenu:
      if (!node.has_on("showMenu") && !node.is(State::kHasPopup)) return unsupported(node, action);
      deliver(world, node, detail, world.entry(detail, node.app, &node), [](Node&) { return Consequences(); });
      return Dispatch{Route::kAction, detail, false};

    case ActionKind::kNamed: {
      const std::string event = "action:" + action.name;
      const bool known = std::find(node.actions.begin(), node.actions.end(), action.name) != node.actions.end();
      if (node.has_on(event)) {
        auto entry = world.entry("action", node.app, &node);
        entry.set("action", action.name);
        deliver(world, node, event, std::move(entry), [](Node&) { return Consequences(); });
      } else if (is_default_action(action.name) && is_pressable(node)) {
        press(world, node, "action");
      } else if (known) {
        auto entry = world.entry("action", node.app, &node);
        entry.set("action", action.name);
        world.note(std::move(entry));
      } else {
        return unsupported(node, action);
      }
      return Dispatch{Route::kAction, action.name, false};
    }
  }
  return unsupported(node, action);
}

}  // namespace surehand::simulated

#include <utility>

#include "platform/simulated/world/behaviour.h"

namespace surehand::simulated {
namespace {

Error wrong(std::string problem) { return {ErrorCode::kInvalidArgument, "cannot apply an effect: " + problem, {}}; }

// What a script calls an element: its key, `self` or `window`.
Node* named(World& world, App* app, uint64_t self, std::string_view key) {
  Node* own = self ? world.by_serial(self) : nullptr;
  if (key == "self") return own;
  if (key == "window") return own ? &World::window_of(*own) : nullptr;
  return world.by_key(key, app);
}

// `${key.value}` and `${key.name}` stand for what that element has now.
std::string filled_in(World& world, App* app, uint64_t self, std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t start = text.find("${", at);
    const size_t end = start == std::string_view::npos ? start : text.find('}', start);
    if (end == std::string_view::npos) {
      out += text.substr(at);
      break;
    }
    out += text.substr(at, start - at);
    const auto place = text.substr(start + 2, end - start - 2);
    const size_t dot = place.rfind('.');
    const Node* node = named(world, app, self, place.substr(0, dot));
    const auto field = dot == std::string_view::npos ? "" : place.substr(dot + 1);
    if (node && field == "name") out += node->text(TextField::kName).value_or("");
    // What a protected element holds does not come out through another's name.
    if (node && field == "value" && !node->is(State::kProtected)) out += node->value();
    at = end + 1;
  }
  return out;
}

json::Value filled_in(World& world, App* app, uint64_t self, const json::Value& value) {
  if (value.is_string()) return filled_in(world, app, self, value.as_string());
  if (value.is_array()) {
    json::Array items;
    for (const auto& item : value.as_array()) items.push_back(filled_in(world, app, self, item));
    return items;
  }
  if (!value.is_object()) return value;
  json::Object members;
  for (const auto& [key, member] : value.as_object()) {
    // A script of the new element is filled in when it runs.
    members.emplace_back(key, key == "on" ? member : filled_in(world, app, self, member));
  }
  return members;
}

size_t position(const json::Value& effect) {
  const auto* at = effect.find("at");
  return at && at->as_int(-1) >= 0 ? static_cast<size_t>(at->as_int()) : SIZE_MAX;
}

}  // namespace

void run_effects(World& world, App* app, uint64_t self, const json::Value& effects) {
  for (const auto& effect : effects.as_array()) {
    const auto run = [&world, app, self, effect] {
      if (const auto error = run_effect(world, app, self, effect)) {
        auto entry = world.entry("failedEffect", app, nullptr);
        entry.set("message", error->message);
        world.note(std::move(entry));
      }
    };
    const Milliseconds delay(effect["after"].as_int());
    if (delay.count() > 0) {
      world.later(delay, run);
    } else {
      run();
    }
  }
}

std::optional<Error> run_effect(World& world, App* app, uint64_t self, const json::Value& effect) {
  world.touched();
  const auto find = [&](std::string_view key) -> Result<Node*> {
    if (Node* node = named(world, app, self, key)) return node;
    return wrong("there is no element with the key \"" + std::string(key) + "\" now");
  };
  const auto is = [&](std::string_view verb) { return effect.find(verb); };

  if (const auto* key = is("set")) {
    const auto node = find(key->as_string());
    if (!node) return node.error();
    for (const auto& [member, value] : effect.as_object()) {
      if (member == "set" || member == "after") continue;
      if (auto error = world.read_member(**node, member, filled_in(world, app, self, value), "/set")) return error;
    }
  } else if (const auto* tree = is("add")) {
    const auto parent = find(effect["to"].as_string("self"));
    if (!parent) return parent.error();
    auto node = world.read_node(filled_in(world, app, self, *tree), "/add");
    if (!node) return node.error();
    world.insert(*(*parent)->app, *parent, node.take(), position(effect));
  } else if (const auto* removed = is("remove")) {
    const auto node = find(removed->as_string());
    if (!node) return node.error();
    world.remove(**node);
  } else if (const auto* replaced = is("replace")) {
    const auto old = find(replaced->as_string());
    if (!old) return old.error();
    auto node = world.read_node(filled_in(world, app, self, effect["with"]), "/replace");
    if (!node) return node.error();
    App& owner = *(*old)->app;
    Node* parent = (*old)->parent;
    const auto& siblings = parent ? parent->children : owner.windows;
    size_t at = 0;
    while (siblings[at].get() != *old) ++at;
    world.detach(**old);
    world.insert(owner, parent, node.take(), at);
  } else if (const auto* moved = is("move")) {
    const auto node = find(moved->as_string());
    const auto parent = find(effect["to"].as_string());
    if (!node) return node.error();
    if (!parent) return parent.error();
    for (const Node* at = *parent; at; at = at->parent) {
      if (at == *node) return wrong("an element cannot be moved below itself");
    }
    App& owner = *(*parent)->app;
    world.insert(owner, *parent, world.detach(**node), position(effect));
  } else if (const auto* recreated = is("recreate")) {
    const auto node = find(recreated->as_string());
    if (!node) return node.error();
    world.renew_identity(**node);
  } else if (const auto* recycled = is("recycle")) {
    const auto node = find(recycled->as_string());
    const auto other = find(effect["as"].as_string());
    if (!node) return node.error();
    if (!other) return other.error();
    const auto holds = [](const Node& above, const Node& node) {
      const Node* at = &node;
      while (at && at != &above) at = at->parent;
      return at != nullptr;
    };
    const bool in_windows = (*node)->parent && (*other)->parent && (*node)->app == (*other)->app;
    if (!in_windows || holds(**node, **other) || holds(**other, **node)) {
      return wrong("recycle needs two elements of one application, neither a window nor below the other");
    }
    world.exchange(**node, **other);
  } else if (const auto* window = is("openWindow")) {
    App* owner = effect["application"].is_string() ? world.app_by_name(effect["application"].as_string()) : app;
    if (!owner || owner->exited) return wrong("openWindow needs the name of a running `application`");
    auto node = world.read_node(filled_in(world, app, self, *window), "/openWindow");
    if (!node) return node.error();
    world.insert(*owner, nullptr, node.take());
  } else if (const auto* closed = is("closeWindow")) {
    const auto node = find(closed->as_string());
    if (!node) return node.error();
    world.remove(World::window_of(**node));
  } else if (const auto* activated = is("activate")) {
    const auto node = find(activated->as_string());
    if (!node) return node.error();
    world.raise(World::window_of(**node));
  } else if (const auto* focused = is("focus")) {
    const auto node = find(focused->as_string());
    if (!node) return node.error();
    world.focus(*node);
  } else if (is("hang") || is("work") || is("exit")) {
    App* owner = effect["application"].is_string() ? world.app_by_name(effect["application"].as_string()) : app;
    if (!owner || owner->exited) return wrong("hang, work and exit need the name of a running `application`");
    if (is("exit")) {
      world.exit(*owner, static_cast<int>(effect["code"].as_int()), std::string(effect["signal"].as_string()));
    } else if (is("work")) {
      world.work(*owner, Milliseconds(effect["work"].as_int()));
    } else {
      world.hang(*owner, Milliseconds(effect["hang"].as_int()));
    }
  } else if (const auto* printed = is("print")) {
    App* owner = effect["application"].is_string() ? world.app_by_name(effect["application"].as_string()) : app;
    if (!owner || owner->exited) return wrong("print needs the name of a running `application`");
    (effect["to"].as_string() == "stderr" ? owner->error : owner->output) += printed->as_string();
  } else if (const auto* command = is("launch")) {
    const auto launched = world.launch(command->as_string());
    if (!launched) return launched.error();
  } else {
    return wrong(
        "it has none of set, add, remove, replace, move, recreate, recycle, openWindow, closeWindow, activate, "
        "focus, hang, work, exit, print, launch");
  }
  return std::nullopt;
}

}  // namespace surehand::simulated

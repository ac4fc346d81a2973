#include <algorithm>
#include <array>
#include <utility>

#include "core/query/spelling.h"
#include "core/vocabulary.h"
#include "platform/simulated/world/roles.h"
#include "platform/simulated/world/world.h"

namespace surehand::simulated {
namespace {

constexpr std::array<std::string_view, kTextFields> kTextMembers = {
    "name", "value", "description", "id", "class", "placeholder", "platformRole", "localizedRole", "shortcut"};

Error wrong(const std::string& path, std::string problem) {
  json::Value details;
  details.set("path", path);
  return {ErrorCode::kInvalidArgument, "cannot read the world: at " + path + ": " + std::move(problem),
          std::move(details)};
}

Milliseconds duration(const json::Value& value) { return Milliseconds(value.as_int()); }

std::string number(double value) {
  std::string text;
  json::append_number(text, value);
  return text;
}

Rect rect_from(const json::Value& value) {
  const auto whole = [&](std::string_view key) { return static_cast<int32_t>(value[key].as_int()); };
  return {whole("x"), whole("y"), whole("width"), whole("height")};
}

Faults faults_from(const json::Value& value) {
  Faults faults;
  faults.late = duration(value["late"]);
  faults.vanishing = duration(value["vanishing"]);
  faults.disabled = duration(value["disabled"]);
  faults.covered = duration(value["covered"]);
  faults.recreated = duration(value["recreated"]);
  faults.lying = value["lying"].as_bool();
  faults.stuck = value["stuck"].as_bool();
  faults.lost_presses = static_cast<uint32_t>(value["lostPresses"].as_int());
  faults.intruding = static_cast<uint32_t>(value["intruding"].as_int());
  if (const auto* moving = value.find("moving")) {
    faults.moving = duration(moving->is_object() ? (*moving)["for"] : *moving);
    faults.moving_x = static_cast<int32_t>((*moving)["x"].as_int(moving->is_object() ? 0 : faults.moving_x));
    faults.moving_y = static_cast<int32_t>((*moving)["y"].as_int());
  }
  if (const auto* duplicated = value.find("duplicated")) {
    faults.is_duplicated = duplicated->is_number() || duplicated->as_bool();
    faults.duplicated = duration(*duplicated);
  }
  return faults;
}

}  // namespace

Result<std::unique_ptr<World>> World::from_json(const json::Value& tree) {
  auto world = std::make_unique<World>();
  if (auto error = world->read_displays(tree)) return *error;
  if (auto error = world->read_allowed(tree)) return *error;
  world->clipboard = tree["clipboard"].as_string();
  world->launchable_ = tree["launchable"].as_object();
  for (const auto& application : tree["applications"].as_array()) {
    SUREHAND_TRY(started, world->start(application));
  }
  return world;
}

std::optional<Error> World::read_displays(const json::Value& tree) {
  const auto too_large = [](const Rect& area) {
    return area.width < 1 || area.height < 1 || area.width > 16384 || area.height > 16384;
  };
  const auto& given = tree["displays"].as_array();
  if (given.empty()) {
    screen.width = static_cast<int32_t>(tree["screen"]["width"].as_int(screen.width));
    screen.height = static_cast<int32_t>(tree["screen"]["height"].as_int(screen.height));
    if (too_large(screen)) return wrong("/screen", "a screen is between 1 and 16384 pixels wide and high");
    displays.push_back({"screen", screen, screen, 1, true});
    return std::nullopt;
  }
  for (size_t i = 0; i < given.size(); ++i) {
    const auto& each = given[i];
    const Rect bounds = rect_from(each["bounds"]);
    const Rect work_area = each.find("workArea") ? rect_from(each["workArea"]) : bounds;
    displays.push_back({std::string(each["id"].as_string()), bounds, work_area, each["scale"].as_number(1),
                        each["primary"].as_bool(false)});
    if (displays.back().primary) std::rotate(displays.begin(), displays.end() - 1, displays.end());
    const Rect all = i == 0 ? bounds : screen;
    const int32_t left = std::min(all.x, bounds.x), top = std::min(all.y, bounds.y);
    screen = {left, top, std::max(all.x + all.width, bounds.x + bounds.width) - left,
              std::max(all.y + all.height, bounds.y + bounds.height) - top};
    if (too_large(bounds) || too_large(screen)) {
      return wrong("/displays/" + std::to_string(i), "a display, and all together, are 1 to 16384 px wide and high");
    }
  }
  displays.front().primary = true;
  return std::nullopt;
}

std::optional<Error> World::read_allowed(const json::Value& tree) {
  permissions = {{"accessibility", PermissionState::kNotNeeded, ""},
                 {"input", PermissionState::kNotNeeded, ""},
                 {"screen", PermissionState::kNotNeeded, ""}};
  for (const char* name : {"events", "displays", "windowAt", "foreground", "screenshot", "clipboard", "input",
                           "screenshotCovered", "arrange", "realize"}) {
    capabilities.push_back({name, true, ""});
  }
  // What the world says of one replaces what is usual.
  const auto put = [](auto& list, auto said) {
    const auto same = [&](const auto& one) { return one.name == said.name; };
    const auto known = std::find_if(list.begin(), list.end(), same);
    if (known == list.end()) {
      list.push_back(std::move(said));
    } else {
      *known = std::move(said);
    }
  };
  for (const auto& each : tree["permissions"].as_array()) {
    const auto state = permission_state_from_name(each["state"].as_string());
    if (!state) return wrong("/permissions", "\"" + std::string(each["state"].as_string()) + "\" is no such state");
    put(permissions,
        Permission{std::string(each["name"].as_string()), *state, std::string(each["remedy"].as_string())});
  }
  for (const auto& each : tree["capabilities"].as_array()) {
    put(capabilities, Capability{std::string(each["name"].as_string()), each["available"].as_bool(),
                                 std::string(each["reason"].as_string())});
  }
  return std::nullopt;
}

// A silent application is one that forgets every kind.
std::optional<Error> World::read_forgets(App& app, const json::Value& application) {
  std::vector<std::string_view> known{"ChildrenChanged:add", "ChildrenChanged:remove"};
  for (size_t kind = 0; kind < kEventKinds; ++kind) {
    known.push_back(to_string(static_cast<EventKind>(kind)));
    if (application["silent"].as_bool()) app.forgets.emplace_back(known.back());
  }
  const auto& forgets = application["forgets"].as_array();
  for (size_t i = 0; i < forgets.size(); ++i) {
    const auto name = forgets[i].as_string();
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return wrong("application \"" + app.name + "\" /forgets/" + std::to_string(i),
                   "\"" + std::string(name) + "\" is no kind of event");
    }
    app.forgets.emplace_back(name);
  }
  return std::nullopt;
}

Result<std::unique_ptr<Node>> World::read_node(const json::Value& tree, const std::string& path) {
  auto node = std::make_unique<Node>();
  const auto role = role_from_name(tree["role"].as_string());
  if (!role) {
    return wrong(path + "/role", tree["role"].is_string()
                                     ? "\"" + std::string(tree["role"].as_string()) + "\" is not a role"
                                     : "an element needs a `role`");
  }
  node->role = *role;
  node->set(usual_states(*role));
  // `states`, as a captured tree has it, says all; single states (`enabled: false`) add to what is usual.
  if (const auto* states = tree.find("states")) {
    node->set(States());
    if (auto error = read_member(*node, "states", *states, path)) return *error;
    States said = node->states();
    if (is_checkable(*role) && !said.applies(State::kChecked) && !said.applies(State::kPressed)) {
      said.set(State::kChecked, false);
      node->set(said);
    }
  }
  for (const auto& [member, value] : tree.as_object()) {
    if (member == "role" || member == "states" || member == "children" || member == "rows") continue;
    if (auto error = read_member(*node, member, value, path)) return *error;
  }
  const auto& rows = tree["rows"].as_array();
  for (size_t i = 0; i < rows.size(); ++i) {
    SUREHAND_TRY(row, read_node(rows[i], path + "/rows/" + std::to_string(i)));
    node->rows.push_back(row.take());
  }
  const auto& children = tree["children"].as_array();
  for (size_t i = 0; i < children.size(); ++i) {
    auto child = read_node(children[i], path + "/children/" + std::to_string(i));
    if (!child) return child;
    child.value()->parent = node.get();
    node->children.push_back(child.take());
  }
  return node;
}

std::optional<Error> World::read_member(Node& node, const std::string& member, const json::Value& value,
                                        const std::string& path) {
  for (size_t field = 0; field < kTextFields; ++field) {
    if (member != kTextMembers[field]) continue;
    node.set(static_cast<TextField>(field),
             value.is_null() ? std::nullopt : std::optional<std::string>(value.as_string()));
    return std::nullopt;
  }
  if (state_from_name(member)) {
    const std::string_view text = value.is_string() ? value.as_string() : value.as_bool() ? "true" : "false";
    States states = node.states();
    if (apply_state(states, member + "=" + std::string(text))) {
      node.set(states);
      return std::nullopt;
    }
    return wrong(path + "/" + member, "\"" + std::string(text) + "\" is no value of this state");
  }
  if (member == "states") {
    States states = node.states();
    for (const auto& state : value.as_array()) {
      if (apply_state(states, state.as_string())) continue;
      return wrong(path + "/states", "\"" + std::string(state.as_string()) + "\" is not a state");
    }
    node.set(states);
  } else if (member == "bounds") {
    node.bounds_unknown = value.is_null();
    if (value.is_object()) node.given_bounds = rect_from(value);
    touched();
  } else if (member == "attributes") {
    for (const auto& [key, text] : value.as_object()) node.set(key, text.as_string());
  } else if (member == "actions") {
    node.actions.clear();
    for (const auto& name : value.as_array()) node.actions.emplace_back(name.as_string());
  } else if (member == "cut") {
    const auto reason = cut_reason_from_name(value["reason"].as_string());
    if (!reason) return wrong(path + "/cut/reason", "this is no reason for a cut");
    node.cut = Cut{0, *reason, kNoText};
    node.cut_detail = value["detail"].as_string();
  } else if (member == "key") {
    node.key = value.as_string();
  } else if (member == "on") {
    node.on = value;
  } else if (member == "returns") {
    const auto when = value.as_string();
    node.returns = when == "closed" ? Returns::kWhenClosed : when == "never" ? Returns::kNever : Returns::kAtOnce;
  } else if (member == "faults") {
    node.faults = faults_from(value);
  } else if (member == "ownedBy") {
    node.owned_by = value.as_string();
  } else if (member == "controls") {
    node.controls = value.as_string();
  } else if (member == "range") {
    node.minimum = value["minimum"].as_number(node.minimum);
    node.maximum = value["maximum"].as_number(node.maximum);
    node.set(attribute::kMin, number(node.minimum));
    node.set(attribute::kMax, number(node.maximum));
  } else if (member == "owner") {
    node.owner = value.as_string();
  } else if (member == "modality") {
    const auto modality = value.as_string();
    if (modality != "none" && modality != "owner" && modality != "application") {
      return wrong(path + "/modality", "\"" + std::string(modality) + "\" is not one of none, owner, application");
    }
    node.is_sheet = modality == "owner";
    node.set(State::kModal, modality != "none");
  } else if (member == "minimized") {
    node.minimize(value.as_bool());
  } else if (member != "ref" && member != "process" && member != "pid" && member != "apps") {
    return wrong(path + "/" + member, "\"" + member + "\" is not a member of an element");
  }
  return std::nullopt;
}

}  // namespace surehand::simulated

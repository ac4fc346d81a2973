#include "core/backend.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/tree/fingerprint.h"

namespace surehand {
namespace {

constexpr std::array<std::string_view, 14> kActionKinds = {
    "press",      "toggle",   "expand",   "collapse", "select",         "deselect", "setText",
    "insertText", "setValue", "setCaret", "focus",    "scrollIntoView", "showMenu", "named"};
constexpr std::array<std::string_view, 9> kRoutes = {"action", "text",  "value",  "selection", "focus",
                                                     "scroll", "input", "window", "none"};
constexpr std::array<std::string_view, 7> kInputKinds = {"move", "down", "up", "wheel", "keyDown", "keyUp", "text"};

template <size_t N>
std::string list(const std::array<std::string_view, N>& names) {
  std::string out;
  for (const auto name : names) out.append(out.empty() ? "" : ", ").append(name);
  return out;
}

template <size_t N>
std::optional<size_t> index_of(const std::array<std::string_view, N>& names, std::string_view name) {
  for (size_t i = 0; i < N; ++i) {
    if (names[i] == name) return i;
  }
  return std::nullopt;
}

Error invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message), {}}; }

template <size_t N>
Error unknown(std::string_view what, std::string_view given, const std::array<std::string_view, N>& names) {
  return invalid(std::string(what) + " \"" + std::string(given) + "\" is not one of " + list(names));
}

uint32_t whole(const json::Value& value, uint32_t otherwise) {
  if (!value.is_number()) return otherwise;
  const auto number = value.as_int(otherwise);
  return number < 0 ? 0 : number > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(number);
}

std::vector<std::pair<std::string, std::string>> text_members(const json::Value& value) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto& [key, text] : value.as_object()) {
    if (text.is_string()) members.emplace_back(key, text.as_string());
  }
  return members;
}

}  // namespace

std::string_view to_string(ActionKind kind) { return kActionKinds[static_cast<size_t>(kind)]; }

std::string_view to_string(Route route) { return kRoutes[static_cast<size_t>(route)]; }

Result<SnapshotOptions> SnapshotOptions::from_json(const json::Value& value) {
  SnapshotOptions options;
  options.only_visible = value["onlyVisible"].as_bool(options.only_visible);
  options.bounds = value["bounds"].as_bool(options.bounds);
  options.text = value["text"].as_bool(options.text);
  options.actions = value["actions"].as_bool(options.actions);
  options.attributes = value["attributes"].as_bool(options.attributes);
  options.max_nodes = whole(value["maxNodes"], options.max_nodes);
  options.max_depth = whole(value["maxDepth"], options.max_depth);
  return options;
}

Result<Action> Action::from_json(const json::Value& value) {
  const auto kind = index_of(kActionKinds, value["kind"].as_string());
  if (!kind) return unknown("the action", value["kind"].as_string(), kActionKinds);
  Action action;
  action.kind = static_cast<ActionKind>(*kind);
  action.name = value["name"].as_string();
  action.text = value["text"].as_string();
  action.number = value["number"].as_number();
  if (action.kind == ActionKind::kNamed && action.name.empty()) {
    return invalid("a named action needs the `name` of one of the element's actions");
  }
  if ((action.kind == ActionKind::kSetText || action.kind == ActionKind::kInsertText) && !value["text"].is_string()) {
    return invalid(std::string(kActionKinds[*kind]) + " needs a `text`");
  }
  if ((action.kind == ActionKind::kSetValue || action.kind == ActionKind::kSetCaret) &&
      !(value["number"].is_number() && std::isfinite(action.number))) {
    return invalid(std::string(kActionKinds[*kind]) + " needs a finite `number`");
  }
  return action;
}

Result<std::vector<InputStep>> InputStep::from_json(const json::Value& value) {
  std::vector<InputStep> steps;
  for (const auto& item : value.as_array()) {
    const auto kind = index_of(kInputKinds, item["kind"].as_string());
    if (!kind) return unknown("the input step", item["kind"].as_string(), kInputKinds);
    InputStep step;
    step.kind = static_cast<Kind>(*kind);
    step.x = item["x"].as_number();
    step.y = item["y"].as_number();
    const auto button = item["button"].as_int(1);
    if (button < 1 || button > 3) return invalid("a pointer button is 1 (left), 2 (middle) or 3 (right)");
    if (!std::isfinite(step.x) || !std::isfinite(step.y)) return invalid("a position is two finite numbers");
    step.button = static_cast<uint8_t>(button);
    step.key = item["key"].as_string();
    step.text = item["text"].as_string();
    if ((step.kind == Kind::kKeyDown || step.kind == Kind::kKeyUp) && step.key.empty()) {
      return invalid("a key step needs the `key`, as KeyboardEvent.key names it");
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

Result<LaunchOptions> LaunchOptions::from_json(const json::Value& value) {
  LaunchOptions options;
  options.command = value["command"].as_string();
  if (options.command.empty()) return invalid("launch needs a `command`: an executable or an application's id");
  for (const auto& argument : value["arguments"].as_array()) options.arguments.emplace_back(argument.as_string());
  options.environment = text_members(value["environment"]);
  options.working_directory = value["workingDirectory"].as_string();
  return options;
}

Result<OpenOptions> OpenOptions::from_json(const json::Value& value) {
  OpenOptions options;
  options.backend = value["backend"].as_string();
  options.environment = text_members(value["environment"]);
  options.world = value["world"];
  return options;
}

Result<std::unique_ptr<Subscription>> Backend::observe(const Target&, EventKinds, EventSink, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `" + std::string(name()) + "` announces no events", {}};
}

Status Backend::apply(const json::Value&) {
  return Error{ErrorCode::kUnsupported,
               "only a simulated desktop can be told what happens in it; this one is \"" + std::string(name()) + "\"",
               {}};
}

const std::vector<std::string_view>& backend_names() {
  static const std::vector<std::string_view> names = {
#if SUREHAND_LINUX
    "linux",
#endif
#if SUREHAND_SIMULATED
    "simulated",
#endif
  };
  return names;
}

Result<std::unique_ptr<Backend>> open_backend(const OpenOptions& options, const Limits& limits) {
#if SUREHAND_LINUX
  if (options.backend == "linux") return open_linux(options, limits);
#endif
#if SUREHAND_SIMULATED
  if (options.backend == "simulated") return open_simulated(options, limits);
#endif
  static_cast<void>(limits);
  std::string there;
  json::Value names;
  for (const auto name : backend_names()) {
    there.append(there.empty() ? "" : ", ").append(name);
    names.push(name);
  }
  json::Value details;
  details.set("backend", options.backend).set("available", std::move(names));
  return Error{ErrorCode::kUnsupported,
               "there is no backend \"" + options.backend + "\" in this build of surehand; there are: " + there,
               std::move(details)};
}

SnapshotOptions reads_for(const Query& query) {
  const Query::Needs needs = query.needs();
  SnapshotOptions options;
  options.bounds = needs.bounds;
  options.text = needs.text;
  options.names_from_text = needs.names_from_text;
  options.attributes = needs.attributes;
  options.actions = false;
  return options;
}

Result<Matches> Backend::find_among(const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits) {
  auto tree = snapshot(target, reads_for(query), limits);
  if (!tree) return tree.take_error();
  auto nodes = match(query, **tree, {}, limits);
  if (!nodes) return nodes.take_error();
  Matches matches{tree.take(), {}, true};
  for (const NodeIndex node : *nodes) {
    const auto identity = matches.snapshot->identity(node);
    if (std::find(identities.begin(), identities.end(), identity) != identities.end()) matches.nodes.push_back(node);
  }
  return matches;
}

Result<uint64_t> Backend::fingerprint(const std::string& app_key, bool whole, const Limits& limits) {
  SnapshotOptions options;
  options.only_visible = !whole;
  options.bounds = whole;  // some toolkits tell by them what shows
  options.text = options.actions = options.attributes = false;
  const auto tree = snapshot({app_key, {}}, options, limits);
  if (!tree) return tree.error();
  for (const Cut& cut : (*tree)->cuts()) {
    if (cut.reason == CutReason::kDeadline || cut.reason == CutReason::kUnresponsive) {
      return Error{ErrorCode::kTimeout, "there was no time to read all of the tree", {}};
    }
  }
  return surehand::fingerprint(**tree);
}

}  // namespace surehand

#include "control/control.h"

#include <functional>
#include <map>

#include "ax/desktop.h"
#include "cf/object.h"

namespace axsim {
namespace {

std::shared_ptr<Desktop> shown(std::string& wrong) {
  auto desktop = Desktop::current();
  if (!desktop) wrong = "no world is shown";
  return desktop;
}

json::Value open(const json::Value& said, std::string& wrong) {
  auto world = World::from_json(said);
  if (!world) {
    wrong = world.error().message;
    return nullptr;
  }
  Desktop::replace(std::make_shared<Desktop>(world.take()));
  return nullptr;
}

json::Value close(const json::Value&, std::string&) {
  Desktop::replace(nullptr);
  return nullptr;
}

json::Value apply(const json::Value& said, std::string& wrong) {
  const auto desktop = shown(wrong);
  if (!desktop) return nullptr;
  const auto done = desktop->backend.apply(said);
  if (!done) wrong = done.error().message;
  return nullptr;
}

json::Value received(const json::Value&, std::string& wrong) {
  const auto desktop = shown(wrong);
  return desktop ? desktop->backend.record() : nullptr;
}

json::Value fault(const json::Value& said, std::string& wrong) {
  if (const auto desktop = shown(wrong)) desktop->faults.add(Fault::from_json(said));
  return nullptr;
}

json::Value heal(const json::Value&, std::string& wrong) {
  if (const auto desktop = shown(wrong)) desktop->faults.clear();
  return nullptr;
}

json::Value set(const json::Value& said, std::string& wrong) {
  const auto desktop = shown(wrong);
  if (!desktop) return nullptr;
  for (const auto& [name, value] : said.as_object()) {
    const bool on = value.as_bool();
    Trust& trust = desktop->trust;
    if (name == "accessibility")
      trust.accessibility = on;
    else if (name == "accessibilitySaid")
      trust.accessibility_said = on;
    else if (name == "screen")
      trust.screen = on;
    else if (name == "screenSaid")
      trust.screen_said = on;
    else if (name == "events")
      trust.events = on;
    else if (name == "locked")
      desktop->locked = on;
    else if (name == "secureInput")
      desktop->secure_input = on;
    else if (name == "nullSlots")
      desktop->null_slots = on;
    else
      wrong = "\"" + name + "\" cannot be set";
  }
  return nullptr;
}

json::Value flavor(const json::Value& said, std::string& wrong) {
  if (const auto desktop = shown(wrong)) {
    const auto lock = desktop->enter();
    for (const auto& [name, bytes] : said.as_object()) desktop->flavors[{1, name}] = bytes.as_string();
  }
  return nullptr;
}

template <class Map>
json::Value as_json(const Map& map) {
  json::Value value = json::Object();
  for (const auto& [name, number] : map) value.set(name, number);
  return value;
}

json::Value messages(const json::Value&, std::string&) { return as_json(counts()); }

json::Value forget_messages(const json::Value&, std::string&) {
  reset_counts();
  return nullptr;
}

json::Value alive(const json::Value&, std::string&) { return as_json(Object::alive()); }

json::Value posted(const json::Value&, std::string& wrong) {
  const auto desktop = shown(wrong);
  if (!desktop) return nullptr;
  const auto lock = desktop->enter();
  json::Value list = json::Array();
  for (const auto& words : desktop->posted) list.push(words);
  return list;
}

json::Value state(const json::Value&, std::string& wrong) {
  const auto desktop = shown(wrong);
  if (!desktop) return nullptr;
  const auto lock = desktop->enter();
  json::Value value;
  value.set("clipboard", desktop->world.clipboard).set("prompts", int64_t{desktop->trust.prompts});
  const Node* active = desktop->world.active_window();
  value.set("frontmost", active ? json::Value(active->app->name) : json::Value());
  value.set("timeout", double{desktop->timeout});
  json::Value switches = json::Object();
  for (const auto& [of, on] : desktop->switches) switches.set(std::to_string(of.first) + " " + of.second, on);
  value.set("switches", std::move(switches));
  return value;
}

using Function = json::Value (*)(const json::Value& argument, std::string& wrong);

const std::map<std::string_view, Function>& functions() {
  static const std::map<std::string_view, Function> all = {
      {"open", open},
      {"close", close},
      {"apply", apply},
      {"received", received},
      {"fault", fault},
      {"heal", heal},
      {"set", set},
      {"flavor", flavor},
      {"messages", messages},
      {"alive", alive},
      {"forgetMessages", forget_messages},
      {"posted", posted},
      {"state", state},
  };
  return all;
}

}  // namespace
}  // namespace axsim

void axsim_control(const char* function, const char* argument, AxsimAnswer answer, void* context) {
  using namespace axsim;
  const auto found = functions().find(function);
  auto parsed = json::parse(argument);
  if (found == functions().end()) return answer(context, false, "there is no such function");
  if (const auto* error = std::get_if<json::ParseError>(&parsed)) return answer(context, false, error->message.c_str());
  std::string wrong;
  const json::Value said = found->second(std::get<json::Value>(parsed), wrong);
  answer(context, wrong.empty(), wrong.empty() ? json::stringify(said).c_str() : wrong.c_str());
}

#include "binding/convert.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "binding/cancel.h"
#include "binding/env_state.h"
#include "binding/error.h"

namespace surehand::binding {
namespace {

Napi::Value member(Napi::Value object, const char* key) {
  return object.IsObject() ? object.As<Napi::Object>().Get(key) : Napi::Value();
}

bool is_number(Napi::Value value) { return !value.IsEmpty() && value.IsNumber(); }

bool to_bool(Napi::Value value, bool otherwise) {
  return !value.IsEmpty() && value.IsBoolean() ? value.As<Napi::Boolean>().Value() : otherwise;
}

int32_t to_pixel(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<int32_t>(std::clamp(std::round(value), -2147483648.0, 2147483647.0));
}

}  // namespace

double to_number(Napi::Value value, double otherwise) {
  return is_number(value) ? value.As<Napi::Number>().DoubleValue() : otherwise;
}

// Through JSON text: V8 writes it three times faster than Node-API walks the objects.
Result<json::Value> to_json(Napi::Value value) {
  const Napi::Env env = value.Env();
  const Napi::Value text = EnvState::of(env).stringify.Call({value});
  if (env.IsExceptionPending()) {
    return invalid_argument("this is not plain data: " + env.GetAndClearPendingException().Message());
  }
  if (text.IsEmpty() || !text.IsString()) return json::Value();
  auto parsed = json::parse(to_text(text));
  if (const auto* error = std::get_if<json::ParseError>(&parsed)) {
    return invalid_argument("this cannot be taken as plain data: " + error->message);
  }
  return std::get<json::Value>(std::move(parsed));
}

std::string to_text(Napi::Value value) {
  return !value.IsEmpty() && value.IsString() ? value.As<Napi::String>().Utf8Value() : std::string();
}

std::string to_bytes(Napi::Value latin1) {
  if (latin1.IsEmpty() || !latin1.IsString()) return {};
  size_t length = 0;
  napi_get_value_string_latin1(latin1.Env(), latin1, nullptr, 0, &length);
  std::string bytes(length, '\0');
  napi_get_value_string_latin1(latin1.Env(), latin1, bytes.data(), length + 1, &length);
  return bytes;
}

std::vector<std::string> to_list_of_bytes(Napi::Value array_of_latin1) {
  std::vector<std::string> list;
  if (array_of_latin1.IsEmpty() || !array_of_latin1.IsArray()) return list;
  const auto array = array_of_latin1.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) list.push_back(to_bytes(array.Get(i)));
  return list;
}

uint32_t to_index(Napi::Value value, uint32_t otherwise) {
  const double number = to_number(value, otherwise);
  return number >= 0 && number <= UINT32_MAX ? static_cast<uint32_t>(number) : UINT32_MAX;
}

Limits to_limits(Napi::Value value) {
  const double timeout = std::clamp(to_number(member(value, "timeout")), 0.0, 2147483647.0);
  return Limits::within(Milliseconds(static_cast<int64_t>(timeout)), Cancel::token_of(member(value, "cancel")));
}

Element to_element(Napi::Value value) {
  return {to_text(member(value, "appKey")), to_bytes(member(value, "identity"))};
}

Target to_target(Napi::Value value) {
  Target target{to_text(member(value, "appKey")), std::nullopt};
  const auto identity = member(value, "identity");
  if (!identity.IsEmpty() && identity.IsString()) target.identity = to_bytes(identity);
  return target;
}

InputTarget to_input_target(Napi::Value value) {
  InputTarget target;
  const auto window = member(value, "window");
  if (!window.IsEmpty() && window.IsObject()) target.window = to_element(window);
  const auto background = member(value, "background");
  target.background = !background.IsEmpty() && background.IsBoolean() && background.As<Napi::Boolean>().Value();
  return target;
}

std::optional<Rect> to_rect(Napi::Value value) {
  if (value.IsEmpty() || !value.IsObject()) return std::nullopt;
  return Rect{to_pixel(to_number(member(value, "x"))), to_pixel(to_number(member(value, "y"))),
              to_pixel(to_number(member(value, "width"))), to_pixel(to_number(member(value, "height")))};
}

Capture to_capture(Napi::Value value) {
  Capture capture;
  capture.area = to_rect(member(value, "area"));
  capture.display = to_text(member(value, "display"));
  const auto window = member(value, "window");
  if (!window.IsEmpty() && window.IsObject()) capture.window = to_element(window);
  capture.covered = to_bool(member(value, "covered"), false);
  return capture;
}

ClipboardFormat to_clipboard_format(Napi::Value value) {
  const std::string format = to_text(value);
  if (format == "png") return ClipboardFormat::kPng;
  return format == "files" ? ClipboardFormat::kFiles : ClipboardFormat::kText;
}

FindOptions to_find_options(Napi::Value value) {
  FindOptions options;
  const auto limit = member(value, "limit");
  if (is_number(limit)) options.limit = to_index(limit);
  options.tells_hidden = to_bool(member(value, "hidden"), options.tells_hidden);
  options.keeps = to_bool(member(value, "keep"), options.keeps);
  return options;
}

MatchOptions to_match_options(Napi::Value value) {
  MatchOptions options;
  options.scope = to_index(member(value, "scope"));
  options.include_scope = to_bool(member(value, "includeScope"), options.include_scope);
  const auto limit = member(value, "limit");
  if (is_number(limit)) options.limit = to_index(limit);
  return options;
}

OutlineOptions to_outline_options(Napi::Value value) {
  OutlineOptions options;
  options.root = to_index(member(value, "root"));
  options.max_lines = to_index(member(value, "maxLines"));
  options.max_tokens = to_index(member(value, "maxTokens"));
  options.refs = to_bool(member(value, "refs"), options.refs);
  options.bounds = to_bool(member(value, "bounds"), options.bounds);
  options.hidden = to_bool(member(value, "hidden"), options.hidden);
  return options;
}

Napi::Value to_js(Napi::Env env, const json::Value& value) {
  if (value.is_bool()) return Napi::Boolean::New(env, value.as_bool());
  if (value.is_number()) return Napi::Number::New(env, value.as_number());
  if (value.is_string()) return to_js(env, value.as_string());
  if (value.is_array()) return to_js(env, value.as_array());
  if (value.is_object()) {
    auto object = Napi::Object::New(env);
    for (const auto& [key, member] : value.as_object()) object.Set(key, to_js(env, member));
    return object;
  }
  return env.Null();
}

Napi::String to_js(Napi::Env env, std::string_view utf8) { return Napi::String::New(env, utf8.data(), utf8.size()); }

Napi::String bytes_to_js(Napi::Env env, std::string_view bytes) {
  napi_value value = nullptr;
  napi_create_string_latin1(env, bytes.data(), bytes.size(), &value);
  return Napi::String(env, value);
}

Napi::Object to_js(Napi::Env env, const Rect& rect) {
  auto object = Napi::Object::New(env);
  object.Set("x", rect.x);
  object.Set("y", rect.y);
  object.Set("width", rect.width);
  object.Set("height", rect.height);
  return object;
}

Napi::Object to_js(Napi::Env env, const TextRange& range) {
  auto object = Napi::Object::New(env);
  object.Set("start", static_cast<double>(range.start));
  object.Set("end", static_cast<double>(range.end));
  return object;
}

Napi::Object to_js(Napi::Env env, const Display& display) {
  auto object = Napi::Object::New(env);
  object.Set("id", to_js(env, display.id));
  object.Set("bounds", to_js(env, display.bounds));
  object.Set("workArea", to_js(env, display.work_area));
  object.Set("scale", display.scale);
  object.Set("primary", display.primary);
  return object;
}

Napi::Object to_js(Napi::Env env, const Permission& permission) {
  auto object = Napi::Object::New(env);
  object.Set("name", to_js(env, permission.name));
  object.Set("state", to_js(env, to_string(permission.state)));
  object.Set("remedy", to_js(env, permission.remedy));
  if (!permission.route.empty()) object.Set("route", to_js(env, permission.route));
  return object;
}

Napi::Object to_js(Napi::Env env, const Capability& capability) {
  auto object = Napi::Object::New(env);
  object.Set("name", to_js(env, capability.name));
  object.Set("available", capability.available);
  object.Set("reason", to_js(env, capability.reason));
  return object;
}

Napi::Object to_js(Napi::Env env, const KeptTree& kept) {
  auto object = Napi::Object::New(env);
  object.Set("appKey", to_js(env, kept.app_key));
  object.Set("checks", kept.checks);
  object.Set("wrong", kept.wrong);
  object.Set("trusted", kept.trusted);
  auto differences = Napi::Object::New(env);
  for (const auto& [what, count] : kept.differences) differences.Set(what, count);
  object.Set("differences", differences);
  return object;
}

Napi::Object to_js(Napi::Env env, const Foreground& foreground) {
  auto object = Napi::Object::New(env);
  object.Set("appKey", to_js(env, foreground.app_key));
  if (foreground.window) object.Set("window", to_js(env, *foreground.window));
  if (foreground.focused) object.Set("focused", to_js(env, *foreground.focused));
  return object;
}

static Napi::Object to_js(Napi::Env env, const Pace& pace) {
  auto object = Napi::Object::New(env);
  object.Set("forgetful", pace.forgetful);
  object.Set("forgetsRemoval", pace.forgets_removal);
  object.Set("cheapFingerprint", pace.cheap_fingerprint);
  object.Set("searches", pace.searches);
  object.Set("mirrors", pace.mirrors);
  object.Set("firstEvent", static_cast<double>(pace.first_event.count()));
  object.Set("quiet", static_cast<double>(pace.quiet.count()));
  return object;
}

Napi::Object to_js(Napi::Env env, const Application& application) {
  auto object = Napi::Object::New(env);
  object.Set("key", to_js(env, application.key));
  object.Set("name", to_js(env, application.name));
  object.Set("id", to_js(env, application.id));
  object.Set("otherNames", to_js(env, application.other_names));
  object.Set("executable", to_js(env, application.executable));
  object.Set("pid", static_cast<double>(application.pid));
  object.Set("toolkit", to_js(env, application.toolkit));
  object.Set("responsive", application.responsive);
  object.Set("hasTree", application.has_tree);
  object.Set("pace", to_js(env, application.pace));
  return object;
}

Napi::Object to_js(Napi::Env env, const Element& element) {
  auto object = Napi::Object::New(env);
  object.Set("appKey", to_js(env, element.app_key));
  object.Set("identity", bytes_to_js(env, element.identity));
  if (element.popup) object.Set("popup", true);
  if (element.popups_untold) object.Set("popupsUntold", true);
  return object;
}

Napi::Object to_js(Napi::Env env, const Window& window) {
  auto object = Napi::Object::New(env);
  object.Set("element", to_js(env, window.element));
  if (window.owner) object.Set("owner", to_js(env, *window.owner));
  object.Set("title", to_js(env, window.title));
  object.Set("role", to_js(env, to_string(window.role)));
  if (window.bounds) object.Set("bounds", to_js(env, *window.bounds));
  object.Set("active", window.active);
  object.Set("modality", to_js(env, to_string(window.modality)));
  object.Set("minimized", window.minimized);
  object.Set("maximized", window.maximized);
  return object;
}

Napi::Object to_js(Napi::Env env, const Dispatch& dispatch) {
  auto object = Napi::Object::New(env);
  object.Set("route", to_js(env, to_string(dispatch.route)));
  object.Set("detail", to_js(env, dispatch.detail));
  object.Set("confirmed", dispatch.confirmed);
  if (dispatch.pending) object.Set("pending", true);
  return object;
}

Napi::Object to_js(Napi::Env env, const Launched& launched) {
  auto object = Napi::Object::New(env);
  object.Set("application", to_js(env, launched.application));
  object.Set("process", static_cast<double>(launched.process));
  return object;
}

Napi::Object to_js(Napi::Env env, const ProgramReport& report) {
  const auto stream = [env](const ProgramReport::Stream& of) {
    auto object = Napi::Object::New(env);
    object.Set("bytes", Napi::Buffer<char>::Copy(env, of.bytes.data(), of.bytes.size()));
    object.Set("dropped", static_cast<double>(of.dropped));
    return object;
  };
  auto object = Napi::Object::New(env);
  object.Set("output", stream(report.output));
  object.Set("error", stream(report.error));
  object.Set("running", report.running);
  if (report.exit_code) object.Set("exitCode", *report.exit_code);
  if (!report.signal.empty()) object.Set("signal", to_js(env, report.signal));
  return object;
}

Napi::Object to_js(Napi::Env env, const Outline& outline) {
  auto object = Napi::Object::New(env);
  object.Set("text", to_js(env, outline.text));
  object.Set("lines", static_cast<double>(outline.lines));
  object.Set("nodesShown", static_cast<double>(outline.nodes_shown));
  object.Set("nodesLeftOut", static_cast<double>(outline.nodes_left_out));
  object.Set("nodesFolded", static_cast<double>(outline.nodes_folded));
  object.Set("nodesHidden", static_cast<double>(outline.nodes_hidden));
  return object;
}

Napi::Array to_js(Napi::Env env, const std::vector<NodeIndex>& nodes) {
  auto array = Napi::Array::New(env, nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) array.Set(static_cast<uint32_t>(i), nodes[i]);
  return array;
}

Napi::Object to_js(Napi::Env env, Image&& image) {
  auto object = Napi::Object::New(env);
  object.Set("bounds", to_js(env, image.bounds));
  object.Set("width", image.width);
  object.Set("height", image.height);
  object.Set("scale", image.scale);
  // An external buffer where the runtime allows them, a copy elsewhere (Electron). When neither can be made,
  // because a worker is being terminated, it is not known whether the finaliser runs: the pixels are left to
  // it.
  auto pixels = std::make_unique<std::vector<uint8_t>>(std::move(image.rgba));
  napi_value buffer = nullptr;
  const napi_status status = napi_create_external_buffer(
      env, pixels->size(), pixels->data(),
      [](napi_env, void*, void* owned) { delete static_cast<std::vector<uint8_t>*>(owned); }, pixels.get(), &buffer);
  if (status == napi_no_external_buffers_allowed) {
    napi_create_buffer_copy(env, pixels->size(), pixels->data(), nullptr, &buffer);
  } else {
    pixels.release();
  }
  if (buffer) object.Set("rgba", Napi::Value(env, buffer));
  return object;
}

}  // namespace surehand::binding

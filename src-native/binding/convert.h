#pragma once

#include <napi.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/seam/backend.h"
#include "core/tree/outline.h"

namespace surehand::binding {

// JavaScript to core. TypeScript has validated the shapes; a value of another type reads as empty.

// As JSON.stringify sees it. INVALID_ARGUMENT for what it refuses (circles, a BigInt, a getter that throws)
// and for what is nested too deeply.
Result<json::Value> to_json(Napi::Value value);
std::string to_text(Napi::Value value);
std::string to_bytes(Napi::Value latin1);
std::vector<std::string> to_list_of_bytes(Napi::Value array_of_latin1);
double to_number(Napi::Value value, double otherwise = 0);
uint32_t to_index(Napi::Value value, uint32_t otherwise = 0);
Limits to_limits(Napi::Value value);
Element to_element(Napi::Value value);
Target to_target(Napi::Value value);
InputTarget to_input_target(Napi::Value value);
std::optional<Rect> to_rect(Napi::Value value);
Capture to_capture(Napi::Value value);
ClipboardFormat to_clipboard_format(Napi::Value value);
FindOptions to_find_options(Napi::Value value);
MatchOptions to_match_options(Napi::Value value);
OutlineOptions to_outline_options(Napi::Value value);

// Core to JavaScript.

Napi::Value to_js(Napi::Env env, const json::Value& value);
Napi::String to_js(Napi::Env env, std::string_view utf8);
inline Napi::String to_js(Napi::Env env, const std::string& utf8) { return to_js(env, std::string_view(utf8)); }
Napi::String bytes_to_js(Napi::Env env, std::string_view bytes);  // latin1, one char per byte
Napi::Object to_js(Napi::Env env, const Rect& rect);
Napi::Object to_js(Napi::Env env, const TextRange& range);
Napi::Object to_js(Napi::Env env, const Display& display);
Napi::Object to_js(Napi::Env env, const Permission& permission);
Napi::Object to_js(Napi::Env env, const Capability& capability);
Napi::Object to_js(Napi::Env env, const KeptTree& kept);
Napi::Object to_js(Napi::Env env, const Foreground& foreground);
Napi::Object to_js(Napi::Env env, const Application& application);
Napi::Object to_js(Napi::Env env, const Element& element);
Napi::Object to_js(Napi::Env env, const Window& window);
Napi::Object to_js(Napi::Env env, const Dispatch& dispatch);
Napi::Object to_js(Napi::Env env, const Launched& launched);
Napi::Object to_js(Napi::Env env, const ProgramReport& report);
Napi::Object to_js(Napi::Env env, const Outline& outline);
Napi::Array to_js(Napi::Env env, const std::vector<NodeIndex>& nodes);
// Takes the pixels with it.
Napi::Object to_js(Napi::Env env, Image&& image);

template <class T>
Napi::Array to_js(Napi::Env env, const std::vector<T>& items) {
  auto array = Napi::Array::New(env, items.size());
  for (size_t i = 0; i < items.size(); ++i) array.Set(static_cast<uint32_t>(i), to_js(env, items[i]));
  return array;
}

}  // namespace surehand::binding

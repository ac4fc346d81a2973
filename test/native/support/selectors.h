#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/query/query.h"

// Selectors as lib/sdk/selector/parse.ts makes them of a text, put together by hand.
namespace surehand::test {

using Json = json::Value;

inline Json object(std::initializer_list<std::pair<const char*, Json>> members) {
  Json value{json::Object()};
  for (const auto& [key, member] : members) value.set(key, member);
  return value;
}

inline Json literal(const std::string& text) { return object({{"kind", "literal"}, {"text", text}}); }
inline Json wildcard(const std::string& pattern) { return object({{"kind", "wildcard"}, {"pattern", pattern}}); }
inline Json regexp(const std::string& source, const std::string& flags = "") {
  return object({{"kind", "regexp"}, {"source", source}, {"flags", flags}});
}

inline Json any() { return object({{"kind", "any"}}); }
inline Json parent() { return object({{"kind", "parent"}}); }
inline Json role(const std::string& name) { return object({{"kind", "role"}, {"role", name}}); }
inline Json text(const std::string& key, Json pattern) {
  return object({{"kind", "text"}, {"key", key}, {"value", std::move(pattern)}});
}
inline Json name(const std::string& exact) { return text("name", literal(exact)); }
inline Json state(const std::string& which, Json value) {
  return object({{"kind", "state"}, {"state", which}, {"value", std::move(value)}});
}
inline Json attribute(const std::string& which) { return object({{"kind", "attribute"}, {"name", which}}); }
inline Json attribute(const std::string& which, Json pattern) {
  return object({{"kind", "attribute"}, {"name", which}, {"value", std::move(pattern)}});
}
inline Json all(json::Array terms) { return object({{"kind", "and"}, {"terms", Json(std::move(terms))}}); }
inline Json either(json::Array terms) { return object({{"kind", "or"}, {"terms", Json(std::move(terms))}}); }
inline Json negated(Json term) { return object({{"kind", "not"}, {"term", std::move(term)}}); }

inline Json step(Json match) { return object({{"match", std::move(match)}}); }
inline Json step(Json match, int index, bool excluded = false) {
  return object({{"match", std::move(match)}, {"nth", object({{"index", index}, {"excluded", excluded}})}});
}
inline Json chain(json::Array steps) { return object({{"steps", Json(std::move(steps))}}); }
inline Json only(Json match) { return chain({step(std::move(match))}); }

inline Json group(Json selector) { return object({{"kind", "group"}, {"selector", std::move(selector)}}); }
inline Json has(Json selector) { return object({{"kind", "has"}, {"selector", std::move(selector)}}); }
inline Json beside(const std::string& relation, Json anchor) {
  return object({{"kind", "beside"}, {"relation", relation}, {"anchor", std::move(anchor)}});
}
inline Json near(Json anchor, double distance = 50) {
  return object({{"kind", "near"}, {"anchor", std::move(anchor)}, {"distance", distance}});
}

}  // namespace surehand::test

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/result.h"

// How the seam's structures are read from what the binding was given.
namespace surehand::given {

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

inline Error invalid(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message), {}}; }

template <size_t N>
Error unknown(std::string_view what, std::string_view given, const std::array<std::string_view, N>& names) {
  return invalid(std::string(what) + " \"" + std::string(given) + "\" is not one of " + list(names));
}

inline std::vector<std::pair<std::string, std::string>> text_members(const json::Value& value) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const auto& [key, text] : value.as_object()) {
    if (text.is_string()) members.emplace_back(key, text.as_string());
  }
  return members;
}

}  // namespace surehand::given

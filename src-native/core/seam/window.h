#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/seam/element.h"
#include "core/tree/role.h"
#include "core/tree/snapshot.h"

namespace surehand {

// Which windows one keeps from being used while it is open: none, the one it belongs to (a sheet), or the application's others. Of a dialog
// of which nothing tells that, kUnknown.
enum class Modality : uint8_t { kNone, kOwner, kApplication, kUnknown };
constexpr std::string_view to_string(Modality modality) {
  constexpr std::string_view kNames[] = {"none", "owner", "application", "unknown"};
  return kNames[static_cast<size_t>(modality)];
}

// A tree says the same by its form: a modal window is below what it keeps from being used, another window or the application.
struct Window {
  Element element;
  std::optional<Element> owner;  // the window that it belongs to, where the platform says so
  std::string title;
  Role role = Role::kWindow;
  std::optional<Rect> bounds;
  bool active = false;
  Modality modality = Modality::kNone;
  bool minimized = false;
  bool maximized = false;
};

}  // namespace surehand

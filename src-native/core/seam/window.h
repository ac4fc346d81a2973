#pragma once

#include <optional>
#include <string>

#include "core/seam/element.h"
#include "core/tree/role.h"
#include "core/tree/snapshot.h"

namespace surehand {

struct Window {
  Element element;
  std::string title;
  Role role = Role::kWindow;
  std::optional<Rect> bounds;
  bool active = false;
  bool modal = false;
  bool minimized = false;
  bool maximized = false;
};

}  // namespace surehand

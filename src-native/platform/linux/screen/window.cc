#include "platform/linux/screen/window.h"

#include <algorithm>
#include <cstdlib>

namespace surehand::screen {

bool has_size_of(const Rect& rect, const ClientWindow& window) {
  constexpr int32_t kRounding = 1;
  return std::abs(rect.width - window.content.width) <= kRounding &&
         std::abs(rect.height - window.content.height) <= kRounding;
}

int32_t misfit(const ClientWindow& window, int32_t width, int32_t height) {
  const auto differs = [&](const Insets& insets, int32_t sign) {
    return std::abs(window.content.width + sign * (insets.left + insets.right) - width) +
           std::abs(window.content.height + sign * (insets.top + insets.bottom) - height);
  };
  return std::min({differs({}, 0), differs(window.frame, 1), differs(window.shadow, -1)});
}

bool is_at(const ClientWindow& window, const Rect& place) {
  constexpr int32_t kRounding = 2;
  const auto fits = [&](const Insets& insets, int32_t sign) {
    const Rect& content = window.content;
    return std::abs(content.x - sign * insets.left - place.x) <= kRounding &&
           std::abs(content.y - sign * insets.top - place.y) <= kRounding &&
           std::abs(content.width + sign * (insets.left + insets.right) - place.width) <= kRounding &&
           std::abs(content.height + sign * (insets.top + insets.bottom) - place.height) <= kRounding;
  };
  return fits({}, 0) || fits(window.frame, 1) || fits(window.shadow, -1);
}

Error gone(WindowId window) {
  return {ErrorCode::kStale, "the window " + std::to_string(window) + " is not there any more", {}};
}

}  // namespace surehand::screen

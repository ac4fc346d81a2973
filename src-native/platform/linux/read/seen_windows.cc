#include "platform/linux/read/seen_windows.h"

#include <utility>

namespace surehand::atspi {
namespace {

// Sizes that differ by no more than this are the same, rounding and borders aside.
constexpr int32_t kSameSize = 8;

}  // namespace

void SeenWindows::keep(const std::string& app_key, const std::vector<Window>& windows) {
  std::lock_guard lock(mutex_);
  by_application_[app_key] = windows;
}

std::string SeenWindows::identity_of(const std::string& app_key, const x11::ClientWindow& window) const {
  std::lock_guard lock(mutex_);
  const auto known = by_application_.find(app_key);
  if (known == by_application_.end()) return {};
  const Window* best = nullptr;
  std::pair<bool, int32_t> best_rank;
  for (const Window& candidate : known->second) {
    const Rect size = candidate.bounds.value_or(Rect{});
    // Some toolkits do not give their windows the title for a name.
    const bool titled = candidate.title == window.title;
    const int32_t misfit = x11::misfit(window, size.width, size.height);
    // GTK calls its menus as the program is called, which may be a window's title as well.
    if ((!titled || window.unmanaged) && misfit > kSameSize) continue;
    const std::pair rank(titled, -misfit);
    if (best != nullptr && rank <= best_rank) continue;
    best = &candidate;
    best_rank = rank;
  }
  return best != nullptr ? best->element.identity : std::string();
}

}  // namespace surehand::atspi

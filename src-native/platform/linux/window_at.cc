#include "platform/linux/window_at.h"

#include <algorithm>
#include <cmath>

#include "platform/linux/applications.h"
#include "platform/linux/read/top_levels.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

namespace {

// Sizes that differ by no more than this are the same, rounding and borders aside.
constexpr int32_t kSameSize = 8;

}  // namespace

Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  const auto pixel = [](double value) {
    return std::isnan(value) ? -1 : static_cast<int32_t>(std::clamp(std::floor(value), -32768.0, 32767.0));
  };
  auto found = x11::window_at(**display, pixel(x), pixel(y), limits);
  if (!found) return found.take_error();
  if (!*found) return Error{ErrorCode::kNotFound, "there is no window at this point of the screen", {}};
  const x11::ClientWindow& window = **found;

  ApplicationPtr record = session.applications.with_pid(window.pid);
  if (!record && window.pid != 0) {
    auto listed = list_applications(session, limits);
    if (!listed) return listed.take_error();
    record = session.applications.with_pid(window.pid);
  }
  if (!record) return Element{std::to_string(window.pid), ""};
  auto tops = top_levels(session, *record, limits);
  if (!tops) return tops.take_error();
  const TopLevel* best = nullptr;
  std::pair<bool, int32_t> best_rank;
  for (const TopLevel& top : *tops) {
    // Some toolkits do not give their windows the title for a name.
    const bool titled = top.title == window.title;
    const int32_t misfit = x11::misfit(window, top.width, top.height);
    if (!titled && misfit > kSameSize) continue;
    const std::pair rank(titled, -misfit);
    if (best != nullptr && rank <= best_rank) continue;
    best = &top;
    best_rank = rank;
  }
  return Element{record->key, best != nullptr ? identity_of(best->name, record->key) : ""};
}

}  // namespace surehand::atspi

#include "platform/linux/quirks/presses.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace surehand::atspi {

namespace {

// How long a toolkit shows a press, with room for a busy machine.
Milliseconds shown_for(Toolkit toolkit) {
  switch (toolkit) {
    case Toolkit::kGtk4:
      return Milliseconds(300);
    case Toolkit::kQt:
      return Milliseconds(150);
    default:
      return Milliseconds(0);
  }
}

std::string name_of(const Object& object) { return std::string(object.bus) + std::string(object.path); }

}  // namespace

Status Presses::wait_for(const Object& object, Toolkit toolkit, const Limits& limits) {
  if (shown_for(toolkit).count() == 0) return Done{};
  const std::string name = name_of(object);
  std::optional<Clock::time_point> over;
  {
    std::lock_guard lock(mutex_);
    for (const auto& press : recent_) {
      if (press.object == name) over = press.over;
    }
  }
  if (!over) return Done{};
  const auto until = std::min(*over, limits.deadline);
  if (limits.cancel) {
    limits.cancel->wait_until(until);
  } else {
    std::this_thread::sleep_until(until);
  }
  if (auto error = limits.exceeded("the end of the press before this one")) return std::move(*error);
  return Done{};
}

void Presses::note(const Object& object, Toolkit toolkit) {
  const auto length = shown_for(toolkit);
  if (length.count() == 0) return;
  const auto now = Clock::now();
  std::lock_guard lock(mutex_);
  while (!recent_.empty() && recent_.front().over <= now) recent_.pop_front();
  recent_.push_back({name_of(object), now + length});
}

}  // namespace surehand::atspi

#include "ax/element.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace axsim {
namespace {

constexpr Milliseconds kLookAgain{3};

Clock::time_point deadline_of(const Element& element, const Desktop& desktop) {
  const float own = element.timeout;
  const float seconds = own > 0 ? own : desktop.timeout.load();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<float>(seconds));
}

// The node, if it is there now and everything above it is.
Node* there(const World& world, const App& app, uint64_t serial) {
  Node* node = world.by_identity(app, World::identity(serial));
  return node;
}

}  // namespace

CFHashCode Element::hash() const {
  return place.serial * 2654435761u + static_cast<CFHashCode>(place.pid) * 31 + static_cast<CFHashCode>(place.part) +
         place.index * 97;
}

std::string Element::description() const {
  return "AXUIElement of " + std::to_string(place.pid) + ", " + std::to_string(place.serial);
}

AXUIElementRef make_element(const Place& place) { return ref<AXUIElementRef>(new Element(place)); }

AXError send(AXUIElementRef reference, const Message& message, Reached& reached, std::optional<Fault>& fault) {
  const auto& element = as<Element>(reference, message.call);
  count(message.call);
  reached.desktop = Desktop::current();
  reached.place = element.place;
  const auto& desktop = reached.desktop;
  if (element.place.pid == getpid()) misused("a message to the own process: it would wait for itself");
  if (!desktop) return kAXErrorCannotComplete;
  if (!desktop->trust.accessibility) return kAXErrorAPIDisabled;
  const auto until = deadline_of(element, *desktop);
  for (;;) {
    reached.lock = desktop->enter();
    reached.app = app_by_pid(desktop->world, element.place.pid);
    if (reached.app == nullptr) return kAXErrorCannotComplete;
    if (element.place.generation != 0 && element.place.generation != desktop->generation)
      return kAXErrorInvalidUIElement;
    if (reached.app->hangs_until <= desktop->world.now()) break;
    if (Clock::now() >= until) {
      // It is in the application's queue, and is done when that answers again.
      if (message.later) {
        const auto length = std::chrono::ceil<Milliseconds>(reached.app->hangs_until - desktop->world.now());
        desktop->world.later(length, [later = message.later, place = element.place, weak = std::weak_ptr(desktop)] {
          const auto still = weak.lock();
          if (!still) return;
          Reached then;
          then.desktop = still;
          then.place = place;
          then.app = app_by_pid(still->world, place.pid);
          if (then.app == nullptr) return;
          if (place.part != Part::kApplication) then.node = there(still->world, *then.app, place.serial);
          if (place.part == Part::kApplication || then.node) later(then);
        });
      }
      return kAXErrorCannotComplete;
    }
    const auto next = std::min(until, reached.app->hangs_until);
    reached.lock.unlock();
    std::this_thread::sleep_until(std::min(next, Clock::now() + kLookAgain));
  }
  if (!reached.app->has_tree) return kAXErrorNotImplemented;
  reached.place.generation = desktop->generation;
  if (element.place.part != Part::kApplication) {
    reached.node = there(desktop->world, *reached.app, element.place.serial);
    if (reached.node == nullptr) return kAXErrorInvalidUIElement;
  }
  fault = desktop->faults.take(
      {reached.key(), reached.app->name, message.call, message.on, element.place.part == Part::kApplication});
  if (fault && fault->delay > 0) {
    const auto answers = std::min(until, Clock::now() + Milliseconds(fault->delay));
    const bool late = answers == until;
    reached.lock.unlock();
    std::this_thread::sleep_until(answers);
    reached.lock = desktop->enter();
    reached.app = app_by_pid(desktop->world, element.place.pid);
    if (reached.app == nullptr) return kAXErrorCannotComplete;
    if (element.place.part != Part::kApplication) {
      reached.node = there(desktop->world, *reached.app, element.place.serial);
      if (reached.node == nullptr) return kAXErrorInvalidUIElement;
    }
    if (late) {
      if (message.later && fault->after_effect) message.later(reached);
      return kAXErrorCannotComplete;
    }
  }
  if (fault && fault->error != kAXErrorSuccess && !fault->after_effect) return fault->error;
  return kAXErrorSuccess;
}

bool wait_while(Reached& reached, const Element& element, const std::function<bool()>& goes_on) {
  const auto until = deadline_of(element, *reached.desktop);
  while (goes_on()) {
    if (Clock::now() >= until) return false;
    reached.lock.unlock();
    std::this_thread::sleep_for(kLookAgain);
    reached.lock = reached.desktop->enter();
  }
  return true;
}

}  // namespace axsim

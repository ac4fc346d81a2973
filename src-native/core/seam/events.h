#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/vocabulary.h"

namespace surehand {

namespace json {
class Value;
}

// Events are wake-ups: they say that looking again is worthwhile, never what is there now.
class EventKinds {
 public:
  EventKinds() = default;
  EventKinds(std::initializer_list<EventKind> kinds) {
    for (EventKind kind : kinds) bits_ |= bit(kind);
  }
  static EventKinds all() {
    EventKinds kinds;
    kinds.bits_ = (1u << kEventKinds) - 1;
    return kinds;
  }
  // An array of names; INVALID_ARGUMENT for one that is none.
  static Result<EventKinds> from_json(const json::Value& value);

  bool has(EventKind kind) const { return (bits_ & bit(kind)) != 0; }

 private:
  static uint32_t bit(EventKind kind) { return 1u << static_cast<uint32_t>(kind); }
  uint32_t bits_ = 0;
};

struct Event {
  EventKind kind = EventKind::kStructure;
  std::string source;  // identity of the element, as in Element; empty: the application
  std::string detail;  // the platform's own name for it: `ChildrenChanged:add`, `StateChanged:enabled`
  std::string name;    // of the element, where it came with the event; may be empty
  std::string child;   // identity of what was added, where the event says; may be empty
};

// Called on any thread; must not block, nor end a subscription.
using EventSink = std::function<void(Event)>;

// Events come for as long as it lives. Its end is a flag and waits for nothing: what has to be taken back is the business
// of a thread of the backend's. A sink that runs at that moment ends its run, so it owns what it uses; it never begins
// another. May outlive its backend.
class Subscription {
 public:
  virtual ~Subscription() = default;
};

}  // namespace surehand

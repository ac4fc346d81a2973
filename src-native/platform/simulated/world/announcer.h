#pragma once

#include <condition_variable>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/seam/events.h"

namespace surehand::simulated {

struct App;
class World;

// Tells who listens what the applications of a world announce. While somebody listens the world goes on by
// itself, on a thread that is there only then. All but remove() is called with the world's mutex held, and so
// are the sinks: events come in the order in which things happened, and once a listener is removed its sink
// is not running.
class Announcer {
 public:
  struct Listener {
    std::string app_key;
    std::optional<std::string> identity;  // none: all of the application
    EventKinds kinds;
    EventSink sink;
  };

  explicit Announcer(World& world) : world_(world) {}
  Announcer(const Announcer&) = delete;
  Announcer& operator=(const Announcer&) = delete;

  bool is_heard() const { return !listeners_.empty(); }
  // An application that hangs says it when it answers again; one that forgets such events, never.
  void announce(App& app, Event event);
  // Says what it could not say while it hung, if it answers.
  void release(App& app);
  // Something is due sooner than all else.
  void wake();

  uint64_t add(Listener listener);
  void remove(uint64_t id);

 private:
  void tell(const App& app, const Event& event) const;
  void play(uint64_t playing);

  World& world_;
  std::vector<std::pair<uint64_t, Listener>> listeners_;
  uint64_t next_id_ = 1;
  std::thread thread_;
  uint64_t playing_ = 0;  // which thread is to go on; one that ends may still be there when the next begins
  std::condition_variable sooner_;
};

}  // namespace surehand::simulated

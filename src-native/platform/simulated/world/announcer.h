#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/events.h"

namespace surehand::simulated {

struct App;
class World;

// Wakes the thread that plays. Shared with the subscriptions, whose end does not wait for the thread.
class Bell {
 public:
  void ring();
  // Until it is rung, or was since the last time.
  void wait(std::optional<Clock::time_point> until);

 private:
  std::mutex mutex_;
  std::condition_variable rung_;
  bool rings_ = false;
};

// Tells listeners what the applications of a world announce. While one listens the world goes on by
// itself, on a thread that is there only then and forgets those who listen no more. All is called with the world's mutex
// held, and so are the sinks: events come in the order in which things happened.
class Announcer {
 public:
  struct Listener {
    std::string app_key;
    std::optional<std::string> identity;  // none: all of the application
    EventKinds kinds;
    EventSink sink;
    std::shared_ptr<std::atomic<bool>> ended = std::make_shared<std::atomic<bool>>(false);
  };

  explicit Announcer(World& world) : world_(world) {}
  Announcer(const Announcer&) = delete;
  Announcer& operator=(const Announcer&) = delete;

  bool is_heard() const;
  // An application that hangs says it when it answers again; one that forgets such events, never.
  void announce(App& app, Event event);
  // Says what it could not say while it hung, if it answers.
  void release(App& app);
  // Something is due sooner than all else.
  void wake();

  Result<std::unique_ptr<Subscription>> add(Listener listener);
  // Before the world ends; without the world's mutex.
  void stop();

 private:
  void tell(const App& app, const Event& event) const;
  void play();

  World& world_;
  std::vector<Listener> listeners_;
  std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
  std::thread thread_;
  bool plays_ = false;  // the thread goes on
};

}  // namespace surehand::simulated

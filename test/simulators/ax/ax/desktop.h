#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ax/faults.h"
#include "core/json.h"
#include "platform/simulated/backend.h"
#include "platform/simulated/world/input.h"
#include "platform/simulated/world/world.h"

namespace axsim {

using surehand::Clock;
using surehand::Error;
using surehand::Milliseconds;
using surehand::Rect;
using surehand::Role;
using surehand::State;
using surehand::TextField;
using surehand::simulated::App;
using surehand::simulated::Node;
using surehand::simulated::World;
namespace json = surehand::json;

// What the process was allowed, as it would be asked on macOS.
struct Trust {
  std::atomic<bool> accessibility{true};
  // What AXIsProcessTrusted says: it is not asked anew, so a grant that was taken back since, or is dead, reads as granted.
  std::atomic<bool> accessibility_said{true};
  std::atomic<bool> screen{true};
  std::atomic<bool> screen_said{true};
  std::atomic<bool> events{true};
  std::atomic<int> prompts{0};  // how often a question was put before the user
};

// The desktop that the frameworks of this process show: a world of the simulated desktop, seen through AX. One at a time, as there is one
// window server; the elements of the one before are invalid.
class Desktop {
 public:
  explicit Desktop(std::unique_ptr<World> made);

  // Null before one was opened.
  static std::shared_ptr<Desktop> current();
  static std::shared_ptr<Desktop> replace(std::shared_ptr<Desktop> next);

  const uint64_t generation;
  World& world;
  surehand::simulated::SimulatedBackend backend;  // owns the world
  surehand::simulated::Input input;
  Trust trust;
  Faults faults;
  std::atomic<float> timeout{6};  // s, of references that have none of their own
  std::atomic<bool> locked{false};
  std::atomic<bool> secure_input{false};
  std::atomic<bool> null_slots{false};  // a slot of a batch that failed is kCFNull instead of an error

  // The world, locked and up to date.
  std::unique_lock<std::mutex> enter();

  // What was set on application elements: AXEnhancedUserInterface, AXManualAccessibility, AXHidden. Under the world's mutex.
  std::map<std::pair<int64_t, std::string>, bool> switches;
  std::vector<std::string> posted;  // events that were posted, in words
  // Of the clipboard, besides its text: by the item, of which the first is 1, and its flavour.
  std::map<std::pair<uintptr_t, std::string>, std::string> flavors;
};

App* app_by_pid(const World& world, int64_t pid);

// How often each function was called; messages to applications apart, by what budgets are made of.
void count(const char* function, uint64_t times = 1);
std::map<std::string, uint64_t> counts();
void reset_counts();

}  // namespace axsim

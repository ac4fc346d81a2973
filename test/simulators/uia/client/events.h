#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "client/cache_request.h"
#include "client/com.h"
#include "client/remote.h"

namespace surehand::simulator {

enum class EventKind { kAutomation, kProperty, kStructure, kFocus };

// One handler, as it was added.
struct Handler {
  EventKind kind;
  int event = 0;             // of kAutomation
  std::set<int> properties;  // of kProperty
  Place place;               // the desktop for kFocus
  TreeScope scope = TreeScope_Subtree;
  Wanted wanted;
  ComPtr<IUnknown> target;
};

// The handlers of one automation object. They are called from threads that nobody else knows, one a process that is listened to and one
// for what windows come and go, as UI Automation calls them from its own.
class Events : public std::enable_shared_from_this<Events> {
 public:
  explicit Events(SettingsPtr settings) : settings_(std::move(settings)) {}
  ~Events();

  HRESULT add(Handler handler);
  // Returns when no call of it runs any more, but for one that this is called from.
  HRESULT remove(EventKind kind, int event, const Place& place, IUnknown* target);
  void remove_all();

 private:
  void listen_to(DWORD process);
  void watch_windows();
  void received(DWORD process, const json::Value& event);
  void window_event(HWND window, const Node& node, int event);
  void call(const std::shared_ptr<Handler>& handler, const Node& node, const Place& place, const json::Value& event);
  std::vector<std::shared_ptr<Handler>> handlers_now();
  bool anyone_in(DWORD process);

  const SettingsPtr settings_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Handler>> handlers_;
  std::set<DWORD> heard_;
  bool watching_ = false;
  std::recursive_mutex calling_;
};

}  // namespace surehand::simulator

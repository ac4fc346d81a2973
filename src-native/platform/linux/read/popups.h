#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/run/limits.h"
#include "platform/linux/screen/window.h"

namespace surehand::atspi {

struct ApplicationRecord;
struct Session;
class TreeReader;

// Qt lists no popup among the children of its application: a context menu, a completer's list and a calendar are in no tree,
// though each has an accessible object. Qt numbers its objects in the order in which it makes them, so that the object of a
// popup window is one that lies where the window does. (Qt 5.15 and 6.4; test/live/popups.test.ts)

// The elements that are the popup windows of each application, as they were last seen. Thread-safe.
class SeenPopups {
 public:
  void keep(const std::string& app_key, std::unordered_map<screen::WindowId, std::string> identities);
  std::optional<std::string> identity_of(const std::string& app_key, screen::WindowId window) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::unordered_map<screen::WindowId, std::string>> by_application_;
};

// What was learnt of one application's popups while reading it.
struct PopupNotes {
  std::unordered_map<screen::WindowId, std::string> paths;  // of the objects that popup windows were
  std::unordered_map<screen::WindowId, int> fruitless;      // searches that found no object for a window
  uint32_t newest = 0;                                      // the highest number of an object in the last whole tree
};

// Adds the popups that show to a tree that was read, below the application; a popup without an object as an element of its own, cut
// with `unpublished`. Where `within_tree` is false only learns which elements they are.
void read_popups(Session& session, TreeReader& reader, bool within_tree);

// A popup window without an object: its identity is not Qt's.
bool is_bare_popup(std::string_view path);
// Reads such an element alone as the root of the tree. False when its window is gone.
bool read_bare_popup(Session& session, TreeReader& reader);

}  // namespace surehand::atspi

#pragma once

#include <optional>
#include <string>

namespace surehand {

// One element of an application: what a Snapshot says of a node, enough to find it again for as long as a snapshot holds it or a
// ref names it. A platform that cannot find elements by name keeps them in an ElementTable.
struct Element {
  std::string app_key;
  std::string identity;
  // Of a window at a point: an open menu or list, which lies over the windows of its application.
  bool popup = false;
  // Of a window at a point: a popup may lie over it there, as the window system does not tell them.
  bool popups_untold = false;
};

// What a call is about: an application, or one element of it and what is below it.
struct Target {
  std::string app_key;
  std::optional<std::string> identity;
};

}  // namespace surehand

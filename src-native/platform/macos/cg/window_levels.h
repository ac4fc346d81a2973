#pragma once

#include <CoreGraphics/CoreGraphics.h>
#include <sys/types.h>

#include <optional>
#include <utility>
#include <vector>

namespace surehand::cg {

// How high the window server has the windows of a process: 0 is normal, 3 floats, 8 is modal, 101 a menu (CGWindowLevel.h). Read when made;
// asks no application.
class WindowLevels {
 public:
  explicit WindowLevels(pid_t process);

  // Of the window that is at this place; nothing where there is none.
  std::optional<int> at(const CGRect& place) const;

 private:
  std::vector<std::pair<CGRect, int>> windows_;  // from the front to the back
};

}  // namespace surehand::cg

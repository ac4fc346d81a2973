#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/tree/snapshot.h"
#include "platform/linux/screen/window.h"

namespace surehand::atspi {

// What an application says of one of its windows, as far as it tells which window of the display that is. In px.
struct SaidWindow {
  std::string identity;
  std::string title;
  std::optional<Rect> place;  // on the screen
  int32_t width = 0, height = 0;
  bool shows = true;  // false: closed, minimized, or on another workspace
  bool active = false;
  screen::WindowId bound = screen::kNoWindow;  // what it was found to be before
};

// Which windows of the display an application's windows are.
struct WindowPairs {
  static constexpr size_t kNone = SIZE_MAX;
  struct One {
    size_t client = kNone;
    // What told it does so for good: it is still true when the window has moved or changed its title.
    bool lasting = false;
    // Several windows of the display fit, and nothing tells which of them it is.
    bool unsettled = false;
  };
  std::vector<One> said;                // in the order of what was said
  std::vector<bool> unsettled_clients;  // in the order of the display's windows

  bool any_unsettled() const;
};

// `clients` are the application's own. Two are paired when they fit each other and nothing else, by what identifies first: title and
// place, title and focus (where `active_tells`), title and size, … ; what does not identify pairs nothing.
WindowPairs pair_windows(const std::vector<SaidWindow>& said, const std::vector<screen::ClientWindow>& clients,
                         bool active_tells);

}  // namespace surehand::atspi

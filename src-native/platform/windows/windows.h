#pragma once

#include <windows.h>

#include <optional>
#include <string>
#include <vector>

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// The top-level windows of an application, in the order in which they were met, as the window system has them: no application is called.
Result<std::vector<Window>> list_windows(Session& session, const std::string& app_key, const Limits& limits);

// One top-level window, without who uses it.
struct TopLevel {
  HWND handle = nullptr;
  HWND owner = nullptr;  // the window above which it always is
  DWORD pid = 0;  // of the application that it belongs to, which need not have made it (a packaged application's frame)
  bool minimized = false;
};

// Every window that a user could see on this desktop, topmost first.
std::vector<TopLevel> visible_windows();
// The top-level window that a window is in, and whose it is.
TopLevel top_level(HWND window);
// Those of one process, each behind its owner, in the order in which they were met.
std::vector<TopLevel> windows_of(const ApplicationRecord& application);
// Whether it is a menu, a list or a tip that belongs to something in another window, and no window to its user.
bool is_popup(const TopLevel& window);
// Whether it is shown above its owner for as long as that is open, and so is in it for its user. A popup that is neither a menu nor a tip
// is not: what is in its owner may be clipped by that, which no popup is.
bool belongs_to_owner(const TopLevel& window);
// Which of the application's windows, `all`, it keeps from being used: the application's where none of the others can be.
Modality modality_of(const TopLevel& window, const std::vector<TopLevel>& all);
Role role_of_window(const TopLevel& window, Modality modality);
// What it is called. Asks the window system's copy, so a window that hangs answers as well.
std::string title_of(HWND window);
std::string class_of(HWND window);
// Where it shows, without the invisible border that its rectangle has for the mouse; nothing while it is minimized.
std::optional<Rect> bounds_of(HWND window);

}  // namespace surehand::uia

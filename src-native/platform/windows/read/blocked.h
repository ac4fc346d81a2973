#pragma once

#include <windows.h>

#include "platform/windows/applications.h"

namespace surehand::uia {

// Whether a window takes messages and answers UI Automation nothing while an act on its application has not returned (a button that opens a modal dialog returns
// when that is closed, and some providers are asked one thing at a time). Asks it, when there is such an act, and waits a moment.
bool is_blocked(const ApplicationRecord& application, const Client& client, HWND window);

// An act is under way for as long as this lives.
class Acting {
 public:
  explicit Acting(const ApplicationRecord& application) : acts_(application.acts) { ++acts_; }
  ~Acting() { --acts_; }
  Acting(const Acting&) = delete;
  Acting& operator=(const Acting&) = delete;

 private:
  std::atomic<int>& acts_;
};

}  // namespace surehand::uia

#pragma once

#include <memory>

#include "core/seam/open.h"
#include "platform/macos/applications.h"
#include "platform/macos/cg/input.h"
#include "platform/macos/events.h"
#include "platform/macos/identity.h"
#include "platform/macos/quirks/wake.h"
#include "platform/macos/read/seen_windows.h"
#include "platform/posix/environment.h"

namespace surehand::ax {

// What one open macOS desktop holds. The concerns beside this file are functions over it.
struct Session {
  explicit Session(const OpenOptions& options)
      : enhanced(options.enhanced_user_interface), environment(options.environment) {}

  ApplicationBook applications;
  std::shared_ptr<Elements> elements = std::make_shared<Elements>();  // subscriptions may outlive the desktop
  cg::Input input;
  SeenWindows seen;
  Observers observers;
  Enhanced enhanced;
  Environment environment;  // that a program is started with
};

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits& limits);

}  // namespace surehand::ax

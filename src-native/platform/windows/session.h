#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/seam/open.h"
#include "core/tree/refs.h"
#include "platform/windows/applications.h"
#include "platform/windows/com/apartment.h"
#include "platform/windows/com/client.h"
#include "platform/windows/events.h"
#include "platform/windows/identity.h"
#include "platform/windows/win32/send_input.h"

namespace surehand::uia {

// What one open Windows desktop holds. The concerns beside this file are functions over it.
struct Session {
  explicit Session(Apartment apartment) : apartment(std::move(apartment)) {}
  ~Session() { link->end(); }

  Apartment apartment;  // first, so that it outlives every object of COM's below
  LazyClient client;    // for what is asked of no application in particular
  ApplicationBook applications;
  Elements elements;
  std::shared_ptr<RefBook> refs;  // the backend's
  InputSender input;
  std::shared_ptr<SessionLink> link = std::make_shared<SessionLink>(this);
  std::vector<std::pair<std::string, std::string>> environment;  // that a program is started with
};

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits& limits);

}  // namespace surehand::uia

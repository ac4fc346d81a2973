#include "platform/windows/blocked.h"

#include "platform/windows/errors.h"
#include "platform/windows/read/request.h"

namespace surehand::uia {

bool is_blocked(const ApplicationRecord& application, const Client& client, HWND window) {
  constexpr Milliseconds kMoment{250};
  if (application.acts == 0) return false;
  auto request = make_request(client, {}, TreeScope_Element);
  if (!request) return false;
  client.bound(kMoment);
  ComPtr<IUIAutomationElement> element;
  return is_timeout(client->ElementFromHandleBuildCache(window, request->get(), element.put()));
}

}  // namespace surehand::uia

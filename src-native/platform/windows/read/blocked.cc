#include "platform/windows/read/blocked.h"

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
  if (!is_timeout(client->ElementFromHandleBuildCache(window, request->get(), element.put()))) return false;
  DWORD_PTR answer = 0;
  return SendMessageTimeoutW(window, WM_NULL, 0, 0, SMTO_ABORTIFHUNG, kMoment.count(), &answer) != 0;
}

}  // namespace surehand::uia

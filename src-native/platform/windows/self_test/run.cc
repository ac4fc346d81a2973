#include <windows.h>

#include <array>
#include <memory>
#include <string>

#include "core/run/thread.h"
#include "core/seam/self_test.h"
#include "platform/windows/self_test/controls.h"
#include "platform/windows/self_test/form.h"

namespace surehand {
namespace uia::self_test {
namespace {

// Ends the process when standard input is closed: also while the window's thread hangs, so no thread is waited for.
void hear(const std::shared_ptr<Inbox>& inbox, HWND window) {
  std::string unread;
  std::array<char, 4096> bytes{};
  DWORD count = 0;
  while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes.data(), static_cast<DWORD>(bytes.size()), &count, nullptr) &&
         count > 0) {
    unread.append(bytes.data(), count);
    for (size_t end = unread.find('\n'); end != std::string::npos; end = unread.find('\n')) {
      inbox->put(unread.substr(0, end));
      unread.erase(0, end + 1);
      PostMessageW(window, Form::kLines, 0, 0);
    }
  }
  TerminateProcess(GetCurrentProcess(), 0);
}

}  // namespace
}  // namespace uia::self_test

Status run_windows_self_test_form(SelfTestHang hang) {
  using namespace uia::self_test;
  SUREHAND_CHECK(load_common_controls());
  const auto inbox = std::make_shared<Inbox>();
  Form form(inbox, hang == SelfTestHang::kAtPress);
  SUREHAND_TRY(reader, start_thread([inbox, window = form.window()] { hear(inbox, window); }));
  // It ends with the process.
  reader->detach();
  record("ready");
  if (hang == SelfTestHang::kAtStart) Sleep(INFINITE);
  for (MSG message; GetMessageW(&message, nullptr, 0, 0) > 0;) {
    form.notice(message);
    if (IsDialogMessageW(form.window(), &message)) continue;
    TranslateMessage(&message);
    DispatchMessageW(&message);
  }
  return Done{};
}

}  // namespace surehand

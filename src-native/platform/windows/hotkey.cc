#include "platform/windows/hotkey.h"

#include <windows.h>

#include <algorithm>
#include <future>
#include <set>
#include <thread>
#include <utility>

#include "core/run/begun.h"
#include "core/run/thread.h"
#include "platform/windows/win32/keys.h"

namespace surehand::uia {
namespace {

using Codes = std::set<DWORD>;

// Hooks are told which of the two it is.
Codes codes_of(const KeyStroke& stroke) {
  switch (stroke.key) {
    case VK_CONTROL:
      return {VK_CONTROL, VK_LCONTROL, VK_RCONTROL};
    case VK_MENU:
      return {VK_MENU, VK_LMENU, VK_RMENU};
    case VK_SHIFT:
      return {VK_SHIFT, VK_LSHIFT, VK_RSHIFT};
    case VK_LWIN:
      return {VK_LWIN, VK_RWIN};
    default:
      return {stroke.key};
  }
}

class Hotkey final : public Subscription {
 public:
  Hotkey(std::vector<Codes> wanted, std::function<void()> pressed)
      : wanted_(std::move(wanted)), pressed_(std::move(pressed)) {}

  ~Hotkey() override {
    if (thread_.joinable()) {
      PostThreadMessageW(thread_id_, WM_QUIT, 0, 0);
      thread_.join();
    }
  }

  // Returns when it watches.
  Status begin(const Limits& limits) {
    auto watches = watches_.get_future();
    SUREHAND_TRY(thread, start_thread([this] { watch(); }));
    thread_ = thread.take();
    auto status = begun(watches, limits, "the start of a keyboard hook");
    if (watches.valid()) watches.wait();  // its thread has a queue then, and can be told to end
    return status;
  }

 private:
  void watch() {
    MSG message;
    PeekMessageW(&message, nullptr, WM_USER, WM_USER, PM_NOREMOVE);  // makes the queue
    thread_id_ = GetCurrentThreadId();
    HMODULE module = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                       reinterpret_cast<LPCWSTR>(&Hotkey::hooked), &module);
    current = this;
    const HHOOK hook = SetWindowsHookExW(WH_KEYBOARD_LL, &Hotkey::hooked, module, 0);
    if (hook == nullptr) {
      return watches_.set_value(Error{ErrorCode::kUnsupported,
                                      "Windows gives no keyboard hook (error " + std::to_string(GetLastError()) + ")",
                                      {}});
    }
    watches_.set_value(Done{});
    // The hook is called while the thread waits for messages.
    while (GetMessageW(&message, nullptr, 0, 0) > 0) {
    }
    UnhookWindowsHookEx(hook);
  }

  static LRESULT CALLBACK hooked(int code, WPARAM what, LPARAM about) {
    if (code == HC_ACTION && current != nullptr) {
      current->heard(*reinterpret_cast<const KBDLLHOOKSTRUCT*>(about), what == WM_KEYDOWN || what == WM_SYSKEYDOWN);
    }
    return CallNextHookEx(nullptr, code, what, about);
  }

  void heard(const KBDLLHOOKSTRUCT& key, bool down) {
    const Down one{(key.flags & LLKHF_INJECTED) != 0, key.vkCode};
    if (!down) down_.erase(one);
    if (!down || !down_.insert(one).second) return;
    const bool is_last = wanted_.back().count(key.vkCode) != 0;
    if (is_last && std::all_of(wanted_.begin(), wanted_.end(), [&](const Codes& codes) { return any_down(codes); })) {
      pressed_();
    }
  }

  bool any_down(const Codes& codes) const {
    return std::any_of(down_.begin(), down_.end(), [&](const Down& key) { return codes.count(key.second) != 0; });
  }

  // A key of a hand, or one that a program made: neither lets go of the other.
  using Down = std::pair<bool, DWORD>;

  // The hook is called on the thread that set it.
  static thread_local Hotkey* current;

  std::vector<Codes> wanted_;
  std::function<void()> pressed_;
  std::set<Down> down_;
  std::promise<Status> watches_;
  DWORD thread_id_ = 0;
  std::thread thread_;
};

thread_local Hotkey* Hotkey::current = nullptr;

}  // namespace

Result<std::unique_ptr<Subscription>> watch_hotkey(const std::vector<std::string>& keys, std::function<void()> pressed,
                                                   const Limits& limits) {
  std::vector<Codes> wanted;
  const HKL layout = GetKeyboardLayout(0);
  for (const std::string& key : keys) {
    const auto stroke = stroke_of(key, layout);
    if (!stroke) return Error{ErrorCode::kInvalidArgument, "there is no key \"" + key + "\"", {}};
    if (stroke->key == 0) {
      return Error{ErrorCode::kUnsupported, "no key of this keyboard is \"" + key + "\"", {}};
    }
    wanted.push_back(codes_of(*stroke));
  }
  auto hotkey = std::make_unique<Hotkey>(std::move(wanted), std::move(pressed));
  SUREHAND_CHECK(hotkey->begin(limits));
  return std::unique_ptr<Subscription>(std::move(hotkey));
}

}  // namespace surehand::uia

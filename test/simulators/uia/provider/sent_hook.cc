#include "provider/sent_hook.h"

namespace surehand::simulator {

SentHook* SentHook::only_ = nullptr;

SentHook::SentHook(HOOKPROC heard) : heard_(heard) {
  only_ = this;
  set();
}

SentHook::~SentHook() {
  only_ = nullptr;
  unset();
}

void SentHook::set() { hook_ = SetWindowsHookExW(WH_CALLWNDPROCRET, heard_, nullptr, GetCurrentThreadId()); }

void SentHook::unset() {
  UnhookWindowsHookEx(hook_);
  hook_ = nullptr;
}

SentHook::Away::Away() {
  if (only_ && only_->away_++ == 0) only_->unset();
}

SentHook::Away::~Away() {
  if (only_ && --only_->away_ == 0) only_->set();
}

}  // namespace surehand::simulator

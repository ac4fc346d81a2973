#include "platform/windows/com/client.h"

#include <algorithm>
#include <utility>

#include "platform/windows/errors.h"

namespace surehand::uia {
namespace {

constexpr CLSID kUIAutomation8 = {0xe22ad333, 0xb25f, 0x460c, {0x83, 0xd0, 0x05, 0x81, 0x10, 0x73, 0x95, 0xc9}};
constexpr CLSID kUIAutomation = {0xff48dba4, 0x60ef, 0x4201, {0xaa, 0x87, 0x54, 0x10, 0x3e, 0xef, 0x59, 0x4e}};

// UI Automation takes no shorter timeouts for what they are, and to answer at all takes a provider a moment.
constexpr Milliseconds kShortest{50};
// What 0 and "for ever" would mean to it is not documented.
constexpr Milliseconds kLongest{60000};

}  // namespace

Result<std::shared_ptr<Client>> Client::create() {
  ComPtr<IUIAutomation> automation;
  HRESULT result = E_FAIL;
  // The newer one hands out the interfaces from IUIAutomation2 on; Windows 7 has only the older.
  for (const CLSID& id : {kUIAutomation8, kUIAutomation}) {
    result = CoCreateInstance(id, nullptr, CLSCTX_INPROC_SERVER, __uuidof(IUIAutomation), automation.put_void());
    if (SUCCEEDED(result) && automation) return std::shared_ptr<Client>(new Client(std::move(automation)));
  }
  return Error{ErrorCode::kUnsupported,
               "this Windows offers no UI Automation (CoCreateInstance of CUIAutomation8 and CUIAutomation: " +
                   hresult_name(result) + "); without it nothing can be read or done here",
               {}};
}

Client::Client(ComPtr<IUIAutomation> automation)
    : automation_(std::move(automation)), timeouts_(automation_.as<IUIAutomation2>()) {
  // Else UI Automation gives an element the keyboard before some of what is done to it.
  if (timeouts_) timeouts_->put_AutoSetFocus(FALSE);
}

void Client::bound(const Limits& limits) const {
  if (limits.deadline == Clock::time_point::max()) return bound(kLongest);
  const Milliseconds left = limits.remaining();
  bound(left - std::min(left / 10, Milliseconds{100}));
}

void Client::bound(Milliseconds timeout) const {
  if (!timeouts_) return;
  const auto milliseconds = static_cast<DWORD>(std::clamp(timeout, kShortest, kLongest).count());
  timeouts_->put_ConnectionTimeout(milliseconds);
  timeouts_->put_TransactionTimeout(milliseconds);
}

Result<std::shared_ptr<Client>> LazyClient::get() {
  const std::lock_guard lock(mutex_);
  if (client_) return client_;
  auto made = Client::create();
  if (made) client_ = *made;
  return made;
}

}  // namespace surehand::uia

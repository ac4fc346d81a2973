#include "platform/windows/invoke/invocation.h"

#include <utility>

#include "platform/windows/read/blocked.h"

namespace surehand::uia {

Invocation::Invocation(CurrentElement current, ApplicationPtr application, std::shared_ptr<Client> client,
                       Sending& sending, const Limits& limits)
    : element_(std::move(current.element)),
      facts_(std::move(current.facts)),
      application_(std::move(application)),
      client_(std::move(client)),
      sending_(sending),
      limits_(limits) {
  client_->bound(limits_);
}

Result<Dispatch> Invocation::send(Route route, const char* detail, const std::function<HRESULT()>& act) const {
  if (auto error = limits_.exceeded("the element to be acted on")) return std::move(*error);
  client_->bound(limits_);
  sending_.begin(route, detail);
  const Acting acting(*application_);
  const HRESULT result = act();
  sending_.end();
  if (FAILED(result)) return act_failed(result, std::string("call ") + detail);
  return Dispatch{route, detail};
}

Error Invocation::unsupported(std::string_view what) {
  return {ErrorCode::kUnsupported, "the element offers no way to " + std::string(what), {}};
}

}  // namespace surehand::uia

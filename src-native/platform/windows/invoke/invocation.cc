#include "platform/windows/invoke/invocation.h"

#include <utility>

#include "platform/windows/read/blocked.h"
#include "platform/windows/read/cached.h"
#include "platform/windows/read/request.h"

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

Result<Facts> Invocation::look() const {
  SUREHAND_TRY(request, make_telling_request(*client_));
  ComPtr<IUIAutomationElement> now;
  const HRESULT result = element_->BuildUpdatedCache(request->get(), now.put());
  if (FAILED(result) || !now) {
    return read_failed(FAILED(result) ? result : kElementNotAvailable, "look at the element once more");
  }
  return facts_of(*now.get());
}

// What is told by its name may be known by nothing but its place, and a list that is being sorted gives that to another between any two
// questions: this one is the last before the act.
std::optional<Error> Invocation::taken() const {
  const Likeness before = likeness_of(facts_);
  if (before.name.empty()) return std::nullopt;
  SUREHAND_TRY(now, look());
  if (likeness_of(*now) == before) return std::nullopt;
  return Error{ErrorCode::kStale, "the element is not there any more (another took its place); nothing was sent", {}};
}

Result<Dispatch> Invocation::send(Route route, const char* detail, const std::function<HRESULT()>& act) const {
  if (auto error = limits_.exceeded("the element to be acted on")) return std::move(*error);
  client_->bound(limits_);
  if (auto error = taken()) return std::move(*error);
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

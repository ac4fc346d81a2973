#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/seam/backend.h"
#include "platform/windows/applications.h"
#include "platform/windows/errors.h"
#include "platform/windows/identity.h"
#include "platform/windows/read/facts.h"

namespace surehand::uia {

inline const Dispatch kAlready{Route::kNone, "it was so already", false, false};

// One act on one element, and how it is sent. The kinds of acts are functions over it.
class Invocation {
 public:
  Invocation(CurrentElement current, ApplicationPtr application, std::shared_ptr<Client> client, Sending& sending,
             const Limits& limits);

  // Null where the element has it not; S_OK with nothing is how UI Automation says that. A question that failed is no answer: what would be
  // tried next is another thing than what was wanted.
  template <class P>
  Result<ComPtr<P>> offered(int id) const {
    ComPtr<P> found;
    const HRESULT result = element_->GetCurrentPatternAs(id, __uuidof(P), found.put_void());
    if (FAILED(result) && !is_unsupported(result)) return read_failed(result, "ask the element what can be done to it");
    return found;
  }
  // The same, and UNSUPPORTED where the element has it not.
  template <class P>
  Result<ComPtr<P>> needed(int id, std::string_view what) const {
    auto found = offered<P>(id);
    if (found && !*found) return unsupported(what);
    return found;
  }
  // As the first look at it found it.
  const Facts& facts() const { return facts_; }
  const Limits& limits() const { return limits_; }
  const Client& client() const { return *client_; }
  IUIAutomationElement& element() const { return *element_.get(); }
  template <class T>
  ComPtr<T> as() const {
    return element_.as<T>();
  }

  // What it is like and whether it is selected, in as small a question as there is.
  Result<Facts> look() const;

  // Not when another has the element's place by now: STALE. May last as long as what it sets off: a dialog's opener returns when that is
  // closed.
  Result<Dispatch> send(Route route, const char* detail, const std::function<HRESULT()>& act) const;

  static Error unsupported(std::string_view what);

 private:
  std::optional<Error> taken() const;

  const ComPtr<IUIAutomationElement> element_;
  const Facts facts_;
  const ApplicationPtr application_;
  const std::shared_ptr<Client> client_;
  Sending& sending_;
  const Limits& limits_;
};

// A state that was asked for just before acting on it.
template <class P, class T>
Result<T> state_of(P& pattern, HRESULT (STDMETHODCALLTYPE P::*get)(T*), std::string_view what) {
  T value{};
  const HRESULT result = (pattern.*get)(&value);
  if (FAILED(result)) return read_failed(result, std::string("read ") + std::string(what));
  return value;
}

}  // namespace surehand::uia

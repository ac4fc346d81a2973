#include "platform/windows/realize.h"

#include <utility>

#include "platform/windows/com/bstr.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/com/variant.h"
#include "platform/windows/errors.h"
#include "platform/windows/identity.h"
#include "platform/windows/permissions.h"
#include "platform/windows/read/cached.h"
#include "platform/windows/read/request.h"

namespace surehand::uia {
namespace {

using ElementPtr = ComPtr<IUIAutomationElement>;

// Null where the container has none of that name, or nothing to be asked that.
Result<ElementPtr> find_item(IUIAutomationElement& container, const std::string& name) {
  ComPtr<IUIAutomationItemContainerPattern> items;
  HRESULT result = container.GetCurrentPatternAs(pattern::kItemContainer, __uuidof(IUIAutomationItemContainerPattern),
                                                 items.put_void());
  if (FAILED(result) && !is_unsupported(result)) return read_failed(result, "ask the container for an item");
  if (!items) return Error{ErrorCode::kUnsupported, "the container cannot be asked for an item by its name", {}};
  ElementPtr found;
  const Bstr wanted(name);
  result = items->FindItemByProperty(nullptr, property::kName, Variant::of(wanted.get()), found.put());
  if (FAILED(result) && !is_gone(result)) return read_failed(result, "ask the container for an item");
  return found;
}

// Scrolls to it, which is what makes it. What is made already says that it cannot.
Status make(IUIAutomationElement& item) {
  ComPtr<IUIAutomationVirtualizedItemPattern> placeholder;
  HRESULT result = item.GetCurrentPatternAs(pattern::kVirtualizedItem, __uuidof(IUIAutomationVirtualizedItemPattern),
                                            placeholder.put_void());
  if (FAILED(result) && !is_unsupported(result)) return read_failed(result, "ask whether the item is there");
  if (!placeholder) return Done{};
  result = placeholder->Realize();
  if (FAILED(result) && !is_unsupported(result)) return act_failed(result, "call VirtualizedItem.Realize");
  return Done{};
}

}  // namespace

Result<Element> realize_item(Session& session, const Element& container, const std::string& name,
                             const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  SUREHAND_TRY(application, application_of(session, container.app_key));
  SUREHAND_TRY(client, (*application)->client.get());
  SUREHAND_TRY(around, handle_of(session, container));
  SUREHAND_TRY(list, current_element_of(session, container, limits));
  auto request = make_request(**client, {}, TreeScope_Element);
  if (!request) return request.take_error();

  const Error none{ErrorCode::kNotFound, "the container has no item of that name", {}};
  // What is made may be another element than what stood for it (WPF's containers).
  for (int time = 0; time < 2; ++time) {
    if (auto error = limits.exceeded("the item to be made")) return std::move(*error);
    (*client)->bound(limits);
    SUREHAND_TRY(item, find_item(*list->element, name));
    if (!*item) return none;
    SUREHAND_CHECK(make(**item));
    ElementPtr now;
    const HRESULT result = (*item)->BuildUpdatedCache(request->get(), now.put());
    if (is_gone(result)) continue;
    if (FAILED(result) || !now) return read_failed(result, "read the item that was made");
    const auto named = session.elements.intern(
        container.app_key, ElementHandle(runtime_id_of(*now), likeness_of(facts_of(*now)), *item, around->top_level()));
    session.refs->number_of(container.app_key, named.identity, named.hold);
    return Element{container.app_key, named.identity};
  }
  return none;
}

}  // namespace surehand::uia

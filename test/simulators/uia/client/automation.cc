#include "client/automation.h"

#include <cmath>
#include <utility>
#include <vector>

#include "client/cache_request.h"
#include "client/condition.h"
#include "client/element.h"
#include "client/event_group.h"
#include "client/tree_walker.h"
#include "client/values.h"

namespace surehand::simulator {
namespace {

HRESULT walker_of(HRESULT result, const ComPtr<IUIAutomationCondition>& condition, IUIAutomationTreeWalker** out) {
  *out = nullptr;
  return FAILED(result) ? result : give(new TreeWalker(condition), out);
}

bool holds(const Node& node, const POINT& point) {
  const json::Array& rect = node["BoundingRectangle"].as_array();
  if (rect.size() != 4 || node["IsOffscreen"].as_bool()) return false;
  return point.x >= rect[0].as_number() && point.x < rect[0].as_number() + rect[2].as_number() &&
         point.y >= rect[1].as_number() && point.y < rect[1].as_number() + rect[3].as_number();
}

// The innermost at that point.
void find_at(const Node& node, const Place& place, const POINT& point, const Node*& found, Place& where) {
  for (const Node& child : children_of(node)) {
    const Place at = place_of(child, place);
    if (holds(child, point)) {
      found = &child;
      where = at;
    }
    find_at(child, at, point, found, where);
  }
}

}  // namespace

Automation::Automation() = default;
Automation::~Automation() { events_->remove_all(); }

HRESULT Automation::element_at(const Place& place, IUIAutomationCacheRequest* request,
                               IUIAutomationElement** out) const {
  *out = nullptr;
  ComPtr<Element> made = adopt(new Element({}, place, settings_));
  return request ? made->BuildUpdatedCache(request, out) : give(made, out);
}

HRESULT Automation::CompareElements(IUIAutomationElement* a, IUIAutomationElement* b, BOOL* same) {
  const Place &one = Element::of(a).place(), &other = Element::of(b).place();
  *same = one.id == other.id && one.process == other.process;
  return S_OK;
}
HRESULT Automation::CompareRuntimeIds(SAFEARRAY* a, SAFEARRAY* b, BOOL* same) {
  LONG last_a = 0, last_b = 0;
  SafeArrayGetUBound(a, 1, &last_a);
  SafeArrayGetUBound(b, 1, &last_b);
  *same = last_a == last_b;
  for (LONG i = 0; *same && i <= last_a; ++i) {
    int x = 0, y = 0;
    SafeArrayGetElement(a, &i, &x);
    SafeArrayGetElement(b, &i, &y);
    *same = x == y;
  }
  return S_OK;
}

HRESULT Automation::GetRootElement(IUIAutomationElement** out) { return element_at(desktop_place(), nullptr, out); }
HRESULT Automation::GetRootElementBuildCache(IUIAutomationCacheRequest* request, IUIAutomationElement** out) {
  return element_at(desktop_place(), request, out);
}
HRESULT Automation::ElementFromHandle(UIA_HWND window, IUIAutomationElement** out) {
  return ElementFromHandleBuildCache(window, nullptr, out);
}
HRESULT Automation::ElementFromHandleBuildCache(UIA_HWND window, IUIAutomationCacheRequest* request,
                                                IUIAutomationElement** out) {
  *out = nullptr;
  if (!IsWindow(static_cast<HWND>(window))) return kElementNotAvailable;
  if (request) return element_at(place_of_window(static_cast<HWND>(window)), request, out);
  // Asked for without a cache it is looked at as well: that it is there.
  const Reply reply = read(place_of_window(static_cast<HWND>(window)), "element", *settings_);
  return FAILED(reply.result) ? reply.result : element_at(place_of_window(static_cast<HWND>(window)), nullptr, out);
}
HRESULT Automation::ElementFromPoint(POINT point, IUIAutomationElement** out) {
  return ElementFromPointBuildCache(point, nullptr, out);
}
HRESULT Automation::ElementFromPointBuildCache(POINT point, IUIAutomationCacheRequest* request,
                                               IUIAutomationElement** out) {
  *out = nullptr;
  const HWND hit = WindowFromPoint(point);
  const HWND window = hit ? GetAncestor(hit, GA_ROOT) : GetDesktopWindow();
  Place where = place_of_window(window);
  const Reply reply = read(where, "subtree", *settings_);
  if (FAILED(reply.result)) return reply.result;
  const Node* found = &reply.value;
  find_at(reply.value, where, point, found, where);
  return element_at(where, request, out);
}
HRESULT Automation::GetFocusedElement(IUIAutomationElement** out) { return GetFocusedElementBuildCache(nullptr, out); }
HRESULT Automation::GetFocusedElementBuildCache(IUIAutomationCacheRequest* request, IUIAutomationElement** out) {
  GUITHREADINFO thread{};
  thread.cbSize = sizeof thread;
  const HWND front = GetForegroundWindow();
  const HWND focused = GetGUIThreadInfo(0, &thread) && thread.hwndFocus ? thread.hwndFocus : front;
  return element_at(focused ? place_of_window(focused) : desktop_place(), request, out);
}

HRESULT Automation::CreateTreeWalker(IUIAutomationCondition* condition, IUIAutomationTreeWalker** out) {
  return walker_of(S_OK, ComPtr<IUIAutomationCondition>(condition), out);
}
HRESULT Automation::get_ControlViewWalker(IUIAutomationTreeWalker** out) {
  ComPtr<IUIAutomationCondition> condition;
  return walker_of(make_view_condition(false, condition.put()), condition, out);
}
HRESULT Automation::get_ContentViewWalker(IUIAutomationTreeWalker** out) {
  ComPtr<IUIAutomationCondition> condition;
  return walker_of(make_view_condition(true, condition.put()), condition, out);
}
HRESULT Automation::get_RawViewWalker(IUIAutomationTreeWalker** out) {
  ComPtr<IUIAutomationCondition> condition;
  return walker_of(make_bool_condition(true, condition.put()), condition, out);
}
HRESULT Automation::get_RawViewCondition(IUIAutomationCondition** out) { return make_bool_condition(true, out); }
HRESULT Automation::get_ControlViewCondition(IUIAutomationCondition** out) { return make_view_condition(false, out); }
HRESULT Automation::get_ContentViewCondition(IUIAutomationCondition** out) { return make_view_condition(true, out); }
HRESULT Automation::CreateCacheRequest(IUIAutomationCacheRequest** out) { return give(new CacheRequest, out); }

HRESULT Automation::CreateTrueCondition(IUIAutomationCondition** out) { return make_bool_condition(true, out); }
HRESULT Automation::CreateFalseCondition(IUIAutomationCondition** out) { return make_bool_condition(false, out); }
HRESULT Automation::CreatePropertyCondition(PROPERTYID property, VARIANT value, IUIAutomationCondition** out) {
  return make_property_condition(property, value, PropertyConditionFlags_None, out);
}
HRESULT Automation::CreatePropertyConditionEx(PROPERTYID property, VARIANT value, PropertyConditionFlags flags,
                                              IUIAutomationCondition** out) {
  return make_property_condition(property, value, flags, out);
}
HRESULT Automation::CreateAndCondition(IUIAutomationCondition* a, IUIAutomationCondition* b,
                                       IUIAutomationCondition** out) {
  IUIAutomationCondition* both[] = {a, b};
  return make_all_condition(both, 2, out);
}
HRESULT Automation::CreateAndConditionFromNativeArray(IUIAutomationCondition** conditions, int count,
                                                      IUIAutomationCondition** out) {
  return make_all_condition(conditions, count, out);
}
HRESULT Automation::CreateOrCondition(IUIAutomationCondition* a, IUIAutomationCondition* b,
                                      IUIAutomationCondition** out) {
  IUIAutomationCondition* both[] = {a, b};
  return make_any_condition(both, 2, out);
}
HRESULT Automation::CreateOrConditionFromNativeArray(IUIAutomationCondition** conditions, int count,
                                                     IUIAutomationCondition** out) {
  return make_any_condition(conditions, count, out);
}
HRESULT Automation::CreateNotCondition(IUIAutomationCondition* condition, IUIAutomationCondition** out) {
  return make_not_condition(condition, out);
}

HRESULT Automation::add(Handler handler, IUIAutomationElement* element, TreeScope scope,
                        IUIAutomationCacheRequest* request, IUnknown* target) {
  if (!target) return E_INVALIDARG;
  handler.place = element ? Element::of(element).place() : desktop_place();
  handler.scope = scope;
  handler.wanted = CacheRequest::wanted(request);
  handler.target = ComPtr<IUnknown>(target);
  return events_->add(std::move(handler));
}
HRESULT Automation::AddAutomationEventHandler(EVENTID event, IUIAutomationElement* element, TreeScope scope,
                                              IUIAutomationCacheRequest* request, IUIAutomationEventHandler* target) {
  Handler handler{EventKind::kAutomation};
  handler.event = event;
  return add(std::move(handler), element, scope, request, target);
}
HRESULT Automation::RemoveAutomationEventHandler(EVENTID event, IUIAutomationElement* element,
                                                 IUIAutomationEventHandler* target) {
  return events_->remove(EventKind::kAutomation, event, Element::of(element).place(), target);
}
HRESULT Automation::AddPropertyChangedEventHandlerNativeArray(IUIAutomationElement* element, TreeScope scope,
                                                              IUIAutomationCacheRequest* request,
                                                              IUIAutomationPropertyChangedEventHandler* target,
                                                              PROPERTYID* properties, int count) {
  Handler handler{EventKind::kProperty};
  handler.properties.insert(properties, properties + count);
  return add(std::move(handler), element, scope, request, target);
}
HRESULT Automation::RemovePropertyChangedEventHandler(IUIAutomationElement* element,
                                                      IUIAutomationPropertyChangedEventHandler* target) {
  return events_->remove(EventKind::kProperty, 0, Element::of(element).place(), target);
}
HRESULT Automation::AddStructureChangedEventHandler(IUIAutomationElement* element, TreeScope scope,
                                                    IUIAutomationCacheRequest* request,
                                                    IUIAutomationStructureChangedEventHandler* target) {
  return add({EventKind::kStructure}, element, scope, request, target);
}
HRESULT Automation::RemoveStructureChangedEventHandler(IUIAutomationElement* element,
                                                       IUIAutomationStructureChangedEventHandler* target) {
  return events_->remove(EventKind::kStructure, 0, Element::of(element).place(), target);
}
HRESULT Automation::AddFocusChangedEventHandler(IUIAutomationCacheRequest* request,
                                                IUIAutomationFocusChangedEventHandler* target) {
  return add({EventKind::kFocus}, nullptr, TreeScope_Subtree, request, target);
}
HRESULT Automation::RemoveFocusChangedEventHandler(IUIAutomationFocusChangedEventHandler* target) {
  return events_->remove(EventKind::kFocus, 0, {}, target);
}
HRESULT Automation::RemoveAllEventHandlers() {
  events_->remove_all();
  return S_OK;
}

HRESULT Automation::CheckNotSupported(VARIANT value, BOOL* is) {
  *is = value.vt == VT_UNKNOWN && value.punkVal == not_supported();
  return S_OK;
}
HRESULT Automation::get_ReservedNotSupportedValue(IUnknown** out) {
  *out = not_supported();
  (*out)->AddRef();
  return S_OK;
}
HRESULT Automation::get_ReservedMixedAttributeValue(IUnknown** out) { return get_ReservedNotSupportedValue(out); }

HRESULT Automation::get_AutoSetFocus(BOOL* out) {
  *out = settings_->auto_set_focus;
  return S_OK;
}
HRESULT Automation::put_AutoSetFocus(BOOL value) {
  settings_->auto_set_focus = value != FALSE;
  return S_OK;
}
HRESULT Automation::get_ConnectionTimeout(DWORD* out) {
  *out = settings_->connection;
  return S_OK;
}
HRESULT Automation::put_ConnectionTimeout(DWORD value) {
  settings_->connection = value;
  return S_OK;
}
HRESULT Automation::get_TransactionTimeout(DWORD* out) {
  *out = settings_->transaction;
  return S_OK;
}
HRESULT Automation::put_TransactionTimeout(DWORD value) {
  settings_->transaction = value;
  return S_OK;
}

HRESULT Automation::CreateEventHandlerGroup(IUIAutomationEventHandlerGroup** out) { return give(new EventGroup, out); }
HRESULT Automation::AddEventHandlerGroup(IUIAutomationElement* element, IUIAutomationEventHandlerGroup* group) {
  for (Handler handler : static_cast<EventGroup*>(group)->handlers()) {
    handler.place = Element::of(element).place();
    const HRESULT result = events_->add(std::move(handler));
    if (FAILED(result)) return result;
  }
  return S_OK;
}
HRESULT Automation::RemoveEventHandlerGroup(IUIAutomationElement* element, IUIAutomationEventHandlerGroup* group) {
  for (const Handler& handler : static_cast<EventGroup*>(group)->handlers()) {
    events_->remove(handler.kind, handler.event, Element::of(element).place(), handler.target.get());
  }
  return S_OK;
}
HRESULT Automation::get_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions* out) {
  *out = recovery_;
  return S_OK;
}
HRESULT Automation::put_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions value) {
  recovery_ = value;
  return S_OK;
}
HRESULT Automation::get_CoalesceEvents(CoalesceEventsOptions* out) {
  *out = coalesce_;
  return S_OK;
}
HRESULT Automation::put_CoalesceEvents(CoalesceEventsOptions value) {
  coalesce_ = value;
  return S_OK;
}

}  // namespace surehand::simulator

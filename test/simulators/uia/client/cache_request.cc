#include "client/cache_request.h"

#include <utility>

#include "client/condition.h"
#include "wire/properties.h"

namespace surehand::simulator {

CacheRequest::CacheRequest() {
  // What UI Automation sees to itself.
  wanted_.properties.insert(30000);
  make_view_condition(false, wanted_.filter.put());
}

CacheRequest::CacheRequest(Wanted wanted) : wanted_(std::move(wanted)) {}

Wanted CacheRequest::wanted(IUIAutomationCacheRequest* request) {
  return request ? static_cast<CacheRequest*>(request)->wanted_ : Wanted{};
}

HRESULT CacheRequest::AddProperty(PROPERTYID property) {
  if (!property_of(property) && !pattern_available_by(property)) return E_INVALIDARG;
  wanted_.properties.insert(property);
  return S_OK;
}
HRESULT CacheRequest::AddPattern(PATTERNID pattern) {
  if (!pattern_of(pattern)) return E_INVALIDARG;
  wanted_.patterns.insert(pattern);
  return S_OK;
}
HRESULT CacheRequest::Clone(IUIAutomationCacheRequest** out) { return give(new CacheRequest(wanted_), out); }
HRESULT CacheRequest::get_TreeScope(TreeScope* out) {
  *out = wanted_.scope;
  return S_OK;
}
HRESULT CacheRequest::put_TreeScope(TreeScope scope) {
  // https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomationcacherequest-put_treescope
  if (scope & (TreeScope_Parent | TreeScope_Ancestors)) return E_INVALIDARG;
  wanted_.scope = scope;
  return S_OK;
}
HRESULT CacheRequest::get_TreeFilter(IUIAutomationCondition** out) {
  *out = wanted_.filter.get();
  (*out)->AddRef();
  return S_OK;
}
HRESULT CacheRequest::put_TreeFilter(IUIAutomationCondition* filter) {
  wanted_.filter = ComPtr<IUIAutomationCondition>(filter);
  return S_OK;
}
HRESULT CacheRequest::get_AutomationElementMode(AutomationElementMode* out) {
  *out = wanted_.mode;
  return S_OK;
}
HRESULT CacheRequest::put_AutomationElementMode(AutomationElementMode mode) {
  wanted_.mode = mode;
  return S_OK;
}

}  // namespace surehand::simulator

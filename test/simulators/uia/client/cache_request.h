#pragma once

#include <set>

#include "client/com.h"

namespace surehand::simulator {

// What is to be read ahead, and of which elements.
struct Wanted {
  std::set<int> properties;
  std::set<int> patterns;
  TreeScope scope = TreeScope_Element;
  ComPtr<IUIAutomationCondition> filter;
  AutomationElementMode mode = AutomationElementMode_Full;
};

class CacheRequest final : public Com<IUIAutomationCacheRequest> {
 public:
  CacheRequest();
  explicit CacheRequest(Wanted wanted);

  // A request of ours; nothing of another's.
  static Wanted wanted(IUIAutomationCacheRequest* request);

  HRESULT STDMETHODCALLTYPE AddProperty(PROPERTYID property) override;
  HRESULT STDMETHODCALLTYPE AddPattern(PATTERNID pattern) override;
  HRESULT STDMETHODCALLTYPE Clone(IUIAutomationCacheRequest** out) override;
  HRESULT STDMETHODCALLTYPE get_TreeScope(TreeScope* out) override;
  HRESULT STDMETHODCALLTYPE put_TreeScope(TreeScope scope) override;
  HRESULT STDMETHODCALLTYPE get_TreeFilter(IUIAutomationCondition** out) override;
  HRESULT STDMETHODCALLTYPE put_TreeFilter(IUIAutomationCondition* filter) override;
  HRESULT STDMETHODCALLTYPE get_AutomationElementMode(AutomationElementMode* out) override;
  HRESULT STDMETHODCALLTYPE put_AutomationElementMode(AutomationElementMode mode) override;

 private:
  Wanted wanted_;
};

}  // namespace surehand::simulator

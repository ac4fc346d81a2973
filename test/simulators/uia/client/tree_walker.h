#pragma once

#include "client/element.h"

namespace surehand::simulator {

// Goes about the tree, one step a trip or more.
class TreeWalker final : public Com<IUIAutomationTreeWalker> {
 public:
  explicit TreeWalker(ComPtr<IUIAutomationCondition> condition);

  HRESULT STDMETHODCALLTYPE GetParentElement(IUIAutomationElement*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetFirstChildElement(IUIAutomationElement*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetLastChildElement(IUIAutomationElement*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetNextSiblingElement(IUIAutomationElement*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetPreviousSiblingElement(IUIAutomationElement*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE NormalizeElement(IUIAutomationElement*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetParentElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*,
                                                       IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetFirstChildElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*,
                                                           IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetLastChildElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*,
                                                          IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetNextSiblingElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*,
                                                            IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetPreviousSiblingElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*,
                                                                IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE NormalizeElementBuildCache(IUIAutomationElement*, IUIAutomationCacheRequest*,
                                                       IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE get_Condition(IUIAutomationCondition**) override;

 private:
  HRESULT parent(IUIAutomationElement*, IUIAutomationCacheRequest*, bool itself, IUIAutomationElement**) const;
  HRESULT child(IUIAutomationElement*, IUIAutomationCacheRequest*, bool last, IUIAutomationElement**) const;
  HRESULT sibling(IUIAutomationElement*, IUIAutomationCacheRequest*, int step, IUIAutomationElement**) const;

  const ComPtr<IUIAutomationCondition> condition_;
};

}  // namespace surehand::simulator

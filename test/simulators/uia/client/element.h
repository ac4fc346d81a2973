#pragma once

#include <memory>
#include <vector>

#include "client/cache_request.h"
#include "client/com.h"
#include "client/remote.h"
#include "wire/properties.h"

namespace surehand::simulator {

class Element final : public Com<IUIAutomationElement9, IUIAutomationElement, IUIAutomationElement2,
                                 IUIAutomationElement3, IUIAutomationElement4, IUIAutomationElement5,
                                 IUIAutomationElement6, IUIAutomationElement7, IUIAutomationElement8> {
 public:
  // Nothing of it is known beforehand.
  Element(const Node& node, Place place, SettingsPtr settings);
  // With what was wanted of it, and of what is in it.
  static ComPtr<Element> cached(const Node& node, const Place& place, const SettingsPtr& settings,
                                const Wanted& wanted);

  static const Element& of(IUIAutomationElement* element) { return *static_cast<Element*>(element); }
  const Place& place() const { return place_; }
  const SettingsPtr& settings() const { return settings_; }

  HRESULT current(int property, bool or_not_supported, VARIANT* out) const;
  HRESULT cached(int property, bool or_not_supported, VARIANT* out) const;
  Reply act(const std::string& what, json::Array with = {}) const;
  Reply ask(const std::string& scope) const;

  HRESULT STDMETHODCALLTYPE SetFocus() override;
  HRESULT STDMETHODCALLTYPE GetRuntimeId(SAFEARRAY** out) override;
  HRESULT STDMETHODCALLTYPE FindFirst(TreeScope, IUIAutomationCondition*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE FindAll(TreeScope, IUIAutomationCondition*, IUIAutomationElementArray**) override;
  HRESULT STDMETHODCALLTYPE FindFirstBuildCache(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*,
                                                IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE FindAllBuildCache(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*,
                                              IUIAutomationElementArray**) override;
  HRESULT STDMETHODCALLTYPE BuildUpdatedCache(IUIAutomationCacheRequest*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetCurrentPropertyValue(PROPERTYID, VARIANT*) override;
  HRESULT STDMETHODCALLTYPE GetCurrentPropertyValueEx(PROPERTYID, BOOL, VARIANT*) override;
  HRESULT STDMETHODCALLTYPE GetCachedPropertyValue(PROPERTYID, VARIANT*) override;
  HRESULT STDMETHODCALLTYPE GetCachedPropertyValueEx(PROPERTYID, BOOL, VARIANT*) override;
  HRESULT STDMETHODCALLTYPE GetCurrentPatternAs(PATTERNID, REFIID, void**) override;
  HRESULT STDMETHODCALLTYPE GetCachedPatternAs(PATTERNID, REFIID, void**) override;
  HRESULT STDMETHODCALLTYPE GetCurrentPattern(PATTERNID, IUnknown**) override;
  HRESULT STDMETHODCALLTYPE GetCachedPattern(PATTERNID, IUnknown**) override;
  HRESULT STDMETHODCALLTYPE GetCachedParent(IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetCachedChildren(IUIAutomationElementArray**) override;
  HRESULT STDMETHODCALLTYPE GetClickablePoint(POINT*, BOOL*) override;

#define SIMULATED_PROPERTY(type, name, id)                         \
  HRESULT STDMETHODCALLTYPE get_Current##name(type* out) override; \
  HRESULT STDMETHODCALLTYPE get_Cached##name(type* out) override;
#include "client/element_properties.inc"
#undef SIMULATED_PROPERTY

  HRESULT STDMETHODCALLTYPE ShowContextMenu() override;
  HRESULT STDMETHODCALLTYPE get_CurrentAnnotationTypes(SAFEARRAY**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE get_CachedAnnotationTypes(SAFEARRAY**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE get_CurrentAnnotationObjects(IUIAutomationElementArray**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE get_CachedAnnotationObjects(IUIAutomationElementArray**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE FindFirstWithOptions(TreeScope, IUIAutomationCondition*, TreeTraversalOptions,
                                                 IUIAutomationElement*, IUIAutomationElement**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE FindAllWithOptions(TreeScope, IUIAutomationCondition*, TreeTraversalOptions,
                                               IUIAutomationElement*, IUIAutomationElementArray**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE FindFirstWithOptionsBuildCache(TreeScope, IUIAutomationCondition*,
                                                           IUIAutomationCacheRequest*, TreeTraversalOptions,
                                                           IUIAutomationElement*, IUIAutomationElement**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE FindAllWithOptionsBuildCache(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*,
                                                         TreeTraversalOptions, IUIAutomationElement*,
                                                         IUIAutomationElementArray**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE GetCurrentMetadataValue(int, METADATAID, VARIANT*) override { return E_NOTIMPL; }

 private:
  struct Cache {
    Wanted wanted;
    Node node;  // without its children
    std::vector<ComPtr<Element>> children;
  };

  std::vector<ComPtr<Element>> found(TreeScope, IUIAutomationCondition*, IUIAutomationCacheRequest*, bool first,
                                     HRESULT& result) const;

  const Place place_;
  const SettingsPtr settings_;
  std::shared_ptr<const Cache> cache_;  // null when nothing was wanted
};

}  // namespace surehand::simulator

#pragma once

#include <utility>
#include <vector>

#include "client/events.h"

namespace surehand::simulator {

// Handlers that are added and removed together: IUIAutomation6's.
class EventGroup final : public Com<IUIAutomationEventHandlerGroup> {
 public:
  const std::vector<Handler>& handlers() const { return handlers_; }

  HRESULT STDMETHODCALLTYPE AddAutomationEventHandler(EVENTID event, TreeScope scope,
                                                      IUIAutomationCacheRequest* request,
                                                      IUIAutomationEventHandler* target) override {
    Handler handler = with(EventKind::kAutomation, scope, request, target);
    handler.event = event;
    handlers_.push_back(std::move(handler));
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE AddPropertyChangedEventHandler(TreeScope scope, IUIAutomationCacheRequest* request,
                                                           IUIAutomationPropertyChangedEventHandler* target,
                                                           PROPERTYID* properties, int count) override {
    Handler handler = with(EventKind::kProperty, scope, request, target);
    handler.properties.insert(properties, properties + count);
    handlers_.push_back(std::move(handler));
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE AddStructureChangedEventHandler(
      TreeScope scope, IUIAutomationCacheRequest* request, IUIAutomationStructureChangedEventHandler* target) override {
    handlers_.push_back(with(EventKind::kStructure, scope, request, target));
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE AddActiveTextPositionChangedEventHandler(
      TreeScope, IUIAutomationCacheRequest*, IUIAutomationActiveTextPositionChangedEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE AddChangesEventHandler(TreeScope, int*, int, IUIAutomationCacheRequest*,
                                                   IUIAutomationChangesEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE AddNotificationEventHandler(TreeScope, IUIAutomationCacheRequest*,
                                                        IUIAutomationNotificationEventHandler*) override {
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE AddTextEditTextChangedEventHandler(TreeScope, TextEditChangeType,
                                                               IUIAutomationCacheRequest*,
                                                               IUIAutomationTextEditTextChangedEventHandler*) override {
    return E_NOTIMPL;
  }

 private:
  static Handler with(EventKind kind, TreeScope scope, IUIAutomationCacheRequest* request, IUnknown* target) {
    Handler handler;
    handler.kind = kind;
    handler.scope = scope;
    handler.wanted = CacheRequest::wanted(request);
    handler.target = ComPtr<IUnknown>(target);
    return handler;
  }

  std::vector<Handler> handlers_;
};

}  // namespace surehand::simulator

#pragma once

#include <atomic>

#include "platform/windows/com/uiautomation.h"

namespace surehand::uia {

// Every kind of handler that UI Automation calls, in one object. It is called on threads of UI Automation's own.
class EventHandlers : public IUIAutomationEventHandler,
                      public IUIAutomationPropertyChangedEventHandler,
                      public IUIAutomationStructureChangedEventHandler,
                      public IUIAutomationFocusChangedEventHandler {
 public:
  EventHandlers() = default;
  EventHandlers(const EventHandlers&) = delete;
  EventHandlers& operator=(const EventHandlers&) = delete;
  virtual ~EventHandlers() = default;

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** out) override {
    if (!out) return E_POINTER;
    *out = nullptr;
    if (id == __uuidof(IUnknown) || id == __uuidof(IUIAutomationEventHandler)) {
      *out = static_cast<IUIAutomationEventHandler*>(this);
    } else if (id == __uuidof(IUIAutomationPropertyChangedEventHandler)) {
      *out = static_cast<IUIAutomationPropertyChangedEventHandler*>(this);
    } else if (id == __uuidof(IUIAutomationStructureChangedEventHandler)) {
      *out = static_cast<IUIAutomationStructureChangedEventHandler*>(this);
    } else if (id == __uuidof(IUIAutomationFocusChangedEventHandler)) {
      *out = static_cast<IUIAutomationFocusChangedEventHandler*>(this);
    }
    if (!*out) return E_NOINTERFACE;
    AddRef();
    return S_OK;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references_; }
  ULONG STDMETHODCALLTYPE Release() override {
    const ULONG left = --references_;
    if (left == 0) delete this;
    return left;
  }

 private:
  std::atomic<ULONG> references_{1};
};

}  // namespace surehand::uia

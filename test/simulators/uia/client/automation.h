#pragma once

#include <memory>

#include "client/com.h"
#include "client/events.h"
#include "client/remote.h"

namespace surehand::simulator {

// CUIAutomation8.
class Automation final
    : public Com<IUIAutomation6, IUIAutomation, IUIAutomation2, IUIAutomation3, IUIAutomation4, IUIAutomation5> {
 public:
  Automation();
  ~Automation() override;

  HRESULT STDMETHODCALLTYPE CompareElements(IUIAutomationElement*, IUIAutomationElement*, BOOL*) override;
  HRESULT STDMETHODCALLTYPE CompareRuntimeIds(SAFEARRAY*, SAFEARRAY*, BOOL*) override;
  HRESULT STDMETHODCALLTYPE GetRootElement(IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE ElementFromHandle(UIA_HWND, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE ElementFromPoint(POINT, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetFocusedElement(IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetRootElementBuildCache(IUIAutomationCacheRequest*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE ElementFromHandleBuildCache(UIA_HWND, IUIAutomationCacheRequest*,
                                                        IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE ElementFromPointBuildCache(POINT, IUIAutomationCacheRequest*,
                                                       IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE GetFocusedElementBuildCache(IUIAutomationCacheRequest*, IUIAutomationElement**) override;
  HRESULT STDMETHODCALLTYPE CreateTreeWalker(IUIAutomationCondition*, IUIAutomationTreeWalker**) override;
  HRESULT STDMETHODCALLTYPE get_ControlViewWalker(IUIAutomationTreeWalker**) override;
  HRESULT STDMETHODCALLTYPE get_ContentViewWalker(IUIAutomationTreeWalker**) override;
  HRESULT STDMETHODCALLTYPE get_RawViewWalker(IUIAutomationTreeWalker**) override;
  HRESULT STDMETHODCALLTYPE get_RawViewCondition(IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE get_ControlViewCondition(IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE get_ContentViewCondition(IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreateCacheRequest(IUIAutomationCacheRequest**) override;
  HRESULT STDMETHODCALLTYPE CreateTrueCondition(IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreateFalseCondition(IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreatePropertyCondition(PROPERTYID, VARIANT, IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreatePropertyConditionEx(PROPERTYID, VARIANT, PropertyConditionFlags,
                                                      IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreateAndCondition(IUIAutomationCondition*, IUIAutomationCondition*,
                                               IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreateAndConditionFromNativeArray(IUIAutomationCondition**, int,
                                                              IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreateOrCondition(IUIAutomationCondition*, IUIAutomationCondition*,
                                              IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreateOrConditionFromNativeArray(IUIAutomationCondition**, int,
                                                             IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE CreateNotCondition(IUIAutomationCondition*, IUIAutomationCondition**) override;
  HRESULT STDMETHODCALLTYPE AddAutomationEventHandler(EVENTID, IUIAutomationElement*, TreeScope,
                                                      IUIAutomationCacheRequest*, IUIAutomationEventHandler*) override;
  HRESULT STDMETHODCALLTYPE RemoveAutomationEventHandler(EVENTID, IUIAutomationElement*,
                                                         IUIAutomationEventHandler*) override;
  HRESULT STDMETHODCALLTYPE AddPropertyChangedEventHandlerNativeArray(IUIAutomationElement*, TreeScope,
                                                                      IUIAutomationCacheRequest*,
                                                                      IUIAutomationPropertyChangedEventHandler*,
                                                                      PROPERTYID*, int) override;
  HRESULT STDMETHODCALLTYPE RemovePropertyChangedEventHandler(IUIAutomationElement*,
                                                              IUIAutomationPropertyChangedEventHandler*) override;
  HRESULT STDMETHODCALLTYPE AddStructureChangedEventHandler(IUIAutomationElement*, TreeScope,
                                                            IUIAutomationCacheRequest*,
                                                            IUIAutomationStructureChangedEventHandler*) override;
  HRESULT STDMETHODCALLTYPE RemoveStructureChangedEventHandler(IUIAutomationElement*,
                                                               IUIAutomationStructureChangedEventHandler*) override;
  HRESULT STDMETHODCALLTYPE AddFocusChangedEventHandler(IUIAutomationCacheRequest*,
                                                        IUIAutomationFocusChangedEventHandler*) override;
  HRESULT STDMETHODCALLTYPE RemoveFocusChangedEventHandler(IUIAutomationFocusChangedEventHandler*) override;
  HRESULT STDMETHODCALLTYPE RemoveAllEventHandlers() override;
  HRESULT STDMETHODCALLTYPE CheckNotSupported(VARIANT, BOOL*) override;
  HRESULT STDMETHODCALLTYPE get_ReservedNotSupportedValue(IUnknown**) override;
  HRESULT STDMETHODCALLTYPE get_ReservedMixedAttributeValue(IUnknown**) override;
  HRESULT STDMETHODCALLTYPE get_AutoSetFocus(BOOL*) override;
  HRESULT STDMETHODCALLTYPE put_AutoSetFocus(BOOL) override;
  HRESULT STDMETHODCALLTYPE get_ConnectionTimeout(DWORD*) override;
  HRESULT STDMETHODCALLTYPE put_ConnectionTimeout(DWORD) override;
  HRESULT STDMETHODCALLTYPE get_TransactionTimeout(DWORD*) override;
  HRESULT STDMETHODCALLTYPE put_TransactionTimeout(DWORD) override;
  HRESULT STDMETHODCALLTYPE CreateEventHandlerGroup(IUIAutomationEventHandlerGroup**) override;
  HRESULT STDMETHODCALLTYPE AddEventHandlerGroup(IUIAutomationElement*, IUIAutomationEventHandlerGroup*) override;
  HRESULT STDMETHODCALLTYPE RemoveEventHandlerGroup(IUIAutomationElement*, IUIAutomationEventHandlerGroup*) override;
  HRESULT STDMETHODCALLTYPE get_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions*) override;
  HRESULT STDMETHODCALLTYPE put_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions) override;
  HRESULT STDMETHODCALLTYPE get_CoalesceEvents(CoalesceEventsOptions*) override;
  HRESULT STDMETHODCALLTYPE put_CoalesceEvents(CoalesceEventsOptions) override;

  // What nothing here is asked for.
  HRESULT STDMETHODCALLTYPE CreateAndConditionFromArray(SAFEARRAY*, IUIAutomationCondition**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE CreateOrConditionFromArray(SAFEARRAY*, IUIAutomationCondition**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE AddPropertyChangedEventHandler(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*,
                                                           IUIAutomationPropertyChangedEventHandler*,
                                                           SAFEARRAY*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE IntNativeArrayToSafeArray(int*, int, SAFEARRAY**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE IntSafeArrayToNativeArray(SAFEARRAY*, int**, int*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE RectToVariant(RECT, VARIANT*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE VariantToRect(VARIANT, RECT*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE SafeArrayToRectNativeArray(SAFEARRAY*, RECT**, int*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE CreateProxyFactoryEntry(IUIAutomationProxyFactory*,
                                                    IUIAutomationProxyFactoryEntry**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE get_ProxyFactoryMapping(IUIAutomationProxyFactoryMapping**) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetPropertyProgrammaticName(PROPERTYID, BSTR*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE GetPatternProgrammaticName(PATTERNID, BSTR*) override { return E_NOTIMPL; }
  HRESULT STDMETHODCALLTYPE PollForPotentialSupportedPatterns(IUIAutomationElement*, SAFEARRAY**,
                                                              SAFEARRAY**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE PollForPotentialSupportedProperties(IUIAutomationElement*, SAFEARRAY**,
                                                                SAFEARRAY**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE ElementFromIAccessible(IAccessible*, int, IUIAutomationElement**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE ElementFromIAccessibleBuildCache(IAccessible*, int, IUIAutomationCacheRequest*,
                                                             IUIAutomationElement**) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE AddTextEditTextChangedEventHandler(IUIAutomationElement*, TreeScope, TextEditChangeType,
                                                               IUIAutomationCacheRequest*,
                                                               IUIAutomationTextEditTextChangedEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE
  RemoveTextEditTextChangedEventHandler(IUIAutomationElement*, IUIAutomationTextEditTextChangedEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE AddChangesEventHandler(IUIAutomationElement*, TreeScope, int*, int,
                                                   IUIAutomationCacheRequest*,
                                                   IUIAutomationChangesEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE RemoveChangesEventHandler(IUIAutomationElement*,
                                                      IUIAutomationChangesEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE AddNotificationEventHandler(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*,
                                                        IUIAutomationNotificationEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE RemoveNotificationEventHandler(IUIAutomationElement*,
                                                           IUIAutomationNotificationEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE
  AddActiveTextPositionChangedEventHandler(IUIAutomationElement*, TreeScope, IUIAutomationCacheRequest*,
                                           IUIAutomationActiveTextPositionChangedEventHandler*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE RemoveActiveTextPositionChangedEventHandler(
      IUIAutomationElement*, IUIAutomationActiveTextPositionChangedEventHandler*) override {
    return E_NOTIMPL;
  }

 private:
  HRESULT element_at(const Place& place, IUIAutomationCacheRequest* request, IUIAutomationElement** out) const;
  HRESULT add(Handler handler, IUIAutomationElement* element, TreeScope scope, IUIAutomationCacheRequest* request,
              IUnknown* target);

  const SettingsPtr settings_ = std::make_shared<Settings>();
  const std::shared_ptr<Events> events_ = std::make_shared<Events>(settings_);
  CoalesceEventsOptions coalesce_ = CoalesceEventsOptions_Disabled;
  ConnectionRecoveryBehaviorOptions recovery_ = ConnectionRecoveryBehaviorOptions_Disabled;
};

}  // namespace surehand::simulator

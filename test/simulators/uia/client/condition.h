#pragma once

#include "client/com.h"
#include "client/remote.h"

namespace surehand::simulator {

// What every condition of ours can say of a node. Reached through the COM object by an interface of its own.
MIDL_INTERFACE("7d1b1d0e-51c8-4d2c-9d52-2f3c0f6f8a11")
Tester : public IUnknown {
 public:
  virtual bool holds(const Node& node) const = 0;
};

bool matches(IUIAutomationCondition* condition, const Node& node);

HRESULT make_bool_condition(bool value, IUIAutomationCondition** out);
HRESULT make_property_condition(int property, const VARIANT& value, PropertyConditionFlags flags,
                                IUIAutomationCondition** out);
HRESULT make_all_condition(IUIAutomationCondition** conditions, int count, IUIAutomationCondition** out);
HRESULT make_any_condition(IUIAutomationCondition** conditions, int count, IUIAutomationCondition** out);
HRESULT make_not_condition(IUIAutomationCondition* condition, IUIAutomationCondition** out);
// IsControlElement and IsContentElement, which the views of UI Automation are.
HRESULT make_view_condition(bool content, IUIAutomationCondition** out);

}  // namespace surehand::simulator

__CRT_UUID_DECL(surehand::simulator::Tester, 0x7d1b1d0e, 0x51c8, 0x4d2c, 0x9d, 0x52, 0x2f, 0x3c, 0x0f, 0x6f, 0x8a, 0x11)

#pragma once

#include "platform/windows/com/uiautomation.h"
#include "platform/windows/identity.h"
#include "platform/windows/read/facts.h"

namespace surehand::uia {

// What came with an element. Calls into nothing but the window system. What did not come counts as not said.
Facts facts_of(IUIAutomationElement& element);
// Empty where its provider gives none.
RuntimeId runtime_id_of(IUIAutomationElement& element);

}  // namespace surehand::uia

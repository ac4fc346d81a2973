#pragma once

#include "core/result.h"
#include "core/seam/reading.h"
#include "platform/windows/com/client.h"

namespace surehand::uia {

// Which elements a tree is made of: those of UI Automation's control view, and windows that are left out of it. Null where this UI Automation
// makes no such condition: then a request says nothing, which means the control view.
ComPtr<IUIAutomationCondition> view_of(const Client& client);

// What is to come with the elements that a request is for, so that reading it afterwards calls into nothing.
Result<ComPtr<IUIAutomationCacheRequest>> make_request(const Client& client, const SnapshotOptions& options,
                                                       TreeScope scope);
// What an element is like, and whether it is selected, alone.
Result<ComPtr<IUIAutomationCacheRequest>> make_telling_request(const Client& client);
// What an element's role and name come from, of those that a search finds.
Result<ComPtr<IUIAutomationCacheRequest>> make_naming_request(const Client& client);

}  // namespace surehand::uia

#include "platform/macos/realize.h"

#include <algorithm>

#include "platform/macos/cf/string.h"
#include "platform/macos/errors.h"
#include "platform/macos/identity.h"

namespace surehand::ax {

namespace {

// How many rows are asked for at once, and how many at all.
constexpr CFIndex kRealizePage = 200;
constexpr CFIndex kMostRealized = 100'000;

bool says(const ElementRef& element, const std::string& name, const Limits& limits) {
  for (const CFStringRef attribute : {kAXTitleAttribute, kAXDescriptionAttribute, kAXValueAttribute}) {
    if (text(element, attribute, limits) == name) return true;
  }
  return false;
}

// A row of AppKit's has no name; what is in its first cell has.
bool is_called(const ElementRef& row, const std::string& name, const Limits& limits) {
  if (says(row, name, limits)) return true;
  const auto cells = elements(row, kAXChildrenAttribute, limits);
  if (cells.empty()) return false;
  if (says(cells.front(), name, limits)) return true;
  const auto parts = elements(cells.front(), kAXChildrenAttribute, limits);
  return std::any_of(parts.begin(), parts.end(), [&](const ElementRef& each) { return says(each, name, limits); });
}

}  // namespace

Result<Element> realize_row(Session& session, RefBook& refs, const Element& wanted, const std::string& name,
                            const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, wanted.app_key));
  SUREHAND_TRY(container, element_of(session, wanted));
  for (const CFStringRef attribute : {kAXRowsAttribute, kAXChildrenAttribute}) {
    const CFIndex count = count_of(*container, attribute, limits);
    if (count <= 0) continue;
    for (CFIndex first = 0; first < std::min(count, kMostRealized); first += kRealizePage) {
      for (const ElementRef& row : elements_from(*container, attribute, first, kRealizePage, limits)) {
        if (auto error = limits.exceeded("the item to be found among " + std::to_string(count)))
          return std::move(*error);
        if (!is_called(row, name, limits)) continue;
        AXError error = kAXErrorSuccess;
        const auto actions = action_names(row, limits, error);
        if (std::find(actions.begin(), actions.end(), "AXScrollToVisible") != actions.end()) {
          (void)perform(row, CFSTR("AXScrollToVisible"), limits);
        }
        const auto named = session.elements->intern(wanted.app_key, row);
        (void)refs.number_of(wanted.app_key, named.identity, named.hold);  // held until a snapshot has it
        return Element{wanted.app_key, named.identity};
      }
    }
    break;
  }
  return Error{ErrorCode::kNotFound, "the container has no item of that name", {}};
}

}  // namespace surehand::ax

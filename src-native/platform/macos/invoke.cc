#include "platform/macos/invoke.h"

#include "platform/macos/identity.h"
#include "platform/macos/invoke/expand.h"
#include "platform/macos/invoke/focus.h"
#include "platform/macos/invoke/press.h"
#include "platform/macos/invoke/scroll.h"
#include "platform/macos/invoke/selection.h"
#include "platform/macos/invoke/text.h"
#include "platform/macos/invoke/value.h"

namespace surehand::ax {

Result<Dispatch> invoke_action(Session& session, const Element& element, const Action& action, Sending& sending,
                               const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, element.app_key));
  SUREHAND_TRY(reference, element_of(session, element));
  Invocation invocation(application.take(), reference.take(), sending, limits);
  SUREHAND_CHECK(invocation.learn());
  switch (action.kind) {
    case ActionKind::kPress:
      return press(invocation);
    case ActionKind::kShowMenu:
      return show_menu(invocation);
    case ActionKind::kToggle:
      return toggle(invocation);
    case ActionKind::kExpand:
      return expand(invocation, true);
    case ActionKind::kCollapse:
      return expand(invocation, false);
    case ActionKind::kSelect:
      return select(invocation, true);
    case ActionKind::kDeselect:
      return select(invocation, false);
    case ActionKind::kSetText:
      return set_text(invocation, action.text);
    case ActionKind::kInsertText:
      return insert_text(invocation, action.text);
    case ActionKind::kSetValue:
      return set_value(invocation, action.number);
    case ActionKind::kSetCaret: {
      const auto caret = static_cast<size_t>(action.number);
      return select_text(invocation, caret, caret);
    }
    case ActionKind::kSelectText:
      return select_text(invocation, action.start, action.end);
    case ActionKind::kFocus:
      return focus(invocation);
    case ActionKind::kScrollIntoView:
      return scroll_into_view(invocation);
    case ActionKind::kNamed:
      return named(invocation, action.name);
  }
  return invocation.unsupported("this action");
}

}  // namespace surehand::ax

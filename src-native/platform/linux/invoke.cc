#include "platform/linux/invoke.h"

#include "platform/linux/invoke/edit.h"
#include "platform/linux/invoke/focus.h"
#include "platform/linux/invoke/press.h"
#include "platform/linux/invoke/scroll.h"
#include "platform/linux/invoke/selection.h"
#include "platform/linux/invoke/text.h"
#include "platform/linux/invoke/value.h"

namespace surehand::atspi {

Result<Dispatch> invoke_action(Session& session, const Element& element, const Action& action, Sending& sending,
                               const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, element.app_key, limits));
  Invocation invocation(session, **application, element, sending, limits);
  SUREHAND_CHECK(invocation.learn());
  switch (action.kind) {
    case ActionKind::kPress:
    case ActionKind::kShowMenu:
      return act(invocation, action.kind);
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
      return edit(invocation, [&] { return set_text(invocation, action.text); });
    case ActionKind::kInsertText:
      return insert_text(invocation, action.text);
    case ActionKind::kSetValue:
      return edit(invocation, [&] { return set_value(invocation, action.number); });
    case ActionKind::kSetCaret:
      return set_caret(invocation, static_cast<size_t>(action.number));
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

}  // namespace surehand::atspi

#include "platform/linux/invoke/focus.h"

#include <optional>

#include "platform/linux/invoke/press.h"
#include "platform/linux/quirks/current_items.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// As the application counts.
struct Selected {
  int32_t from;
  int32_t to;

  bool operator==(const Selected& other) const { return from == other.from && to == other.to; }
};

// Where the caret is, or what is selected. Nothing where that is not known, or stays as it is when the element gets the focus.
std::optional<Selected> selected_in(Invocation& invocation) {
  if (!invocation.application().traits().focus_selects_text) return std::nullopt;
  if (!invocation.facts().has(Interface::kText) || !invocation.facts().is(state::kEditable)) return std::nullopt;
  const auto caret = invocation.number(Property::kCaretOffset);
  const Object& object = invocation.object();
  const auto count = invocation.read(invocation.caller().method(object, Method::kGetSelectionCount));
  if (!caret || !*caret || !count || !count->is_reply()) return std::nullopt;
  if (count->body().i32() <= 0) return Selected{**caret, **caret};
  const auto selected = invocation.read(invocation.caller().with_index(object, Method::kGetTextSelection, 0));
  if (!selected || !selected->is_reply()) return std::nullopt;
  dbus::Reader reader = selected->body();
  const int32_t from = reader.i32();
  return Selected{from, reader.i32()};
}

// Typing would replace all of a text that the focus has selected.
void select_again(Invocation& invocation, const Selected& before) {
  const auto now = selected_in(invocation);
  if (!now || *now == before) return;
  const Object& object = invocation.object();
  dbus::Writer body;
  body.i32(0).i32(before.from).i32(before.to);
  const dbus::Call back = before.from == before.to
                              ? invocation.caller().with_index(object, Method::kSetCaretOffset, before.from)
                              : invocation.caller().method_with(object, Method::kSetSelection, "iii", &body);
  (void)invocation.session().bus->call(back, invocation.limits().capped(kReadBack));
}

}  // namespace

Result<Dispatch> focus(Invocation& invocation) {
  const bool may_be_current_alone = may_be_current_only(invocation.facts().role, invocation.application().traits());
  if (invocation.facts().is(state::kFocused) && !may_be_current_alone)
    return Dispatch{Route::kNone, "it was so already"};
  if (invocation.facts().has(Interface::kComponent)) {
    const auto before = selected_in(invocation);
    auto done =
        invocation.dispatch_bool(invocation.caller().method(invocation.object(), Method::kGrabFocus), Route::kFocus);
    if (!done && done.error().code != ErrorCode::kUnsupported) return done.take_error();
    if (done && *done && before) select_again(invocation, *before);
    if (done && *done) return Dispatch{Route::kFocus, "Component.GrabFocus"};
  }
  auto done = act(invocation, ActionKind::kFocus);
  if (done) done->route = Route::kFocus;
  return done;
}

}  // namespace surehand::atspi

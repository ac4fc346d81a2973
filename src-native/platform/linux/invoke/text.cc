#include "platform/linux/invoke/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text/utf16.h"
#include "platform/linux/invoke/cell.h"
#include "platform/linux/invoke/edit_permit.h"
#include "platform/linux/invoke/press.h"
#include "platform/linux/invoke/text_content.h"
#include "platform/linux/invoke/value.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/quirks/spin_buttons.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

namespace {

// The text that it was given, once it is as long as that; nothing when it does not get so.
std::optional<Content> as_long_as(Invocation& invocation, std::string wanted) {
  const size_t characters = utf16::characters(wanted);
  bool counts_units = false;
  const bool seen = invocation.confirmed([&]() -> Result<bool> {
    SUREHAND_TRY(count, invocation.number(Property::kCharacterCount));
    if (!*count || **count < 0) return false;
    const auto now = static_cast<size_t>(**count);
    counts_units = now != characters;
    return now == characters || now == utf16::units(wanted);
  });
  if (!seen) return std::nullopt;
  return Content{std::move(wanted), counts_units};
}

// `3.5`, `+5`, ` 7 `.
std::optional<double> plain_number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool is_protected(const Invocation& invocation) { return invocation.facts().role == role::kPasswordText; }

std::optional<Error> not_editable(Invocation& invocation) {
  if (!invocation.facts().has(Interface::kEditableText)) return invocation.unsupported("set its text");
  const bool is_editable = invocation.facts().is(state::kEditable) ||
                           is_spin_with_text(invocation.facts().role, invocation.application().toolkit);
  if (invocation.facts().is(state::kReadOnly) || !is_editable) {
    return Error{ErrorCode::kNotActionable, "the element is read-only", {}};
  }
  return std::nullopt;
}

Result<EditPermit> permitted(Invocation& invocation) {
  SUREHAND_TRY(permit, edit_permit(invocation));
  if (*permit) return **permit;
  return invocation.unsupported(
      "change the formula in the input line, which would crash the application; fill the cell instead");
}

}  // namespace

Result<Dispatch> set_text(Invocation& invocation, const std::string& text) {
  if (sheet_of(invocation.element().identity)) return set_cell_text(invocation, text);
  // A spin button takes a text for its number only once Enter is pressed or it is left. Qt's is left after it (invoke/edit.cc).
  const bool by_text = is_spin_with_text(invocation.facts().role, invocation.application().toolkit) &&
                       invocation.facts().has(Interface::kEditableText);
  const bool is_number = invocation.facts().role == role::kSpinButton && invocation.facts().has(Interface::kValue);
  if (is_number && !by_text) {
    if (const auto value = plain_number(text)) return set_value(invocation, *value);
    if (invocation.application().traits().spin_buttons_take_typed_text_only) {
      return invocation.unsupported("take a text that is no plain number for its value");
    }
  }
  if (auto error = not_editable(invocation)) return std::move(*error);
  SUREHAND_TRY(permit, permitted(invocation));
  SUREHAND_TRY(
      done, invocation.dispatch_bool(invocation.caller().set_text(invocation.object(), text, *permit), Route::kText));
  if (!*done) return invocation.unsupported("set its text at present; the application declined it");
  if (is_number && invocation.application().traits().spin_buttons_take_text_when_activated) {
    SUREHAND_TRY(taken, named(invocation, "activate"));
  }
  // What a password field gives back is dots.
  return Dispatch{Route::kText, "EditableText.SetTextContents",
                  is_protected(invocation) && as_long_as(invocation, text)};
}

Result<Dispatch> insert_text(Invocation& invocation, const std::string& text) {
  if (auto error = not_editable(invocation)) return std::move(*error);
  SUREHAND_TRY(permit, permitted(invocation));
  SUREHAND_TRY(caret, invocation.number(Property::kCaretOffset));
  SUREHAND_TRY(before, content(invocation));
  if (!*before) return invocation.unsupported("insert text");
  const size_t position = (*before)->character_at(caret->value_or(INT32_MAX));
  const size_t length = invocation.application().traits().inserts_by_utf16_units ? utf16::units(text) : text.size();
  auto done =
      invocation.dispatch_bool(invocation.caller().insert_text(invocation.object(), (*before)->offset_of(position),
                                                               text, static_cast<int32_t>(length), *permit),
                               Route::kText);
  if (!done) return done.take_error();
  if (!*done) return invocation.unsupported("insert text at present; the application declined it");
  std::string wanted = (*before)->text;
  wanted.insert(prefix_of(wanted, position), text);
  // Typing leaves the caret behind what was typed; not every toolkit moves it for an insertion, and none to where its
  // text has not got yet.
  const auto after = as_long_as(invocation, std::move(wanted));
  if (after) {
    const int32_t end = after->offset_of(position + utf16::characters(text));
    (void)invocation.session().bus->call(
        invocation.caller().with_index(invocation.object(), Method::kSetCaretOffset, end),
        invocation.limits().capped(kReadBack));
  }
  return Dispatch{Route::kText, "EditableText.InsertText", after && is_protected(invocation)};
}

Result<Dispatch> set_caret(Invocation& invocation, size_t unit) {
  SUREHAND_TRY(wanted, places_of(invocation, "place a caret in it", unit, unit));
  const int32_t caret = wanted->first;
  SUREHAND_TRY(done,
               invocation.dispatch_bool(
                   invocation.caller().with_index(invocation.object(), Method::kSetCaretOffset, caret), Route::kText));
  if (!*done) return invocation.unsupported("place a caret in it at present; the application declined it");
  const bool seen = invocation.confirmed([&]() -> Result<bool> {
    SUREHAND_TRY(now, invocation.number(Property::kCaretOffset));
    return *now == caret;
  });
  return Dispatch{Route::kText, "Text.SetCaretOffset", seen};
}

namespace {

// By which of its two methods.
Result<const char*> select_range(Invocation& invocation, int32_t first, int32_t last) {
  const Object& object = invocation.object();
  SUREHAND_TRY(count, invocation.read(invocation.caller().method(object, Method::kGetSelectionCount)));
  // Each toolkit declines one of the two: the one while something is selected, the other while nothing is.
  const bool replaces = count->is_reply() && count->body().i32() > 0;
  dbus::Writer body;
  if (replaces) body.i32(0);
  body.i32(first).i32(last);
  auto done =
      invocation.dispatch_bool(replaces ? invocation.caller().method_with(object, Method::kSetSelection, "iii", &body)
                                        : invocation.caller().method_with(object, Method::kAddSelection, "ii", &body),
                               Route::kText);
  if (!done) return done.take_error();
  if (!*done) return invocation.unsupported("select text in it at present; the application declined it");
  return replaces ? "Text.SetSelection" : "Text.AddSelection";
}

Result<bool> is_caret_outside(Invocation& invocation, int32_t first, int32_t last) {
  if (!invocation.application().traits().selection_may_leave_caret) return false;
  SUREHAND_TRY(caret, invocation.number(Property::kCaretOffset));
  return *caret && (**caret < first || **caret > last);
}

}  // namespace

Result<Dispatch> select_text(Invocation& invocation, size_t start, size_t end) {
  if (start == end) return set_caret(invocation, start);
  SUREHAND_TRY(wanted, places_of(invocation, "select text in it", start, end));
  const int32_t first = wanted->first;
  const int32_t last = wanted->second;
  const Object& object = invocation.object();
  SUREHAND_TRY(method, select_range(invocation, first, last));
  SUREHAND_TRY(outside, is_caret_outside(invocation, first, last));
  if (*outside) {
    // Moving the caret clears the selection.
    SUREHAND_TRY(moved, set_caret(invocation, end));
    SUREHAND_TRY(again, select_range(invocation, first, last));
    *method = *again;
  }
  const bool seen = invocation.confirmed([&]() -> Result<bool> {
    SUREHAND_TRY(now, invocation.read(invocation.caller().with_index(object, Method::kGetTextSelection, 0)));
    if (!now->is_reply()) return false;
    dbus::Reader reader = now->body();
    const int32_t from = reader.i32();
    const int32_t to = reader.i32();
    return std::minmax(from, to) == std::minmax(first, last);
  });
  return Dispatch{Route::kText, *method, seen};
}

}  // namespace surehand::atspi

#include "platform/linux/invoke/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "platform/linux/invoke/value.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

namespace {

size_t characters(std::string_view utf8) {
  return static_cast<size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// The bytes of the first `count` characters.
size_t prefix_of(std::string_view utf8, size_t count) {
  size_t at = 0;
  for (; at < utf8.size(); ++at) {
    if ((utf8[at] & 0xc0) == 0x80) continue;
    if (count == 0) break;
    --count;
  }
  return at;
}

size_t utf16_units(std::string_view utf8) {
  const auto astral = std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xf8) == 0xf0; });
  return characters(utf8) + static_cast<size_t>(astral);
}

// The text as it is, and what its offsets count: characters (GTK), or UTF-16 units (Qt, LibreOffice).
struct Content {
  std::string text;
  bool utf16 = false;

  int32_t offset_of(size_t character) const {
    const std::string_view before = std::string_view(text).substr(0, prefix_of(text, character));
    return static_cast<int32_t>(utf16 ? utf16_units(before) : characters(before));
  }
  size_t character_at(int32_t offset) const {
    size_t character = 0;
    for (const size_t most = characters(text); character < most && offset_of(character) < offset;) ++character;
    return character;
  }
};

Result<std::optional<Content>> content(Invocation& invocation) {
  auto count = invocation.number(Property::kCharacterCount);
  if (!count) return count.take_error();
  if (!*count || **count < 0) return std::optional<Content>();
  if (**count == 0) return std::optional(Content());
  // GTK 4 gives nothing for "to the end" (-1).
  auto reply = invocation.read(invocation.caller().text(invocation.object(), 0, **count));
  if (!reply) return reply.take_error();
  if (!reply->is_reply()) return std::optional<Content>();
  Content content;
  content.text = reply->body().string();
  content.utf16 = static_cast<size_t>(**count) > characters(content.text);
  return std::optional(std::move(content));
}

bool confirmed_text(Invocation& invocation, const std::string& wanted) {
  // What a password field gives back is dots.
  if (invocation.facts().role == role::kPasswordText) {
    return invocation.confirmed([&]() -> Result<bool> {
      auto count = invocation.number(Property::kCharacterCount);
      if (!count) return count.take_error();
      return *count && static_cast<size_t>(**count) == characters(wanted);
    });
  }
  return invocation.confirmed([&]() -> Result<bool> {
    auto now = content(invocation);
    if (!now) return now.take_error();
    return *now && (*now)->text == wanted;
  });
}

std::optional<Error> not_editable(Invocation& invocation) {
  if (!invocation.facts().has(Interface::kEditableText)) return invocation.unsupported("set its text");
  if (invocation.facts().is(state::kReadOnly) || !invocation.facts().is(state::kEditable)) {
    return Error{ErrorCode::kNotActionable, "the element is read-only", {}};
  }
  return std::nullopt;
}

}  // namespace

Result<Dispatch> set_text(Invocation& invocation, const std::string& text) {
  // A spin button takes a text for its number only once Enter is pressed, and Qt's takes none.
  if (invocation.facts().role == role::kSpinButton && invocation.facts().has(Interface::kValue)) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && std::isfinite(value)) return set_value(invocation, value);
  }
  if (auto error = not_editable(invocation)) return std::move(*error);
  dbus::Writer body;
  body.string(text);
  auto done = invocation.dispatch_bool(
      invocation.caller().method_with(invocation.object(), Method::kSetTextContents, "s", &body), Route::kText);
  if (!done) return done.take_error();
  if (!*done) return invocation.unsupported("set its text at present; the application declined it");
  return Dispatch{Route::kText, "EditableText.SetTextContents", confirmed_text(invocation, text)};
}

Result<Dispatch> insert_text(Invocation& invocation, const std::string& text) {
  if (auto error = not_editable(invocation)) return std::move(*error);
  auto caret = invocation.number(Property::kCaretOffset);
  if (!caret) return caret.take_error();
  auto before = content(invocation);
  if (!before) return before.take_error();
  if (!*before) return invocation.unsupported("insert text");
  const size_t position = (*before)->character_at(caret->value_or(INT32_MAX));
  dbus::Writer body;
  // How much of the text to take: Qt counts UTF-16 units, and fills up with NUL; the others count bytes.
  const size_t length = invocation.application().toolkit == Toolkit::kQt ? utf16_units(text) : text.size();
  body.i32((*before)->offset_of(position)).string(text).i32(static_cast<int32_t>(length));
  auto done = invocation.dispatch_bool(
      invocation.caller().method_with(invocation.object(), Method::kInsertText, "isi", &body), Route::kText);
  if (!done) return done.take_error();
  if (!*done) return invocation.unsupported("insert text at present; the application declined it");
  std::string wanted = (*before)->text;
  wanted.insert(prefix_of(wanted, position), text);
  const bool seen = confirmed_text(invocation, wanted);
  // Typing leaves the caret behind what was typed; not every toolkit moves it for an insertion.
  if (auto after = content(invocation); seen && after && *after) {
    const int32_t end = (*after)->offset_of(position + characters(text));
    (void)invocation.session().bus->call(
        invocation.caller().with_index(invocation.object(), Method::kSetCaretOffset, end),
        invocation.limits().capped(kReadBack));
  }
  return Dispatch{Route::kText, "EditableText.InsertText", seen};
}

Result<Dispatch> set_caret(Invocation& invocation, double offset) {
  if (!invocation.facts().has(Interface::kText)) return invocation.unsupported("place a caret in it");
  auto wanted = static_cast<int32_t>(std::clamp(offset, 0.0, 2147483647.0));
  auto now = content(invocation);
  if (!now) return now.take_error();
  if (*now && (*now)->utf16) wanted = (*now)->offset_of(static_cast<size_t>(wanted));
  auto done = invocation.dispatch_bool(
      invocation.caller().with_index(invocation.object(), Method::kSetCaretOffset, wanted), Route::kText);
  if (!done) return done.take_error();
  if (!*done) return invocation.unsupported("place a caret in it at present; the application declined it");
  const bool seen = invocation.confirmed([&]() -> Result<bool> {
    auto now = invocation.number(Property::kCaretOffset);
    if (!now) return now.take_error();
    return *now == wanted;
  });
  return Dispatch{Route::kText, "Text.SetCaretOffset", seen};
}

}  // namespace surehand::atspi

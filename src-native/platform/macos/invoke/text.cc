#include "platform/macos/invoke/text.h"

#include "core/json.h"
#include "core/text/utf16.h"
#include "platform/macos/cf/string.h"
#include "platform/macos/invoke/value.h"

namespace surehand::ax {

namespace {

// A number, where the element has one for its value.
std::optional<double> as_its_number(Invocation& invocation, const std::string& text) {
  if (!number(invocation.element(), kAXValueAttribute, invocation.limits())) return std::nullopt;
  const auto parsed = json::parse(text);
  const auto* value = std::get_if<json::Value>(&parsed);
  if (!value || !value->is_number()) return std::nullopt;
  return value->as_number();
}

std::optional<Error> not_editable(Invocation& invocation, CFStringRef attribute, std::string_view purpose) {
  if (is_settable(invocation.element(), attribute, invocation.limits())) return std::nullopt;
  const bool reads_only = attribute == kAXValueAttribute && invocation.facts().is_text();
  if (!reads_only) return invocation.unsupported(purpose);
  return Error{ErrorCode::kNotActionable, "the element is read-only", {}};
}

std::optional<size_t> units_now(Invocation& invocation) {
  const auto count = number(invocation.element(), kAXNumberOfCharactersAttribute, invocation.limits());
  if (!count || *count < 0) return std::nullopt;
  return static_cast<size_t>(*count);
}

// Where a text of so many units has this place: before the character that it is in the middle of.
size_t whole_place(CFStringRef text, size_t unit) {
  const auto at = static_cast<CFIndex>(unit);
  if (!text || at <= 0 || at >= CFStringGetLength(text)) return unit;
  const UniChar here = CFStringGetCharacterAtIndex(text, at);
  const UniChar before = CFStringGetCharacterAtIndex(text, at - 1);
  const bool in_the_middle = here >= 0xDC00 && here < 0xE000 && before >= 0xD800 && before < 0xDC00;
  return in_the_middle ? unit - 1 : unit;
}

Result<Dispatch> write_selection(Invocation& invocation, CFRange wanted) {
  const auto took = [&] {
    const auto now = range(invocation.element(), kAXSelectedTextRangeAttribute, invocation.limits());
    return now && now->location == wanted.location && now->length == wanted.length;
  };
  const cf::Object value = boxed(wanted);
  auto written = invocation.write(invocation.element(), kAXSelectedTextRangeAttribute, value.get(), Route::kText, took);
  if (written) written->confirmed = invocation.confirmed(took);
  return written;
}

}  // namespace

Result<Dispatch> set_text(Invocation& invocation, const std::string& text) {
  if (const auto value = as_its_number(invocation, text)) return set_value(invocation, *value);
  if (auto error = not_editable(invocation, kAXValueAttribute, "set its text")) return std::move(*error);
  const auto wanted = cf::string(text);
  const auto took = [&] {
    const Answer now = copy(invocation.element(), kAXValueAttribute, invocation.limits());
    return now.value && CFEqual(now.value.get(), wanted.get());
  };
  auto written = invocation.write(invocation.element(), kAXValueAttribute, wanted.get(), Route::kText, took);
  // A secure field says how long its text is, and nothing else of it.
  if (written && invocation.facts().is_secret()) {
    written->confirmed = invocation.confirmed([&] { return units_now(invocation) == utf16::units(text); });
  }
  return written;
}

Result<Dispatch> insert_text(Invocation& invocation, const std::string& text) {
  if (auto error = not_editable(invocation, kAXSelectedTextAttribute, "insert text")) return std::move(*error);
  const auto before = units_now(invocation);
  const auto selected = range(invocation.element(), kAXSelectedTextRangeAttribute, invocation.limits());
  // What is written takes the place of what is selected; an insertion takes no text away.
  if (selected && selected->length > 0) {
    auto placed = write_selection(invocation, CFRangeMake(selected->location + selected->length, 0));
    if (!placed) return placed;
    if (!placed->confirmed) return invocation.unsupported("insert text without taking away what is selected");
  }
  const auto wanted = cf::string(text);
  const auto took = [&] { return before && units_now(invocation) == *before + utf16::units(text); };
  auto written = invocation.write(invocation.element(), kAXSelectedTextAttribute, wanted.get(), Route::kText, took);
  if (written && invocation.facts().is_secret()) written->confirmed = invocation.confirmed(took);
  return written;
}

Result<Dispatch> select_text(Invocation& invocation, size_t start, size_t end) {
  const std::string_view purpose = start == end ? "place a caret in it" : "select text in it";
  if (auto error = not_editable(invocation, kAXSelectedTextRangeAttribute, purpose)) return std::move(*error);
  const Answer content = copy(invocation.element(), kAXValueAttribute, invocation.limits());
  const CFStringRef text = invocation.facts().is_secret() ? nullptr : cf::as_string(content.value.get());
  const auto units = text ? std::optional(static_cast<size_t>(CFStringGetLength(text))) : units_now(invocation);
  if (!units) return invocation.unsupported(purpose);
  for (const size_t each : {start, end}) {
    if (auto error = beyond_text(each, *units)) return std::move(*error);
  }
  const size_t from = whole_place(text, start);
  const size_t to = whole_place(text, end);
  return write_selection(invocation, CFRangeMake(static_cast<CFIndex>(from), static_cast<CFIndex>(to - from)));
}

}  // namespace surehand::ax

#include "platform/linux/invoke/text_content.h"

#include "core/text/utf16.h"
#include "platform/linux/quirks/texts.h"

namespace surehand::atspi {

size_t prefix_of(std::string_view utf8, size_t count) {
  size_t at = 0;
  for (; at < utf8.size(); ++at) {
    if ((utf8[at] & 0xc0) == 0x80) continue;
    if (count == 0) break;
    --count;
  }
  return at;
}

int32_t Content::offset_of(size_t character) const {
  const std::string_view before = std::string_view(text).substr(0, prefix_of(text, character));
  return static_cast<int32_t>(utf16 ? utf16::units(before) : utf16::characters(before));
}

Result<int32_t> Content::place_of(size_t unit) const {
  if (auto error = beyond_text(unit, utf16::units(text))) return std::move(*error);
  return offset_of(utf16::characters_before(text, unit));
}

size_t Content::character_at(int32_t offset) const {
  size_t character = 0;
  for (const size_t most = utf16::characters(text); character < most && offset_of(character) < offset;) ++character;
  return character;
}

size_t Content::unit_at(int32_t offset) const {
  return utf16::units(std::string_view(text).substr(0, prefix_of(text, character_at(offset))));
}

Result<std::optional<Content>> content(Invocation& invocation) {
  SUREHAND_TRY(count, invocation.number(Property::kCharacterCount));
  if (!*count || **count < 0) return std::optional<Content>();
  if (**count == 0) return std::optional(Content());
  // GTK 4 gives nothing for "to the end" (-1).
  SUREHAND_TRY(reply, invocation.read(invocation.caller().text(invocation.object(), 0, **count)));
  if (!reply->is_reply()) return std::optional<Content>();
  Content content;
  content.text = reply->body().string();
  if (pads_texts(invocation.application().toolkit)) content.text = without_padding(content.text);
  content.utf16 = static_cast<size_t>(**count) > utf16::characters(content.text);
  return std::optional(std::move(content));
}

Result<std::pair<int32_t, int32_t>> places_of(Invocation& invocation, std::string_view purpose, size_t start,
                                              size_t end) {
  if (!invocation.facts().has(Interface::kText)) return invocation.unsupported(purpose);
  SUREHAND_TRY(now, content(invocation));
  if (!*now) return invocation.unsupported(purpose);
  SUREHAND_TRY(first, (*now)->place_of(start));
  SUREHAND_TRY(last, (*now)->place_of(end));
  return std::pair(*first, *last);
}

}  // namespace surehand::atspi

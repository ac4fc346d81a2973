#include "platform/simulated/world/text.h"
#include "ax/attributes.h"
#include "cf/string.h"
#include "core/text/utf16.h"
#include "platform/simulated/world/behaviour.h"

namespace axsim {
namespace {

using surehand::Action;
using surehand::ActionKind;
namespace utf16 = surehand::utf16;

bool is_field(const Subject& s) { return s.has_role({"AXTextField", "AXTextArea", "AXComboBox"}); }
bool is_open_field(const Subject& s) { return is_field(s) && s.role.subrole != "AXSecureTextField"; }
bool can_edit(const Subject& s) { return is_field(s) && surehand::simulated::can_edit(*s.node); }

Held selected_range(const Subject& s) {
  const auto [start, end] = surehand::simulated::selected_range(*s.node);
  return range(static_cast<CFIndex>(start), static_cast<CFIndex>(end - start));
}

std::u16string units_of(const std::string& utf8) {
  const Held made = text(utf8);
  return as<String>(made.get(), "text").units;
}

Held selected_text(const Subject& s) {
  const auto [start, end] = surehand::simulated::selected_range(*s.node);
  const auto units = units_of(s.node->value());
  return Held(ref<CFTypeRef>(new String(units.substr(start, end - start))));
}

AXError set_selected_range(Subject& s, CFTypeRef value) {
  CFRange wanted;
  if (!is_a(value, Object::Type::kAxValue) ||
      !AXValueGetValue(static_cast<AXValueRef>(value), kAXValueTypeCFRange, &wanted)) {
    return kAXErrorIllegalArgument;
  }
  const auto length = static_cast<CFIndex>(utf16::units(s.node->value()));
  if (wanted.location < 0 || wanted.length < 0 || wanted.location + wanted.length > length)
    return kAXErrorIllegalArgument;
  const auto start = static_cast<size_t>(wanted.location);
  const auto end = static_cast<size_t>(wanted.location + wanted.length);
  return perform(s, Action{ActionKind::kSelectText, {}, {}, 0, start, end}, kAXErrorAttributeUnsupported);
}

// What is selected is replaced; without a selection, it is put at the caret.
AXError set_selected_text(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kString)) return kAXErrorIllegalArgument;
  const std::string added = utf8_of(static_cast<CFStringRef>(value), "AXSelectedText");
  const auto [start, end] = surehand::simulated::selected_range(*s.node);
  if (start == end) {
    return perform(s, Action{ActionKind::kInsertText, {}, added, 0, 0, 0}, kAXErrorAttributeUnsupported);
  }
  const std::string before = s.node->value();
  const auto units = units_of(before);
  const Held head(ref<CFTypeRef>(new String(units.substr(0, start))));
  const Held tail(ref<CFTypeRef>(new String(units.substr(end))));
  const std::string kept = utf8_of(static_cast<CFStringRef>(head.get()), "AXSelectedText");
  const size_t caret = utf16::characters(kept) + utf16::characters(added);
  s.node->place_caret(caret);
  surehand::simulated::set_text(s.world(), *s.node,
                                kept + added + utf8_of(static_cast<CFStringRef>(tail.get()), "AXSelectedText"),
                                "insertText", added);
  return kAXErrorSuccess;
}

}  // namespace

const std::vector<Attribute>& text_attributes() {
  static const std::vector<Attribute> list = {
      {"AXNumberOfCharacters", is_field,
       [](const Subject& s) { return number(static_cast<int64_t>(utf16::units(s.node->value()))); }},
      {"AXSelectedTextRange", is_field, selected_range, can_edit, set_selected_range},
      {"AXSelectedText", is_open_field, selected_text, can_edit, set_selected_text},
      {"AXSelectedText", is_field, nullptr, can_edit, set_selected_text},
      {"AXVisibleCharacterRange", is_open_field,
       [](const Subject& s) { return range(0, static_cast<CFIndex>(utf16::units(s.node->value()))); }},
  };
  return list;
}

}  // namespace axsim

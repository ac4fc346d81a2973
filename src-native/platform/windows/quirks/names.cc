#include "platform/windows/quirks/names.h"

#include <algorithm>
#include <string_view>

namespace surehand::uia {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// 8-4-4-4-12 hexadecimal digits.
bool is_uuid(std::string_view text) {
  if (text.size() == 38 && text.front() == '{') text = text.substr(1, 36);
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (dash ? c != '-' : !digit) return false;
  }
  return true;
}

}  // namespace

std::string real_name(const Facts& facts, Role role) {
  std::string_view name = facts.name;
  while (!name.empty() && is_blank(name.front())) name.remove_prefix(1);
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  // JavaFX has its texts in HelpText and no name (Winium.Desktop #280).
  const bool is_named_by_help = name.empty() && role == Role::kButton && facts.framework == "JavaFX";
  return std::string(is_named_by_help ? std::string_view(facts.help) : name);
}

std::string real_id(const Facts& facts) {
  // VCL's is the number of its window (Python-UIAutomation-for-Windows #80); a spinner's of WinForms may be a UUID; JavaFX counts.
  if (is_number(facts.id) && facts.window != 0 && facts.id == std::to_string(facts.window)) return {};
  if (is_uuid(facts.id)) return {};
  if (facts.id.compare(0, 6, "JavaFX") == 0 && is_number(std::string_view(facts.id).substr(6))) return {};
  return facts.id;
}

}  // namespace surehand::uia

#include "platform/windows/win32/command_line.h"

#include <algorithm>
#include <cwctype>

namespace surehand::uia {

std::wstring quoted_argument(std::wstring_view argument) {
  if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
    return std::wstring(argument);
  }
  std::wstring out = L"\"";
  size_t slashes = 0;
  for (const wchar_t unit : argument) {
    if (unit == L'\\') {
      ++slashes;
      continue;
    }
    // Before a quotation mark each of them counts twice.
    out.append(unit == L'"' ? slashes * 2 + 1 : slashes, L'\\');
    slashes = 0;
    out += unit;
  }
  return out.append(slashes * 2, L'\\') + L'"';
}

std::wstring command_line(const std::vector<std::wstring>& arguments) {
  std::wstring line;
  for (const std::wstring& one : arguments) {
    if (!line.empty()) line += L' ';
    line += quoted_argument(one);
  }
  return line;
}

bool is_batch_file(std::wstring_view file) {
  constexpr size_t kExtension = 4;
  if (file.size() <= kExtension) return false;
  std::wstring end(file.substr(file.size() - kExtension));
  std::transform(end.begin(), end.end(), end.begin(),
                 [](wchar_t unit) { return static_cast<wchar_t>(std::towlower(static_cast<wint_t>(unit))); });
  return end == L".bat" || end == L".cmd";
}

bool is_safe_in_batch(std::wstring_view argument) {
  return argument.find_first_of(L"\"%&|<>^()!\r\n") == std::wstring_view::npos;
}

}  // namespace surehand::uia

#include "core/text/text.h"

#include <algorithm>
#include <utility>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace surehand {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
constexpr std::string_view kDots = "...";

bool is_ascii(std::string_view text) { return utf8::skip_ascii(text) == text.size(); }

char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::u32string decode(std::string_view text) {
  std::u32string codes;
  codes.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const char32_t code = utf8::next(text, at);
    codes += code == utf8::kInvalid ? utf8::kReplacement : code;
  }
  return codes;
}

// NFC of the case folding, by canonical caseless matching (Unicode D145): folding what is composed and
// composing again.
std::u32string fold_canonically(std::u32string codes) {
  uint8_t traits = 0;
  for (const char32_t code : codes) traits |= unicode::traits(code);
  if (traits & (unicode::kUnstable | unicode::kFoldsLong)) {
    std::u32string folded;
    for (const char32_t code : unicode::nfd(codes)) unicode::append_folded(folded, code);
    return unicode::nfc(folded);
  }
  if (traits & unicode::kFolds) {
    for (char32_t& code : codes) code = unicode::simple_fold(code);
  }
  return codes;
}

// Default_Ignorable_Code_Point, without the fillers of Hangul (which are letters) and the tags of flags.
bool is_invisible(char32_t code) {
  if (code < 0x34F) return code == 0xAD;
  return code == 0x34F || code == 0x61C || (code >= 0x180B && code <= 0x180F) || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
         (code >= 0xFE00 && code <= 0xFE0F) || code == 0xFEFF;
}

void drop_invisible(std::u32string& codes) {
  const bool shows = std::any_of(codes.begin(), codes.end(),
                                 [](char32_t code) { return !is_invisible(code) && !unicode::is_white_space(code); });
  if (shows) codes.erase(std::remove_if(codes.begin(), codes.end(), is_invisible), codes.end());
}

// Appends with white space collapsed; what is at the end is left to trim_end().
template <class Codes, class IsSpace, class Append>
void collapse(const Codes& codes, IsSpace is_space, Append append) {
  bool space = true;
  for (const auto code : codes) {
    const bool here = is_space(code);
    if (!here) {
      append(code);
    } else if (!space) {
      append(' ');
    }
    space = here;
  }
}

void trim_end(std::string& text) {
  if (!text.empty() && text.back() == ' ') text.pop_back();
}

void drop_ellipses(std::string& text) {
  const bool was_empty = text.empty();
  for (;;) {
    if (ends_with(text, kDots)) {
      text.resize(text.size() - kDots.size());
    } else if (ends_with(text, kEllipsis)) {
      text.resize(text.size() - kEllipsis.size());
    } else {
      break;
    }
    trim_end(text);
  }
  if (text.empty() && !was_empty) text = kEllipsis;
}

}  // namespace

std::string normalise(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  if (is_ascii(utf8)) {
    collapse(
        utf8, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }, [&](char c) { out += ascii_lower(c); });
  } else {
    std::u32string codes = decode(utf8);
    drop_invisible(codes);
    collapse(fold_canonically(std::move(codes)), unicode::is_white_space,
             [&](char32_t code) { utf8::append(out, code); });
  }
  trim_end(out);
  drop_ellipses(out);
  return out;
}

std::string mnemonic_free(std::string_view normalised) {
  std::string out;
  for (size_t at = 0; at < normalised.size();) {
    const size_t mark = std::min(normalised.find_first_of("_&", at), normalised.size());
    out.append(normalised.substr(at, mark - at));
    if (mark == normalised.size()) break;
    at = mark + 1;
    size_t behind = at;
    const bool doubled = at < normalised.size() && normalised[at] == normalised[mark];
    const bool marks = at < normalised.size() && normalised[at] != ' ' &&
                       // A combining mark belongs to the mark before it, and must not fall to the letter before that.
                       !(unicode::traits(utf8::next(normalised, behind)) & unicode::kUnstable);
    if (!marks || doubled) out += normalised[mark];
    if (doubled) ++at;
  }
  return out;
}

std::string fold_case(std::string_view utf8) {
  std::string out;
  if (is_ascii(utf8)) {
    out.resize(utf8.size());
    std::transform(utf8.begin(), utf8.end(), out.begin(), ascii_lower);
    return out;
  }
  std::u32string folded;
  for (const char32_t code : decode(utf8)) unicode::append_folded(folded, code);
  for (const char32_t code : folded) utf8::append(out, code);
  return out;
}

bool is_valid_utf8(std::string_view bytes) {
  for (size_t at = utf8::skip_ascii(bytes); at < bytes.size(); at = utf8::skip_ascii(bytes, at)) {
    if (utf8::next(bytes, at) == utf8::kInvalid) return false;
  }
  return true;
}

std::string mend_utf8(std::string_view bytes) {
  std::string mended;
  mended.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const size_t start = at;
    at = utf8::skip_ascii(bytes, at);
    mended.append(bytes.substr(start, at - start));
    if (at == bytes.size()) break;
    const char32_t code = utf8::next(bytes, at);
    utf8::append(mended, code == utf8::kInvalid ? utf8::kReplacement : code);
  }
  return mended;
}

}  // namespace surehand

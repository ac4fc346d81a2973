#include "core/query/text_pattern.h"

#include <algorithm>
#include <utility>

#include "core/text/text.h"
#include "core/text/utf8.h"

namespace surehand {
namespace {

constexpr uint16_t kAnyRun = 256;
constexpr uint16_t kAnyOne = 257;
// Some 0.05 s: what a long text and a pattern of many near matches, whose product bounds the steps, may take.
constexpr size_t kMostSteps = 20'000'000;

using Compare = TextPattern::Compare;

bool is_normalised(Compare compare) {
  return compare == Compare::kWhole || compare == Compare::kLabel || compare == Compare::kPart;
}

std::string form_of(std::string_view text, Compare compare) {
  if (is_normalised(compare)) return normalise(text);
  return compare == Compare::kFolded ? fold_case(text) : std::string(text);
}

// A normalised text without the colon that labels end in, in Chinese and Japanese too; a colon alone stays.
std::string_view without_colon(std::string_view form) {
  for (const std::string_view colon : {std::string_view(":"), std::string_view("\xEF\xBC\x9A")}) {
    if (form.size() <= colon.size() || form.substr(form.size() - colon.size()) != colon) continue;
    const std::string_view bare = form.substr(0, form.size() - colon.size());
    return bare.back() == ' ' ? bare.substr(0, bare.size() - 1) : bare;
  }
  return form;
}

bool ends_in_colon(std::string_view form) { return without_colon(form).size() != form.size(); }

bool has_mnemonic(std::string_view text) { return text.find_first_of("_&") != std::string_view::npos; }

// Whether normalise(text) is `form`, found out without writing it: nearly every text differs from the one
// that is looked for in its first letters. Nothing when only normalise() can tell.
std::optional<bool> is_plainly(std::string_view text, std::string_view form, bool ignores_colon) {
  size_t at = 0;
  bool space = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80 || c == '_' || c == '&') return std::nullopt;
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      space = at > 0;
      continue;
    }
    if (c == '.' && text.substr(i, 3) == "...") return std::nullopt;
    if (c == ':' && ignores_colon && at == form.size()) return std::nullopt;
    const char lower = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    const size_t needed = space ? 2 : 1;
    if (at + needed > form.size() || (space && form[at] != ' ') || form[at + needed - 1] != lower) {
      // What follows cannot change this letter any more, unless it is a mark that combines with it.
      if (i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0x80) return std::nullopt;
      return false;
    }
    at += needed;
    space = false;
  }
  return at == form.size();
}

// Two code points that are no characters, fold to themselves and do not occur in `text`, to stand for the
// wildcards.
std::pair<char32_t, char32_t> stand_ins(std::string_view text) {
  std::vector<char32_t> free;
  for (char32_t code = 0xFDD0; code <= 0xFDEF && free.size() < 2; ++code) {
    std::string utf8;
    utf8::append(utf8, code);
    if (text.find(utf8) == std::string_view::npos) free.push_back(code);
  }
  free.resize(2, 0xFDD0);
  return {free[0], free[1]};
}

}  // namespace

TextPattern TextPattern::literal(std::string_view text, Compare compare) {
  TextPattern pattern;
  pattern.compare_ = compare;
  pattern.forms_.push_back(form_of(text, compare));
  pattern.ignores_colon_ = compare == Compare::kLabel && !ends_in_colon(pattern.forms_[0]);
  if (is_normalised(compare)) {
    std::string bare = mnemonic_free(pattern.forms_[0]);
    if (bare != pattern.forms_[0]) pattern.forms_.push_back(std::move(bare));
  }
  return pattern;
}

TextPattern TextPattern::wildcard(std::string_view written, Compare compare) {
  const auto [run, one] = stand_ins(written);
  std::string text;
  for (size_t at = 0; at < written.size(); ++at) {
    if (written[at] == '\\' && at + 1 < written.size()) {
      text += written[++at];
    } else if (written[at] == '*' || written[at] == '?') {
      utf8::append(text, written[at] == '*' ? run : one);
    } else {
      text += written[at];
    }
  }

  // A mark before a wildcard is kept: `_*` asks for names that begin with one, not for any name.
  Glob glob, bare_glob;
  std::string piece;
  const auto end_piece = [&](uint16_t wildcard) {
    glob.insert(glob.end(), piece.begin(), piece.end());
    const std::string bare = is_normalised(compare) ? mnemonic_free(piece) : piece;
    bare_glob.insert(bare_glob.end(), bare.begin(), bare.end());
    piece.clear();
    if (wildcard == 0) return;
    glob.push_back(wildcard);
    bare_glob.push_back(wildcard);
  };
  const std::string form = form_of(text, compare);
  for (size_t at = 0; at < form.size();) {
    const size_t start = at;
    const char32_t code = utf8::next(form, at);
    if (code == run || code == one) {
      end_piece(code == run ? kAnyRun : kAnyOne);
    } else {
      piece.append(form, start, at - start);
    }
  }
  end_piece(0);

  TextPattern pattern;
  pattern.compare_ = compare;
  pattern.ignores_colon_ = compare == Compare::kLabel && !ends_in_colon(form);
  for (Glob* each : {&glob, &bare_glob}) {
    for (uint16_t& unit : *each) unit = unit < kAnyRun ? static_cast<uint8_t>(unit) : unit;
    if (compare == Compare::kPart) {
      each->insert(each->begin(), kAnyRun);
      each->push_back(kAnyRun);
    }
  }
  pattern.globs_.push_back(std::move(glob));
  if (bare_glob != pattern.globs_[0]) pattern.globs_.push_back(std::move(bare_glob));
  return pattern;
}

Result<TextPattern> TextPattern::regexp(std::string_view source, std::string_view flags) {
  Result<Regex> regex = Regex::compile(source, flags);
  if (!regex) return regex.take_error();
  TextPattern pattern;
  pattern.regex_ = std::make_shared<const Regex>(regex.take());
  return pattern;
}

std::optional<bool> TextPattern::matches(std::string_view text) const {
  if (regex_) return regex_->search(text);
  if (compare_ == Compare::kExact) return form_matches(text);
  if ((compare_ == Compare::kWhole || compare_ == Compare::kLabel) && globs_.empty()) {
    bool plain = true;
    for (const std::string& form : forms_) {
      const std::optional<bool> is = is_plainly(text, form, ignores_colon_);
      if (is && *is) return true;
      plain = plain && is.has_value();
    }
    if (plain) return false;
  }
  const std::string form = form_of(text, compare_);
  const std::optional<bool> matched = either_matches(form);
  if (!matched || *matched || !ignores_colon_ || !ends_in_colon(form)) return matched;
  return either_matches(std::string(without_colon(form)));
}

std::optional<bool> TextPattern::either_matches(const std::string& form) const {
  const std::optional<bool> matched = form_matches(form);
  if (!matched || *matched || !is_normalised(compare_) || !has_mnemonic(form)) return matched;
  return form_matches(mnemonic_free(form));
}

std::optional<bool> TextPattern::form_matches(std::string_view form) const {
  for (const Glob& glob : globs_) {
    const std::optional<bool> matched = glob_matches(glob, form);
    if (!matched || *matched) return matched;
  }
  return std::any_of(forms_.begin(), forms_.end(), [&](const std::string& wanted) {
    return compare_ == Compare::kPart ? form.find(wanted) != std::string_view::npos : form == wanted;
  });
}

std::optional<bool> TextPattern::glob_matches(const Glob& glob, std::string_view text) {
  size_t at = 0;
  size_t unit = 0;
  // Where to go on when what follows the last `*` does not fit: one character further than tried.
  size_t after_run = SIZE_MAX;
  size_t tried = 0;
  for (size_t steps = 0; at < text.size(); ++steps) {
    if (steps == kMostSteps) return std::nullopt;
    if (unit < glob.size() && glob[unit] == kAnyRun) {
      after_run = ++unit;
      tried = at;
    } else if (unit < glob.size() && glob[unit] == kAnyOne) {
      utf8::next(text, at);
      ++unit;
    } else if (unit < glob.size() && glob[unit] == static_cast<unsigned char>(text[at])) {
      ++at;
      ++unit;
    } else if (after_run != SIZE_MAX) {
      utf8::next(text, tried);
      at = tried;
      unit = after_run;
    } else {
      return false;
    }
  }
  while (unit < glob.size() && glob[unit] == kAnyRun) ++unit;
  return unit == glob.size();
}

}  // namespace surehand

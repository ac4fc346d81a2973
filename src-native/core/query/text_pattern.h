#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/regex/regex.h"
#include "core/result.h"

namespace surehand {

// What a text must be: the value of a selector's key, made ready to be compared with many texts.
class TextPattern {
 public:
  enum class Compare : uint8_t {
    kWhole,   // normalised, with or without mnemonic marks
    kLabel,   // the same; the text may end in a colon that the pattern does not have
    kPart,    // the same, anywhere in the text
    kFolded,  // the whole text, whatever its case
    kExact,
  };

  static TextPattern literal(std::string_view text, Compare compare);
  // `*` is any run of characters, `?` any one; `\` takes the next one literally.
  static TextPattern wildcard(std::string_view pattern, Compare compare);
  // Searched in the raw text, whatever the key.
  static Result<TextPattern> regexp(std::string_view source, std::string_view flags);

  // Nothing when a regular expression or a wildcard pattern ran out of its step budget.
  std::optional<bool> matches(std::string_view text) const;

  // The comparison form of a literal; nothing for the others.
  const std::string* literal_form() const { return globs_.empty() && !regex_ ? &forms_[0] : nullptr; }
  bool is_regexp() const { return regex_ != nullptr; }

 private:
  // Bytes, and above them the two wildcards.
  using Glob = std::vector<uint16_t>;
  static std::optional<bool> glob_matches(const Glob& glob, std::string_view text);
  std::optional<bool> either_matches(const std::string& form) const;  // with or without its mnemonic marks
  std::optional<bool> form_matches(std::string_view form) const;

  Compare compare_ = Compare::kExact;
  bool ignores_colon_ = false;
  std::vector<std::string> forms_;  // of a literal: with and, where it differs, without mnemonic marks
  std::vector<Glob> globs_;         // of a wildcard pattern: the same
  std::shared_ptr<const Regex> regex_;
};

}  // namespace surehand

#pragma once

#include <string>
#include <string_view>

namespace surehand {

// The comparison form of a text (SELECTORS.md "Normalising a text"): NFC, white space collapsed and trimmed, a
// trailing `…` or `...` dropped, full case folding. Mnemonic marks are not touched; see mnemonic_free().
std::string normalise(std::string_view utf8);

// `normalised` without mnemonic marks (`_file`, `&file`; `__` and `&&` become one), or the same text when it has
// none. A name matches when either form of it equals either form of the pattern.
std::string mnemonic_free(std::string_view normalised);

// ASCII and full Unicode folding alone, for keys that are only case-insensitive.
std::string fold_case(std::string_view utf8);

bool is_valid_utf8(std::string_view bytes);
std::string mend_utf8(std::string_view bytes);  // each invalid sequence becomes U+FFFD

}  // namespace surehand

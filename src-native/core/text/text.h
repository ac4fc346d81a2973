#pragma once

#include <string>
#include <string_view>

namespace surehand {

// The comparison form of a text (SELECTORS.md "Normalising a text"): NFC, white space (Unicode White_Space)
// collapsed and trimmed, a trailing `…` or `...` dropped, full case folding. Canonically equivalent texts and
// texts that differ in case only have the same form, and the form's form is itself. Mnemonic marks are not
// touched; see mnemonic_free(). Invisible characters are dropped (marks of writing direction, joiners, zero-width spaces, soft
// hyphens, variation selectors, U+FEFF). A text of nothing but such marks keeps them, and one of nothing but an
// ellipsis (`…`, `...`) is `…`, so that a button of that name does not become one without a name.
std::string normalise(std::string_view utf8);

// `normalised` without mnemonic marks (`_file`, `&file`; `__` and `&&` become one), or the same text when it
// has none. What stands before a space or at the end is no mark (`save & exit`). A name matches when either
// form of it equals either form of the pattern.
std::string mnemonic_free(std::string_view normalised);

// Full Unicode case folding alone, for keys that are only case-insensitive.
std::string fold_case(std::string_view utf8);

bool is_valid_utf8(std::string_view bytes);
std::string mend_utf8(std::string_view bytes);  // each invalid sequence becomes U+FFFD

}  // namespace surehand

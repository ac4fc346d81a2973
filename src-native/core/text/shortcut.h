#pragma once

#include <string>
#include <string_view>

namespace surehand {

// The keys that press an element, as `press()` takes them: `Control+Shift+s`. `binding` is what its toolkit says with the
// action (GTK 3: `s;<Alt>f:s;<Primary>s`, Qt and Windows: `Ctrl+S`) or a web page in `aria-keyshortcuts`. Empty where there are none, or
// none that can be told for sure.
std::string shortcut_of(std::string_view binding);

}  // namespace surehand

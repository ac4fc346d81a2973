#pragma once

#include <string>
#include <string_view>

#include "platform/macos/cf/ref.h"

namespace surehand::cf {

Ref<CFStringRef> string(std::string_view utf8);

// An unpaired surrogate becomes U+FFFD. CFStringGetBytes ends the text there, loss byte or not.
std::string utf8_of(CFStringRef text);

}  // namespace surehand::cf

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/text/text.h"

using namespace surehand;

// A normal form is its own normal form, valid UTF-8, and the same for the mended text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string normal = normalise(text);
  if (!is_valid_utf8(normal) || normalise(normal) != normal) std::abort();
  const std::string mended = mend_utf8(text);
  if (!is_valid_utf8(mended) || (mended == text) != is_valid_utf8(text) || normalise(mended) != normal) std::abort();
  if (!is_valid_utf8(mnemonic_free(normal)) || !is_valid_utf8(fold_case(text))) std::abort();
  return 0;
}

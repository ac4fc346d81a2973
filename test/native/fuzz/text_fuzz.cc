#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/text/file_uri.h"
#include "core/text/text.h"

using namespace surehand;

// A normal form is its own normal form, valid UTF-8, and the same for the mended text. A path comes back from its URI, whatever its bytes.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string normal = normalise(text);
  if (!is_valid_utf8(normal) || normalise(normal) != normal) std::abort();
  const std::string mended = mend_utf8(text);
  if (!is_valid_utf8(mended) || (mended == text) != is_valid_utf8(text) || normalise(mended) != normal) std::abort();
  if (!is_valid_utf8(mnemonic_free(normal)) || !is_valid_utf8(fold_case(text))) std::abort();
  const std::string path = "/" + std::string(text);
  if (path.find('\0') == std::string::npos && path_of_uri(file_uri(path)) != path) std::abort();
  const auto foreign = path_of_uri("file://" + std::string(text));
  if (foreign && foreign->find('\0') != std::string::npos) std::abort();
  return 0;
}

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/json.h"

using namespace surehand;

// What parses is written so that it parses to an equal value, and is written the same again.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = json::parse(text);
  const auto* value = std::get_if<json::Value>(&parsed);
  if (!value) {
    if (std::get<json::ParseError>(parsed).offset > size) std::abort();
    return 0;
  }
  const std::string written = json::stringify(*value);
  const auto again = json::parse(written);
  const auto* equal = std::get_if<json::Value>(&again);
  if (!equal || *equal != *value || json::stringify(*equal) != written) std::abort();
  return 0;
}

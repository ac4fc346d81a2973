#include <cstdint>

#include "platform/linux/wayland/portal/answer.h"

using namespace surehand;

// What a desktop portal answers.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto answer = wayland::portal::answer_in(dbus::Reader(data, size, true, "ua{sv}"));
  if (!answer) return 0;
  if (!answer->restore_token.empty() && !wayland::portal::is_restore_token(answer->restore_token)) __builtin_trap();
  if (!answer->stream) return 0;
  if (answer->stream->node == 0 || answer->stream->node == 0xffffffff) __builtin_trap();
  if (answer->stream->place && is_empty(*answer->stream->place)) __builtin_trap();
  return 0;
}

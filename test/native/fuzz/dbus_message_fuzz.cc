#include "platform/linux/dbus/message.h"

using namespace surehand::dbus;

namespace {

// Reads a value element by element; false where a variant's signature is no single type, or nesting goes too
// deep.
bool walk(Reader& reader, std::string_view type, int depth) {
  if (depth > 40) return false;
  switch (type[0]) {
    case 'a': {
      const std::string_view element = type.substr(1);
      for (auto array = reader.begin_array(Reader::alignment_of(element[0])); reader.more(array);) {
        if (!walk(reader, element, depth + 1)) return false;
      }
      return reader.ok();
    }
    case '(':
    case '{': {
      reader.begin_struct();
      std::string_view members = type.substr(1, type.size() - 2);
      while (!members.empty() && reader.ok()) {
        const size_t length = Reader::complete_type(members);
        if (length == 0) __builtin_trap();
        if (!walk(reader, members.substr(0, length), depth + 1)) return false;
        members.remove_prefix(length);
      }
      return reader.ok();
    }
    case 'v': {
      const std::string_view inner = reader.begin_variant();
      return Reader::complete_type(inner) == inner.size() && !inner.empty() && walk(reader, inner, depth + 1);
    }
    default:
      reader.skip(type.substr(0, 1));
      return reader.ok();
  }
}

void check(const uint8_t* data, size_t size) {
  // A copy of its own: what is read beyond its end is found.
  const std::vector<uint8_t> bytes(data, data + size);
  const auto message = Message::parse(bytes.data(), bytes.size());
  if (!message) return;
  (void)message->error_text();
  Reader walked = message->body();
  Reader skipped = message->body();
  std::string_view types = message->signature();
  while (!types.empty()) {
    const size_t length = Reader::complete_type(types);
    if (length == 0) __builtin_trap();
    const bool sound = walk(walked, types.substr(0, length), 0);
    skipped.skip(types.substr(0, length));
    // skip() may jump over an array whose elements are bad, but never fails where reading does not.
    if (sound && !skipped.ok()) __builtin_trap();
    if (!sound) return;
    types.remove_prefix(length);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  check(data, size);
  // Most random inputs fail at the header: read the same bytes as the body of a sound message too.
  if (size < 2) return 0;
  const size_t signature_size = data[0];
  if (1 + signature_size > size) return 0;
  Header header;
  header.type = MessageType::kReply;
  header.serial = header.reply_serial = 1;
  header.signature = std::string_view(reinterpret_cast<const char*>(data) + 1, signature_size);
  if (!defect(header).empty()) return 0;
  std::vector<uint8_t> whole;
  append_message(whole, header, nullptr);
  const uint8_t* body = data + 1 + signature_size;
  const auto body_size = static_cast<uint32_t>(size - 1 - signature_size);
  whole.insert(whole.end(), body, body + body_size);
  std::memcpy(whole.data() + 4, &body_size, sizeof body_size);
  check(whole.data(), whole.size());
  return 0;
}

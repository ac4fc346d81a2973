#include "platform/linux/wayland/portal/answer.h"

#include <algorithm>
#include <utility>

namespace surehand::wayland::portal {
namespace {

// PipeWire's own node, and what it takes for any node: a camera, for example.
constexpr uint32_t kCore = 0, kAnyNode = 0xffffffff;
constexpr int32_t kLargest = 1 << 16, kFarthest = 1 << 20;  // px

// A value that is not looked at.
bool skip(dbus::Reader& reader, std::string_view type) {
  if (type.empty() || dbus::Reader::complete_type(type) != type.size()) return false;
  reader.skip(type);
  return reader.ok();
}

bool pair_in(dbus::Reader& reader, std::string_view type, int32_t& first, int32_t& second) {
  if (type != "(ii)") return false;
  reader.begin_struct();
  first = reader.i32();
  second = reader.i32();
  return reader.ok();
}

// One (ua{sv}).
std::optional<Stream> stream_in(dbus::Reader& reader) {
  Stream stream;
  reader.begin_struct();
  stream.node = reader.u32();
  Rect place;
  bool has_position = false, has_size = false, is_monitor = true;
  for (auto properties = reader.begin_array(8); reader.more(properties);) {
    reader.begin_struct();
    const std::string_view name = reader.string();
    const std::string_view type = reader.begin_variant();
    if (name == "position") {
      has_position = pair_in(reader, type, place.x, place.y);
      if (!has_position) return std::nullopt;
    } else if (name == "size") {
      has_size = pair_in(reader, type, place.width, place.height);
      if (!has_size) return std::nullopt;
    } else if (name == "source_type") {
      if (type != "u") return std::nullopt;
      is_monitor = reader.u32() == kMonitor;
    } else if (!skip(reader, type)) {
      return std::nullopt;
    }
  }
  if (!reader.ok() || stream.node == kCore || stream.node == kAnyNode) return std::nullopt;
  const auto is_far = [](int32_t each) { return each < -kFarthest || each > kFarthest; };
  if (has_position && (is_far(place.x) || is_far(place.y))) return std::nullopt;
  if (has_size && (is_empty(place) || place.width > kLargest || place.height > kLargest)) return std::nullopt;
  if (has_position && has_size && is_monitor) stream.place = place;
  return stream;
}

bool read_streams(dbus::Reader& reader, std::optional<Stream>& first) {
  for (auto streams = reader.begin_array(8); reader.more(streams);) {
    const auto stream = stream_in(reader);
    if (!stream) return false;
    if (!first) first = stream;
  }
  return reader.ok();
}

// One member of the results. False when it is not what it has to be.
bool read_result(dbus::Reader& reader, std::string_view name, std::string_view type, Answer& answer) {
  if (name == "session_handle") {
    // Documented as text, which it is by mistake.
    if (type != "s" && type != "o") return false;
    answer.session = reader.string();
  } else if (name == "devices") {
    if (type != "u") return false;
    answer.devices = reader.u32();
  } else if (name == "streams") {
    if (type != "a(ua{sv})") return false;
    return read_streams(reader, answer.stream);
  } else if (name == "clipboard_enabled") {
    if (type != "b") return false;
    answer.clipboard = reader.boolean();
  } else if (name == "restore_token") {
    if (type != "s") return false;
    answer.restore_token = reader.string();
    if (!is_restore_token(answer.restore_token)) answer.restore_token.clear();
  } else {
    return skip(reader, type);
  }
  return reader.ok();
}

}  // namespace

std::optional<Answer> answer_in(dbus::Reader reader) {
  if (reader.signature() != "ua{sv}") return std::nullopt;
  Answer answer;
  answer.code = reader.u32();
  for (auto results = reader.begin_array(8); reader.more(results);) {
    reader.begin_struct();
    const std::string_view name = reader.string();
    const std::string_view type = reader.begin_variant();
    if (!read_result(reader, name, type, answer)) return std::nullopt;
  }
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return answer;
}

bool is_restore_token(std::string_view text) {
  constexpr size_t kLongest = 4096;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char each) { return each > ' ' && each <= '~'; });
}

}  // namespace surehand::wayland::portal

#include "platform/linux/wayland/selection.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>

#include "platform/linux/screen/copied_files.h"
#include "platform/linux/wayland/socket.h"

namespace surehand::wayland {
namespace {

constexpr size_t kMost = 64u << 20;  // bytes

const char* const kPlainText[] = {"text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"};
constexpr const char* kPng = "image/png";
constexpr const char* kUriList = "text/uri-list";

Error too_large() {
  return {ErrorCode::kInvalidArgument, "what is copied is larger than " + std::to_string(kMost) + " bytes", {}};
}

}  // namespace

Status check_size(const std::string& content) { return content.size() > kMost ? Status(too_large()) : Status(Done{}); }

std::map<std::string, std::string> offers_of(ClipboardFormat format, const std::string& content) {
  std::map<std::string, std::string> offers;
  switch (format) {
    case ClipboardFormat::kPng:
      offers[kPng] = content;
      break;
    case ClipboardFormat::kFiles:
      offers[kUriList] = screen::uri_list(content);
      offers["x-special/gnome-copied-files"] = screen::gnome_copied_files(content);
      break;
    case ClipboardFormat::kText:
      for (const char* type : kPlainText) offers[type] = content;
      break;
  }
  return offers;
}

Result<std::string> read_as(ClipboardFormat format, const std::vector<std::string>& types,
                            const std::function<Result<std::string>(const std::string& type)>& read) {
  const auto has = [&](const char* type) { return std::find(types.begin(), types.end(), type) != types.end(); };
  if (types.empty()) return std::string();
  if (format == ClipboardFormat::kPng) return has(kPng) ? read(kPng) : Result<std::string>("");
  if (format == ClipboardFormat::kFiles) {
    if (!has(kUriList)) return std::string();
    SUREHAND_TRY(uris, read(kUriList));
    return screen::paths_in(*uris);
  }
  for (const char* type : kPlainText) {
    if (has(type)) return read(type);
  }
  return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
}

Result<std::string> read_all(int pipe, const Limits& limits) {
  std::string all;
  char buffer[16384];
  while (true) {
    const ssize_t got = ::read(pipe, buffer, sizeof buffer);
    if (got == 0) return all;
    if (got > 0) {
      all.append(buffer, static_cast<size_t>(got));
      if (all.size() > kMost) return too_large();
    } else if (errno == EAGAIN) {
      SUREHAND_CHECK(wait_for(pipe, POLLIN, "the program that copied to hand it out", limits));
    } else if (errno != EINTR) {
      return Error{ErrorCode::kRefused, "the program that copied did not hand it out", {}};
    }
  }
}

bool write_all(int pipe, const std::string& content, const Limits& limits) {
  fcntl(pipe, F_SETFL, O_NONBLOCK);
  // One that does not take it is not waited for by the others.
  const Limits patience = limits.capped(Milliseconds(5000));
  for (size_t at = 0; at < content.size();) {
    const ssize_t sent = ::write(pipe, content.data() + at, content.size() - at);
    if (sent > 0) {
      at += static_cast<size_t>(sent);
    } else if (errno == EAGAIN) {
      if (!wait_for(pipe, POLLOUT, "the program that pastes", patience)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace surehand::wayland

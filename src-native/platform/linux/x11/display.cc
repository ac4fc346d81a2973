#include "platform/linux/x11/display.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdlib>

#include "platform/linux/x11/authority.h"
#include "platform/posix/files.h"

namespace surehand::x11 {

namespace {

Error no_desktop(std::string message) { return {ErrorCode::kNoDesktop, std::move(message), {}}; }

struct DisplayName {
  std::string number;
  size_t screen = 0;
};

std::optional<DisplayName> parse(std::string_view name) {
  const size_t colon = name.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view host = name.substr(0, colon);
  if (!host.empty() && host != "unix") return std::nullopt;
  const std::string_view rest = name.substr(colon + 1);
  const size_t dot = rest.find('.');
  DisplayName result;
  result.number = rest.substr(0, dot);
  const auto digits = [](std::string_view text) {
    return !text.empty() && text.size() < 6 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (!digits(result.number)) return std::nullopt;
  if (dot == std::string_view::npos) return result;
  if (!digits(rest.substr(dot + 1))) return std::nullopt;
  result.screen = std::strtoul(std::string(rest.substr(dot + 1)).c_str(), nullptr, 10);
  return result;
}

// The abstract socket is there even where /tmp is not shared, the file even where the network namespace is
// not.
Result<Fd> connect_to(const std::string& number, const Limits& limits) {
  const std::string path = "/tmp/.X11-unix/X" + number;
  std::string reason;
  for (const bool abstract : {true, false}) {
    Fd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd) return no_desktop(std::string("socket: ") + strerror(errno));
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path + (abstract ? 1 : 0), path.data(), path.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
    while (true) {
      if (connect(fd.get(), reinterpret_cast<const sockaddr*>(&name), length) == 0) return fd;
      if (errno == EINTR) continue;
      if (errno != EAGAIN) break;
      // A full accept queue cannot be polled for.
      if (auto error = limits.exceeded("the X server to accept a connection")) return std::move(*error);
      poll(nullptr, 0, 1);
    }
    reason = strerror(errno);
  }
  return no_desktop(reason);
}

uint32_t number_at(const std::vector<uint8_t>& bytes, size_t at, size_t size) {
  uint32_t value = 0;
  if (at + size <= bytes.size()) std::memcpy(&value, bytes.data() + at, size);
  return value;
}

constexpr std::string_view kNameTexts[kNames] = {
    "UTF8_STRING",
    "_NET_ACTIVE_WINDOW",
    "_NET_CLIENT_LIST",
    "_NET_CLIENT_LIST_STACKING",
    "_NET_CLOSE_WINDOW",
    "_NET_CURRENT_DESKTOP",
    "_NET_FRAME_EXTENTS",
    "_GTK_FRAME_EXTENTS",
    "_NET_MOVERESIZE_WINDOW",
    "_NET_SUPPORTED",
    "_NET_WM_DESKTOP",
    "_NET_WM_NAME",
    "_NET_WM_PID",
    "_NET_WM_PING",
    "_NET_WM_STATE",
    "_NET_WM_WINDOW_TYPE",
    "_NET_WM_WINDOW_TYPE_COMBO",
    "_NET_WM_WINDOW_TYPE_DND",
    "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU",
    "_NET_WM_WINDOW_TYPE_POPUP_MENU",
    "_NET_WM_WINDOW_TYPE_TOOLTIP",
    "_NET_WM_STATE_HIDDEN",
    "_NET_WM_STATE_MAXIMIZED_HORZ",
    "_NET_WM_STATE_MAXIMIZED_VERT",
    "_NET_WM_STATE_MODAL",
    "_NET_WORKAREA",
    "WM_CHANGE_STATE",
    "WM_DELETE_WINDOW",
    "WM_PROTOCOLS",
    "WM_STATE",
    "WM_TRANSIENT_FOR",
    "CLIPBOARD",
    "TARGETS",
    "INCR",
    "text/plain;charset=utf-8",
    "image/png",
    "text/uri-list",
    "x-special/gnome-copied-files",
    "SUREHAND_TRANSFER",
};

}  // namespace

Result<std::unique_ptr<Display>> Display::open(const std::string& display, const std::string& authority_file,
                                               const Limits& limits) {
  const auto name = parse(display);
  if (!name) {
    return Error{ErrorCode::kUnsupported,
                 "DISPLAY is \"" + display + "\": only X displays of this machine can be driven, such as :0",
                 {}};
  }
  auto socket = connect_to(name->number, limits);
  if (!socket) {
    Error error = socket.take_error();
    error.message = "could not connect to the X display " + display + " (" + error.message + "); is it running?";
    return error;
  }
  std::unique_ptr<Display> self(new Display);
  self->socket_ = socket.take();

  char hostname[256] = {};
  gethostname(hostname, sizeof hostname - 1);
  const auto cookie = cookie_for(contents_of(authority_file), hostname, name->number);
  const std::string_view method = cookie ? "MIT-MAGIC-COOKIE-1" : "";
  const std::string_view secret = cookie ? std::string_view(*cookie) : std::string_view();
  const auto padded = [](std::string_view text) {
    std::string result(text);
    result.resize((text.size() + 3) & ~size_t{3});
    return result;
  };
  Request hello(static_cast<uint8_t>('l'), 0);
  hello.u16(0).u16(static_cast<uint16_t>(method.size())).u16(static_cast<uint16_t>(secret.size())).u16(0);
  hello.text(padded(method)).text(padded(secret));

  SUREHAND_TRY(opened, self->talk(limits));
  Talk& talk = *opened;
  // The first message is no request: its third and fourth byte are the protocol's version, not a length.
  self->out_ = hello.bytes();
  const uint16_t kVersion = 11;
  std::memcpy(self->out_.data() + 2, &kVersion, sizeof kVersion);
  SUREHAND_CHECK(talk.flush());

  std::vector<uint8_t> setup(8);
  size_t filled = 0;
  while (filled < setup.size()) {
    const ssize_t got = recv(self->socket_.get(), setup.data() + filled, setup.size() - filled, 0);
    if (got > 0) {
      filled += static_cast<size_t>(got);
      if (filled == 8) setup.resize(8 + number_at(setup, 6, 2) * 4);
    } else if (got < 0 && errno == EAGAIN) {
      SUREHAND_CHECK(talk.wait(POLLIN, limits));
    } else if (got == 0 || errno != EINTR) {
      return no_desktop("the X server closed the connection while it was being opened");
    }
  }
  if (setup[0] != 1) {
    std::string reason(setup.begin() + 8, setup.end());
    reason.resize(std::min<size_t>(reason.size(), setup[1]));
    return Error{
        ErrorCode::kPermissionDenied,
        "the X display " + display + " refused the connection (" + reason + "); set XAUTHORITY to its cookie file",
        {}};
  }
  SUREHAND_CHECK(self->read_setup(setup, name->screen));
  SUREHAND_CHECK(self->learn_names(talk));
  return self;
}

Display::~Display() = default;

Status Display::read_setup(const std::vector<uint8_t>& setup, size_t screen) {
  const auto u8 = [&](size_t at) { return static_cast<uint8_t>(number_at(setup, at, 1)); };
  const auto u16 = [&](size_t at) { return static_cast<uint16_t>(number_at(setup, at, 2)); };
  const auto u32 = [&](size_t at) { return number_at(setup, at, 4); };
  id_base_ = u32(12);
  id_mask_ = u32(16);
  const size_t vendor = u16(24);
  const size_t screens = u8(28);
  const size_t formats = u8(29);
  pixels_.most_significant_first = u8(30) != 0;
  min_keycode_ = u8(34);
  max_keycode_ = u8(35);
  const size_t formats_at = 40 + ((vendor + 3) & ~size_t{3});
  size_t at = formats_at + formats * 8;
  if (screen >= screens) return no_desktop("the X display has no screen " + std::to_string(screen));
  uint32_t visual = 0;
  for (size_t i = 0; i <= screen; ++i) {
    root_ = u32(at);
    visual = u32(at + 32);
    pixels_.depth = u8(at + 38);
    const size_t depths = u8(at + 39);
    at += 40;
    for (size_t depth = 0; depth < depths; ++depth) {
      const size_t visuals = u16(at + 2);
      at += 8;
      for (size_t each = 0; each < visuals; ++each, at += 24) {
        if (u32(at) != visual) continue;
        pixels_.red = u32(at + 8);
        pixels_.green = u32(at + 12);
        pixels_.blue = u32(at + 16);
      }
    }
  }
  for (size_t i = 0; i < formats; ++i) {
    const size_t format = formats_at + i * 8;
    if (u8(format) != pixels_.depth) continue;
    pixels_.bits_per_pixel = u8(format + 1);
    pixels_.scanline_pad = u8(format + 2);
  }
  if (root_ == 0 || at > setup.size()) return no_desktop("the X server's greeting makes no sense");
  return Done{};
}

Status Display::learn_names(Talk& talk) {
  uint64_t names[kNames];
  for (size_t i = 0; i < kNames; ++i) {
    names[i] = talk.ask(
        Request(Opcode::kInternAtom).u16(static_cast<uint16_t>(kNameTexts[i].size())).u16(0).text(kNameTexts[i]));
  }
  const auto extension = [&](std::string_view text) {
    return talk.ask(Request(Opcode::kQueryExtension).u16(static_cast<uint16_t>(text.size())).u16(0).text(text));
  };
  const uint64_t asked[] = {extension("XTEST"), extension("MIT-SHM"),   extension("XKEYBOARD"),
                            extension("RANDR"), extension("Composite"), extension("X-Resource")};
  for (size_t i = 0; i < kNames; ++i) {
    SUREHAND_TRY(answer, talk.answer(names[i]));
    atoms_[i] = answer->is_error() ? 0 : answer->u32(8);
  }
  uint8_t* const opcodes[] = {&xtest_, &shm_, &xkb_, &randr_, &composite_, &resource_};
  for (size_t i = 0; i < std::size(opcodes); ++i) {
    SUREHAND_TRY(answer, talk.answer(asked[i]));
    *opcodes[i] = !answer->is_error() && answer->u8(8) != 0 ? answer->u8(9) : 0;
  }
  if (xkb_ == 0) return Done{};
  constexpr uint8_t kUseExtension = 0;  // every connection has to say so before it asks for more
  SUREHAND_TRY(used, talk.call(Request(xkb_, kUseExtension).u16(1).u16(0)));
  if (used->is_error() || used->u8(1) == 0) xkb_ = 0;
  return Done{};
}

Result<Talk> Display::talk(const Limits& limits) {
  SUREHAND_TRY(turn, lock_.take("the display to be free", limits));
  if (lost_) return no_desktop("the X server has closed the connection");
  error_.reset();
  talk_started_ = sent_;
  return Talk(this, turn.take(), limits);
}

Talk::Talk(Display* display, std::unique_lock<std::timed_mutex> lock, const Limits& limits)
    : lock_(std::move(lock)), display_(display), limits_(limits) {
  if (!limits.cancel) return;
  cancelled_ = Fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  registration_ = CancelToken::on_cancel(limits.cancel, [fd = cancelled_.get()] { eventfd_write(fd, 1); });
}

Talk::~Talk() = default;

// Answers to calls that gave up are dropped when they come.
void Talk::Release::operator()(Display* display) const {
  display->awaited_.clear();
  display->events_.clear();
  display->keep_events_ = false;
}

uint64_t Talk::queue(Request request) {
  const auto& bytes = request.bytes();
  display_->out_.insert(display_->out_.end(), bytes.begin(), bytes.end());
  return ++display_->sent_;
}

void Talk::send(Request request) { queue(std::move(request)); }

uint64_t Talk::ask(Request request) {
  const uint64_t sequence = queue(std::move(request));
  display_->awaited_.emplace(sequence, std::nullopt);
  return sequence;
}

Error Talk::lost() {
  display_->lost_ = true;
  return no_desktop("the X server has closed the connection");
}

Status Talk::wait(short events, const Limits& limits) {
  while (true) {
    if (auto error = limits.exceeded("the X server")) return std::move(*error);
    pollfd fds[2] = {{display_->socket_.get(), events, 0}, {cancelled_.get(), POLLIN, 0}};
    const auto timeout = std::min<int64_t>(limits.remaining().count(), INT_MAX);
    if (poll(fds, cancelled_ ? 2 : 1, static_cast<int>(timeout)) > 0 && fds[0].revents != 0) return Done{};
  }
}

Status Talk::flush() {
  auto& out = display_->out_;
  auto& start = display_->out_start_;
  while (start < out.size()) {
    const ssize_t sent = ::send(display_->socket_.get(), out.data() + start, out.size() - start, MSG_NOSIGNAL);
    if (sent > 0) {
      start += static_cast<size_t>(sent);
    } else if (errno == EAGAIN) {
      if (auto ready = wait(POLLOUT, limits_); !ready) return ready;
    } else if (errno != EINTR) {
      return lost();
    }
  }
  out.clear();
  start = 0;
  return Done{};
}

Status Talk::receive(const Limits& limits) {
  constexpr size_t kMaxAnswer = 512u << 20;
  auto& in = display_->in_;
  auto& filled = display_->in_filled_;
  if (in.empty()) in.resize(Answer::kFixed);
  while (true) {
    if (filled == in.size()) {
      const bool sized = in[0] == 1 || (in[0] & 0x7f) == static_cast<uint8_t>(EventType::kGeneric);
      const size_t whole = Answer::kFixed + (sized ? size_t{number_at(in, 4, 4)} * 4 : 0);
      if (whole > kMaxAnswer) return lost();
      if (in.size() == whole) break;
      in.resize(whole);
    }
    const ssize_t got = recv(display_->socket_.get(), in.data() + filled, in.size() - filled, 0);
    if (got > 0) {
      filled += static_cast<size_t>(got);
    } else if (got < 0 && errno == EAGAIN) {
      if (auto ready = wait(POLLIN, limits); !ready) return ready;
    } else if (got == 0 || errno != EINTR) {
      return lost();
    }
  }
  Answer answer(std::exchange(in, {}));
  filled = 0;
  constexpr uint8_t kKeymapNotify = 11;  // the one message without a sequence number
  if (answer.u8(0) > 1) {
    if (display_->keep_events_ && answer.u8(0) != kKeymapNotify) display_->events_.push_back(std::move(answer));
    return Done{};
  }
  display_->seen_ += static_cast<uint16_t>(answer.u16(2) - static_cast<uint16_t>(display_->seen_));
  const auto found = display_->awaited_.find(display_->seen_);
  if (found != display_->awaited_.end()) {
    found->second = std::move(answer);
  } else if (answer.is_error() && !display_->error_ && display_->seen_ > display_->talk_started_) {
    display_->error_ = std::move(answer);
  }
  return Done{};
}

Result<Answer> Talk::answer(uint64_t sequence) {
  SUREHAND_CHECK(flush());
  while (true) {
    const auto found = display_->awaited_.find(sequence);
    if (found == display_->awaited_.end()) return lost();
    if (found->second) {
      Answer answer = std::move(*found->second);
      display_->awaited_.erase(found);
      return answer;
    }
    SUREHAND_CHECK(receive(limits_));
  }
}

Result<uint8_t> Talk::sync() {
  SUREHAND_TRY(answer, call(Request(Opcode::kGetInputFocus)));
  const uint8_t code = display_->error_ ? display_->error_->error_code() : 0;
  display_->error_.reset();
  return code;
}

void Talk::keep_events(bool keep) {
  display_->keep_events_ = keep;
  if (!keep) display_->events_.clear();
}

Result<Answer> Talk::next_event(const Limits& limits) {
  SUREHAND_CHECK(flush());
  while (display_->events_.empty()) {
    SUREHAND_CHECK(receive(limits));
  }
  Answer event = std::move(display_->events_.front());
  display_->events_.pop_front();
  return event;
}

}  // namespace surehand::x11

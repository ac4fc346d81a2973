#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/limits.h"
#include "core/run/timed_lock.h"
#include "core/tree/snapshot.h"
#include "platform/linux/x11/protocol.h"
#include "platform/posix/fd.h"

namespace surehand::x11 {

// Names that are asked for, interned once.
enum class Name : uint8_t {
  kUtf8String,
  kActiveWindow,
  kClientList,
  kClientListStacking,
  kCloseWindow,
  kCurrentDesktop,
  kFrameExtents,
  kGtkFrameExtents,
  kMoveResizeWindow,
  kSupported,
  kWindowDesktop,
  kWindowName,
  kWindowPid,
  kWindowPing,
  kWindowState,
  kWindowType,
  kTypeCombo,
  kTypeDrag,
  kTypeDropdownMenu,
  kTypePopupMenu,
  kTypeTooltip,
  kStateHidden,
  kStateMaximizedHorz,
  kStateMaximizedVert,
  kStateModal,
  kWorkArea,
  kChangeState,
  kDeleteWindow,
  kProtocols,
  kWmState,
  kTransientFor,
  kClipboard,
  kTargets,
  kIncremental,
  kPlainText,
  kPng,
  kUriList,
  kGnomeCopiedFiles,
  kTransfer,
};
inline constexpr size_t kNames = 39;

class Talk;

// A connection to a local X server, over its socket. Xlib is not used because its error handlers belong to
// the whole process and end it when a server goes away; libxcb has neither fault, but waits without a
// deadline, reads the process's own environment, and would be one more library to find at run time for a
// dozen request types.
class Display {
 public:
  // `display` as in DISPLAY (`:0`, `:99.0`), `authority_file` as in XAUTHORITY; it may not exist.
  static Result<std::unique_ptr<Display>> open(const std::string& display, const std::string& authority_file,
                                               const Limits& limits);
  ~Display();

  // The exclusive right to talk to the server, for one operation.
  Result<Talk> talk(const Limits& limits);

  Window root() const { return root_; }
  Atom atom(Name name) const { return atoms_[static_cast<size_t>(name)]; }
  // Major opcodes, or 0 where the server lacks the extension.
  uint8_t xtest() const { return xtest_; }
  uint8_t shm() const { return shm_; }
  uint8_t xkb() const { return xkb_; }
  uint8_t randr() const { return randr_; }
  uint8_t composite() const { return composite_; }
  uint8_t resource() const { return resource_; }
  Keycode min_keycode() const { return min_keycode_; }
  Keycode max_keycode() const { return max_keycode_; }
  // A new resource id.
  uint32_t new_id() { return id_base_ | (next_id_++ & id_mask_); }

  // How the pixels of the root window are laid out.
  struct PixelFormat {
    uint8_t depth = 0;
    uint8_t bits_per_pixel = 0;
    uint8_t scanline_pad = 0;
    bool most_significant_first = false;
    uint32_t red = 0, green = 0, blue = 0;
  };
  const PixelFormat& pixels() const { return pixels_; }

 private:
  friend class Talk;
  Display() = default;

  Status read_setup(const std::vector<uint8_t>& setup, size_t screen);
  Status learn_names(Talk& talk);

  TimedLock lock_;
  Fd socket_;
  bool lost_ = false;
  std::vector<uint8_t> out_;
  size_t out_start_ = 0;
  std::vector<uint8_t> in_;  // the message that is being received
  size_t in_filled_ = 0;
  uint64_t sent_ = 0;  // sequence number of the last request
  uint64_t seen_ = 0;  // of the last message received
  std::map<uint64_t, std::optional<Answer>> awaited_;
  std::optional<Answer> error_;  // the first error of a request without a reply
  uint64_t talk_started_ = 0;    // the last request before the present Talk
  std::deque<Answer> events_;
  bool keep_events_ = false;

  Window root_ = 0;
  PixelFormat pixels_;
  uint32_t id_base_ = 0, id_mask_ = 0, next_id_ = 1;
  Keycode min_keycode_ = 8, max_keycode_ = 255;
  Atom atoms_[kNames] = {};
  uint8_t xtest_ = 0, shm_ = 0, xkb_ = 0, randr_ = 0, composite_ = 0, resource_ = 0;
};

// A conversation with the server: requests are collected and sent together when an answer is waited for.
class Talk {
 public:
  Talk(Talk&&) = default;
  ~Talk();

  const Limits& limits() const { return limits_; }
  Display& display() const { return *display_; }

  void send(Request request);     // one that has no reply
  uint64_t ask(Request request);  // one that has; hand the result to answer()
  // The reply or the error to `ask`. An X error is a value; an Error is TIMEOUT, ABORTED or NO_DESKTOP.
  Result<Answer> answer(uint64_t sequence);
  Result<Answer> call(Request request) { return answer(ask(std::move(request))); }
  // Waits until the server has worked off all that was sent. The error code of the first send() that failed,
  // or 0.
  Result<uint8_t> sync();
  // Events are dropped unless a call waits for them.
  void keep_events(bool keep);
  Result<Answer> next_event(const Limits& limits);

 private:
  friend class Display;
  Talk(Display* display, std::unique_lock<std::timed_mutex> lock, const Limits& limits);

  uint64_t queue(Request request);
  Status flush();
  Status receive(const Limits& limits);  // one more message
  Status wait(short events, const Limits& limits);
  Error lost();

  struct Release {
    void operator()(Display* display) const;
  };
  std::unique_lock<std::timed_mutex> lock_;
  std::unique_ptr<Display, Release> display_;
  Limits limits_;
  Fd cancelled_;
  CancelToken::Registration registration_;
};

}  // namespace surehand::x11

#include "platform/linux/wayland/pipewire/stream.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "platform/linux/wayland/pipewire/frame.h"
#include "platform/linux/wayland/pipewire/library.h"
#include "platform/linux/wayland/pipewire/pods.h"
#include "platform/linux/wayland/socket.h"

namespace surehand::wayland::pipewire {
namespace {

constexpr const char* kStart = "; start pipewire and wireplumber in the desktop session";
constexpr int kInput = 0;                                                          // spa/utils/defs.h
constexpr int kError = -1, kUnconnected = 0;                                       // pw_stream_state
constexpr int kAutoconnect = 1 << 0, kWithoutConversion = 1 << 5, kOnce = 1 << 7;  // pw_stream_flags
constexpr uint32_t kFormat = 4;                                                    // spa/param/param.h

// Frees what libpipewire made.
using Owned = std::unique_ptr<void, void (*)(void*)>;

template <size_t count>
void* properties(const Library& library, const Dict::Item (&items)[count]) {
  const Dict dict{0, count, items};
  return library.properties_new_dict(&dict);
}

// Nothing of the user's own configuration, and no module that asks for real-time priority: this is somebody else's process.
Owned context_of(const Library& library, void* loop) {
  const Dict::Item settings[] = {
      {"config.name", "null"}, {"log.level", "0"}, {"support.dbus", "false"}, {"context.modules.allow-empty", "true"}};
  Owned context(library.context_new(loop, properties(library, settings), 0), library.context_destroy);
  if (context == nullptr) return context;
  // As in PipeWire's client.conf.
  library.context_add_spa_lib(context.get(), "audio.convert.*", "audioconvert/libspa-audioconvert");
  library.context_add_spa_lib(context.get(), "video.convert.*", "videoconvert/libspa-videoconvert");
  library.context_add_spa_lib(context.get(), "support.*", "support/libspa-support");
  for (const char* module : {"protocol-native", "client-node", "adapter"}) {
    const std::string name = std::string("libpipewire-module-") + module;
    if (library.context_load_module(context.get(), name.c_str(), nullptr, nullptr) == nullptr) {
      context.reset();
      break;
    }
  }
  return context;
}

// A stream that reads until it has one picture, on a thread of libpipewire's.
class Reader {
 public:
  explicit Reader(const Library& library)
      : library_(library),
        loop_(nullptr, library.thread_loop_destroy),
        context_(nullptr, library.context_destroy),
        stream_(nullptr, library.stream_destroy) {}
  ~Reader() {
    if (started_) library_.thread_loop_stop(loop_.get());
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Status begin(uint32_t node, Fd connection) {
    const Error failed{ErrorCode::kUnsupported,
                       "libpipewire makes no stream here; install its modules too (libpipewire-0.3-modules and "
                       "libspa-0.2-modules on Debian)",
                       {}};
    loop_.reset(library_.thread_loop_new("surehand-picture", nullptr));
    if (loop_ == nullptr) return failed;
    context_ = context_of(library_, library_.thread_loop_get_loop(loop_.get()));
    if (context_ == nullptr) return failed;
    // The connection is libpipewire's from here on, also when it fails.
    void* const core = library_.context_connect_fd(context_.get(), connection.release(), nullptr, 0);
    if (core == nullptr) return failed;
    const Dict::Item about[] = {{"media.type", "Video"},
                                {"media.category", "Capture"},
                                {"media.role", "Screen"},
                                // Another source, as a camera, is never taken instead.
                                {"node.dont-fallback", "true"}};
    stream_.reset(library_.stream_new(core, "surehand", properties(library_, about)));
    if (stream_ == nullptr) return failed;
    library_.stream_add_listener(stream_.get(), &hook_, &kEvents, this);
    const Pod formats = accepted_formats();
    const void* offered[] = {formats.data()};
    constexpr int kHow = kAutoconnect | kWithoutConversion | kOnce;
    if (library_.stream_connect(stream_.get(), kInput, node, kHow, offered, 1) < 0) return failed;
    started_ = library_.thread_loop_start(loop_.get()) == 0;
    return started_ ? Status(Done{}) : Status(failed);
  }

  Result<Image> wait(const std::function<std::optional<Error>()>& ended, const Limits& limits) {
    constexpr Milliseconds kLookAgain(20);
    std::unique_lock lock(mutex_);
    while (!answer_) {
      if (auto error = limits.exceeded("a picture of the screen from PipeWire")) {
        if (!format_) error->message += std::string("; it connected the picture's stream to nothing") + kStart;
        return std::move(*error);
      }
      if (changed_.wait_for(lock, std::min(limits.remaining(), kLookAgain)) == std::cv_status::no_timeout) continue;
      lock.unlock();
      if (auto error = ended()) return std::move(*error);
      lock.lock();
    }
    Result<Image> answer = std::move(*answer_);
    lock.unlock();
    if (answer) return answer;
    // The stream of a compositor that ends fails first.
    if (auto error = ended()) return std::move(*error);
    return answer;
  }

 private:
  void settle(Result<Image> answer) {
    {
      std::lock_guard lock(mutex_);
      if (!answer_) answer_ = std::move(answer);
    }
    changed_.notify_all();
  }

  static void on_state(void* data, int, int state, const char* error) {
    if (state != kError && state != kUnconnected) return;
    const std::string why = error == nullptr ? "no reason is given" : error;
    static_cast<Reader*>(data)->settle(
        Error{ErrorCode::kUnsupported, "PipeWire ended the stream of the picture (" + why + ")" + kStart, {}});
  }

  static void on_param(void* data, uint32_t id, const void* pod) {
    auto& self = *static_cast<Reader*>(data);
    if (id != kFormat || pod == nullptr) return;
    uint32_t size = 0;
    std::memcpy(&size, pod, sizeof size);
    const auto format = format_in(static_cast<const uint8_t*>(pod), size_t{size} + 8);
    if (!format) {
      self.settle(Error{ErrorCode::kUnsupported, "the compositor sends pictures in a format that is not known", {}});
      return;
    }
    {
      std::lock_guard lock(self.mutex_);
      self.format_ = format;
    }
    const Pod buffers = accepted_buffers();
    const void* accepted[] = {buffers.data()};
    self.library_.stream_update_params(self.stream_.get(), accepted, 1);
  }

  static void on_process(void* data) {
    auto& self = *static_cast<Reader*>(data);
    while (StreamBuffer* const buffer = self.library_.stream_dequeue_buffer(self.stream_.get())) {
      if (self.format_ && buffer->buffer != nullptr) {
        auto picture = picture_in(*buffer->buffer, *self.format_);
        if (!picture) self.settle(picture.take_error());
        if (picture && *picture) self.settle(std::move(**picture));
      }
      self.library_.stream_queue_buffer(self.stream_.get(), buffer);
    }
  }

  static constexpr StreamEvents kEvents{0,        nullptr, on_state, nullptr,    nullptr,
                                        on_param, nullptr, nullptr,  on_process, nullptr};

  const Library& library_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Result<Image>> answer_;
  std::optional<VideoFormat> format_;  // written by libpipewire's thread alone
  Hook hook_{};
  bool started_ = false;
  Owned loop_, context_, stream_;
};

}  // namespace

std::string socket_in(const Environment& environment) {
  const std::string name = environment.get("PIPEWIRE_REMOTE").value_or("pipewire-0");
  if (name.front() == '/') return name;
  const auto folder = environment.get("PIPEWIRE_RUNTIME_DIR");
  return (folder ? *folder : environment.get("XDG_RUNTIME_DIR").value_or("")) + "/" + name;
}

Result<Fd> connect(const std::string& path, const Limits& limits) {
  auto socket = Socket::open(path, limits);
  if (socket) return socket->take();
  Error error = socket.take_error();
  if (error.code == ErrorCode::kNoDesktop) {
    error = {
        ErrorCode::kUnsupported, "a picture needs PipeWire, which does not run (" + error.message + ")" + kStart, {}};
  }
  return error;
}

Result<Image> picture_of(uint32_t node, Fd connection, const std::function<std::optional<Error>()>& ended,
                         const Limits& limits) {
  SUREHAND_TRY(library, Library::get());
  Reader reader(**library);
  SUREHAND_CHECK(reader.begin(node, std::move(connection)));
  return reader.wait(ended, limits);
}

}  // namespace surehand::wayland::pipewire

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "platform/linux/wayland/pipewire/frame.h"
#include "platform/linux/wayland/pipewire/pods.h"
#include "platform/linux/wayland/pipewire/stream.h"
#include "platform/posix/fd.h"

using namespace surehand;
using namespace surehand::wayland::pipewire;

namespace {

// Little-endian words as bytes, in memory of exactly that size, so that a sanitizer sees each read beyond it.
std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& words) {
  std::vector<uint8_t> bytes(words.size() * 4);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

// The format on which mutter 43 and libpipewire 0.3.65 agree for a screen of 1280 x 800.
const std::vector<uint32_t> kAgreed = {
    136,     15,                                  // an object of so many bytes
    0x40003, 4,                                   // the format
    1,       0,  4,  3,  2,    0,                 // media type: video
    2,       0,  4,  3,  1,    0,                 // raw
    0x20001, 0,  4,  3,  8,    0,                 // BGRx
    0x20003, 0,  8,  10, 1280, 800,               // size
    0x20004, 0,  24, 19, 0,    0,   8, 11, 0, 1,  // frame rate, as a choice that is settled
};

std::optional<VideoFormat> format_of(const std::vector<uint32_t>& words) {
  const auto bytes = bytes_of(words);
  return format_in(bytes.data(), bytes.size());
}

// A buffer of PipeWire over memory that is shared.
struct Shared {
  explicit Shared(const std::string& content) : file(memfd_create("surehand-test", MFD_CLOEXEC)) {
    REQUIRE(write(file.get(), content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    chunk = {0, static_cast<uint32_t>(content.size()), 0, 0};
    data = {kMemFd, 0, file.get(), 0, static_cast<uint32_t>(content.size()), nullptr, &chunk};
    buffer = {0, 1, nullptr, &data};
  }
  Fd file;
  Chunk chunk{};
  Data data{};
  Buffer buffer{};
};

constexpr VideoFormat kTwoByTwo{2, 2, false};
const std::string kRows = "bgrxBGRX1234abcd";

ErrorCode code_of(const Shared& shared, const VideoFormat& format) {
  const auto picture = picture_in(shared.buffer, format);
  REQUIRE_FALSE(picture.ok());
  return picture.error().code;
}

}  // namespace

TEST_CASE("the format that was agreed on is read") {
  std::vector<uint32_t> words = kAgreed;
  words[0] = static_cast<uint32_t>(words.size() * 4 - 8);
  const auto format = format_of(words);
  REQUIRE(format);
  CHECK((format->width == 1280 && format->height == 800 && !format->red_first));
  words[20] = 11;  // RGBA
  CHECK(format_of(words)->red_first);
}

TEST_CASE("a format that was not offered is none") {
  std::vector<uint32_t> words = kAgreed;
  words[0] = static_cast<uint32_t>(words.size() * 4 - 8);
  const auto changed = [&](size_t at, uint32_t to) {
    auto other = words;
    other[at] = to;
    return format_of(other).has_value();
  };
  REQUIRE(changed(0, words[0]));
  CHECK_FALSE(changed(2, 0x40004));   // no format
  CHECK_FALSE(changed(8, 1));         // audio
  CHECK_FALSE(changed(14, 2));        // not raw
  CHECK_FALSE(changed(20, 2));        // I420
  CHECK_FALSE(changed(19, 4));        // an integer for an id
  CHECK_FALSE(changed(26, 0));        // no width
  CHECK_FALSE(changed(27, 0x10000));  // no screen is as high
  CHECK_FALSE(changed(4, 0x20002));   // a modifier: memory of a GPU
}

TEST_CASE("a format whose sizes are wrong is none, and nothing beyond it is read") {
  std::vector<uint32_t> words = kAgreed;
  words[0] = static_cast<uint32_t>(words.size() * 4 - 8);
  const auto whole = bytes_of(words);
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::vector<uint8_t> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK_FALSE(format_in(part.data(), part.size()));
  }
  // Every word as every kind of nonsense.
  for (size_t at = 0; at < words.size(); ++at) {
    for (const uint32_t value : {0u, 1u, 7u, 8u, 0x7fffffffu, 0x80000000u, 0xfffffff0u, 0xffffffffu}) {
      auto other = words;
      other[at] = value;
      const auto format = format_of(other);
      if (format) CHECK((format->width > 0 && format->width <= 1u << 15 && format->height <= 1u << 15));
    }
  }
}

TEST_CASE("a picture is read from shared memory, whatever its order of colours and its stride") {
  const auto pixels = [](const Shared& shared, const VideoFormat& format) {
    const auto picture = picture_in(shared.buffer, format);
    REQUIRE(picture.ok());
    REQUIRE(picture.value().has_value());
    return std::string((*picture.value()).rgba.begin(), (*picture.value()).rgba.end());
  };
  CHECK(pixels(Shared(kRows), kTwoByTwo) ==
        "rgb\xffRGB\xff"
        "321\xff"
        "cba\xff");
  CHECK(pixels(Shared(kRows), {2, 2, true}) ==
        "bgr\xff"
        "BGR\xff"
        "123\xff"
        "abc\xff");
  Shared wide("....bgrx--------BGRX");
  wide.chunk = {4, 16, 12, 0};
  CHECK(pixels(wide, {1, 2, false}) == "rgb\xffRGB\xff");
  Shared later("0123" + kRows);
  later.chunk.size = later.data.max_size = 16;
  later.data.map_offset = 4;
  CHECK(pixels(later, kTwoByTwo).substr(0, 3) == "rgb");
}

TEST_CASE("a buffer that says that it has no picture is passed over") {
  Shared damaged(kRows), empty(kRows);
  damaged.chunk.flags = 1;
  empty.chunk.size = 0;
  for (const Shared* each : {&damaged, &empty}) {
    const auto picture = picture_in(each->buffer, kTwoByTwo);
    REQUIRE(picture.ok());
    CHECK_FALSE(picture.value().has_value());
  }
}

TEST_CASE("a buffer that does not hold what it says is refused") {
  const auto refused = [](const std::function<void(Shared&)>& change, const VideoFormat& format = kTwoByTwo) {
    Shared shared(kRows);
    change(shared);
    return code_of(shared, format) == ErrorCode::kRefused;
  };
  CHECK(refused([](Shared& shared) { shared.buffer.data_count = 0; }));
  CHECK(refused([](Shared& shared) { shared.data.chunk = nullptr; }));
  CHECK(refused([](Shared& shared) { shared.chunk.size = 15; }));
  CHECK(refused([](Shared& shared) { shared.data.max_size = 15; }));
  CHECK(refused([](Shared& shared) { shared.chunk.offset = 1; }));
  CHECK(refused([](Shared& shared) { shared.chunk.offset = 0xffffffff; }));
  CHECK(refused([](Shared& shared) { shared.chunk.stride = 7; }));
  CHECK(refused([](Shared& shared) { shared.chunk.stride = -8; }));
  CHECK(refused([](Shared& shared) { shared.chunk.stride = 0x7fffffff; }));
  // The file is shorter than all that is said of it.
  CHECK(refused([](Shared& shared) { shared.data.map_offset = 1; }));
  CHECK(refused([](Shared& shared) { shared.data.map_offset = 0xffffffff; }));
  CHECK(refused([](Shared& shared) { CHECK(ftruncate(shared.file.get(), 8) == 0); }));
  CHECK(refused([](Shared& shared) { shared.chunk.size = shared.data.max_size = 0xffffffff; }, {1u << 15, 1u << 15}));
  CHECK(refused([](Shared&) {}, {0, 0}));
}

TEST_CASE("a buffer in other memory than behind a descriptor is UNSUPPORTED") {
  for (const uint32_t type : {0u, 1u, 3u, 4u, 0xffffffffu}) {
    Shared shared(kRows);
    shared.data.type = type;
    CHECK(code_of(shared, kTwoByTwo) == ErrorCode::kUnsupported);
  }
  Shared none(kRows);
  none.data.fd = -1;
  CHECK(code_of(none, kTwoByTwo) == ErrorCode::kUnsupported);
}

TEST_CASE("PipeWire's socket is where the environment says") {
  using Variables = std::vector<std::pair<std::string, std::string>>;
  const auto socket_with = [](const Variables& more) {
    Variables all{{"XDG_RUNTIME_DIR", "/run/user/7"}};
    all.insert(all.end(), more.begin(), more.end());
    return socket_in(Environment(all));
  };
  CHECK(socket_with({}) == "/run/user/7/pipewire-0");
  CHECK(socket_with({{"PIPEWIRE_RUNTIME_DIR", "/b"}}) == "/b/pipewire-0");
  CHECK(socket_with({{"PIPEWIRE_REMOTE", "other"}}) == "/run/user/7/other");
  CHECK(socket_with({{"PIPEWIRE_REMOTE", "/c/d"}}) == "/c/d");
  const auto refused = connect("/tmp/surehand-no-such-socket", Limits::within(Milliseconds(5000)));
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kUnsupported);
  CHECK(refused.error().message.find("start pipewire") != std::string::npos);
}

TEST_CASE("a PipeWire that says nothing, or goes, holds nobody up") {
  if (!Library::get()) return;  // not installed
  const auto code_of = [](bool goes, const Limits& limits, std::optional<Error> ended = {}) {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    Fd ours(ends[0]), theirs(ends[1]);
    if (goes) theirs = Fd();
    const auto picture = picture_of(
        7, std::move(ours), [&] { return ended; }, limits);
    REQUIRE_FALSE(picture.ok());
    return picture.error().code;
  };
  CHECK(code_of(false, Limits::within(Milliseconds(100))) == ErrorCode::kTimeout);
  CHECK(code_of(true, Limits::within(Milliseconds(5000))) == ErrorCode::kUnsupported);
  CHECK(code_of(false, Limits::within(Milliseconds(5000)), Error{ErrorCode::kNoDesktop, "gone", {}}) ==
        ErrorCode::kNoDesktop);
  Limits aborted = Limits::within(Milliseconds(5000));
  aborted.cancel = std::make_shared<CancelToken>();
  std::thread canceller([&] { aborted.cancel->cancel(); });
  CHECK(code_of(false, aborted) == ErrorCode::kAborted);
  canceller.join();
}

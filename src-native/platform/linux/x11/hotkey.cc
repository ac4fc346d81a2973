#include "platform/linux/x11/hotkey.h"

#include <algorithm>
#include <future>
#include <set>
#include <thread>
#include <utility>

#include "core/run/begun.h"
#include "core/run/thread.h"
#include "platform/linux/screen/keysyms.h"

namespace surehand::x11 {
namespace {

constexpr uint16_t kRawKeyPress = 13, kRawKeyRelease = 14;

// Left and right, whose keysyms are neighbours.
bool is_a_pair(std::string_view key) {
  return key == "Control" || key == "Alt" || key == "Shift" || key == "Meta" || key == "Super";
}

// Raw events of XInput 2 (https://www.x.org/releases/X11R7.7/doc/inputproto/XI2proto.txt) come to every client that asks for them, whoever has
// the focus or a grab, and in their order: a key that is struck for a moment is not missed, and two programs can watch for the same one.
class Hotkey final : public Subscription {
 public:
  Hotkey(std::unique_ptr<Display> display, std::vector<std::string> keys, std::function<void()> pressed)
      : display_(std::move(display)), keys_(std::move(keys)), pressed_(std::move(pressed)) {}

  // Its thread waits for nothing but the server, and is woken.
  ~Hotkey() override {
    stop_->cancel();
    if (thread_.joinable()) thread_.join();
  }

  // Returns when it watches.
  Status begin(const Limits& limits) {
    auto watches = watches_.get_future();
    SUREHAND_TRY(thread, start_thread([this] { watch(); }));
    thread_ = thread.take();
    return begun(watches, limits, "the X server to tell of keys");
  }

 private:
  using Codes = std::set<Keycode>;
  // A key of one keyboard: what is typed by program is the key of another one than a hand's.
  using Down = std::pair<uint16_t, Keycode>;

  void watch() {
    const Limits limits{Clock::time_point::max(), stop_};
    auto opened = display_->talk(limits);
    if (!opened) return watches_.set_value(opened.take_error());
    Talk& talk = *opened;
    talk.keep_events(true);
    const Status began = begin_in(talk);
    const bool watches = began.ok();
    watches_.set_value(began);
    while (watches) {
      const auto event = talk.next_event(limits);
      if (!event) return;
      heard(*event);
    }
  }

  Status begin_in(Talk& talk) {
    constexpr std::string_view kName = "XInputExtension";
    constexpr uint8_t kQueryVersion = 47, kSelectEvents = 46;
    constexpr uint16_t kAllMasterDevices = 1;
    const auto lacking = [] {
      return Error{ErrorCode::kUnsupported, "the X server lacks XInput 2, which tells of keys", {}};
    };
    SUREHAND_TRY(extension, talk.call(Request(Opcode::kQueryExtension).u16(kName.size()).u16(0).text(kName)));
    if (extension->is_error() || extension->u8(8) == 0) return lacking();
    const uint8_t opcode = extension->u8(9);
    SUREHAND_TRY(version, talk.call(Request(opcode, kQueryVersion).u16(2).u16(2)));
    if (version->is_error() || version->u16(8) < 2) return lacking();
    SUREHAND_CHECK(read_codes(talk));
    talk.send(Request(opcode, kSelectEvents)
                  .u32(display_->root())
                  .u16(1)
                  .u16(0)
                  .u16(kAllMasterDevices)
                  .u16(1)
                  .u32(1u << kRawKeyPress | 1u << kRawKeyRelease));
    SUREHAND_TRY(error, talk.sync());
    if (*error != 0) return lacking();
    return Done{};
  }

  Status read_codes(Talk& talk) {
    const Keycode first = display_->min_keycode();
    const auto count = static_cast<uint8_t>(display_->max_keycode() - first + 1);
    SUREHAND_TRY(mapping, talk.call(Request(Opcode::kGetKeyboardMapping).u8(first).u8(count).u16(0)));
    const size_t columns = mapping->u8(1);
    for (const std::string& key : keys_) {
      const auto keysym = screen::keysym_of_key(key);
      if (!keysym) return Error{ErrorCode::kInvalidArgument, "there is no key \"" + key + "\"", {}};
      Codes codes;
      for (size_t i = 0; i < count * columns; ++i) {
        const Keysym symbol = mapping->u32(Answer::kFixed + i * 4);
        const bool is_it = symbol == *keysym || (is_a_pair(key) && symbol == *keysym + 1);
        if (is_it) codes.insert(static_cast<Keycode>(first + i / columns));
      }
      if (codes.empty()) return Error{ErrorCode::kUnsupported, "no key of this keyboard is \"" + key + "\"", {}};
      wanted_.push_back(std::move(codes));
    }
    return Done{};
  }

  void heard(const Answer& event) {
    if (event.event_type() != EventType::kGeneric) return;
    const uint16_t type = event.u16(8);
    const Down key{event.u16(20), static_cast<Keycode>(event.u32(16))};
    if (type == kRawKeyRelease) down_.erase(key);
    if (type != kRawKeyPress || !down_.insert(key).second) return;
    const bool is_last = wanted_.back().count(key.second) != 0;
    if (is_last && std::all_of(wanted_.begin(), wanted_.end(), [&](const Codes& codes) { return any_down(codes); })) {
      pressed_();
    }
  }

  bool any_down(const Codes& codes) const {
    return std::any_of(down_.begin(), down_.end(), [&](const Down& key) { return codes.count(key.second) != 0; });
  }

  std::unique_ptr<Display> display_;
  std::vector<std::string> keys_;
  std::function<void()> pressed_;
  std::vector<Codes> wanted_;
  std::set<Down> down_;
  std::shared_ptr<CancelToken> stop_ = std::make_shared<CancelToken>();
  std::promise<Status> watches_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Subscription>> watch_hotkey(std::unique_ptr<Display> display, std::vector<std::string> keys,
                                                   std::function<void()> pressed, const Limits& limits) {
  auto hotkey = std::make_unique<Hotkey>(std::move(display), std::move(keys), std::move(pressed));
  SUREHAND_CHECK(hotkey->begin(limits));
  return std::unique_ptr<Subscription>(std::move(hotkey));
}

}  // namespace surehand::x11

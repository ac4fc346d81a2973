#include "platform/linux/x11/hotkey.h"

#include <algorithm>
#include <future>
#include <set>
#include <thread>
#include <utility>

#include "core/run/begun.h"
#include "core/run/thread.h"
#include "platform/linux/screen/keysyms.h"
#include "platform/linux/x11/raw_input.h"

namespace surehand::x11 {
namespace {

// Left and right, whose keysyms are neighbours.
bool is_a_pair(std::string_view key) {
  return key == "Control" || key == "Alt" || key == "Shift" || key == "Meta" || key == "Super";
}

// Raw events come in their order and to every client: a key that is struck for a moment is not missed, and two programs can watch for the
// same one.
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
    SUREHAND_CHECK(read_codes(talk));
    SUREHAND_TRY(extension, select_raw_input(talk, {RawKind::kKeyPress, RawKind::kKeyRelease}));
    extension_ = *extension;
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
    const auto raw = raw_input(event, extension_);
    if (!raw) return;
    const Down key{raw->source, raw->detail};
    if (raw->kind == RawKind::kKeyRelease) down_.erase(key);
    if (raw->kind != RawKind::kKeyPress || !down_.insert(key).second) return;
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
  uint8_t extension_ = 0;
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

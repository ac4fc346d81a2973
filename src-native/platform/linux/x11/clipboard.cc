#include "platform/linux/x11/clipboard.h"

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include "platform/linux/x11/properties.h"

namespace surehand::x11 {
namespace {

constexpr Atom kAtomAtom = 4;
constexpr Atom kAtomString = 31;  // Latin 1
constexpr uint32_t kCurrentTime = 0;
// One request holds no more. Larger texts would have to be handed out in parts.
constexpr size_t kMostWritten = 250'000;
constexpr size_t kMostRead = 16u << 20;

Error too_large(size_t most) {
  return {ErrorCode::kInvalidArgument, "the text is larger than " + std::to_string(most) + " bytes", {}};
}

// A window that shows nowhere, whose properties texts go through.
Window make_window(Talk& talk) {
  constexpr uint16_t kInputOnly = 2;
  constexpr uint32_t kEventMask = 0x800, kPropertyChange = 1u << 22;
  const Window window = talk.display().new_id();
  talk.send(Request(Opcode::kCreateWindow, 0)
                .u32(window)
                .u32(talk.display().root())
                .i16(-1)
                .i16(-1)
                .u16(1)
                .u16(1)
                .u16(0)
                .u16(kInputOnly)
                .u32(0)
                .u32(kEventMask)
                .u32(kPropertyChange));
  return window;
}

Result<Answer> take_property(Talk& talk, Window window, Atom property) {
  constexpr uint8_t kDelete = 1;
  return talk.call(
      Request(Opcode::kGetProperty, kDelete).u32(window).u32(property).u32(0).u32(0).u32(kMostRead / 4 + 1));
}

Result<Answer> next_of(Talk& talk, EventType type, const Limits& limits) {
  for (;;) {
    auto event = talk.next_event(limits);
    if (!event || event->event_type() == type) return event;
  }
}

// The selection as `target`; nothing where its owner has none such.
Result<std::optional<std::string>> converted(Talk& talk, Window window, Atom target, const Limits& limits) {
  const Display& display = talk.display();
  const Atom property = display.atom(Name::kTransfer);
  talk.send(Request(Opcode::kConvertSelection)
                .u32(window)
                .u32(display.atom(Name::kClipboard))
                .u32(target)
                .u32(property)
                .u32(kCurrentTime));
  auto notice = next_of(talk, EventType::kSelectionNotify, limits);
  if (!notice) return notice.take_error();
  if (notice->u32(20) == kNone) return std::optional<std::string>();
  auto value = take_property(talk, window, property);
  if (!value) return value.take_error();
  if (value->is_error()) return std::optional<std::string>();
  if (value->u32(8) != display.atom(Name::kIncremental)) {
    if (value->u32(12) != 0) return too_large(kMostRead);
    return std::optional(text(*value));
  }
  // In parts: each is put there when the one before was taken, an empty one at the end.
  std::string all;
  for (;;) {
    auto change = next_of(talk, EventType::kPropertyNotify, limits);
    if (!change) return change.take_error();
    constexpr uint8_t kNewValue = 0;
    if (change->u32(8) != property || change->u8(16) != kNewValue) continue;
    auto part = take_property(talk, window, property);
    if (!part) return part.take_error();
    // What was announced before the first part was taken is not there any more.
    if (part->is_error() || part->u32(8) == kNone) continue;
    const std::string more = text(*part);
    if (more.empty()) return std::optional(std::move(all));
    all += more;
    if (all.size() > kMostRead) return too_large(kMostRead);
  }
}

}  // namespace

// Owns the selection, on a thread that hands the text out until another program copies something.
class Clipboard::Owner {
 public:
  explicit Owner(std::unique_ptr<Display> display, std::string text)
      : display_(std::move(display)), text_(std::move(text)) {}
  ~Owner() {
    stop_->cancel();
    if (thread_.joinable()) thread_.join();
  }

  // Returns when it owns the selection.
  Status begin(const Limits& limits) {
    auto owns = owns_.get_future();
    thread_ = std::thread([this] { serve(); });
    while (owns.wait_for(std::min(limits.remaining(), Milliseconds(20))) != std::future_status::ready) {
      if (auto error = limits.exceeded("the clipboard")) return std::move(*error);
    }
    return owns.get();
  }

 private:
  void serve() {
    const Limits limits{Clock::time_point::max(), stop_};
    auto opened = display_->talk(limits);
    if (!opened) return owns_.set_value(opened.take_error());
    Talk& talk = *opened;
    talk.keep_events(true);
    const Window window = make_window(talk);
    const Atom clipboard = display_->atom(Name::kClipboard);
    talk.send(Request(Opcode::kSetSelectionOwner).u32(window).u32(clipboard).u32(kCurrentTime));
    auto owner = talk.call(Request(Opcode::kGetSelectionOwner).u32(clipboard));
    if (!owner) return owns_.set_value(owner.take_error());
    if (owner->u32(8) != window) {
      return owns_.set_value(Error{ErrorCode::kRefused, "another program took the clipboard at the same time", {}});
    }
    owns_.set_value(Done{});
    for (;;) {
      auto event = talk.next_event(limits);
      if (!event || event->event_type() == EventType::kSelectionClear) return;
      if (event->event_type() == EventType::kSelectionRequest) hand_out(talk, *event);
    }
  }

  void hand_out(Talk& talk, const Answer& request) {
    const uint32_t time = request.u32(4), requestor = request.u32(12), selection = request.u32(16);
    const Atom target = request.u32(20);
    Atom property = request.u32(24);
    if (property == kNone) property = target;  // as old clients ask
    const Atom utf8 = display_->atom(Name::kUtf8String), plain = display_->atom(Name::kPlainText);
    const Atom targets = display_->atom(Name::kTargets);
    Request change(Opcode::kChangeProperty, 0);
    if (target == targets) {
      change.u32(requestor).u32(property).u32(kAtomAtom).u8(32).zeros(3).u32(3).u32(targets).u32(utf8).u32(plain);
      talk.send(std::move(change));
    } else if (target == utf8 || target == plain) {
      change.u32(requestor).u32(property).u32(target).u8(8).zeros(3).u32(static_cast<uint32_t>(text_.size()));
      talk.send(std::move(change.text(text_)));
    } else {
      property = kNone;
    }
    Request notice(Opcode::kSendEvent);
    notice.u32(requestor).u32(0).u8(static_cast<uint8_t>(EventType::kSelectionNotify)).u8(0).u16(0);
    notice.u32(time).u32(requestor).u32(selection).u32(target).u32(property).zeros(8);
    talk.send(std::move(notice));
  }

  std::unique_ptr<Display> display_;
  const std::string text_;
  std::shared_ptr<CancelToken> stop_ = std::make_shared<CancelToken>();
  std::promise<Status> owns_;
  std::thread thread_;
};

Clipboard::Clipboard(std::string display, std::string authority_file)
    : display_(std::move(display)), authority_file_(std::move(authority_file)) {}

Clipboard::~Clipboard() = default;

Result<std::string> Clipboard::read(const Limits& limits) {
  auto display = Display::open(display_, authority_file_, limits);
  if (!display) return display.take_error();
  auto opened = (*display)->talk(limits);
  if (!opened) return opened.take_error();
  Talk& talk = *opened;
  talk.keep_events(true);
  const Window window = make_window(talk);
  auto owner = talk.call(Request(Opcode::kGetSelectionOwner).u32((*display)->atom(Name::kClipboard)));
  if (!owner) return owner.take_error();
  if (owner->u32(8) == kNone) return std::string();
  auto utf8 = converted(talk, window, (*display)->atom(Name::kUtf8String), limits);
  if (!utf8) return utf8.take_error();
  if (*utf8) return std::move(**utf8);
  auto latin1 = converted(talk, window, kAtomString, limits);
  if (!latin1) return latin1.take_error();
  if (*latin1) return utf8_of_latin1(**latin1);
  return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
}

Status Clipboard::write(const std::string& text, const Limits& limits) {
  if (text.size() > kMostWritten) return too_large(kMostWritten);
  auto display = Display::open(display_, authority_file_, limits);
  if (!display) return display.take_error();
  auto owner = std::make_unique<Owner>(display.take(), text);
  if (auto owns = owner->begin(limits); !owns) return owns;
  owner_ = std::move(owner);
  return Done{};
}

}  // namespace surehand::x11

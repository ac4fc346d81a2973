#include "platform/linux/x11/clipboard.h"

#include <algorithm>
#include <future>
#include <map>
#include <thread>
#include <utility>

#include "core/run/begun.h"
#include "core/run/thread.h"
#include "platform/linux/screen/copied_files.h"
#include "platform/linux/x11/properties.h"

namespace surehand::x11 {
namespace {

constexpr Atom kAtomAtom = 4;
constexpr Atom kAtomString = 31;  // Latin 1
constexpr uint32_t kCurrentTime = 0;
constexpr uint32_t kEventMask = 0x800, kPropertyChange = 1u << 22;  // of a window's attributes
// One request holds no more (262,140 bytes). What is larger is handed out in parts (ICCCM, "INCR Properties").
constexpr size_t kPart = 250'000;
constexpr size_t kMost = 64u << 20;
// At the same time. A program that goes away in the middle leaves its own.
constexpr size_t kMostTransfers = 32;

Error too_large() {
  return {ErrorCode::kInvalidArgument, "what is copied is larger than " + std::to_string(kMost) + " bytes", {}};
}

Result<Answer> take_property(Talk& talk, Window window, Atom property) {
  constexpr uint8_t kDelete = 1;
  return talk.call(Request(Opcode::kGetProperty, kDelete).u32(window).u32(property).u32(0).u32(0).u32(kMost / 4 + 1));
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
  SUREHAND_TRY(notice, next_of(talk, EventType::kSelectionNotify, limits));
  if (notice->u32(20) == kNone) return std::optional<std::string>();
  SUREHAND_TRY(value, take_property(talk, window, property));
  if (value->is_error()) return std::optional<std::string>();
  if (value->u32(8) != display.atom(Name::kIncremental)) {
    if (value->u32(12) != 0) return too_large();
    return std::optional(text(*value));
  }
  // In parts: each is put there when the one before was taken, an empty one at the end.
  std::string all;
  for (;;) {
    SUREHAND_TRY(change, next_of(talk, EventType::kPropertyNotify, limits));
    constexpr uint8_t kNewValue = 0;
    if (change->u32(8) != property || change->u8(16) != kNewValue) continue;
    SUREHAND_TRY(part, take_property(talk, window, property));
    // What was announced before the first part was taken is not there any more.
    if (part->is_error() || part->u32(8) == kNone) continue;
    const std::string more = text(*part);
    if (more.empty()) return std::optional(std::move(all));
    all += more;
    if (all.size() > kMost) return too_large();
  }
}

}  // namespace

// Owns the selection, on a thread that hands it out until another program copies something.
class Clipboard::Owner {
 public:
  Owner(std::unique_ptr<Display> opened, ClipboardFormat format, const std::string& content)
      : display_(std::move(opened)) {
    const auto offer = [&](Name name, std::string bytes) {
      offers_[display_->atom(name)] = std::make_shared<const std::string>(std::move(bytes));
    };
    switch (format) {
      case ClipboardFormat::kPng:
        offer(Name::kPng, content);
        break;
      case ClipboardFormat::kFiles:
        offer(Name::kUriList, screen::uri_list(content));
        offer(Name::kGnomeCopiedFiles, screen::gnome_copied_files(content));
        break;
      case ClipboardFormat::kText:
        offer(Name::kUtf8String, content);
        offer(Name::kPlainText, content);
        break;
    }
  }
  ~Owner() {
    stop_->cancel();
    if (thread_.joinable()) thread_.join();
  }

  // Returns when it owns the selection.
  Status begin(const Limits& limits) {
    auto owns = owns_.get_future();
    SUREHAND_TRY(thread, start_thread([this] { serve(); }));
    thread_ = thread.take();
    return begun(owns, limits, "the clipboard");
  }

 private:
  void serve() {
    const Limits limits{Clock::time_point::max(), stop_};
    auto opened = display_->talk(limits);
    if (!opened) return owns_.set_value(opened.take_error());
    Talk& talk = *opened;
    talk.keep_events(true);
    const Window window = make_unseen_window(talk, kPropertyChange);
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
      if (event->event_type() == EventType::kPropertyNotify) hand_out_more(talk, *event);
    }
  }

  void hand_out(Talk& talk, const Answer& request) {
    const uint32_t time = request.u32(4), requestor = request.u32(12), selection = request.u32(16);
    const Atom target = request.u32(20);
    Atom property = request.u32(24);
    if (property == kNone) property = target;  // as old clients ask
    const Atom targets = display_->atom(Name::kTargets);
    const auto offer = offers_.find(target);
    Request change(Opcode::kChangeProperty, 0);
    if (target == targets) {
      change.u32(requestor).u32(property).u32(kAtomAtom).u8(32).zeros(3);
      change.u32(static_cast<uint32_t>(offers_.size() + 1)).u32(targets);
      for (const auto& [name, bytes] : offers_) change.u32(name);
      talk.send(std::move(change));
    } else if (offer == offers_.end()) {
      property = kNone;
    } else if (offer->second->size() <= kPart) {
      put(talk, requestor, property, target, *offer->second);
    } else {
      begin_parts(talk, requestor, property, target, offer->second);
    }
    Request notice(Opcode::kSendEvent);
    notice.u32(requestor).u32(0).u8(static_cast<uint8_t>(EventType::kSelectionNotify)).u8(0).u16(0);
    notice.u32(time).u32(requestor).u32(selection).u32(target).u32(property).zeros(8);
    talk.send(std::move(notice));
  }

  static void put(Talk& talk, Window window, Atom property, Atom type, std::string_view bytes) {
    Request change(Opcode::kChangeProperty, 0);
    change.u32(window).u32(property).u32(type).u8(8).zeros(3).u32(static_cast<uint32_t>(bytes.size()));
    talk.send(std::move(change.text(bytes)));
  }

  void begin_parts(Talk& talk, Window window, Atom property, Atom type, std::shared_ptr<const std::string> content) {
    talk.send(Request(Opcode::kChangeWindowAttributes).u32(window).u32(kEventMask).u32(kPropertyChange));
    Request change(Opcode::kChangeProperty, 0);
    change.u32(window).u32(property).u32(display_->atom(Name::kIncremental)).u8(32).zeros(3).u32(1);
    talk.send(std::move(change.u32(static_cast<uint32_t>(content->size()))));
    if (transfers_.size() >= kMostTransfers) transfers_.clear();
    transfers_[{window, property}] = {type, std::move(content), 0};
  }

  // Each part when the one before was taken, an empty one at the end.
  void hand_out_more(Talk& talk, const Answer& change) {
    constexpr uint8_t kDeleted = 1;
    const auto found = transfers_.find({change.u32(4), change.u32(8)});
    if (found == transfers_.end() || change.u8(16) != kDeleted) return;
    auto& [type, content, given] = found->second;
    const std::string_view part = std::string_view(*content).substr(given, kPart);
    put(talk, found->first.first, found->first.second, type, part);
    given += part.size();
    if (part.empty()) transfers_.erase(found);
  }

  struct Transfer {
    Atom type = kNone;
    std::shared_ptr<const std::string> content;
    size_t given = 0;  // bytes
  };

  std::unique_ptr<Display> display_;
  std::map<Atom, std::shared_ptr<const std::string>> offers_;
  std::map<std::pair<Window, Atom>, Transfer> transfers_;
  std::shared_ptr<CancelToken> stop_ = std::make_shared<CancelToken>();
  std::promise<Status> owns_;
  std::thread thread_;
};

Clipboard::Clipboard(std::string display, std::string authority_file)
    : display_(std::move(display)), authority_file_(std::move(authority_file)) {}

Clipboard::~Clipboard() = default;

Result<std::string> Clipboard::read(ClipboardFormat format, const Limits& limits) {
  SUREHAND_TRY(display, Display::open(display_, authority_file_, limits));
  SUREHAND_TRY(opened, (*display)->talk(limits));
  Talk& talk = *opened;
  talk.keep_events(true);
  const Window window = make_unseen_window(talk, kPropertyChange);
  SUREHAND_TRY(owner, talk.call(Request(Opcode::kGetSelectionOwner).u32((*display)->atom(Name::kClipboard))));
  if (owner->u32(8) == kNone) return std::string();
  if (format != ClipboardFormat::kText) {
    const Name target = format == ClipboardFormat::kPng ? Name::kPng : Name::kUriList;
    SUREHAND_TRY(content, converted(talk, window, (*display)->atom(target), limits));
    if (!*content) return std::string();
    return format == ClipboardFormat::kFiles ? screen::paths_in(**content) : std::move(**content);
  }
  SUREHAND_TRY(utf8, converted(talk, window, (*display)->atom(Name::kUtf8String), limits));
  if (*utf8) return std::move(**utf8);
  SUREHAND_TRY(latin1, converted(talk, window, kAtomString, limits));
  if (*latin1) return utf8_of_latin1(**latin1);
  return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
}

Status Clipboard::write(ClipboardFormat format, const std::string& content, const Limits& limits) {
  if (content.size() > kMost) return too_large();
  SUREHAND_TRY(display, Display::open(display_, authority_file_, limits));
  auto owner = std::make_unique<Owner>(display.take(), format, content);
  if (auto owns = owner->begin(limits); !owns) return owns;
  owner_ = std::move(owner);
  return Done{};
}

}  // namespace surehand::x11

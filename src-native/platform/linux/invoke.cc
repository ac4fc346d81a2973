#include "platform/linux/invoke.h"

#include <poll.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/invoke/action_names.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {

namespace {

// Qt shows a button as pressed for 100 ms before it acts; what has not taken by then is for the caller to
// wait for.
constexpr Milliseconds kReadBack{150};
// How long an item has to have its index before it is selected by it: three frames at 60 Hz, and once it was seen to
// change this and three times as long as it had it; how often that is looked at, in ms, and after how long it had better
// be found anew.
constexpr Milliseconds kKept{50};
constexpr Milliseconds kKeptOnceMoved{100};
constexpr int kLookAgain = 4;
constexpr Milliseconds kMostMoving{250};
constexpr int32_t kMostActions = 256;
constexpr uint32_t kScrollAnywhere = 7;

struct Facts {
  uint64_t states = 0;
  uint32_t interfaces = 0;
  uint32_t role = 0;

  bool has(Interface interface) const { return (interfaces & bit(interface)) != 0; }
  bool is(uint64_t state) const { return (states & state) != 0; }
};

bool is_toggle(uint32_t number) {
  switch (number) {
    case role::kCheckBox:
    case role::kCheckMenuItem:
    case role::kRadioButton:
    case role::kRadioMenuItem:
    case role::kToggleButton:
    case role::kSwitch:
    case role::kTableCell:  // its `toggle` action says whether it has a check mark
      return true;
    default:
      return false;
  }
}

bool is_unknown(const dbus::Reply& reply) {
  return reply.is_error("org.freedesktop.DBus.Error.UnknownMethod") ||
         reply.is_error("org.freedesktop.DBus.Error.UnknownInterface") ||
         reply.is_error("org.freedesktop.DBus.Error.UnknownProperty") ||
         reply.is_error("org.freedesktop.DBus.Error.NotSupported");
}

size_t characters(std::string_view utf8) {
  return static_cast<size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// The bytes of the first `count` characters.
size_t prefix_of(std::string_view utf8, size_t count) {
  size_t at = 0;
  for (; at < utf8.size(); ++at) {
    if ((utf8[at] & 0xc0) == 0x80) continue;
    if (count == 0) break;
    --count;
  }
  return at;
}

size_t utf16_units(std::string_view utf8) {
  const auto astral = std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xf8) == 0xf0; });
  return characters(utf8) + static_cast<size_t>(astral);
}

std::string purpose(ActionKind kind) {
  switch (kind) {
    case ActionKind::kShowMenu:
      return "show its menu";
    default:
      return std::string(to_string(kind)) + " it";
  }
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "`" : ", `") + name + "`";
  return text;
}

// One action on one element.
class Invocation {
 public:
  Invocation(Session& session, const ApplicationRecord& application, const Element& element, const Limits& limits)
      : session_(session),
        application_(application),
        name_(object_named(element.identity, element.app_key)),
        object_(name_),
        limits_(limits) {}

  Result<Dispatch> run(const Action& action) {
    auto facts = learn(object_);
    if (!facts) return facts.take_error();
    facts_ = *facts;
    switch (action.kind) {
      case ActionKind::kPress:
      case ActionKind::kShowMenu:
        return act(action.kind);
      case ActionKind::kToggle:
        return toggle();
      case ActionKind::kExpand:
        return expand(true);
      case ActionKind::kCollapse:
        return expand(false);
      case ActionKind::kSelect:
        return select(true);
      case ActionKind::kDeselect:
        return select(false);
      case ActionKind::kSetText:
        return set_text(action.text);
      case ActionKind::kInsertText:
        return insert_text(action.text);
      case ActionKind::kSetValue:
        return set_value(action.number);
      case ActionKind::kSetCaret:
        return set_caret(action.number);
      case ActionKind::kFocus:
        return focus();
      case ActionKind::kScrollIntoView:
        return scroll_into_view();
      case ActionKind::kNamed:
        return named(action.name);
    }
    return unsupported("this action");
  }

 private:
  Error unsupported(std::string_view what, json::Value details = {}) const {
    return {ErrorCode::kUnsupported, "the element offers no way to " + std::string(what), std::move(details)};
  }

  Error stale() const { return {ErrorCode::kStale, "the element is not there any more; find it again", {}}; }

  Error moving() const {
    return {ErrorCode::kStale,
            "the element keeps changing its place among its siblings, and is selected by that place; nothing was "
            "selected",
            {}};
  }

  // Abort or deadline before anything was sent, which the error says.
  std::optional<Error> out_of_time(std::string_view awaited) const {
    auto error = limits_.exceeded(awaited);
    if (error) error->details.set("phase", "queued");
    return error;
  }

  // What an answer that did not come means while nothing has been done yet.
  Error silent(Error error) const {
    if (error.code != ErrorCode::kTimeout) return error;
    return app_unresponsive(application_, std::chrono::duration_cast<Milliseconds>(Clock::now() - started_),
                            "an element's state");
  }

  // A call that changes nothing. An error reply that says that the object cannot do this is a value.
  Result<dbus::Reply> read(const dbus::Call& call) {
    auto reply = session_.bus->call(call, limits_);
    if (!reply) return silent(reply.take_error());
    if (is_gone(*reply)) return app_exited(application_);
    return reply;
  }

  // A call that changes something; from here on a lost answer leaves the outcome open.
  Result<dbus::Reply> dispatch(const dbus::Call& call) {
    const std::string what =
        std::string(call.interface.substr(call.interface.rfind('.') + 1)) + "." + std::string(call.member);
    if (auto error = out_of_time(what)) return std::move(*error);
    auto reply = session_.bus->call(call, limits_);
    if (!reply) {
      Error error = reply.take_error();
      if (error.code == ErrorCode::kInvalidArgument) return error;
      if (error.code == ErrorCode::kAborted) {
        error.message += "; the request was sent and may still take effect";
        return error;
      }
      return Error{ErrorCode::kOutcomeUnknown,
                   what + " was sent to " + application_.name + " and not answered (" + error.message +
                       "); look at the application before doing it again",
                   json::Object{{"reason", std::string(to_string(error.code))}}};
    }
    if (is_gone(*reply)) return app_exited(application_);
    if (reply->is_error("org.freedesktop.DBus.Error.UnknownObject")) {
      // Qt says so, too, of an element that is there when it has no such method.
      auto there = read(caller_.method(object_, Method::kGetState));
      if (!there) return there.take_error();
      return there->is_reply() ? unsupported("call " + what) : stale();
    }
    if (is_unknown(*reply)) return unsupported("call " + what);
    if (!reply->is_reply()) {
      return Error{ErrorCode::kRefused,
                   application_.name + " refused " + what + ": " + std::string(reply->message->error_name()),
                   {}};
    }
    return reply;
  }

  // As dispatch(), for methods that answer whether they did it.
  Result<bool> dispatch_bool(const dbus::Call& call) {
    auto reply = dispatch(call);
    if (!reply) return reply.take_error();
    return reply->message->signature() == "b" ? reply->body().boolean() : true;
  }

  Result<Facts> learn(const Object& object) {
    constexpr Method kQuestions[] = {Method::kGetState, Method::kGetInterfaces, Method::kGetRole};
    Facts facts;
    bool gone = false, there = false;
    dbus::Connection::Pipeline pipeline(session_.bus);
    pipeline.on_reply([&](uint64_t question, const dbus::Reply& reply) {
      gone |= is_gone(reply);
      if (!reply.is_reply()) return;
      dbus::Reader reader = reply.body();
      switch (kQuestions[question]) {
        case Method::kGetState:
          facts.states = read_states(reader);
          there = true;
          break;
        case Method::kGetInterfaces:
          facts.interfaces = read_interfaces(reader);
          break;
        default:
          facts.role = reader.u32();
      }
    });
    for (uint64_t i = 0; i < std::size(kQuestions); ++i) {
      auto asked = pipeline.push(caller_.method(object, kQuestions[i]), i, limits_);
      if (!asked) return silent(asked.take_error());
    }
    if (auto answered = pipeline.drain(limits_); !answered) return silent(answered.take_error());
    if (gone) return app_exited(application_);
    if (!there || facts.is(state::kDefunct)) return stale();
    return facts;
  }

  Result<uint64_t> states_now(const Object& object) {
    auto reply = read(caller_.method(object, Method::kGetState));
    if (!reply) return reply.take_error();
    dbus::Reader reader = reply->body();
    return read_states(reader);
  }

  template <class T, class Take>
  Result<std::optional<T>> property(const Object& object, Property property, std::string_view type, Take take) {
    auto reply = read(caller_.get(object, property));
    if (!reply) return reply.take_error();
    if (!reply->is_reply()) return std::optional<T>();
    dbus::Reader reader = reply->body();
    if (reader.begin_variant() != type) return std::optional<T>();
    const T value = take(reader);
    return reader.ok() ? std::optional<T>(value) : std::nullopt;
  }

  Result<std::optional<int32_t>> number(Property which) {
    return property<int32_t>(object_, which, "i", [](dbus::Reader& reader) { return reader.i32(); });
  }

  Result<std::optional<double>> real(Property which) {
    return property<double>(object_, which, "d", [](dbus::Reader& reader) { return reader.f64(); });
  }

  // Reads until it is so, or for a moment: whether it was seen. Trouble while reading back is no trouble of
  // the action, which has been done by then.
  template <class Check>
  bool confirmed(Check check) {
    const Limits patience = limits_.capped(kReadBack);
    for (int pause = 1;; pause = std::min(pause * 2, 16)) {
      const Result<bool> so = check();
      if (!so) return false;
      if (*so) return true;
      if (patience.expired() || patience.cancelled()) return false;
      poll(nullptr, 0, pause);
    }
  }

  bool confirmed_state(const Object& object, uint64_t bits, bool on) {
    return confirmed([&]() -> Result<bool> {
      auto states = states_now(object);
      if (!states) return states.take_error();
      return ((*states & bits) != 0) == on;
    });
  }

  Result<std::vector<std::string>> action_names(const Object& object, const Facts& facts) {
    std::vector<std::string> names;
    if (!facts.has(Interface::kAction)) return names;
    auto count =
        property<int32_t>(object, Property::kActionCount, "i", [](dbus::Reader& reader) { return reader.i32(); });
    if (!count) return count.take_error();
    const int32_t most = std::clamp(count->value_or(0), 0, kMostActions);
    names.resize(static_cast<size_t>(most));
    // GetActions would be one call, but Chromium and Firefox leave the names out of its answer.
    dbus::Connection::Pipeline pipeline(session_.bus);
    pipeline.on_reply([&](uint64_t index, const dbus::Reply& reply) {
      if (reply.is_reply()) names[index] = reply.body().string();
    });
    for (int32_t i = 0; i < most; ++i) {
      auto asked =
          pipeline.push(caller_.with_index(object, Method::kGetActionName, i), static_cast<uint64_t>(i), limits_);
      if (!asked) return silent(asked.take_error());
    }
    if (auto answered = pipeline.drain(limits_); !answered) return silent(answered.take_error());
    return names;
  }

  Result<Dispatch> do_action(const Object& object, size_t index, const std::string& name) {
    if (auto ready = session_.presses.wait_for(object, application_.toolkit, limits_); !ready) {
      return ready.take_error();
    }
    auto done = dispatch_bool(caller_.with_index(object, Method::kDoAction, static_cast<int32_t>(index)));
    session_.presses.note(object, application_.toolkit);
    if (!done) return done.take_error();
    if (!*done) return unsupported("do `" + name + "` at present; the application declined it");
    return Dispatch{Route::kAction, name, false};
  }

  Result<Dispatch> act(ActionKind kind) { return act_on(object_, facts_, kind); }

  Result<Dispatch> act_on(const Object& object, const Facts& facts, ActionKind kind) {
    auto names = action_names(object, facts);
    if (!names) return names.take_error();
    const auto chosen =
        choose_action(kind, *names, facts.role, facts.has(Interface::kEditableText), application_.toolkit);
    if (!chosen) {
      const std::string what =
          purpose(kind) + (names->empty() ? "; it has no actions" : "; its actions are " + joined(*names));
      return unsupported(what);
    }
    return do_action(object, *chosen, (*names)[*chosen]);
  }

  Result<Dispatch> named(const std::string& wanted) {
    auto names = action_names(object_, facts_);
    if (!names) return names.take_error();
    auto found = std::find(names->begin(), names->end(), wanted);
    if (found == names->end()) {
      // Some toolkits tell a translated name when they are asked for all at once, which is what a tree shows.
      auto shown = shown_action_names();
      if (!shown) return shown.take_error();
      const auto index = std::find(shown->begin(), shown->end(), wanted) - shown->begin();
      if (static_cast<size_t>(index) < std::min(shown->size(), names->size())) found = names->begin() + index;
    }
    if (found == names->end()) {
      json::Array offered(names->begin(), names->end());
      return unsupported(
          "do `" + wanted + "`" + (names->empty() ? "; it has no actions" : "; its actions are " + joined(*names)),
          json::Object{{"actions", std::move(offered)}});
    }
    return do_action(object_, static_cast<size_t>(found - names->begin()), *found);
  }

  Result<std::vector<std::string>> shown_action_names() {
    std::vector<std::string> names;
    auto reply = read(caller_.method(object_, Method::kGetActions));
    if (!reply) return reply.take_error();
    if (!reply->is_reply()) return names;
    dbus::Reader reader = reply->body();
    for (auto actions = reader.begin_array(8); reader.more(actions);) {
      reader.begin_struct();
      names.emplace_back(reader.string());
      reader.string();
      reader.string();
    }
    return names;
  }

  Result<Dispatch> toggle() {
    constexpr uint64_t kAnswers = state::kChecked | state::kPressed | state::kIndeterminate;
    // Pressing is how most are toggled; what has no such state must not be pressed for it.
    const bool toggles = is_toggle(facts_.role) || facts_.is(state::kCheckable | kAnswers);
    if (!toggles) return unsupported("toggle it");
    auto done = act(ActionKind::kToggle);
    if (!done) return done;
    done->confirmed = confirmed([&]() -> Result<bool> {
      auto states = states_now(object_);
      if (!states) return states.take_error();
      return (*states & kAnswers) != (facts_.states & kAnswers);
    });
    return done;
  }

  Result<Dispatch> expand(bool on) {
    if (!facts_.is(state::kExpandable | state::kExpanded)) return unsupported(on ? "expand it" : "collapse it");
    if (facts_.is(state::kExpanded) == on) return Dispatch{Route::kNone, "it was so already", true};
    auto done = act(on ? ActionKind::kExpand : ActionKind::kCollapse);
    if (!done) return done;
    done->confirmed = confirmed_state(object_, state::kExpanded, on);
    return done;
  }

  // The container that an item is selected in, and the item's index there.
  struct Place {
    ObjectName container;
    Facts facts;
    int32_t index = 0;
  };

  Result<std::optional<int32_t>> index_now() {
    auto reply = read(caller_.method(object_, Method::kGetIndexInParent));
    if (!reply) return reply.take_error();
    if (!reply->is_reply()) return std::optional<int32_t>();
    return std::optional(reply->body().i32());
  }

  // AT-SPI selects by index, and in a list that is just being sorted the index is another item's a moment later. What
  // kept it for a while will keep it for the one round trip between this answer and the selection. A list that is
  // sorted again and again needs more than one period: a wait that begins with a change ends with the next.
  Result<int32_t> index_kept() {
    const Limits patience = limits_.capped(kMostMoving);
    Clock::duration enough = kKept;
    auto since = Clock::now();
    std::optional<int32_t> kept;
    for (;; poll(nullptr, 0, kLookAgain)) {
      auto index = index_now();
      if (!index) return index.take_error();
      if (!*index || **index < 0) return stale();
      const auto now = Clock::now();
      if (kept && kept != **index) {
        enough = std::max<Clock::duration>(kKeptOnceMoved, 3 * (now - since));
        since = now;
      }
      kept = **index;
      // The tabs of a notebook are moved by hand or not at all.
      if (now - since >= enough || facts_.role == role::kPageTab) return *kept;
      if (auto error = out_of_time("the element to keep its place")) return std::move(*error);
      if (patience.expired()) return moving();
    }
  }

  Result<std::optional<Place>> place() {
    auto index = index_now();
    if (!index) return index.take_error();
    if (!*index) return std::optional<Place>();
    Place place;
    place.index = **index;
    auto parent = parent_of(object_);
    if (!parent) return parent.take_error();
    if (!*parent || place.index < 0) return std::optional<Place>();
    place.container = **parent;
    auto facts = learn(place.container);
    if (!facts) return facts.take_error();
    place.facts = *facts;
    // What hangs below a combo box is its menu; choosing is the combo box's.
    if (place.facts.role == role::kMenu) {
      auto above = parent_of(place.container);
      if (!above) return above.take_error();
      if (*above) {
        auto combo = learn(**above);
        if (!combo) return combo.take_error();
        if (combo->role == role::kComboBox && combo->has(Interface::kSelection)) {
          place.container = **above;
          place.facts = *combo;
        }
      }
    }
    if (!place.facts.has(Interface::kSelection)) return std::optional<Place>();
    return std::optional(std::move(place));
  }

  Result<std::optional<ObjectName>> parent_of(const Object& object) {
    auto reply = read(caller_.get(object, Property::kParent));
    if (!reply) return reply.take_error();
    dbus::Reader reader = reply->body();
    if (!reply->is_reply() || reader.begin_variant() != "(so)") return std::optional<ObjectName>();
    reader.begin_struct();
    ObjectName parent;
    parent.bus = reader.string();
    parent.path = reader.string();
    if (!reader.ok() || parent.path == kNullPath || parent.path.empty()) return std::optional<ObjectName>();
    return std::optional(std::move(parent));
  }

  Result<bool> is_selected(const std::optional<Place>& place) {
    auto states = states_now(object_);
    if (!states) return states.take_error();
    if ((*states & state::kSelected) != 0) return true;
    // Qt says of its current tab that it is focused, whatever has the keyboard.
    if (application_.toolkit == Toolkit::kQt && facts_.role == role::kPageTab) return (*states & state::kFocused) != 0;
    if (!place) return false;
    // Not every toolkit gives its items the state.
    auto reply = read(caller_.with_index(place->container, Method::kIsChildSelected, place->index));
    if (!reply) return reply.take_error();
    return reply->is_reply() && reply->body().boolean();
  }

  Result<Dispatch> select(bool on) {
    auto found = place();
    if (!found) return found.take_error();
    const std::optional<Place>& place = *found;
    auto before = is_selected(place);
    if (!before) return before.take_error();
    if (*before == on) return Dispatch{Route::kNone, "it was so already", true};
    const auto seen = [&] {
      return confirmed([&]() -> Result<bool> {
        auto selected = is_selected(place);
        if (!selected) return selected.take_error();
        return *selected == on;
      });
    };
    const bool opens = facts_.role == role::kMenuItem && place && place->facts.role != role::kComboBox;
    if (place && !opens) {
      auto index = index_kept();
      if (!index) return index.take_error();
      auto done = dispatch_bool(
          caller_.with_index(place->container, on ? Method::kSelectChild : Method::kDeselectChild, *index));
      if (!done && done.error().code != ErrorCode::kUnsupported) return done.take_error();
      if (done && *done) {
        return Dispatch{Route::kSelection, on ? "Selection.SelectChild" : "Selection.DeselectChild", seen()};
      }
    }
    auto done = act(on ? ActionKind::kSelect : ActionKind::kDeselect);
    if (done) done->confirmed = seen();
    return done;
  }

  // The text as it is, and what its offsets count: characters (GTK), or UTF-16 units (Qt, LibreOffice).
  struct Content {
    std::string text;
    bool utf16 = false;

    int32_t offset_of(size_t character) const {
      const std::string_view before = std::string_view(text).substr(0, prefix_of(text, character));
      return static_cast<int32_t>(utf16 ? utf16_units(before) : characters(before));
    }
    size_t character_at(int32_t offset) const {
      size_t character = 0;
      for (const size_t most = characters(text); character < most && offset_of(character) < offset;) ++character;
      return character;
    }
  };

  Result<std::optional<Content>> content() {
    auto count = number(Property::kCharacterCount);
    if (!count) return count.take_error();
    if (!*count || **count < 0) return std::optional<Content>();
    if (**count == 0) return std::optional(Content());
    // GTK 4 gives nothing for "to the end" (-1).
    auto reply = read(caller_.text(object_, 0, **count));
    if (!reply) return reply.take_error();
    if (!reply->is_reply()) return std::optional<Content>();
    Content content;
    content.text = reply->body().string();
    content.utf16 = static_cast<size_t>(**count) > characters(content.text);
    return std::optional(std::move(content));
  }

  bool confirmed_text(const std::string& wanted) {
    // What a password field gives back is dots.
    if (facts_.role == role::kPasswordText) {
      return confirmed([&]() -> Result<bool> {
        auto count = number(Property::kCharacterCount);
        if (!count) return count.take_error();
        return *count && static_cast<size_t>(**count) == characters(wanted);
      });
    }
    return confirmed([&]() -> Result<bool> {
      auto now = content();
      if (!now) return now.take_error();
      return *now && (*now)->text == wanted;
    });
  }

  std::optional<Error> not_editable() {
    if (!facts_.has(Interface::kEditableText)) return unsupported("set its text");
    if (facts_.is(state::kReadOnly) || !facts_.is(state::kEditable)) {
      return Error{ErrorCode::kNotActionable, "the element is read-only", {}};
    }
    return std::nullopt;
  }

  Result<Dispatch> set_text(const std::string& text) {
    // A spin button takes a text for its number only once Enter is pressed, and Qt's takes none.
    if (facts_.role == role::kSpinButton && facts_.has(Interface::kValue)) {
      double value = 0;
      const char* const end = text.data() + text.size();
      const auto read = std::from_chars(text.data(), end, value);
      if (read.ec == std::errc() && read.ptr == end && std::isfinite(value)) return set_value(value);
    }
    if (auto error = not_editable()) return std::move(*error);
    dbus::Writer body;
    body.string(text);
    auto done = dispatch_bool(caller_.method_with(object_, Method::kSetTextContents, "s", &body));
    if (!done) return done.take_error();
    if (!*done) return unsupported("set its text at present; the application declined it");
    return Dispatch{Route::kText, "EditableText.SetTextContents", confirmed_text(text)};
  }

  Result<Dispatch> insert_text(const std::string& text) {
    if (auto error = not_editable()) return std::move(*error);
    auto caret = number(Property::kCaretOffset);
    if (!caret) return caret.take_error();
    auto before = content();
    if (!before) return before.take_error();
    if (!*before) return unsupported("insert text");
    const size_t position = (*before)->character_at(caret->value_or(INT32_MAX));
    dbus::Writer body;
    // How much of the text to take: Qt counts UTF-16 units, and fills up with NUL; the others count bytes.
    const size_t length = application_.toolkit == Toolkit::kQt ? utf16_units(text) : text.size();
    body.i32((*before)->offset_of(position)).string(text).i32(static_cast<int32_t>(length));
    auto done = dispatch_bool(caller_.method_with(object_, Method::kInsertText, "isi", &body));
    if (!done) return done.take_error();
    if (!*done) return unsupported("insert text at present; the application declined it");
    std::string wanted = (*before)->text;
    wanted.insert(prefix_of(wanted, position), text);
    const bool seen = confirmed_text(wanted);
    // Typing leaves the caret behind what was typed; not every toolkit moves it for an insertion.
    if (auto after = content(); seen && after && *after) {
      const int32_t end = (*after)->offset_of(position + characters(text));
      (void)session_.bus->call(caller_.with_index(object_, Method::kSetCaretOffset, end), limits_.capped(kReadBack));
    }
    return Dispatch{Route::kText, "EditableText.InsertText", seen};
  }

  Result<Dispatch> set_value(double value) {
    if (!facts_.has(Interface::kValue)) return unsupported("set its value");
    auto least = real(Property::kMinimumValue);
    if (!least) return least.take_error();
    auto most = real(Property::kMaximumValue);
    if (!most) return most.take_error();
    if (*least && *most && **least < **most && (value < **least || value > **most)) {
      json::Value details;
      details.set("minimum", **least);
      details.set("maximum", **most);
      std::string range;
      json::append_number(range, **least);
      range += " to ";
      json::append_number(range, **most);
      return Error{ErrorCode::kInvalidArgument, "the element takes values from " + range, std::move(details)};
    }
    auto done = dispatch(caller_.set_current_value(object_, value));
    if (!done) return done.take_error();
    const double tolerance = std::max(1.0, std::abs(value)) * 1e-9;
    const bool seen = confirmed([&]() -> Result<bool> {
      auto now = real(Property::kCurrentValue);
      if (!now) return now.take_error();
      return *now && std::abs(**now - value) <= tolerance;
    });
    return Dispatch{Route::kValue, "Value.CurrentValue", seen};
  }

  Result<Dispatch> set_caret(double offset) {
    if (!facts_.has(Interface::kText)) return unsupported("place a caret in it");
    auto wanted = static_cast<int32_t>(std::clamp(offset, 0.0, 2147483647.0));
    auto now = content();
    if (!now) return now.take_error();
    if (*now && (*now)->utf16) wanted = (*now)->offset_of(static_cast<size_t>(wanted));
    auto done = dispatch_bool(caller_.with_index(object_, Method::kSetCaretOffset, wanted));
    if (!done) return done.take_error();
    if (!*done) return unsupported("place a caret in it at present; the application declined it");
    const bool seen = confirmed([&]() -> Result<bool> {
      auto now = number(Property::kCaretOffset);
      if (!now) return now.take_error();
      return *now == wanted;
    });
    return Dispatch{Route::kText, "Text.SetCaretOffset", seen};
  }

  Result<Dispatch> focus() {
    if (facts_.is(state::kFocused)) return Dispatch{Route::kNone, "it was so already", true};
    if (facts_.has(Interface::kComponent)) {
      auto done = dispatch_bool(caller_.method(object_, Method::kGrabFocus));
      if (!done && done.error().code != ErrorCode::kUnsupported) return done.take_error();
      if (done && *done)
        return Dispatch{Route::kFocus, "Component.GrabFocus", confirmed_state(object_, state::kFocused, true)};
    }
    auto done = act(ActionKind::kFocus);
    if (!done) return done;
    done->route = Route::kFocus;
    done->confirmed = confirmed_state(object_, state::kFocused, true);
    return done;
  }

  Result<Dispatch> scroll_into_view() {
    if (!facts_.has(Interface::kComponent)) return unsupported("scroll it into view");
    dbus::Writer body;
    body.u32(kScrollAnywhere);
    auto done = dispatch_bool(caller_.method_with(object_, Method::kScrollTo, "u", &body));
    if (!done) return done.take_error();
    if (!*done) return unsupported("scroll it into view");
    return Dispatch{Route::kScroll, "Component.ScrollTo", false};
  }

  Session& session_;
  const ApplicationRecord& application_;
  ObjectName name_;
  Object object_;
  Limits limits_;
  Clock::time_point started_ = Clock::now();
  Caller caller_;
  Facts facts_;
};

}  // namespace

Result<Dispatch> invoke_action(Session& session, const Element& element, const Action& action, const Limits& limits) {
  auto application = application_of(session, element.app_key, limits);
  if (!application) return application.take_error();
  return Invocation(session, **application, element, limits).run(action);
}

}  // namespace surehand::atspi

#include "platform/linux/invoke/edit.h"
#include "platform/linux/atspi/reference.h"

#include <deque>
#include <vector>

#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// How far is looked for what else can have the focus, and among how many.
constexpr int kMostEditAncestors = 6;
constexpr int kMostLookedAt = 64;
// How long leaving may take: a program that takes longer has asked the user something, and the focus is there.
constexpr Milliseconds kEditAtOnce{100};

// The editor of an item closes when it is left.
bool has_editors(uint32_t role) {
  return role == role::kList || role == role::kTable || role == role::kTree || role == role::kTreeTable;
}

// What can have the focus for a moment, the least that comes of it first: a field that is left is edited itself, with what
// it has, and a list that gets the focus may make an item current.
enum class Suits : uint8_t { kWell, kAtNeed, kNever };
Suits suits(const Facts& facts) {
  constexpr uint64_t kNeeded[] = {state::kFocusable, state::kShowing, state::kSensitive};
  for (const uint64_t needed : kNeeded) {
    if (!facts.is(needed)) return Suits::kNever;
  }
  switch (facts.role) {
    case role::kPushButton:
    case role::kToggleButton:
    case role::kCheckBox:
    case role::kRadioButton:
      return Suits::kWell;
    case role::kComboBox:
    case role::kSpinButton:
    case role::kText:
      return Suits::kAtNeed;
    default:
      return Suits::kNever;
  }
}

// What else can have the focus, as near to the field as there is something.
class Neighbour {
 public:
  explicit Neighbour(Invocation& invocation) : invocation_(invocation) {}

  std::optional<ObjectName> find() {
    ObjectName inner{std::string(invocation_.object().bus), std::string(invocation_.object().path)};
    for (int level = 0; level < kMostEditAncestors; ++level) {
      auto around = invocation_.parent_of(inner);
      if (!around || !*around || (*around)->path == invocation_.application().root) break;
      if (look_in(**around, inner)) return found_;
      inner = **around;
    }
    return found_;
  }

 private:
  // Level by level, without what was looked in before. True when nothing better will be found.
  bool look_in(const ObjectName& around, const ObjectName& known) {
    std::deque<ObjectName> waiting{around};
    for (; !waiting.empty(); waiting.pop_front()) {
      for (ObjectName& child : children_of(waiting.front())) {
        if (child.path == known.path) continue;
        if (++looked_at_ > kMostLookedAt) return true;
        const auto facts = invocation_.learn(child);
        if (!facts) continue;
        const Suits how = suits(*facts);
        if (how == Suits::kWell || (how == Suits::kAtNeed && !found_)) found_ = child;
        if (how == Suits::kWell) return true;
        const bool is_container = facts->role == role::kPanel || facts->role == role::kFiller;
        if (is_container && facts->is(state::kShowing)) waiting.push_back(std::move(child));
      }
    }
    return false;
  }

  std::vector<ObjectName> children_of(const ObjectName& of) {
    std::vector<ObjectName> children;
    auto count = invocation_.property<int32_t>(of, Property::kChildCount, "i",
                                               [](dbus::Reader& reader) { return reader.i32(); });
    const auto walkable = count && *count ? ChildCount::of(**count) : std::nullopt;
    if (!walkable) return children;
    auto reply = invocation_.read(invocation_.caller().children(of, *walkable));
    if (!reply || !reply->is_reply()) return children;
    dbus::Reader body = reply->body();
    auto list = body.begin_array(8);
    while (body.more(list)) {
      ObjectName child = read_object(body);
      if (!body.ok()) break;
      if (child.path != kNullPath) children.push_back(std::move(child));
    }
    return children;
  }

  Invocation& invocation_;
  std::optional<ObjectName> found_;
  int looked_at_ = 0;
};

// False when it would not be given.
Result<bool> give_focus(Invocation& invocation, const Object& object, Route route, const std::string& named) {
  auto given = invocation.dispatch_bool(invocation.caller().method(object, Method::kGrabFocus), route, named);
  if (given) return *given;
  const ErrorCode code = given.error().code;
  if (code == ErrorCode::kUnsupported || code == ErrorCode::kRefused || code == ErrorCode::kStale) return false;
  return given.take_error();
}

// Gives a field the focus where leaving it commits it, and says where it can go afterwards; nothing where it cannot be left so.
Result<std::optional<ObjectName>> enter(Invocation& invocation) {
  const std::optional<ObjectName> none;
  if (!invocation.application().traits().fields_commit_when_left || !invocation.facts().is(state::kShowing))
    return none;
  SUREHAND_TRY(parent, invocation.parent_of(invocation.object()));
  if (!*parent) return none;
  SUREHAND_TRY(around, invocation.learn(**parent));
  if (has_editors(around->role)) return none;
  auto neighbour = Neighbour(invocation).find();
  if (!neighbour || invocation.facts().is(state::kFocused)) return neighbour;
  SUREHAND_TRY(given, give_focus(invocation, invocation.object(), Route::kFocus, ""));
  SUREHAND_TRY(states, invocation.states_now(invocation.object()));
  // Only the active window's fields have it.
  return *given && (*states & state::kFocused) != 0 ? neighbour : none;
}

// To another element, and back to where the user is.
Status leave(Invocation& invocation, const ObjectName& neighbour, const Dispatch& set) {
  const auto began = Clock::now();
  SUREHAND_TRY(given, give_focus(invocation, neighbour, set.route, set.detail));
  if (!*given || Clock::now() - began > kEditAtOnce) return Done{};
  SUREHAND_TRY(back, give_focus(invocation, invocation.object(), set.route, set.detail));
  return Done{};
}

}  // namespace

Result<Dispatch> edit(Invocation& invocation, const std::function<Result<Dispatch>()>& set) {
  SUREHAND_TRY(neighbour, enter(invocation));
  auto done = set();
  if (!done || !*neighbour) return done;
  if (auto left = leave(invocation, **neighbour, *done); !left.ok()) return left.take_error();
  return done;
}

}  // namespace surehand::atspi

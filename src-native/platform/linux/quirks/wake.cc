#include "platform/linux/quirks/wake.h"

#include <optional>
#include <thread>
#include <vector>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/find.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// An application that sleeps shows its frame and three or four elements in it; one that is awake, its whole
// tool bar.
constexpr size_t kAsleep = 16;
constexpr Milliseconds kPoll{50};
constexpr Milliseconds kQuiet{250};
constexpr Milliseconds kLongest{4000};

class Sleeper {
 public:
  Sleeper(Session& session, const ApplicationRecord& application, const Limits& limits)
      : session_(session), application_(application), limits_(limits) {}

  // How many elements it has.
  Result<size_t> size() {
    auto reply = call(caller_.tree(root(), {TreeProperty::kChildCount}));
    if (!reply.ok()) return reply.take_error();
    size_t count = 0;
    auto body = reply->body();
    if (body.signature() != "a((so)a{sv})") return count;
    auto entries = body.begin_array(8);
    while (body.more(entries)) {
      body.skip("((so)a{sv})");
      ++count;
    }
    return count;
  }

  // Whether a page is there. It comes up to some seconds after the tool bar around it; until then its place
  // is held by a document without a size.
  Result<bool> has_page(MatchPermit permit) {
    auto reply = call(caller_.matches(root(), {{role::kDocumentWeb}, state::kShowing}, 1, permit));
    if (!reply.ok()) return reply.take_error();
    auto body = reply->body();
    auto found = body.begin_array(8);
    if (!body.more(found)) return false;
    body.begin_struct();
    const std::string_view bus = body.string();
    const std::string_view path = body.string();
    auto extents = call(caller_.extents({bus, path}, 0));
    if (!extents.ok()) return extents.take_error();
    auto place = extents->body();
    place.begin_struct();
    place.i32();
    place.i32();
    return place.i32() > 0;
  }

  Status poke() {
    auto counted = call(caller_.get(root(), Property::kChildCount));
    if (!counted.ok()) return counted.take_error();
    auto body = counted->body();
    const auto count = ChildCount::of(body.begin_variant() == "i" ? body.i32() : -1);
    if (!count) return Done{};
    auto children = call(caller_.children(root(), *count));
    if (!children.ok()) return children.take_error();
    auto list = children->body();
    auto entries = list.begin_array(8);
    while (list.more(entries)) {
      list.begin_struct();
      const std::string_view bus = list.string();
      const std::string_view path = list.string();
      if (!list.ok() || path == kNullPath) continue;
      auto asked = call(caller_.method({bus, path}, Method::kGetAttributes));
      if (!asked.ok()) return asked.take_error();
    }
    return Done{};
  }

 private:
  Object root() const { return {application_.key, application_.root}; }
  Result<dbus::Reply> call(const dbus::Call& call) { return session_.bus->call(call, limits_); }

  Session& session_;
  const ApplicationRecord& application_;
  const Limits& limits_;
  Caller caller_;
};

}  // namespace

Status wake(Session& session, const ApplicationRecord& application, const Limits& limits) {
  const auto permit = match_permit(application);
  if (application.notes.woken || !permit) return Done{};
  Sleeper sleeper(session, application, limits);
  auto before = sleeper.size();
  if (!before.ok()) return before.take_error();
  application.notes.woken = true;
  if (*before > kAsleep) return Done{};
  if (auto poked = sleeper.poke(); !poked.ok()) return poked;

  const auto began = Clock::now();
  auto grown = began;
  size_t size = *before;
  while (Clock::now() - began < kLongest && !limits.expired()) {
    const auto next = Clock::now() + kPoll;
    if (limits.cancel && limits.cancel->wait_until(next)) break;
    if (!limits.cancel) std::this_thread::sleep_until(next);
    auto now = sleeper.size();
    if (!now.ok()) return now.take_error();
    if (*now != size) grown = Clock::now();
    size = *now;
    if (size <= kAsleep || Clock::now() - grown < kQuiet) continue;
    auto page = sleeper.has_page(*permit);
    if (!page.ok()) return page.take_error();
    if (*page) break;
  }
  return Done{};
}

}  // namespace surehand::atspi

#include "platform/linux/read/top_levels.h"

#include <algorithm>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"
#include "platform/linux/quirks/cells.h"

namespace surehand::atspi {

namespace {

constexpr int32_t kMostWindows = 64;
constexpr int kMostAncestors = 64;

Result<dbus::Reply> ask(Session& session, const ApplicationRecord& record, const dbus::Call& call,
                        const Limits& limits) {
  auto reply = session.bus->call(call, limits);
  if (!reply) return reply.take_error();
  if (is_gone(*reply)) return app_exited(record);
  return reply;
}

Result<TopLevel> describe(Session& session, const ApplicationRecord& record, ObjectName name, const Limits& limits) {
  TopLevel top;
  top.name = std::move(name);
  Caller caller;
  auto title = ask(session, record, caller.get(top.name, Property::kName), limits);
  if (!title) return title.take_error();
  if (!title->is_reply()) {
    return Error{ErrorCode::kStale, "the window is not there any more; look the windows up again", {}};
  }
  dbus::Reader reader = title->body();
  if (reader.begin_variant() == "s") top.title = reader.string();
  auto extents = ask(session, record, caller.extents(top.name, 0), limits);
  if (!extents) return extents.take_error();
  if (extents->is_reply()) {
    reader = extents->body();
    reader.begin_struct();
    reader.i32();
    reader.i32();
    top.width = times(reader.i32(), record.scale());
    top.height = times(reader.i32(), record.scale());
  }
  return top;
}

}  // namespace

Result<std::vector<TopLevel>> top_levels(Session& session, const ApplicationRecord& record, const Limits& limits) {
  std::vector<TopLevel> result;
  const Object root{record.key, record.root};
  Caller caller;
  auto count = ask(session, record, caller.get(root, Property::kChildCount), limits);
  if (!count) return count.take_error();
  dbus::Reader reader = count->body();
  const int32_t most = reader.begin_variant() == "i" ? std::min(reader.i32(), kMostWindows) : 0;
  for (int32_t i = 0; i < most; ++i) {
    auto child = ask(session, record, caller.with_index(root, Method::kGetChildAtIndex, i), limits);
    if (!child) return child.take_error();
    reader = child->body();
    ObjectName name = read_object(reader);
    if (!child->is_reply() || !reader.ok() || name.path == kNullPath) continue;
    auto top = describe(session, record, std::move(name), limits);
    if (!top && top.error().code == ErrorCode::kStale) continue;
    if (!top) return top.take_error();
    result.push_back(top.take());
  }
  return result;
}

Result<TopLevel> top_level_of(Session& session, const ApplicationRecord& record, const Element& element,
                              const Limits& limits) {
  ObjectName object = object_named(sheet_of(element.identity).value_or(element.identity), element.app_key);
  Caller caller;
  for (int depth = 0; depth < kMostAncestors; ++depth) {
    auto parent = ask(session, record, caller.get(object, Property::kParent), limits);
    if (!parent) return parent.take_error();
    dbus::Reader reader = parent->body();
    if (!parent->is_reply() || reader.begin_variant() != "(so)") break;
    ObjectName above = read_object(reader);
    if (!reader.ok() || above.path == record.root || above.path == kNullPath || above.path == kRegistryRoot ||
        above.path.empty()) {
      break;
    }
    object = std::move(above);
  }
  return describe(session, record, std::move(object), limits);
}

}  // namespace surehand::atspi

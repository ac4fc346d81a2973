#include "platform/linux/read/top_levels.h"

#include "platform/linux/atspi/calls.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"
#include "platform/linux/quirks/cells.h"

namespace surehand::atspi {

namespace {

constexpr int kMostTopLevelAncestors = 64;

Result<dbus::Reply> ask(Session& session, const ApplicationRecord& record, const dbus::Call& call,
                        const Limits& limits) {
  SUREHAND_TRY(reply, session.bus->call(call, limits));
  if (is_gone(*reply)) return app_exited(record);
  return reply;
}

}  // namespace

Result<ObjectName> top_level_of(Session& session, const ApplicationRecord& record, const Element& element,
                                const Limits& limits) {
  ObjectName object = object_named(sheet_of(element.identity).value_or(element.identity), element.app_key);
  Caller caller;
  for (int depth = 0; depth < kMostTopLevelAncestors; ++depth) {
    SUREHAND_TRY(parent, ask(session, record, caller.get(object, Property::kParent), limits));
    dbus::Reader reader = parent->body();
    if (depth == 0 && parent->is_error("org.freedesktop.DBus.Error.UnknownObject")) {
      return Error{ErrorCode::kStale, "the element is not there any more; find it again", {}};
    }
    if (!parent->is_reply() || reader.begin_variant() != "(so)") break;
    ObjectName above = read_object(reader);
    if (!reader.ok() || above.path == record.root || above.path == kNullPath || above.path == kRegistryRoot ||
        above.path.empty()) {
      break;
    }
    object = std::move(above);
  }
  return object;
}

}  // namespace surehand::atspi

#include "platform/linux/realize.h"

#include <algorithm>

#include "platform/linux/quirks/cells.h"

namespace surehand::atspi {
namespace {

// Of one application at a time: each is read with every tree.
constexpr size_t kMostRealized = 64;

}  // namespace

Result<Element> realize_cell(Session& session, const Element& sheet, const std::string& name, const Limits& limits) {
  const Error none{ErrorCode::kNotFound, "the container has no item of that name", {}};
  SUREHAND_TRY(application, application_of(session, sheet.app_key, limits));
  const ApplicationRecord& record = **application;
  const auto place = cell_named(name);
  if (!place) return none;
  const std::string identity = identity_of_cell(sheet.identity, *place);
  auto cell = object_of(session, record, identity, limits);
  if (!cell) return cell.error().code == ErrorCode::kStale ? none : cell.take_error();
  // Whose cells have other names, or none, is not counted in this way.
  Caller caller;
  SUREHAND_TRY(reply, session.bus->call(caller.get(*cell, Property::kName), limits));
  dbus::Reader body = reply->body();
  if (!reply->is_reply() || body.begin_variant() != "s" || body.string() != name) return none;

  const std::lock_guard reading(*record.reading);
  auto& realized = record.notes.realized_cells;
  if (std::find(realized.begin(), realized.end(), identity) == realized.end()) {
    if (realized.size() == kMostRealized) realized.pop_front();
    realized.push_back(identity);
  }
  return Element{sheet.app_key, identity};
}

}  // namespace surehand::atspi

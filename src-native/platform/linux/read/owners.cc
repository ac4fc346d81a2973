#include "platform/linux/read/owners.h"

#include <utility>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/errors.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/session.h"

namespace surehand::atspi {
namespace {

// How long an application may take to say who it is, while another's tree waits for it.
constexpr Milliseconds kOwnerPatience{500};
// One tree shows no more other processes than these; a browser on WebKitGTK has one for each page that shows.
constexpr size_t kMostOwners = 16;
// Of processes that are no applications: their names are never used twice, so nothing else ends what is known of one.
constexpr size_t kMostRemembered = 256;

}  // namespace

Result<ApplicationPtr> owner_of(Session& session, const std::string& bus, const Limits& limits) {
  if (auto known = session.unlisted.find(bus)) return known;
  auto listed = application_of(session, bus, limits.capped(kOwnerPatience));
  if (listed.ok() || listed.error().code != ErrorCode::kAppExited) return listed;
  Caller caller;
  auto reply = session.bus->call(caller.process_of(bus), limits);
  if (!reply.ok()) return reply.take_error();
  if (!reply->is_reply()) return listed;
  ApplicationRecord record;
  record.key = bus;
  record.pid = reply->body().u32();
  record.executable = executable_of(record.pid);
  name_by_entry(session, record);
  record.name = record.executable;
  if (session.unlisted.size() >= kMostRemembered) session.unlisted.keep_only({});
  return session.unlisted.add(std::move(record));
}

Owners owners_in(Session& session, const Tree& tree, const Limits& limits) {
  Owners owners;
  for (const Node& node : tree.nodes) {
    if (node.bus.empty() || !node.linked || node.dropped || owners.find(node.bus) != owners.end()) continue;
    if (owners.size() >= kMostOwners) break;
    auto owner = owner_of(session, std::string(node.bus), limits);
    owners.emplace(node.bus, owner.ok() ? owner.take() : nullptr);
  }
  for (auto each = owners.begin(); each != owners.end();) each = each->second ? std::next(each) : owners.erase(each);
  return owners;
}

}  // namespace surehand::atspi

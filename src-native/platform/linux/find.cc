#include "platform/linux/find.h"

#include "platform/linux/snapshot.h"

namespace surehand::atspi {

std::optional<MatchPermit> match_permit(const ApplicationRecord& record) {
  if (!has_tree(record.toolkit) || record.notes.huge_container) return std::nullopt;
  // LibreOffice's GTK 3 plugin calls itself `gtk` as well, and any of its windows may hold a sheet.
  if (record.toolkit == Toolkit::kGtk3 &&
      (record.executable.empty() || record.executable.find("soffice") != std::string::npos)) {
    return std::nullopt;
  }
  return MatchPermit();
}

Result<Matches> find_elements(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                              const Query& query, size_t limit, const Limits& limits) {
  auto snapshot = take_snapshot(session, refs, target, {}, limits);
  if (!snapshot.ok()) return snapshot.take_error();
  MatchOptions options;
  options.limit = limit;
  auto nodes = match(query, **snapshot, options, limits);
  if (!nodes.ok()) return nodes.take_error();
  return Matches{snapshot.take(), nodes.take(), false};
}

}  // namespace surehand::atspi

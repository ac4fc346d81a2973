#include "platform/linux/quirks/cells.h"

#include <charconv>

#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"

namespace surehand::atspi {
namespace {

Error no_cell(const ApplicationRecord& application) {
  return {ErrorCode::kStale, "the element is gone: " + application.name + " no longer has that cell", {}};
}

}  // namespace

std::optional<CellPlace> place_of_cell(std::string_view identity) {
  const size_t mark = identity.rfind('#');
  if (mark == std::string_view::npos) return std::nullopt;
  const char* const end = identity.data() + identity.size();
  CellPlace place;
  const auto row = std::from_chars(identity.data() + mark + 1, end, place.row);
  if (row.ec != std::errc() || row.ptr == end || *row.ptr != ',') return std::nullopt;
  const auto column = std::from_chars(row.ptr + 1, end, place.column);
  if (column.ec != std::errc() || column.ptr != end) return std::nullopt;
  return place;
}

std::string identity_of_cell(std::string_view sheet, CellPlace place) {
  return std::string(sheet) + '#' + std::to_string(place.row) + ',' + std::to_string(place.column);
}

std::optional<std::string_view> sheet_of(std::string_view identity) {
  if (!place_of_cell(identity)) return std::nullopt;
  return identity.substr(0, identity.rfind('#'));
}

std::optional<CellPlace> cell_named(std::string_view name) {
  constexpr size_t kMostLetters = 4;
  size_t letters = 0;
  CellPlace place;
  for (; letters < name.size() && name[letters] >= 'A' && name[letters] <= 'Z'; ++letters) {
    if (letters == kMostLetters) return std::nullopt;
    place.column = place.column * 26 + (name[letters] - 'A' + 1);
  }
  const char* const end = name.data() + name.size();
  const auto row = std::from_chars(name.data() + letters, end, place.row);
  if (letters == 0 || row.ec != std::errc() || row.ptr != end || place.row < 1) return std::nullopt;
  return CellPlace{place.row - 1, place.column - 1};
}

std::string name_of_cell(CellPlace place) {
  std::string letters;
  for (int32_t column = place.column + 1; column > 0; column = (column - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (column - 1) % 26));
  }
  return letters + std::to_string(place.row + 1);
}

Result<ObjectName> object_of(Session& session, const ApplicationRecord& application, std::string_view identity,
                             const Limits& limits) {
  const auto sheet = sheet_of(identity);
  if (!sheet) return object_named(identity, application.key);
  Caller caller;
  const ObjectName table = object_named(*sheet, application.key);
  const CellPlace place = *place_of_cell(identity);
  SUREHAND_TRY(reply, session.bus->call(caller.cell(table, place.row, place.column), limits));
  if (is_gone(*reply)) return app_exited(application);
  if (!reply->is_reply()) return no_cell(application);
  dbus::Reader body = reply->body();
  ObjectName cell = read_object(body);
  if (cell.path == kNullPath || cell.bus != table.bus) return no_cell(application);
  return cell;
}

}  // namespace surehand::atspi

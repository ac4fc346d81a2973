#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/seam/backend.h"
#include "platform/linux/identity.h"
#include "platform/linux/session.h"

// The cells of a sheet that claims more children than can be listed. LibreOffice makes the object of a cell when it is
// asked for, and lets go of it soon after: what lasts is the sheet with the row and the column.
namespace surehand::atspi {

// From 0.
struct CellPlace {
  int32_t row = 0;
  int32_t column = 0;
};

// The bytes a Snapshot keeps for a cell: those of its sheet, and where it is there.
std::string identity_of_cell(std::string_view sheet, CellPlace place);

// The sheet that an identity names a cell of; nothing when it names an object.
std::optional<std::string_view> sheet_of(std::string_view identity);

// `B3` or `AA120`: the place that a cell of that name has in any sheet.
std::optional<CellPlace> cell_named(std::string_view name);

// The same the other way.
std::string name_of_cell(CellPlace place);

// Where a cell is, by its identity.
std::optional<CellPlace> place_of_cell(std::string_view identity);

// The object that an identity means; a cell's is asked for. STALE when the sheet has no such cell, or is gone.
Result<ObjectName> object_of(Session& session, const ApplicationRecord& application, std::string_view identity,
                             const Limits& limits);

}  // namespace surehand::atspi

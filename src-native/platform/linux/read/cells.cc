#include <optional>
#include <vector>

#include "platform/linux/atspi/reference.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

// On a screen of 3840 × 2160 some 3,500 cells show; each takes four calls, and a snapshot of 462 a third more of
// its processor time than one without them.
constexpr int32_t kMostCells = 2000;
// What is not asked of each: LibreOffice's cells are alike.
constexpr uint32_t kCellInterfaces = bit(Interface::kComponent) | bit(Interface::kText) | bit(Interface::kValue);

// The cells of one sheet that show, and those that were asked for by name.
class Cells {
 public:
  Cells(TreeReader& reader, NodeId sheet)
      : reader_(reader),
        tree_(reader.tree),
        sheet_(sheet),
        object_(reader.tree.object(sheet, reader.application().key)),
        identity_(identity_of(object_, reader.application().key)) {}

  void find_shown() {
    reader_.send([this](Caller& caller) { return caller.extents(object_, 0); },
                 [this](const dbus::Reply& reply) { look_at_corners(reply); });
  }

  void list() {
    std::vector<CellPlace> places;
    if (first_ && last_) {
      for (int32_t row = first_->row; row <= last_->row; ++row) {
        for (int32_t column = first_->column; column <= last_->column; ++column) {
          if (places.size() < kMostCells) places.push_back({row, column});
        }
      }
    }
    for (const std::string& identity : reader_.application().notes.realized_cells) {
      if (sheet_of(identity) != identity_) continue;
      if (const CellPlace place = *place_of_cell(identity); !shows(place)) places.push_back(place);
    }
    for (const CellPlace place : places) {
      reader_.send([this, place](Caller& caller) { return caller.cell(object_, place.row, place.column); },
                   [this, place](const dbus::Reply& reply) { enter(place, reply); });
    }
  }

 private:
  bool shows(CellPlace place) const {
    return first_ && last_ && place.row >= first_->row && place.row <= last_->row && place.column >= first_->column &&
           place.column <= last_->column;
  }

  void look_at_corners(const dbus::Reply& reply) {
    if (!reply.is_reply()) return;
    dbus::Reader body = reply.body();
    body.begin_struct();
    const int32_t x = body.i32(), y = body.i32(), width = body.i32(), height = body.i32();
    if (!body.ok() || width <= 2 || height <= 2) return;
    find_at(x + 1, y + 1, first_);
    find_at(x + width - 2, y + height - 2, last_);
  }

  // Its name says where a cell is. Its index is more than 32 bits hold, from row 131,072 on.
  void find_at(int32_t x, int32_t y, std::optional<CellPlace>& place) {
    reader_.send([this, x, y](Caller& caller) { return caller.at_point(object_, x, y); },
                 [this, &place](const dbus::Reply& reply) {
                   if (!reply.is_reply()) return;
                   const ObjectName cell = object_in(reply);
                   if (cell.path.empty() || cell.path == kNullPath) return;
                   reader_.send([cell](Caller& caller) { return caller.get(cell, Property::kName); },
                                [&place](const dbus::Reply& answer) {
                                  if (!answer.is_reply()) return;
                                  dbus::Reader name = answer.body();
                                  if (name.begin_variant() == "s") place = cell_named(name.string());
                                });
                 });
  }

  void enter(CellPlace place, const dbus::Reply& reply) {
    if (!reply.is_reply()) return;
    const ObjectName object = object_in(reply);
    if (object.path.empty() || object.path == kNullPath || tree_.find({}, object.path) != kNone) return;
    const uint32_t most = reader_.options().max_nodes;
    const NodeId id = tree_.add({}, tree_.keep(object.path));
    Node& cell = tree_.nodes[id];
    cell.cell = tree_.keep(identity_of_cell(identity_, place));
    cell.visited = true;
    tree_.link(sheet_, id);
    if (most != 0 && id >= most) return;  // stays unread, which the snapshot says
    cell.known = true;
    cell.role = role::kTableCell;
    cell.interfaces = kCellInterfaces;
    cell.name = tree_.keep(name_of_cell(place));
    // Their attributes cost as much as all the rest, and only a formula is worth it: who wants one reads the cell alone.
    reader_.ask(id, Field::kState);
    if (reader_.reads_places()) reader_.ask(id, Field::kExtents);
  }

  static ObjectName object_in(const dbus::Reply& reply) {
    dbus::Reader body = reply.body();
    return read_object(body);
  }

  TreeReader& reader_;
  Tree& tree_;
  NodeId sheet_;
  Object object_;
  std::string identity_;
  std::optional<CellPlace> first_;
  std::optional<CellPlace> last_;
};

}  // namespace

bool read_cells(TreeReader& reader, const std::vector<NodeId>& sheets) {
  for (NodeId sheet : sheets) {
    if (reader.tree.nodes[sheet].depth >= reader.options().max_depth) continue;
    Cells cells(reader, sheet);
    cells.find_shown();
    if (!reader.settle()) return false;
    cells.list();
    if (!reader.settle()) return false;
  }
  return true;
}

}  // namespace surehand::atspi

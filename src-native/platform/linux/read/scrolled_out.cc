#include <algorithm>
#include <memory>

#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr uint32_t kWindowCoordinates = 1;
// What GTK 4's list, grid and column views offer, and a list box does not.
constexpr std::string_view kOfViews = "list.select-all";
// Levels between a row and what is found at a point of it.
constexpr int kDeepestScrolled = 16;

bool is_row(const Node& row, const Node& list) {
  const bool is_item = row.role == role::kListItem || row.role == role::kTableRow || row.role == role::kTreeItem ||
                       row.role == role::kTableCell;
  const bool is_list = list.role == role::kList || list.role == role::kTable || list.role == role::kTree ||
                       list.role == role::kTreeTable;
  return is_item && is_list && row.in(state::kVisible) && list.bounds.width > 0 && list.bounds.height > 0;
}

bool has_no_size(const Node& row) { return row.bounds.width == 0 && row.bounds.height == 0; }

void ask_whether_view(TreeReader& reader, const Object& list, std::function<void()> is_view) {
  const ObjectName name{std::string(list.bus), std::string(list.path)};
  reader.send([name](Caller& caller) { return caller.method(name, Method::kGetActions); },
              [is_view = std::move(is_view)](const dbus::Reply& reply) {
                if (!reply.is_reply()) return;
                auto body = reply.body();
                for (auto actions = body.begin_array(8); body.more(actions);) {
                  body.begin_struct();
                  if (body.string() == kOfViews) is_view();
                  body.string();
                  body.string();
                }
              });
}

// Goes up from what was found at a point of `row` until it meets that row, or the list: then another row is there.
void climb(TreeReader& reader, ObjectName found, std::string list, std::string path, Node* row, int depth) {
  if (found.path == kNullPath || found.path == path || depth == kDeepestScrolled) return;
  if (found.path == list) {
    row->scrolled_out = depth > 0;  // the list itself is found between rows
    return;
  }
  reader.send([found](Caller& caller) { return caller.get(found, Property::kParent); },
              [&reader, list = std::move(list), path = std::move(path), row, depth](const dbus::Reply& reply) {
                if (!reply.is_reply()) return;
                auto body = reply.body();
                if (body.begin_variant() != "(so)") return;
                body.begin_struct();
                ObjectName parent;
                parent.bus = body.string();
                parent.path = body.string();
                if (body.ok()) climb(reader, std::move(parent), list, path, row, depth + 1);
              });
}

// A row that was in view keeps the place that it had.
void ask_who_is_there(TreeReader& reader, const ObjectName& list, const Node& view, std::string path, Node* row) {
  const Rect shown = intersection(row->bounds, view.bounds);
  if (is_empty(shown)) {
    row->scrolled_out = true;
    return;
  }
  const int32_t x = shown.x + shown.width / 2, y = shown.y + shown.height / 2;
  reader.send([list, x, y](Caller& caller) { return caller.accessible_at(list, x, y, kWindowCoordinates); },
              [&reader, list = list.path, path = std::move(path), row](const dbus::Reply& reply) {
                if (!reply.is_reply()) return;
                auto body = reply.body();
                body.begin_struct();
                ObjectName found;
                found.bus = body.string();
                found.path = body.string();
                if (body.ok()) climb(reader, std::move(found), list, path, row, 0);
              });
}

// Whether two rows have the same place, so that one of them had it before.
bool overlap(const std::vector<Node>& nodes, const std::vector<NodeId>& rows) {
  std::vector<Rect> places;
  for (const NodeId row : rows) {
    if (!is_empty(nodes[row].bounds)) places.push_back(nodes[row].bounds);
  }
  std::sort(places.begin(), places.end(), [](const Rect& a, const Rect& b) { return a.y < b.y; });
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t j = i + 1; j < places.size() && places[j].y < places[i].y + places[i].height; ++j) {
      if (!is_empty(intersection(places[i], places[j]))) return true;
    }
  }
  return false;
}

}  // namespace

void ask_scrolled_out(TreeReader& reader, const ObjectName& list, const ObjectName& name, Node& row,
                      const Node& around) {
  if (!is_row(row, around)) return;
  ask_whether_view(reader, list, [&reader, list, path = name.path, &row, &around] {
    if (has_no_size(row)) {
      row.scrolled_out = true;
    } else {
      ask_who_is_there(reader, list, around, path, &row);
    }
  });
}

void look_for_scrolled_out(TreeReader& reader) {
  if (!reader.application().traits().rows_out_of_view_keep_place) return;
  auto& nodes = reader.tree.nodes;
  for (NodeId list = 0; list < nodes.size(); ++list) {
    if (!nodes[list].linked || nodes[list].dropped) continue;
    std::vector<NodeId> rows;
    for (NodeId row = nodes[list].first; row != kNone; row = nodes[row].next) {
      if (is_row(nodes[row], nodes[list])) rows.push_back(row);
    }
    const bool some_without =
        std::any_of(rows.begin(), rows.end(), [&](const NodeId row) { return has_no_size(nodes[row]); });
    const bool overlapping = overlap(nodes, rows);
    if (!some_without && !overlapping) continue;
    const Object object = reader.tree.object(list, reader.application().key);
    const ObjectName name{std::string(object.bus), std::string(object.path)};
    ask_whether_view(reader, object, [&reader, &nodes, name, rows, list, overlapping] {
      for (const NodeId row : rows) {
        if (has_no_size(nodes[row])) {
          nodes[row].scrolled_out = true;
        } else if (overlapping) {
          ask_who_is_there(reader, name, nodes[list], std::string(nodes[row].path), &nodes[row]);
        }
      }
    });
  }
  reader.settle();
}

}  // namespace surehand::atspi

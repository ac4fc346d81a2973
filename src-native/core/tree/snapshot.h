#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/tree/element_hold.h"
#include "core/tree/rect.h"
#include "core/tree/role.h"
#include "core/tree/state.h"
#include "core/tree/text_table.h"
#include "core/vocabulary.h"

namespace surehand {

class RefBook;

// Whether a tree is kept by core/mirror: not at all; from now on, it was read as a whole; it was kept true by what was announced.
enum class Keeping : uint8_t { kNot, kRead, kMirrored };

using NodeIndex = uint32_t;
inline constexpr NodeIndex kNoNode = UINT32_MAX;

// Shown in the tree, and a reason to refuse proofs of absence.
std::optional<CutReason> cut_reason_from_name(std::string_view name);

struct Cut {
  NodeIndex node;  // the children of this node are missing, wholly or in part
  CutReason reason;
  TextId detail;
};

// The process that a subtree lives in. A node's own, or its nearest ancestor's, counts as a whole.
struct Host {
  NodeIndex node;
  TextId process = kNoText;       // executable name without extension or path
  int64_t pid = 0;                // 0 when unknown
  std::vector<TextId> app_names;  // what `app:` compares with: executable, desktop id, untranslated, displayed name
  TextId name = kNoText;          // what the application of that process calls itself
  TextId id = kNoText;            // its desktop, bundle or package id
};

// One immutable tree: pre-order, columns of plain data. Node 0 is the root; a node's descendants are
// (node, subtree_end(node)). Safe to share between threads.
class Snapshot {
 public:
  NodeIndex size() const { return static_cast<NodeIndex>(data_->parents.size()); }

  NodeIndex parent(NodeIndex node) const { return data_->parents[node]; }  // kNoNode for the root
  NodeIndex subtree_end(NodeIndex node) const { return data_->ends[node]; }
  Role role(NodeIndex node) const { return data_->roles[node]; }
  States states(NodeIndex node) const { return {data_->states_on[node], data_->states_applicable[node]}; }
  // Nothing where the toolkit gives none or a wrong one.
  std::optional<Rect> bounds(NodeIndex node) const;

  TextId text_id(TextField field, NodeIndex node) const {
    const auto& column = data_->texts[static_cast<size_t>(field)];
    return column.empty() ? kNoText : column[node];
  }
  std::string_view text(TextField field, NodeIndex node) const { return data_->table.view(text_id(field, node)); }
  const TextTable& table() const { return data_->table; }
  // A whole text column, empty when no node has this text.
  const std::vector<TextId>& text_column(TextField field) const { return data_->texts[static_cast<size_t>(field)]; }
  const std::vector<Role>& role_column() const { return data_->roles; }
  const std::vector<uint32_t>& states_on_column() const { return data_->states_on; }

  struct Attribute {
    TextId key;
    TextId value;
  };
  // [first, last) of the node's attributes and action names.
  std::pair<const Attribute*, const Attribute*> attributes(NodeIndex node) const;
  std::pair<const TextId*, const TextId*> actions(NodeIndex node) const;

  // A window, or a dialog that is one of its own: below the application or another window, not drawn inside of something (a
  // page's dialog).
  bool is_window(NodeIndex node) const;
  // The nearest window that holds `node`, or is it; kNoNode where there is none.
  NodeIndex window_of(NodeIndex node) const;

  // What the platform calls this element (opaque bytes, stable while it lives), never empty and in no tree twice; empty in
  // trees made from data.
  std::string_view identity(NodeIndex node) const;
  // What keeps that element from being forgotten; empty where nothing has to.
  const ElementHold& hold_of(NodeIndex node) const;
  // The node with that identity, or kNoNode. Linear.
  NodeIndex find_identity(std::string_view identity) const;
  // The application that identities and refs belong to (the backend's key for it); empty in trees made from data.
  const std::string& app_key() const { return data_->app_key; }
  // Whether an identity means the same element in both: they are of one application of one desktop.
  bool shares_identities(const Snapshot& other) const {
    return data_->refs == other.data_->refs && data_->app_key == other.data_->app_key;
  }

  // `e12`. In trees of a desktop refs are handed out on first use and remembered by the desktop's RefBook, and a
  // node without identity has none (empty); in trees made from data node i is e(i+1).
  std::string ref(NodeIndex node) const;
  // The node that a ref names, or kNoNode when it is not in this tree.
  NodeIndex by_ref(std::string_view ref) const;

  const std::vector<Cut>& cuts() const { return data_->cuts; }
  bool complete() const { return data_->cuts.empty(); }
  // The cut at `node`, or nothing.
  const Cut* cut(NodeIndex node) const;
  const std::vector<Host>& hosts() const { return data_->hosts; }
  const Host* host(NodeIndex node) const;  // nearest, upwards

  // Milliseconds since the epoch at which reading began and how long it took.
  double captured_at() const { return captured_at_; }
  double duration() const { return duration_; }

  Keeping keeping() const { return keeping_; }
  // The same tree at another time. Costs nothing: both have the same data.
  std::shared_ptr<const Snapshot> again(double captured_at, double duration, Keeping keeping) const {
    return std::shared_ptr<const Snapshot>(new Snapshot(data_, captured_at, duration, keeping));
  }

  size_t bytes_of_nodes() const;  // columns and pools, without text
  size_t bytes_of_text() const;

 private:
  friend class SnapshotBuilder;
  struct Data {
    NodeIndex size() const { return static_cast<NodeIndex>(parents.size()); }
    std::string_view identity(NodeIndex node) const;

    std::vector<NodeIndex> parents;
    std::vector<NodeIndex> ends;
    std::vector<Role> roles;
    std::vector<uint32_t> states_on;
    std::vector<uint32_t> states_applicable;
    std::vector<Rect> bounds;  // width < 0: unknown
    std::array<std::vector<TextId>, kTextFields> texts;
    std::vector<uint32_t> attribute_starts;  // size + 1, or empty when there are none
    std::vector<Attribute> attributes;
    std::vector<uint32_t> action_starts;
    std::vector<TextId> actions;
    std::vector<uint32_t> identity_starts;
    std::string identities;
    std::vector<ElementHold> holds;  // by node; empty where the platform needs none
    std::vector<Cut> cuts;           // by node
    std::vector<Host> hosts;         // by node
    TextTable table;
    std::string app_key;
    std::shared_ptr<RefBook> refs;
  };

  Snapshot(std::shared_ptr<const Data> data, double captured_at, double duration, Keeping keeping)
      : data_(std::move(data)), captured_at_(captured_at), duration_(duration), keeping_(keeping) {}

  std::shared_ptr<const Data> data_;
  double captured_at_;
  double duration_;
  Keeping keeping_;
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

// Writes a Snapshot in pre-order: open a node, say what it is, open and close its children, close it.
// Everything about a node is said before the next open(), in any order; saying it again replaces it (attributes
// and actions add up). What is opened after the root was closed goes below the root.
//
// What a protected node holds is dropped here, so that no backend can let it through: its value, attributes
// that carry it (`value`, `valuetext`, `text`), a name, description or attribute that repeats it, and the texts of
// what is below it (buttons and images keep their names). Say `states` first: then the value is not even interned.
class SnapshotBuilder {
 public:
  explicit SnapshotBuilder(size_t expected_nodes = 0);
  // For a tree of which most is copied from `from`: its texts keep their numbers.
  explicit SnapshotBuilder(const Snapshot& from);

  NodeIndex open(Role role);
  void close();
  // Opens a node that is as it is in `from`, of a desktop as well: all but what is around it, and what cuts it.
  NodeIndex open_copy(const Snapshot& from, NodeIndex node);
  size_t depth() const { return open_.size(); }
  NodeIndex size() const { return data_->size(); }

  TextId intern(std::string_view text) { return data_->table.intern(text); }
  void text(TextField field, std::string_view text);
  void text(TextField field, TextId text);
  void states(States states);
  void bounds(Rect bounds);
  void attribute(std::string_view key, std::string_view value);
  void action(std::string_view name);
  // `hold` is kept for as long as the snapshot lives.
  void identity(std::string_view bytes, ElementHold hold = nullptr);
  void host(std::string_view process, int64_t pid, const std::vector<std::string>& app_names,
            std::string_view name = {}, std::string_view id = {});
  // Marks `node` (any that was opened) as cut. The first reason given for a node stays.
  void cut(NodeIndex node, CutReason reason, std::string_view detail = {});

  // Closes what is open. The builder is spent. In a tree of a desktop (with `refs`), what was given no identity, or one that an
  // element before it has, gets a fresh one: it can be seen, not acted on, and no other tree has it.
  SnapshotPtr finish(std::string app_key = {}, std::shared_ptr<RefBook> refs = nullptr, double captured_at = 0,
                     double duration = 0);

 private:
  bool repeats_secret(std::string_view text) const;
  bool drops(TextField field, std::string_view text);
  void forget_value(std::string_view value);
  void mend_identities();

  std::shared_ptr<Snapshot::Data> data_ = std::make_shared<Snapshot::Data>();
  const Snapshot::Data* origin_ = nullptr;  // whose texts have the same numbers
  std::vector<NodeIndex> open_;
  NodeIndex protected_ = kNoNode;  // the outermost open node that is protected
  std::string secret_;             // the value dropped from it
};

}  // namespace surehand

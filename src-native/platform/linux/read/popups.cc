#include "platform/linux/read/popups.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>
#include <utility>

#include "platform/linux/read/read.h"
#include "platform/linux/read/window_origins.h"
#include "platform/linux/roles.h"
#include "platform/linux/session.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr std::string_view kBarePrefix = "/surehand/popup/";
constexpr std::string_view kWhy = "a popup of which the application publishes nothing";
// QAccessibleCache counts from here.
constexpr uint32_t kFirstNumber = 0x80000000u;
// How far beyond the newest object of the tree a popup's may be: others are made that are in no tree.
constexpr uint32_t kBeyond = 256;
constexpr size_t kMostPopupsAsked = 4096;
constexpr size_t kBatch = 256;
constexpr int kMostSearches = 3;
// px by which a place may be rounded.
constexpr int32_t kSame = 2;

std::string bare_path(screen::WindowId window) { return std::string(kBarePrefix) + std::to_string(window); }

std::optional<uint32_t> number_of(std::string_view path, std::string_view prefix) {
  if (path.substr(0, prefix.size()) != prefix) return std::nullopt;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(path.data() + prefix.size(), path.data() + path.size(), number);
  return error == std::errc() && end == path.data() + path.size() ? std::optional(number) : std::nullopt;
}

bool near(int32_t a, int32_t b) { return std::abs(a - b) <= kSame; }

bool same(const Rect& a, const Rect& b) {
  return near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height);
}

// A combo box's list fills most of its window, whose frame and scrollers are in no tree.
bool fills(const Rect& list, const Rect& window) {
  return list.x >= window.x - kSame && list.y >= window.y - kSame &&
         list.x + list.width <= window.x + window.width + kSame &&
         list.y + list.height <= window.y + window.height + kSame &&
         int64_t{2} * list.width * list.height >= int64_t{window.width} * window.height;
}

class Popups {
 public:
  Popups(Session& session, TreeReader& reader)
      : session_(session), reader_(reader), notes_(reader.application().notes.popups) {}

  void run(bool within_tree) {
    learn_newest(within_tree);
    std::unordered_map<screen::WindowId, std::string> identities;
    find_windows();
    if (!windows_.empty()) {
      // A list of a combo box is in the tree, and so is what it was known by before.
      ask_tree();
      ask_known();
      search(within_tree);
      for (size_t i = 0; i < windows_.size(); ++i) identities.emplace(windows_[i].id, identity(i));
      if (within_tree && !reader_.stopped()) hang();
    }
    session_.seen_popups.keep(reader_.application().key, std::move(identities));
  }

 private:
  void find_windows() {
    auto shown = session_.screen->popups(reader_.application().pid, reader_.limits());
    if (!shown) return;
    for (screen::ClientWindow& popup : *shown) {
      const bool passes = popup.kind == screen::PopupKind::kTooltip || popup.kind == screen::PopupKind::kDrag;
      // Toolkits keep windows of one pixel out of sight.
      const bool is_seen = popup.content.width > 1 && popup.content.height > 1;
      if (is_seen && !passes) windows_.push_back(std::move(popup));
    }
    paths_.resize(windows_.size());
  }

  void learn_newest(bool within_tree) {
    if (!within_tree) return;
    uint32_t& newest = notes_.newest;
    for (const Node& node : reader_.tree.nodes) {
      if (node.bus.empty()) newest = std::max(newest, number_of(node.path, kPathPrefix).value_or(0));
    }
  }

  Rect in_pixels(const Rect& rect) const {
    const double scale = reader_.application().scale();
    return {times(rect.x, scale), times(rect.y, scale), times(rect.width, scale), times(rect.height, scale)};
  }

  bool complete() const {
    return std::none_of(paths_.begin(), paths_.end(), [](const std::string& path) { return path.empty(); });
  }

  void ask_extents(std::string path, std::function<void(const Rect&)> answer) {
    const std::string bus = reader_.application().key;
    reader_.send(
        [bus, path = std::move(path)](Caller& caller) {
          return caller.extents(Object{bus, path}, 0);
        },
        [answer = std::move(answer)](const dbus::Reply& reply) {
          if (!reply.is_reply()) return;
          auto body = reply.body();
          body.begin_struct();
          Rect rect;
          rect.x = body.i32();
          rect.y = body.i32();
          rect.width = body.i32();
          rect.height = body.i32();
          if (body.ok()) answer(rect);
        });
  }

  // The objects that these windows were before.
  void ask_known() {
    for (size_t i = 0; i < windows_.size(); ++i) {
      const auto known = notes_.paths.find(windows_[i].id);
      if (!paths_[i].empty() || known == notes_.paths.end()) continue;
      ask_extents(known->second, [this, i, path = known->second](const Rect& rect) {
        const Rect place = in_pixels(rect);
        const Rect& window = windows_[i].content;
        if (same(place, window) || fills(place, window)) paths_[i] = path;
      });
    }
    reader_.settle();
  }

  // Menus of the menu bar and the lists of combo boxes are in the tree.
  void ask_tree() {
    if (complete() || reader_.stopped()) return;
    const Tree& tree = reader_.tree;
    for (NodeId id = 1; id < tree.nodes.size(); ++id) {
      const Node& node = tree.nodes[id];
      const bool is_menu = node.role == role::kPopupMenu || node.role == role::kMenu;
      const bool is_list = node.parent != kNone && tree.nodes[node.parent].role == role::kComboBox;
      if (!node.linked || node.dropped || !node.bus.empty() || (!is_menu && !is_list)) continue;
      ask_extents(std::string(node.path), [this, is_list, path = std::string(node.path)](const Rect& rect) {
        const Rect place = in_pixels(rect);
        for (size_t i = 0; i < windows_.size(); ++i) {
          const Rect& window = windows_[i].content;
          if (!paths_[i].empty() || !(is_list ? fills(place, window) : same(place, window))) continue;
          paths_[i] = path;
          notes_.paths[windows_[i].id] = path;
        }
      });
    }
    reader_.settle();
  }

  // Asks the objects that are in no tree where they are, the newest first.
  void search(bool within_tree) {
    std::vector<size_t> open;
    for (size_t i = 0; i < windows_.size(); ++i) {
      if (paths_[i].empty() && notes_.fruitless[windows_[i].id] < kMostSearches) open.push_back(i);
    }
    if (open.empty() || reader_.stopped()) return;
    uint32_t number = std::max(notes_.newest, kFirstNumber) + kBeyond;
    for (size_t asked = 0; asked < kMostPopupsAsked && number >= kFirstNumber && !reader_.stopped();) {
      for (size_t batch = 0; batch < kBatch && number >= kFirstNumber; --number) {
        std::string path = std::string(kPathPrefix) + std::to_string(number);
        if (reader_.tree.find({}, path) != kNone) continue;
        ++batch;
        ++asked;
        ask_extents(path, [this, path, &open](const Rect& rect) {
          for (const size_t i : open) {
            if (same(in_pixels(rect), windows_[i].content)) found_[i].push_back(path);
          }
        });
      }
      reader_.settle();
      if (std::all_of(open.begin(), open.end(), [&](size_t i) { return found_.count(i) > 0; })) break;
    }
    for (const size_t i : open) choose(i, within_tree);
  }

  // What fills a popup has its place as well: the popup is the one that is in none of the others.
  void choose(size_t i, bool within_tree) {
    const auto found = found_.find(i);
    const screen::WindowId window = windows_[i].id;
    if (found == found_.end()) {
      ++notes_.fruitless[window];
      return;
    }
    const std::vector<std::string>& candidates = found->second;
    std::vector<std::string> parents(candidates.size());
    const std::string bus = reader_.application().key;
    for (size_t k = 0; k < candidates.size(); ++k) {
      reader_.send(
          [bus, path = candidates[k]](Caller& caller) {
            return caller.get(Object{bus, path}, Property::kParent);
          },
          [&parent = parents[k]](const dbus::Reply& reply) {
            if (!reply.is_reply()) return;
            auto body = reply.body();
            if (body.begin_variant() != "(so)") return;
            body.begin_struct();
            body.string();
            parent = body.string();
          });
    }
    if (!reader_.settle()) return;
    for (size_t k = 0; k < candidates.size(); ++k) {
      if (std::find(candidates.begin(), candidates.end(), parents[k]) != candidates.end()) continue;
      paths_[i] = candidates[k];
      // Only a tree tells whether it is a part of one of its elements.
      if (within_tree) notes_.paths[window] = candidates[k];
      return;
    }
  }

  std::string identity(size_t i) const {
    const std::string& path = paths_[i];
    if (path.empty()) return bare_path(windows_[i].id);
    return identity_of(Object{reader_.application().key, path}, reader_.application().key);
  }

  void hang() {
    Walk walk(reader_);
    for (size_t i = 0; i < windows_.size(); ++i) {
      Tree& tree = reader_.tree;
      if (paths_[i].empty()) {
        const NodeId id = tree.add({}, tree.keep(bare_path(windows_[i].id)));
        tree.link(0, id);
        describe(id, windows_[i]);
      } else if (tree.find({}, paths_[i]) == kNone) {
        const NodeId id = tree.add({}, tree.keep(paths_[i]));
        tree.link(0, id);
        tree.nodes[id].visited = true;
        walk.visit(id);
      }
    }
    if (walk.settle()) reader_.ask_contents();
    reader_.settle();
  }

 public:
  // As an element, what only the window system knows of.
  void describe(NodeId id, const screen::ClientWindow& popup) {
    Tree& tree = reader_.tree;
    Node& node = tree.nodes[id];
    const double scale = reader_.application().scale();
    const Rect& place = popup.content;
    node.bounds = {times(place.x, 1 / scale), times(place.y, 1 / scale), times(place.width, 1 / scale),
                   times(place.height, 1 / scale)};
    node.role = popup.kind == screen::PopupKind::kMenu ? role::kPopupMenu : role::kPanel;
    node.states = state::kShowing | state::kVisible | state::kEnabled | state::kSensitive;
    node.child_count = 0;
    node.known = node.visited = node.contents_asked = true;
    tree.cut(id, CutReason::kUnpublished, std::string(kWhy));
  }

 private:
  Session& session_;
  TreeReader& reader_;
  PopupNotes& notes_;
  std::vector<screen::ClientWindow> windows_;
  std::vector<std::string> paths_;                              // of the object of each window; empty: none was found
  std::unordered_map<size_t, std::vector<std::string>> found_;  // where each window is
};

}  // namespace

void SeenPopups::keep(const std::string& app_key, std::unordered_map<screen::WindowId, std::string> identities) {
  std::lock_guard lock(mutex_);
  if (identities.empty()) {
    by_application_.erase(app_key);
  } else {
    by_application_[app_key] = std::move(identities);
  }
}

std::optional<std::string> SeenPopups::identity_of(const std::string& app_key, screen::WindowId window) const {
  std::lock_guard lock(mutex_);
  const auto known = by_application_.find(app_key);
  if (known == by_application_.end()) return std::nullopt;
  const auto found = known->second.find(window);
  return found == known->second.end() ? std::nullopt : std::optional(found->second);
}

void read_popups(Session& session, TreeReader& reader, bool within_tree) {
  if (!reader.application().traits().popups_are_in_no_tree || reader.stopped()) return;
  Popups(session, reader).run(within_tree);
}

bool is_bare_popup(std::string_view path) { return path.substr(0, kBarePrefix.size()) == kBarePrefix; }

bool read_bare_popup(Session& session, TreeReader& reader) {
  const auto window = number_of(reader.tree.nodes[0].path, kBarePrefix);
  if (!window) return false;
  const auto shown = session.screen->popups(reader.application().pid, reader.limits());
  if (!shown) return false;
  for (const screen::ClientWindow& popup : *shown) {
    if (popup.id != *window) continue;
    Popups(session, reader).describe(0, popup);
    return true;
  }
  return false;
}

}  // namespace surehand::atspi

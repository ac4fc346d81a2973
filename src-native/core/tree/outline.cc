#include "core/tree/outline.h"

#include <algorithm>
#include <queue>

namespace surehand {
namespace {

constexpr size_t kNameLength = 80;  // characters
constexpr size_t kValueLength = 120;
constexpr uint32_t kDeepestIndent = 32;
constexpr size_t kBytesPerToken = 4;
constexpr size_t kRunLength = 120;  // bytes of a line that siblings share
constexpr uint32_t kNoEntry = UINT32_MAX;
constexpr int32_t kSmallestArea = 100;  // screen units, either way

// A line of the outline: a node that says something.
struct Entry {
  NodeIndex node;
  uint32_t parent = kNoEntry;
  uint32_t depth = 0;
  uint32_t end = 0;           // of its subtree, in entries
  uint32_t children = 0;      // entries right below it
  uint32_t hidden = 0;        // nodes that do not show and would stand below it
  uint32_t empty = 0;         // cells right below it that hold nothing
  NodeIndex group = kNoNode;  // the folded wrapper that it stands in, of those that hold more than one line
  bool cut_hidden = false;    // a folded node below it was cut because it does not show
  NodeIndex only_text = kNoNode;
};

bool is_field(Role role) {
  return role == Role::kTextbox || role == Role::kSearchbox || role == Role::kCombobox || role == Role::kSpinButton ||
         role == Role::kTerminal;
}

bool is_control(Role role) {
  switch (role) {
    case Role::kButton:
    case Role::kLink:
    case Role::kCheckbox:
    case Role::kSwitch:
    case Role::kRadio:
    case Role::kSlider:
    case Role::kMenuItem:
    case Role::kMenuItemCheckbox:
    case Role::kMenuItemRadio:
    case Role::kTab:
    case Role::kListItem:
    case Role::kListbox:
    case Role::kOption:
    case Role::kTreeItem:
      return true;
    default:
      return is_field(role);
  }
}

// Roles whose name is made of the texts inside.
bool is_named_by_content(Role role) {
  switch (role) {
    case Role::kCell:
    case Role::kGridCell:
    case Role::kRow:
    case Role::kColumnHeader:
    case Role::kRowHeader:
    case Role::kHeading:
    case Role::kParagraph:
    case Role::kTooltip:
      return true;
    default:
      return is_control(role) && !is_field(role);
  }
}

// Without a name these are nothing but a place for what is inside.
bool is_wrapper(Role role) {
  return role == Role::kGroup || role == Role::kScrollArea || role == Role::kRowGroup || role == Role::kRegion;
}

// Without a name and without anything inside these are decoration.
bool is_decoration(Role role) {
  return role == Role::kParagraph || role == Role::kImg || role == Role::kCanvas || role == Role::kSeparator ||
         role == Role::kThumb || role == Role::kCaption;
}

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

size_t characters(std::string_view utf8) {
  return static_cast<size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The marker of a list item, which browsers publish as a text.
bool is_bullet(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text == "•" || text == "◦" || text == "▪" || text == "‣";
}

// Whether `text` stands in `whole` as whole words.
bool contains_words(std::string_view whole, std::string_view text) {
  for (size_t at = whole.find(text); at != std::string_view::npos; at = whole.find(text, at + 1)) {
    const size_t after = at + text.size();
    if (at > 0 && is_letter(whole[at - 1]) && is_letter(text.front())) continue;
    if (after < whole.size() && is_letter(whole[after]) && is_letter(text.back())) continue;
    return true;
  }
  return false;
}

void append_count(std::string& out, size_t count) { out += std::to_string(count); }

// Nothing in a quoted text may end its line, turn the direction of writing, or be invisible. Matching ignores invisible characters
// (core/text), so the text without them is found as it is read; what ends a line is shown as a space.
struct Unshown {
  size_t bytes = 0;
  bool is_space = false;
};

Unshown unshown(std::string_view text) {
  const auto byte = [&](size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0; };
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) return {2, true};   // U+0080 to U+009F
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return {2, false};                     // U+061C
  if (byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) return {3, false};  // U+FEFF
  if (byte(0) != 0xE2) return {};
  if (byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xA9) return {3, true};  // U+2028, U+2029
  const bool invisible = (byte(1) == 0x80 && byte(2) == 0x8B) ||                // U+200B; the next two belong to words
                         (byte(1) == 0x80 && byte(2) >= 0x8E && byte(2) <= 0x8F) ||  // U+200E, U+200F
                         (byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||  // U+202A to U+202E
                         (byte(1) == 0x81 && byte(2) >= 0xA0 && byte(2) <= 0xAF);    // U+2060 to U+206F
  return {invisible ? size_t{3} : size_t{0}, false};
}

void append_quoted(std::string& out, std::string_view text, size_t longest) {
  static constexpr char kHex[] = "0123456789abcdef";
  size_t length = 0;
  size_t at = 0;
  out += '"';
  while (at < text.size() && length < longest) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    const Unshown hidden = unshown(text.substr(at));
    if (c == '"' || c == '\\') {
      (out += '\\') += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      ((out += "\\x") += kHex[byte >> 4]) += kHex[byte & 15];
    } else if (hidden.bytes > 0) {
      if (hidden.is_space) out += ' ';
    } else {
      out += c;
    }
    at += hidden.bytes > 0 ? hidden.bytes : 1;
    // The rest of a character goes with its first byte.
    while (hidden.bytes == 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) {
      out += text[at++];
    }
    ++length;
  }
  const size_t left = characters(text.substr(at));
  if (left > 0) out += "…";
  out += '"';
  if (left > 0) append_count(out += " +", left);
}

size_t digits(size_t number) { return std::to_string(number).size(); }

class Outliner {
 public:
  Outliner(const Snapshot& snapshot, const OutlineOptions& options) : snapshot_(snapshot), options_(options) {}

  Outline run() {
    look();
    fold();
    collect();
    drop_repeated_texts();
    compact();
    shown_.assign(entries_.size(), options_.max_lines == 0 && options_.max_tokens == 0);
    shown_children_.assign(entries_.size(), 0);
    if (options_.max_lines == 0 && options_.max_tokens == 0) {
      for (size_t i = 0; i < entries_.size(); ++i) shown_children_[i] = entries_[i].children;
    } else {
      spend();
    }
    write();
    return std::move(outline_);
  }

 private:
  NodeIndex root() const { return options_.root; }
  NodeIndex end() const { return snapshot_.subtree_end(options_.root); }
  size_t index(NodeIndex node) const { return node - options_.root; }
  std::string_view text(TextField field, NodeIndex node) const { return snapshot_.text(field, node); }

  // Whether a node says anything of its states. One that was read from an application says all of them: what has none there is
  // hidden and disabled (the entries of closed menus). One in a tree made by hand may leave them out.
  bool speaks(NodeIndex node) const {
    const States states = snapshot_.states(node);
    return states.on != 0 || states.applicable != 0 || !text(TextField::kPlatformRole, node).empty();
  }

  bool says_it_shows(NodeIndex node) const {
    const States states = snapshot_.states(node);
    return states.has(State::kVisible) && !states.has(State::kOffscreen);
  }

  // What shows, itself or through something inside. A tree that says of nothing that it shows, and a node that says nothing of
  // its states, say nothing about showing.
  void look() {
    shows_.assign(end() - root(), true);
    inside_.assign(end() - root(), 0);
    bool tells_visible = false;
    for (NodeIndex node = root(); node < end(); ++node) {
      const States states = snapshot_.states(node);
      tells_visible = tells_visible || states.has(State::kVisible);
      tells_enabled_ = tells_enabled_ || states.has(State::kEnabled);
    }
    const bool all = options_.hidden || !tells_visible;
    std::vector<bool> visible_inside(end() - root(), false);
    for (NodeIndex node = end(); node-- > root();) {
      const size_t i = index(node);
      shows_[i] = all || visible_inside[i] || !speaks(node) || says_it_shows(node);
      if (node == root() || !shows_[i]) continue;
      visible_inside[index(snapshot_.parent(node))] = true;
      ++inside_[index(snapshot_.parent(node))];
    }
    shows_[0] = true;
  }

  // Which nodes get no line of their own.
  void fold() {
    folded_.assign(end() - root(), false);
    lines_.assign(end() - root(), 0);
    for (NodeIndex node = end(); node-- > root() + 1;) {
      const size_t i = index(node);
      if (!shows_[i] || snapshot_.role(node) == Role::kScrollBar || is_empty_cell(node)) continue;
      folded_[i] = folds(node, snapshot_.cut(node));
      lines_[index(snapshot_.parent(node))] += folded_[i] ? lines_[i] : 1;
    }
  }

  void collect() {
    entry_of_.assign(end() - root(), kNoEntry);
    group_of_.assign(end() - root(), kNoNode);
    auto cut = snapshot_.cuts().begin();
    for (NodeIndex node = root(); node < end();) {
      const uint32_t above = node == root() ? kNoEntry : entry_of_[index(snapshot_.parent(node))];
      if (!shows_[index(node)]) {
        entries_[above].hidden += snapshot_.subtree_end(node) - node;
        outline_.nodes_hidden += snapshot_.subtree_end(node) - node;
        node = snapshot_.subtree_end(node);
        continue;
      }
      if (node != root() && snapshot_.role(node) == Role::kScrollBar) {
        outline_.nodes_folded += snapshot_.subtree_end(node) - node;
        node = snapshot_.subtree_end(node);
        continue;
      }
      if (node != root() && is_empty_cell(node)) {
        ++entries_[above].empty;
        ++outline_.nodes_folded;
        ++node;
        continue;
      }
      while (cut != snapshot_.cuts().end() && cut->node < node) ++cut;
      const Cut* own = cut != snapshot_.cuts().end() && cut->node == node ? &*cut : nullptr;
      const NodeIndex group = node == root() ? kNoNode : group_of_[index(snapshot_.parent(node))];
      if (folded_[index(node)]) {
        if (own) entries_[above].cut_hidden = true;
        entry_of_[index(node)] = above;
        group_of_[index(node)] = is_wrapper(snapshot_.role(node)) && lines_[index(node)] > 1 ? node : group;
        ++outline_.nodes_folded;
      } else {
        entry_of_[index(node)] = static_cast<uint32_t>(entries_.size());
        Entry entry;
        entry.node = node;
        entry.parent = above;
        entry.group = group;
        if (above != kNoEntry) ++entries_[above].children;
        entries_.push_back(entry);
      }
      ++node;
    }
  }

  // The value of a wrapper is where its divider stands; that of a line between buttons is nothing (LibreOffice: 0).
  std::string_view value_of(NodeIndex node) const {
    const Role role = snapshot_.role(node);
    const bool is_line = role == Role::kSeparator && !snapshot_.states(node).has(State::kFocusable);
    return is_wrapper(role) || is_line ? std::string_view() : text(TextField::kValue, node);
  }

  bool has_text(NodeIndex node) const {
    return !text(TextField::kName, node).empty() || !value_of(node).empty() ||
           !text(TextField::kDescription, node).empty();
  }

  bool folds(NodeIndex node, const Cut* cut) const {
    if (cut && cut->reason != CutReason::kHidden) return false;
    if (has_text(node) || has_news(node)) return false;
    const Role role = snapshot_.role(node);
    const uint32_t inside = inside_[index(node)];
    if (inside == 0 && (snapshot_.states(node).has(State::kFocusable) || is_blank_area(node))) return false;
    // A text that has none is an inline element around others (`em`, `label`).
    if (role == Role::kGeneric || role == Role::kText) return true;
    if (is_wrapper(role)) return true;
    if (role == Role::kButton && holds_a_button(node)) return true;
    return is_decoration(role) && inside == 0;
  }

  // Where a program paints: what is drawn there, or dragged, has no other element to be named by.
  bool is_blank_area(NodeIndex node) const {
    const Role role = snapshot_.role(node);
    const bool may_paint =
        role == Role::kGroup || role == Role::kGeneric || role == Role::kCanvas || role == Role::kImg;
    const auto bounds = snapshot_.bounds(node);
    return may_paint && snapshot_.subtree_end(node) == node + 1 && bounds && bounds->width >= kSmallestArea &&
           bounds->height >= kSmallestArea;
  }

  // Of a sheet, which has a cell for every place: its name is its place, its value is known and there is none.
  bool is_empty_cell(NodeIndex node) const {
    const Role role = snapshot_.role(node);
    if (role != Role::kCell && role != Role::kGridCell) return false;
    return snapshot_.subtree_end(node) == node + 1 && snapshot_.text_id(TextField::kValue, node) == kEmptyText &&
           text(TextField::kDescription, node).empty() && !snapshot_.cut(node) && !has_news(node) &&
           !snapshot_.states(node).has(State::kSelected);
  }

  // A nameless button around the one that a person sees (GTK 4's menu buttons).
  bool holds_a_button(NodeIndex node) const {
    if (inside_[index(node)] != 1 || snapshot_.states(node).has(State::kFocusable)) return false;
    NodeIndex child = node + 1;
    while (!shows_[index(child)]) child = snapshot_.subtree_end(child);
    return snapshot_.role(child) == Role::kButton;
  }

  // States that make even a nameless wrapper worth a line.
  bool has_news(NodeIndex node) const {
    const States states = snapshot_.states(node);
    return states.has(State::kFocused) || states.has(State::kBusy) || states.has(State::kModal) ||
           states.has(State::kInvalid) || states.has(State::kProtected) || (states.on & States::kThreeValued) != 0 ||
           (states.applicable & (bit(State::kExpanded) | bit(State::kPressed))) != 0;
  }

  std::string_view text_of(NodeIndex node) const {
    const std::string_view name = text(TextField::kName, node);
    return name.empty() ? text(TextField::kValue, node) : name;
  }

  bool is_leaf(const Entry& entry) const {
    return entry.children == 0 && entry.hidden == 0 && entry.empty == 0 && !entry.cut_hidden &&
           !snapshot_.cut(entry.node);
  }

  // A text and nothing else: it can be said on the line above.
  bool is_plain_text(const Entry& entry) const {
    return snapshot_.role(entry.node) == Role::kText && is_leaf(entry) && !has_news(entry.node) &&
           !text_of(entry.node).empty();
  }

  // A cell that says nothing but what its only content says.
  bool is_place_of(const Entry& entry, uint32_t content) const {
    const Role role = snapshot_.role(entry.node);
    return (role == Role::kCell || role == Role::kGridCell) && entry.children == 1 && content != kNoEntry &&
           entry.empty == 0 && !entry.cut_hidden && !snapshot_.cut(entry.node) && !has_news(entry.node) &&
           (!has_text(entry.node) || text_of(entry.node) == text_of(entries_[content].node));
  }

  bool repeats(const Entry& entry, const Entry& above) const {
    const std::string_view said = text_of(entry.node);
    if (is_bullet(said)) return true;
    const std::string_view name = text(TextField::kName, above.node);
    if (said == name || said == text(TextField::kValue, above.node)) return true;
    return is_named_by_content(snapshot_.role(above.node)) && characters(name) <= kNameLength &&
           contains_words(name, said);
  }

  void drop_repeated_texts() {
    dropped_.assign(entries_.size(), false);
    // Backwards, so that a text that only repeats its own text is plain by the time its parent is asked.
    std::vector<uint32_t> only_child(entries_.size(), kNoEntry);  // where there is just one
    for (auto i = static_cast<uint32_t>(entries_.size()); i-- > 1;) {
      Entry& entry = entries_[i];
      Entry& above = entries_[entry.parent];
      if (is_place_of(entry, only_child[i])) {
        entries_[only_child[i]].parent = entry.parent;
        only_child[entry.parent] = only_child[i];
        above.hidden += entry.hidden;
        dropped_[i] = true;
        ++outline_.nodes_folded;
        continue;
      }
      if (!is_plain_text(entry)) {
        only_child[entry.parent] = i;
        continue;
      }
      const bool only = above.children == 1 && above.only_text == kNoNode && !has_text(above.node);
      if (only) {
        above.only_text = entry.node;
      } else if (!repeats(entry, above)) {
        only_child[entry.parent] = i;
        continue;
      }
      --above.children;
      dropped_[i] = true;
      ++outline_.nodes_folded;
    }
  }

  void compact() {
    std::vector<uint32_t> moved(entries_.size());
    uint32_t kept = 0;
    for (uint32_t i = 0; i < entries_.size(); ++i) {
      if (dropped_[i]) continue;
      moved[i] = kept;
      Entry entry = entries_[i];
      if (entry.parent != kNoEntry) {
        entry.parent = moved[entry.parent];
        entry.depth = entries_[entry.parent].depth + 1;
      }
      entry.end = kept + 1;
      entries_[kept++] = entry;
    }
    entries_.resize(kept);
    for (uint32_t i = kept; i-- > 1;) {
      Entry& above = entries_[entries_[i].parent];
      above.end = std::max(above.end, entries_[i].end);
    }
  }

  // Chooses what to show. Each entry has a rank, higher than that of what holds it; the lowest go first while
  // the budget lasts. What stands for entries left out is paid for at its greatest length.
  void spend() {
    const size_t max_lines = options_.max_lines == 0 ? SIZE_MAX : options_.max_lines;
    const size_t max_bytes =
        options_.max_tokens > SIZE_MAX / kBytesPerToken ? SIZE_MAX : options_.max_tokens * kBytesPerToken;
    const size_t limit_bytes = options_.max_tokens == 0 ? SIZE_MAX : max_bytes;
    const size_t number = digits(entries_.size());
    const size_t inside_bytes = std::string_view(" …  inside").size() + number;
    const auto gap_bytes = [&](uint32_t depth) {
      return indent_bytes(depth) + std::string_view("…  more ( nodes)\n").size() + 2 * number;
    };
    const auto own_bytes = [&](uint32_t i) {
      scratch_.clear();
      append_line(scratch_, entries_[i]);
      return scratch_.size() + 1 + (entries_[i].children > 0 ? inside_bytes : 0);
    };

    size_t lines = 1;
    size_t bytes = own_bytes(0);
    if (bytes > limit_bytes) return;
    shown_[0] = true;

    const std::vector<bool> focus_path = path_to_focus();
    std::vector<uint32_t> previous(entries_.size(), kNoEntry);
    std::vector<uint32_t> next(entries_.size(), kNoEntry);
    std::vector<uint32_t> rank(entries_.size(), 0);
    using Ranked = std::pair<uint32_t, uint32_t>;  // rank, entry
    std::priority_queue<Ranked, std::vector<Ranked>, std::greater<Ranked>> queue;
    const auto offer_children = [&](uint32_t above) {
      std::array<uint32_t, 256> alike{};
      uint32_t before = kNoEntry;
      for (uint32_t i = above + 1; i < entries_[above].end; i = entries_[i].end) {
        previous[i] = before;
        if (before != kNoEntry) next[before] = i;
        before = i;
        const bool last = entries_[i].end == entries_[above].end;
        const uint32_t nth = alike[static_cast<uint8_t>(snapshot_.role(entries_[i].node))]++;
        rank[i] = rank[above] + (focus_path[i] ? 0 : 1 + (last ? 0 : lateness(nth)));
        queue.emplace(rank[i], i);
      }
    };
    offer_children(0);
    constexpr int kPatience = 64;  // entries too long for what is left, one after another
    int misses = 0;
    while (!queue.empty() && misses < kPatience) {
      const uint32_t i = queue.top().second;
      queue.pop();
      const Entry& entry = entries_[i];
      const bool gap_before = previous[i] != kNoEntry && !shown_[previous[i]];
      const bool gap_after = next[i] != kNoEntry && !shown_[next[i]];
      const bool first = shown_children_[entry.parent] == 0;
      const size_t gaps = (gap_before ? 1 : 0) + (gap_after ? 1 : 0);
      const size_t more_lines = lines + 1 + gaps - (first ? 0 : 1);
      const size_t more_bytes =
          bytes + own_bytes(i) + gaps * gap_bytes(entry.depth) - (first ? inside_bytes : gap_bytes(entry.depth));
      if (more_lines > max_lines || more_bytes > limit_bytes) {
        ++misses;
        continue;
      }
      misses = 0;
      lines = more_lines;
      bytes = more_bytes;
      shown_[i] = true;
      ++shown_children_[entry.parent];
      offer_children(i);
    }
  }

  // The first few of similar siblings cost nothing, the others the more the later they come.
  static uint32_t lateness(uint32_t nth) {
    uint32_t late = 0;
    for (uint32_t group = nth / 3; group > 0; group /= 2) late += 2;
    return late;
  }

  std::vector<bool> path_to_focus() const {
    std::vector<bool> path(entries_.size(), false);
    for (uint32_t i = 0; i < entries_.size(); ++i) {
      if (!snapshot_.states(entries_[i].node).has(State::kFocused)) continue;
      for (uint32_t at = i; at != kNoEntry && !path[at]; at = entries_[at].parent) path[at] = true;
    }
    return path;
  }

  // Siblings of one role that say little share a line; the borders of wrappers that folded stay visible by that.
  bool joins(const Entry& entry, const Entry& before) const {
    return entry.parent == before.parent && entry.group == before.group &&
           snapshot_.role(entry.node) == snapshot_.role(before.node) && entry.children == 0 && before.children == 0 &&
           entry.only_text == kNoNode && before.only_text == kNoNode;
  }

  void write() {
    std::string& out = outline_.text;
    size_t line = 0;  // where the last one begins
    for (uint32_t i = 0; i < entries_.size();) {
      if (!shown_[i]) {
        // The root, or siblings that stand next to each other below a line that is shown.
        const uint32_t above = entries_[i].parent;
        if (above == kNoEntry) break;
        const uint32_t first = i;
        size_t siblings = 0;
        for (; i < entries_[above].end && !shown_[i]; i = entries_[i].end) ++siblings;
        outline_.nodes_left_out += i - first;
        append_indent(out, entries_[first].depth);
        append_count(out += "… ", siblings);
        out += " more";
        if (i - first > siblings) {
          append_count(out += " (", i - first);
          out += " nodes)";
        }
      } else {
        const Entry& entry = entries_[i];
        ++outline_.nodes_shown;
        if (i > 0 && shown_[i - 1] && joins(entry, entries_[i - 1])) {
          scratch_.clear();
          append_rest(scratch_, entry);
          if (!scratch_.empty() && out.size() + scratch_.size() - line <= kRunLength) {
            out.back() = ',';
            (out += scratch_) += '\n';
            ++i;
            continue;
          }
        }
        line = out.size();
        append_line(out, entry);
        ++i;
        if (entry.children > 0 && shown_children_[i - 1] == 0) {
          append_count(out += " … ", entry.end - i);
          out += " inside";
          outline_.nodes_left_out += entry.end - i;
          i = entry.end;
        }
      }
      out += '\n';
      ++outline_.lines;
    }
    if (!out.empty()) out.pop_back();
    if (outline_.nodes_shown == 0) outline_.nodes_left_out = entries_.size();
  }

  static size_t indent_bytes(uint32_t depth) {
    return depth <= kDeepestIndent ? depth * 2 : kDeepestIndent * 2 + digits(depth) + 2;
  }

  static void append_indent(std::string& out, uint32_t depth) {
    out.append(std::min(depth, kDeepestIndent) * 2, ' ');
    if (depth > kDeepestIndent) append_count(out, depth), out += "> ";
  }

  void append_line(std::string& out, const Entry& entry) const {
    append_indent(out, entry.depth);
    out += to_string(snapshot_.role(entry.node));
    append_rest(out, entry);
  }

  void append_rest(std::string& out, const Entry& entry) const {
    const NodeIndex node = entry.node;
    const std::string_view name = text(TextField::kName, node);
    const std::string_view value = value_of(node);
    if (!name.empty()) append_quoted(out += ' ', name, kNameLength);
    if (options_.refs) {
      const std::string ref = snapshot_.ref(node);
      if (!ref.empty()) (out += ' ') += ref;
    }
    const bool empty_field = is_field(snapshot_.role(node)) && snapshot_.text_id(TextField::kValue, node) == kEmptyText;
    if (empty_field || (!value.empty() && value != name)) append_quoted(out += " = ", value, kValueLength);
    if (entry.only_text != kNoNode) append_quoted(out += ": ", text_of(entry.only_text), kValueLength);
    if (name.empty()) {
      append_text(out, "placeholder", text(TextField::kPlaceholder, node));
      append_text(out, "description", text(TextField::kDescription, node));
    }
    append_states(out, entry);
    if (options_.bounds) append_bounds(out, node);
    append_cut(out, entry);
    if (entry.empty > 0) {
      append_count(out += " (", entry.empty);
      out += entry.empty == 1 ? " empty cell)" : " empty cells)";
    }
    if (entry.hidden > 0 && !is_closed(entry)) {
      append_count(out += " (", entry.hidden);
      out += " hidden)";
    }
  }

  // A menu or a combo box of which nothing shows: that something is in it is what its role says.
  bool is_closed(const Entry& entry) const {
    if (entry.children > 0) return false;
    const Role role = snapshot_.role(entry.node);
    if (role == Role::kMenu || role == Role::kCombobox) return true;
    // Qt's menus are entries of their bar.
    return role == Role::kMenuItem && entry.parent != kNoEntry &&
           snapshot_.role(entries_[entry.parent].node) == Role::kMenuBar;
  }

  static void append_text(std::string& out, const char* label, std::string_view text) {
    if (!text.empty()) append_quoted(((out += ' ') += label) += '=', text, kNameLength);
  }

  void append_states(std::string& out, const Entry& entry) const {
    const States states = snapshot_.states(entry.node);
    const Role role = snapshot_.role(entry.node);
    const bool control = is_control(role);
    if (control && tells_enabled_ && speaks(entry.node) && !states.has(State::kEnabled)) out += " disabled";
    for (const std::string& state : to_strings(states)) {
      if (is_news(state, role)) (out += ' ') += state;
    }
  }

  static bool is_news(std::string_view state, Role role) {
    if (state == "readonly" || state == "multiline") return is_field(role);
    if (state == "editable") return !is_field(role) && role != Role::kParagraph && role != Role::kText;
    // LibreOffice says so of each cell of a sheet.
    if (state == "multiselectable") return role != Role::kCell && role != Role::kGridCell;
    if (state == "haspopup") return role != Role::kCombobox && role != Role::kMenu;
    return state != "enabled" && state != "visible" && state != "focusable" && state != "selected=false" &&
           state != "checked=false" && state != "pressed=false";
  }

  void append_bounds(std::string& out, NodeIndex node) const {
    const std::optional<Rect> bounds = snapshot_.bounds(node);
    if (!bounds) return;
    out += " @" + std::to_string(bounds->x) + "," + std::to_string(bounds->y) + "," + std::to_string(bounds->width) +
           "x" + std::to_string(bounds->height);
  }

  void append_cut(std::string& out, const Entry& entry) const {
    if (const Cut* cut = snapshot_.cut(entry.node)) {
      (out += " cut=") += to_string(cut->reason);
      if (cut->detail != kNoText) append_quoted(out += ' ', snapshot_.table().view(cut->detail), kNameLength);
    } else if (entry.cut_hidden) {
      out += " cut=hidden";
    }
  }

  const Snapshot& snapshot_;
  const OutlineOptions& options_;
  Outline outline_;
  bool tells_enabled_ = false;
  std::vector<bool> shows_;          // by node, from the root of the outline
  std::vector<uint32_t> inside_;     // children that show, by node
  std::vector<bool> folded_;         // has no line of its own, by node
  std::vector<uint32_t> lines_;      // right below it, folded ones looked through, by node
  std::vector<uint32_t> entry_of_;   // by node: its own entry, or the one it was folded into
  std::vector<NodeIndex> group_of_;  // by node: the folded wrapper of several lines that what is in it stands in
  std::vector<Entry> entries_;       // in pre-order
  std::vector<bool> dropped_;        // by entry, until compact()
  std::vector<bool> shown_;          // by entry
  std::vector<uint32_t> shown_children_;
  std::string scratch_;
};

}  // namespace

Outline outline(const Snapshot& snapshot, const OutlineOptions& options) { return Outliner(snapshot, options).run(); }

}  // namespace surehand

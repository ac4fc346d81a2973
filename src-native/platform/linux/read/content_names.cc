#include "platform/linux/read/content_names.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "platform/linux/quirks/names.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// Of what is asked for to name one element: a drop-down's text is seven levels below it.
constexpr int kDeepest = 8;
constexpr size_t kMostContentsAsked = 40;
// Bytes. A row that says more is no name.
constexpr size_t kLongestContentName = 200;
// What GTK 4.8 calls the pages of a stack. Which of them shows is not known here.
constexpr std::string_view kContentPage = "GtkStackPage";

bool is_named_by_content(uint32_t role) {
  switch (role) {
    case role::kListItem:
    case role::kTreeItem:
    case role::kTableRow:
    case role::kPageTab:
    case role::kPushButton:
    case role::kToggleButton:
    case role::kMenuItem:
      return true;
    default:
      return false;
  }
}

bool is_text(uint32_t role) {
  return role == role::kLabel || role == role::kStatic || role == role::kHeading || role == role::kParagraph;
}

// What has a name of its own, which is not that of the row that it is in.
bool is_control(uint32_t role) {
  switch (role) {
    case role::kPushButton:
    case role::kToggleButton:
    case role::kCheckBox:
    case role::kRadioButton:
    case role::kSwitch:
    case role::kText:
    case role::kEntry:
    case role::kPasswordText:
    case role::kSpinButton:
    case role::kComboBox:
    case role::kSlider:
    case role::kMenu:
    case role::kList:
      return true;
    default:
      return false;
  }
}

// A part of an element's contents, as it was read with the tree or asked for.
struct Part {
  uint32_t role = 0;
  uint64_t states = 0;
  std::string_view name;
  std::vector<const Part*> parts;
};

void add_text(std::string& text, std::string_view more) {
  if (more.empty() || text.size() >= kLongestContentName) return;
  if (!text.empty()) text += ' ';
  text += more;
}

// What GTK 4.8 calls a label without a text.
constexpr std::string_view kEmptyLabel = "GtkLabel";

std::string_view said_by(const Part& label) { return label.name == kEmptyLabel ? std::string_view() : label.name; }

// What it shows, without what has a name of its own. Of an expander only the first text: the rest is what it hides when it is closed.
void collect(const Part& part, bool only_first, std::string& text) {
  size_t pages = 0;
  for (const Part* inside : part.parts) pages += inside->name == kContentPage;
  for (const Part* inside : part.parts) {
    if (only_first && !text.empty()) return;
    if (pages > 1 && inside->name == kContentPage) continue;
    if ((inside->states & state::kVisible) == 0 || is_control(inside->role)) continue;
    if (is_text(inside->role)) {
      add_text(text, said_by(*inside));
    } else {
      collect(*inside, only_first, text);
    }
  }
}

// The button of a drop-down shows what is chosen, on the last page of a stack; what else there is are its options.
void collect_chosen(const Part& part, std::string& text) {
  size_t pages = 0;
  for (const Part* inside : part.parts) pages += inside->name == kContentPage;
  for (const Part* inside : part.parts) {
    if (pages > 1 && inside->name == kContentPage && inside != part.parts.back()) continue;
    if (is_text(inside->role)) {
      add_text(text, said_by(*inside));
    } else if (!is_control(inside->role)) {
      collect_chosen(*inside, text);
    }
  }
}

bool is_list(uint32_t role) { return role == role::kList; }

bool is_button(uint32_t role) { return role == role::kPushButton || role == role::kToggleButton; }

const Part* first_in(const Part& part, bool (*is_meant)(uint32_t role)) {
  for (const Part* inside : part.parts) {
    if (is_meant(inside->role)) return inside;
    if (const Part* found = first_in(*inside, is_meant)) return found;
  }
  return nullptr;
}

// A row of libadwaita (`AdwComboRow`) has the chosen item alone in a list, beside its title. It may show what is chosen below its title
// (`use-subtitle`) instead, and has no list then.
std::string chosen_in_row(std::string_view title, const Part& shown, const Part* list) {
  std::string text;
  if (list != nullptr && (list->states & state::kVisible) != 0) {
    collect(*list, false, text);
    return text;
  }
  collect_chosen(shown, text);
  if (text == title) return "";
  const bool begins = text.size() > title.size() && text.compare(0, title.size(), title) == 0;
  return begins && text[title.size()] == ' ' ? text.substr(title.size() + 1) : text;
}

std::string shown_by(const Part& whole) {
  std::string text;
  if (whole.role == role::kComboBox) {
    if (whole.parts.empty()) return text;
    const Part& shown = *whole.parts.front();
    const Part* list = first_in(shown, is_list);
    const bool has_button = is_button(shown.role) || first_in(shown, is_button) != nullptr;
    if (list != nullptr || !has_button) return chosen_in_row(whole.name, shown, list);
    collect_chosen(shown, text);
  } else {
    collect(whole, (whole.states & (state::kExpandable | state::kExpanded)) != 0, text);
  }
  return text;
}

class ContentNames {
 public:
  explicit ContentNames(TreeReader& reader) : reader_(reader), tree_(reader.tree) {}

  void read() {
    std::vector<std::pair<NodeId, const Part*>> nameless;
    const NodeId end = static_cast<NodeId>(tree_.nodes.size());
    for (NodeId id = 0; id < end; ++id) {
      const Node& node = tree_.nodes[id];
      if (!node.linked || node.dropped || !node.known) continue;
      const bool is_choice = node.role == role::kComboBox;
      if (!is_choice && !is_named_by_content(node.role)) continue;
      const Toolkit toolkit = reader_.application().toolkit;
      const std::string_view name = real_name(node.name, node.role, toolkit);
      if (!is_choice && !name.empty() && !may_be_class(name, toolkit)) continue;
      nameless.emplace_back(id, read_part(id));
    }
    // What came of one that was only partly asked for is no name.
    if (!reader_.settle()) return;
    for (const auto& [id, part] : nameless) tree_.nodes[id].shown = tree_.keep(shown_by(*part));
  }

 private:
  Part* new_part() { return parts_.emplace_back(std::make_unique<Part>()).get(); }

  Part* read_part(NodeId id) {
    Part* part = new_part();
    const Node& node = tree_.nodes[id];
    part->role = node.role;
    part->states = node.states;
    part->name = node.name;
    for (NodeId child = node.first; child != kNone; child = tree_.nodes[child].next) {
      if (!tree_.nodes[child].dropped) part->parts.push_back(read_part(child));
    }
    const bool unread = node.first == kNone && node.child_count != 0;
    if (unread) {
      auto budget = std::make_shared<size_t>(kMostContentsAsked);
      const Object object = tree_.object(id, reader_.application().key);
      ask_below({std::string(object.bus), std::string(object.path)}, part, 0, budget);
    }
    return part;
  }

  void ask_below(const ObjectName& object, Part* part, int depth, const std::shared_ptr<size_t>& budget) {
    reader_.send([object](Caller& caller) { return caller.get(object, Property::kChildCount); },
                 [this, object, part, depth, budget](const dbus::Reply& reply) {
                   if (!reply.is_reply()) return;
                   auto body = reply.body();
                   if (body.begin_variant() != "i") return;
                   int32_t count = body.i32();
                   if (part->role == role::kComboBox) count = std::min(count, 1);
                   for (int32_t i = 0; i<count&& * budget> 0; ++i) {
                     --*budget;
                     Part* inside = new_part();
                     part->parts.push_back(inside);
                     ask_child(object, i, inside, depth + 1, budget);
                   }
                 });
  }

  void ask_child(const ObjectName& parent, int32_t index, Part* part, int depth,
                 const std::shared_ptr<size_t>& budget) {
    reader_.send([parent, index](Caller& caller) { return caller.with_index(parent, Method::kGetChildAtIndex, index); },
                 [this, part, depth, budget](const dbus::Reply& reply) {
                   if (!reply.is_reply()) return;
                   auto body = reply.body();
                   body.begin_struct();
                   ObjectName object;
                   object.bus = body.string();
                   object.path = body.string();
                   if (!body.ok() || object.path == kNullPath) return;
                   ask_part(object, part);
                   reader_.send([object](Caller& caller) { return caller.method(object, Method::kGetRole); },
                                [this, object, part, depth, budget](const dbus::Reply& answer) {
                                  if (!answer.is_reply()) return;
                                  part->role = answer.body().u32();
                                  const bool goes_on = !is_text(part->role) && !is_control(part->role);
                                  const bool is_inside = is_button(part->role) || is_list(part->role);
                                  if ((goes_on || is_inside) && depth < kDeepest)
                                    ask_below(object, part, depth, budget);
                                });
                 });
  }

  void ask_part(const ObjectName& object, Part* part) {
    reader_.send([object](Caller& caller) { return caller.get(object, Property::kName); },
                 [this, part](const dbus::Reply& reply) {
                   if (!reply.is_reply()) return;
                   auto body = reply.body();
                   if (body.begin_variant() == "s") part->name = tree_.keep(body.string());
                 });
    reader_.send([object](Caller& caller) { return caller.method(object, Method::kGetState); },
                 [part](const dbus::Reply& reply) {
                   if (!reply.is_reply()) return;
                   auto body = reply.body();
                   part->states = read_states(body);
                 });
  }

  TreeReader& reader_;
  Tree& tree_;
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace

void read_content_names(TreeReader& reader) {
  if (reader.application().traits().names_lack_content) ContentNames(reader).read();
}

}  // namespace surehand::atspi

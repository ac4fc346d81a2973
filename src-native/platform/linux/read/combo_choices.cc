#include "platform/linux/read/combo_choices.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "platform/linux/atspi/reference.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// The menu of a combo box, a scroll area in it, the view of that, the list.
constexpr int kLevelsToList = 4;
// Each is a question. Of a longer list it is not known here which item is chosen.
constexpr int32_t kMostOptions = 256;

void mark(Node& item, bool is_chosen) {
  item.states = is_chosen ? item.states | state::kSelected : item.states & ~state::kSelected;
}

// One combo box while it is asked. The questions lead from one to the next; each keeps it.
class Choice : public std::enable_shared_from_this<Choice> {
 public:
  Choice(TreeReader& reader, NodeId combo)
      : reader_(reader), combo_(combo), object_(named(reader.tree.object(combo, reader.application().key))) {}

  void ask() { descend(object_, 0); }

 private:
  static ObjectName named(const Object& object) { return {std::string(object.bus), std::string(object.path)}; }

  template <class Take>
  void send(TreeReader::Compose compose, Take take) {
    reader_.send(std::move(compose), [self = shared_from_this(), take = std::move(take)](const dbus::Reply& reply) {
      if (reply.is_reply()) take(*self, reply.body());
    });
  }

  void descend(const ObjectName& at, int level) {
    if (level == kLevelsToList) return count(at);
    send([at](Caller& caller) { return caller.with_index(at, Method::kGetChildAtIndex, 0); },
         [level](Choice& self, dbus::Reader body) {
           ObjectName inside = read_object(body);
           if (body.ok() && inside.path != kNullPath) self.descend(inside, level + 1);
         });
  }

  void count(const ObjectName& list) {
    send([list](Caller& caller) { return caller.get(list, Property::kChildCount); },
         [list](Choice& self, dbus::Reader body) {
           const int32_t claimed = body.begin_variant() == "i" ? body.i32() : 0;
           const auto count = ChildCount::of(claimed);
           if (count && claimed > 0 && claimed <= kMostOptions) self.ask_items(list, *count);
         });
  }

  void ask_items(const ObjectName& list, ChildCount count) {
    send([list, count](Caller& caller) { return caller.children(list, count); },
         [list](Choice& self, dbus::Reader body) {
           for (auto items = body.begin_array(8); body.more(items);) self.items_.push_back(read_object(body));
           if (!body.ok()) return;
           self.unanswered_ = self.items_.size();
           self.list_ = self.reader_.tree.find({}, list.path);
           for (size_t index = 0; index < self.items_.size(); ++index) self.ask_item(index);
         });
  }

  void ask_item(size_t index) {
    const auto position = static_cast<int32_t>(index);
    send([combo = object_,
          position](Caller& caller) { return caller.with_index(combo, Method::kIsChildSelected, position); },
         [index](Choice& self, dbus::Reader body) {
           const bool is_chosen = body.boolean();
           if (!body.ok()) return;
           self.correct(index, is_chosen);
           if (is_chosen) self.chosen_ = index;
           if (--self.unanswered_ == 0) self.ask_names();
         });
  }

  // The items that were listed are new objects: which ones these are in the tree, their places in the list tell.
  void correct(size_t index, bool is_chosen) {
    if (list_ == kNone) return;
    auto& nodes = reader_.tree.nodes;
    NodeId id = nodes[list_].first;
    for (size_t i = 0; i < index && id != kNone; ++i) id = nodes[id].next;
    if (id != kNone) mark(nodes[id], is_chosen);
  }

  // The combo box's name is its own, unless it is that of the item that the list points at.
  void ask_names() {
    if (chosen_ < items_.size())
      ask_name(items_[chosen_],
               [](Choice& self, std::string_view name) { self.reader_.tree.choices[self.combo_] = name; });
    send([combo = object_](Caller& caller) { return caller.with_index(combo, Method::kGetSelectedChild, 0); },
         [](Choice& self, dbus::Reader body) {
           const ObjectName pointed_at = read_object(body);
           if (!body.ok()) return;
           if (pointed_at.path == kNullPath) return self.rename({});
           self.ask_name(pointed_at, [](Choice& choice, std::string_view name) { choice.rename(name); });
         });
  }

  template <class Take>
  void ask_name(const ObjectName& item, Take take) {
    send([item](Caller& caller) { return caller.get(item, Property::kName); },
         [take](Choice& self, dbus::Reader body) {
           if (body.begin_variant() == "s") take(self, self.reader_.tree.keep(body.string()));
         });
  }

  void rename(std::string_view pointed_at) {
    Tree& tree = reader_.tree;
    if (tree.nodes[combo_].name != pointed_at) return;
    const auto choice = tree.choices.find(combo_);
    tree.renamed[combo_] = choice == tree.choices.end() ? std::string_view() : choice->second;
  }

  TreeReader& reader_;
  const NodeId combo_;
  const ObjectName object_;
  std::vector<ObjectName> items_;
  NodeId list_ = kNone;
  size_t unanswered_ = 0;
  size_t chosen_ = SIZE_MAX;
};

// An item that is read without its combo box.
class ItemAlone : public std::enable_shared_from_this<ItemAlone> {
 public:
  ItemAlone(TreeReader& reader, NodeId item) : reader_(reader), item_(item) {}

  void ask() {
    const Object object = reader_.tree.object(item_, reader_.application().key);
    const ObjectName item{std::string(object.bus), std::string(object.path)};
    send([item](Caller& caller) { return caller.method(item, Method::kGetIndexInParent); },
         [item](ItemAlone& self, dbus::Reader body) {
           self.index_ = body.i32();
           if (body.ok() && self.index_ >= 0) self.climb(item, 0);
         });
  }

 private:
  template <class Take>
  void send(TreeReader::Compose compose, Take take) {
    reader_.send(std::move(compose), [self = shared_from_this(), take = std::move(take)](const dbus::Reply& reply) {
      if (reply.is_reply()) take(*self, reply.body());
    });
  }

  void climb(const ObjectName& at, int level) {
    send([at](Caller& caller) { return caller.get(at, Property::kParent); },
         [level](ItemAlone& self, dbus::Reader body) {
           if (body.begin_variant() != "(so)") return;
           const ObjectName above = read_object(body);
           if (!body.ok() || above.path == kNullPath) return;
           if (level < kLevelsToList) return self.climb(above, level + 1);
           self.ask_combo(above);
         });
  }

  void ask_combo(const ObjectName& combo) {
    send([combo](Caller& caller) { return caller.method(combo, Method::kGetRole); },
         [combo](ItemAlone& self, dbus::Reader body) {
           if (body.u32() != role::kComboBox || !body.ok()) return;
           self.send([combo, index = self.index_](
                         Caller& caller) { return caller.with_index(combo, Method::kIsChildSelected, index); },
                     [](ItemAlone& item, dbus::Reader answer) {
                       const bool is_chosen = answer.boolean();
                       if (answer.ok()) mark(item.reader_.tree.nodes[item.item_], is_chosen);
                     });
         });
  }

  TreeReader& reader_;
  const NodeId item_;
  int32_t index_ = -1;
};

}  // namespace

void ask_combo_choices(TreeReader& reader) {
  const NodeId end = static_cast<NodeId>(reader.tree.nodes.size());
  for (NodeId id = 0; id < end && !reader.stopped(); ++id) {
    Node& node = reader.tree.nodes[id];
    if (!node.linked || node.dropped || node.label_asked || node.awaited > 0) continue;
    const bool is_item_alone = node.role == role::kLabel && node.in(state::kSelectable) && node.parent == kNone;
    if (!is_item_alone && node.role != role::kComboBox) continue;
    node.label_asked = true;
    if (is_item_alone) {
      std::make_shared<ItemAlone>(reader, id)->ask();
    } else {
      std::make_shared<Choice>(reader, id)->ask();
    }
  }
}

}  // namespace surehand::atspi

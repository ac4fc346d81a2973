#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "platform/linux/quirks/texts.h"
#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

constexpr std::string_view kObjectMark = "\xef\xbf\xbc";  // U+FFFC
constexpr size_t kMostEmbeddedParts = 4096;
constexpr int kDeepestEmbedded = 16;

// Something that has a text with objects in it, or is one of these.
struct EmbeddedPart {
  ObjectName name;
  std::string text;
  uint32_t role = 0;
  int32_t child_count = 0;
  bool has_text = false;
  bool is_inline = false;
  std::vector<size_t> objects;  // parts; what stands for the n-th U+FFFC of the text
};

size_t objects_in(std::string_view text) {
  size_t count = 0;
  for (size_t at = text.find(kObjectMark); at != text.npos; at = text.find(kObjectMark, at + kObjectMark.size()))
    ++count;
  return count;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\n\r") == text.npos; }

// The texts of an editor of a web page, whose own text has U+FFFC for each of its paragraphs.
class Parts {
 public:
  explicit Parts(TreeReader& reader) : reader_(reader) {}

  void add(NodeId id) {
    const Object object = reader_.tree.object(id, reader_.application().key);
    EmbeddedPart part;
    part.name = {std::string(object.bus), std::string(object.path)};
    part.text = std::string(reader_.tree.nodes[id].text);
    part.has_text = true;
    roots_.emplace_back(id, parts_.size());
    parts_.push_back(std::move(part));
  }

  void read() {
    size_t from = 0;
    for (int depth = 0; depth < kDeepestEmbedded && from < parts_.size(); ++depth) {
      const size_t end = parts_.size();
      if (!read_level(from, end)) return;
      from = end;
    }
    for (const auto& [id, part] : roots_) reader_.tree.nodes[id].text = reader_.tree.keep(composed(part, 0));
  }

 private:
  // Lists the children of the parts in this range that have objects, and asks about these.
  bool read_level(size_t from, size_t end) {
    for (size_t at = from; at < end; ++at) {
      if (objects_in(parts_[at].text) == 0) continue;
      ask(at, Property::kChildCount);
    }
    if (!reader_.settle()) return false;
    for (size_t at = from; at < end; ++at) {
      const auto count = ChildCount::of(parts_[at].child_count);
      if (!count || count->value() == 0) continue;
      send([this, at, count](Caller& caller) { return caller.children(object(at), *count); },
           [this, at](dbus::Reader body) {
             for (auto list = body.begin_array(8); body.more(list);) {
               body.begin_struct();
               EmbeddedPart child;
               child.name.bus = body.string();
               child.name.path = body.string();
               if (!body.ok() || child.name.path == kNullPath || parts_.size() >= kMostEmbeddedParts) break;
               parts_[at].objects.push_back(parts_.size());
               parts_.push_back(std::move(child));
             }
           });
    }
    if (!reader_.settle()) return false;
    for (size_t at = end; at < parts_.size(); ++at) ask_about(at);
    if (!reader_.settle()) return false;
    // Chromium lists the runs of text as well, which stand in the text itself.
    for (size_t at = from; at < end; ++at) {
      auto& objects = parts_[at].objects;
      objects.erase(std::remove_if(objects.begin(), objects.end(),
                                   [this](size_t child) { return parts_[child].role == role::kStatic; }),
                    objects.end());
    }
    return true;
  }

  void ask(size_t at, Property property) {
    send([this, at, property](Caller& caller) { return caller.get(object(at), property); },
         [this, at](dbus::Reader body) {
           if (body.begin_variant() == "i") parts_[at].child_count = body.i32();
         });
  }

  void ask_about(size_t at) {
    send([this, at](Caller& caller) { return caller.method(object(at), Method::kGetRole); },
         [this, at](dbus::Reader body) { parts_[at].role = body.u32(); });
    send([this, at](Caller& caller) { return caller.text(object(at), 0, -1); },
         [this, at](dbus::Reader body) {
           const std::string_view text = body.string();
           if (!body.ok()) return;
           parts_[at].has_text = true;
           parts_[at].text = pads_texts(reader_.application().toolkit) ? without_padding(text) : std::string(text);
         });
    send([this, at](Caller& caller) { return caller.method(object(at), Method::kGetAttributes); },
         [this, at](dbus::Reader body) {
           for (auto entries = body.begin_array(8); body.more(entries);) {
             body.begin_struct();
             const std::string_view key = body.string();
             const std::string_view value = body.string();
             if (key == "display") parts_[at].is_inline = value.substr(0, 6) == "inline";
           }
         });
  }

  Object object(size_t at) const { return parts_[at].name; }

  template <class Take>
  void send(TreeReader::Compose compose, Take take) {
    reader_.send(std::move(compose), [take = std::move(take)](const dbus::Reply& reply) {
      if (reply.is_reply()) take(reply.body());
    });
  }

  // With each block on lines of its own, as a person sees it.
  std::string composed(size_t at, int depth) const {
    const EmbeddedPart& part = parts_[at];
    // Which object is which is not known then.
    if (objects_in(part.text) != part.objects.size() || depth == kDeepestEmbedded) return part.text;
    std::string out;
    bool begun = false, after_block = false;
    size_t from = 0;
    const auto add_inline = [&](std::string_view text) {
      if (text.empty() || (after_block && is_blank(text))) return;
      if (after_block) out += '\n';
      out += text;
      begun = true;
      after_block = false;
    };
    for (const size_t child : part.objects) {
      const size_t mark = part.text.find(kObjectMark, from);
      add_inline(std::string_view(part.text).substr(from, mark - from));
      from = mark + kObjectMark.size();
      const EmbeddedPart& inner = parts_[child];
      std::string text = inner.has_text ? composed(child, depth + 1) : std::string(kObjectMark);
      if (inner.is_inline || !inner.has_text) {
        add_inline(text);
        continue;
      }
      // An empty line has a break in it.
      if (!text.empty() && text.back() == '\n') text.pop_back();
      if (begun) out += '\n';
      out += text;
      begun = after_block = true;
    }
    add_inline(std::string_view(part.text).substr(from));
    return out;
  }

  TreeReader& reader_;
  std::deque<EmbeddedPart> parts_;
  std::vector<std::pair<NodeId, size_t>> roots_;
};

}  // namespace

void read_embedded(TreeReader& reader) {
  if (!reader.options().text || !reader.application().traits().editors_embed_objects) return;
  Parts parts(reader);
  bool any = false;
  for (NodeId id = 0; id < reader.tree.nodes.size(); ++id) {
    const Node& node = reader.tree.nodes[id];
    if (!node.linked && id != 0) continue;
    if (node.dropped || !text_is_value(node.role, node.states) || objects_in(node.text) == 0) continue;
    parts.add(id);
    any = true;
  }
  if (any) parts.read();
}

}  // namespace surehand::atspi

#include "core/tree/snapshot_json.h"

#include <charconv>
#include <cmath>

#include "core/query/spelling.h"

namespace surehand {
namespace {

using json::Value;

enum Key : size_t {
  kRole,
  kRef,
  kFirstText,
  kBounds = kFirstText + kTextFields,
  kStatesKey,
  kAttributes,
  kActions,
  kProcess,
  kPid,
  kApps,
  kCut,
  kChildren,
  kKeys,
};

constexpr Key key_of(TextField field) { return static_cast<Key>(kFirstText + static_cast<size_t>(field)); }

constexpr auto kKeyNames = [] {
  std::array<std::string_view, kKeys> names{};
  names[kRole] = "role";
  names[kRef] = "ref";
  for (size_t field = 0; field < kTextFields; ++field) names[kFirstText + field] = kTextFieldNames[field];
  names[kBounds] = "bounds";
  names[kStatesKey] = "states";
  names[kAttributes] = "attributes";
  names[kActions] = "actions";
  names[kProcess] = "process";
  names[kPid] = "pid";
  names[kApps] = "apps";
  names[kCut] = "cut";
  names[kChildren] = "children";
  return names;
}();

constexpr auto kTexts = [] {
  std::array<std::pair<Key, TextField>, kTextFields> texts{};
  for (size_t i = 0; i < kTextFields; ++i) {
    texts[i].first = key_of(static_cast<TextField>(i));
    texts[i].second = static_cast<TextField>(i);
  }
  return texts;
}();

constexpr double kLargestInteger = 9007199254740991;  // Number.MAX_SAFE_INTEGER

const char* type_of(const Value& value) {
  if (value.is_null()) return "null";
  if (value.is_bool()) return "a boolean";
  if (value.is_number()) return "a number";
  if (value.is_string()) return "a string";
  return value.is_array() ? "an array" : "an object";
}

// Reads one tree. Keeps its place on a stack of its own: data made in memory may be deeper than the stack is.
class JsonTreeReader {
 public:
  Result<SnapshotPtr> read(const Value& tree) {
    if (!open(tree)) return take_error();
    while (!open_.empty()) {
      Level& level = open_.back();
      if (level.next == level.children->size()) {
        builder_.close();
        open_.pop_back();
        continue;
      }
      const Value& child = (*level.children)[level.next++];
      if (!open(child)) return take_error();
    }
    return builder_.finish();
  }

 private:
  struct Level {
    const json::Array* children;
    size_t next;
  };
  using Members = std::array<const Value*, kKeys>;

  // Each returns false after fail().
  bool open(const Value& node) {
    if (!node.is_object()) return wrong_type("", "an object", node);
    Members members{};
    if (!collect(node.as_object(), members)) return false;
    const std::optional<Role> role = read_role(members[kRole]);
    if (!role || !read_states(*role, members[kStatesKey])) return false;
    for (const auto& [key, field] : kTexts) {
      const Value* text = members[key];
      if (!text) continue;
      if (!text->is_string()) return wrong_type(pointer(key), "a string", *text);
      builder_.text(field, text->as_string());
    }
    if (members[kRef] && !members[kRef]->is_string()) return wrong_type("/ref", "a string", *members[kRef]);
    if (!read_bounds(members[kBounds])) return false;
    if (!read_attributes(members[kAttributes])) return false;
    std::vector<std::string> actions;
    if (!read_strings(kActions, members[kActions], actions)) return false;
    for (const std::string& action : actions) builder_.action(action);
    if (!read_host(members)) return false;
    if (!read_cut(members[kCut])) return false;
    const Value* children = members[kChildren];
    if (children && !children->is_array()) return wrong_type("/children", "an array", *children);
    static const json::Array none;
    open_.push_back({children ? &children->as_array() : &none, 0});
    return true;
  }

  bool collect(const json::Object& object, Members& members) {
    for (const auto& [key, value] : object) {
      size_t index = 0;
      while (index < kKeys && kKeyNames[index] != key) ++index;
      if (index == kKeys) {
        return unknown("/" + escaped(key), "\"" + key + "\" is not a member of a node", key,
                       {std::begin(kKeyNames), std::end(kKeyNames)});
      }
      members[index] = &value;
    }
    return true;
  }

  // Nothing after fail().
  std::optional<Role> read_role(const Value* role) {
    if (!role) {
      fail("/role", "a node needs a `role`");
    } else if (!role->is_string()) {
      wrong_type("/role", "a string", *role);
    } else {
      const std::string_view name = role->as_string();
      const std::optional<Role> known = role_from_name(name);
      if (known) {
        node_ = builder_.open(*known);
        return known;
      }
      unknown("/role", "\"" + std::string(name) + "\" is not a role", name, role_names());
    }
    return std::nullopt;
  }

  bool read_states(Role role, const Value* value) {
    std::vector<std::string> texts;
    if (!read_strings(kStatesKey, value, texts)) return false;
    States states;
    for (size_t i = 0; i < texts.size(); ++i) {
      if (apply_state(states, texts[i])) continue;
      const std::string name = texts[i].substr(0, texts[i].find('='));
      const std::string where = "/states/" + std::to_string(i);
      if (state_from_name(name)) return fail(where, "\"" + texts[i] + "\" is not a value of the state `" + name + "`");
      return unknown(where, "\"" + texts[i] + "\" is not a state", name, state_names());
    }
    // Who writes a checkbox and says no more means one that is not checked. A switch may be told by `pressed`.
    const bool told = states.applies(State::kChecked) || states.applies(State::kPressed);
    if (is_checkable(role) && !told) states.set(State::kChecked, false);
    builder_.states(states);
    return true;
  }

  bool read_bounds(const Value* value) {
    if (!value) return true;
    if (!value->is_object()) return wrong_type("/bounds", "an object {x, y, width, height}", *value);
    static const std::vector<std::string_view> names = {"x", "y", "width", "height"};
    int32_t numbers[4] = {};
    bool given[4] = {};
    for (const auto& [key, number] : value->as_object()) {
      size_t i = 0;
      while (i < 4 && names[i] != key) ++i;
      const std::string where = "/bounds/" + escaped(key);
      if (i == 4) return unknown(where, "\"" + key + "\" is not a member of bounds", key, names);
      if (!number.is_number()) return wrong_type(where, "a number", number);
      const double pixels = number.as_number();
      if (pixels != std::trunc(pixels) || std::abs(pixels) > INT32_MAX) {
        return fail(where, "expected a whole number of pixels (32 bits)");
      }
      if (i >= 2 && pixels < 0) return fail(where, "expected a size, not a negative number");
      numbers[i] = static_cast<int32_t>(pixels);
      given[i] = true;
    }
    for (size_t i = 0; i < 4; ++i) {
      if (!given[i]) return fail("/bounds/" + std::string(names[i]), "missing; bounds are {x, y, width, height}");
    }
    builder_.bounds({numbers[0], numbers[1], numbers[2], numbers[3]});
    return true;
  }

  bool read_attributes(const Value* value) {
    if (!value) return true;
    if (!value->is_object()) return wrong_type("/attributes", "an object of strings", *value);
    for (const auto& [key, text] : value->as_object()) {
      if (!text.is_string()) return wrong_type("/attributes/" + escaped(key), "a string", text);
      builder_.attribute(key, text.as_string());
    }
    return true;
  }

  bool read_strings(Key key, const Value* value, std::vector<std::string>& texts) {
    if (!value) return true;
    if (!value->is_array()) return wrong_type(pointer(key), "an array of strings", *value);
    for (size_t i = 0; i < value->as_array().size(); ++i) {
      const Value& text = value->as_array()[i];
      if (!text.is_string()) return wrong_type(pointer(key) + "/" + std::to_string(i), "a string", text);
      texts.emplace_back(text.as_string());
    }
    return true;
  }

  bool read_host(const Members& members) {
    const Value* process = members[kProcess];
    const Value* pid = members[kPid];
    std::vector<std::string> apps;
    if (process && !process->is_string()) return wrong_type("/process", "a string", *process);
    if (process && process->as_string().empty()) return fail("/process", "expected the name of an executable");
    if (pid && !pid->is_number()) return wrong_type("/pid", "a number", *pid);
    const double number = pid ? pid->as_number() : 0;
    if (pid && (number != std::trunc(number) || number < 1 || number > kLargestInteger)) {
      return fail("/pid", "expected a process id, a whole number above 0");
    }
    if (!read_strings(kApps, members[kApps], apps)) return false;
    if (process || pid || !apps.empty()) {
      builder_.host(process ? process->as_string() : std::string_view(), static_cast<int64_t>(number), apps);
    }
    return true;
  }

  bool read_cut(const Value* value) {
    if (!value) return true;
    if (!value->is_object()) return wrong_type("/cut", "an object {reason, detail?}", *value);
    std::optional<CutReason> reason;
    std::string_view detail;
    for (const auto& [key, text] : value->as_object()) {
      const std::string where = "/cut/" + escaped(key);
      if (key != "reason" && key != "detail") {
        return unknown(where, "\"" + key + "\" is not a member of a cut", key, {"reason", "detail"});
      }
      if (!text.is_string()) return wrong_type(where, "a string", text);
      if (key == "detail") {
        detail = text.as_string();
        continue;
      }
      reason = cut_reason_from_name(text.as_string());
      if (!reason) {
        return unknown(where, "\"" + std::string(text.as_string()) + "\" is not a reason", text.as_string(),
                       {kCutReasonNames.begin(), kCutReasonNames.end()});
      }
    }
    if (!reason) return fail("/cut/reason", "a cut needs a `reason`");
    builder_.cut(node_, *reason, detail);
    return true;
  }

  bool wrong_type(const std::string& where, const char* expected, const Value& got) {
    return fail(where, std::string("expected ") + expected + ", got " + type_of(got));
  }

  bool unknown(const std::string& where, std::string problem, std::string_view written,
               const std::vector<std::string_view>& words) {
    const std::string_view meant = nearest_word(written, words);
    if (meant.empty()) {
      problem += "; expected one of";
      for (std::string_view word : words) problem.append(" ").append(word);
    } else {
      problem.append("; did you mean \"").append(meant).append("\"?");
    }
    fail(where, problem);
    if (!meant.empty()) error_->details.set("suggestion", meant);
    return false;
  }

  // `where` is relative to the node being read.
  bool fail(const std::string& where, const std::string& problem) {
    std::string path;
    for (const Level& level : open_) path += "/children/" + std::to_string(level.next - 1);
    path += where;
    error_ = Error{ErrorCode::kInvalidArgument,
                   "cannot read the tree: at " + (path.empty() ? "its root" : path) + ": " + problem, Value()};
    error_->details.set("path", path);
    return false;
  }

  Error take_error() { return std::move(*error_); }

  static std::string pointer(Key key) { return "/" + std::string(kKeyNames[key]); }

  static std::string escaped(std::string_view key) {
    std::string out;
    for (char c : key) {
      if (c == '~') {
        out += "~0";
      } else if (c == '/') {
        out += "~1";
      } else {
        out += c;
      }
    }
    return out;
  }

  SnapshotBuilder builder_;
  NodeIndex node_ = 0;
  std::vector<Level> open_;
  std::optional<Error> error_;
};

class Writer {
 public:
  Writer(std::string& out, const Snapshot& snapshot, const JsonOptions& options)
      : out_(out), snapshot_(snapshot), options_(options) {}

  void write(NodeIndex root) {
    const NodeIndex end = snapshot_.subtree_end(root);
    auto host = snapshot_.hosts().begin();
    auto cut = snapshot_.cuts().begin();
    std::vector<NodeIndex> open;
    for (NodeIndex node = root; node < end; ++node) {
      if (!open.empty() && node > snapshot_.parent(node) + 1) out_ += ',';
      while (host != snapshot_.hosts().end() && host->node < node) ++host;
      while (cut != snapshot_.cuts().end() && cut->node < node) ++cut;
      write_node(node);
      if (host != snapshot_.hosts().end() && host->node == node) write_host(*host);
      if (cut != snapshot_.cuts().end() && cut->node == node) write_cut(*cut);
      if (snapshot_.subtree_end(node) > node + 1) {
        out_ += ",\"children\":[";
        open.push_back(node);
        continue;
      }
      out_ += '}';
      while (!open.empty() && snapshot_.subtree_end(open.back()) == node + 1) {
        out_ += "]}";
        open.pop_back();
      }
    }
  }

 private:
  void write_node(NodeIndex node) {
    out_ += "{\"role\":\"";
    out_ += to_string(snapshot_.role(node));
    out_ += '"';
    if (options_.refs) {
      const std::string ref = snapshot_.ref(node);
      if (!ref.empty()) string_member(kRef, ref);
    }
    for (const auto& [key, field] : kTexts) {
      const TextId text = snapshot_.text_id(field, node);
      if (text != kNoText) string_member(key, snapshot_.table().view(text));
    }
    if (const std::optional<Rect> bounds = snapshot_.bounds(node)) {
      out_ += ",\"bounds\":{\"x\":";
      integer(bounds->x);
      out_ += ",\"y\":";
      integer(bounds->y);
      out_ += ",\"width\":";
      integer(bounds->width);
      out_ += ",\"height\":";
      integer(bounds->height);
      out_ += '}';
    }
    write_states(node);
    const auto [attribute, attributes_end] = snapshot_.attributes(node);
    for (auto a = attribute; a != attributes_end; ++a) {
      out_ += a == attribute ? ",\"attributes\":{" : ",";
      json::append_string(out_, snapshot_.table().view(a->key));
      out_ += ':';
      json::append_string(out_, snapshot_.table().view(a->value));
    }
    if (attribute != attributes_end) out_ += '}';
    const auto [action, actions_end] = snapshot_.actions(node);
    write_texts(kActions, action, actions_end);
  }

  void write_states(NodeIndex node) {
    const States states = snapshot_.states(node);
    if (states.on == 0 && states.applicable == 0) return;
    // Most nodes share a few sets of states.
    if (states_text_.empty() || !(states == last_states_)) {
      last_states_ = states;
      states_text_ = ",\"states\":[";
      for (const std::string& text : to_strings(states)) {
        if (states_text_.back() != '[') states_text_ += ',';
        states_text_.append("\"").append(text).append("\"");
      }
      states_text_ += ']';
    }
    out_ += states_text_;
  }

  void write_host(const Host& host) {
    if (host.process != kNoText) string_member(kProcess, snapshot_.table().view(host.process));
    if (host.pid > 0) {
      member(kPid);
      integer(host.pid);
    }
    write_texts(kApps, host.app_names.data(), host.app_names.data() + host.app_names.size());
  }

  void write_cut(const Cut& cut) {
    out_ += ",\"cut\":{\"reason\":\"";
    out_ += to_string(cut.reason);
    out_ += '"';
    if (cut.detail != kNoText) {
      out_ += ",\"detail\":";
      json::append_string(out_, snapshot_.table().view(cut.detail));
    }
    out_ += '}';
  }

  void write_texts(Key key, const TextId* first, const TextId* end) {
    if (first == end) return;
    member(key);
    out_ += '[';
    for (const TextId* text = first; text != end; ++text) {
      if (text != first) out_ += ',';
      json::append_string(out_, snapshot_.table().view(*text));
    }
    out_ += ']';
  }

  void member(Key key) {
    out_ += ",\"";
    out_ += kKeyNames[key];
    out_ += "\":";
  }

  void string_member(Key key, std::string_view text) {
    member(key);
    json::append_string(out_, text);
  }

  void integer(int64_t number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out_.append(digits, static_cast<size_t>(end - digits));
  }

  std::string& out_;
  const Snapshot& snapshot_;
  const JsonOptions& options_;
  States last_states_;
  std::string states_text_;
};

}  // namespace

Result<SnapshotPtr> snapshot_from_json(const Value& tree) { return JsonTreeReader().read(tree); }

void append_json(std::string& out, const Snapshot& snapshot, NodeIndex node, const JsonOptions& options) {
  Writer(out, snapshot, options).write(node);
}

Result<SnapshotPtr> snapshot_from_text(std::string_view text) {
  const auto parsed = json::parse(text);
  if (const auto* tree = std::get_if<Value>(&parsed)) return snapshot_from_json(*tree);
  const auto& error = std::get<json::ParseError>(parsed);
  Value details;
  details.set("offset", static_cast<double>(error.offset));
  return Error{ErrorCode::kInvalidArgument,
               "the text is not JSON: " + error.message + " at byte " + std::to_string(error.offset),
               std::move(details)};
}

}  // namespace surehand

#include "core/tree/snapshot.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "core/text/hash.h"
#include "core/text/text.h"
#include "core/tree/refs.h"

namespace surehand {
namespace {

constexpr Rect kUnknownBounds{0, 0, -1, -1};

// Columns that few trees use stay empty, and grow no further than the last node that has a value.
template <class T>
void put(std::vector<T>& column, NodeIndex node, T value, T absent) {
  if (column.size() == node) return column.push_back(value);
  if (column.size() < node) column.resize(node + 1, absent);
  column[node] = value;
}

template <class T>
void pad(std::vector<T>& column, size_t size, T absent) {
  if (!column.empty()) column.resize(size, absent);
  column.shrink_to_fit();
}

// `starts` of a node and of those before it that have said nothing.
void start(std::vector<uint32_t>& starts, NodeIndex node, size_t pool) {
  if (starts.size() <= node) starts.resize(node + 1, static_cast<uint32_t>(pool));
}

template <class T>
size_t bytes_of(const T& vector) {
  return vector.capacity() * sizeof(typename T::value_type);
}

// Attributes in which toolkits repeat what a field holds (`valuetext` is ARIA's).
bool carries_value(std::string_view attribute) {
  attribute.remove_prefix(attribute.rfind(':') + 1);  // a platform's own are `atspi:text`
  return attribute == "value" || attribute == "valuetext" || attribute == "text";
}

// Below a protected field a toolkit may show the field's text again; these are the parts that are not text.
bool keeps_name_below_protected(Role role) { return role == Role::kButton || role == Role::kImg; }

}  // namespace

std::optional<CutReason> cut_reason_from_name(std::string_view name) {
  const auto* found = std::find(kCutReasonNames.begin(), kCutReasonNames.end(), name);
  if (found == kCutReasonNames.end()) return std::nullopt;
  return static_cast<CutReason>(found - kCutReasonNames.begin());
}

std::optional<Rect> Snapshot::bounds(NodeIndex node) const {
  if (data_->bounds.empty() || data_->bounds[node].width < 0) return std::nullopt;
  return data_->bounds[node];
}

std::pair<const Snapshot::Attribute*, const Snapshot::Attribute*> Snapshot::attributes(NodeIndex node) const {
  if (data_->attribute_starts.empty()) return {nullptr, nullptr};
  const Attribute* first = data_->attributes.data();
  return {first + data_->attribute_starts[node], first + data_->attribute_starts[node + 1]};
}

std::pair<const TextId*, const TextId*> Snapshot::actions(NodeIndex node) const {
  if (data_->action_starts.empty()) return {nullptr, nullptr};
  const TextId* first = data_->actions.data();
  return {first + data_->action_starts[node], first + data_->action_starts[node + 1]};
}

bool Snapshot::is_window(NodeIndex node) const {
  const Role own = role(node);
  if (own == Role::kWindow) return true;
  if (own != Role::kDialog && own != Role::kAlertDialog) return false;
  if (parent(node) == kNoNode) return true;
  const Role above = role(parent(node));
  return above == Role::kApplication || above == Role::kDesktop || above == Role::kWindow || above == Role::kDialog ||
         above == Role::kAlertDialog;
}

NodeIndex Snapshot::window_of(NodeIndex node) const {
  while (node != kNoNode && !is_window(node)) node = parent(node);
  return node;
}

std::string_view Snapshot::Data::identity(NodeIndex node) const {
  if (identity_starts.empty()) return {};
  const uint32_t start = identity_starts[node];
  return std::string_view(identities).substr(start, identity_starts[node + 1] - start);
}

std::string_view Snapshot::identity(NodeIndex node) const { return data_->identity(node); }

const ElementHold& Snapshot::hold_of(NodeIndex node) const {
  static const ElementHold kNone;
  return data_->holds.empty() ? kNone : data_->holds[node];
}

NodeIndex Snapshot::find_identity(std::string_view identity) const {
  if (identity.empty() || data_->identity_starts.empty()) return kNoNode;
  // Identities of one application share a long prefix and differ at their ends.
  const char last = identity.back();
  for (NodeIndex node = 0; node < size(); ++node) {
    const uint32_t end = data_->identity_starts[node + 1];
    if (end - data_->identity_starts[node] != identity.size() || data_->identities[end - 1] != last) continue;
    if (this->identity(node) == identity) return node;
  }
  return kNoNode;
}

std::string Snapshot::ref(NodeIndex node) const {
  if (!data_->refs) return RefBook::format(node + 1);
  const std::string_view bytes = identity(node);
  return bytes.empty() ? std::string() : RefBook::format(data_->refs->number_of(data_->app_key, bytes, hold_of(node)));
}

NodeIndex Snapshot::by_ref(std::string_view ref) const {
  const std::optional<uint32_t> number = RefBook::parse(ref);
  if (!number) return kNoNode;
  if (!data_->refs) return *number <= size() ? *number - 1 : kNoNode;
  const std::optional<RefBook::Identity> identity = data_->refs->identity_of(*number);
  if (!identity || identity->app_key != data_->app_key) return kNoNode;
  return find_identity(identity->bytes);
}

const Cut* Snapshot::cut(NodeIndex node) const {
  const auto found = std::lower_bound(data_->cuts.begin(), data_->cuts.end(), node,
                                      [](const Cut& cut, NodeIndex n) { return cut.node < n; });
  return found != data_->cuts.end() && found->node == node ? &*found : nullptr;
}

const Host* Snapshot::host(NodeIndex node) const {
  NodeIndex below = node;
  while (below != kNoNode) {
    const auto after = std::upper_bound(data_->hosts.begin(), data_->hosts.end(), below,
                                        [](NodeIndex n, const Host& host) { return n < host.node; });
    if (after == data_->hosts.begin()) return nullptr;
    const Host& host = *(after - 1);
    if (subtree_end(host.node) > node) return &host;
    // What holds `node` and comes before this one holds this one's parent too.
    below = parent(host.node);
  }
  return nullptr;
}

size_t Snapshot::bytes_of_nodes() const {
  size_t bytes = bytes_of(data_->parents) + bytes_of(data_->ends) + bytes_of(data_->roles) +
                 bytes_of(data_->states_on) + bytes_of(data_->states_applicable) + bytes_of(data_->bounds) +
                 bytes_of(data_->attribute_starts) + bytes_of(data_->attributes) + bytes_of(data_->action_starts) +
                 bytes_of(data_->actions) + bytes_of(data_->identity_starts) + bytes_of(data_->holds) +
                 data_->identities.capacity() + bytes_of(data_->cuts) + bytes_of(data_->hosts);
  for (const auto& column : data_->texts) bytes += bytes_of(column);
  for (const Host& host : data_->hosts) bytes += bytes_of(host.app_names);
  return bytes;
}

size_t Snapshot::bytes_of_text() const { return data_->table.bytes(); }

SnapshotBuilder::SnapshotBuilder(size_t expected_nodes) {
  data_->parents.reserve(expected_nodes);
  data_->ends.reserve(expected_nodes);
  data_->roles.reserve(expected_nodes);
  data_->states_on.reserve(expected_nodes);
  data_->states_applicable.reserve(expected_nodes);
}

SnapshotBuilder::SnapshotBuilder(const Snapshot& from) : SnapshotBuilder(from.size()) {
  origin_ = from.data_.get();
  data_->table = origin_->table;
  data_->table.thaw();
}

NodeIndex SnapshotBuilder::open(Role role) {
  Snapshot::Data& s = *data_;
  const NodeIndex node = s.size();
  if (open_.empty() && node > 0) open_.push_back(0);
  s.parents.push_back(open_.empty() ? kNoNode : open_.back());
  s.ends.push_back(node + 1);
  s.roles.push_back(role);
  s.states_on.push_back(0);
  s.states_applicable.push_back(0);
  open_.push_back(node);
  return node;
}

NodeIndex SnapshotBuilder::open_copy(const Snapshot& from, NodeIndex node) {
  const Snapshot::Data& source = *from.data_;
  const bool has_same_texts = &source == origin_;
  const auto own = [&](TextId id) { return has_same_texts || id <= kEmptyText ? id : intern(source.table.view(id)); };
  const NodeIndex copy = open(source.roles[node]);
  states(from.states(node));
  for (size_t i = 0; i < kTextFields; ++i)
    text(static_cast<TextField>(i), own(from.text_id(static_cast<TextField>(i), node)));
  if (const auto place = from.bounds(node)) bounds(*place);
  Snapshot::Data& s = *data_;
  const auto [attribute, last_attribute] = from.attributes(node);
  if (attribute != last_attribute) {
    start(s.attribute_starts, copy, s.attributes.size());
    for (auto at = attribute; at != last_attribute; ++at) s.attributes.push_back({own(at->key), own(at->value)});
  }
  const auto [action, last_action] = from.actions(node);
  if (action != last_action) {
    start(s.action_starts, copy, s.actions.size());
    for (auto at = action; at != last_action; ++at) s.actions.push_back(own(*at));
  }
  if (const std::string_view bytes = from.identity(node); !bytes.empty()) identity(bytes, from.hold_of(node));
  const auto host = std::lower_bound(source.hosts.begin(), source.hosts.end(), node,
                                     [](const Host& each, NodeIndex wanted) { return each.node < wanted; });
  if (host != source.hosts.end() && host->node == node) {
    Host there = *host;
    there.node = copy;
    there.process = own(there.process);
    for (TextId& name : there.app_names) name = own(name);
    there.name = own(there.name);
    there.id = own(there.id);
    s.hosts.push_back(std::move(there));
  }
  return copy;
}

void SnapshotBuilder::close() {
  if (open_.empty()) return;
  const NodeIndex node = open_.back();
  open_.pop_back();
  data_->ends[node] = size();
  if (node == protected_) {
    protected_ = kNoNode;
    secret_.clear();
  }
}

bool SnapshotBuilder::repeats_secret(std::string_view text) const {
  return !secret_.empty() && mend_utf8(text) == secret_;
}

// Whether a text of the current node must not be kept. Remembers a protected value, to know it when it comes
// again.
bool SnapshotBuilder::drops(TextField field, std::string_view text) {
  if (protected_ == kNoNode) return false;
  const NodeIndex node = open_.back();
  const bool field_speaks = field == TextField::kName || field == TextField::kDescription;
  if (field == TextField::kValue) {
    if (node == protected_) forget_value(text);
    return true;
  }
  if (!field_speaks) return false;
  if (repeats_secret(text)) return true;
  return node != protected_ && !keeps_name_below_protected(data_->roles[node]);
}

// Removes what the current node has said of the value so far, and remembers it.
void SnapshotBuilder::forget_value(std::string_view value) {
  const NodeIndex node = open_.back();
  Snapshot::Data& s = *data_;
  secret_ = mend_utf8(value);
  for (TextField field : {TextField::kValue, TextField::kName, TextField::kDescription}) {
    auto& column = s.texts[static_cast<size_t>(field)];
    if (node < column.size() && repeats_secret(s.table.view(column[node]))) column[node] = kNoText;
  }
  if (node >= s.attribute_starts.size()) return;
  const auto repeats = [&](const Snapshot::Attribute& a) {
    return carries_value(s.table.view(a.key)) || repeats_secret(s.table.view(a.value));
  };
  s.attributes.erase(std::remove_if(s.attributes.begin() + s.attribute_starts[node], s.attributes.end(), repeats),
                     s.attributes.end());
}

void SnapshotBuilder::text(TextField field, std::string_view text) {
  if (open_.empty() || drops(field, text)) return;
  put(data_->texts[static_cast<size_t>(field)], open_.back(), intern(text), kNoText);
}

void SnapshotBuilder::text(TextField field, TextId text) {
  if (open_.empty() || text == kNoText) return;
  if (protected_ != kNoNode && drops(field, std::string(data_->table.view(text)))) return;
  put(data_->texts[static_cast<size_t>(field)], open_.back(), text, kNoText);
}

void SnapshotBuilder::states(States states) {
  if (open_.empty()) return;
  Snapshot::Data& s = *data_;
  const NodeIndex node = open_.back();
  s.states_on[node] = states.on;
  s.states_applicable[node] = states.applicable;
  if (!states.has(State::kProtected) || protected_ != kNoNode) return;
  protected_ = node;
  auto& values = s.texts[static_cast<size_t>(TextField::kValue)];
  const TextId value = node < values.size() ? std::exchange(values[node], kNoText) : kNoText;
  forget_value(s.table.view(value));
}

void SnapshotBuilder::bounds(Rect bounds) {
  if (open_.empty() || bounds.width < 0 || bounds.height < 0) return;
  put(data_->bounds, open_.back(), within_reach(bounds), kUnknownBounds);
}

void SnapshotBuilder::attribute(std::string_view key, std::string_view value) {
  if (open_.empty()) return;
  if (repeats_secret(value) || (protected_ != kNoNode && carries_value(key))) return;
  Snapshot::Data& s = *data_;
  start(s.attribute_starts, open_.back(), s.attributes.size());
  const TextId key_id = intern(key);
  s.attributes.push_back({key_id, intern(value)});
}

void SnapshotBuilder::action(std::string_view name) {
  if (open_.empty()) return;
  Snapshot::Data& s = *data_;
  start(s.action_starts, open_.back(), s.actions.size());
  s.actions.push_back(intern(name));
}

void SnapshotBuilder::identity(std::string_view bytes, ElementHold hold) {
  if (open_.empty()) return;
  Snapshot::Data& s = *data_;
  start(s.identity_starts, open_.back(), s.identities.size());
  s.identities.resize(s.identity_starts[open_.back()]);
  s.identities.append(bytes);
  if (hold) put(s.holds, open_.back(), std::move(hold), ElementHold());
}

// Platforms have been seen to give an element twice (a cell below its row and below its column), and some without a name.
void SnapshotBuilder::mend_identities() {
  Snapshot::Data& s = *data_;
  // Open addressing: this is done to every tree, and a set would allocate for every node.
  size_t capacity = 16;
  while (capacity < s.size() * size_t{2}) capacity *= 2;
  std::vector<NodeIndex> slots(capacity, kNoNode);
  std::vector<NodeIndex> nameless;
  for (NodeIndex node = 0; node < s.size(); ++node) {
    const std::string_view bytes = s.identity(node);
    size_t slot = hash_of(bytes) & (capacity - 1);
    while (slots[slot] != kNoNode && s.identity(slots[slot]) != bytes) slot = (slot + 1) & (capacity - 1);
    if (bytes.empty() || slots[slot] != kNoNode) nameless.push_back(node);
    if (slots[slot] == kNoNode) slots[slot] = node;
  }
  if (nameless.empty()) return;
  static std::atomic<uint64_t> next{1};
  std::string identities;
  std::vector<uint32_t> starts;
  auto at = nameless.begin();
  for (NodeIndex node = 0; node < s.size(); ++node) {
    starts.push_back(static_cast<uint32_t>(identities.size()));
    const bool mends = at != nameless.end() && *at == node;
    if (mends) ++at;
    identities += mends ? "\xFF" + std::to_string(next++) : std::string(s.identity(node));
  }
  starts.push_back(static_cast<uint32_t>(identities.size()));
  s.identities = std::move(identities);
  s.identity_starts = std::move(starts);
}

void SnapshotBuilder::host(std::string_view process, int64_t pid, const std::vector<std::string>& app_names,
                           std::string_view name, std::string_view id) {
  if (open_.empty()) return;
  Host host;
  host.node = open_.back();
  if (!process.empty()) host.process = intern(process);
  host.pid = pid;
  for (const std::string& each : app_names) host.app_names.push_back(intern(each));
  if (!name.empty()) host.name = intern(name);
  if (!id.empty()) host.id = intern(id);
  auto& hosts = data_->hosts;
  if (!hosts.empty() && hosts.back().node == host.node) hosts.pop_back();
  hosts.push_back(std::move(host));
}

void SnapshotBuilder::cut(NodeIndex node, CutReason reason, std::string_view detail) {
  if (node >= size()) return;
  data_->cuts.push_back({node, reason, detail.empty() ? kNoText : intern(detail)});
}

SnapshotPtr SnapshotBuilder::finish(std::string app_key, std::shared_ptr<RefBook> refs, double captured_at,
                                    double duration) {
  if (size() == 0) open(Role::kGeneric);
  while (!open_.empty()) close();
  Snapshot::Data& s = *data_;
  const size_t size = s.parents.size();
  s.parents.shrink_to_fit();
  s.ends.shrink_to_fit();
  s.roles.shrink_to_fit();
  s.states_on.shrink_to_fit();
  s.states_applicable.shrink_to_fit();
  pad(s.bounds, size, kUnknownBounds);
  for (auto& column : s.texts) pad(column, size, kNoText);
  pad(s.attribute_starts, size + 1, static_cast<uint32_t>(s.attributes.size()));
  pad(s.action_starts, size + 1, static_cast<uint32_t>(s.actions.size()));
  pad(s.identity_starts, size + 1, static_cast<uint32_t>(s.identities.size()));
  pad(s.holds, size, ElementHold());
  if (refs) mend_identities();
  s.attributes.shrink_to_fit();
  s.actions.shrink_to_fit();
  s.identities.shrink_to_fit();
  std::stable_sort(s.cuts.begin(), s.cuts.end(), [](const Cut& a, const Cut& b) { return a.node < b.node; });
  s.cuts.erase(std::unique(s.cuts.begin(), s.cuts.end(), [](const Cut& a, const Cut& b) { return a.node == b.node; }),
               s.cuts.end());
  s.table.freeze();
  s.app_key = std::move(app_key);
  s.refs = std::move(refs);
  return SnapshotPtr(new Snapshot(std::exchange(data_, nullptr), captured_at, duration, Keeping::kNot));
}

}  // namespace surehand

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
  if (bounds_.empty() || bounds_[node].width < 0) return std::nullopt;
  return bounds_[node];
}

std::pair<const Snapshot::Attribute*, const Snapshot::Attribute*> Snapshot::attributes(NodeIndex node) const {
  if (attribute_starts_.empty()) return {nullptr, nullptr};
  const Attribute* first = attributes_.data();
  return {first + attribute_starts_[node], first + attribute_starts_[node + 1]};
}

std::pair<const TextId*, const TextId*> Snapshot::actions(NodeIndex node) const {
  if (action_starts_.empty()) return {nullptr, nullptr};
  const TextId* first = actions_.data();
  return {first + action_starts_[node], first + action_starts_[node + 1]};
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

std::string_view Snapshot::identity(NodeIndex node) const {
  if (identity_starts_.empty()) return {};
  const uint32_t start = identity_starts_[node];
  return std::string_view(identities_).substr(start, identity_starts_[node + 1] - start);
}

const ElementHold& Snapshot::hold_of(NodeIndex node) const {
  static const ElementHold kNone;
  return holds_.empty() ? kNone : holds_[node];
}

NodeIndex Snapshot::find_identity(std::string_view identity) const {
  if (identity.empty() || identity_starts_.empty()) return kNoNode;
  // Identities of one application share a long prefix and differ at their ends.
  const char last = identity.back();
  for (NodeIndex node = 0; node < size(); ++node) {
    const uint32_t end = identity_starts_[node + 1];
    if (end - identity_starts_[node] != identity.size() || identities_[end - 1] != last) continue;
    if (this->identity(node) == identity) return node;
  }
  return kNoNode;
}

std::string Snapshot::ref(NodeIndex node) const {
  if (!refs_) return RefBook::format(node + 1);
  const std::string_view bytes = identity(node);
  return bytes.empty() ? std::string() : RefBook::format(refs_->number_of(app_key_, bytes, hold_of(node)));
}

NodeIndex Snapshot::by_ref(std::string_view ref) const {
  const std::optional<uint32_t> number = RefBook::parse(ref);
  if (!number) return kNoNode;
  if (!refs_) return *number <= size() ? *number - 1 : kNoNode;
  const std::optional<RefBook::Identity> identity = refs_->identity_of(*number);
  if (!identity || identity->app_key != app_key_) return kNoNode;
  return find_identity(identity->bytes);
}

const Cut* Snapshot::cut(NodeIndex node) const {
  const auto found =
      std::lower_bound(cuts_.begin(), cuts_.end(), node, [](const Cut& cut, NodeIndex n) { return cut.node < n; });
  return found != cuts_.end() && found->node == node ? &*found : nullptr;
}

const Host* Snapshot::host(NodeIndex node) const {
  NodeIndex below = node;
  while (below != kNoNode) {
    const auto after = std::upper_bound(hosts_.begin(), hosts_.end(), below,
                                        [](NodeIndex n, const Host& host) { return n < host.node; });
    if (after == hosts_.begin()) return nullptr;
    const Host& host = *(after - 1);
    if (subtree_end(host.node) > node) return &host;
    // What holds `node` and comes before this one holds this one's parent too.
    below = parent(host.node);
  }
  return nullptr;
}

size_t Snapshot::bytes_of_nodes() const {
  size_t bytes = bytes_of(parents_) + bytes_of(ends_) + bytes_of(roles_) + bytes_of(states_on_) +
                 bytes_of(states_applicable_) + bytes_of(bounds_) + bytes_of(attribute_starts_) +
                 bytes_of(attributes_) + bytes_of(action_starts_) + bytes_of(actions_) + bytes_of(identity_starts_) +
                 bytes_of(holds_) + identities_.capacity() + bytes_of(cuts_) + bytes_of(hosts_);
  for (const auto& column : texts_) bytes += bytes_of(column);
  for (const Host& host : hosts_) bytes += bytes_of(host.app_names);
  return bytes;
}

size_t Snapshot::bytes_of_text() const { return table_.bytes(); }

SnapshotBuilder::SnapshotBuilder(size_t expected_nodes) : snapshot_(new Snapshot) {
  snapshot_->parents_.reserve(expected_nodes);
  snapshot_->ends_.reserve(expected_nodes);
  snapshot_->roles_.reserve(expected_nodes);
  snapshot_->states_on_.reserve(expected_nodes);
  snapshot_->states_applicable_.reserve(expected_nodes);
}

NodeIndex SnapshotBuilder::open(Role role) {
  Snapshot& s = *snapshot_;
  const NodeIndex node = s.size();
  if (open_.empty() && node > 0) open_.push_back(0);
  s.parents_.push_back(open_.empty() ? kNoNode : open_.back());
  s.ends_.push_back(node + 1);
  s.roles_.push_back(role);
  s.states_on_.push_back(0);
  s.states_applicable_.push_back(0);
  open_.push_back(node);
  return node;
}

void SnapshotBuilder::close() {
  if (open_.empty()) return;
  const NodeIndex node = open_.back();
  open_.pop_back();
  snapshot_->ends_[node] = size();
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
  return node != protected_ && !keeps_name_below_protected(snapshot_->roles_[node]);
}

// Removes what the current node has said of the value so far, and remembers it.
void SnapshotBuilder::forget_value(std::string_view value) {
  const NodeIndex node = open_.back();
  Snapshot& s = *snapshot_;
  secret_ = mend_utf8(value);
  for (TextField field : {TextField::kValue, TextField::kName, TextField::kDescription}) {
    auto& column = s.texts_[static_cast<size_t>(field)];
    if (node < column.size() && repeats_secret(s.table_.view(column[node]))) column[node] = kNoText;
  }
  if (node >= s.attribute_starts_.size()) return;
  const auto repeats = [&](const Snapshot::Attribute& a) {
    return carries_value(s.table_.view(a.key)) || repeats_secret(s.table_.view(a.value));
  };
  s.attributes_.erase(std::remove_if(s.attributes_.begin() + s.attribute_starts_[node], s.attributes_.end(), repeats),
                      s.attributes_.end());
}

void SnapshotBuilder::text(TextField field, std::string_view text) {
  if (open_.empty() || drops(field, text)) return;
  put(snapshot_->texts_[static_cast<size_t>(field)], open_.back(), intern(text), kNoText);
}

void SnapshotBuilder::text(TextField field, TextId text) {
  if (open_.empty() || text == kNoText) return;
  if (protected_ != kNoNode && drops(field, std::string(snapshot_->table_.view(text)))) return;
  put(snapshot_->texts_[static_cast<size_t>(field)], open_.back(), text, kNoText);
}

void SnapshotBuilder::states(States states) {
  if (open_.empty()) return;
  Snapshot& s = *snapshot_;
  const NodeIndex node = open_.back();
  s.states_on_[node] = states.on;
  s.states_applicable_[node] = states.applicable;
  if (!states.has(State::kProtected) || protected_ != kNoNode) return;
  protected_ = node;
  auto& values = s.texts_[static_cast<size_t>(TextField::kValue)];
  const TextId value = node < values.size() ? std::exchange(values[node], kNoText) : kNoText;
  forget_value(s.table_.view(value));
}

void SnapshotBuilder::bounds(Rect bounds) {
  if (open_.empty() || bounds.width < 0 || bounds.height < 0) return;
  put(snapshot_->bounds_, open_.back(), within_reach(bounds), kUnknownBounds);
}

void SnapshotBuilder::attribute(std::string_view key, std::string_view value) {
  if (open_.empty()) return;
  if (repeats_secret(value) || (protected_ != kNoNode && carries_value(key))) return;
  Snapshot& s = *snapshot_;
  start(s.attribute_starts_, open_.back(), s.attributes_.size());
  const TextId key_id = intern(key);
  s.attributes_.push_back({key_id, intern(value)});
}

void SnapshotBuilder::action(std::string_view name) {
  if (open_.empty()) return;
  Snapshot& s = *snapshot_;
  start(s.action_starts_, open_.back(), s.actions_.size());
  s.actions_.push_back(intern(name));
}

void SnapshotBuilder::identity(std::string_view bytes, ElementHold hold) {
  if (open_.empty()) return;
  Snapshot& s = *snapshot_;
  start(s.identity_starts_, open_.back(), s.identities_.size());
  s.identities_.resize(s.identity_starts_[open_.back()]);
  s.identities_.append(bytes);
  if (hold) put(s.holds_, open_.back(), std::move(hold), ElementHold());
}

// Platforms have been seen to give an element twice (a cell below its row and below its column), and some without a name.
void SnapshotBuilder::mend_identities() {
  Snapshot& s = *snapshot_;
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
  s.identities_ = std::move(identities);
  s.identity_starts_ = std::move(starts);
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
  auto& hosts = snapshot_->hosts_;
  if (!hosts.empty() && hosts.back().node == host.node) hosts.pop_back();
  hosts.push_back(std::move(host));
}

void SnapshotBuilder::cut(NodeIndex node, CutReason reason, std::string_view detail) {
  if (node >= size()) return;
  snapshot_->cuts_.push_back({node, reason, detail.empty() ? kNoText : intern(detail)});
}

SnapshotPtr SnapshotBuilder::finish(std::string app_key, std::shared_ptr<RefBook> refs, double captured_at,
                                    double duration) {
  if (size() == 0) open(Role::kGeneric);
  while (!open_.empty()) close();
  Snapshot& s = *snapshot_;
  const size_t size = s.parents_.size();
  s.parents_.shrink_to_fit();
  s.ends_.shrink_to_fit();
  s.roles_.shrink_to_fit();
  s.states_on_.shrink_to_fit();
  s.states_applicable_.shrink_to_fit();
  pad(s.bounds_, size, kUnknownBounds);
  for (auto& column : s.texts_) pad(column, size, kNoText);
  pad(s.attribute_starts_, size + 1, static_cast<uint32_t>(s.attributes_.size()));
  pad(s.action_starts_, size + 1, static_cast<uint32_t>(s.actions_.size()));
  pad(s.identity_starts_, size + 1, static_cast<uint32_t>(s.identities_.size()));
  pad(s.holds_, size, ElementHold());
  if (refs) mend_identities();
  s.attributes_.shrink_to_fit();
  s.actions_.shrink_to_fit();
  s.identities_.shrink_to_fit();
  std::stable_sort(s.cuts_.begin(), s.cuts_.end(), [](const Cut& a, const Cut& b) { return a.node < b.node; });
  s.cuts_.erase(
      std::unique(s.cuts_.begin(), s.cuts_.end(), [](const Cut& a, const Cut& b) { return a.node == b.node; }),
      s.cuts_.end());
  s.table_.freeze();
  s.app_key_ = std::move(app_key);
  s.refs_ = std::move(refs);
  s.captured_at_ = captured_at;
  s.duration_ = duration;
  return std::exchange(snapshot_, nullptr);
}

}  // namespace surehand

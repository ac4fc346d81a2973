#include "binding/snapshot.h"

#include <utility>

#include "binding/convert.h"
#include "binding/env_state.h"
#include "binding/error.h"
#include "binding/query.h"
#include "core/query/explain.h"
#include "core/query/unique_selector.h"
#include "core/tree/modals.h"
#include "core/tree/outline.h"
#include "core/tree/snapshot_json.h"
#include "core/tree/viewport.h"

namespace surehand::binding {
namespace {

Napi::Value index_or_minus_one(Napi::Env env, NodeIndex node) {
  return Napi::Number::New(env, node == kNoNode ? -1.0 : node);
}

Napi::Object cut_to_js(Napi::Env env, const Snapshot& snapshot, const Cut& cut) {
  auto object = Napi::Object::New(env);
  object.Set("reason", to_js(env, to_string(cut.reason)));
  if (cut.detail != kNoText) object.Set("detail", to_js(env, snapshot.table().view(cut.detail)));
  return object;
}

Napi::Object node_to_js(Napi::Env env, const Snapshot& snapshot, NodeIndex node) {
  auto object = Napi::Object::New(env);
  object.Set("role", to_js(env, to_string(snapshot.role(node))));
  for (size_t field = 0; field < kTextFields; ++field) {
    const TextId text = snapshot.text_id(static_cast<TextField>(field), node);
    if (text != kNoText) object.Set(std::string(kTextFieldNames[field]), to_js(env, snapshot.table().view(text)));
  }
  if (const auto bounds = snapshot.bounds(node)) object.Set("bounds", to_js(env, *bounds));
  object.Set("states", to_js(env, to_strings(snapshot.states(node))));
  const auto [attribute, attributes_end] = snapshot.attributes(node);
  if (attribute != attributes_end) {
    auto attributes = Napi::Object::New(env);
    for (auto at = attribute; at != attributes_end; ++at) {
      attributes.Set(to_js(env, snapshot.table().view(at->key)), to_js(env, snapshot.table().view(at->value)));
    }
    object.Set("attributes", attributes);
  }
  const auto [action, actions_end] = snapshot.actions(node);
  if (action != actions_end) {
    std::vector<std::string_view> names;
    for (auto at = action; at != actions_end; ++at) names.push_back(snapshot.table().view(*at));
    object.Set("actions", to_js(env, names));
  }
  if (const auto* host = snapshot.host(node)) {
    if (host->process != kNoText) object.Set("process", to_js(env, snapshot.table().view(host->process)));
    if (host->pid != 0) object.Set("pid", static_cast<double>(host->pid));
  }
  if (const auto* cut = snapshot.cut(node)) object.Set("cut", cut_to_js(env, snapshot, *cut));
  return object;
}

}  // namespace

SnapshotHandle::SnapshotHandle(const Napi::CallbackInfo& info) : Handle(info) {
  if (!value_) return;
  reported_bytes_ = static_cast<int64_t>(value_->bytes_of_nodes() + value_->bytes_of_text());
  Napi::MemoryManagement::AdjustExternalMemory(info.Env(), reported_bytes_);
}

void SnapshotHandle::Finalize(Napi::BasicEnv env) {
  Napi::MemoryManagement::AdjustExternalMemory(env, -reported_bytes_);
}

Napi::Value SnapshotHandle::of(Napi::Env env, SnapshotPtr snapshot) {
  return make(env, EnvState::of(env).snapshot, std::move(snapshot));
}

Napi::Function SnapshotHandle::define(Napi::Env env) {
  return DefineClass(env, "NativeSnapshot",
                     {InstanceAccessor<&SnapshotHandle::size>("size"),
                      InstanceAccessor<&SnapshotHandle::complete>("complete"),
                      InstanceAccessor<&SnapshotHandle::app_key>("appKey"),
                      InstanceAccessor<&SnapshotHandle::captured_at>("capturedAt"),
                      InstanceAccessor<&SnapshotHandle::duration>("duration"),
                      InstanceAccessor<&SnapshotHandle::mirrored>("mirrored"),
                      InstanceAccessor<&SnapshotHandle::kept>("kept"),
                      InstanceAccessor<&SnapshotHandle::bytes_of_nodes>("bytesOfNodes"),
                      InstanceAccessor<&SnapshotHandle::bytes_of_text>("bytesOfText"),
                      InstanceMethod<&SnapshotHandle::cuts>("cuts"),
                      InstanceMethod<&SnapshotHandle::node>("node"),
                      InstanceMethod<&SnapshotHandle::role>("role"),
                      InstanceMethod<&SnapshotHandle::name>("name"),
                      InstanceMethod<&SnapshotHandle::parent>("parent"),
                      InstanceMethod<&SnapshotHandle::subtree_end>("subtreeEnd"),
                      InstanceMethod<&SnapshotHandle::children>("children"),
                      InstanceMethod<&SnapshotHandle::owner>("owner"),
                      InstanceMethod<&SnapshotHandle::ref>("ref"),
                      InstanceMethod<&SnapshotHandle::by_ref>("byRef"),
                      InstanceMethod<&SnapshotHandle::element>("element"),
                      InstanceMethod<&SnapshotHandle::find_identity>("findIdentity"),
                      InstanceMethod<&SnapshotHandle::visible_part>("visiblePart"),
                      InstanceMethod<&SnapshotHandle::shows>("shows"),
                      InstanceMethod<&SnapshotHandle::hidden>("hidden"),
                      InstanceMethod<&SnapshotHandle::scrolls>("scrolls"),
                      InstanceMethod<&SnapshotHandle::window_of>("windowOf"),
                      InstanceMethod<&SnapshotHandle::modal_over>("modalOver"),
                      InstanceMethod<&SnapshotHandle::match>("match"),
                      InstanceMethod<&SnapshotHandle::match_async>("matchAsync"),
                      InstanceMethod<&SnapshotHandle::explain>("explain"),
                      InstanceMethod<&SnapshotHandle::unique_selector>("uniqueSelector"),
                      InstanceMethod<&SnapshotHandle::to_json_text>("toJSONText"),
                      InstanceMethod<&SnapshotHandle::outline_text>("toText")});
}

bool SnapshotHandle::holds(Napi::Env env, NodeIndex node) const {
  if (node < value_->size()) return true;
  throw_error(env, invalid_argument("there is no such node in a tree of " + std::to_string(value_->size()) + " nodes"));
  return false;
}

NodeIndex SnapshotHandle::index(Napi::Value value) const {
  const NodeIndex node = to_index(value, kNoNode);
  return holds(value.Env(), node) ? node : kNoNode;
}

Napi::Value SnapshotHandle::owner(const Napi::CallbackInfo& info) {
  const auto env = info.Env();
  const NodeIndex node = index(info[0]);
  const Host* host = node == kNoNode ? nullptr : value_->host(node);
  if (host == nullptr) return env.Undefined();
  const auto text = [&](TextId id) {
    return to_js(env, id == kNoText ? std::string_view() : value_->table().view(id));
  };
  auto owner = Napi::Object::New(env);
  owner.Set("name", text(host->name));
  owner.Set("id", text(host->id));
  owner.Set("executable", text(host->process));
  owner.Set("pid", static_cast<double>(host->pid));
  return owner;
}

Napi::Value SnapshotHandle::size(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), value_->size());
}

Napi::Value SnapshotHandle::complete(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), value_->complete());
}

Napi::Value SnapshotHandle::app_key(const Napi::CallbackInfo& info) { return to_js(info.Env(), value_->app_key()); }

Napi::Value SnapshotHandle::captured_at(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), value_->captured_at());
}

Napi::Value SnapshotHandle::duration(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), value_->duration());
}

Napi::Value SnapshotHandle::mirrored(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), value_->keeping() == Keeping::kMirrored);
}

Napi::Value SnapshotHandle::kept(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), value_->keeping() != Keeping::kNot);
}

Napi::Value SnapshotHandle::bytes_of_nodes(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(value_->bytes_of_nodes()));
}

Napi::Value SnapshotHandle::bytes_of_text(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(value_->bytes_of_text()));
}

Napi::Value SnapshotHandle::cuts(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto& cuts = value_->cuts();
  auto array = Napi::Array::New(env, cuts.size());
  for (size_t i = 0; i < cuts.size(); ++i) {
    auto cut = cut_to_js(env, *value_, cuts[i]);
    cut.Set("node", cuts[i].node);
    array.Set(static_cast<uint32_t>(i), cut);
  }
  return array;
}

Napi::Value SnapshotHandle::node(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  return node_to_js(info.Env(), *value_, node);
}

Napi::Value SnapshotHandle::role(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  return to_js(info.Env(), to_string(value_->role(node)));
}

Napi::Value SnapshotHandle::name(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  const TextId text = value_->text_id(TextField::kName, node);
  if (text == kNoText) return info.Env().Undefined();
  return to_js(info.Env(), value_->table().view(text));
}

Napi::Value SnapshotHandle::parent(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  return index_or_minus_one(info.Env(), value_->parent(node));
}

Napi::Value SnapshotHandle::subtree_end(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  return Napi::Number::New(info.Env(), value_->subtree_end(node));
}

Napi::Value SnapshotHandle::children(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  std::vector<NodeIndex> children;
  for (NodeIndex child = node + 1; child < value_->subtree_end(node); child = value_->subtree_end(child)) {
    children.push_back(child);
  }
  return to_js(info.Env(), children);
}

Napi::Value SnapshotHandle::ref(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  return to_js(info.Env(), value_->ref(node));
}

Napi::Value SnapshotHandle::by_ref(const Napi::CallbackInfo& info) {
  return index_or_minus_one(info.Env(), value_->by_ref(to_text(info[0])));
}

Napi::Value SnapshotHandle::element(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  const auto identity = value_->identity(node);
  if (identity.empty()) return info.Env().Undefined();
  return to_js(info.Env(), Element{value_->app_key(), std::string(identity)});
}

Napi::Value SnapshotHandle::find_identity(const Napi::CallbackInfo& info) {
  return index_or_minus_one(info.Env(), value_->find_identity(to_bytes(info[0])));
}

Napi::Value SnapshotHandle::visible_part(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  const auto part = surehand::visible_part(*value_, node);
  if (!part) return info.Env().Undefined();
  return to_js(info.Env(), *part);
}

Napi::Value SnapshotHandle::shows(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  const InViewport shows = surehand::shows(*value_, node);
  if (shows == InViewport::kUnknown) return info.Env().Undefined();
  return Napi::Boolean::New(info.Env(), shows == InViewport::kTrue);
}

Napi::Value SnapshotHandle::hidden(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  return node == kNoNode ? Napi::Value() : Napi::Boolean::New(info.Env(), surehand::hidden(*value_, node));
}

Napi::Value SnapshotHandle::scrolls(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  return node == kNoNode ? Napi::Value() : Napi::Boolean::New(info.Env(), surehand::scrolls(value_->role(node)));
}

Napi::Value SnapshotHandle::window_of(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  return node == kNoNode ? Napi::Value() : index_or_minus_one(info.Env(), value_->window_of(node));
}

Napi::Value SnapshotHandle::modal_over(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  return node == kNoNode ? Napi::Value() : index_or_minus_one(info.Env(), Modals(*value_).over(node));
}

Napi::Value SnapshotHandle::match(const Napi::CallbackInfo& info) {
  const auto query = QueryHandle::query_of(info[0]);
  const auto options = to_match_options(info[1]);
  if (!query || !holds(info.Env(), options.scope)) return {};
  const auto nodes = surehand::match(*query, *value_, options, {});
  if (nodes) return to_js(info.Env(), *nodes);
  throw_error(info.Env(), nodes.error());
  return {};
}

Napi::Value SnapshotHandle::match_async(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto query = QueryHandle::query_of(info[0]);
  const auto options = to_match_options(info[1]);
  if (!query || !holds(env, options.scope)) return {};
  auto& state = EnvState::of(env);
  return state.promise<std::vector<NodeIndex>>(
      env, *state.lanes(), {state.matching_lane(), "the elements that match", to_limits(info[2])},
      [query, options, snapshot = value_](const Limits& limits) {
        return surehand::match(*query, *snapshot, options, limits);
      },
      [](Napi::Env env, std::vector<NodeIndex>& nodes) { return to_js(env, nodes); });
}

Napi::Value SnapshotHandle::explain(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto query = QueryHandle::query_of(info[0]);
  const auto options = to_match_options(info[1]);
  if (!query || !holds(env, options.scope)) return {};
  uint32_t near_misses = 5;
  if (info[1].IsObject()) near_misses = to_index(info[1].As<Napi::Object>().Get("maxNearMisses"), near_misses);
  const auto explanation = surehand::explain(*query, *value_, options, near_misses, {});
  if (explanation) return to_js(env, *explanation);
  throw_error(env, explanation.error());
  return {};
}

Napi::Value SnapshotHandle::unique_selector(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  return to_js(info.Env(), surehand::unique_selector(*value_, node));
}

Napi::Value SnapshotHandle::to_json_text(const Napi::CallbackInfo& info) {
  const NodeIndex node = index(info[0]);
  if (node == kNoNode) return {};
  JsonOptions options;
  if (info[1].IsObject()) options.refs = info[1].As<Napi::Object>().Get("refs").ToBoolean();
  std::string text;
  append_json(text, *value_, node, options);
  return to_js(info.Env(), text);
}

Napi::Value SnapshotHandle::outline_text(const Napi::CallbackInfo& info) {
  const auto options = to_outline_options(info[0]);
  if (!holds(info.Env(), options.root)) return {};
  return to_js(info.Env(), outline(*value_, options));
}

Napi::Value parse_snapshot(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto& state = EnvState::of(env);
  return state.promise<SnapshotPtr>(
      env, *state.lanes(), {state.matching_lane(), "the reading of a tree", to_limits(info[1])},
      [text = to_text(info[0])](const Limits&) { return surehand::snapshot_from_text(text); },
      [](Napi::Env env, SnapshotPtr& snapshot) { return SnapshotHandle::of(env, std::move(snapshot)); });
}

}  // namespace surehand::binding

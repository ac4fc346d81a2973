#include "binding/diff.h"

#include "binding/convert.h"
#include "binding/env_state.h"
#include "binding/error.h"
#include "binding/snapshot.h"
#include "core/diff/diff_json.h"
#include "core/diff/importance.h"

namespace surehand::binding {
namespace {

// One typed array, because ten thousand objects would hold up the event loop: rows of `width` numbers.
template <class Row, class Write>
Napi::Value table(Napi::Env env, const std::vector<Row>& rows, size_t width, const Write& write) {
  auto array = Napi::Uint32Array::New(env, rows.size() * width);
  uint32_t* at = array.Data();
  for (const Row& row : rows) at = write(at, row);
  return array;
}

// As InViewport counts: unknown, false, true.
uint32_t shows(const std::vector<InViewport>& viewport, NodeIndex node) {
  return static_cast<uint32_t>(viewport[node]);
}

Napi::Value nodes(Napi::Env env, const std::vector<NodeIndex>& nodes, const Snapshot& tree,
                  const std::vector<InViewport>& viewport) {
  const std::vector<Importance> importance = importances(nodes, tree);
  size_t row = 0;
  return table(env, nodes, 3, [&](uint32_t* at, NodeIndex node) {
    *at++ = node;
    *at++ = shows(viewport, node);
    *at++ = static_cast<uint32_t>(importance[row++]);
    return at;
  });
}

DiffOptions to_diff_options(Napi::Value value) {
  DiffOptions options;
  const auto suppress = value.IsObject() ? value.As<Napi::Object>().Get("suppress") : Napi::Value();
  if (suppress.IsEmpty() || !suppress.IsObject()) return options;
  for (size_t i = 0; i < kNoiseRules; ++i) {
    const std::string rule(to_string(static_cast<NoiseRule>(i)));
    const auto wanted = suppress.As<Napi::Object>().Get(rule);
    if (wanted.IsBoolean()) options.suppress[i] = wanted.As<Napi::Boolean>();
  }
  return options;
}

}  // namespace

Napi::Function DiffHandle::define(Napi::Env env) {
  return DefineClass(
      env, "NativeDiff",
      {InstanceAccessor<&DiffHandle::summary>("summary"), InstanceAccessor<&DiffHandle::uncertain>("uncertain"),
       InstanceMethod<&DiffHandle::suppressed>("suppressed"), InstanceMethod<&DiffHandle::added>("added"),
       InstanceMethod<&DiffHandle::removed>("removed"), InstanceMethod<&DiffHandle::modified>("modified"),
       InstanceMethod<&DiffHandle::moved>("moved"), InstanceMethod<&DiffHandle::changes>("changes")});
}

Napi::Value DiffHandle::summary(const Napi::CallbackInfo& info) { return to_js(info.Env(), value_->diff.summary()); }

Napi::Value DiffHandle::uncertain(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), value_->diff.uncertain);
}

Napi::Value DiffHandle::suppressed(const Napi::CallbackInfo& info) {
  auto counts = Napi::Object::New(info.Env());
  for (size_t i = 0; i < kNoiseRules; ++i)
    counts.Set(std::string(to_string(static_cast<NoiseRule>(i))), value_->diff.suppressed[i]);
  return counts;
}

Napi::Value DiffHandle::added(const Napi::CallbackInfo& info) {
  return nodes(info.Env(), value_->diff.added, *value_->after, value_->diff.viewport_after);
}

Napi::Value DiffHandle::removed(const Napi::CallbackInfo& info) {
  return nodes(info.Env(), value_->diff.removed, *value_->before, value_->diff.viewport_before);
}

Napi::Value DiffHandle::modified(const Napi::CallbackInfo& info) {
  return table(info.Env(), value_->diff.modified, 4, [&](uint32_t* at, const Modified& modified) {
    *at++ = modified.after;
    *at++ = shows(value_->diff.viewport_after, modified.after);
    *at++ = static_cast<uint32_t>(importance(modified, *value_->after));
    *at++ = modified.before;
    return at;
  });
}

Napi::Value DiffHandle::moved(const Napi::CallbackInfo& info) {
  return table(info.Env(), value_->diff.moved, 5, [&](uint32_t* at, const Moved& moved) {
    *at++ = moved.after;
    *at++ = shows(value_->diff.viewport_after, moved.after);
    *at++ = static_cast<uint32_t>(Importance::kOther);
    *at++ = moved.before;
    *at++ = moved.reordered ? 1 : 0;
    return at;
  });
}

Napi::Value DiffHandle::changes(const Napi::CallbackInfo& info) {
  const uint32_t index = to_index(info[0], UINT32_MAX);
  if (index < value_->diff.modified.size()) {
    return to_js(info.Env(), changes_to_json(value_->diff.modified[index], *value_->before, *value_->after));
  }
  throw_error(info.Env(), invalid_argument("there is no such entry in this diff"));
  return {};
}

Napi::Value diff_snapshots(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto* before = SnapshotHandle::unwrap(info[0]);
  const auto* after = SnapshotHandle::unwrap(info[1]);
  if (!before || !after) {
    throw_error(env, invalid_argument("diff() compares two snapshots"));
    return {};
  }
  auto& state = EnvState::of(env);
  using Answer = std::shared_ptr<const Compared>;
  return state.promise<Answer>(
      env, *state.lanes(), {state.matching_lane(), "the difference of two snapshots", to_limits(info[3])},
      [before = before->value(), after = after->value(),
       options = to_diff_options(info[2])](const Limits&) -> Result<Answer> {
        return std::make_shared<const Compared>(Compared{diff(*before, *after, options), before, after});
      },
      [](Napi::Env env, Answer& compared) {
        return DiffHandle::make(env, EnvState::of(env).diff, std::move(compared));
      });
}

}  // namespace surehand::binding

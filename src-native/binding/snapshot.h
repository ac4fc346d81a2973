#pragma once

#include "binding/handle.h"
#include "core/tree/snapshot.h"

namespace surehand::binding {

// NativeSnapshot. Reports the memory of its tree, so that the collector knows what it keeps alive.
class SnapshotHandle final : public Handle<SnapshotHandle, SnapshotPtr> {
 public:
  static constexpr napi_type_tag kTag = {0xd7305f1c9e6b4a24, 0xa40c8e7b15d29f04};
  static Napi::Function define(Napi::Env env);
  static Napi::Value of(Napi::Env env, SnapshotPtr snapshot);
  explicit SnapshotHandle(const Napi::CallbackInfo& info);
  void Finalize(Napi::BasicEnv env) override;

 private:
  Napi::Value size(const Napi::CallbackInfo& info);
  Napi::Value complete(const Napi::CallbackInfo& info);
  Napi::Value app_key(const Napi::CallbackInfo& info);
  Napi::Value captured_at(const Napi::CallbackInfo& info);
  Napi::Value duration(const Napi::CallbackInfo& info);
  Napi::Value mirrored(const Napi::CallbackInfo& info);
  Napi::Value kept(const Napi::CallbackInfo& info);
  Napi::Value bytes_of_nodes(const Napi::CallbackInfo& info);
  Napi::Value bytes_of_text(const Napi::CallbackInfo& info);
  Napi::Value cuts(const Napi::CallbackInfo& info);
  Napi::Value node(const Napi::CallbackInfo& info);
  Napi::Value role(const Napi::CallbackInfo& info);
  Napi::Value name(const Napi::CallbackInfo& info);
  Napi::Value parent(const Napi::CallbackInfo& info);
  Napi::Value subtree_end(const Napi::CallbackInfo& info);
  Napi::Value children(const Napi::CallbackInfo& info);
  Napi::Value owner(const Napi::CallbackInfo& info);
  Napi::Value ref(const Napi::CallbackInfo& info);
  Napi::Value by_ref(const Napi::CallbackInfo& info);
  Napi::Value element(const Napi::CallbackInfo& info);
  Napi::Value find_identity(const Napi::CallbackInfo& info);
  Napi::Value visible_part(const Napi::CallbackInfo& info);
  Napi::Value shows(const Napi::CallbackInfo& info);
  Napi::Value hidden(const Napi::CallbackInfo& info);
  Napi::Value scrolls(const Napi::CallbackInfo& info);
  Napi::Value window_of(const Napi::CallbackInfo& info);
  Napi::Value modal_over(const Napi::CallbackInfo& info);
  Napi::Value match(const Napi::CallbackInfo& info);
  Napi::Value match_async(const Napi::CallbackInfo& info);
  Napi::Value explain(const Napi::CallbackInfo& info);
  Napi::Value unique_selector(const Napi::CallbackInfo& info);
  Napi::Value to_json_text(const Napi::CallbackInfo& info);
  Napi::Value outline_text(const Napi::CallbackInfo& info);

  // False, with an exception pending, when the tree has no such node.
  bool holds(Napi::Env env, NodeIndex node) const;
  // The node that an argument names, or kNoNode with an exception pending.
  NodeIndex index(Napi::Value value) const;

  int64_t reported_bytes_ = 0;
};

Napi::Value parse_snapshot(const Napi::CallbackInfo& info);

}  // namespace surehand::binding

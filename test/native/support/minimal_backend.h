#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/query/query.h"
#include "core/seam/backend.h"
#include "core/tree/element_table.h"

namespace surehand::minimal {

// The platform that it is for, like AX: handles that are equal when they are for the same element, each copy another object,
// and no names to find an element by. What is shown is asked of the handle.
struct Widget {
  Role role = Role::kGeneric;
  std::string name;
  std::vector<std::shared_ptr<Widget>> children;
  std::function<void()> press;
  bool modal = false;
};

class Handle {
 public:
  explicit Handle(std::shared_ptr<Widget> widget) : widget_(std::move(widget)) {}
  Widget* operator->() const { return widget_.get(); }
  std::vector<Handle> children() const { return {widget_->children.begin(), widget_->children.end()}; }
  friend bool operator==(const Handle& a, const Handle& b) { return a.widget_ == b.widget_; }  // CFEqual
  struct Hash {                                                                                // CFHash
    size_t operator()(const Handle& handle) const { return std::hash<Widget*>{}(handle.widget_.get()); }
  };

 private:
  std::shared_ptr<Widget> widget_;
};

// What a platform has to write, as short as it goes: one application on a screen without pixels. What it has no way to do says
// UNSUPPORTED; what the class Backend does by itself (find_among, fingerprint, no events) is left to it.
class MinimalBackend final : public Backend {
 public:
  explicit MinimalBackend(std::shared_ptr<Widget> application) : root_(std::move(application)) {}

  std::string_view name() const override { return "minimal"; }

  Result<std::vector<Application>> applications(const Limits&) override {
    Application application;
    application.key = kKey;
    application.name = application.executable = root_->name;
    application.pid = 1;
    return std::vector<Application>{application};
  }

  Result<std::vector<Window>> windows(const std::string& app_key, const Limits& limits) override {
    if (auto error = refused(app_key, limits)) return *error;
    std::vector<Window> windows;
    for (const Handle& handle : root_.children()) {
      auto [identity, hold] = elements_.intern(kKey, handle);
      refs()->number_of(kKey, identity, hold);
      Window window;
      window.element = {kKey, identity};
      window.title = handle->name;
      window.role = handle->role;
      window.modality = handle->modal ? Modality::kApplication : Modality::kNone;
      windows.push_back(std::move(window));
    }
    return windows;
  }

  Result<SnapshotPtr> snapshot(const Target& target, const SnapshotOptions& options, const Limits& limits) override {
    if (auto error = refused(target.app_key, limits)) return *error;
    elements_.forget(kKey);
    const auto start = target.identity ? elements_.find(kKey, *target.identity) : std::optional<Handle>(root_);
    if (!start) return stale();
    SnapshotBuilder builder;
    write(builder, *start, 0, options);
    return builder.finish(kKey, refs());
  }

  Result<Matches> find(const Target& target, const Query& query, const FindOptions& options,
                       const Limits& limits) override {
    return find_in_snapshot(target, query, options.limit, limits);
  }

  Result<Dispatch> invoke(const Element& element, const Action& action, Sending& sending,
                          const Limits& limits) override {
    if (auto error = refused(element.app_key, limits)) return *error;
    const auto handle = elements_.find(kKey, element.identity);
    if (!handle) return stale();
    if (action.kind != ActionKind::kPress || !(*handle)->press) return unsupported("this action of this element");
    sending.begin(Route::kAction, "press");
    (*handle)->press();
    return Dispatch{Route::kAction, "press", false};
  }

  Result<Dispatch> input(const std::vector<InputStep>&, const InputTarget&, const Limits&) override {
    return unsupported("input");
  }
  Result<Launched> launch(const LaunchOptions&, const Limits&) override { return unsupported("launching"); }
  Status activate(const Element&, const Limits&) override { return unsupported("activating"); }
  Status close(const Element&, const Limits&) override { return unsupported("closing"); }

  Status quit(const std::string& app_key, bool, const Limits& limits) override {
    if (auto error = refused(app_key, limits)) return *error;
    ended_ = true;
    elements_.end(kKey);
    refs()->forget(kKey);
    return Done{};
  }

  size_t elements_kept() const { return elements_.size(); }

 private:
  static constexpr const char* kKey = "minimal 1 since boot";

  std::optional<Error> refused(const std::string& app_key, const Limits& limits) const {
    if (app_key != kKey) return Error{ErrorCode::kAppNotFound, "this desktop has no application with that key", {}};
    if (ended_) return Error{ErrorCode::kAppExited, "the application has ended", {}};
    return limits.exceeded("an answer");
  }
  static Error stale() { return {ErrorCode::kStale, "the element is gone; look for it again", {}}; }
  static Error unsupported(const std::string& what) {
    return {ErrorCode::kUnsupported, "the minimal desktop does not offer " + what, {}};
  }

  void write(SnapshotBuilder& builder, const Handle& handle, uint32_t depth, const SnapshotOptions& options) {
    const NodeIndex node = builder.open(handle->role);
    auto [identity, hold] = elements_.intern(kKey, handle);
    builder.identity(identity, std::move(hold));
    States states;
    for (const State state : {State::kEnabled, State::kVisible}) states.set(state);
    if (handle->modal) states.set(State::kModal);
    builder.states(states);
    builder.text(TextField::kName, handle->name);
    if (handle->press && options.actions) builder.action("press");
    const auto children = handle.children();
    if (depth >= options.max_depth && !children.empty()) builder.cut(node, CutReason::kBudget);
    for (const Handle& child : children) {
      if (depth < options.max_depth) write(builder, child, depth + 1, options);
    }
    builder.close();
  }

  Handle root_;
  ElementTable<Handle, Handle::Hash> elements_;
  bool ended_ = false;
};

}  // namespace surehand::minimal

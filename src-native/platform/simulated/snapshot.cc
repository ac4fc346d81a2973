#include <algorithm>
#include <chrono>
#include <functional>

#include "platform/simulated/backend.h"
#include "platform/simulated/world/behaviour.h"

namespace surehand::simulated {
namespace {

// One capture: writes elements as their world says they are at this moment.
class Capture {
 public:
  Capture(World& world, const SnapshotOptions& options)
      : world_(world), options_(options), active_(world.active_window()), focused_(world.focused()) {}

  SnapshotBuilder& builder() { return builder_; }

  void write_app(const App& app) {
    const NodeIndex at = builder_.open(Role::kApplication);
    builder_.identity(World::identity(0));
    builder_.text(TextField::kName, app.name);
    builder_.text(TextField::kPlatformRole, "application");
    States states;
    states.set(State::kEnabled);
    states.set(State::kVisible);
    builder_.states(states);
    write_host(app);
    if (app.has_tree) {
      write_all(at, app.windows, 1, [&](const Node& window) { return world_.modality_of(window) != Modality::kOwner; });
    } else {
      cut_unpublished(at);
    }
    builder_.close();
  }

  void write_element(const Node& node) {
    write(node, 0, [&] { write_host(owner_of(node)); });
  }

 private:
  void cut_unpublished(NodeIndex node) {
    builder_.cut(node, CutReason::kUnpublished, "the application publishes no accessibility tree");
  }

  void write_host(const App& app) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
      const bool known = std::find(names.begin(), names.end(), name) != names.end();
      if (!name.empty() && !known) names.push_back(name);
    };
    add(app.executable);
    add(app.id);
    for (const auto& name : app.other_names) add(name);
    add(app.name);
    builder_.host(app.executable, app.pid, names, app.name, app.id);
  }

  // Of what is below another application's element, that one, unless it says otherwise.
  const App& owner_of(const Node& node) const {
    for (const Node* at = &node; at != nullptr; at = at->parent) {
      for (const auto& app : world_.apps) {
        if (!at->owned_by.empty() && app->name == at->owned_by) return *app;
      }
    }
    return *node.app;
  }

  template <class Extra>
  void write(const Node& node, uint32_t depth, Extra extra) {
    const NodeIndex at = builder_.open(node.role);
    builder_.identity(World::identity(node.serial));
    builder_.states(states_of(node));
    for (size_t field = 0; field < kTextFields; ++field) {
      if (field == static_cast<size_t>(TextField::kValue) && !options_.text) continue;
      const auto named = static_cast<TextField>(field);
      if (const auto& text = node.text(named)) builder_.text(named, *text);
    }
    if (options_.bounds) {
      if (const auto bounds = world_.bounds(node)) builder_.bounds(*bounds);
    }
    if (options_.attributes) {
      for (const auto& [key, value] : node.attributes()) builder_.attribute(key, value);
    }
    if (options_.actions) write_actions(node);
    extra();
    if (node.cut) builder_.cut(at, node.cut->reason, node.cut_detail);
    if (!node.rows.empty()) builder_.cut(at, CutReason::kVirtual, "rows that exist only when they are scrolled to");
    if (node.app->has_tree) {
      write_all(at, node.children, depth + 1, {});
    } else {
      cut_unpublished(at);
    }
    if (!node.parent) {
      // A sheet is below the window that it keeps from being used.
      write_all(at, node.app->windows, depth + 1, [&](const Node& window) {
        return world_.modality_of(window) == Modality::kOwner && world_.owner_of(window) == &node;
      });
    }
    builder_.close();
  }

  // By a plain function type: write() and this one call each other.
  using Takes = std::function<bool(const Node&)>;
  void write_all(NodeIndex parent, const std::vector<std::unique_ptr<Node>>& nodes, uint32_t depth,
                 const Takes& takes) {
    for (const auto& node : nodes) {
      if (!node->present || (takes && !takes(*node))) continue;
      if (options_.only_visible && !world_.shows(*node)) {
        builder_.cut(parent, CutReason::kHidden);
      } else if (depth > options_.max_depth || (options_.max_nodes > 0 && builder_.size() >= options_.max_nodes)) {
        builder_.cut(parent, CutReason::kBudget);
      } else {
        write(*node, depth, [&] {
          if (!node->owned_by.empty()) write_host(owner_of(*node));
        });
      }
    }
  }

  void write_actions(const Node& node) {
    for (const auto& name : node.actions) builder_.action(name);
    if (node.actions.empty() && is_pressable(node)) builder_.action("press");
    if (node.has_on("showMenu")) builder_.action("showMenu");
    for (const auto& [event, script] : node.on.as_object()) {
      constexpr std::string_view kPrefix = "action:";
      if (event.compare(0, kPrefix.size(), kPrefix) == 0) builder_.action(event.substr(kPrefix.size()));
    }
  }

  States states_of(const Node& node) const {
    States states = node.states();
    if (node.is(State::kVisible) && !world_.shows(node)) states.set(State::kVisible, false);
    if (node.app->tells_offscreen && states.has(State::kVisible) && world_.is_scrolled_out(node)) {
      states.set(State::kOffscreen);
    }
    if (&node == focused_) states.set(State::kFocused);
    if (&node == active_) states.set(State::kActive);
    return states;
  }

  World& world_;
  const SnapshotOptions& options_;
  const Node* const active_;
  const Node* const focused_;
  SnapshotBuilder builder_;
};

double milliseconds(std::chrono::duration<double, std::milli> duration) { return duration.count(); }

}  // namespace

Result<SnapshotPtr> SimulatedBackend::snapshot(const Target& target, const SnapshotOptions& options,
                                               const Limits& limits) {
  const auto began = Clock::now();
  const double captured_at = milliseconds(std::chrono::system_clock::now().time_since_epoch());
  SUREHAND_TRY(access, session_.answering(target.app_key, limits));
  Capture capture(*session_.world, options);
  if (!target.identity || *target.identity == World::identity(0)) {
    capture.write_app(*access->app);
  } else {
    const auto node = session_.element(*access->app, *target.identity);
    if (!node) return node.error();
    capture.write_element(**node);
  }
  return capture.builder().finish(target.app_key, refs(), captured_at, milliseconds(Clock::now() - began));
}

}  // namespace surehand::simulated

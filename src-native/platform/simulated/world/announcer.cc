#include "platform/simulated/world/announcer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/run/thread.h"
#include "platform/simulated/world/roles.h"
#include "platform/simulated/world/world.h"

namespace surehand::simulated {
namespace {

constexpr std::array<std::string_view, kTextFields> kProperties = {
    "accessible-name", "accessible-value", "accessible-description", "accessible-id", "class",
    "placeholder",     "accessible-role",  "accessible-role",        "shortcut"};

bool is_there(const Node& node) {
  for (const Node* at = &node; at; at = at->parent) {
    if (!at->present) return false;
  }
  return true;
}

uint32_t differing(const States& before, const States& now) {
  uint32_t bits = (before.on ^ now.on) | (before.applicable ^ now.applicable);
  for (const StateWord& word : kStates) {
    if ((bits & word.mixed) != 0) bits |= bit(word.state);
  }
  return bits;
}

class Listening final : public Subscription {
 public:
  Listening(std::shared_ptr<std::atomic<bool>> ended, std::shared_ptr<Bell> bell)
      : ended_(std::move(ended)), bell_(std::move(bell)) {}
  ~Listening() override {
    *ended_ = true;
    bell_->ring();
  }

 private:
  const std::shared_ptr<std::atomic<bool>> ended_;
  const std::shared_ptr<Bell> bell_;
};

}  // namespace

void Bell::ring() {
  {
    const std::lock_guard lock(mutex_);
    rings_ = true;
  }
  rung_.notify_all();
}

void Bell::wait(std::optional<Clock::time_point> until) {
  std::unique_lock lock(mutex_);
  const auto rings = [this] { return rings_; };
  if (until) {
    rung_.wait_until(lock, *until, rings);
  } else {
    rung_.wait(lock, rings);
  }
  rings_ = false;
}

bool Announcer::is_heard() const {
  return std::any_of(listeners_.begin(), listeners_.end(), [](const auto& listener) { return !*listener.ended; });
}

void Announcer::announce(App& app, Event event) {
  const auto& forgets = app.forgets;
  const auto forgotten = [&](std::string_view what) {
    return std::find(forgets.begin(), forgets.end(), what) != forgets.end();
  };
  if (!is_heard() || forgotten(to_string(event.kind)) || forgotten(event.detail)) return;
  if (app.hangs_until > world_.now() && !app.exited) {
    app.unsaid.push_back(std::move(event));
  } else {
    tell(app, event);
  }
}

void Announcer::release(App& app) {
  if (app.hangs_until > world_.now() && !app.exited) return;
  for (const auto& event : std::exchange(app.unsaid, {})) tell(app, event);
}

void Announcer::tell(const App& app, const Event& event) const {
  for (const auto& listener : listeners_) {
    if (*listener.ended || listener.app_key != app.key || !listener.kinds.has(event.kind)) continue;
    if (!listener.identity || *listener.identity == event.source) listener.sink(event);
  }
}

void Announcer::wake() {
  if (is_heard()) bell_->ring();
}

Result<std::unique_ptr<Subscription>> Announcer::add(Listener listener) {
  if (!plays_) {
    if (thread_.joinable()) thread_.join();  // it is past the world's mutex
    SUREHAND_TRY(thread, start_thread([this] { play(); }));
    thread_ = thread.take();
    plays_ = true;
  }
  std::unique_ptr<Subscription> listening = std::make_unique<Listening>(listener.ended, bell_);
  listeners_.push_back(std::move(listener));
  return listening;
}

void Announcer::stop() {
  {
    const std::lock_guard lock(world_.mutex);
    for (const auto& listener : listeners_) *listener.ended = true;
  }
  bell_->ring();
  if (thread_.joinable()) thread_.join();
}

void Announcer::play() {
  for (;;) {
    std::optional<Clock::time_point> next;
    {
      const std::lock_guard lock(world_.mutex);
      const auto has_ended = [](const auto& listener) { return listener.ended->load(); };
      listeners_.erase(std::remove_if(listeners_.begin(), listeners_.end(), has_ended), listeners_.end());
      if (listeners_.empty()) {
        plays_ = false;
        return;
      }
      world_.advance();
      next = world_.next_event();
    }
    bell_->wait(next);
  }
}

bool Node::is_heard() const { return app && app->world->announcer.is_heard(); }

void Node::set(State state, bool on) {
  States now = states_;
  now.set(state, on);
  set(now);
}

void Node::set(const States& states) {
  const States before = std::exchange(states_, states);
  if (is_heard() && !(before == states)) app->world->announce_states(*this, before);
}

void Node::set(TextField field, std::optional<std::string> text) {
  auto& now = texts_[static_cast<size_t>(field)];
  if (now == text) return;
  now = std::move(text);
  if (!is_heard()) return;
  const std::string property = "PropertyChange:" + std::string(kProperties[static_cast<size_t>(field)]);
  if (field != TextField::kValue) {
    app->world->announce(*this, EventKind::kProperty, property);
  } else if (takes_number(role)) {
    app->world->announce(*this, EventKind::kValue, property);
  } else {
    app->world->announce(*this, EventKind::kText, "TextChanged");
  }
}

void Node::set(std::string_view attribute, std::string_view value) {
  const auto same = [attribute](const auto& known) { return known.first == attribute; };
  attributes_.erase(std::remove_if(attributes_.begin(), attributes_.end(), same), attributes_.end());
  attributes_.emplace_back(attribute, value);
  if (is_heard()) app->world->announce(*this, EventKind::kProperty, "AttributesChanged:" + std::string(attribute));
}

void Node::minimize(bool minimized) {
  if (std::exchange(minimized_, minimized) == minimized || !is_heard()) return;
  app->world->announce(*this, EventKind::kWindow, minimized ? "Window:minimize" : "Window:restore");
  app->world->announce_active();
}

void World::announce(const Node& source, EventKind kind, std::string detail, const Node* child) {
  if (!announcer.is_heard() || !is_there(source)) return;
  Event event;
  event.kind = kind;
  event.source = identity(source.serial);
  event.detail = std::move(detail);
  event.name = source.text(TextField::kName).value_or("");
  if (child) event.child = identity(child->serial);
  announcer.announce(*source.app, std::move(event));
}

void World::announce_states(const Node& node, const States& before) {
  const uint32_t bits = differing(before, node.states());
  for (const auto name : state_names()) {
    const State state = *state_from_name(name);
    if (!(bits & bit(state))) continue;
    announce(node, state == State::kFocused ? EventKind::kFocus : EventKind::kState,
             "StateChanged:" + std::string(name));
  }
  if (bits & bit(State::kSelected)) {
    const Node* container = node.parent;
    while (container && !is_container(container->role)) container = container->parent;
    if (container) announce(*container, EventKind::kSelection, "SelectionChanged");
  }
  if (!node.parent) announce_active();
}

void World::announce_child(const Node& node, std::string_view change) {
  if (!announcer.is_heard() || !is_there(node)) return;
  const bool added = change == "add";
  if (node.parent) {
    announce(*node.parent, EventKind::kStructure, "ChildrenChanged:" + std::string(change), added ? &node : nullptr);
    return;
  }
  Event event;
  event.kind = EventKind::kStructure;
  event.source = identity(0);
  event.detail = "ChildrenChanged:" + std::string(change);
  event.name = node.app->name;
  if (added) event.child = identity(node.serial);
  announcer.announce(*node.app, std::move(event));
  announce(node, EventKind::kWindow, added ? "Window:create" : "Window:destroy");
}

void World::announce_active() {
  if (!announcer.is_heard()) return;
  const Node* active = active_window();
  const uint64_t before = std::exchange(active_, active ? active->serial : 0);
  if (before == active_) return;
  if (const Node* last = by_serial(before)) announce(*last, EventKind::kWindow, "Window:deactivate");
  if (active) announce(*active, EventKind::kWindow, "Window:activate");
}

Result<std::unique_ptr<Subscription>> World::listen(Announcer::Listener listener) {
  const Node* active = active_window();
  active_ = active ? active->serial : 0;
  return announcer.add(std::move(listener));
}

}  // namespace surehand::simulated

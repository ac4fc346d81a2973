#include "platform/simulated/world/world.h"

#include <algorithm>
#include <utility>

#include "core/query/spelling.h"
#include "core/text/text.h"

namespace surehand::simulated {
namespace {

template <class Matches>
Node* find_in(Node& node, const Matches& matches) {
  if (matches(node)) return &node;
  for (const auto& child : node.children) {
    if (Node* found = find_in(*child, matches)) return found;
  }
  return nullptr;
}

template <class Matches>
Node* find_in(const App& app, const Matches& matches) {
  for (const auto& window : app.windows) {
    if (Node* found = find_in(*window, matches)) return found;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Node> Node::copy() const {
  auto copied = std::make_unique<Node>();
  copied->role = role;
  copied->texts_ = texts_;
  copied->states_ = states_;
  copied->given_bounds = given_bounds;
  copied->bounds_unknown = bounds_unknown;
  copied->attributes_ = attributes_;
  copied->actions = actions;
  copied->owned_by = owned_by;
  copied->on = on;
  copied->returns = returns;
  for (const auto& child : children) {
    if (child->present) copied->children.push_back(child->copy());
  }
  return copied;
}

void World::advance() {
  const auto present = Clock::now();
  while (!events_.empty() && events_.begin()->first <= present) {
    now_ = events_.begin()->first;
    auto happen = std::move(events_.begin()->second);
    events_.erase(events_.begin());
    happen();
  }
  now_ = present;
}

void World::later(Milliseconds delay, std::function<void()> event) {
  const auto added = events_.emplace(now_ + delay, std::move(event));
  if (added == events_.begin()) announcer.wake();
}

std::optional<Clock::time_point> World::next_event() const {
  if (events_.empty()) return std::nullopt;
  return events_.begin()->first;
}

App* World::app_by_key(std::string_view key) const {
  for (const auto& app : apps) {
    if (app->key == key) return app.get();
  }
  return nullptr;
}

App* World::app_by_name(std::string_view name) const {
  for (const auto& app : apps) {
    if (!app->exited && app->name == name) return app.get();
  }
  return nullptr;
}

namespace {

// Without a word it is reliable: it announces every change.
Pace pace_from(const json::Value& value) {
  Pace pace;
  pace.forgetful = value["forgetful"].as_bool();
  pace.forgets_removal = value["forgetsRemoval"].as_bool();
  if (const auto* cheap = value.find("cheapFingerprint")) pace.cheap_fingerprint = cheap->as_bool();
  pace.first_event = Milliseconds(value["firstEvent"].as_int(pace.first_event.count()));
  pace.quiet = Milliseconds(value["quiet"].as_int(pace.quiet.count()));
  return pace;
}

}  // namespace

Result<App*> World::start(const json::Value& application) {
  auto app = std::make_unique<App>();
  app->world = this;
  app->pid = application["pid"].as_int(next_pid_++);
  app->key = "simulated-" + std::to_string(app->pid);
  if (app_by_key(app->key)) app->key += "-" + std::to_string(next_serial_++);
  app->name = application["name"].as_string();
  app->id = application["id"].as_string();
  app->executable = application["executable"].as_string(app->name);
  app->toolkit = application["toolkit"].as_string("simulated");
  for (const auto& name : application["otherNames"].as_array()) app->other_names.emplace_back(name.as_string());
  app->has_tree = application["hasTree"].as_bool(true);
  app->tells_offscreen = application["tellsOffscreen"].as_bool();
  app->pace = pace_from(application["pace"]);
  app->keeps_running = application["keepsRunning"].as_bool();
  if (auto error = read_forgets(*app, application)) return *error;

  std::vector<std::unique_ptr<Node>> windows;
  const auto& trees = application["windows"].as_array();
  for (size_t i = 0; i < trees.size(); ++i) {
    SUREHAND_TRY(window, read_node(trees[i], "application \"" + app->name + "\" /windows/" + std::to_string(i)));
    windows.push_back(window.take());
  }
  App& started = *apps.emplace_back(std::move(app));
  for (auto& window : windows) insert(started, nullptr, std::move(window));

  const auto& faults = application["faults"];
  if (const auto* hanging = faults.find("hanging")) {
    const Milliseconds length((*hanging)["for"].as_int());
    later(Milliseconds((*hanging)["after"].as_int()), [this, &started, length] { hang(started, length); });
  }
  if (const auto* working = faults.find("working")) {
    const Milliseconds length((*working)["for"].as_int());
    later(Milliseconds((*working)["after"].as_int()), [this, &started, length] { work(started, length); });
  }
  if (const auto* ends = faults.find("exit")) later(Milliseconds(ends->as_int()), [this, &started] { exit(started); });
  advance();
  return &started;
}

Result<App*> World::launch(std::string_view command, std::string_view name) {
  std::vector<std::pair<std::string_view, const json::Value*>> displayed;
  std::vector<std::string_view> words;
  const std::string_view wanted = name.empty() ? command : name;
  for (const auto& [by, application] : launchable_) {
    if (by == command) return start(json::Value(application));
    const json::Array& others = application["otherNames"].as_array();
    const auto is_it = [&](const json::Value& one) { return normalise(one.as_string()) == normalise(wanted); };
    if (is_it(application["name"]) || std::any_of(others.begin(), others.end(), is_it)) {
      displayed.emplace_back(by, &application);
    }
    if (name.empty()) words.push_back(by);
    words.push_back(application["name"].as_string());
  }
  if (displayed.size() == 1) return start(json::Value(*displayed[0].second));
  json::Value details;
  if (!displayed.empty()) {
    json::Value candidates;
    std::string message =
        std::to_string(displayed.size()) + " programs are displayed as \"" + std::string(wanted) + "\":";
    for (const auto& [by, application] : displayed) {
      message += "\n  " + std::string(by);
      json::Value candidate;
      candidates.push(candidate.set("id", by).set("name", (*application)["name"].as_string()));
    }
    details.set("candidates", std::move(candidates));
    return Error{ErrorCode::kAmbiguous, std::move(message), std::move(details)};
  }
  json::Value names = json::Array();
  std::string there;
  for (const auto& [by, application] : launchable_) {
    names.push(by);
    there.append(there.empty() ? "" : ", ").append(by);
  }
  details.set(name.empty() ? "command" : "name", wanted).set("launchable", std::move(names));
  const auto nearest = nearest_word(wanted, words);
  std::string message = "nothing to launch as \"" + std::string(wanted) + "\" in this simulated desktop; ";
  message += there.empty() ? "its world has no `launchable`" : "`launchable` has " + there;
  if (!nearest.empty()) message += "; did you mean \"" + std::string(nearest) + "\"?";
  return Error{ErrorCode::kAppNotFound, std::move(message), std::move(details)};
}

std::vector<std::string> World::launchable() const {
  std::vector<std::string> names;
  for (const auto& [name, application] : launchable_) names.push_back(name);
  return names;
}

void World::exit(App& app, int code, const std::string& signal) {
  app.exited = true;
  app.exit_signal = signal;
  if (signal.empty()) app.exit_code = code;
  announcer.release(app);
  while (!app.windows.empty()) detach(*app.windows.back());
}

double World::worked(const App& app) const {
  const auto until = std::min(now_, app.works_until);
  return app.worked + std::chrono::duration<double, std::milli>(std::max(until - app.works_since, {})).count();
}

void World::work(App& app, Milliseconds length) {
  app.worked = worked(app);
  app.works_since = now_;
  app.works_until = std::max(app.works_until, now_ + length);
}

void World::hang(App& app, Milliseconds length) {
  app.hangs_until = now_ + length;
  later(length, [this, &app] { announcer.release(app); });
}

std::string World::identity(uint64_t serial) {
  // Not ASCII on purpose: identities are bytes, and code that takes them for text fails on this desktop
  // first.
  return "\xA7" + std::to_string(serial);
}

Node* World::by_serial(uint64_t serial) const {
  for (const auto& app : apps) {
    if (Node* found = find_in(*app, [&](const Node& node) { return node.serial == serial; })) return found;
  }
  return nullptr;
}

Node* World::by_identity(const App& app, std::string_view bytes) const {
  Node* found = find_in(app, [&](const Node& node) { return identity(node.serial) == bytes; });
  for (Node* at = found; at; at = at->parent) {
    if (!at->present) return nullptr;
  }
  return found;
}

Node* World::by_key(std::string_view key, const App* app) const {
  const auto matches = [&](const Node& node) { return node.key == key; };
  if (app) {
    if (Node* found = find_in(*app, matches)) return found;
  }
  for (const auto& other : apps) {
    if (Node* found = find_in(*other, matches)) return found;
  }
  return nullptr;
}

Node& World::window_of(Node& node) {
  Node* at = &node;
  while (at->parent) at = at->parent;
  return *at;
}

Node& World::insert(App& app, Node* parent, std::unique_ptr<Node> node, size_t at) {
  Node& placed = *node;
  auto& siblings = parent ? parent->children : app.windows;
  siblings.insert(siblings.begin() + static_cast<std::ptrdiff_t>(std::min(at, siblings.size())), std::move(node));
  placed.parent = parent;
  const auto adopt = [this, &app](Node& adopted, auto&& self) -> void {
    adopted.app = &app;
    if (adopted.serial == 0) {
      adopted.serial = next_serial_++;
      adopted.born = now_;
    }
    for (const auto& child : adopted.children) {
      child->parent = &adopted;
      self(*child, self);
    }
  };
  adopt(placed, adopt);
  const bool arrives = placed.present && placed.faults.late.count() == 0;
  // What its faults make of it is how it comes, no change of it.
  placed.present = false;
  put_faults_to_work(placed);
  if (arrives) arrive(placed);
  touched();
  return placed;
}

// A window shows: on top, and with the keyboard.
void World::arrive(Node& node) {
  node.present = true;
  announce_child(node, "add");
  if (node.parent) return;
  if (!node.given_bounds) {
    const auto step = static_cast<int32_t>(30 * (windows_opened_++ % 10));
    const bool dialog = node.role == Role::kDialog || node.role == Role::kAlertDialog;
    node.given_bounds = dialog ? Rect{240 + step, 200 + step, 400, 240} : Rect{60 + step, 40 + step, 640, 480};
  }
  if (!node.is_minimized()) raise(node);
}

void World::put_faults_to_work(Node& node) {
  const uint64_t serial = node.serial;
  const auto on_node = [this, serial](auto happen) {
    return [this, serial, happen] {
      if (Node* node = by_serial(serial)) happen(*node);
      touched();
    };
  };
  const Faults faults = std::exchange(node.faults, Faults());
  // These stay with the element; the others have their time once.
  node.faults.moving = faults.moving;
  node.faults.moving_x = faults.moving_x;
  node.faults.moving_y = faults.moving_y;
  node.faults.lying = faults.lying;
  node.faults.stuck = faults.stuck;
  node.faults.lost_presses = faults.lost_presses;
  node.faults.intruding = faults.intruding;

  if (faults.late.count() > 0) {
    node.present = false;
    later(faults.late, on_node([this](Node& late) {
            late.born = now_;
            arrive(late);
          }));
  }
  if (faults.vanishing.count() > 0) later(faults.vanishing, on_node([this](Node& gone) { remove(gone); }));
  if (faults.disabled.count() > 0) {
    node.set(State::kEnabled, false);
    later(faults.disabled, on_node([](Node& ready) { ready.set(State::kEnabled); }));
  }
  if (faults.recreated.count() > 0) later(faults.recreated, on_node([this](Node& old) { renew_identity(old); }));
  if (faults.is_duplicated) {
    later(faults.late, on_node([this, length = faults.duplicated](Node& original) {
            auto& siblings = original.parent ? original.parent->children : original.app->windows;
            const auto at = std::find_if(siblings.begin(), siblings.end(),
                                         [&](const auto& sibling) { return sibling.get() == &original; });
            Node& copy =
                insert(*original.app, original.parent, original.copy(), static_cast<size_t>(at - siblings.begin()) + 1);
            if (length.count() == 0) return;
            later(length, [this, serial = copy.serial] {
              if (Node* extra = by_serial(serial)) remove(*extra);
            });
          }));
  }
  if (faults.covered.count() > 0) {
    later(faults.late, on_node([this, length = faults.covered](Node& covered) {
            auto dialog = std::make_unique<Node>();
            dialog->role = Role::kDialog;
            dialog->set(TextField::kName, "Please wait");
            dialog->set(State::kEnabled);
            dialog->set(State::kVisible);
            dialog->given_bounds = bounds(covered);
            const uint64_t serial = insert(*covered.app, nullptr, std::move(dialog)).serial;
            later(length, [this, serial] {
              if (Node* open = by_serial(serial)) remove(*open);
            });
          }));
  }
  // By index: a child's faults may add a sibling, though only later.
  for (size_t i = 0; i < node.children.size(); ++i) put_faults_to_work(*node.children[i]);
}

std::unique_ptr<Node> World::detach(Node& node) {
  announce_child(node, "remove");
  auto& siblings = node.parent ? node.parent->children : node.app->windows;
  const auto at =
      std::find_if(siblings.begin(), siblings.end(), [&](const auto& sibling) { return sibling.get() == &node; });
  auto detached = std::move(*at);
  siblings.erase(at);
  stack.erase(std::remove(stack.begin(), stack.end(), detached->serial), stack.end());
  if (!detached->parent) announce_active();
  detached->parent = nullptr;
  touched();
  return detached;
}

void World::remove(Node& node) {
  App& app = *node.app;
  detach(node);
  if (app.windows.empty() && !app.keeps_running) exit(app);
}

void World::renew_identity(Node& node) {
  announce_child(node, "remove");
  const auto renew = [this](Node& old, auto&& self) -> void {
    const uint64_t before = std::exchange(old.serial, next_serial_++);
    std::replace(stack.begin(), stack.end(), before, old.serial);
    if (focused_ == before) focused_ = old.serial;
    for (const auto& child : old.children) self(*child, self);
  };
  renew(node, renew);
  announce_child(node, "add");
  if (!node.parent) announce_active();
}

void World::exchange(Node& a, Node& b) {
  const auto place_of = [](Node& node) {
    return std::find_if(node.parent->children.begin(), node.parent->children.end(),
                        [&](const auto& sibling) { return sibling.get() == &node; });
  };
  std::iter_swap(place_of(a), place_of(b));
  std::swap(a.parent, b.parent);
  std::swap(a.serial, b.serial);
  std::swap(a.given_bounds, b.given_bounds);
  for (const Node* node : {&a, &b}) announce(*node, EventKind::kProperty, "PropertyChange:accessible-name");
  touched();
}

Node* World::active_window() const {
  for (auto at = stack.rbegin(); at != stack.rend(); ++at) {
    Node* window = by_serial(*at);
    if (window && !window->is_minimized() && window->is(State::kVisible)) return window;
  }
  return nullptr;
}

void World::raise(Node& window) {
  stack.erase(std::remove(stack.begin(), stack.end(), window.serial), stack.end());
  stack.push_back(window.serial);
  window.minimize(false);
  announce_active();
}

Node* World::owner_of(const Node& window) const {
  Node* owner = window.owner.empty() ? nullptr : by_key(window.owner, window.app);
  return owner && owner->app == window.app && owner != &window && !owner->parent && owner->present ? owner : nullptr;
}

Modality World::modality_of(const Node& window) const {
  if (!window.is(State::kModal)) return Modality::kNone;
  return window.is_sheet && owner_of(window) ? Modality::kOwner : Modality::kApplication;
}

Node* World::modal_over(const Node& window) const {
  const auto& windows = window.app->windows;
  for (auto at = windows.rbegin(); at != windows.rend(); ++at) {
    Node& modal = **at;
    // What was opened before a modal window does not keep that from being used.
    if (&modal == &window && window.is(State::kModal)) return nullptr;
    if (&modal == &window || !modal.present || !modal.is(State::kVisible)) continue;
    const Modality modality = modality_of(modal);
    if (modality == Modality::kApplication || (modality == Modality::kOwner && owner_of(modal) == &window))
      return &modal;
  }
  return nullptr;
}

Node* World::focused() const {
  Node* node = focused_ ? by_serial(focused_) : nullptr;
  return node && node->present ? node : nullptr;
}

void World::focus(Node* node) {
  const uint64_t before = std::exchange(focused_, node ? node->serial : 0);
  if (node) raise(window_of(*node));
  if (before == focused_ || !announcer.is_heard()) return;
  for (const uint64_t serial : {before, focused_}) {
    if (const Node* changed = by_serial(serial)) announce(*changed, EventKind::kFocus, "StateChanged:focused");
  }
}

json::Value World::entry(std::string_view what, const App* app, const Node* node) const {
  json::Value entry;
  entry.set("what", what);
  entry.set("at", std::chrono::duration<double, std::milli>(now_ - opened_).count());
  if (app) entry.set("application", app->name);
  if (node) {
    if (!node->key.empty()) entry.set("key", node->key);
    entry.set("role", to_string(node->role));
    if (const auto& name = node->text(TextField::kName)) entry.set("name", *name);
  }
  return entry;
}

}  // namespace surehand::simulated

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/seam/backend.h"
#include "platform/simulated/world/announcer.h"

namespace surehand::simulated {

struct App;
class World;

// When an action on an element returns; lib/sdk/simulated/world.ts says what each is.
enum class Returns : uint8_t { kAtOnce, kWhenClosed, kNever };

// What can go wrong with an element, in ms from when it came into the world; 0: it does not. lib/sdk/simulated/world.ts
// says what each is.
struct Faults {
  Milliseconds late{0};
  Milliseconds vanishing{0};
  Milliseconds moving{0};
  int32_t moving_x = 60, moving_y = 0;
  bool is_duplicated = false;
  Milliseconds duplicated{0};  // 0: for ever
  Milliseconds disabled{0};
  Milliseconds covered{0};
  Milliseconds recreated{0};
  bool lying = false;
  bool stuck = false;
  uint32_t lost_presses = 0;  // every n-th
  uint32_t intruding = 0;     // a window's: so many more characters are typed before it takes the foreground
};

// An element of a simulated application. What others can see of it changes through set() and minimize()
// alone, which announce it, and its place by World's functions.
struct Node {
  uint64_t serial = 0;  // its identity
  std::string key;      // the world's author's handle
  Role role = Role::kGeneric;
  std::optional<Rect> given_bounds;
  bool bounds_unknown = false;
  std::vector<std::string> actions;
  std::optional<Cut> cut;
  std::string cut_detail;
  std::string controls;  // a tab's: the key of the panel it shows
  std::string owned_by;  // the name of another application, whose element it is
  double minimum = 0, maximum = 100;
  std::string owner;      // a window's: the key of the window that it belongs to
  bool is_sheet = false;  // modal, for its owner alone
  json::Value on;         // event → effects
  Returns returns = Returns::kAtOnce;
  Faults faults;

  App* app = nullptr;
  Node* parent = nullptr;
  std::vector<std::unique_ptr<Node>> children;
  std::vector<std::unique_ptr<Node>> rows;  // those that are made when they are asked for
  Clock::time_point born{};
  bool present = true;  // false: it comes later
  Rect laid_out;
  std::optional<Rect> restored;            // a maximized window's place before
  int32_t scrolled_x = 0, scrolled_y = 0;  // how far its content is moved
  // In characters; beyond the end is the end. What lies between the two is selected: typing replaces it.
  size_t anchor = SIZE_MAX, caret = SIZE_MAX;
  uint32_t presses = 0;

  const States& states() const { return states_; }
  bool is(State state) const { return states_.has(state); }
  bool applies(State state) const { return (states_.applicable & bit(state)) != 0; }
  void place_caret(size_t character) { anchor = caret = character; }
  void select_text(size_t start, size_t end) { anchor = start, caret = end; }

  void set(State state, bool on = true);
  void set(const States& states);

  const std::optional<std::string>& text(TextField field) const { return texts_[static_cast<size_t>(field)]; }
  std::string value() const { return text(TextField::kValue).value_or(""); }
  void set(TextField field, std::optional<std::string> text);

  const std::vector<std::pair<std::string, std::string>>& attributes() const { return attributes_; }
  void set(std::string_view attribute, std::string_view value);

  bool is_minimized() const { return minimized_; }  // a window's
  void minimize(bool minimized);

  bool has_on(std::string_view event) const { return on.find(event) != nullptr; }
  // It and what is below it and there; without keys and faults.
  std::unique_ptr<Node> copy() const;

 private:
  std::array<std::optional<std::string>, kTextFields> texts_;
  States states_;
  std::vector<std::pair<std::string, std::string>> attributes_;
  bool minimized_ = false;

  bool is_heard() const;
};

// A simulated application. Kept after its end, so that calls to it can say that it is gone.
struct App {
  World* world = nullptr;
  std::string key, name, id, executable, toolkit;
  std::vector<std::string> other_names;
  int64_t pid = 0;
  bool has_tree = true;
  Pace pace;
  bool keeps_running = false;  // without a window
  bool launched = false;       // by launch(): only of those is reported
  bool exited = false;
  std::string output, error;     // what it has written
  std::optional<int> exit_code;  // when it ended by itself
  std::string exit_signal;       // when a signal ended it
  Clock::time_point hangs_until{};
  Clock::time_point works_since{}, works_until{};  // and answers all the while
  double worked = 0;                               // ms, before that
  bool tells_offscreen = false;
  std::vector<std::string> forgets;  // kinds and details of events
  std::vector<Event> unsaid;         // for it hangs
  std::vector<std::unique_ptr<Node>> windows;
};

// A desktop in memory. What is due by now is caught up with at the start of each call, in the order in which
// it was due, so the same calls at the same times see the same world. Nothing runs by itself while none
// listens to events.
class World {
 public:
  ~World() { announcer.stop(); }
  static Result<std::unique_ptr<World>> from_json(const json::Value& world);

  std::mutex mutex;  // guards everything below
  // Brings the world up to the present.
  void advance();
  Clock::time_point now() const { return now_; }
  void later(Milliseconds delay, std::function<void()> event);
  std::optional<Clock::time_point> next_event() const;

  // Applications and elements. Serials, not pointers, are kept across events.
  std::vector<std::unique_ptr<App>> apps;
  App* app_by_key(std::string_view key) const;
  App* app_by_name(std::string_view name) const;
  Result<App*> start(const json::Value& application);
  // By command, or else by displayed name; by that alone where no command is given.
  Result<App*> launch(std::string_view command, std::string_view name = {});
  std::vector<std::string> launchable() const;
  void exit(App& app, int code = 0, const std::string& signal = "");
  void hang(App& app, Milliseconds length);
  void work(App& app, Milliseconds length);
  double worked(const App& app) const;  // ms

  static std::string identity(uint64_t serial);
  Node* by_serial(uint64_t serial) const;
  Node* by_identity(const App& app, std::string_view identity) const;
  // The element with that key: in `app` first, then anywhere.
  Node* by_key(std::string_view key, const App* app) const;
  static Node& window_of(Node& node);

  Result<std::unique_ptr<Node>> read_node(const json::Value& tree, const std::string& path);
  // Reads into `node` what `members` say, as a node of a world says it; false for a member it does not know.
  std::optional<Error> read_member(Node& node, const std::string& member, const json::Value& value,
                                   const std::string& path);
  // Puts `node` below `parent` (or among the windows of `app`), and its faults to work.
  Node& insert(App& app, Node* parent, std::unique_ptr<Node> node, size_t at = SIZE_MAX);
  // Takes it out without ending anything.
  std::unique_ptr<Node> detach(Node& node);
  void remove(Node& node);
  void renew_identity(Node& node);
  // Each takes the other's place under the other's identity. Both are below windows of one application, neither below the other.
  void exchange(Node& a, Node& b);

  // Windows: `stack` from the bottom to the top.
  std::vector<uint64_t> stack;
  Node* active_window() const;
  void raise(Node& window);
  void arrange(Node& window, const Arrangement& arrangement);
  Node* owner_of(const Node& window) const;
  Modality modality_of(const Node& window) const;
  // The modal window that keeps `window` from being used.
  Node* modal_over(const Node& window) const;

  // Geometry, in screen units.
  std::vector<Display> displays;
  Rect screen{0, 0, 1280, 800};  // all displays together
  std::optional<Rect> bounds(const Node& node);
  const Display& display_of(const Rect& area) const;  // where its left top is; the primary one where none is
  bool shows(const Node& node) const;                 // it and all that holds it is visible
  bool is_scrolled_out(const Node& node);             // wholly
  Node* topmost_window_at(double x, double y);
  Node* topmost_at(double x, double y);
  void scroll_into_view(Node& node);
  bool scroll_at(double x, double y, double notches_x, double notches_y);
  void touched() { laid_out_ = false; }  // bounds are to be worked out again

  // What has the keyboard.
  Node* focused() const;
  void focus(Node* node);

  // Events.
  Announcer announcer{*this};
  Result<std::unique_ptr<Subscription>> listen(Announcer::Listener listener);
  void announce(const Node& source, EventKind kind, std::string detail, const Node* child = nullptr);
  void announce_states(const Node& node, const States& before);
  // When another window than before is the active one.
  void announce_active();

  std::string clipboard;  // its text
  std::string copied;     // what it holds instead of one
  ClipboardFormat copied_as = ClipboardFormat::kText;

  // What the system allows and can do, as the world says it.
  std::vector<Permission> permissions;
  std::vector<Capability> capabilities;

  // What applications received.
  json::Value entry(std::string_view what, const App* app, const Node* node) const;
  void note(json::Value entry) { record_.push(std::move(entry)); }
  const json::Value& record() const { return record_; }

 private:
  void put_faults_to_work(Node& node);
  void arrive(Node& node);
  void announce_child(const Node& node, std::string_view change);
  std::optional<Error> read_displays(const json::Value& world);
  std::optional<Error> read_allowed(const json::Value& world);
  std::optional<Error> read_forgets(App& app, const json::Value& application);
  void lay_out();
  void place(Node& node, Rect space, bool in_row);

  std::multimap<Clock::time_point, std::function<void()>> events_;  // of equal times, the first scheduled first
  Clock::time_point opened_ = Clock::now();
  Clock::time_point now_ = opened_;
  uint64_t next_serial_ = 1;
  int64_t next_pid_ = 1001;
  uint32_t windows_opened_ = 0;
  uint64_t focused_ = 0;
  uint64_t active_ = 0;  // the window that was announced as active
  bool laid_out_ = false;
  std::vector<std::pair<std::string, json::Value>> launchable_;
  json::Value record_ = json::Array();
};

// Children and windows that are there now.
template <class Visit>
void each_child(const Node& node, Visit visit) {
  for (const auto& child : node.children) {
    if (child->present) visit(*child);
  }
}

}  // namespace surehand::simulated

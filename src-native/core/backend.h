#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/events.h"
#include "core/query/query.h"
#include "core/run/limits.h"
#include "core/tree/refs.h"
#include "core/tree/snapshot.h"

namespace surehand {

// A running application. `key` names it for as long as it runs (a unique bus name, a pid); never shown to users.
struct Application {
  std::string key;
  std::string name;        // displayed, maybe translated
  std::string id;          // desktop or bundle id, untranslated; may be empty
  std::string executable;  // file name without path or extension
  int64_t pid = 0;
  std::string toolkit;     // `GTK 3.24`, `Qt 6.4`, as far as known
  bool responsive = true;  // false: it did not answer its probe; other fields are what is known without it
};

// One element of an application: what a Snapshot says of a node, enough to find it again.
struct Element {
  std::string app_key;
  std::string identity;
};

// What a call is about: an application, or one element of it and what is below it.
struct Target {
  std::string app_key;
  std::optional<std::string> identity;
};

struct Window {
  Element element;
  std::string title;
  Role role = Role::kWindow;
  std::optional<Rect> bounds;
  bool active = false;
  bool modal = false;
  bool minimized = false;
};

struct SnapshotOptions {
  bool only_visible = false;  // leave out what does not show; said as cuts (kHidden)
  bool bounds = true;
  bool text = true;              // values and the text of editable elements
  bool names_from_text = false;  // without `text`: names of what has none and is called what it says, a paragraph
  bool actions = true;
  bool attributes = true;           // includes description, id, class, placeholder where they cost a call
  uint32_t max_nodes = 0;           // 0: no limit
  uint32_t max_depth = UINT32_MAX;  // 0: the target alone

  static Result<SnapshotOptions> from_json(const json::Value& value);
};

// What has to be read for a query to be matched.
SnapshotOptions reads_for(const Query& query);

// Nodes that match, in `snapshot`, which has what the query looks at, and of the matches whether they show. It may hold no
// more than the matches (`partial`): then it proves nothing about what is absent, and its nodes may have no ancestors but
// the application.
struct Matches {
  SnapshotPtr snapshot;
  std::vector<NodeIndex> nodes;
  bool partial = false;
};

enum class ActionKind : uint8_t {
  kPress,  // the default action: press, click, activate, jump
  kToggle,
  kExpand,
  kCollapse,
  kSelect,  // select this item in its container
  kDeselect,
  kSetText,     // replace the whole text
  kInsertText,  // at the caret
  kSetValue,    // a number: sliders, spin buttons
  kSetCaret,    // number: offset in characters
  kFocus,
  kScrollIntoView,
  kShowMenu,
  kNamed,  // the platform action `name`
};
std::string_view to_string(ActionKind kind);

struct Action {
  ActionKind kind;
  std::string name;   // kNamed
  std::string text;   // kSetText, kInsertText; never logged
  double number = 0;  // kSetValue, kSetCaret

  static Result<Action> from_json(const json::Value& value);
};

// What was sent to the application, and how. `confirmed` only when a read-back saw the effect (a text, a value, a
// selection, a focus); a toolkit's own "true" is not proof.
enum class Route : uint8_t { kAction, kText, kValue, kSelection, kFocus, kScroll, kInput, kWindow, kNone };
std::string_view to_string(Route route);

struct Dispatch {
  Route route = Route::kNone;
  std::string detail;  // the platform's own name for what was called: `click`, `EditableText.SetTextContents`
  bool confirmed = false;
};

// Synthesised input, in screen pixels and key names (DOM `KeyboardEvent.key`: `Enter`, `a`, `ArrowDown`, `Control`).
struct InputStep {
  enum class Kind : uint8_t { kMove, kDown, kUp, kWheel, kKeyDown, kKeyUp, kText } kind;
  double x = 0;        // kMove: position; kWheel: notches right
  double y = 0;        // kMove: position; kWheel: notches down
  uint8_t button = 1;  // kDown, kUp: 1 left, 2 middle, 3 right
  std::string key;     // kKeyDown, kKeyUp
  std::string text;    // kText; never logged

  static Result<std::vector<InputStep>> from_json(const json::Value& value);
};

// RGBA, 8 bits each, rows without padding. `bounds` is what was captured, in screen pixels; `scale` is image
// pixels per screen pixel.
struct Image {
  Rect bounds;
  uint32_t width = 0;
  uint32_t height = 0;
  double scale = 1;
  std::vector<uint8_t> rgba;
};

struct LaunchOptions {
  std::string command;  // an executable (looked up in PATH), or a desktop or bundle id
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;  // on top of the desktop's own
  std::string working_directory;

  static Result<LaunchOptions> from_json(const json::Value& value);
};

// One open desktop. Calls block; `Lanes` runs them on a thread per target, so several may run at once, at most one
// per application key, one launch() or quit(), and one for the desktop as a whole. Implementations are plain
// sequential code that is safe under that rule. Every call ends by its deadline.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;  // `linux`, `simulated`

  virtual Result<std::vector<Application>> applications(const Limits& limits) = 0;
  virtual Result<std::vector<Window>> windows(const std::string& app_key, const Limits& limits) = 0;

  virtual Result<SnapshotPtr> snapshot(const Target& target, const SnapshotOptions& options, const Limits& limits) = 0;
  // May push the query down to the application; otherwise a snapshot that is matched here.
  virtual Result<Matches> find(const Target& target, const Query& query, size_t limit, const Limits& limits) = 0;

  // What matches among these elements of the target and what they are in, of a query that looks at nothing else: no `nth`,
  // `has`, `..`, geometry. Where an event says which element it is about, this is far cheaper than find(). That nothing
  // matches proves nothing. Here: a snapshot.
  virtual Result<Matches> find_among(const std::vector<std::string>& identities, const Target& target,
                                     const Query& query, const Limits& limits);

  virtual Result<Dispatch> invoke(const Element& element, const Action& action, const Limits& limits) = 0;
  virtual Result<Dispatch> input(const std::vector<InputStep>& steps, const Limits& limits) = 0;

  // Events of an application, or of one element of it, as wake-ups: some toolkits forget some, none is proof of anything.
  // When it returns, what the application does from now on is announced.
  // UNSUPPORTED where there are none: then only looking again tells.
  virtual Result<std::unique_ptr<Subscription>> observe(const Target& target, EventKinds kinds, EventSink sink,
                                                        const Limits& limits);

  // A number that stays the same while an application does, in structure, roles, names and states; it tells nothing of
  // values, texts and places. Of the `whole` tree that snapshot() reads, or of what is cheap to ask for. Here: of what shows.
  virtual Result<uint64_t> fingerprint(const std::string& app_key, bool whole, const Limits& limits);

  // The topmost element at a point (screen pixels) as the window system sees it: which application and window
  // would receive a click there. `kUnsupported` where that cannot be known.
  virtual Result<Element> window_at(double x, double y, const Limits& limits) = 0;

  // The screen, or a part of it.
  virtual Result<Image> screenshot(const std::optional<Rect>& area, const Limits& limits) = 0;
  virtual Result<Rect> screen(const Limits& limits) = 0;

  // Returns when the application has published its first window, or by the deadline.
  virtual Result<Application> launch(const LaunchOptions& options, const Limits& limits) = 0;
  virtual Status activate(const Element& window, const Limits& limits) = 0;
  virtual Status close(const Element& window, const Limits& limits) = 0;
  // Ends an application: asks it to close its windows, then, when `force`, ends its process by id.
  virtual Status quit(const std::string& app_key, bool force, const Limits& limits) = 0;

  // Only of a backend that plays its applications itself (simulated), for tests: what those applications really
  // received, and things that happen to them from outside.
  virtual json::Value record() const { return nullptr; }
  virtual Status apply(const json::Value& effects);

  const std::shared_ptr<RefBook>& refs() const { return refs_; }

 private:
  std::shared_ptr<RefBook> refs_ = std::make_shared<RefBook>();
};

// How a desktop is opened. `environment` replaces the process environment for everything the backend looks up
// (DISPLAY, DBUS_SESSION_BUS_ADDRESS, …), so that several desktops can be open at once.
struct OpenOptions {
  std::string backend;  // `linux`, `simulated`
  std::vector<std::pair<std::string, std::string>> environment;
  json::Value world;  // simulated only

  static Result<OpenOptions> from_json(const json::Value& value);
};

// The backends compiled in, the platform's own first.
const std::vector<std::string_view>& backend_names();

// Makes the backend that `options` names, of those compiled in. UNSUPPORTED names the ones there are.
Result<std::unique_ptr<Backend>> open_backend(const OpenOptions& options, const Limits& limits);

// What open_backend() chooses from; each platform folder defines its own in backend.cc.
Result<std::unique_ptr<Backend>> open_linux(const OpenOptions& options, const Limits& limits);
Result<std::unique_ptr<Backend>> open_simulated(const OpenOptions& options, const Limits& limits);

}  // namespace surehand

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/limits.h"
#include "core/seam/action.h"
#include "core/seam/application.h"
#include "core/seam/arrange.h"
#include "core/seam/clipboard.h"
#include "core/seam/display.h"
#include "core/seam/element.h"
#include "core/seam/events.h"
#include "core/seam/foreground.h"
#include "core/seam/image.h"
#include "core/seam/input.h"
#include "core/seam/launch.h"
#include "core/seam/permission.h"
#include "core/seam/reading.h"
#include "core/seam/sending.h"
#include "core/seam/text_range.h"
#include "core/seam/window.h"
#include "core/tree/refs.h"

namespace surehand {

// One open desktop. Calls block; `Lanes` runs them on a thread per target, so several may run at once, at most one
// per application key, one launch() or quit(), and one for the desktop as a whole, besides calls that outlived their
// limits and acts that were sent and have not returned. Implementations are plain sequential code that is safe under that
// rule. Every call ends by its deadline, or is left to its thread with what it owns. An error says whether anything was
// sent (Error::sent).
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;  // `linux`, `simulated`
  // For how long two presses at one place are a double click whatever was meant; 0 where InputStep::click says what is meant.
  virtual Milliseconds click_interval() const { return Milliseconds(0); }

  virtual Result<std::vector<Application>> applications(const Limits& limits) = 0;
  // Each is held by refs() for as long as its application is known, as a ref would be: callers keep windows without a snapshot.
  virtual Result<std::vector<Window>> windows(const std::string& app_key, const Limits& limits) = 0;

  virtual Result<SnapshotPtr> snapshot(const Target& target, const SnapshotOptions& options, const Limits& limits) = 0;
  // May push the query down to the application; otherwise a snapshot that is matched here.
  virtual Result<Matches> find(const Target& target, const Query& query, const FindOptions& options,
                               const Limits& limits) = 0;

  // What matches among these elements of the target and what they are in, of a query that looks at nothing else: no `nth`,
  // `has`, `..`, geometry. Where an event says which element it is about, this is far cheaper than find(). That nothing
  // matches proves nothing. Here: a snapshot.
  virtual Result<Matches> find_among(const std::vector<std::string>& identities, const Target& target,
                                     const Query& query, const Limits& limits);

  // Says in `sending` what it is about to send before it waits for that to return.
  virtual Result<Dispatch> invoke(const Element& element, const Action& action, Sending& sending,
                                  const Limits& limits) = 0;
  // A target that loses the foreground ends it: foreground_lost(). Whatever ends it early, no key or button stays held.
  virtual Result<Dispatch> input(const std::vector<InputStep>& steps, const InputTarget& target,
                                 const Limits& limits) = 0;

  // Events of an application, or of one element of it, as wake-ups: some toolkits forget some, none is proof of anything.
  // When it returns, what the application does from now on is announced.
  // UNSUPPORTED where there are none: then only looking again tells.
  virtual Result<std::unique_ptr<Subscription>> observe(const Target& target, EventKinds kinds, EventSink sink,
                                                        const Limits& limits);

  // Calls back, on any thread, whenever these keys (DOM names, modifiers first) are down together, whoever pressed them and whatever has the
  // keyboard; other keys may be down as well. They go where they would have gone. UNSUPPORTED where the system does not tell.
  virtual Result<std::unique_ptr<Subscription>> hotkey(const std::vector<std::string>& keys,
                                                       std::function<void()> pressed, const Limits& limits);

  // A number that stays the same while an application does, in structure, roles, names and states; it tells nothing of
  // values, texts and places. Of the `whole` tree that snapshot() reads, or of what is cheap to ask for. Here: of what shows.
  virtual Result<uint64_t> fingerprint(const std::string& app_key, bool whole, const Limits& limits);

  // In ms, what an application and what it started have worked, or waited for a processor, since they began: two readings say how
  // much it is at work, though it answers. Never calls into it. UNSUPPORTED where the system does not say.
  virtual Result<double> processor_time(const std::string& app_key, const Limits& limits);

  // The window that would get a click at a point (screen units), as the window system sees it. It never calls into an
  // application: a window that windows() has not told of since it opened (a popup) has an empty identity, one of a process that
  // no application is known for an empty key, too. NOT_FOUND where there is no window, over the bare desktop.
  virtual Result<Element> window_at(double x, double y, const Limits& limits);
  // The element of an application, or in one element of it, that is in front at a point. NOT_FOUND where it has none there.
  // Here: of the tree, what comes last of what shows and holds the point.
  virtual Result<Element> element_at(const Target& target, double x, double y, const Limits& limits);
  // What of its text is selected, or where its caret is.
  virtual Result<TextRange> selected_range(const Element& element, const Limits& limits);
  // Where a part of its text is on the screen; of several lines, what holds all of it. Nothing where it is scrolled out.
  virtual Result<std::optional<Rect>> text_bounds(const Element& element, TextRange range, const Limits& limits);

  // What has the keyboard; NOT_FOUND when nothing has. Never calls into an application.
  virtual Result<Foreground> foreground(const Limits& limits);

  // A picture of an area, a display or a window; of the whole screen where none is said. A window shows as it is on the screen,
  // with what covers it; `covered` asks for itself, UNSUPPORTED where the system keeps no picture of what is covered.
  virtual Result<Image> screenshot(const Capture& capture, const Limits& limits);
  // The screens of this desktop, the primary one first.
  virtual Result<std::vector<Display>> displays(const Limits& limits);

  // What the system has to allow, and what can be done here: said before a call says it too late.
  virtual Result<std::vector<Permission>> permissions(const Limits& limits);
  virtual Result<std::vector<Capability>> capabilities(const Limits& limits);

  // What the clipboard holds of a format, empty where it holds none; as a text, UNSUPPORTED where it holds something else. What is
  // written is there for as long as this desktop is open, at least. Neither is ever logged.
  virtual Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits);
  virtual Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits);

  // Makes the item of that name of a container that has its items only when they are scrolled to, and tells which it is.
  // NOT_FOUND when it has none.
  virtual Result<Element> realize(const Element& container, const std::string& name, const Limits& limits);

  // Returns when the application has published its first window, or by the deadline.
  virtual Result<Launched> launch(const LaunchOptions& options, const Limits& limits) = 0;
  // What became of a process that launch() started; when it is to have `ended`, waits for that, or until the deadline, and says
  // how it is then. INVALID_ARGUMENT for one that launch() did not start, or that ended long ago.
  virtual Result<ProgramReport> program(int64_t process, bool ended, const Limits& limits);
  virtual Status activate(const Element& window, const Limits& limits) = 0;
  // Sent, and not read back: window managers may do otherwise.
  virtual Result<Dispatch> arrange(const Element& window, const Arrangement& arrangement, const Limits& limits);
  virtual Status close(const Element& window, const Limits& limits) = 0;
  // Ends an application: asks it to close its windows, then, when `force`, ends its process by id.
  virtual Status quit(const std::string& app_key, bool force, const Limits& limits) = 0;

  // Only of a backend that plays its applications itself (simulated), for tests: what those applications really
  // received, and things that happen to them from outside.
  virtual json::Value record() const { return nullptr; }
  virtual Status apply(const json::Value& effects);

  const std::shared_ptr<RefBook>& refs() const { return refs_; }

 protected:
  // find() where nothing can be pushed down.
  Result<Matches> find_in_snapshot(const Target& target, const Query& query, size_t limit, const Limits& limits);

  // `what` is unsupported by this backend.
  Error unsupported(std::string_view what) const;

 private:
  std::shared_ptr<RefBook> refs_ = std::make_shared<RefBook>();
};

}  // namespace surehand

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/limits.h"
#include "core/seam/action.h"
#include "core/seam/application.h"
#include "core/seam/element.h"
#include "core/seam/events.h"
#include "core/seam/image.h"
#include "core/seam/input.h"
#include "core/seam/launch.h"
#include "core/seam/reading.h"
#include "core/seam/window.h"
#include "core/tree/refs.h"

namespace surehand {

// One open desktop. Calls block; `Lanes` runs them on a thread per target, so several may run at once, at most one
// per application key, one launch() or quit(), and one for the desktop as a whole. Implementations are plain
// sequential code that is safe under that rule. Every call ends by its deadline.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;  // `linux`, `simulated`

  virtual Result<std::vector<Application>> applications(const Limits& limits) = 0;
  // Each is held by refs() for as long as its application is known, as a ref would be: callers keep windows without a snapshot.
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
  virtual Result<Launched> launch(const LaunchOptions& options, const Limits& limits) = 0;
  // What became of a process that launch() started; when it is to have `ended`, waits for that, or until the deadline, and says
  // how it is then. INVALID_ARGUMENT for one that launch() did not start, or that ended long ago.
  virtual Result<ProgramReport> program(int64_t process, bool ended, const Limits& limits);
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

}  // namespace surehand

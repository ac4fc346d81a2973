#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/mirror/check.h"
#include "core/seam/application.h"
#include "core/seam/element.h"
#include "core/seam/events.h"
#include "core/seam/facet.h"
#include "core/seam/reading.h"
#include "core/seam/text_range.h"
#include "core/seam/window.h"
#include "core/tree/refs.h"

namespace surehand {

// What applications show, and that it changed.
class Trees : public virtual Facet {
 public:
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

  // Events of an application, or of one element of it, as wake-ups: some toolkits forget some, none is proof of anything.
  // When it returns, what the application does from now on is announced.
  // UNSUPPORTED where there are none: then only looking again tells.
  virtual Result<std::unique_ptr<Subscription>> observe(const Target& target, EventKinds kinds, EventSink sink,
                                                        const Limits& limits);

  // A number that stays the same while an application does, in structure, roles, names and states; it tells nothing of
  // values, texts and places. Of the `whole` tree that snapshot() reads, or of what is cheap to ask for. Here: of what shows.
  virtual Result<uint64_t> fingerprint(const std::string& app_key, bool whole, const Limits& limits);

  // The trees that are kept (core/mirror). Here: none.
  virtual Result<std::vector<KeptTree>> kept_trees(const Limits& limits);

  // The element of an application, or in one element of it, that is in front at a point. NOT_FOUND where it has none there.
  // Here: of the tree, what comes last of what shows and holds the point.
  virtual Result<Element> element_at(const Target& target, double x, double y, const Limits& limits);
  // What of its text is selected, or where its caret is.
  virtual Result<TextRange> selected_range(const Element& element, const Limits& limits);
  // Where a part of its text is on the screen; of several lines, what holds all of it. Nothing where it is scrolled out.
  virtual Result<std::optional<Rect>> text_bounds(const Element& element, TextRange range, const Limits& limits);

  const std::shared_ptr<RefBook>& refs() const { return refs_; }

 protected:
  // find() where nothing can be pushed down.
  Result<Matches> find_in_snapshot(const Target& target, const Query& query, size_t limit, const Limits& limits);

 private:
  std::shared_ptr<RefBook> refs_ = std::make_shared<RefBook>();
};

}  // namespace surehand

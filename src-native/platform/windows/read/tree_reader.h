#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/reading.h"
#include "core/text/hash.h"
#include "platform/windows/applications.h"
#include "platform/windows/com/client.h"
#include "platform/windows/identity.h"
#include "platform/windows/read/tree.h"
#include "platform/windows/session.h"
#include "platform/windows/windows.h"

namespace surehand::uia {

// Reads an application, a window or another element and what is below: in one request for each window; where that fails, or would take
// longer than there is time, level by level with what does not come cut.
class TreeReader {
 public:
  static Result<TreeReader> open(Session& session, ApplicationPtr application, const SnapshotOptions& options,
                                 const Limits& limits);

  // An error where nothing at all came; what came in part is cut.
  Status read_application();
  Status read(const ElementHandle& handle, const std::string& identity);
  // Those of a window that `condition` holds for and `wanted` keeps, in the same way. False where there are more than `most`, or it cannot be
  // searched: then nothing was read.
  Result<bool> read_found(HWND window, IUIAutomationCondition& condition,
                          const std::function<bool(const Facts&)>& wanted, size_t most);
  // These elements and what they are in, below the application, without what is below them.
  Status read_with_ancestors(const std::vector<std::string>& identities);

  Tree tree;

 private:
  using ElementPtr = ComPtr<IUIAutomationElement>;

  TreeReader(Session& session, ApplicationPtr application, std::shared_ptr<Client> client,
             const SnapshotOptions& options, const Limits& limits);

  // How much of a tree one request asks for.
  enum class Extent : uint8_t { kElement, kChildren, kSubtree };
  Result<ComPtr<IUIAutomationCacheRequest>> request(Extent extent);
  Extent extent_at(uint32_t depth) const;

  struct Answer {
    ElementPtr element;
    int32_t failure = 0;
  };
  template <class Ask>
  Answer ask(Ask ask, Milliseconds within);
  Answer ask_window(HWND window, Extent extent, Milliseconds within);
  Answer read_window(HWND window, Extent extent, bool& whole);
  std::optional<Facts> plain_facts_of(const ElementHandle& handle) const;
  void add_plain_controls(HWND window, uint32_t depth);
  void add_plain(HWND window, Facts facts, uint32_t depth, HWND top_level);
  bool is_too_slow(HWND window) const;
  Milliseconds usual_time(HWND window, Milliseconds most) const;
  bool is_silent(HWND window);
  void note_duration(HWND window, Milliseconds took) const;
  void note_size(HWND window, uint32_t node, bool whole) const;
  Answer update(IUIAutomationElement& element, Extent extent, Milliseconds within);

  // An element with what it is in, from a window on.
  struct Branch {
    RuntimeId id;
    ElementPtr element;
    HWND top_level = nullptr;
    std::vector<Branch> children;
  };
  using Line = std::vector<Branch>;  // each is the next one's parent
  // Empty where the element is gone.
  Result<Line> line_to(const ElementPtr& element);
  Status grow(std::vector<Branch>& branches, const ElementPtr& element);
  void add(const Branch& branch, uint32_t depth);

  void add_application();
  void add_window(const TopLevel& window, uint32_t depth);
  void add_windows_of(HWND owner, uint32_t depth);
  HWND place_of(const TopLevel& window) const;
  bool is_placed_elsewhere(IUIAutomationElement& element, uint32_t parent) const;
  // Which node it became; nothing where it is one of its own ancestors. `window`: the top-level window that it is, where that is known.
  std::optional<uint32_t> add(const ElementPtr& element, uint32_t depth, HWND top_level,
                              const TopLevel* window = nullptr);
  uint32_t parent_of(uint32_t node) const;
  bool is_below_itself(uint32_t node, const std::string& identity) const;
  void add_children(const ElementPtr& element, uint32_t parent, HWND top_level, bool whole);
  void read_below(const ElementPtr& element, uint32_t parent, HWND top_level);
  void name(uint32_t node, const Elements::Named& named);
  // Which of the application's top-level windows an element is, or null.
  const TopLevel* window_of(const Facts& facts) const;
  void describe_window(Tree::Node& node, const TopLevel& window);
  void host(uint32_t node, int64_t pid);
  void read_documents();
  void cut(uint32_t node, int32_t failure);
  void cut(uint32_t node, CutReason reason, std::string detail = {});

  Error nothing_came() const;
  bool out_of_time() const { return limits_.expired() || limits_.cancelled(); }
  Milliseconds half_of_the_rest() const { return limits_.remaining() / 2; }

  Session& session_;
  ApplicationPtr application_;
  std::shared_ptr<Client> client_;
  SnapshotOptions options_;
  Limits limits_;
  Clock::time_point began_ = Clock::now();
  std::vector<TopLevel> windows_;
  std::unordered_set<HWND> read_windows_;
  std::unordered_set<HWND> blocked_;
  std::unordered_set<std::string, SecretHash> identities_;
  std::vector<int64_t> pids_;  // by node
  std::vector<std::pair<uint32_t, ElementPtr>> documents_;
  ComPtr<IUIAutomationCacheRequest> requests_[3];
  ComPtr<IUIAutomationTreeWalker> walker_;
  bool silent_ = false;    // a question was not answered in time
  bool anything_ = false;  // some element was read
  int32_t failure_ = 0;    // the last one
};

}  // namespace surehand::uia

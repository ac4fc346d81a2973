#include "platform/windows/read/tree_reader.h"

#include <algorithm>

#include "platform/windows/com/bstr.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/errors.h"
#include "platform/windows/quirks/toolkit.h"
#include "platform/windows/read/blocked.h"
#include "platform/windows/read/cached.h"
#include "platform/windows/read/open_menus.h"
#include "platform/windows/read/plain_controls.h"
#include "platform/windows/read/request.h"
#include "platform/windows/roles.h"
#include "platform/windows/win32/process.h"

namespace surehand::uia {
namespace {

// Ends the reading a little before the caller's deadline, so that what was read can still be handed over.
Limits reading_limits(const Limits& limits) {
  if (limits.deadline == Clock::time_point::max()) return limits;
  const Milliseconds reserve = std::min(limits.remaining() / 10, Milliseconds(50));
  return {limits.deadline - reserve, limits.cancel};
}

// Providers whose elements hold themselves go on for ever.
constexpr uint32_t kDeepest = 400;
// Texts that are no value cost calls of their own.
constexpr size_t kMostDocuments = 16;
constexpr int kLongestText = 100000;
constexpr int kBusyTimes = 3;
constexpr Milliseconds kBusyPause{50};
// What an application has to have had before it is said not to answer.
constexpr Milliseconds kFair{500};

}  // namespace

Result<TreeReader> TreeReader::open(Session& session, ApplicationPtr application, const SnapshotOptions& options,
                                    const Limits& limits) {
  SUREHAND_TRY(client, application->client.get());
  return TreeReader(session, std::move(application), client.take(), options, limits);
}

TreeReader::TreeReader(Session& session, ApplicationPtr application, std::shared_ptr<Client> client,
                       const SnapshotOptions& options, const Limits& limits)
    : session_(session),
      application_(std::move(application)),
      client_(std::move(client)),
      options_(options),
      limits_(reading_limits(limits)),
      windows_(windows_of(*application_)) {}

Status TreeReader::read_application() {
  add_application();
  add_windows_of(nullptr, 1);
  read_documents();
  place_open_menus(tree);
  if (anything_ || windows_.empty() || options_.max_depth == 0) return Done{};
  return nothing_came();
}

// An application that has had time enough, or that Windows knows to take no messages, hangs; of another nothing is known but that it was
// asked for more than there was time for.
Error TreeReader::nothing_came() const {
  if (!silent_ && !out_of_time()) return read_failed(failure_, "read the tree of " + application_->name);
  const bool hangs = std::any_of(windows_.begin(), windows_.end(),
                                 [](const TopLevel& window) { return IsHungAppWindow(window.handle) != FALSE; });
  if (hangs || Clock::now() - began_ >= kFair) {
    return app_unresponsive(application_->name, application_->pid, "its tree");
  }
  return {ErrorCode::kTimeout, "there was not time enough to read the tree of " + application_->name, {}};
}

Status TreeReader::read(const ElementHandle& handle, const std::string& identity) {
  if (!handle.top_level()) return read_application();
  if (handle.is_window()) {
    const auto window = std::find_if(windows_.begin(), windows_.end(),
                                     [&](const TopLevel& one) { return one.handle == handle.top_level(); });
    if (window == windows_.end()) {
      return Error{ErrorCode::kStale, "the window is closed, or hidden; look it up again", {}};
    }
    host(0, 0);
    add_window(*window, 0);
  } else if (auto facts = plain_facts_of(handle)) {
    host(0, 0);
    add_plain(handle.window(), std::move(*facts), 0, handle.top_level());
  } else {
    auto known = element_of(session_, {application_->key, identity}, limits_);
    if (!known) return known.take_error();
    host(0, 0);
    if (const auto around = handle.around()) {
      tree.above.emplace();
      tree.above->control_type = around->control_type;
      tree.above->patterns = around->patterns;
      tree.above->offscreen = around->offscreen;
    }
    const Extent extent = extent_at(0);
    auto answer = update(*known->get(), extent, extent == Extent::kSubtree ? half_of_the_rest() : limits_.remaining());
    const bool whole = answer.element && extent == Extent::kSubtree;
    if (!answer.element && !is_gone(answer.failure) && extent == Extent::kSubtree) {
      answer = update(*known->get(), Extent::kChildren, limits_.remaining());
    }
    if (!answer.element) {
      if (is_gone(answer.failure)) return read_failed(answer.failure, "read the element");
      return nothing_came();
    }
    // Who asks for one element, to see what became of it, is not told of another that was given its place.
    if (handle.likeness() && !(*handle.likeness() == likeness_of(facts_of(*answer.element.get())))) {
      return Error{ErrorCode::kStale, "the element is not there any more (another is in its place)", {}};
    }
    add(answer.element, 0, handle.top_level());
    add_children(answer.element, 0, handle.top_level(), whole || extent != Extent::kSubtree);
  }
  read_documents();
  place_open_menus(tree);
  if (anything_) return Done{};
  return nothing_came();
}

Status TreeReader::read_with_ancestors(const std::vector<std::string>& identities) {
  std::vector<Branch> branches;
  for (const std::string& identity : identities) {
    const auto handle = session_.elements.find(application_->key, identity);
    if (handle && handle->top_level() && is_blocked(*application_, *client_, handle->top_level())) {
      silent_ = true;
      return nothing_came();
    }
    auto known = element_of(session_, {application_->key, identity}, limits_);
    if (!known && known.error().code == ErrorCode::kStale) continue;
    if (!known) return known.take_error();
    auto answer = update(*known->get(), Extent::kElement, limits_.remaining());
    if (!answer.element && is_gone(answer.failure)) continue;
    auto grown =
        answer.element ? grow(branches, answer.element) : Status(read_failed(answer.failure, "read an element"));
    if (!grown) return grown;
  }
  add_application();
  for (const Branch& branch : branches) add(branch, 1);
  return Done{};
}

Result<bool> TreeReader::read_found(HWND window, IUIAutomationCondition& condition,
                                    const std::function<bool(const Facts&)>& wanted, size_t most) {
  if (is_blocked(*application_, *client_, window) || IsHungAppWindow(window)) return false;
  SUREHAND_TRY(names, make_naming_request(*client_));
  client_->bound(half_of_the_rest());
  ElementPtr root;
  HRESULT result = (*client_)->ElementFromHandle(window, root.put());
  ComPtr<IUIAutomationElementArray> found;
  if (SUCCEEDED(result) && root) {
    result = root->FindAllBuildCache(TreeScope_Subtree, &condition, names->get(), found.put());
  }
  if (FAILED(result) || !found) return false;
  int count = 0;
  found->get_Length(&count);
  std::vector<ElementPtr> kept;
  for (int i = 0; i < count; ++i) {
    ElementPtr one;
    if (FAILED(found->GetElement(i, one.put())) || !one) return false;
    if (wanted(facts_of(*one.get()))) kept.push_back(std::move(one));
    if (kept.size() > most) return false;
  }
  std::vector<Branch> branches;
  for (const ElementPtr& one : kept) {
    auto answer = update(*one.get(), Extent::kElement, limits_.remaining());
    if (!answer.element) return false;
    SUREHAND_TRY(grown, grow(branches, answer.element));
  }
  add_application();
  for (const Branch& branch : branches) add(branch, 1);
  return true;
}

Result<TreeReader::Line> TreeReader::line_to(const ElementPtr& element) {
  if (!walker_) {
    const auto view = view_of(*client_);
    const HRESULT made = view ? (*client_)->CreateTreeWalker(view.get(), walker_.put()) : E_NOTIMPL;
    if (FAILED(made) || !walker_) return read_failed(made, "make a way through the tree");
  }
  SUREHAND_TRY(made, request(Extent::kElement));
  Line line;
  ElementPtr at = element;
  while (at && line.size() <= kDeepest) {
    const auto window = window_of(facts_of(*at.get()));
    line.push_back(
        {window ? runtime_id_of(window->handle) : runtime_id_of(*at.get()), at, window ? window->handle : nullptr, {}});
    Answer above;
    if (window && !place_of(*window)) break;
    if (window) {
      above = ask(
          [&](IUIAutomationElement** out) {
            return (*client_)->ElementFromHandleBuildCache(window->owner, made->get(), out);
          },
          limits_.remaining());
    } else {
      above = ask(
          [&](IUIAutomationElement** out) { return walker_->GetParentElementBuildCache(at.get(), made->get(), out); },
          limits_.remaining());
    }
    // It went meanwhile, or is in no window of this application any more.
    if (!above.element && is_gone(above.failure)) return Line();
    if (!above.element) return read_failed(above.failure, "read what an element is in");
    at = above.element;
  }
  std::reverse(line.begin(), line.end());
  return line;
}

Status TreeReader::grow(std::vector<Branch>& branches, const ElementPtr& element) {
  SUREHAND_TRY(line, line_to(element));
  std::vector<Branch>* among = &branches;
  HWND top_level = nullptr;
  for (Branch& next : *line) {
    if (next.top_level) top_level = next.top_level;
    next.top_level = top_level;
    const auto same = std::find_if(among->begin(), among->end(), [&](const Branch& one) { return one.id == next.id; });
    if (same != among->end()) {
      among = &same->children;
    } else {
      among = &among->emplace_back(std::move(next)).children;
    }
  }
  return Done{};
}

void TreeReader::add(const Branch& branch, uint32_t depth) {
  add(branch.element, depth, branch.top_level);
  for (const Branch& child : branch.children) add(child, depth + 1);
}

// How much of what is below a node is asked for. One level more than is wanted tells whether there is more.
TreeReader::Extent TreeReader::extent_at(uint32_t depth) const {
  return options_.max_depth <= depth ? Extent::kChildren : Extent::kSubtree;
}

Result<ComPtr<IUIAutomationCacheRequest>> TreeReader::request(Extent extent) {
  constexpr TreeScope kScopes[] = {TreeScope_Element, static_cast<TreeScope>(TreeScope_Element | TreeScope_Children),
                                   TreeScope_Subtree};
  auto& made = requests_[static_cast<size_t>(extent)];
  if (!made) {
    SUREHAND_TRY(request, make_request(*client_, options_, kScopes[static_cast<size_t>(extent)]));
    made = request.take();
  }
  return made;
}

// One question, within the time for it; again where the application is too busy to be asked.
template <class Ask>
TreeReader::Answer TreeReader::ask(Ask ask, Milliseconds within) {
  Answer answer;
  for (int time = 0; time < kBusyTimes; ++time) {
    if (out_of_time()) {
      answer.failure = E_ABORT;
      break;
    }
    client_->bound(within);
    answer.failure = ask(answer.element.put());
    if (!is_busy(answer.failure)) break;
    limits_.sleep_until(Clock::now() + kBusyPause);
  }
  // What there is not is no failure, and nothing to be read either.
  if (SUCCEEDED(answer.failure) && !answer.element) answer.failure = kElementNotAvailable;
  if (FAILED(answer.failure)) {
    answer.element = nullptr;
    failure_ = answer.failure;
    silent_ = silent_ || is_timeout(answer.failure) || is_busy(answer.failure);
  }
  return answer;
}

TreeReader::Answer TreeReader::update(IUIAutomationElement& element, Extent extent, Milliseconds within) {
  auto made = request(extent);
  if (!made) return {nullptr, E_FAIL};
  return ask([&](IUIAutomationElement** out) { return element.BuildUpdatedCache(made->get(), out); }, within);
}

void TreeReader::host(uint32_t node, int64_t pid) {
  Tree::Process process;
  if (pid == 0 || pid == static_cast<int64_t>(application_->pid)) {
    process = {application_->executable, static_cast<int64_t>(application_->pid), application_->names(),
               application_->name, application_->id};
  } else if (const auto other = application_of_process(session_, static_cast<DWORD>(pid))) {
    process = {other->executable, pid, other->names(), other->name, other->id};
  } else {
    process.pid = pid;
  }
  if (!tree.hosts.empty() && tree.hosts.back().node == node) tree.hosts.pop_back();
  tree.hosts.push_back({node, std::move(process)});
}

void TreeReader::name(uint32_t node, const Elements::Named& named) {
  tree.nodes[node].identity = named.identity;
  tree.nodes[node].hold = named.hold;
}

const TopLevel* TreeReader::window_of(const Facts& facts) const {
  const auto window = std::find_if(windows_.begin(), windows_.end(), [&](const TopLevel& one) {
    return facts.window == static_cast<uint32_t>(reinterpret_cast<uintptr_t>(one.handle));
  });
  return facts.window != 0 && window != windows_.end() ? &*window : nullptr;
}

void TreeReader::add_application() {
  host(0, 0);
  Tree::Node& node = tree.nodes.emplace_back();
  node.kind = Tree::Kind::kApplication;
  node.role = Role::kApplication;
  node.facts.name = application_->name;
  pids_.push_back(application_->pid);
  name(0, name_application(session_, application_->key));
}

// The window that another is below in the tree; null: the application. A modal one is below what it keeps from being used.
HWND TreeReader::place_of(const TopLevel& window) const {
  const bool below_owner = belongs_to_owner(window) && modality_of(window, windows_) != Modality::kApplication;
  return below_owner ? window.owner : nullptr;
}

// UI Automation has every owned window in its owner.
bool TreeReader::is_placed_elsewhere(IUIAutomationElement& element, uint32_t parent) const {
  if (windows_.size() < 2 || tree.nodes[parent].kind != Tree::Kind::kWindow) return false;
  const TopLevel* window = window_of(facts_of(element));
  return window && belongs_to_owner(*window) && !place_of(*window);
}

void TreeReader::add_windows_of(HWND owner, uint32_t depth) {
  for (const TopLevel& window : windows_) {
    if (place_of(window) != owner || read_windows_.count(window.handle) != 0) continue;
    if (depth > options_.max_depth) return cut(static_cast<uint32_t>(tree.nodes.size()) - 1, CutReason::kBudget);
    add_window(window, depth);
  }
}

// What the window system knows of a window is true; what its provider says may be an older state, or its frame's.
void TreeReader::describe_window(Tree::Node& node, const TopLevel& window) {
  const Modality modality = modality_of(window, windows_);
  if (!is_popup(window)) {
    node.kind = Tree::Kind::kWindow;
    node.role = role_of_window(window, modality);
    node.active = window.handle == GetForegroundWindow();
    if (node.facts.dialog) node.role = Role::kDialog;
  }
  node.minimized = window.minimized;
  node.facts.modal = node.facts.modal || modality != Modality::kNone;
  node.facts.bounds = bounds_of(window.handle);
  if (node.facts.name.empty()) node.facts.name = title_of(window.handle);
  if (node.facts.class_name.empty()) node.facts.class_name = class_of(window.handle);
  if (node.facts.control_type == 0) node.facts.control_type = control::kWindow;
}

// Whether reading all of it in one request took longer the last time than there is time now.
bool TreeReader::is_too_slow(HWND window) const {
  const std::lock_guard lock(application_->notes.mutex);
  const auto last = application_->notes.durations.find(window);
  return last != application_->notes.durations.end() && last->second > limits_.remaining();
}

void TreeReader::note_duration(HWND window, Milliseconds took) const {
  const std::lock_guard lock(application_->notes.mutex);
  application_->notes.durations[window] = took;
}

void TreeReader::note_size(HWND window, uint32_t node, bool whole) const {
  const bool plain = std::all_of(tree.nodes.begin() + node, tree.nodes.end(),
                                 [](const Tree::Node& one) { return !one.cut && !one.identity.empty(); });
  const std::lock_guard lock(application_->notes.mutex);
  application_->notes.sizes[window] = whole && plain ? tree.nodes.size() - node : 0;
}

TreeReader::Answer TreeReader::ask_window(HWND window, Extent extent, Milliseconds within) {
  auto made = request(extent);
  if (!made) return {nullptr, E_FAIL};
  return ask(
      [&](IUIAutomationElement** out) { return (*client_)->ElementFromHandleBuildCache(window, made->get(), out); },
      within);
}

// How long all of a window may take at first: a few times what it took last. An act that begins meanwhile can keep the question
// waiting to its end, and is seen only then.
Milliseconds TreeReader::usual_time(HWND window, Milliseconds most) const {
  constexpr Milliseconds kLeast{1000};
  constexpr int kTimes = 4;
  const std::lock_guard lock(application_->notes.mutex);
  const auto last = application_->notes.durations.find(window);
  if (last == application_->notes.durations.end()) return most;
  return std::min(most, std::max(kLeast, last->second * kTimes));
}

// Whether it takes no messages, or answers nothing while an act has not returned: it would keep each question waiting.
bool TreeReader::is_silent(HWND window) {
  const bool blocked = is_blocked(*application_, *client_, window);
  if (blocked) blocked_.insert(window);
  const bool silent = blocked || IsHungAppWindow(window) != FALSE;
  silent_ = silent_ || silent;
  return silent;
}

// All of a window, in one request if that works. `whole` says whether it did.
TreeReader::Answer TreeReader::read_window(HWND window, Extent extent, bool& whole) {
  whole = false;
  if (is_silent(window)) return {nullptr, kTimedOut};
  Milliseconds most = half_of_the_rest();
  Milliseconds within = usual_time(window, most);
  while (extent == Extent::kSubtree && !is_too_slow(window)) {
    const auto began = Clock::now();
    Answer answer = ask_window(window, Extent::kSubtree, within);
    whole = answer.element.get() != nullptr;
    const auto took = std::chrono::duration_cast<Milliseconds>(Clock::now() - began);
    note_duration(window, is_timeout(answer.failure) ? took * 2 : took);
    if (whole || is_gone(answer.failure)) return answer;
    if (is_silent(window)) return {nullptr, kTimedOut};
    if (!is_timeout(answer.failure) || within == most) break;
    within = most = half_of_the_rest();
  }
  return ask_window(window, Extent::kChildren, limits_.remaining());
}

void TreeReader::add_window(const TopLevel& window, uint32_t depth) {
  read_windows_.insert(window.handle);
  const Extent extent = extent_at(depth);
  bool whole = false;
  const Answer answer = read_window(window.handle, extent, whole);
  if (!answer.element && is_gone(answer.failure)) return;  // closed meanwhile
  if (answer.element) {
    const uint32_t node = *add(answer.element, depth, window.handle, &window);
    add_children(answer.element, node, window.handle, whole || extent != Extent::kSubtree);
    if (!publishes_tree(toolkit_of_class(class_of(window.handle)))) {
      cut(node, CutReason::kUnpublished, "its toolkit publishes nothing of what is in its windows to UI Automation");
    }
    if (extent == Extent::kSubtree) note_size(window.handle, node, whole);
  } else {
    const auto node = static_cast<uint32_t>(tree.nodes.size());
    tree.nodes.emplace_back().depth = depth;
    pids_.push_back(window.pid);
    name(node, name_window(session_, application_->key, window.handle));
    describe_window(tree.nodes[node], window);
    cut(node, answer.failure);
    if (blocked_.count(window.handle) != 0) add_plain_controls(window.handle, depth + 1);
  }
  add_windows_of(window.handle, depth + 1);
}

// Of a control whose window is asked for nothing, because it would not answer.
std::optional<Facts> TreeReader::plain_facts_of(const ElementHandle& handle) const {
  if (!handle.window() || !is_blocked(*application_, *client_, handle.window())) return std::nullopt;
  return facts_of_control(handle.window());
}

// That the window is there is something, too: a wait for an element in it looks again until the window answers.
void TreeReader::add_plain_controls(HWND window, uint32_t depth) {
  anything_ = true;
  if (depth > options_.max_depth) return;
  for (PlainControl& one : plain_controls_of(window)) add_plain(one.window, std::move(one.facts), depth, window);
}

// A control as the window system knows it, under the identity that it has to UI Automation.
void TreeReader::add_plain(HWND window, Facts facts, uint32_t depth, HWND top_level) {
  anything_ = true;
  const auto index = static_cast<uint32_t>(tree.nodes.size());
  Tree::Node& node = tree.nodes.emplace_back();
  node.depth = depth;
  node.facts = std::move(facts);
  pids_.push_back(node.facts.pid);
  const auto named = session_.elements.intern(
      application_->key, ElementHandle(runtime_id_of(window), likeness_of(node.facts), nullptr, top_level));
  if (identities_.insert(named.identity).second) name(index, named);
}

uint32_t TreeReader::parent_of(uint32_t node) const {
  uint32_t parent = node - 1;
  while (parent > 0 && tree.nodes[parent].depth >= tree.nodes[node].depth) --parent;
  return parent;
}

bool TreeReader::is_below_itself(uint32_t node, const std::string& identity) const {
  while (tree.nodes[node].depth > 0) {
    node = parent_of(node);
    if (tree.nodes[node].identity == identity) return true;
  }
  return false;
}

// The element itself; what is below it comes after it.
std::optional<uint32_t> TreeReader::add(const ElementPtr& element, uint32_t depth, HWND top_level,
                                        const TopLevel* window) {
  anything_ = true;
  const auto index = static_cast<uint32_t>(tree.nodes.size());
  Tree::Node& node = tree.nodes.emplace_back();
  node.depth = depth;
  node.facts = facts_of(*element.get());
  pids_.push_back(node.facts.pid);
  if (!window) window = window_of(node.facts);
  if (window) {
    // An owned dialog may be below its owner already, and is then not read a second time.
    read_windows_.insert(window->handle);
    describe_window(node, *window);
    top_level = window->handle;
  }
  RuntimeId id = window ? runtime_id_of(window->handle) : runtime_id_of(*element.get());
  if (!id.empty()) {
    Likeness likeness = window ? likeness_of(window->handle) : likeness_of(node.facts);
    const auto named = session_.elements.intern(application_->key,
                                                ElementHandle(std::move(id), std::move(likeness), element, top_level));
    const bool is_first = identities_.insert(named.identity).second;
    if (!is_first && is_below_itself(index, named.identity)) {
      tree.nodes.pop_back();
      pids_.pop_back();
      return std::nullopt;
    }
    // Of two that have one name, the first keeps it; nothing can be done to the other.
    if (is_first) {
      name(index, named);
      if (auto kept = session_.elements.find(application_->key, named.identity)) {
        kept->renew(element);
        if (index > 0) {
          const Facts& above = tree.nodes[parent_of(index)].facts;
          kept->remember_around({above.control_type, above.patterns, above.offscreen});
        }
      }
    }
  }
  const int64_t pid = pids_[index];
  // An element is its process's, also the one that was asked for, and one that is the application's own again.
  const int64_t around = index > 0 ? pids_[parent_of(index)] : static_cast<int64_t>(application_->pid);
  if (pid != 0 && pid != around) host(index, pid);
  const Facts& facts = tree.nodes[index].facts;
  if (options_.text && !facts.password && facts.has(kTextPattern) && !facts.has(kValuePattern) &&
      (facts.control_type == control::kDocument || facts.control_type == control::kEdit)) {
    documents_.emplace_back(index, element);
  }
  return index;
}

// What came with an element. `whole`: with all that is below, or as far as is wanted.
void TreeReader::add_children(const ElementPtr& element, uint32_t parent, HWND top_level, bool whole) {
  ComPtr<IUIAutomationElementArray> children;
  const HRESULT result = element->GetCachedChildren(children.put());
  if (FAILED(result)) return cut(parent, result);
  if (!children) return;
  int count = 0;
  children->get_Length(&count);
  const uint32_t depth = tree.nodes[parent].depth + 1;
  if (depth > kDeepest && count > 0) {
    return cut(parent, CutReason::kFailed, "its elements go on below each other without an end");
  }
  for (int i = 0; i < count; ++i) {
    ElementPtr child;
    if (FAILED(children->GetElement(i, child.put())) || !child) {
      cut(parent, CutReason::kChanging);
      continue;
    }
    if (is_placed_elsewhere(*child.get(), parent)) continue;
    const auto node = add(child, depth, top_level);
    if (!node) {
      cut(parent, CutReason::kFailed, "an element is in itself");
    } else if (whole) {
      add_children(child, *node, top_level, true);
    } else {
      read_below(child, *node, top_level);
    }
  }
}

// What is below an element, in one request where that works, else its children, and so on with each of them.
void TreeReader::read_below(const ElementPtr& element, uint32_t parent, HWND top_level) {
  const uint32_t depth = tree.nodes[parent].depth;
  if (depth > options_.max_depth) return;
  if (out_of_time()) return cut(parent, CutReason::kDeadline);
  if (depth > kDeepest) return cut(parent, CutReason::kFailed, "its elements go on below each other without an end");
  const Extent extent = extent_at(depth);
  auto answer = update(*element.get(), extent, extent == Extent::kSubtree ? half_of_the_rest() : limits_.remaining());
  const bool whole = answer.element && extent == Extent::kSubtree;
  if (!answer.element && extent == Extent::kSubtree && !is_gone(answer.failure)) {
    answer = update(*element.get(), Extent::kChildren, limits_.remaining());
  }
  if (!answer.element) return cut(parent, answer.failure);
  add_children(answer.element, parent, top_level, whole || extent != Extent::kSubtree);
}

// A text that is written in lines has no Value in some toolkits (RichEdit, WPF's RichTextBox), and its text costs calls.
void TreeReader::read_documents() {
  size_t read = 0;
  for (const auto& [node, element] : documents_) {
    Facts& facts = tree.nodes[node].facts;
    if (role_of(facts, nullptr) != Role::kTextbox) continue;
    if (++read > kMostDocuments || out_of_time()) return;
    client_->bound(half_of_the_rest());
    ComPtr<IUIAutomationTextPattern> text_pattern;
    ComPtr<IUIAutomationTextRange> range;
    Bstr text;
    const bool has_text = SUCCEEDED(element->GetCurrentPatternAs(pattern::kText, __uuidof(IUIAutomationTextPattern),
                                                                 text_pattern.put_void())) &&
                          text_pattern && SUCCEEDED(text_pattern->get_DocumentRange(range.put())) && range &&
                          SUCCEEDED(range->GetText(kLongestText, text.put()));
    if (has_text) facts.value = text.str();
  }
}

void TreeReader::cut(uint32_t node, CutReason reason, std::string detail) {
  Tree::Node& where = tree.nodes[node];
  if (where.cut) return;
  where.cut = reason;
  where.cut_detail = std::move(detail);
}

void TreeReader::cut(uint32_t node, int32_t failure) {
  if (out_of_time()) return cut(node, CutReason::kDeadline);
  if (is_timeout(failure) || is_busy(failure)) return cut(node, CutReason::kUnresponsive);
  if (is_gone(failure)) return cut(node, CutReason::kChanging);
  cut(node, CutReason::kFailed, hresult_name(failure));
}

}  // namespace surehand::uia

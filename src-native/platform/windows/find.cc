#include "platform/windows/find.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/query/needs.h"
#include "core/query/text_pattern.h"
#include "platform/windows/com/bstr.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/com/variant.h"
#include "platform/windows/permissions.h"
#include "platform/windows/quirks/names.h"
#include "platform/windows/read/request.h"
#include "platform/windows/read/tree_reader.h"
#include "platform/windows/roles.h"
#include "platform/windows/snapshot.h"

namespace surehand::uia {
namespace {

using ConditionPtr = ComPtr<IUIAutomationCondition>;

// Elements of the tree as it was last read. In a smaller one all of it is there sooner than what a match is in, a question for each: one
// button, five levels down, took 11 questions, and 38.7 ms against 197 among 3,200 elements, 36.8 against 54.4 among 1,600, 13.8 against
// 10.7 among 200 (medians of 9, the simulator, which hands over the whole tree either way; real providers save that as well).
constexpr size_t kWorthIt = 1500;
// What each is in costs questions: of more than these the whole tree says it cheaper.
constexpr size_t kMostFound = 4;

// What the application itself finds for a query. The provider tests what it can be asked, which keeps no match out; the names, and all else,
// are compared here, with what the elements are in, so that the matches are those of the whole tree.
class Search {
 public:
  Search(const Client& client, const Query& query) : client_(client), query_(query) {}

  // Null where it has nothing that could be asked, or looks at more than elements and what they are in. A value may be that of an item
  // below (a combo box).
  ConditionPtr condition() const {
    const Query::PushDown& push = query_.push_down();
    if (push.needs_tree || !is_local(query_) || needs_of(query_).text) return nullptr;
    std::vector<ConditionPtr> all;
    if (!push.roles.empty()) {
      auto roles = roles_condition(push.roles);
      if (!roles) return nullptr;
      all.push_back(std::move(roles));
    }
    const bool focused = std::any_of(push.states.begin(), push.states.end(), [](const StateTest& test) {
      return test.state == State::kFocused && test.value == StateValue::kTrue;
    });
    if (focused) all.push_back(has(property::kHasKeyboardFocus, Variant::of(true)));
    if (all.empty()) return nullptr;
    all.push_back(view_of(client_));
    return of(all, &IUIAutomation::CreateAndConditionFromNativeArray);
  }

  bool may_match(const Facts& facts) const {
    const std::string name = real_name(facts, role_of(facts, nullptr));
    const auto& names = query_.push_down().names;
    return std::all_of(names.begin(), names.end(),
                       [&](const TextPattern* pattern) { return pattern->matches(name).value_or(true); });
  }

 private:
  using Join = HRESULT (STDMETHODCALLTYPE IUIAutomation::*)(IUIAutomationCondition**, int, IUIAutomationCondition**);

  ConditionPtr has(int property, const VARIANT& value) const {
    ConditionPtr made;
    (void)client_->CreatePropertyCondition(property, value, made.put());
    return made;
  }

  ConditionPtr of(const std::vector<ConditionPtr>& parts, Join join) const {
    std::vector<IUIAutomationCondition*> pointers;
    for (const ConditionPtr& part : parts) {
      if (!part) return nullptr;
      pointers.push_back(part.get());
    }
    ConditionPtr made;
    (void)(client_.get()->*join)(pointers.data(), static_cast<int>(pointers.size()), made.put());
    return made;
  }

  // Those of the control types that give a role, and whatever says an ARIA role: that may be any.
  ConditionPtr roles_condition(const std::vector<Role>& roles) const {
    std::vector<ConditionPtr> any;
    for (const Role role : roles) {
      const auto types = control_types_of(role);
      if (!types) return nullptr;
      for (const int type : *types) any.push_back(has(property::kControlType, Variant::of(type)));
    }
    const Bstr nothing("");
    ConditionPtr silent = has(property::kAriaRole, Variant::of(nothing.get())), says;
    if (!silent || FAILED(client_->CreateNotCondition(silent.get(), says.put()))) return nullptr;
    any.push_back(std::move(says));
    return of(any, &IUIAutomation::CreateOrConditionFromNativeArray);
  }

  const Client& client_;
  const Query& query_;
};

// The one window of an application that is large enough, where the target is that or all of them. Several are in an order, and in one
// another, that only their trees tell.
HWND window_to_search(Session& session, const ApplicationRecord& application, const Target& target) {
  const auto windows = windows_of(application);
  if (windows.size() != 1) return nullptr;
  const HWND window = windows.front().handle;
  if (target.identity) {
    auto handle = handle_of(session, {target.app_key, *target.identity});
    if (!handle || !handle->is_window() || handle->top_level() != window) return nullptr;
  }
  const std::lock_guard lock(application.notes.mutex);
  const auto size = application.notes.sizes.find(window);
  return size != application.notes.sizes.end() && size->second >= kWorthIt ? window : nullptr;
}

// Nothing where a snapshot is to say it: so it is for what nothing matches, which only that proves.
std::optional<Matches> searched(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                const Query& query, const FindOptions& options, const Limits& limits) {
  auto application = application_of(session, target.app_key);
  if (!application) return std::nullopt;
  const HWND window = window_to_search(session, **application, target);
  auto client = (*application)->client.get();
  if (!window || !client) return std::nullopt;
  const Search search(**client, query);
  const ConditionPtr condition = search.condition();
  if (!condition) return std::nullopt;

  const double captured_at = milliseconds_since_epoch();
  const SnapshotOptions reads = reads_for(query);
  auto reader = TreeReader::open(session, application.take(), reads, limits);
  if (!reader) return std::nullopt;
  const auto read = reader->read_found(
      window, *condition.get(), [&](const Facts& facts) { return search.may_match(facts); }, kMostFound);
  if (!read || !*read) return std::nullopt;
  Matches matches{snapshot_of(*reader, reads, target.app_key, refs, captured_at), {}, true};
  MatchOptions within;
  within.limit = options.limit;
  if (target.identity) within.scope = matches.snapshot->find_identity(*target.identity);
  if (within.scope == kNoNode) return std::nullopt;
  auto nodes = match(query, *matches.snapshot, within, limits);
  if (!nodes || nodes->empty()) return std::nullopt;
  matches.nodes = nodes.take();
  return matches;
}

}  // namespace

Result<Matches> find_elements(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                              const Query& query, const FindOptions& options, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  if (auto found = searched(session, refs, target, query, options, limits)) return std::move(*found);
  SUREHAND_TRY(tree, take_snapshot(session, refs, target, reads_for(query), limits));
  MatchOptions within;
  within.limit = options.limit;
  SUREHAND_TRY(nodes, match(query, **tree, within, limits));
  return Matches{tree.take(), nodes.take(), false};
}

}  // namespace surehand::uia

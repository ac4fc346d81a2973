#include "platform/linux/find.h"

#include <algorithm>

#include "core/query/needs.h"
#include "core/query/query_node.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"
#include "platform/linux/mirrored.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/quirks/wake.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/roles.h"
#include "platform/linux/snapshot.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// More elements than this are read cheaper in bulk, with the whole tree.
constexpr size_t kMostElements = 200;
// How many candidates are looked at first when only a few matches are wanted.
constexpr size_t kFirstTry = 16;
// Of more matches than these the whole tree says it cheaper what they are in.
constexpr size_t kMostUndecided = 8;
// Of more than this part of an application's elements the names alone cost as much as the whole tree.
constexpr size_t kMostNamedPart = 2;

// The states of a selector that AT-SPI has one for; the others are looked at afterwards.
uint64_t pushed_states(const std::vector<StateTest>& tests) {
  uint64_t states = 0;
  for (const StateTest& test : tests) {
    if (test.value != StateValue::kTrue) continue;
    switch (test.state) {
      case State::kVisible:
        states |= state::kVisible;
        break;
      case State::kFocused:
        states |= state::kFocused;
        break;
      case State::kFocusable:
        states |= state::kFocusable;
        break;
      case State::kSelected:
        states |= state::kSelected;
        break;
      case State::kExpanded:
        states |= state::kExpanded;
        break;
      case State::kEditable:
        states |= state::kEditable;
        break;
      case State::kRequired:
        states |= state::kRequired;
        break;
      case State::kModal:
        states |= state::kModal;
        break;
      case State::kBusy:
        states |= state::kBusy;
        break;
      default:
        break;
    }
  }
  return states;
}

// Bytes of a name that are compared before the element is read, which cuts it where a character ends.
constexpr size_t kLongestName = 16 << 10;

Milliseconds waited_since(Clock::time_point began) {
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - began);
}

// What the application itself finds for a query, as far as it can be asked.
class Search {
 public:
  Search(Session& session, const ApplicationRecord& application, const Target& target, const Query& query,
         const FindOptions& options, MatchPermit permit)
      : session_(session), application_(application), query_(query), options_(options), permit_(permit) {
    if (target.identity) scope_ = object_named(*target.identity, application.key);
    if (scope_ && scope_->path == application.root) scope_.reset();
    const Query::PushDown& push_down = query.push_down();
    for (Role role : push_down.roles) {
      const auto numbers = numbers_of(role);
      rule_.roles.insert(rule_.roles.end(), numbers.begin(), numbers.end());
      // The application element is not among its own descendants.
      if (role == Role::kApplication) useful_ = false;
    }
    rule_.states = pushed_states(push_down.states);
    if (rule_.roles.empty() && (!push_down.roles.empty() || rule_.states == 0)) useful_ = false;
    if (application.key != (scope_ ? scope_->bus : application.key)) useful_ = false;
    // Of its open menus the display tells (see show_open_menus()), and of a cell what it is in: on a page that was left it says that it
    // shows.
    if (is_gtk2(application) && (options.tells_hidden || needs_of(query).visible)) useful_ = false;
  }

  bool useful() const { return useful_ && !query_.push_down().needs_tree; }

  // Nothing when there are so many candidates that a snapshot is cheaper, or when the application refused.
  Result<std::optional<Matches>> run(const std::shared_ptr<RefBook>& refs, const Limits& limits) {
    const Query::PushDown& push_down = query_.push_down();
    const size_t wanted = push_down.first_only ? 1 : options_.limit;
    const bool few = wanted <= kFirstTry && !counts_from_the_end();
    size_t most = !few ? 0 : push_down.exact ? wanted : kFirstTry;
    size_t enough = few ? kFirstTry : SIZE_MAX;  // whose names pass
    for (;;) {
      auto candidates = ask(most, limits);
      if (!candidates.ok()) return candidates.take_error();
      if (!*candidates) return std::optional<Matches>();
      bool all = most == 0 || (*candidates)->size() < most + (scope_ ? 1 : 0);
      if (most == 0 && (*candidates)->size() > kMostElements) {
        const bool by_name = !push_down.names.empty() && !may_be_called_otherwise();
        if (!by_name || (*candidates)->size() > most_named((*candidates)->size())) return std::optional<Matches>();
        auto complete = keep_named(**candidates, enough, limits);
        if (!complete.ok()) return complete.take_error();
        all = *complete;
        if ((*candidates)->size() > kMostElements) return std::optional<Matches>();
      }
      auto matches = among(refs, **candidates, limits);
      if (!matches.ok()) return matches.take_error();
      if (!*matches) return std::optional<Matches>();
      if (all || (*matches)->nodes.size() >= wanted) return matches.take();
      if (most == 0) enough = SIZE_MAX;
      most = 0;
    }
  }

 private:
  // Nothing when the whole tree says it cheaper.
  Result<std::optional<Matches>> among(const std::shared_ptr<RefBook>& refs, const std::vector<ObjectName>& elements,
                                       const Limits& limits) {
    ReadingAlone reading(session_, refs, application_, reads_for(query_), limits);
    auto status = reading.read(elements);
    if (!status.ok()) return status.take_error();
    if (reading.depends_on_place()) return std::optional<Matches>();
    MatchOptions options;
    options.limit = options_.limit;
    options.include_scope = !scope_;
    SnapshotPtr snapshot = reading.snapshot();
    std::vector<NodeIndex> known;
    for (;;) {
      auto nodes = match(query_, *snapshot, options, limits);
      if (!nodes.ok()) return nodes.take_error();
      const std::vector<NodeIndex> undecided = undecided_of(*snapshot, *nodes, known);
      if (undecided.empty()) return std::optional(Matches{std::move(snapshot), nodes.take(), true});
      if (nodes->size() > kMostUndecided) return std::optional<Matches>();
      known.insert(known.end(), undecided.begin(), undecided.end());
      auto looked = reading.looked_around(undecided);
      if (!looked.ok()) return looked.take_error();
      snapshot = looked.take();
    }
  }

  // Those of which only what they are in tells whether they are scrolled out or on a page that is not shown, or whether they say that
  // they are checked.
  std::vector<NodeIndex> undecided_of(const Snapshot& snapshot, const std::vector<NodeIndex>& nodes,
                                      const std::vector<NodeIndex>& known) const {
    std::vector<NodeIndex> undecided;
    const ToolkitTraits& traits = application_.traits();
    const bool tells_hidden = options_.tells_hidden || needs_of(query_).visible;
    for (NodeIndex node : nodes) {
      if (std::find(known.begin(), known.end(), node) != known.end()) continue;
      const States states = snapshot.states(node);
      const bool may_be_hidden = traits.hidden_pages_seem_scrolled_out && tells_hidden && states.has(State::kOffscreen);
      const bool may_lack_check =
          traits.popover_menus_lack_checks && states.applies(State::kChecked) && !states.has(State::kChecked);
      if (may_be_hidden || may_lack_check) undecided.push_back(node);
    }
    return undecided;
  }

  bool counts_from_the_end() const {
    const auto& nth = query_.root().steps.back().nth;
    return nth && (nth->index < 0 || nth->excluded);
  }

  Result<std::optional<std::vector<ObjectName>>> ask(size_t most, const Limits& limits) {
    const ObjectName root = scope_ ? *scope_ : ObjectName{application_.key, application_.root};
    const auto began = Clock::now();
    auto reply = session_.bus->call(caller_.matches(root, rule_, static_cast<int32_t>(most), permit_), limits);
    if (!reply.ok()) {
      if (reply.error().code != ErrorCode::kTimeout) return reply.take_error();
      return app_unresponsive(application_, waited_since(began), "matching elements");
    }
    if (is_gone(*reply)) {
      session_.applications.forget(application_.key);
      return app_exited(application_);
    }
    if (!reply->is_reply()) return std::optional<std::vector<ObjectName>>();
    std::vector<ObjectName> found;
    if (scope_) found.push_back(*scope_);
    auto body = reply->body();
    auto list = body.begin_array(8);
    while (body.more(list)) {
      ObjectName object = read_object(body);
      if (object.path != kNullPath) found.push_back(std::move(object));
    }
    return std::optional<std::vector<ObjectName>>(std::move(found));
  }

  size_t most_named(size_t candidates) const {
    // Without a cache a tree costs calls for each of its elements as well, and it has more than these.
    if (!application_.notes.cache_made) return SIZE_MAX;
    const size_t nodes = std::max(application_.notes.nodes, application_.notes.listed);
    // It has another page than when it was read.
    return candidates > nodes ? SIZE_MAX : nodes / kMostNamedPart;
  }

  // What a combo box answers may be what is chosen in it, and not its name here.
  bool may_be_called_otherwise() const {
    const auto& roles = rule_.roles;
    const bool any_choice = roles.empty() || std::find(roles.begin(), roles.end(), role::kComboBox) != roles.end();
    return any_choice && application_.traits().choice_is_name;
  }

  bool may_be_named(std::string_view name) const {
    // What has no name of its own may be called what it says.
    if (name.empty()) return true;
    const auto& patterns = query_.push_down().names;
    return std::all_of(patterns.begin(), patterns.end(),
                       [&](const TextPattern* pattern) { return pattern->matches(name).value_or(true); });
  }

  // Asks the candidates for their names, in order, until `enough` of them pass; keeps those. Whether all were asked.
  Result<bool> keep_named(std::vector<ObjectName>& candidates, size_t enough, const Limits& limits) {
    const size_t first = scope_ ? 1 : 0;
    std::vector<ObjectName> kept(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(first));
    bool gone = false;
    const auto began = Clock::now();
    dbus::Connection::Pipeline pipeline(session_.bus);
    pipeline.on_reply([&](uint64_t tag, const dbus::Reply& reply) {
      gone = gone || (is_gone(reply) && candidates[tag].bus == application_.key);
      if (!reply.is_reply()) return;
      auto body = reply.body();
      const bool is_text = body.begin_variant() == "s";
      if (is_text && may_be_named(body.string().substr(0, kLongestName))) kept.push_back(std::move(candidates[tag]));
    });
    size_t asked = first;
    Status status = Done{};
    for (; asked < candidates.size() && kept.size() - first < enough && status.ok() && !gone; ++asked) {
      status = pipeline.push(caller_.get(candidates[asked], Property::kName), asked, limits);
    }
    if (status.ok()) status = pipeline.drain(limits);
    if (gone) {
      session_.applications.forget(application_.key);
      return app_exited(application_);
    }
    if (!status.ok()) {
      if (status.error().code != ErrorCode::kTimeout) return status.take_error();
      return app_unresponsive(application_, waited_since(began), "the names of elements");
    }
    const bool complete = asked == candidates.size();
    candidates = std::move(kept);
    return complete;
  }

  Session& session_;
  const ApplicationRecord& application_;
  const Query& query_;
  const FindOptions& options_;
  MatchPermit permit_;
  Caller caller_;
  std::optional<ObjectName> scope_;
  MatchRule rule_;
  bool useful_ = true;
};

// A page of WebKitGTK's may have come since the last snapshot, and no search finds what is in it.
bool may_embed(const ApplicationRecord& application) {
  return application.traits().may_embed_webkit && has_library(application.pid, {"libwebkit2gtk"});
}

// What matches in the whole tree, which is kept. Nothing where it is not kept.
Result<std::optional<Matches>> find_in_kept(Session& session, const std::shared_ptr<RefBook>& refs,
                                            const Target& target, const Query& query, size_t limit,
                                            const Limits& limits) {
  SnapshotOptions reads = reads_for(query);
  reads.mirrored = reads.renew = true;
  if (!is_mirrored(session, target, reads, limits)) return std::optional<Matches>();
  SUREHAND_TRY(snapshot, take_mirrored(session, refs, target, reads, limits));
  MatchOptions options;
  options.limit = limit;
  SUREHAND_TRY(nodes, match(query, **snapshot, options, limits));
  return std::optional(Matches{snapshot.take(), nodes.take(), false});
}

// What matches in the whole tree.
Result<Matches> find_in_tree(Session& session, const std::shared_ptr<RefBook>& refs, ApplicationPtr application,
                             const Target& target, const Query& query, const FindOptions& wanted,
                             const Limits& limits) {
  const QueryNeeds needs = needs_of(query);
  const ToolkitTraits& traits = application->traits();
  const bool later =
      (traits.places_cost_a_call && !needs.visible) || (traits.states_cost_a_call && !needs.states && !needs.text);
  Reading reading(session, refs, std::move(application), target, reads_for(query), limits,
                  later ? Reading::Showing::kLater : Reading::Showing::kRead);
  auto status = reading.read();
  if (!status.ok()) return status.take_error();
  SnapshotPtr snapshot = reading.snapshot();
  MatchOptions options;
  options.limit = wanted.limit;
  auto nodes = match(query, *snapshot, options, limits);
  if (!nodes.ok()) return nodes.take_error();
  if (later && wanted.tells_hidden && !nodes->empty()) {
    auto shown = reading.with_showing(*nodes);
    if (!shown.ok()) return shown.take_error();
    snapshot = shown.take();
    // What went meanwhile is not in it, and the others have other places.
    nodes = match(query, *snapshot, options, limits);
    if (!nodes.ok()) return nodes.take_error();
  }
  return Matches{std::move(snapshot), nodes.take(), false};
}

}  // namespace

std::optional<MatchPermit> match_permit(const ApplicationRecord& record) {
  if (!record.traits().has_collection || record.notes.huge_container) return std::nullopt;
  // It finds none of another process's elements.
  if (record.notes.embeds) return std::nullopt;
  // Any of its windows may hold a sheet.
  if (record.may_be_libreoffice()) return std::nullopt;
  // Nor is any other searched that may have such a list, before a snapshot has seen how large its lists are.
  if (record.traits().lists_may_be_endless && record.notes.nodes == 0) return std::nullopt;
  return MatchPermit();
}

Result<Matches> find_elements(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                              const Query& query, const FindOptions& options, const Limits& limits) {
  auto application = application_of(session, target.app_key, limits);
  if (!application.ok()) return application.take_error();
  const std::lock_guard reading(*(*application)->reading);
  if (const auto permit = match_permit(**application); permit && options.limit > 0) {
    if ((*application)->traits().sleeps_until_woken) {
      (void)wake(session, **application, limits.capped(limits.remaining() / 2));
    }
    Search search(session, **application, target, query, options, *permit);
    if (search.useful()) {
      auto found = search.run(refs, limits);
      if (!found.ok()) return found.take_error();
      if (*found && (!(*found)->nodes.empty() || !may_embed(**application))) return std::move(**found);
    }
  }
  if (options.keeps) {
    SUREHAND_TRY(found, find_in_kept(session, refs, target, query, options.limit, limits));
    if (*found) return std::move(**found);
  }
  return find_in_tree(session, refs, application.take(), target, query, options, limits);
}

}  // namespace surehand::atspi

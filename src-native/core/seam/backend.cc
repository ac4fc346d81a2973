#include "core/seam/backend.h"

#include <algorithm>

#include "core/tree/at_point.h"
#include "core/tree/fingerprint.h"

namespace surehand {

Error Backend::unsupported(std::string_view what) const {
  return {ErrorCode::kUnsupported, "the backend `" + std::string(name()) + "` " + std::string(what), {}};
}

Result<std::unique_ptr<Subscription>> Backend::observe(const Target&, EventKinds, EventSink, const Limits&) {
  return unsupported("announces no events");
}

Result<std::unique_ptr<Subscription>> Backend::hotkey(const std::vector<std::string>&, std::function<void()>,
                                                      const Limits&) {
  return unsupported("does not tell of keys");
}

Result<double> Backend::processor_time(const std::string&, const Limits&) {
  return unsupported("does not tell how much an application works");
}

Result<Element> Backend::window_at(double, double, const Limits&) {
  return unsupported("cannot tell which window is at a point");
}

Result<TextRange> Backend::selected_range(const Element&, const Limits&) {
  return unsupported("does not tell what of a text is selected");
}

Result<std::optional<Rect>> Backend::text_bounds(const Element&, TextRange, const Limits&) {
  return unsupported("does not tell where a part of a text is");
}

Result<Foreground> Backend::foreground(const Limits&) { return unsupported("cannot tell what has the keyboard"); }

Result<Image> Backend::screenshot(const Capture&, const Limits&) { return unsupported("makes no screenshots"); }

Result<std::vector<Display>> Backend::displays(const Limits&) { return unsupported("does not tell its displays"); }

Result<std::vector<Permission>> Backend::permissions(const Limits&) {
  return unsupported("does not tell what it needs to be allowed");
}

Result<std::vector<Capability>> Backend::capabilities(const Limits&) {
  return unsupported("does not tell what it can do");
}

Result<Dispatch> Backend::arrange(const Element&, const Arrangement&, const Limits&) {
  return unsupported("cannot arrange windows");
}

Result<std::string> Backend::read_clipboard(ClipboardFormat, const Limits&) { return unsupported("has no clipboard"); }

Status Backend::write_clipboard(ClipboardFormat, const std::string&, const Limits&) {
  return unsupported("has no clipboard");
}

Result<Element> Backend::realize(const Element&, const std::string&, const Limits&) {
  return unsupported("cannot make an item of a virtual container; scroll to it");
}

Result<Element> Backend::element_at(const Target& target, double x, double y, const Limits& limits) {
  SnapshotOptions options;
  options.only_visible = true;
  options.text = options.actions = options.attributes = false;
  SUREHAND_TRY(tree, snapshot(target, options, limits));
  const NodeIndex node = topmost_at(**tree, x, y);
  if (node != kNoNode) return Element{target.app_key, std::string((*tree)->identity(node))};
  return Error{ErrorCode::kNotFound, "the application shows no element at this point of the screen", {}};
}

Result<ProgramReport> Backend::program(int64_t, bool, const Limits&) {
  return Error{ErrorCode::kUnsupported,
               "the backend `" + std::string(name()) + "` does not report how the programs that it started ended",
               {}};
}

Status Backend::apply(const json::Value&) {
  return Error{ErrorCode::kUnsupported,
               "the applications of the backend `" + std::string(name()) +
                   "` are real; only a backend whose applications are scripted applies effects",
               {}};
}

Result<Matches> Backend::find_in_snapshot(const Target& target, const Query& query, size_t limit,
                                          const Limits& limits) {
  auto tree = snapshot(target, {}, limits);
  if (!tree) return tree.take_error();
  MatchOptions options;
  options.limit = limit;
  SUREHAND_TRY(nodes, match(query, **tree, options, limits));
  return Matches{tree.take(), nodes.take(), false};
}

Result<Matches> Backend::find_among(const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits) {
  SUREHAND_TRY(tree, snapshot(target, reads_for(query), limits));
  auto nodes = match(query, **tree, {}, limits);
  if (!nodes) return nodes.take_error();
  Matches matches{tree.take(), {}, true};
  for (const NodeIndex node : *nodes) {
    const auto identity = matches.snapshot->identity(node);
    if (std::find(identities.begin(), identities.end(), identity) != identities.end()) matches.nodes.push_back(node);
  }
  return matches;
}

Result<uint64_t> Backend::fingerprint(const std::string& app_key, bool whole, const Limits& limits) {
  SnapshotOptions options;
  options.only_visible = !whole;
  options.bounds = whole;  // some toolkits tell by them what shows
  options.text = options.actions = options.attributes = false;
  options.names_from_text = whole;  // they are names, so it tells of them
  const auto tree = snapshot({app_key, {}}, options, limits);
  if (!tree) return tree.error();
  for (const Cut& cut : (*tree)->cuts()) {
    if (cut.reason == CutReason::kDeadline || cut.reason == CutReason::kUnresponsive) {
      return Error{ErrorCode::kTimeout, "there was no time to read all of the tree", {}};
    }
  }
  return surehand::fingerprint(**tree);
}

}  // namespace surehand

// What the core costs on synthetic trees: building, JSON out and in, outlines. Run: core_bench [rounds]

#include <cstdlib>
#include <memory>

#include "core/tree/outline.h"
#include "core/tree/refs.h"
#include "core/tree/snapshot_json.h"
#include "timing.h"

using namespace surehand;
using surehand::bench::median_ms;

namespace {

// A window of lists of rows, each with texts and a button: what large trees are made of.
SnapshotPtr build(NodeIndex nodes) {
  SnapshotBuilder builder(nodes);
  States shown;
  shown.set(State::kEnabled);
  shown.set(State::kVisible);
  States focusable = shown;
  focusable.set(State::kFocusable);
  const auto open = [&](Role role, const char* platform_role, const std::string& name, const States& states) {
    const NodeIndex node = builder.open(role);
    builder.states(states);
    builder.text(TextField::kName, name);
    builder.text(TextField::kPlatformRole, platform_role);
    builder.bounds({static_cast<int32_t>(node % 1000), static_cast<int32_t>(node / 50), 120, 24});
    builder.attribute("toolkit", "gtk");
    builder.identity("/org/a11y/atspi/accessible/" + std::to_string(node));
  };
  open(Role::kWindow, "frame", "Mail", shown);
  builder.host("mail", 4242, {"mail", "org.example.Mail"});
  for (NodeIndex list = 0; builder.size() < nodes; ++list) {
    open(Role::kList, "list", "Folder " + std::to_string(list), focusable);
    for (int row = 0; row < 200 && builder.size() < nodes; ++row) {
      const std::string number = std::to_string(list * 200 + static_cast<NodeIndex>(row));
      open(Role::kListItem, "list item", "Message " + number, focusable);
      open(Role::kText, "label", "Sender " + number, shown);
      builder.close();
      open(Role::kText, "label", "Subject of message " + number, shown);
      builder.close();
      open(Role::kTextbox, "entry", "Note", focusable);
      builder.text(TextField::kValue, "note " + number);
      builder.close();
      open(Role::kButton, "push button", "Delete", focusable);
      builder.text(TextField::kDescription, "Moves the message to the bin");
      builder.action("click");
      builder.close();
      builder.close();
    }
    builder.close();
  }
  return builder.finish(":1.42", std::make_shared<RefBook>(), 0, 0);
}

json::Value measure(NodeIndex nodes, int rounds) {
  json::Value result;
  const SnapshotPtr tree = build(nodes);
  result.set("nodes", tree->size());
  result.set("bytesOfNodesPerNode", static_cast<double>(tree->bytes_of_nodes()) / tree->size());
  result.set("bytesOfTextPerNode", static_cast<double>(tree->bytes_of_text()) / tree->size());
  result.set("build", median_ms(rounds, [&] { build(nodes); }));

  std::string text;
  const auto write = [&] {
    text.clear();
    append_json(text, *tree, 0);
  };
  result.set("appendJson", median_ms(rounds, write));
  result.set("jsonBytes", text.size());
  result.set("appendJsonWithRefs", median_ms(rounds, [&] {
               std::string with_refs;
               append_json(with_refs, *tree, 0, {true});
             }));
  const auto parsed = json::parse(text);
  const auto& value = std::get<json::Value>(parsed);
  result.set("parseJson", median_ms(rounds, [&] { (void)json::parse(text); }));
  result.set("fromJson", median_ms(rounds, [&] { (void)snapshot_from_json(value); }));

  OutlineOptions options;
  Outline whole;
  result.set("outline", median_ms(rounds, [&] { whole = outline(*tree, options); }));
  result.set("outlineLines", whole.lines);
  result.set("outlineTokens", whole.text.size() / 4);
  options.max_tokens = 2000;
  Outline brief;
  result.set("outlineOf2000Tokens", median_ms(rounds, [&] { brief = outline(*tree, options); }));
  result.set("outlineOf2000TokensLines", brief.lines);

  const std::string identity(tree->identity(tree->size() - 1));
  NodeIndex found = kNoNode;
  constexpr int kFinds = 1000;  // one is shorter than the clock can tell
  result.set("findIdentity", median_ms(rounds, [&] {
                               for (int i = 0; i < kFinds; ++i) found = tree->find_identity(identity);
                             }) / kFinds);
  if (found != tree->size() - 1) std::abort();
  return result;
}

}  // namespace

int main(int argc, char** argv) { surehand::bench::report(argc, argv, measure); }

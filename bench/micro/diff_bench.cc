// What a diff costs on synthetic trees: by the platform's identities, and without them (trees made from
// data). Run: diff_bench [rounds]

#include <memory>
#include <string>
#include <utility>

#include "core/diff/diff.h"
#include "core/tree/refs.h"
#include "timing.h"

using namespace surehand;
using surehand::bench::median_ms;

namespace {

struct Shape {
  bool identities = true;
  NodeIndex first = 0;         // number of the first element: others have other identities and other names
  NodeIndex changed_each = 0;  // every n-th element has another value; 0: none
  NodeIndex left_out = 0;      // every n-th row is not there; 0: none
};

SnapshotPtr build(NodeIndex nodes, const Shape& shape, const std::shared_ptr<RefBook>& refs) {
  SnapshotBuilder builder(nodes);
  States states;
  states.set(State::kEnabled);
  states.set(State::kVisible);
  NodeIndex number = shape.first;
  const auto open = [&](Role role, const std::string& name) {
    builder.open(role);
    builder.states(states);
    builder.text(TextField::kName, name);
    builder.bounds({static_cast<int32_t>(number % 1000), static_cast<int32_t>(number / 50), 120, 24});
    builder.attribute("toolkit", "gtk");
    if (shape.identities) builder.identity("/org/a11y/atspi/accessible/" + std::to_string(number));
    if (shape.changed_each != 0 && number % shape.changed_each == 0)
      builder.text(TextField::kValue, "changed " + std::to_string(number));
    ++number;
  };
  open(Role::kWindow, "Mail");
  for (NodeIndex row = 0; number < shape.first + nodes; ++row) {
    if (shape.left_out != 0 && row % shape.left_out == 0) {
      number += 5;
      continue;
    }
    const std::string text = std::to_string(shape.first + row);
    open(Role::kListItem, "Message " + text);
    for (const auto& [role, name] :
         {std::pair{Role::kText, "Sender " + text}, std::pair{Role::kText, "Subject of message " + text},
          std::pair{Role::kTextbox, std::string("Note")}, std::pair{Role::kButton, std::string("Delete")}}) {
      open(role, name);
      builder.close();
    }
    builder.close();
  }
  return builder.finish(":1.42", refs);
}

json::Value measure(NodeIndex nodes, int rounds) {
  json::Value result;
  result.set("nodes", nodes);
  const auto refs = std::make_shared<RefBook>();
  for (const bool identities : {true, false}) {
    const SnapshotPtr before = build(nodes, {identities}, refs);
    const auto time = [&](const char* what, const Shape& shape) {
      const SnapshotPtr after = build(nodes, shape, refs);
      json::Value entry;
      Diff found;
      entry.set("ms", median_ms(rounds, [&] { found = diff(*before, *after, {}); }));
      entry.set("summary", found.summary());
      result.set(std::string(what) + (identities ? "" : ", no identities"), entry);
    };
    time("nothing changed", {identities});
    time("one in 100 changed", {identities, 0, 100});
    time("one row in 20 removed", {identities, 0, 0, 20});
    time("every node changed", {identities, 0, 1});
    time("nothing in common", {identities, nodes * 2});
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) { surehand::bench::report(argc, argv, measure); }

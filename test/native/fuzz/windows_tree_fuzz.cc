// What UI Automation may say of the elements of an application, whatever it says, as a tree and against another one.
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "core/diff/diff.h"
#include "core/tree/outline.h"
#include "core/tree/refs.h"
#include "core/tree/snapshot.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/read/tree.h"
#include "sound_tree.h"
#include "tape.h"

using namespace surehand;
using namespace surehand::uia;
using test::Tape;

namespace {

std::string text(Tape& tape) {
  static const std::string kTexts[] = {"",
                                       "Save",
                                       "checked=true;level=2",
                                       "level=99999999999999999999;;=",
                                       "\xff",
                                       "\xe2\x80\xae",
                                       "List",
                                       "Ctrl+Shift+S, Alt+F4"};
  const uint8_t which = tape.byte();
  if (which == 0xFF) return std::string(70'000, 'x');
  if (which < 0xE0) return kTexts[which % std::size(kTexts)];
  std::string bytes;
  for (uint8_t left = which % 16; left > 0; --left) bytes += static_cast<char>(tape.byte());
  return bytes;
}

double number(Tape& tape) {
  constexpr double kEdges[] = {0, -0.5, 1e308, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};
  const uint8_t which = tape.byte();
  return which < 0x80 ? kEdges[which % std::size(kEdges)] : static_cast<int32_t>(tape.number());
}

Facts facts(Tape& tape) {
  Facts made;
  made.control_type = static_cast<int>(control::kButton + tape.byte() % 44);
  if (tape.byte() == 0xFF) made.control_type = static_cast<int>(tape.number());
  made.patterns = tape.number() << 8 | tape.byte();
  made.legacy_state = tape.number();
  made.pid = static_cast<int64_t>(tape.byte() % 3);
  made.window = tape.byte() % 5;
  for (std::string* each : {&made.name, &made.id, &made.class_name, &made.framework, &made.localized_role,
                            &made.aria_role, &made.aria_properties, &made.description, &made.help, &made.item_status,
                            &made.accelerator, &made.access_key, &made.default_action, &made.formula}) {
    *each = (tape.byte() & 1) != 0 ? text(tape) : std::string();
  }
  const uint8_t flags = tape.byte();
  if (flags & 1) made.value = text(tape);
  if (flags & 2) made.number = number(tape);
  if (flags & 4) {
    const auto whole = [&] { return static_cast<int32_t>(tape.number()); };
    made.bounds = Rect{whole(), whole(), whole(), whole()};
  }
  made.password = (flags & 8) != 0;
  made.offscreen = (flags & 16) != 0;
  made.enabled = (flags & 32) != 0;
  made.focused = (flags & 64) != 0;
  made.focusable = (flags & 128) != 0;
  return made;
}

SnapshotPtr tree_of(Tape& tape, const SnapshotOptions& options, const std::shared_ptr<RefBook>& refs) {
  Tree tree;
  tree.hosts.push_back({0, {"app", 7, {"app"}, "App", "id"}});
  const size_t count = 1 + tape.byte() % 60;
  uint32_t depth = 0;
  for (size_t i = 0; i < count; ++i) {
    auto& node = tree.nodes.emplace_back();
    depth = i == 0 ? 0 : 1 + tape.byte() % (depth + 1);
    node.depth = depth;
    node.facts = facts(tape);
    node.identity = std::to_string(tape.byte() % 50);
    const uint8_t what = tape.byte();
    if ((what & 7) == 7) node.cut = static_cast<CutReason>(what >> 3 & 3);
    if (i > 0 && what > 0xF0) tree.hosts.push_back({static_cast<uint32_t>(i), {"other", 9, {"other"}, "Other", ""}});
  }
  tree.nodes[0].kind = Tree::Kind::kWindow;
  tree.nodes[0].role = Role::kWindow;
  SnapshotBuilder builder;
  write_tree(tree, options, builder);
  return builder.finish("app", refs);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Tape tape{data, size};
  SnapshotOptions options;
  const uint8_t flags = tape.byte();
  options.text = (flags & 1) != 0;
  options.attributes = (flags & 2) != 0;
  options.actions = (flags & 4) != 0;
  options.only_visible = (flags & 8) != 0;
  options.max_nodes = (flags & 16) != 0 ? 10 : 0;
  if ((flags & 32) != 0) options.max_depth = 3;
  const auto refs = std::make_shared<RefBook>();
  const SnapshotPtr before = tree_of(tape, options, refs);
  const SnapshotPtr after = tree_of(tape, options, refs);
  test::expect_sound(*before);
  test::expect_sound(*after);
  (void)diff(*before, *after, {});
  return 0;
}

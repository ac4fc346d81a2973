#include <doctest/doctest.h>
#include <poll.h>

#include <cstdio>
#include <functional>
#include <future>

#include "core/run/pending.h"
#include "core/seam/open.h"
#include "platform/linux/backend.h"
#include "platform/linux/process/process.h"
#include "support/desktop.h"

using namespace surehand;
using surehand::test::PrivateDesktop;

namespace {

Limits within(int ms) { return Limits::within(Milliseconds(ms)); }

struct Fixture {
  Fixture() {
    REQUIRE_MESSAGE(desktop.complete(),
                    "Xvfb, dbus-daemon or openbox could not be started; install the packages "
                    "`xvfb`, `dbus`, `at-spi2-core` and `openbox`");
    OpenOptions options;
    options.backend = "linux";
    options.environment = desktop.environment();
    auto opened = atspi::LinuxBackend::open(options, within(10000));
    REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().message));
    backend = opened.take();
  }

  Application launch(const std::string& command, std::vector<std::string> arguments = {}) {
    LaunchOptions options;
    options.command = command;
    options.arguments = std::move(arguments);
    auto launched = backend->launch(options, within(20000));
    REQUIRE_MESSAGE(launched.ok(), (launched.ok() ? "" : launched.error().message));
    return launched.take().application;
  }

  SnapshotPtr tree(const Application& app) {
    auto snapshot = backend->snapshot({app.key, std::nullopt}, {}, within(10000));
    REQUIRE_MESSAGE(snapshot.ok(), (snapshot.ok() ? "" : snapshot.error().message));
    return snapshot.take();
  }

  using Wanted = std::function<bool(const Snapshot&, NodeIndex)>;
  static NodeIndex look(const Snapshot& tree, const Wanted& wanted) {
    for (NodeIndex node = 0; node < tree.size(); ++node) {
      if (wanted(tree, node)) return node;
    }
    return kNoNode;
  }
  Element find(const Application& app, const Wanted& wanted) {
    const auto snapshot = tree(app);
    const NodeIndex node = look(*snapshot, wanted);
    REQUIRE(node != kNoNode);
    return {app.key, std::string(snapshot->identity(node))};
  }

  static Wanted named(Role role, std::string name) {
    return [=](const Snapshot& tree, NodeIndex node) {
      return tree.role(node) == role && tree.text(TextField::kName, node) == name;
    };
  }

  // The node of `element` in a new tree.
  template <class Read>
  auto now(const Application& app, const Element& element, Read read) {
    const auto snapshot = tree(app);
    const NodeIndex node = snapshot->find_identity(element.identity);
    REQUIRE(node != kNoNode);
    return read(*snapshot, node);
  }
  bool becomes(const Application& app, const Element& element, State state, bool on = true) {
    return eventually([&] { return has(app, element, state) == on; });
  }
  bool becomes(const Application& app, const Element& element, std::string_view text) {
    return eventually([&] { return value(app, element) == text; });
  }
  bool has(const Application& app, const Element& element, State state) {
    return now(app, element, [&](const Snapshot& tree, NodeIndex node) { return tree.states(node).has(state); });
  }
  std::string value(const Application& app, const Element& element) {
    return now(app, element,
               [&](const Snapshot& tree, NodeIndex node) { return std::string(tree.text(TextField::kValue, node)); });
  }

  Dispatch done(const Element& element, Action action) {
    Sending sending;
    auto dispatch = backend->invoke(element, action, sending, within(5000));
    REQUIRE_MESSAGE(dispatch.ok(), (dispatch.ok() ? "" : dispatch.error().message));
    return dispatch.take();
  }
  ErrorCode refused(const Element& element, Action action) {
    Sending sending;
    auto dispatch = backend->invoke(element, action, sending, within(5000));
    REQUIRE_FALSE(dispatch.ok());
    CHECK(dispatch.error().sent == Sent::kNo);
    return dispatch.error().code;
  }

  void click(double x, double y) {
    InputStep move{}, press{}, release{};
    move.kind = InputStep::Kind::kMove;
    move.x = x;
    move.y = y;
    press.kind = InputStep::Kind::kDown;
    release.kind = InputStep::Kind::kUp;
    CHECK(backend->input({move, press, release}, {}, within(5000)).ok());
  }
  void type(const std::string& text) {
    InputStep step{};
    step.kind = InputStep::Kind::kText;
    step.text = text;
    auto typed = backend->input({step}, {}, within(5000));
    CHECK_MESSAGE(typed.ok(), (typed.ok() ? "" : typed.error().message));
  }
  // Until it holds, or the deadline.
  bool eventually(const std::function<bool()>& condition) {
    const Limits limits = within(5000);
    while (!condition()) {
      if (limits.expired()) return false;
      poll(nullptr, 0, 10);
    }
    return true;
  }

  PrivateDesktop desktop;
  std::unique_ptr<Backend> backend;
};

Action action(ActionKind kind, double number = 0, std::string text = {}) {
  Action action{};
  action.kind = kind;
  action.number = number;
  action.text = action.name = std::move(text);
  return action;
}

constexpr const char* kHardText = "Grüße 世界 😀 ÀÉñ ABC xyz_!?";

// A program of text fields and buttons in each toolkit would be a fixture of its own; the toolkits' demos
// have them.
constexpr const char* kQtProgram = R"(
from PyQt6.QtWidgets import *
app = QApplication([])
window = QWidget(); layout = QVBoxLayout(window); window.setWindowTitle('Qt program')
entry = QLineEdit(); entry.setAccessibleName('entry')
button = QPushButton('button'); label = QLabel('label'); button.clicked.connect(lambda: label.setText('pressed'))
spin = QSpinBox(); spin.setAccessibleName('spin')
items = QListWidget(); items.addItems(['one', 'two', 'three'])
for each in [entry, QCheckBox('check'), button, label, spin, items]: layout.addWidget(each)
window.show(); app.exec()
)";

bool is_entry(const Snapshot& tree, NodeIndex node) {
  return tree.role(node) == Role::kTextbox && tree.states(node).has(State::kEditable) &&
         tree.states(node).has(State::kVisible) && tree.states(node).has(State::kEnabled) &&
         !tree.states(node).has(State::kProtected) && !tree.states(node).has(State::kMultiline);
}

bool is_plain_check(const Snapshot& tree, NodeIndex node) {
  return tree.role(node) == Role::kCheckbox && tree.states(node).has(State::kEnabled) &&
         tree.states(node).has(State::kVisible) && !tree.states(node).has(State::kCheckedMixed) &&
         tree.text(TextField::kName, node) == "checkbutton";
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "GTK 3: every kind of action takes its native route and is read back") {
  const auto app = launch("gtk3-widget-factory");
  CHECK(app.executable == "gtk3-widget-factory");

  const auto check = find(app, is_plain_check);
  const bool before = has(app, check, State::kChecked);
  auto toggled = done(check, action(ActionKind::kToggle));
  CHECK(toggled.route == Route::kAction);
  CHECK(toggled.detail == "click");
  CHECK_FALSE(toggled.confirmed);
  CHECK(becomes(app, check, State::kChecked, !before));
  CHECK(done(check, action(ActionKind::kPress)).route == Route::kAction);
  CHECK(becomes(app, check, State::kChecked, before));
  CHECK(done(check, action(ActionKind::kNamed, 0, "click")).detail == "click");
  CHECK(refused(check, action(ActionKind::kNamed, 0, "fly")) == ErrorCode::kUnsupported);
  CHECK(refused(check, action(ActionKind::kSetText, 0, "x")) == ErrorCode::kUnsupported);
  CHECK(refused(check, action(ActionKind::kSetValue, 1)) == ErrorCode::kUnsupported);
  CHECK(refused(check, action(ActionKind::kExpand)) == ErrorCode::kUnsupported);

  const auto entry = find(app, is_entry);
  auto text = done(entry, action(ActionKind::kSetText, 0, kHardText));
  CHECK(text.route == Route::kText);
  CHECK_FALSE(text.confirmed);
  CHECK(becomes(app, entry, kHardText));
  CHECK(done(entry, action(ActionKind::kSetCaret, 3)).confirmed);
  CHECK_FALSE(done(entry, action(ActionKind::kInsertText, 0, "ßß")).confirmed);
  CHECK(becomes(app, entry, "Grüßßße 世界 😀 ÀÉñ ABC xyz_!?"));
  // `activate` is the Enter key in a text field, no click.
  CHECK(refused(entry, action(ActionKind::kPress)) == ErrorCode::kUnsupported);

  const auto slider = find(app, [](const Snapshot& tree, NodeIndex node) {
    return tree.role(node) == Role::kSlider && tree.states(node).has(State::kEnabled);
  });
  auto moved = done(slider, action(ActionKind::kSetValue, 40));
  CHECK(moved.route == Route::kValue);
  CHECK_FALSE(moved.confirmed);
  CHECK(becomes(app, slider, "40"));
  CHECK(refused(slider, action(ActionKind::kSetValue, 1e9)) == ErrorCode::kInvalidArgument);

  const auto tab = find(app, named(Role::kTab, "page 2"));
  auto selected = done(tab, action(ActionKind::kSelect));
  CHECK(selected.route == Route::kSelection);
  CHECK_FALSE(selected.confirmed);
  CHECK(becomes(app, tab, State::kSelected));
  CHECK(done(tab, action(ActionKind::kSelect)).route == Route::kNone);

  CHECK(refused({app.key, "424242"}, action(ActionKind::kPress)) == ErrorCode::kStale);
  CHECK(refused({app.key, "\xff bad"}, action(ActionKind::kPress)) == ErrorCode::kInvalidArgument);
}

TEST_CASE_FIXTURE(Fixture, "GTK 3: pointer, keyboard, windows and pictures") {
  const auto app = launch("gtk3-widget-factory");
  const auto entry = find(app, is_entry);
  const auto window = backend->windows(app.key, within(5000)).value().at(0);
  REQUIRE(backend->activate(window.element, within(5000)).ok());
  (void)done(entry, action(ActionKind::kSetText, 0, ""));
  REQUIRE(becomes(app, entry, ""));
  (void)done(entry, action(ActionKind::kFocus));
  REQUIRE(becomes(app, entry, State::kFocused));
  type(kHardText);
  CHECK(becomes(app, entry, kHardText));

  const auto button = tree(app);
  const NodeIndex node = Fixture::look(*button, is_plain_check);
  REQUIRE(node != kNoNode);
  const Element check{app.key, std::string(button->identity(node))};
  const Rect bounds = button->bounds(node).value();
  const double x = bounds.x + 10, y = bounds.y + bounds.height / 2.0;
  const auto at = backend->window_at(x, y, within(5000));
  REQUIRE(at.ok());
  CHECK(at->app_key == app.key);
  CHECK(at->identity == window.element.identity);
  const bool before = has(app, check, State::kChecked);
  click(x, y);
  CHECK(eventually([&] { return has(app, check, State::kChecked) != before; }));
  const auto bare = backend->window_at(1919, 1079, within(5000));
  CHECK((!bare.ok() && bare.error().code == ErrorCode::kNotFound));

  const auto picture = backend->screenshot({window.bounds}, within(5000));
  REQUIRE(picture.ok());
  CHECK(picture->rgba.size() == size_t{picture->width} * picture->height * 4);
  CHECK(std::any_of(picture->rgba.begin(), picture->rgba.end(), [](uint8_t byte) { return byte != 0 && byte != 255; }));

  REQUIRE(backend->close(window.element, within(5000)).ok());
  CHECK(eventually([&] {
    auto windows = backend->windows(app.key, within(5000));
    return !windows.ok() || windows->empty();
  }));
}

TEST_CASE_FIXTURE(Fixture, "Qt 6: the same actions, by its own names and offsets") {
  const auto app = launch("/usr/bin/python3", {"-c", kQtProgram});
  const auto check = find(app, named(Role::kCheckbox, "check"));
  // Its program would hear `toggled` alone, as with its own action.
  CHECK(refused(check, action(ActionKind::kToggle)) == ErrorCode::kUnsupported);
  CHECK(done(check, action(ActionKind::kNamed, 0, "Toggle")).route == Route::kAction);
  CHECK(becomes(app, check, State::kChecked));

  const auto entry = find(app, named(Role::kTextbox, "entry"));
  (void)done(entry, action(ActionKind::kSetText, 0, "a😀b"));
  REQUIRE(becomes(app, entry, "a😀b"));
  // Two characters of three UTF-16 units.
  REQUIRE(done(entry, action(ActionKind::kSetCaret, 3)).confirmed);
  CHECK(done(entry, action(ActionKind::kInsertText, 0, "ü😀")).route == Route::kText);
  CHECK(becomes(app, entry, "a😀ü😀b"));
  (void)done(entry, action(ActionKind::kSetText, 0, ""));
  REQUIRE(becomes(app, entry, ""));
  const auto window = backend->windows(app.key, within(5000)).value().at(0);
  REQUIRE(backend->activate(window.element, within(5000)).ok());
  (void)done(entry, action(ActionKind::kFocus));
  REQUIRE(becomes(app, entry, State::kFocused));
  type(kHardText);
  CHECK(becomes(app, entry, kHardText));

  const auto spin = find(app, named(Role::kSpinButton, "spin"));
  const auto spun = done(spin, action(ActionKind::kSetText, 0, "33"));
  CHECK(spun.route == Route::kText);
  CHECK(becomes(app, spin, "33"));
  CHECK(refused(spin, action(ActionKind::kSetValue, 500)) == ErrorCode::kInvalidArgument);

  const auto item = find(app, named(Role::kListItem, "two"));
  CHECK(refused(item, action(ActionKind::kPress)) == ErrorCode::kUnsupported);
  // It could be marked, and would not be the current item.
  CHECK(refused(item, action(ActionKind::kSelect)) == ErrorCode::kUnsupported);

  const auto button = find(app, named(Role::kButton, "button"));
  CHECK(done(button, action(ActionKind::kPress)).route == Route::kAction);
  CHECK(eventually([&] {
    const auto snapshot = tree(app);
    return look(*snapshot, named(Role::kText, "pressed")) != kNoNode;
  }));
  CHECK(refused(button, action(ActionKind::kToggle)) == ErrorCode::kUnsupported);
}

TEST_CASE_FIXTURE(Fixture, "GTK 4: buttons press, what it has no route for says so") {
  const auto app = launch("org.gnome.Calculator");
  const auto seven = find(app, [](const Snapshot& tree, NodeIndex node) {
    return tree.role(node) == Role::kButton && tree.text(TextField::kName, node).substr(0, 1) == "7";
  });
  CHECK(refused(seven, action(ActionKind::kToggle)) == ErrorCode::kUnsupported);
  CHECK(refused(seven, action(ActionKind::kFocus)) == ErrorCode::kUnsupported);
  CHECK(refused(seven, action(ActionKind::kScrollIntoView)) == ErrorCode::kUnsupported);
  const auto display = find(app, [](const Snapshot& tree, NodeIndex node) {
    return tree.role(node) == Role::kTextbox && tree.states(node).has(State::kEditable);
  });
  // GTK 4 acts 250 ms after it was told to, and on one press at a time.
  CHECK(done(seven, action(ActionKind::kPress)).route == Route::kAction);
  CHECK(eventually([&] { return value(app, display) == "7"; }));
  CHECK(done(seven, action(ActionKind::kNamed, 0, "Click")).route == Route::kAction);
  CHECK(eventually([&] { return value(app, display) == "77"; }));
  (void)done(display, action(ActionKind::kSetText, 0, ""));
  REQUIRE(becomes(app, display, ""));
  const auto window = backend->windows(app.key, within(5000)).value().at(0);
  REQUIRE(backend->activate(window.element, within(5000)).ok());
  type("6×π");
  CHECK(eventually([&] { return value(app, display) == "6×π"; }));
}

TEST_CASE_FIXTURE(Fixture, "Fingerprints are the same while nothing happens, and another one when a state changed") {
  const auto tells = [&](const Application& app, const Element& check, const Action& toggle) {
    for (const bool whole : {false, true}) {
      CAPTURE(whole);
      const auto print = [&] {
        auto taken = backend->fingerprint(app.key, whole, within(5000));
        REQUIRE_MESSAGE(taken.ok(), (taken.ok() ? "" : taken.error().message));
        return taken.take();
      };
      uint64_t before = print();
      CHECK(eventually([&] {
        const uint64_t now = print();
        const bool same = now == before;
        before = now;
        return same;
      }));
      done(check, toggle);
      CHECK(eventually([&] { return print() != before; }));
    }
  };
  const auto gtk = launch("gtk3-widget-factory");
  tells(gtk, find(gtk, is_plain_check), action(ActionKind::kToggle));
  const auto qt = launch("/usr/bin/python3", {"-c", kQtProgram});
  tells(qt, find(qt, named(Role::kCheckbox, "check")), action(ActionKind::kNamed, 0, "Toggle"));
}

TEST_CASE_FIXTURE(Fixture, "What is launched comes with its window, and what cannot be says why") {
  LaunchOptions options;
  options.command = "no-such-program-anywhere";
  auto missing = backend->launch(options, within(5000));
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().code == ErrorCode::kAppNotFound);
  options.command = "false";
  auto failing = backend->launch(options, within(5000));
  REQUIRE_FALSE(failing.ok());
  CHECK(failing.error().code == ErrorCode::kAppExited);
  CHECK(failing.error().message.find("code 1") != std::string::npos);
  options.command = "sleep";
  options.arguments = {"600"};
  auto silent = backend->launch(options, within(300));
  REQUIRE_FALSE(silent.ok());
  CHECK(silent.error().code == ErrorCode::kTimeout);
  const auto pid = static_cast<pid_t>(silent.error().details["pid"].as_int());
  REQUIRE(pid > 0);
  CHECK(eventually([&] {
    (void)backend->applications(within(1000));
    return kill(pid, 0) != 0 || atspi::Process::open(pid)->running() == false;
  }));

  const auto by_id = launch("org.xfce.mousepad");
  CHECK(by_id.executable == "mousepad");
  REQUIRE(backend->quit(by_id.key, false, within(5000)).ok());
  const auto gone = backend->windows(by_id.key, within(5000));
  REQUIRE_FALSE(gone.ok());
  CHECK(gone.error().code == ErrorCode::kAppExited);
  CHECK(backend->quit(by_id.key, false, within(5000)).ok());
}

TEST_CASE_FIXTURE(Fixture, "An application that is stopped or killed in mid-call") {
  const auto app = launch("mousepad");
  const auto other = launch("gtk3-widget-factory");
  const auto entry = find(app, [](const Snapshot& tree, NodeIndex node) {
    return tree.role(node) == Role::kTextbox && tree.states(node).has(State::kEditable);
  });
  kill(static_cast<pid_t>(app.pid), SIGSTOP);
  Sending sending;
  auto stopped = backend->invoke(entry, action(ActionKind::kSetText, 0, "x"), sending, within(200));
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.error().code == ErrorCode::kAppUnresponsive);
  CHECK(stopped.error().sent == Sent::kNo);
  CHECK(backend->snapshot({other.key, std::nullopt}, {}, within(2000)).ok());
  REQUIRE(backend->quit(app.key, true, within(5000)).ok());
  auto killed = backend->invoke(entry, action(ActionKind::kSetText, 0, "x"), sending, within(2000));
  REQUIRE_FALSE(killed.ok());
  CHECK(killed.error().code == ErrorCode::kAppExited);
  CHECK(killed.error().sent == Sent::kNo);
}

TEST_CASE_FIXTURE(Fixture,
                  "Qt 5: a menu entry that opens a modal dialog is pending; what is not answered may have been sent") {
  const std::string here = __FILE__;
  const auto program = here.substr(0, here.rfind('/')) + "/../fixtures/apps/modal_qt.py";
  const auto app = launch("/usr/bin/python3", {program, "5"});
  const auto entry = find(app, [](const Snapshot& tree, NodeIndex node) {
    return tree.role(node) == Role::kMenuItem && tree.text(TextField::kName, node) == "Delete";
  });
  Sending sending;
  CHECK_FALSE(sending.now());
  auto result = std::async(std::launch::async,
                           [&] { return backend->invoke(entry, action(ActionKind::kPress), sending, within(3000)); });
  const auto seen =
      pending(*backend, app.key, sending, Limits::within(Milliseconds(3000), std::make_shared<CancelToken>()));
  REQUIRE(seen);
  CHECK(seen->pending);
  CHECK(seen->route == Route::kAction);
  CHECK_FALSE(seen->detail.empty());
  const auto lost = result.get();
  REQUIRE_FALSE(lost.ok());
  CHECK(lost.error().code == ErrorCode::kOutcomeUnknown);
  CHECK(lost.error().sent == Sent::kUnknown);
  CHECK_FALSE(sending.now());
}

#include <cstdlib>
#include <utility>

#include "core/mirror/mirror.h"
#include "fuzz/tape.h"
#include "support/mirror_program.h"

using namespace surehand;

namespace {

constexpr size_t kMostElements = 200;

// A program and its mirror, as a tape says: what changes, what of that is announced, how often and when, and what fails.
class Session {
 public:
  explicit Session(test::Tape tape) : tape_(tape) {
    source_.meanwhile = [this] {
      if (tape_.byte() % 4 == 0) change();
    };
  }

  void run() {
    while (!tape_.ended()) {
      const uint8_t step = tape_.byte();
      if (step < 0xA0)
        change();
      else if (step < 0xB0)
        announce_late();
      else if (step < 0xF0)
        look(step % 2 == 0);
      else
        fail(step);
    }
    expect_true();
  }

 private:
  void change() {
    if (program_.size() > kMostElements) return;
    const std::string id = program_.any(tape_.byte());
    switch (tape_.byte() % 4) {
      case 0:
        program_.add(id, tape_.byte() % 4);
        return announce(EventKind::kStructure, id);
      case 1: {
        if (id == "root") return;
        const std::string parent = program_.at(id).parent;
        program_.remove(id);
        return announce(EventKind::kStructure, parent);
      }
      case 2: {
        const std::string place = program_.any(tape_.byte());
        if (id == "root" || program_.holds(id, place)) return;
        const std::string before = program_.at(id).parent;
        program_.move(id, place);
        announce(EventKind::kStructure, before);
        return announce(EventKind::kStructure, place);
      }
      default:
        if (id == "root") return;
        program_.rename(id, "renamed " + std::to_string(tape_.byte()));
        return announce(EventKind::kProperty, id);
    }
  }

  // At once, twice, later, or never; and something about an element that is not there.
  void announce(EventKind kind, const std::string& id) {
    const uint8_t how = tape_.byte();
    const Event event{kind, id, "", "", ""};
    if (how % 16 == 0) log_->note({EventKind::kState, "dead" + std::to_string(how), "", "", ""});
    if (how < 0xA0) return log_->note(event);
    if (how < 0xC0) {
      log_->note(event);
      return log_->note(event);
    }
    if (how < 0xFF) return late_.push_back(event);
    lost_ = true;
  }

  // In any order.
  void announce_late() {
    if (late_.empty()) return;
    const size_t at = tape_.byte() % late_.size();
    log_->note(late_[at]);
    late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void look(bool fresh) {
    std::vector<std::string> asked;
    if (fresh) asked.push_back(program_.any(tape_.byte()));
    const auto tree = mirror_.look(source_, asked, program_.refs, limits());
    if (tree.ok()) expect_sound(**tree);
  }

  void fail(uint8_t how) {
    constexpr ErrorCode kErrors[] = {ErrorCode::kAborted, ErrorCode::kAppUnresponsive, ErrorCode::kTimeout};
    source_.only_whole = how % 5 == 4;
    if (how % 5 < 3) source_.fails_with = kErrors[how % 5];
    if (how % 2 == 0)
      look(false);
    else
      renew();
    source_.only_whole = false;
    source_.fails_with.reset();
  }

  // What was never told is told by a look at the whole.
  void renew() {
    const bool was_lost = std::exchange(lost_, false);
    if (!mirror_.renew(source_, program_.refs, limits()).ok()) lost_ = lost_ || was_lost;
  }

  // When all is told and nothing changes any more, it is the program's tree; where something was never told, after one look at the whole.
  void expect_true() {
    source_.meanwhile = nullptr;
    while (!late_.empty()) announce_late();
    const auto tree =
        lost_ ? mirror_.renew(source_, program_.refs, limits()) : mirror_.look(source_, {}, program_.refs, limits());
    if (!tree.ok() || test::json_of(**tree) != test::json_of(*program_.tree())) std::abort();
    const auto again = mirror_.look(source_, {}, program_.refs, limits());
    if (!again.ok() || test::json_of(**again) != test::json_of(**tree)) std::abort();
  }

  static void expect_sound(const Snapshot& tree) {
    const IdentityIndex index(tree);
    for (NodeIndex node = 0; node < tree.size(); ++node) {
      if (node > 0 && tree.parent(node) >= node) std::abort();
      // Nothing is in it twice.
      if (index.find(tree.identity(node)) != node) std::abort();
    }
  }

  static Limits limits() { return Limits::within(Milliseconds(60'000)); }

  test::Tape tape_;
  test::Program program_;
  const std::shared_ptr<DirtyLog> log_ = std::make_shared<DirtyLog>(24);
  Mirror mirror_{log_};
  test::ProgramSource source_{program_};
  std::vector<Event> late_;
  bool lost_ = false;
};

}  // namespace

// A tree that is kept by what a program announces: in any order, twice, late or never, and while it is read.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Session(test::Tape{data, size}).run();
  return 0;
}

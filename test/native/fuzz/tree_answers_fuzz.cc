// A whole reading of a tree whose application answers what the data says: signatures mostly as expected, values any.
#include <cstdlib>
#include <mutex>

#include "platform/linux/snapshot.h"
#include "sound_tree.h"
#include "support/answering_bus.h"
#include "tape.h"

using namespace surehand;
using namespace surehand::atspi;
using dbus::Message;
using dbus::Writer;
using test::Tape;

namespace {

constexpr std::string_view kApplication = ":1.7";

std::string text(Tape& tape) {
  static const std::string kTexts[] = {"", "Save", "\xe2\x80\xae", "\xef\xbf\xbc", "A1", "\xff\xfe"};
  const uint8_t which = tape.byte();
  return which == 0xFF ? std::string(70000, 'x') : kTexts[which % std::size(kTexts)];
}

std::string bus_name(Tape& tape) {
  static const std::string kNames[] = {
      ":1.7", ":1.7", ":1.7", ":1.7", "", ":1.9", ":1.10", "..", ":1." + std::string(300, 'x')};
  return kNames[tape.byte() % std::size(kNames)];
}

std::string path(Tape& tape) {
  const uint8_t kind = tape.byte();
  if (kind < 0xF0) return "/org/a11y/atspi/accessible/" + std::to_string(kind % 24);
  static const std::string kPaths[] = {std::string(kRegistryRoot), std::string(kNullPath), "/", "no path",
                                       "/" + std::string(2000, 'x')};
  return kPaths[kind % std::size(kPaths)];
}

void put(Writer& body, std::string_view type, Tape& tape, int depth = 0) {
  switch (type[0]) {
    case 'a': {
      const std::string_view element = type.substr(1);
      const size_t array = body.begin_array(dbus::Reader::alignment_of(element[0]));
      const size_t count = tape.ended() ? 0 : tape.byte() % 12;
      for (size_t i = 0; i < count; ++i) put(body, element, tape, depth + 1);
      body.end_array(array);
      return;
    }
    case '(':
    case '{': {
      body.begin_struct();
      if (type == "(so)") {
        body.string(bus_name(tape)).string(path(tape));
        return;
      }
      std::string_view members = type.substr(1, type.size() - 2);
      while (!members.empty()) {
        const size_t length = dbus::Reader::complete_type(members);
        put(body, members.substr(0, length), tape, depth + 1);
        members.remove_prefix(length);
      }
      return;
    }
    case 'v': {
      constexpr std::string_view kTypes[] = {"s", "i", "(so)", "(uuuu)", "a{ss}", "d", "u", "v"};
      const std::string_view inner = depth > 4 ? "i" : kTypes[tape.byte() % std::size(kTypes)];
      body.variant(inner);
      put(body, inner, tape, depth + 1);
      return;
    }
    case 's':
      body.string(text(tape));
      return;
    case 'd':
      body.f64(static_cast<double>(static_cast<int32_t>(tape.number())));
      return;
    case 'b':
      body.boolean((tape.byte() & 1) != 0);
      return;
    default:
      body.u32(tape.number());
  }
}

std::string_view expected(std::string_view member) {
  if (member == "GetItems") return "a((so)(so)(so)iiassusau)";
  if (member == "GetTree") return "a((so)a{sv})";
  if (member == "GetChildren") return "a(so)";
  if (member == "GetChildAtIndex" || member == "GetAccessibleAtPoint" || member == "GetAccessibleAt") return "(so)";
  if (member == "GetState") return "au";
  if (member == "GetRole" || member == "GetConnectionUnixProcessID") return "u";
  if (member == "GetIndexInParent") return "i";
  if (member == "GetInterfaces") return "as";
  if (member == "GetAttributes") return "a{ss}";
  if (member == "GetExtents") return "(iiii)";
  if (member == "GetActions") return "a(sss)";
  if (member == "GetText" || member == "GetName" || member == "GetApplicationBusAddress") return "s";
  return "v";
}

// Answers all who are asked from the tape.
class Player {
 public:
  void play(Tape tape) {
    const std::lock_guard lock(mutex_);
    tape_ = tape;
  }

  test::AnsweringBus::Answer answer(const Message& call, Writer& body) {
    const std::lock_guard lock(mutex_);
    const uint8_t how = tape_.byte();
    if (tape_.ended() || how > 0xF8) {
      return {{},
              how == 0xFF ? "org.freedesktop.DBus.Error.NameHasNoOwner" : "org.freedesktop.DBus.Error.UnknownObject"};
    }
    constexpr std::string_view kOthers[] = {"s", "v", "a(so)", "au", "(so)", "u"};
    const std::string_view signature = how > 0xF0 ? kOthers[how % std::size(kOthers)] : expected(call.member());
    put(body, signature, tape_);
    return {std::string(signature), {}};
  }

 private:
  std::mutex mutex_;
  Tape tape_;
};

// Plays a tape for as long as its data is there: a reading may end while answers are on their way.
class Played {
 public:
  Played(Player& player, Tape tape) : player_(player) { player_.play(tape); }
  ~Played() { player_.play({}); }
  Played(const Played&) = delete;
  Played& operator=(const Played&) = delete;

 private:
  Player& player_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Player player;
  static test::AnsweringBus bus([](const Message& call, Writer& body) { return player.answer(call, body); });
  static const Toolkit kToolkits[] = {Toolkit::kGtk3,     Toolkit::kGtk4,  Toolkit::kQt,
                                      Toolkit::kChromium, Toolkit::kGecko, Toolkit::kUnknown};
  if (size < 3) return 0;
  Session session;
  session.bus = bus.connection;
  ApplicationRecord record;
  record.key = kApplication;
  record.root = "/org/a11y/atspi/accessible/0";
  record.name = "fuzz";
  record.toolkit = kToolkits[data[0] % std::size(kToolkits)];
  record.notes.cache_made = (data[1] & 1) != 0;
  record.notes.woken = true;
  SnapshotOptions options;
  options.text = (data[1] & 2) != 0;
  options.actions = (data[1] & 4) != 0;
  options.attributes = (data[1] & 8) != 0;
  options.only_visible = (data[1] & 16) != 0;
  options.max_nodes = (data[1] & 32) != 0 ? 20 : 0;
  const ApplicationPtr application = session.applications.add(std::move(record));
  const auto refs = std::make_shared<RefBook>();
  const Played played(player, {data + 2, size - 2});
  Target target{std::string(kApplication), std::nullopt};
  if ((data[1] & 64) != 0) target.identity = "5";
  Reading reading(session, refs, application, target, options, Limits::within(Milliseconds(3000)));
  if (!reading.read().ok()) return 0;
  const SnapshotPtr tree = reading.snapshot();
  test::expect_sound(*tree);
  for (NodeIndex node = 0; node < tree->size(); ++node) {
    // Another's element is never said to be the application's own.
    const bool foreign = tree->identity(node)[0] == ':';
    if (foreign && tree->host(node)->pid == 0 && tree->table().view(tree->host(node)->name) == "fuzz") std::abort();
  }
  return 0;
}

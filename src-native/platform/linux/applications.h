#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/seam/backend.h"
#include "platform/linux/atspi/private_connections.h"
#include "platform/linux/quirks/interfaces.h"
#include "platform/linux/quirks/toolkit.h"
#include "platform/linux/quirks/traits.h"
#include "platform/linux/read/point.h"
#include "platform/linux/read/popups.h"

namespace surehand::atspi {

struct Session;

// What is known of one application for as long as it runs. Everything but `notes` is fixed once made.
struct ApplicationRecord {
  std::string key;       // unique bus name; of one without a tree, see treeless.h
  std::string root;      // object path of its application element; empty: it has no tree
  std::string registry;  // unique bus name of the registry that listed it
  std::string name;
  std::string id;
  std::string untranslated;  // its name in its desktop entry
  std::string displayed;     // that in its own language
  std::string executable;
  int64_t pid = 0;
  Toolkit toolkit = Toolkit::kUnknown;
  std::string toolkit_name;
  std::string toolkit_version;

  // What actions go over, where it offers that.
  std::shared_ptr<PrivateConnections> private_connections = std::make_shared<PrivateConnections>();
  // Whether an action was sent to it over the bus, and nothing has come from it since.
  std::shared_ptr<std::atomic<bool>> silent_since_act = std::make_shared<std::atomic<bool>>(false);
  // Held by who reads it: a read that outlived its limits may not have ended when its lane goes on.
  std::shared_ptr<std::recursive_mutex> reading = std::make_shared<std::recursive_mutex>();
  // Of Qt: what announced the focus last, as far as anything was listening (read/keyboard.cc).
  class HeardFocus {
   public:
    void keep(std::string_view path) {
      std::lock_guard lock(mutex_);
      path_ = path;
    }
    std::string path() const {
      std::lock_guard lock(mutex_);
      return path_;
    }

   private:
    mutable std::mutex mutex_;
    std::string path_;
  };
  std::shared_ptr<HeardFocus> heard_focus = std::make_shared<HeardFocus>();

  // Learnt while reading.
  struct Notes {
    bool answers = false;         // it did when it was last read
    bool cache_made = false;      // its Cache object exists
    bool woken = false;           // Chromium: its web contents publish
    bool huge_container = false;  // some element claims more children than can be walked
    bool embeds = false;          // it shows elements of other processes, which none of its own answers has
    uint32_t nodes = 0;           // in the last whole snapshot
    // By the last GetTree of all, and how long there have been so many, and that while it had nothing to do.
    uint32_t listed = 0;
    Clock::time_point listed_since{};
    Clock::time_point settled_since{};
    // When that was, and what the processes that it started had worked by then, in ms.
    Clock::time_point listed_at{};
    double worked = 0;
    // GTK 4, see read/gtk4.cc: hashes of paths, of a parent to its children in order.
    std::unordered_map<uint64_t, std::vector<uint64_t>> confirmed_children;
    // By hashes of paths: of Qt, see quirks/containers.h, and of LibreOffice, see quirks/displaced.h.
    std::unordered_map<uint64_t, Role> container_roles;
    std::unordered_map<uint64_t, Point> displacements;
    std::unordered_map<uint64_t, Clock::time_point> popups_since;  // by hashes of paths, see read/popovers.h
    KnownInterfaces interfaces;                                    // of Qt's objects, see quirks/interfaces.h
    std::deque<std::string> realized_cells;                        // see quirks/cells.h
    PopupNotes popups;                                             // of Qt, see read/popups.h
    std::optional<bool> knows_its_place;  // see places_are_within_window(); of a window system where that differs
    double scale = 0;                     // of GTK and Qt, see read/window_origins.h; 0: not known yet
  };
  mutable Notes notes;

  // px of a unit that it counts in.
  double scale() const { return notes.scale == 0 ? 1 : notes.scale; }
  bool has_tree() const { return !root.empty(); }
  const ToolkitTraits& traits() const { return traits_of(toolkit); }
  bool may_be_libreoffice() const {
    return traits().shares_name_with_libreoffice &&
           (executable.empty() || executable.find("soffice") != std::string::npos);
  }
  std::vector<std::string> names() const;  // what `app:` compares with
};
using ApplicationPtr = std::shared_ptr<const ApplicationRecord>;

// The applications met so far. Thread-safe.
class ApplicationBook {
 public:
  ApplicationPtr find(std::string_view key) const;
  std::vector<ApplicationPtr> all() const;       // that have not ended
  ApplicationPtr with_pid(int64_t pid) const;    // one that has a tree rather than one that has none
  ApplicationPtr add(ApplicationRecord record);  // the one that is there already wins
  void forget(std::string_view key);
  void keep_only(const std::vector<std::string>& keys);
  size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, ApplicationPtr> records_;
};

// What its desktop entry calls it, by how it was started and what language it was told to speak.
void name_by_entry(Session& session, ApplicationRecord& record);

// Every application on the accessibility bus, and those that only show windows. Each is probed at the same time with the same
// short deadline, so one that hangs costs the others nothing.
Result<std::vector<Application>> list_applications(Session& session, const Limits& limits);

// The record of one application, asked for once. APP_EXITED when it is gone, APP_UNRESPONSIVE when it does
// not answer.
Result<ApplicationPtr> application_of(Session& session, const std::string& key, const Limits& limits);

// The key of the application on the accessibility bus that is this process, asked of the bus alone; empty when there is none.
Result<std::string> key_of_process(Session& session, int64_t pid, const Limits& limits);

}  // namespace surehand::atspi

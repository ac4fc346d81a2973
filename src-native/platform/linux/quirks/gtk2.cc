#include "platform/linux/quirks/gtk2.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <vector>

#include "platform/linux/applications.h"
#include "platform/linux/roles.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/states.h"
#include "platform/posix/files.h"

namespace surehand::atspi {
namespace {

constexpr std::string_view kLibrary = "libgtk-x11-2.0.so";

// A program names the libraries that it needs in its file. More of it than this is not looked at.
bool names_library(const std::string& file) {
  constexpr size_t kMost = size_t{64} << 20;
  constexpr size_t kChunk = size_t{1} << 20;
  bool named = false;
  size_t read = 0;
  std::string window;
  read_in_parts(file, kChunk, [&](std::string_view part) {
    if (read == 0 && part.substr(0, 4) != "\177ELF") return false;
    read += part.size();
    // What lies across two chunks is in the end of the one and the beginning of the other.
    window.erase(0, window.size() - std::min(window.size(), kLibrary.size()));
    window += part;
    named = window.find(kLibrary) != std::string::npos;
    return !named && read < kMost;
  });
  return named;
}

// px; what a menu draws around its entries.
constexpr int32_t kBorder = 8;

// Whether a popup is the one that an entry is in: entries are as wide as their menu. The place of an entry stays when its menu closes, and
// another one may open there.
bool is_of(const Rect& entry, const Rect& popup) {
  return entry.x >= popup.x && entry.x - popup.x <= kBorder && entry.y >= popup.y &&
         entry.y + entry.height <= popup.y + popup.height &&
         std::abs(popup.x + popup.width - entry.x - entry.width) <= kBorder;
}

// How many entries of a menu are asked about before it is taken for closed: the hidden one for tearing it off comes first, and is
// elsewhere.
constexpr int kMostMisses = 3;

class OpenMenus {
 public:
  OpenMenus(screen::Screen& screen, int64_t pid, const Limits& limits) : screen_(screen), pid_(pid), limits_(limits) {}

  bool holds(const Node& entry) {
    for (const Rect& popup : popups_) {
      if (is_of(entry.bounds, popup)) return true;
    }
    if (misses_[entry.parent] >= kMostMisses) return false;
    const auto found =
        screen_.window_at(entry.bounds.x + entry.bounds.width / 2, entry.bounds.y + entry.bounds.height / 2, limits_);
    if (found.ok() && *found && (*found)->unmanaged && (*found)->pid == pid_ &&
        is_of(entry.bounds, (*found)->content)) {
      popups_.push_back((*found)->content);
      return true;
    }
    ++misses_[entry.parent];
    return false;
  }

 private:
  screen::Screen& screen_;
  int64_t pid_;
  const Limits& limits_;
  std::vector<Rect> popups_;
  std::map<NodeId, int> misses_;
};

}  // namespace

bool is_gtk2(const ApplicationRecord& application) {
  return application.toolkit == Toolkit::kGtk3 && application.toolkit_version.substr(0, 2) == "2.";
}

bool is_gtk2_entry(const ApplicationRecord& application, uint32_t number) {
  const bool is_entry = number == role::kMenu || number == role::kMenuItem || number == role::kCheckMenuItem ||
                        number == role::kRadioMenuItem;
  return is_entry && is_gtk2(application);
}

bool has_gtk2_bridge() {
  for (const char* libraries : {"/usr/lib", "/usr/lib64", "/usr/local/lib"}) {
    const auto is_in = [](const std::string& folder) {
      return access((folder + "/gtk-2.0/modules/libatk-bridge.so").c_str(), F_OK) == 0;
    };
    if (is_in(libraries)) return true;
    // Debian has a folder for each architecture.
    for (const std::string& name : names_in(libraries)) {
      if (is_in(std::string(libraries) + "/" + name)) return true;
    }
  }
  return false;
}

std::optional<std::string> gtk2_modules(const std::string& executable, const Environment& environment) {
  const std::string now = environment.get("GTK_MODULES").value_or("");
  if (now.find("atk-bridge") != std::string::npos || !names_library(executable) || !has_gtk2_bridge()) {
    return std::nullopt;
  }
  return now.empty() ? "gail:atk-bridge" : now + ":gail:atk-bridge";
}

void show_open_menus(Session& session, const ApplicationRecord& application, Tree& tree, const Limits& limits) {
  if (!is_gtk2(application)) return;
  std::optional<OpenMenus> menus;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    Node& node = tree.nodes[id];
    if (!is_gtk2_entry(application, node.role) || node.in(state::kShowing) || node.bounds.x == INT32_MIN) continue;
    if (node.bounds.width <= 0 || node.bounds.height <= 0) continue;
    if (!menus) {
      menus.emplace(*session.screen, application.pid, limits);
    }
    if (!menus->holds(node)) continue;
    node.states |= state::kShowing | state::kVisible;
    // Nor does the entry say so that opened its menu.
    tree.around.erase(id);
  }
}

}  // namespace surehand::atspi

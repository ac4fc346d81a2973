#pragma once

#include <windows.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/element.h"
#include "core/tree/element_table.h"
#include "platform/windows/com/com_ptr.h"
#include "platform/windows/com/uiautomation.h"
#include "platform/windows/read/likeness.h"

namespace surehand::uia {

struct Session;

using RuntimeId = std::vector<int32_t>;

// That of the element that stands for a window: what UI Automation itself gives every window (recorded of WPF, Win32 and the shell).
RuntimeId runtime_id_of(HWND window);
// The window whose id it begins with: the one that it is, or that what has no window of its own is drawn in. Null where there is none.
HWND window_of(const RuntimeId& id);
// A window's is not read of its provider: the window system says what it is.
Likeness likeness_of(HWND window);
// That of no element: an application's, which UI Automation has no element for.
inline RuntimeId runtime_id_of_application() { return {}; }

// An element by its RuntimeId and what it is like, and how it is reached. Nothing can be looked up by a RuntimeId, so the element itself is
// kept, and where it stands for a window that was not read yet, that window.
class ElementHandle {
 public:
  // Without a likeness: whatever has that RuntimeId, for looking one up.
  ElementHandle(RuntimeId id, std::optional<Likeness> likeness, ComPtr<IUIAutomationElement> element, HWND top_level);

  const RuntimeId& runtime_id() const { return id_; }
  const std::optional<Likeness>& likeness() const { return likeness_; }
  bool is_window() const { return top_level_ && id_ == uia::runtime_id_of(top_level_); }
  // The window that it is, of any kind; null where it is none.
  HWND window() const;
  // The top-level window that it is in.
  HWND top_level() const { return top_level_; }
  // Null where it stands for a window and was not read yet.
  ComPtr<IUIAutomationElement> element() const;
  // How it is reached now: the same element as it was read again.
  void renew(ComPtr<IUIAutomationElement> element) const;

  // What it was in when it was last read with that, as far as it tells what an element is. Nothing where that is not known.
  struct Around {
    int control_type = 0;
    uint32_t patterns = 0;
    bool offscreen = false;
  };
  std::optional<Around> around() const;
  void remember_around(const Around& around) const;

  friend bool operator==(const ElementHandle& a, const ElementHandle& b) {
    return a.id_ == b.id_ && (!a.likeness_ || !b.likeness_ || *a.likeness_ == *b.likeness_);
  }

 private:
  struct Reached {
    std::mutex mutex;
    ComPtr<IUIAutomationElement> element;
    std::optional<Around> around;
  };

  RuntimeId id_;
  std::optional<Likeness> likeness_;
  HWND top_level_;
  std::shared_ptr<Reached> reached_;
};

struct ElementHash {
  size_t operator()(const ElementHandle& handle) const;
};

using Elements = ElementTable<ElementHandle, ElementHash>;

// STALE for an identity that nothing is held by.
Result<ElementHandle> handle_of(Session& session, const Element& element);
// The element itself, asked of UI Automation where it is a window that was not read. STALE when it is gone.
Result<ComPtr<IUIAutomationElement>> element_of(Session& session, const Element& element, const Limits& limits);
// The same, to be acted on: with what it is now, and STALE when that is another.
struct CurrentElement {
  ComPtr<IUIAutomationElement> element;
  Facts facts;
};
Result<CurrentElement> current_element_of(Session& session, const Element& element, const Limits& limits);
// The top-level window that an element is in. STALE when it is closed, or its handle means another.
Result<HWND> top_level_of(Session& session, const Element& element);

// The name of a top-level window of an application, held for as long as that is known: windows are told of without a snapshot. Calls into
// nothing.
Elements::Named name_window(Session& session, const std::string& app_key, HWND window);
Elements::Named name_application(Session& session, const std::string& app_key);

}  // namespace surehand::uia

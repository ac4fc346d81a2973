#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/seam/backend.h"
#include "platform/macos/applications.h"
#include "platform/macos/ax/calls.h"
#include "platform/macos/session.h"

namespace surehand::ax {

// What is known of an element before it is acted on.
struct Facts {
  std::string role, subrole;
  std::vector<std::string> actions;

  bool has(std::string_view action) const { return std::find(actions.begin(), actions.end(), action) != actions.end(); }
  bool is_secret() const { return subrole == "AXSecureTextField"; }
  bool is_text() const { return role == "AXTextField" || role == "AXTextArea" || role == "AXComboBox"; }
  bool is_item() const { return role == "AXRow" || role == "AXCell" || subrole == "AXOutlineRow"; }
};

// AppKit shows a button as pressed for a moment before it acts; what has not taken by then is for the caller to wait for.
inline constexpr Milliseconds kReadBack{150};

// One action on one element: what it is about, and the calls that change something. The kinds of actions are functions over it, a
// file each.
class Invocation {
 public:
  Invocation(ApplicationPtr application, ElementRef element, Sending& sending, const Limits& limits)
      : application_(std::move(application)), element_(std::move(element)), sending_(sending), limits_(limits) {}

  const ApplicationRecord& application() const { return *application_; }
  const ElementRef& element() const { return element_; }
  const Facts& facts() const { return facts_; }
  const Limits& limits() const { return limits_; }

  // Before anything else: asks for the facts. What does not answer now is unresponsive; nothing was sent.
  Status learn();

  // UNSUPPORTED: "no way to `what`".
  Error unsupported(std::string_view what, json::Value details = {}) const;

  // From here on a lost answer leaves the outcome open. An action has often happened although the answer is an error (a menu or a dialog
  // that it opened), so any but a success is said as not known, and never "not done". One that did not come while the application goes on
  // answering is pending.
  Result<Dispatch> perform(CFStringRef action, Route route);
  // Of this element or of another (its container). `after`, after an error: whether what was wanted is so all the same.
  template <class After>
  Result<Dispatch> write(const ElementRef& to, CFStringRef attribute, CFTypeRef value, Route route, After after) {
    const AXError error = send_write(to, attribute, value, route);
    if (error == kAXErrorSuccess || after()) return Dispatch{route, name_of(attribute)};
    return write_failed(error, attribute);
  }

  // Reads until it is so, or for a moment: whether it was seen. For what no tree shows; the rest the caller reads back.
  template <class Check>
  bool confirmed(Check check, Milliseconds most = kReadBack) const {
    const Limits patience = limits_.capped(most);
    for (int pause = 1;; pause = std::min(pause * 2, 16)) {
      if (check()) return true;
      if (patience.expired() || patience.cancelled()) return false;
      patience.sleep_until(Clock::now() + Milliseconds(pause));
    }
  }

 private:
  static std::string name_of(CFStringRef name);
  AXError send_write(const ElementRef& to, CFStringRef attribute, CFTypeRef value, Route route);
  Error write_failed(AXError error, CFStringRef attribute) const;
  // Whether the application answers something else by now.
  bool goes_on() const;

  ApplicationPtr application_;
  ElementRef element_;
  Sending& sending_;
  Limits limits_;
  Facts facts_;
};

}  // namespace surehand::ax

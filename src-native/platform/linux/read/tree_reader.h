#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/seam/backend.h"
#include "platform/linux/read/tree.h"
#include "platform/linux/session.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

// What can be asked about a node. An answer goes into the tree.
enum class Field : uint8_t {
  kRole,
  kState,
  kName,
  kParent,
  kDescription,
  kId,
  kInterfaces,
  kChildCount,
  kChildren,
  kChild,
  kExtents,
  kAttributes,
  kActionCount,
  kActionName,
  kActions,
  kCharacterCount,
  kText,
  kNumber,
  kLeast,
  kMost,
  kStep,
  kOther,
};

// Asks one application about its objects, many calls in flight, and collects the answers in a Tree. The
// strategies (read_cached, read_gtk4, read_walk) decide what to ask.
class TreeReader {
 public:
  TreeReader(Session& session, const ApplicationRecord& application, const SnapshotOptions& options,
             const Limits& limits);

  Session& session() const { return session_; }
  const ApplicationRecord& application() const { return application_; }
  const SnapshotOptions& options() const { return options_; }
  Tree tree;
  ApplicationPtr root_owner;  // where the root is another's element

  // The root is the application's own element, of which nothing is asked.
  void start_below_application();

  // What is not needed of most elements, and costs a call for each, is left to ask_showing(): GTK 4's places, if
  // the options do not ask for them, and Qt's states.
  void leave_showing_out() { leaves_showing_out_ = true; }
  bool showing_is_by_place(uint32_t role) const;
  bool reads_places() const;
  bool reads_states() const;
  bool has_ids() const { return application_.traits().has_accessible_ids; }
  // Whether what is read of an element depends on its interfaces.
  bool needs_interfaces() const { return options_.text || options_.actions || options_.names_from_text; }
  // What was left out, of these nodes and of what they are in.
  void ask_showing(const std::vector<NodeId>& nodes);
  void ask(NodeId node, Field field, uint16_t index = 0);
  // Any other call, composed when its turn comes; `answer` gets its reply.
  using Compose = std::function<dbus::Call(Caller&)>;
  using Answer = std::function<void(const dbus::Reply&)>;
  void send(Compose compose, Answer answer);

  // Called after an answer went into the tree.
  void on_answer(std::function<void(NodeId, Field)> answered) { answered_ = std::move(answered); }

  // Asks the root a first, cheap question, whose answer the next settle() waits for before it asks anything more: calls
  // that queue up to a hung application slow the bus for all others, one does not.
  void probe();
  // Waits until everything that was asked has been answered. False when reading has to stop.
  bool settle();

  // Why reading stopped before its end.
  enum class Stop : uint8_t { kNone, kDeadline, kUnresponsive, kExited, kStale, kAborted, kLost };
  Stop stop() const { return stop_; }
  bool stopped() const { return stop_ != Stop::kNone; }
  // Of a frugal reading: how many elements there are, of which too many would have to be asked one by one. Else 0.
  void give_up(size_t listed) { given_up_at_ = listed; }
  size_t given_up_at() const { return given_up_at_; }
  // The part of `limits` that is not over.
  const Limits& limits() const { return limits_; }

  // Reads name, role, states and what `options` wants beside them that can be asked without knowing more.
  void ask_basics(NodeId node);
  // Reads texts, values and action names where roles and interfaces say that there are some; of each node once, and not
  // before it is known what is below it.
  void ask_contents();

  static constexpr size_t kWindow = 256;

 private:
  bool goes_by_role(const Node& node) const { return application_.traits().interfaces_follow_role && node.bus.empty(); }

  struct Asked {
    NodeId node;
    Field field;
    uint16_t index;
  };

  // Sends what waits in `asked_`, as far as the window goes. Answers lead to more questions than the window
  // holds; as messages these would pile up to megabytes.
  void pump();
  void put(const Asked& asked);
  void receive(uint64_t tag, const dbus::Reply& reply);
  void decode(NodeId node, Field field, uint16_t index, const dbus::Reply& reply);
  void link_child(NodeId parent, dbus::Reader& body);
  void push(const dbus::Call& call, uint64_t tag);
  void failed(const Error& error);
  bool wants_text(const Node& node) const;
  void ask_label(NodeId node);
  void ask_labels();
  // What is chosen, where that tells whether a combo box has a name of its own.
  void ask_choice(NodeId node);

  Session& session_;
  const ApplicationRecord& application_;
  const std::lock_guard<std::recursive_mutex> reading_{*application_.reading};
  const SnapshotOptions& options_;
  Limits limits_;
  Caller caller_;
  dbus::Connection::Pipeline pipeline_;
  std::deque<Asked> asked_;
  std::function<void(NodeId, Field)> answered_;
  std::deque<std::pair<Compose, Answer>> others_;
  bool probing_ = false;
  bool leaves_showing_out_ = false;
  size_t given_up_at_ = 0;
  Stop stop_ = Stop::kNone;
};

// Decoding that the strategies share. Texts point into `reader`'s message.
void read_attributes(dbus::Reader& reader, Tree& tree, NodeId node);
uint32_t read_interfaces(dbus::Reader& reader);

}  // namespace surehand::atspi

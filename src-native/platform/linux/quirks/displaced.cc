#include "platform/linux/quirks/displaced.h"

#include <string>
#include <string_view>
#include <vector>

#include "core/text/hash.h"
#include "platform/linux/applications.h"
#include "platform/linux/atspi/extents.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/quirks/toolkit.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

constexpr int kMostDisplacedAncestors = 64;
// A window of LibreOffice has its menu bar and what is below it.
constexpr int32_t kMostParts = 16;

// Elements come and go; what is noted of them is not to grow with that.
constexpr size_t kMostDisplacedNoted = 20000;

uint64_t key_of(std::string_view path) { return hash_of(path); }

bool same_size(const Rect& one, const Rect& other) {
  return one.width > 0 && one.width == other.width && one.height == other.height;
}

// Asks one thing after the other.
class Questions {
 public:
  Questions(Session& session, const Limits& limits) : session_(session), limits_(limits) {}

  std::optional<uint32_t> role(const ObjectName& at) {
    auto reply = ask(caller_.method(at, Method::kGetRole));
    if (!reply) return std::nullopt;
    return reply->body().u32();
  }

  std::optional<Node> placed(const ObjectName& at) {
    auto reply = ask(caller_.extents(at, 0));
    if (!reply) return std::nullopt;
    dbus::Reader body = reply->body();
    Node node;
    node.bounds = read_extents(body);
    return node;
  }

  std::optional<ObjectName> parent(const ObjectName& at) {
    auto reply = ask(caller_.get(at, Property::kParent));
    if (!reply) return std::nullopt;
    dbus::Reader body = reply->body();
    if (body.begin_variant() != "(so)") return std::nullopt;
    return named(body);
  }

  // Whether each of them had an answer in time.
  bool answered() const { return answered_; }

  std::optional<ObjectName> child(const ObjectName& at, int32_t index) {
    auto reply = ask(caller_.with_index(at, Method::kGetChildAtIndex, index));
    if (!reply) return std::nullopt;
    dbus::Reader body = reply->body();
    return named(body);
  }

 private:
  std::optional<dbus::Reply> ask(const dbus::Call& call) {
    auto reply = session_.bus->call(call, limits_);
    if (!reply.ok()) answered_ = false;
    if (!reply.ok() || !reply->is_reply()) return std::nullopt;
    return reply.take();
  }

  static std::optional<ObjectName> named(dbus::Reader& body) {
    ObjectName name = read_object(body);
    if (name.path == kNullPath) return std::nullopt;
    return name;
  }

  Session& session_;
  const Limits& limits_;
  Caller caller_;
  bool answered_ = true;
};

// The root pane that an element is in. GTK's own widgets are in none: what they name leads past it.
std::optional<ObjectName> root_pane_of(Questions& questions, const ApplicationRecord& application, ObjectName at) {
  for (int depth = 0; depth < kMostDisplacedAncestors && at.path != application.root; ++depth) {
    const auto role = questions.role(at);
    if (!role) return std::nullopt;
    if (*role == role::kRootPane) return at;
    auto above = questions.parent(at);
    if (!above) return std::nullopt;
    at = std::move(*above);
  }
  return std::nullopt;
}

// The widget that a root pane fills. The pane names the window, two levels higher.
std::optional<ObjectName> holder_of(Questions& questions, const ObjectName& pane) {
  const auto window = questions.parent(pane);
  const auto content = window ? questions.child(*window, 0) : std::nullopt;
  for (int32_t index = 0; content && index < kMostParts; ++index) {
    auto part = questions.child(*content, index);
    if (!part) return std::nullopt;
    const auto first = questions.child(*part, 0);
    if (first && first->path == pane.path) return part;
  }
  return std::nullopt;
}

}  // namespace

Point displacement_of(const Node& node, const Node& parent, Point inside) {
  const Rect& own = node.bounds;
  const Rect& around = parent.bounds;
  if (!same_size(own, around)) return inside;
  if (node.role == role::kRootPane) return {around.x - own.x, around.y - own.y};
  const bool is_right = own.x == around.x + inside.x && own.y == around.y + inside.y;
  return is_right ? Point() : inside;
}

void note_displacement(const ApplicationRecord& application, const Node& node, Point displacement) {
  auto& noted = application.notes.displacements;
  if (noted.size() >= kMostDisplacedNoted) noted.clear();
  noted[key_of(node.path)] = displacement;
}

std::optional<Point> noted_displacement(const ApplicationRecord& application, std::string_view path) {
  const auto& noted = application.notes.displacements;
  const auto known = noted.find(key_of(path));
  return known == noted.end() ? std::nullopt : std::optional<Point>(known->second);
}

std::optional<Point> displacement_alone(Session& session, const ApplicationRecord& application, const Object& object,
                                        const Limits& limits) {
  if (const auto noted = noted_displacement(application, object.path)) return noted;
  Questions questions(session, limits);
  const auto pane = root_pane_of(questions, application, {std::string(object.bus), std::string(object.path)});
  if (!pane) return questions.answered() ? std::optional<Point>(Point()) : std::nullopt;
  // The cells of Calc are new objects each time, in the pane of the last tree.
  if (const auto noted = noted_displacement(application, pane->path)) return noted;
  const auto holder = holder_of(questions, *pane);
  auto placed = questions.placed(*pane);
  const auto around = holder ? questions.placed(*holder) : std::nullopt;
  if (!placed || !around) return std::nullopt;
  placed->role = role::kRootPane;
  return displacement_of(*placed, *around, {});
}

}  // namespace surehand::atspi

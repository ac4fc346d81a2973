#pragma once

#include <ApplicationServices/ApplicationServices.h>

#include <string>

#include "ax/desktop.h"
#include "cf/object.h"

namespace axsim {

// What an element is: a node of the world, or something that AX shows and a world has not.
enum class Part : uint8_t {
  kNode,
  kApplication,
  kSystemWide,
  kMenu,  // what a menu item or a pop-up button opens
  kCloseButton,
  kMinimizeButton,
  kZoomButton,
  kColumn,   // of a table: `index`
  kRow,      // of a table whose rows are made as they are asked for: `index`
  kRowText,  // in such a row
};

// Whom a reference is about. Every read gives references of its own; equal ones say the same place.
struct Place {
  uint64_t generation = 0;
  int64_t pid = 0;
  uint64_t serial = 0;
  Part part = Part::kNode;
  uint32_t index = 0;

  friend bool operator==(const Place& a, const Place& b) {
    return a.generation == b.generation && a.pid == b.pid && a.serial == b.serial && a.part == b.part &&
           a.index == b.index;
  }
};

class Element final : public Object {
 public:
  static constexpr Type kType = Type::kElement;
  explicit Element(const Place& place) : Object(kType), place(place) {}

  const Place place;
  std::atomic<float> timeout{0};  // s; 0: the process's

  bool equals(const Object& other) const override { return static_cast<const Element&>(other).place == place; }
  CFHashCode hash() const override;
  std::string description() const override;
};

AXUIElementRef make_element(const Place& place);

// An element that a message reached, with its world locked.
struct Reached {
  std::shared_ptr<Desktop> desktop;
  std::unique_lock<std::mutex> lock;
  Place place;
  App* app = nullptr;
  Node* node = nullptr;  // none for an application's own element

  World& world() const { return desktop->world; }
  Place at(Part part, uint32_t index = 0) const { return {place.generation, place.pid, place.serial, part, index}; }
  Place of(const Node& other) const { return {place.generation, place.pid, other.serial, Part::kNode, 0}; }
  Place of_application() const { return {0, place.pid, 0, Part::kApplication, 0}; }
  std::string_view key() const { return node && place.part == Part::kNode ? std::string_view(node->key) : ""; }
};

// Sends a message: counts it, waits while the application does not answer, for as long as the reference allows. `on` is the attribute,
// action or notification. Where the wait was in vain and `later` is given, that happens when the application answers again: what was
// sent was sent.
struct Message {
  const char* call;
  std::string on;
  std::function<void(Reached&)> later;
};
AXError send(AXUIElementRef element, const Message& message, Reached& reached, std::optional<Fault>& fault);

// Waits, without holding the world, until `done` or until the reference's timeout; whether it was done.
bool wait_while(Reached& reached, const Element& element, const std::function<bool()>& goes_on);

}  // namespace axsim

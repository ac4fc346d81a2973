#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/linux/dbus/connection.h"
#include "platform/linux/identity.h"

// The one place that composes calls to applications. Some AT-SPI calls kill the application that gets them
// (measured; docs/internals/quirks.md), so what can be called is a closed list and the dangerous ones need a proof:
// - Properties.GetAll crashes Qt up to 6.4, and aborts an atk-bridge application on its Value interface. It
// is not
//   in the list.
// - Collection.GetTree with an empty property list, or with Value.MinimumValue, does the same. `TreeProperty`
//   has no such member, and tree() never writes an empty list.
// - GetChildren on a spreadsheet of 2^31 cells never returns and eats the machine's memory. children() wants
// a
//   `ChildCount`, which cannot be made from a number like that.
// - Collection.GetMatches walks into such a sheet by itself. matches() wants a `MatchPermit`, which find.cc
// gives
//   only where no such container can be.
// - Every method of EditableText on the input line of LibreOffice Calc, while it shows a formula with references and no cell
//   is being edited, crashes LibreOffice. set_text() and insert_text() want an `EditPermit`, which invoke/edit_permit.h
//   gives; `Method` has none of EditableText's.
namespace surehand::atspi {

inline constexpr std::string_view kRegistry = "org.a11y.atspi.Registry";
inline constexpr std::string_view kRegistryEvents = "/org/a11y/atspi/registry";
inline constexpr std::string_view kCachePath = "/org/a11y/atspi/cache";

enum class Interface : uint8_t {
  kAccessible,
  kAction,
  kApplication,
  kCache,
  kCollection,
  kComponent,
  kDocument,
  kEditableText,
  kHyperlink,
  kHypertext,
  kImage,
  kSelection,
  kSocket,
  kTable,
  kTableCell,
  kText,
  kValue,
};
std::string_view to_string(Interface interface);
// Bits of the interfaces in an `as`; unknown ones are left out.
uint32_t interface_bit(std::string_view name);
constexpr uint32_t bit(Interface interface) { return 1u << static_cast<uint32_t>(interface); }

// Methods that do no harm whatever they are called on.
enum class Method : uint8_t {
  // Accessible
  kGetRole,
  kGetState,
  kGetInterfaces,
  kGetAttributes,
  kGetIndexInParent,
  kGetRelationSet,
  kGetChildAtIndex,
  // Application, Cache
  kGetApplicationBusAddress,
  kGetItems,
  // Action
  kGetActions,
  kGetActionName,
  kDoAction,
  // Component
  kGetExtents,
  kGetAccessibleAtPoint,
  kGrabFocus,
  kScrollTo,
  kScrollToPoint,
  // Text
  kGetText,
  kSetCaretOffset,
  kGetRangeExtents,
  kGetSelectionCount,
  kGetTextSelection,
  kSetSelection,
  kAddSelection,
  // Selection
  kSelectChild,
  kDeselectChild,
  kDeselectSelectedChild,
  kGetSelectedChild,
  kIsChildSelected,
  kClearSelection,
  // Table
  kGetAccessibleAt,
  kGetTableIndexAt,
};

// Properties that do no harm to get one at a time.
enum class Property : uint8_t {
  kName,
  kDescription,
  kParent,
  kChildCount,
  kLocale,
  kAccessibleId,
  kToolkitName,
  kToolkitVersion,
  kActionCount,
  kCharacterCount,
  kCaretOffset,
  kCurrentValue,
  kMinimumValue,
  kMaximumValue,
  kMinimumIncrement,
  kSelectedChildCount,
  kRowCount,
  kColumnCount,
};

// Properties that a GetTree may carry. Value.MinimumValue must never be one of them.
enum class TreeProperty : uint8_t {
  kName,
  kDescription,
  kChildCount,
  kAttributes,
  kAccessibleId,
  kExtents,
  kActionCount,
  kCharacterCount,
};
std::string_view to_string(TreeProperty property);
std::optional<TreeProperty> tree_property(std::string_view name);

// A number of children that can be asked for in one call.
class ChildCount {
 public:
  static constexpr int32_t kMost = 65535;
  static std::optional<ChildCount> of(int32_t claimed) {
    if (claimed < 0 || claimed > kMost) return std::nullopt;
    return ChildCount(claimed);
  }
  int32_t value() const { return value_; }

 private:
  explicit ChildCount(int32_t value) : value_(value) {}
  int32_t value_;
};

// Leave to let an application search itself.
class MatchPermit {
 private:
  friend std::optional<MatchPermit> match_permit(const struct ApplicationRecord& record);
  MatchPermit() = default;
};

// Leave to change a text.
class EditPermit {
 public:
  // The input line is safe while a cell is being edited. `cell`: the name of that cell.
  static std::optional<EditPermit> while_edited(const std::optional<std::string>& cell) {
    return cell ? std::optional(EditPermit()) : std::nullopt;
  }

 private:
  friend Result<std::optional<EditPermit>> edit_permit(class Invocation& invocation);
  EditPermit() = default;
};

// What matches() asks for: any of the roles (all when empty), all of the states.
struct MatchRule {
  std::vector<uint32_t> roles;
  uint64_t states = 0;
};

// Composes one call at a time; the result is valid until the next is composed.
class Caller {
 public:
  dbus::Call method(const Object& object, Method method) { return method_with(object, method, {}); }
  dbus::Call get(const Object& object, Property property);
  dbus::Call set_current_value(const Object& object, double value);
  dbus::Call with_index(const Object& object, Method method, int32_t index);  // methods that take one `i`
  dbus::Call cell(const Object& table, int32_t row, int32_t column);
  dbus::Call at_point(const Object& object, int32_t x, int32_t y);  // on the screen
  dbus::Call extents(const Object& object, uint32_t coordinates);   // 0 screen, 1 window
  dbus::Call accessible_at(const Object& object, int32_t x, int32_t y, uint32_t coordinates);
  dbus::Call text(const Object& object, int32_t start, int32_t end);
  dbus::Call set_text(const Object& object, std::string_view text, EditPermit permit);
  // `length` as the toolkit counts it.
  dbus::Call insert_text(const Object& object, int32_t offset, std::string_view text, int32_t length,
                         EditPermit permit);
  // For methods with other arguments: `signature` and the body as written.
  dbus::Call method_with(const Object& object, Method method, std::string_view signature,
                         const dbus::Writer* body = nullptr);

  dbus::Call children(const Object& object, ChildCount count);
  dbus::Call applications();  // the children of the registry, which are the applications
  dbus::Call tree(const Object& object, std::initializer_list<TreeProperty> properties);
  dbus::Call tree(const Object& object, const std::vector<TreeProperty>& properties);
  // At most `most` of the matches (0: all), in document order.
  dbus::Call matches(const Object& object, const MatchRule& rule, int32_t most, MatchPermit permit);

  // To the registry: has `app` announce the event (`Object:ChildrenChanged`), with the name of what it is about. Each
  // connection's registrations go by event alone, so deregister_event() ends them for every application.
  dbus::Call register_event(std::string_view event, std::string_view app);
  dbus::Call deregister_event(std::string_view event);
  // To the bus daemon itself.
  dbus::Call process_of(std::string_view bus_name);
  dbus::Call owner_of(std::string_view well_known_name);

 private:
  dbus::Writer body_;
};

}  // namespace surehand::atspi

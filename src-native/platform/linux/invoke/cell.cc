#include "platform/linux/invoke/cell.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "platform/linux/quirks/cells.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

namespace {

// How long LibreOffice may take to begin or to end an edit.
constexpr Milliseconds kEditorPatience{3000};
constexpr int kMostAncestors = 8;
constexpr int kDepthOfLine = 16;

bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// The edit of a cell is called by it (`Cell B3`), in the language of the program.
std::optional<std::string> address_in(std::string_view name) {
  for (size_t at = 0; at < name.size();) {
    size_t end = at;
    while (end < name.size() && is_letter_or_digit(name[end])) ++end;
    if (end > at && cell_named(name.substr(at, end - at))) return std::string(name.substr(at, end - at));
    at = end + 1;
  }
  return std::nullopt;
}

bool is_formula(std::string_view text) { return text.size() > 1 && text.front() == '='; }

// LibreOffice writes the names in a formula in capitals, takes either mark between arguments, and lays its blanks out anew.
std::string respelled(std::string_view formula) {
  std::string spelled;
  bool is_quoted = false;
  for (const char c : formula) {
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) {
      spelled += c;
    } else if (c != ' ') {
      spelled += c == ';' ? ',' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
  }
  return spelled;
}

bool spelled_alike(std::string_view one, std::string_view other) { return respelled(one) == respelled(other); }

// A cell of LibreOffice's takes a number through its interfaces and no text. Keys would go to whichever cell the cursor is
// on, and Delete to all that are marked. So the document's own elements do what a person does: the cursor goes to the cell;
// a button beside the input line begins an edit, whose element says which cell it is of; another one accepts what the line has.
class CellEdit {
 public:
  CellEdit(Invocation& invocation, const Element& element)
      : invocation_(invocation),
        place_(*place_of_cell(element.identity)),
        sheet_(object_named(*sheet_of(element.identity), element.app_key)) {}

  Result<Dispatch> replace_by(const std::string& text) {
    SUREHAND_CHECK(find());
    SUREHAND_CHECK(be_free());
    // Only the cursor has moved when this fails.
    SUREHAND_TRY(gone_to, invocation_.dispatch_bool(call(invocation_.object(), Method::kGrabFocus), Route::kFocus));
    SUREHAND_CHECK(begin(text));
    SUREHAND_CHECK(end());
    const bool confirmed =
        is_formula(text) && invocation_.confirmed([&] { return shows_formula(text); }, kEditorPatience);
    go_on();
    return Dispatch{Route::kText, "EditableText.SetTextContents of the input line", confirmed};
  }

 private:
  // The line that shows what the cell under the cursor holds, and the tool bar that it is in, the nearest that has one.
  struct Line {
    ObjectName bar;
    ObjectName group;  // of its paragraphs
  };

  dbus::Call call(const Object& object, Method method) { return invocation_.caller().method(object, method); }

  Result<std::string> name_of(const Object& object) {
    auto name = invocation_.property<std::string>(object, Property::kName, "s",
                                                  [](dbus::Reader& reader) { return std::string(reader.string()); });
    if (!name) return name.take_error();
    return name->value_or("");
  }

  Result<uint32_t> role_of(const Object& object) {
    SUREHAND_TRY(reply, invocation_.read(call(object, Method::kGetRole)));
    return reply->is_reply() ? reply->body().u32() : 0;
  }

  // What the edit begins with.
  Status find() {
    SUREHAND_TRY(name, name_of(invocation_.object()));
    name_ = name.take();
    SUREHAND_TRY(document, invocation_.parent_of(sheet_));
    if (!*document) return invocation_.stale();
    document_ = **document;
    SUREHAND_TRY(line, find_line());
    if (line->group.path.empty()) return invocation_.unsupported("set its text while there is no formula bar");
    line_ = line.take();
    return Done{};
  }

  Result<Line> find_line() {
    ObjectName inside = document_;
    for (int up = 0; up < kMostAncestors; ++up) {
      SUREHAND_TRY(parent, invocation_.parent_of(inside));
      if (!*parent) break;
      SUREHAND_TRY(children, invocation_.children_of(**parent));
      for (const ObjectName& child : *children) {
        SUREHAND_TRY(role, role_of(child));
        if (*role != role::kToolBar) continue;
        SUREHAND_TRY(group, find_paragraphs(child, 0));
        if (*group) return Line{child, std::move(**group)};
      }
      inside = std::move(**parent);
    }
    return Line();
  }

  // What the states say does not matter: the line claims to be defunct at first.
  Result<std::optional<ObjectName>> find_paragraphs(const ObjectName& object, int depth) {
    SUREHAND_TRY(children, invocation_.children_of(object));
    for (const ObjectName& child : *children) {
      SUREHAND_TRY(role, role_of(child));
      if (*role == role::kParagraph) return std::optional(object);
      if (*role == role::kComboBox || depth == kDepthOfLine) continue;
      auto found = find_paragraphs(child, depth + 1);
      if (!found || *found) return found;
    }
    return std::optional<ObjectName>();
  }

  // While a cell is edited the last two are to cancel and to accept.
  Result<std::vector<ObjectName>> shown_buttons() {
    std::vector<ObjectName> buttons;
    SUREHAND_TRY(children, invocation_.children_of(line_.bar));
    for (ObjectName& child : *children) {
      SUREHAND_TRY(role, role_of(child));
      if (*role != role::kPushButton) continue;
      SUREHAND_TRY(states, invocation_.states_now(child));
      if ((*states & state::kShowing) != 0) buttons.push_back(std::move(child));
    }
    return buttons;
  }

  // The buttons while a cell is edited, none where they do not come. They show a moment after the edit has begun; until then those
  // that show do something else.
  std::vector<ObjectName> edit_buttons() {
    std::vector<ObjectName> buttons;
    const bool shown = invocation_.confirmed(
        [&]() -> Result<bool> {
          SUREHAND_TRY(now, shown_buttons());
          buttons = now.take();
          if (buttons.size() < 2) return false;
          return std::none_of(idle_buttons_.begin(), idle_buttons_.end(),
                              [&](const ObjectName& idle) { return idle.path == buttons.back().path; });
        },
        kEditorPatience);
    return shown ? buttons : std::vector<ObjectName>();
  }

  // The cell that is being edited.
  Result<std::optional<std::string>> edited() {
    SUREHAND_TRY(children, invocation_.children_of(document_));
    for (const ObjectName& child : *children) {
      if (child.path == sheet_.path) continue;
      SUREHAND_TRY(role, role_of(child));
      if (*role != role::kPanel) continue;
      SUREHAND_TRY(name, name_of(child));
      if (auto address = address_in(*name)) return address;
    }
    return std::optional<std::string>();
  }

  Status be_free() {
    SUREHAND_TRY(now, edited());
    if (!*now) {
      SUREHAND_TRY(buttons, shown_buttons());
      idle_buttons_ = buttons.take();
      return Done{};
    }
    is_edited_ = **now == name_;
    if (is_edited_) return Done{};
    return Error{ErrorCode::kNotActionable,
                 "another cell (" + **now + ") is being edited: end that first, with Enter or Escape",
                 {}};
  }

  // With the button that begins a formula, `=`, the last that shows. An edit that a changed line begins crashes LibreOffice when
  // the cell has a formula with references (docs/internals/quirks.md).
  Status begin(const std::string& text) {
    SUREHAND_TRY(said, says());
    if (!*said) return invocation_.unsupported("replace a text of several lines");
    if (!is_edited_) {
      if (idle_buttons_.empty()) return invocation_.unsupported("set its text while the formula bar has no button");
      if (auto pressed = press(idle_buttons_.back()); !pressed) return pressed;
    }
    std::optional<std::string> cell;
    const bool begun = invocation_.confirmed(
        [&]() -> Result<bool> {
          SUREHAND_TRY(now, edited());
          cell = now.take();
          return cell.has_value();
        },
        kEditorPatience);
    const auto permit = EditPermit::while_edited(cell);
    if (!begun || *cell != name_ || !permit) return cancel(cell);
    if (auto written = write(text, *permit); !written) return written;
    const bool took = invocation_.confirmed(
        [&]() -> Result<bool> {
          SUREHAND_TRY(what, says());
          return *what == text;
        },
        kEditorPatience);
    return took ? Status(Done{}) : cancel(cell);
  }

  // Nothing where it has several lines.
  Result<std::optional<std::string>> says() {
    SUREHAND_TRY(paragraphs, invocation_.children_of(line_.group));
    if (paragraphs->size() != 1) return std::optional<std::string>();
    const ObjectName& only = paragraphs->front();
    auto count = invocation_.property<int32_t>(only, Property::kCharacterCount, "i",
                                               [](dbus::Reader& reader) { return reader.i32(); });
    if (!count) return count.take_error();
    if (count->value_or(0) <= 0) return std::optional<std::string>("");
    SUREHAND_TRY(reply, invocation_.read(invocation_.caller().text(only, 0, **count)));
    return std::optional<std::string>(reply->is_reply() ? reply->body().string() : "");
  }

  Status write(const std::string& text, EditPermit permit) {
    SUREHAND_TRY(paragraphs, invocation_.children_of(line_.group));
    if (paragraphs->empty()) return invocation_.stale();
    auto done =
        invocation_.dispatch_bool(invocation_.caller().set_text(paragraphs->front(), text, permit), Route::kText);
    if (!done) return done.take_error();
    return Done{};
  }

  // What was begun in vain is taken back: no cell has changed then.
  Status cancel(const std::optional<std::string>& cell) {
    const std::string seen = cell && *cell != name_ ? "the cursor went to " + *cell + " meanwhile"
                                                    : "the input line did not take the text as it is";
    // Without an edit these are other buttons.
    if (!cell) {
      return Error{ErrorCode::kOutcomeUnknown, "the button that begins a formula was pressed and began no edit", {}}
          .maybe_sent();
    }
    const auto buttons = edit_buttons();
    const bool pressed = !buttons.empty() && press(buttons[buttons.size() - 2]).ok();
    if (pressed && is_over()) return Error{ErrorCode::kNotActionable, seen + "; the edit was cancelled", {}};
    return Error{ErrorCode::kOutcomeUnknown, seen + ", and the edit that was begun could not be cancelled", {}}
        .maybe_sent();
  }

  Status end() {
    const auto buttons = edit_buttons();
    if (buttons.empty()) {
      return Error{ErrorCode::kOutcomeUnknown,
                   "the text stands in the input line, and the button that accepts it does not show",
                   {}}
          .maybe_sent();
    }
    if (auto pressed = press(buttons.back()); !pressed) return pressed.take_error().maybe_sent();
    if (is_over()) return Done{};
    return Error{ErrorCode::kOutcomeUnknown,
                 "the text stands in the input line, and the edit of " + name_ +
                     " does not end; look whether the program asks something",
                 {}}
        .maybe_sent();
  }

  Status press(const Object& button) {
    SUREHAND_TRY(
        done, invocation_.dispatch_bool(invocation_.caller().with_index(button, Method::kDoAction, 0), Route::kText));
    return Done{};
  }

  bool is_over() {
    return invocation_.confirmed(
        [this]() -> Result<bool> {
          SUREHAND_TRY(now, edited());
          return !*now;
        },
        kEditorPatience);
  }

  // What the cell shows is the result, and its attribute has the formula up to the first colon only.
  Result<bool> shows_formula(const std::string& text) {
    SUREHAND_TRY(now, says());
    return *now && spelled_alike(**now, text);
  }

  // As Enter does. An element of the cell under the cursor that was emptied goes on saying its old text.
  void go_on() {
    for (const int32_t row : {place_.row + 1, place_.row - 1}) {
      if (row < 0) return;
      auto reply = invocation_.read(invocation_.caller().cell(sheet_, row, place_.column));
      if (!reply || !reply->is_reply()) continue;
      dbus::Reader reader = reply->body();
      reader.begin_struct();
      ObjectName cell;
      cell.bus = reader.string();
      cell.path = reader.string();
      if (!reader.ok() || cell.path == kNullPath) continue;
      (void)invocation_.dispatch_bool(call(cell, Method::kGrabFocus), Route::kText);
      return;
    }
  }

  Invocation& invocation_;
  CellPlace place_;
  ObjectName sheet_;
  ObjectName document_;
  std::string name_;
  Line line_;
  std::vector<ObjectName> idle_buttons_;  // those that showed before the edit
  bool is_edited_ = false;                // before anything was done
};

}  // namespace

Result<Dispatch> set_cell_text(Invocation& invocation, const std::string& text) {
  if (!invocation.facts().is(state::kEditable)) return Error{ErrorCode::kNotActionable, "the cell is protected", {}};
  // LibreOffice puts its lines in another order.
  if (text.find_first_of("\n\r\t") != std::string::npos) {
    return invocation.unsupported("take a text with tabs or of several lines");
  }
  return CellEdit(invocation, invocation.element()).replace_by(text);
}

}  // namespace surehand::atspi

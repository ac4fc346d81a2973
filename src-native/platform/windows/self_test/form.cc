#include "platform/windows/self_test/form.h"

// After windows.h.
#include <commctrl.h>

#include <array>
#include <cstdio>
#include <utility>

#include "platform/windows/com/text.h"
#include "platform/windows/self_test/controls.h"

namespace surehand::uia::self_test {
namespace {

enum Id { kSaveCopy = 100, kPrint, kText, kPassword, kSize, kAmount, kSpin, kFruits, kStock, kFirstButton };
constexpr UINT_PTR kArrives = 1;
constexpr UINT kArrivesAfter = 500;  // ms
constexpr DWORD kBlocked = 3000;     // ms
constexpr INT_PTR kTakenBack = 99;   // what a dialog is closed with that a reset closes
constexpr COLORREF kColour = RGB(200, 30, 90);
constexpr std::array<std::array<const wchar_t*, 2>, 3> kRows = {{{L"Bolt", L"12"}, {L"Nut", L"40"}, {L"Screw", L"7"}}};

HMENU menu_bar() {
  const HMENU bar = CreateMenu(), file = CreatePopupMenu();
  AppendMenuW(file, MF_STRING, kSaveCopy, L"&Save copy");
  AppendMenuW(file, MF_STRING | MF_GRAYED, kPrint, L"&Print");
  AppendMenuW(bar, MF_POPUP, reinterpret_cast<UINT_PTR>(file), L"&File");
  return bar;
}

HBRUSH colour() {
  static const HBRUSH brush = CreateSolidBrush(kColour);
  return brush;
}

}  // namespace

void record(std::string_view event, json::Value members) {
  json::Value line;
  line.set("event", event);
  for (const auto& [name, value] : members.as_object()) line.set(name, value);
  const std::string text = json::stringify(line) + "\n";
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text.data(), static_cast<DWORD>(text.size()), &written, nullptr);
}

Form::Form(std::shared_ptr<Inbox> inbox, bool hangs) : inbox_(std::move(inbox)), hangs_(hangs) {
  WNDCLASSW shape{};
  shape.lpfnWndProc = procedure;
  shape.hInstance = GetModuleHandleW(nullptr);
  shape.hCursor = LoadCursorW(nullptr, reinterpret_cast<LPCWSTR>(IDC_ARROW));
  shape.hbrBackground = reinterpret_cast<HBRUSH>(COLOR_BTNFACE + 1);
  shape.lpszClassName = L"SurehandSelfTest";
  RegisterClassW(&shape);
  CreateWindowExW(0, shape.lpszClassName, L"surehand self-test", WS_OVERLAPPEDWINDOW | WS_CLIPCHILDREN, 40, 40, 660,
                  520, nullptr, menu_bar(), shape.hInstance, this);
  build_buttons();
  build_fields();
  build_lists();
  reset();
  // Not ShowWindow: its first call does what the process was started with.
  SetWindowPos(window_, nullptr, 0, 0, 0, 0, SWP_NOMOVE | SWP_NOSIZE | SWP_NOZORDER | SWP_SHOWWINDOW);
  SetForegroundWindow(window_);
  SetFocus(text_);
}

void Form::notice(const MSG& message) {
  if (message.hwnd == text_ && message.message == WM_KEYDOWN && message.wParam == VK_RETURN) ++activations_;
}

LRESULT CALLBACK Form::procedure(HWND window, UINT message, WPARAM wparam, LPARAM lparam) {
  if (message == WM_NCCREATE) {
    auto* form = static_cast<Form*>(reinterpret_cast<CREATESTRUCTW*>(lparam)->lpCreateParams);
    form->window_ = window;
    SetWindowLongPtrW(window, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(form));
  }
  auto* form = reinterpret_cast<Form*>(GetWindowLongPtrW(window, GWLP_USERDATA));
  return form ? form->received(message, wparam, lparam) : DefWindowProcW(window, message, wparam, lparam);
}

LRESULT Form::received(UINT message, WPARAM wparam, LPARAM lparam) {
  switch (message) {
    case kLines:
      for (const std::string& line : inbox_->take()) {
        int number = 0;
        if (line == "reset") reset();
        if (std::sscanf(line.c_str(), "state %d", &number) == 1) state(number);
      }
      return 0;
    case WM_COMMAND:
      command(LOWORD(wparam), HIWORD(wparam), reinterpret_cast<HWND>(lparam));
      return 0;
    case WM_CTLCOLORSTATIC:
      if (reinterpret_cast<HWND>(lparam) != swatch_) break;
      SetBkColor(reinterpret_cast<HDC>(wparam), kColour);
      return reinterpret_cast<LRESULT>(colour());
    case WM_TIMER:
      KillTimer(window_, wparam);
      if (!arrived_) arrived_ = add(window_, L"STATIC", L"Arrived", SS_LEFT, at(240, 44, 100, 18));
      return 0;
    case WM_ACTIVATE:
      // What had the keyboard gets it again, as in a dialog.
      if (LOWORD(wparam) == WA_INACTIVE) focused_ = GetFocus();
      break;
    case WM_SETFOCUS:
      if (IsWindow(focused_)) SetFocus(focused_);
      return 0;
    case WM_DESTROY:
      PostQuitMessage(0);
      return 0;
    default:
      break;
  }
  return DefWindowProcW(window_, message, wparam, lparam);
}

void Form::build_buttons() {
  int x = 12;
  for (const wchar_t* name : {L"Press", L"Disabled", L"Open dialog", L"Later", L"Rename", L"Block"}) {
    add_button(name, at(x, 8, 96, 26));
    x += 104;
  }
  add_button(L"Twin", at(12, 40, 96, 26));
  add_button(L"Twin", at(116, 40, 96, 26));
}

void Form::add_button(const wchar_t* name, RECT place) {
  const int id = kFirstButton + static_cast<int>(buttons_.size());
  const HWND made = add(window_, L"BUTTON", name, BS_PUSHBUTTON | WS_TABSTOP, place, id);
  buttons_[made] = to_utf8(name);
  if (buttons_[made] == "Disabled") EnableWindow(made, FALSE);
}

void Form::build_fields() {
  constexpr DWORD kField = WS_BORDER | WS_TABSTOP | ES_AUTOHSCROLL;
  text_ = add_labelled(window_, L"Text", L"EDIT", kField, at(100, 78, 500, 24), kText);
  password_ = add_labelled(window_, L"Password", L"EDIT", kField | ES_PASSWORD, at(100, 108, 500, 24), kPassword);
  size_ = add_labelled(window_, L"Size", L"COMBOBOX", CBS_DROPDOWNLIST | WS_TABSTOP, at(100, 138, 500, 160), kSize);
  for (const wchar_t* name : {L"Small", L"Medium", L"Large"}) send(size_, CB_ADDSTRING, 0, name);
  amount_ = add_labelled(window_, L"Amount", L"EDIT", kField | ES_NUMBER, at(100, 170, 480, 24), kAmount);
  // It has the name itself, too: no label stands right before it.
  spin_ = add(window_, UPDOWN_CLASSW, L"Amount", UDS_SETBUDDYINT | UDS_ARROWKEYS | UDS_ALIGNRIGHT | UDS_NOTHOUSANDS,
              at(0, 0, 0, 0), kSpin);
  SendMessageW(spin_, UDM_SETBUDDY, reinterpret_cast<WPARAM>(amount_), 0);
  SendMessageW(spin_, UDM_SETRANGE32, 0, 99);
  agree_ =
      add(window_, L"BUTTON", L"Agree to all", BS_AUTOCHECKBOX | WS_TABSTOP, at(12, 204, 120, 24), kFirstButton + 20);
  red_ = add(window_, L"BUTTON", L"Red", BS_AUTORADIOBUTTON | WS_TABSTOP | WS_GROUP, at(150, 204, 80, 24),
             kFirstButton + 21);
  blue_ = add(window_, L"BUTTON", L"Blue", BS_AUTORADIOBUTTON, at(240, 204, 80, 24), kFirstButton + 22);
}

void Form::build_lists() {
  fruits_ = add_labelled(window_, L"Fruits", L"LISTBOX", WS_BORDER | WS_TABSTOP | WS_GROUP | LBS_NOTIFY,
                         at(100, 240, 120, 90), kFruits);
  for (const wchar_t* name : {L"Apple", L"Pear", L"Plum"}) send(fruits_, LB_ADDSTRING, 0, name);
  stock_ = add_labelled(window_, L"Stock", WC_LISTVIEWW, WS_BORDER | WS_TABSTOP | LVS_REPORT | LVS_SINGLESEL,
                        at(320, 240, 200, 120), kStock);
  for (int column = 0; column < 2; ++column) {
    LVCOLUMNW header{};
    header.mask = LVCF_TEXT | LVCF_WIDTH;
    header.cx = 90;
    header.pszText = const_cast<wchar_t*>(column == 0 ? L"Part" : L"Number");
    SendMessageW(stock_, LVM_INSERTCOLUMNW, static_cast<WPARAM>(column), reinterpret_cast<LPARAM>(&header));
  }
  for (size_t row = 0; row < kRows.size(); ++row) {
    LVITEMW item{};
    item.mask = LVIF_TEXT;
    item.iItem = static_cast<int>(row);
    for (item.iSubItem = 0; item.iSubItem < 2; ++item.iSubItem) {
      item.pszText = const_cast<wchar_t*>(kRows[row][static_cast<size_t>(item.iSubItem)]);
      const UINT message = item.iSubItem == 0 ? LVM_INSERTITEMW : LVM_SETITEMTEXTW;
      SendMessageW(stock_, message, message == LVM_INSERTITEMW ? 0 : row, reinterpret_cast<LPARAM>(&item));
    }
  }
  // Its text, which names it, stands in its upper left corner: its middle is of one colour.
  swatch_ = add(window_, L"STATIC", L"Swatch", SS_LEFT, at(540, 240, 80, 60));
  status_ = add(window_, L"STATIC", L"Ready", SS_LEFT, at(12, 400, 600, 20));
}

void Form::command(int id, int code, HWND control) {
  if (control == nullptr) {
    if (id == kSaveCopy) entries_.emplace_back("Save copy");
    if (id == kPrint) entries_.emplace_back("Print");
    return;
  }
  const auto button = buttons_.find(control);
  if (button != buttons_.end() && code == BN_CLICKED) pressed(button->second);
}

void Form::pressed(const std::string& name) {
  ++presses_[name];
  record("pressed", json::Value().set("name", name));
  if (name == "Open dialog") ask();
  if (name == "Later") SetTimer(window_, kArrives, kArrivesAfter, nullptr);
  if (name == "Rename") SetWindowTextW(status_, L"Renamed");
  if (name == "Block") block();
}

INT_PTR CALLBACK Form::dialog_procedure(HWND dialog, UINT message, WPARAM wparam, LPARAM lparam) {
  if (message == WM_INITDIALOG) {
    reinterpret_cast<Form*>(lparam)->dialog_ = dialog;
    SetWindowLongPtrW(dialog, DWLP_USER, lparam);
    SetWindowTextW(dialog, L"Question");
    add(dialog, L"STATIC", L"Go on?", SS_LEFT, at(20, 16, 200, 20));
    add(dialog, L"BUTTON", L"Agree", BS_PUSHBUTTON | WS_TABSTOP, at(20, 50, 90, 26), IDOK);
    return TRUE;
  }
  if (message != WM_COMMAND || (LOWORD(wparam) != IDOK && LOWORD(wparam) != IDCANCEL)) return FALSE;
  reinterpret_cast<Form*>(GetWindowLongPtrW(dialog, DWLP_USER))->close_dialog(LOWORD(wparam));
  return TRUE;
}

// Modal, with a loop of its own, as many programs do: the press does not return before the dialog is closed.
void Form::ask() {
  struct alignas(DWORD) {
    DLGTEMPLATE dialog;
    WORD menu, type, title;
  } shape{};
  shape.dialog.style = WS_POPUP | WS_CAPTION | WS_SYSMENU | DS_CENTER | DS_NOFAILCREATE;
  shape.dialog.cx = 140;
  shape.dialog.cy = 60;
  const INT_PTR answer = DialogBoxIndirectParamW(GetModuleHandleW(nullptr), &shape.dialog, window_, dialog_procedure,
                                                 reinterpret_cast<LPARAM>(this));
  if (answer != kTakenBack) SetWindowTextW(status_, answer == IDOK ? L"Agreed" : L"Closed");
}

void Form::close_dialog(INT_PTR answer) {
  if (dialog_) EndDialog(std::exchange(dialog_, nullptr), answer);
}

// The thread of the window does nothing else meanwhile.
void Form::block() const {
  record("blocking");
  Sleep(hangs_ ? INFINITE : kBlocked);
  record("answering");
}

void Form::reset() {
  close_dialog(kTakenBack);
  KillTimer(window_, kArrives);
  if (arrived_) DestroyWindow(std::exchange(arrived_, nullptr));
  // Closes an open menu.
  SendMessageW(window_, WM_CANCELMODE, 0, 0);
  presses_.clear();
  entries_.clear();
  activations_ = 0;
  SetWindowTextW(text_, L"first");
  SetWindowTextW(password_, L"Zq7-first-secret");
  SendMessageW(agree_, BM_SETCHECK, BST_UNCHECKED, 0);
  SendMessageW(red_, BM_SETCHECK, BST_CHECKED, 0);
  SendMessageW(blue_, BM_SETCHECK, BST_UNCHECKED, 0);
  SendMessageW(size_, CB_SETCURSEL, 0, 0);
  SendMessageW(spin_, UDM_SETPOS32, 0, 1);
  SendMessageW(fruits_, LB_SETCURSEL, 0, 0);
  SetWindowTextW(status_, L"Ready");
}

void Form::state(int number) {
  const std::string secret = text_of(password_);
  const auto chosen = static_cast<int>(SendMessageW(fruits_, LB_GETCURSEL, 0, 0));
  constexpr std::array<const char*, 3> kFruitNames = {"Apple", "Pear", "Plum"};
  json::Value presses = json::Object{};
  for (const auto& [name, times] : presses_) presses.set(name, times);
  json::Value all;
  all.set("number", number)
      .set("text", text_of(text_))
      .set("password", json::Value().set("length", static_cast<int>(secret.size())).set("sha256", sha256(secret)))
      .set("agreed", SendMessageW(agree_, BM_GETCHECK, 0, 0) == BST_CHECKED)
      .set("colour", SendMessageW(red_, BM_GETCHECK, 0, 0) == BST_CHECKED ? "Red" : "Blue")
      .set("size", text_of(size_))
      .set("amount", static_cast<int>(GetDlgItemInt(window_, kAmount, nullptr, FALSE)))
      .set("fruit", chosen < 0 ? json::Value() : json::Value(kFruitNames[static_cast<size_t>(chosen)]))
      .set("rows", rows())
      .set("presses", std::move(presses))
      .set("entries", entries_)
      .set("dialogs", dialog_ ? 1 : 0)
      .set("activations", activations_)
      .set("status", text_of(status_))
      .set("swatch", json::Array{GetRValue(kColour), GetGValue(kColour), GetBValue(kColour)});
  record("state", std::move(all));
}

json::Value Form::rows() const {
  json::Value out = json::Array{};
  for (int row = 0; row < static_cast<int>(kRows.size()); ++row) {
    out.push(json::Array{list_view_text(stock_, row, 0), list_view_text(stock_, row, 1)});
  }
  return out;
}

}  // namespace surehand::uia::self_test

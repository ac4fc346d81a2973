#pragma once

#include <windows.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"

namespace surehand::uia::self_test {

// Lines of standard input, from the thread that reads them to the thread of the window.
class Inbox {
 public:
  void put(std::string line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(line));
  }
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

// Says an event on standard output, a JSON object a line.
void record(std::string_view event, json::Value members = {});

// The window of demo/self-test.py, of Windows' own controls: the same names, and the same lines on standard input and output.
class Form {
 public:
  // Posted when the inbox has lines.
  static constexpr UINT kLines = WM_APP + 1;

  // With `hangs` it does not answer any more after "Block" was pressed.
  Form(std::shared_ptr<Inbox> inbox, bool hangs);

  HWND window() const { return window_; }
  // Before the message is handled: a field of one line tells its parent nothing of Enter.
  void notice(const MSG& message);

 private:
  static LRESULT CALLBACK procedure(HWND window, UINT message, WPARAM wparam, LPARAM lparam);
  static INT_PTR CALLBACK dialog_procedure(HWND dialog, UINT message, WPARAM wparam, LPARAM lparam);
  LRESULT received(UINT message, WPARAM wparam, LPARAM lparam);

  void build_buttons();
  void build_fields();
  void build_lists();
  void add_button(const wchar_t* name, RECT place);

  void command(int id, int code, HWND control);
  void pressed(const std::string& name);
  void ask();
  void close_dialog(INT_PTR answer);
  void block() const;
  void reset();
  void state(int number);
  json::Value rows() const;

  const std::shared_ptr<Inbox> inbox_;
  const bool hangs_;
  HWND window_ = nullptr;
  HWND dialog_ = nullptr;   // the open one
  HWND focused_ = nullptr;  // when it was last in front
  HWND text_ = nullptr, password_ = nullptr, size_ = nullptr, amount_ = nullptr, spin_ = nullptr;
  HWND agree_ = nullptr, red_ = nullptr, blue_ = nullptr;
  HWND fruits_ = nullptr, stock_ = nullptr, swatch_ = nullptr, status_ = nullptr;
  HWND arrived_ = nullptr;
  std::map<HWND, std::string> buttons_;
  std::map<std::string, int> presses_;
  json::Array entries_;
  int activations_ = 0;
};

}  // namespace surehand::uia::self_test

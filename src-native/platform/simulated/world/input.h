#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "platform/simulated/world/world.h"

namespace surehand::simulated {

// The pointer and the keyboard of a simulated desktop.
class Input {
 public:
  explicit Input(World& world) : world_(world) {}
  void bring_to_front(Node& window);
  // Sends a step, not a pause, if the window (its serial; 0: any) has the keyboard; adds to `sent`.
  std::optional<Error> send(const InputStep& step, uint64_t window, InputSent& sent);
  // Of all keys and buttons.
  void let_go();

 private:
  bool is_for(uint64_t window);
  std::optional<Error> type(std::string_view text, uint64_t window, InputSent& sent);
  std::string_view next_part(std::string_view text);
  void let_intrude(size_t characters);
  void move(double x, double y);
  void pointer_down(uint8_t button);
  void pointer_up(uint8_t button, uint8_t click);
  void clicked(Node& hit, uint8_t click);
  void wheel(double notches_x, double notches_y);
  void key_down(const std::string& key);
  void key(const std::string& combination);
  void type(const std::string& text);
  void insert(Node& field, std::string_view text);
  bool edit(Node& field, std::string_view key);
  void step_number(Node& field, double by);
  void move_focus(bool back);
  void move_selection(Node& item, bool back);

  // The application gets it when it answers again; the window system took it at once.
  template <class Happen>
  void when_answering(App& app, Happen happen);
  Node* keyboard_window();
  Node* keyboard_target();

  World& world_;
  double x_ = 0, y_ = 0;
  uint64_t hovered_ = 0;
  uint64_t down_on_ = 0;
  std::set<std::string> modifiers_;
};

}  // namespace surehand::simulated

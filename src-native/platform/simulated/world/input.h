#pragma once

#include <set>
#include <string>
#include <vector>

#include "platform/simulated/world/world.h"

namespace surehand::simulated {

// The pointer and the keyboard of a simulated desktop.
class Input {
 public:
  explicit Input(World& world) : world_(world) {}
  Dispatch send(const std::vector<InputStep>& steps);

 private:
  void move(double x, double y);
  void pointer_down(uint8_t button);
  void pointer_up(uint8_t button);
  void click(Node& hit);
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
  Node* keyboard_target();

  World& world_;
  double x_ = 0, y_ = 0;
  uint64_t hovered_ = 0;
  uint64_t down_on_ = 0;
  uint64_t last_clicked_ = 0;
  Clock::time_point last_click_{};
  std::set<std::string> modifiers_;
};

}  // namespace surehand::simulated

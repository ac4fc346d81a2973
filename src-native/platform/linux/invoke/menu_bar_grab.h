#pragma once

#include <functional>

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// GTK 3 on Wayland: the first menu that a bar opens grabs the seat, and GDK tells the bar that the pointer has entered it where it was
// last, at 0,0 of a window that it was never in. What is there opens instead, some 20 ms later (GTK 3.24: "no trigger event for menu popup").
//
// After the press of an entry of a bar: `press` again when another entry is open. The grab is there by then, so it stays.
void keep_menu_of_bar(Invocation& invocation, const std::function<void()>& press);

}  // namespace surehand::atspi

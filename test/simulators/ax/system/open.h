#pragma once

#include <string>
#include <vector>

#include "ax/desktop.h"

namespace axsim {

// How a program of the system ended, and what it wrote on its standard error.
struct Ended {
  int code = 0;
  std::string error;
};

// /usr/bin/open: starts what the world has to launch, or brings what runs to the front.
Ended open_application(Desktop& desktop, const std::vector<std::string>& arguments);
// /usr/sbin/screencapture: draws the world into a file.
Ended capture_screen(Desktop& desktop, const std::vector<std::string>& arguments);

}  // namespace axsim

#pragma once

namespace surehand::simulator {

// What Windows holds for this process: what leaks when it grows.
struct Held {
  int handles = 0;
  int threads = 0;
  int pictures = 0;  // GDI: bitmaps, device contexts, brushes
  int windows = 0;   // on the desktop, and those for messages alone
};

Held held_now();

}  // namespace surehand::simulator

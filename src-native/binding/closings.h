#pragma once

#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace surehand::binding {

// What environments leave to be closed when they end: threads are waited for and connections closed on threads of their
// own, not on the one that ran JavaScript. The end of the process waits for what is still under way, which is bounded:
// input that was begun lets go of its keys.
class Closings {
 public:
  static Closings& of_this_process();
  ~Closings();

  void run(std::function<void()> close);

 private:
  std::mutex mutex_;
  std::vector<std::thread> under_way_;
  std::vector<std::thread> ended_;
};

}  // namespace surehand::binding

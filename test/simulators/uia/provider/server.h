#pragma once

#include <windows.h>

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "provider/world.h"
#include "wire/socket.h"

namespace surehand::simulator {

// Answers the questions of clients, each connection on a thread of its own, about a world that lives on the thread of the windows: so a
// call waits while that thread is busy, and is let in while a dialog's own loop runs, as with real providers.
class Server {
 public:
  // On the thread of the windows, before any of them is shown. Lives as long as the process.
  explicit Server(World& world);

  // Does it on the thread of the windows, from any other.
  void run(const std::function<void()>& job) const;
  // To every connection that listens.
  void announce(const json::Value& event);
  bool heard();

  // Asked first, on the connection's thread: what tests do to a world before a question reaches it (delays, failures, hangs).
  // Returns whether that already answered.
  std::function<bool(const json::Value& question, json::Value& answer)> before;
  // Answers nobody while it answers, as some providers do: an act that has not returned keeps every question waiting.
  bool one_at_a_time = false;
  // Told on the thread of the windows when the first listens.
  std::function<void()> on_listener;

 private:
  void serve();
  void answer(Socket connection);
  json::Value answer_to(const json::Value& question);

  World& world_;
  HWND host_ = nullptr;
  Socket socket_;
  std::mutex mutex_, turn_;
  std::vector<Socket> listeners_;
};

}  // namespace surehand::simulator

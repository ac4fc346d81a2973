#include "provider/server.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <variant>

#include "provider/sent_hook.h"

namespace surehand::simulator {
namespace {

constexpr UINT kJob = WM_APP + 0x51;

LRESULT CALLBACK host_procedure(HWND window, UINT message, WPARAM wparam, LPARAM lparam) {
  if (message != kJob) return DefWindowProcW(window, message, wparam, lparam);
  (*reinterpret_cast<const std::function<void()>*>(lparam))();
  return 1;
}

Address address_of(const json::Value& question) {
  return {reinterpret_cast<HWND>(question["window"].as_int()), id_of(question),
          static_cast<int>(question["number"].as_int())};
}

}  // namespace

Server::Server(World& world) : world_(world) {
  WNDCLASSW shape{};
  shape.lpfnWndProc = host_procedure;
  shape.hInstance = GetModuleHandleW(nullptr);
  shape.lpszClassName = L"SurehandProviderHost";
  RegisterClassW(&shape);
  host_ = CreateWindowExW(0, shape.lpszClassName, L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr, shape.hInstance, nullptr);
  unsigned short port = 0;
  socket_ = Socket::listen(port);
  publish_port(port);
  std::thread([this] { serve(); }).detach();
}

void Server::run(const std::function<void()>& job) const {
  SendMessageW(host_, kJob, 0, reinterpret_cast<LPARAM>(&job));
}

void Server::announce(const json::Value& event) {
  const std::string line = json::stringify(event);
  const std::lock_guard lock(mutex_);
  listeners_.erase(
      std::remove_if(listeners_.begin(), listeners_.end(), [&](const Socket& one) { return !one.write_line(line); }),
      listeners_.end());
}

bool Server::heard() {
  const std::lock_guard lock(mutex_);
  return !listeners_.empty();
}

void Server::serve() {
  for (;;) {
    Socket connection = socket_.accept();
    if (!connection.open()) return;
    std::thread([this, taken = std::move(connection)]() mutable { answer(std::move(taken)); }).detach();
  }
}

void Server::answer(Socket connection) {
  while (auto line = connection.read_line(INFINITE)) {
    auto parsed = json::parse(*line);
    if (!std::holds_alternative<json::Value>(parsed)) return;
    const auto& question = std::get<json::Value>(parsed);
    if (question["op"].as_string() == "listen") {
      connection.write_line("{}");
      {
        const std::lock_guard lock(mutex_);
        listeners_.push_back(std::move(connection));
      }
      if (on_listener) run(on_listener);
      return;
    }
    json::Value reply;
    std::unique_lock turn(turn_, std::defer_lock);
    if (one_at_a_time) turn.lock();
    if (!before || !before(question, reply)) reply = answer_to(question);
    if (turn) turn.unlock();
    if (!connection.write_line(json::stringify(reply))) return;
  }
}

json::Value Server::answer_to(const json::Value& question) {
  Answer answer;
  run([&] {
    const Address address = address_of(question);
    const std::string_view op = question["op"].as_string();
    if (op == "read") {
      const SentHook::Away unheard;
      answer = world_.read(address, std::string(question["scope"].as_string()));
    } else if (op == "parent") {
      const SentHook::Away unheard;
      answer = world_.parent(address);
    } else if (op == "act") {
      answer = world_.act(address, std::string(question["what"].as_string()), question["with"].as_array());
    } else {
      answer.result = E_INVALIDARG;
    }
  });
  json::Value out;
  out.set("result", static_cast<int>(answer.result)).set("value", std::move(answer.value));
  return out;
}

}  // namespace surehand::simulator

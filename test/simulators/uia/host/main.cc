#include <windows.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <variant>

#include "provider/server.h"
#include "provider/virtual_world.h"

// Shows the virtual trees of a JSON file: `virtual-world FILE`. On standard output it says what it received, a JSON object a line; on
// standard input it takes effects, one a line.

namespace {

using surehand::json::Value;

void say(const Value& event) {
  const std::string line = surehand::json::stringify(event) + "\n";
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), line.data(), static_cast<DWORD>(line.size()), &written, nullptr);
}

}  // namespace

int wmain(int count, wchar_t** arguments) {
  if (count != 2) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto parsed = surehand::json::parse(text);
  if (const auto* error = std::get_if<surehand::json::ParseError>(&parsed)) {
    std::cerr << error->message << " at byte " << error->offset << "\n";
    return 2;
  }
  surehand::simulator::VirtualWorld world(std::get<Value>(parsed), say);
  surehand::simulator::Server server(world);
  world.serve(server);
  std::thread([&] {
    for (std::string line; std::getline(std::cin, line);) {
      const auto effect = surehand::json::parse(line);
      if (!std::holds_alternative<Value>(effect)) continue;
      server.run([&] { world.apply(std::get<Value>(effect)); });
      say(Value().set("event", "applied"));
    }
  }).detach();
  say(Value().set("event", "ready"));
  for (MSG message; GetMessageW(&message, nullptr, 0, 0) > 0;) {
    TranslateMessage(&message);
    DispatchMessageW(&message);
  }
  return 0;
}

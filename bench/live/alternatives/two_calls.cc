// The two calls that the tree of an atk-bridge application takes, GetTree and GetItems, made by our own client, and
// nothing besides: no answer is read, no list is looked into. What no reader that makes them can be faster than.
//
// two_calls <pid>: for each line on standard input, one run, answered by {"nodes": those in GetTree's answer, "ms": …}.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "platform/linux/atspi/bus.h"
#include "platform/linux/atspi/calls.h"

extern char** environ;

using namespace surehand;
using namespace surehand::atspi;

namespace {

Environment own_environment() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string line = *entry;
    const size_t equals = line.find('=');
    if (equals != std::string::npos) variables.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  }
  return Environment(std::move(variables));
}

// The applications on the bus, as the registry lists them; the one of that process.
std::string key_of(dbus::Connection& bus, uint32_t pid) {
  auto applications = bus.call(Caller().applications(), {});
  if (!applications.ok() || !applications->is_reply()) return {};
  auto body = applications->body();
  auto list = body.begin_array(8);
  while (body.more(list)) {
    body.begin_struct();
    const std::string key(body.string());
    body.string();
    Caller caller;
    auto process = bus.call(caller.process_of(key), {});
    if (process.ok() && process->is_reply() && process->body().u32() == pid) return key;
  }
  return {};
}

int fail(const std::string& reason) {
  std::fprintf(stderr, "%s\n", reason.c_str());
  return 1;
}

size_t entries(const dbus::Reply& reply) {
  auto body = reply.body();
  auto list = body.begin_array(8);
  size_t count = 0;
  for (; body.more(list); ++count) body.skip("((so)a{sv})");
  return count;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return fail("usage: two_calls <pid>");
  auto opened = open_bus(own_environment(), {});
  if (!opened.ok()) return fail(opened.error().message);
  const auto bus = opened.take();
  const std::string key = key_of(*bus, static_cast<uint32_t>(std::atol(arguments[1])));
  if (key.empty()) return fail("no such application on the accessibility bus");
  const Object root{key, kRegistryRoot};
  const Object cache{key, kCachePath};
  Caller caller;
  std::string line;
  while (std::getline(std::cin, line)) {
    dbus::Reply tree;
    dbus::Connection::Pipeline pipeline(bus);
    pipeline.on_reply([&](uint64_t tag, const dbus::Reply& reply) {
      if (tag == 0) tree = reply;
    });
    const auto began = Clock::now();
    auto status = pipeline.push(caller.tree(root, {TreeProperty::kExtents, TreeProperty::kChildCount}), 0, {});
    if (status.ok()) status = pipeline.push(caller.method(cache, Method::kGetItems), 1, {});
    if (status.ok()) status = pipeline.drain({});
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    if (!status.ok() || !tree.is_reply()) return fail("the application did not answer");
    std::printf("{\"nodes\": %zu, \"ms\": %.3f}\n", entries(tree), ms);
    std::fflush(stdout);
  }
}

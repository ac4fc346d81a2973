#pragma once

#include <windows.h>

#include <functional>
#include <map>
#include <memory>

#include "provider/server.h"
#include "provider/virtual_tree.h"
#include "provider/world.h"

namespace surehand::simulator {

// Virtual trees on real windows, one each. What they do when they are acted on, and how they misbehave, is in their JSON
// (worlds/README.md); what they received they tell `received`.
class VirtualWorld final : public World {
 public:
  using Received = std::function<void(const json::Value&)>;
  VirtualWorld(const json::Value& world, Received received);

  // Before any client asks: it answers some questions in a way of its own.
  void serve(Server& server);
  // An effect, as tests give them while it runs.
  void apply(const json::Value& effect);

  Answer read(const Address& address, const std::string& scope) override;
  Answer parent(const Address& address) override;
  Answer act(const Address& address, const std::string& what, const json::Array& with) override;
  json::Array top_levels() override { return {}; }

 private:
  struct Shown {
    std::unique_ptr<VirtualNode> root;  // the window's own node
    bool modal = false;
  };

  HWND open(const json::Value& window, HWND owner);
  void close(HWND window);
  Node window_node_of(HWND window, const Shown& shown, int levels) const;
  VirtualNode* find(const Address& address);
  VirtualNode* find(const std::string& key, HWND* window = nullptr);
  // What is said of a question to that node ("read", "Invoke.Invoke", …): how it fails, how long it takes.
  const json::Value& fault_of(const VirtualNode& node, const std::string& question) const;
  bool spoilt(const VirtualNode& node, HRESULT& result) const;
  void effects(const json::Array& list, VirtualNode* about);
  void announce(const char* kind, const VirtualNode& about, json::Value more);
  bool silent(const char* kind) const;

  static LRESULT CALLBACK procedure(HWND window, UINT message, WPARAM wparam, LPARAM lparam);
  static VirtualWorld* only_;

  json::Value behaviour_;
  Received received_;
  Server* server_ = nullptr;
  std::map<HWND, Shown> shown_;
  std::map<UINT_PTR, json::Array> delayed_;
  std::map<std::string, int> failed_;  // how often a fault was met
  int announced_ = 0;
};

}  // namespace surehand::simulator

#pragma once

#include <windows.h>

#include <map>

#include "provider/sent_hook.h"
#include "provider/server.h"

namespace surehand::simulator {

// Tells listeners what changed in a world of real windows. Looks when a message may have changed something, and tells of the difference:
// so nothing is forgotten here. What real providers forget, virtual trees can be told to.
class Watch {
 public:
  // On the thread of the windows; one a process.
  Watch(World& world, Server& server);
  ~Watch();

 private:
  struct Seen {
    Node node;  // without its children
    RuntimeId parent;
    json::Value windows;  // the window that it is in, and its owners
    size_t order;
  };
  using Tree = std::map<RuntimeId, Seen>;

  static LRESULT CALLBACK sent(int code, WPARAM wparam, LPARAM lparam);
  static LRESULT CALLBACK fetched(int code, WPARAM wparam, LPARAM lparam);
  static void CALLBACK looked(HWND, UINT, UINT_PTR, DWORD);
  static Watch* only_;

  void soon();
  void look(bool tell);
  Tree seen_now();
  void tell_difference(const Tree& now);
  void announce(const char* kind, const Seen& about, json::Value more);

  World& world_;
  Server& server_;
  SentHook sent_hook_;
  HHOOK fetched_hook_;
  UINT_PTR timer_ = 0;
  Tree seen_;
};

}  // namespace surehand::simulator

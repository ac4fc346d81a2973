#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/seam/action.h"
#include "core/seam/arrange.h"
#include "core/seam/clipboard.h"
#include "core/seam/element.h"
#include "core/seam/events.h"
#include "core/seam/facet.h"
#include "core/seam/input.h"
#include "core/seam/sending.h"
#include "core/seam/user_input.h"

namespace surehand {

// What is done to elements and windows, by their own actions and by the keyboard, the pointer and the clipboard.
class Actions : public virtual Facet {
 public:
  // For how long two presses at one place are a double click whatever was meant; 0 where InputStep::click says what is meant.
  virtual Milliseconds click_interval() const { return Milliseconds(0); }

  // Says in `sending` what it is about to send before it waits for that to return.
  virtual Result<Dispatch> invoke(const Element& element, const Action& action, Sending& sending,
                                  const Limits& limits) = 0;
  // A target that loses the foreground ends it: foreground_lost(). Whatever ends it early, no key or button stays held.
  virtual Result<Dispatch> input(const std::vector<InputStep>& steps, const InputTarget& target,
                                 const Limits& limits) = 0;

  // The characters of a text that input() cannot type because no key has them, each once; empty where it types every one.
  virtual Result<std::string> characters_without_key(const std::string& text, const Limits& limits);

  // Calls back, on any thread, whenever these keys (DOM names, modifiers first) are down together, whoever pressed them and whatever has the
  // keyboard; other keys may be down as well. They go where they would have gone. UNSUPPORTED where the system does not tell.
  virtual Result<std::unique_ptr<Subscription>> hotkey(const std::vector<std::string>& keys,
                                                       std::function<void()> pressed, const Limits& limits);

  // Tells, on any thread, what a person does with the pointer and the keyboard, whatever has them; what this backend's own input() makes is left
  // out. Which character a key writes is never told. UNSUPPORTED where the system does not tell.
  virtual Result<std::unique_ptr<Subscription>> user_input(UserInputSink sink, const Limits& limits);

  // Makes the item of that name of a container that has its items only when they are scrolled to, and tells which it is.
  // NOT_FOUND when it has none.
  virtual Result<Element> realize(const Element& container, const std::string& name, const Limits& limits);

  virtual Status activate(const Element& window, const Limits& limits) = 0;
  // Sent, and not read back: window managers may do otherwise.
  virtual Result<Dispatch> arrange(const Element& window, const Arrangement& arrangement, const Limits& limits);
  virtual Status close(const Element& window, const Limits& limits) = 0;

  // What the clipboard holds of a format, empty where it holds none; as a text, UNSUPPORTED where it holds something else. What is
  // written is there for as long as this desktop is open, at least. Neither is ever logged.
  virtual Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits);
  virtual Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits);
};

}  // namespace surehand

#include "core/seam/actions.h"

namespace surehand {

Result<std::unique_ptr<Subscription>> Actions::hotkey(const std::vector<std::string>&, std::function<void()>,
                                                      const Limits&) {
  return unsupported("does not tell of keys");
}

Result<std::unique_ptr<Subscription>> Actions::user_input(UserInputSink, const Limits&) {
  return unsupported("does not tell what a person does");
}

Result<Dispatch> Actions::arrange(const Element&, const Arrangement&, const Limits&) {
  return unsupported("cannot arrange windows");
}

Result<std::string> Actions::characters_without_key(const std::string&, const Limits&) { return std::string(); }
Result<std::string> Actions::read_clipboard(ClipboardFormat, const Limits&) { return unsupported("has no clipboard"); }

Status Actions::write_clipboard(ClipboardFormat, const std::string&, const Limits&) {
  return unsupported("has no clipboard");
}

Result<Element> Actions::realize(const Element&, const std::string&, const Limits&) {
  return unsupported("cannot make an item of a virtual container; scroll to it");
}

}  // namespace surehand

#include "platform/linux/dbus/match_rule.h"

#include <algorithm>

namespace surehand::dbus {

namespace {

constexpr size_t kMaxArguments = 64;

std::string_view type_name(MessageType type) {
  switch (type) {
    case MessageType::kCall:
      return "method_call";
    case MessageType::kReply:
      return "method_return";
    case MessageType::kError:
      return "error";
    case MessageType::kSignal:
      return "signal";
    case MessageType::kInvalid:
      break;
  }
  return {};
}

std::optional<size_t> argument_index(std::string_view key) {
  if (key.rfind("arg", 0) != 0 || key.size() < 4 || key.size() > 5) return std::nullopt;
  size_t index = 0;
  for (const char c : key.substr(3)) {
    if (c < '0' || c > '9') return std::nullopt;
    index = index * 10 + static_cast<size_t>(c - '0');
  }
  if (index >= kMaxArguments) return std::nullopt;
  return index;
}

}  // namespace

std::optional<MatchRule> MatchRule::parse(std::string_view rule) {
  MatchRule result;
  while (!rule.empty()) {
    const size_t equals = rule.find('=');
    if (equals == std::string_view::npos || equals + 1 >= rule.size() || rule[equals + 1] != '\'') return std::nullopt;
    const size_t close = rule.find('\'', equals + 2);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view key = rule.substr(0, equals);
    const std::string value(rule.substr(equals + 2, close - equals - 2));
    if (key == "type") {
      result.type_ = value;
    } else if (key == "sender") {
      if (!is_unique_name(value) && value != kBusName) return std::nullopt;
      result.sender_ = value;
    } else if (key == "interface") {
      result.interface_ = value;
    } else if (key == "member") {
      result.member_ = value;
    } else if (key == "path") {
      result.path_ = value;
    } else if (key == "path_namespace") {
      result.path_namespace_ = value;
    } else if (const auto index = argument_index(key)) {
      result.arguments_.emplace_back(*index, value);
    } else {
      return std::nullopt;
    }
    rule.remove_prefix(close + 1);
    if (!rule.empty() && rule[0] != ',') return std::nullopt;
    if (!rule.empty()) rule.remove_prefix(1);
  }
  std::sort(result.arguments_.begin(), result.arguments_.end());
  return result;
}

bool MatchRule::passes(const Message& message) const {
  const auto agrees = [](const std::string& wanted, std::string_view seen) { return wanted.empty() || wanted == seen; };
  if (!agrees(type_, type_name(message.type()))) return false;
  if (!agrees(interface_, message.interface()) || !agrees(member_, message.member())) return false;
  if (!agrees(path_, message.path())) return false;
  if (!agrees(sender_, message.sender())) return false;
  if (message.interface() == kBusName && message.sender() != kBusName) return false;
  if (!path_namespace_.empty() && path_namespace_ != "/") {
    const std::string_view path = message.path();
    if (path.substr(0, path_namespace_.size()) != path_namespace_) return false;
    if (path.size() > path_namespace_.size() && path[path_namespace_.size()] != '/') return false;
  }
  Reader body = message.body();
  std::string_view types = message.signature();
  size_t index = 0;
  for (const auto& [wanted_index, wanted] : arguments_) {
    while (true) {
      const size_t length = Reader::complete_type(types);
      if (length == 0) return false;
      const std::string_view type = types.substr(0, length);
      types.remove_prefix(length);
      if (index++ < wanted_index) {
        body.skip(type);
        continue;
      }
      if (type != "s" || body.string() != wanted || !body.ok()) return false;
      break;
    }
  }
  return true;
}

}  // namespace surehand::dbus

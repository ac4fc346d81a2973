#include "platform/linux/wayland/portal/request.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "platform/linux/wayland/portal/unguessable.h"
#include "platform/linux/wayland/remote/service.h"

namespace surehand::wayland::portal {
namespace {

constexpr std::string_view kName = "org.freedesktop.portal.Desktop";
constexpr std::string_view kRequest = "org.freedesktop.portal.Request";
constexpr std::string_view kProperties = "org.freedesktop.DBus.Properties";
constexpr std::string_view kBusPath = "/org/freedesktop/DBus";
constexpr Milliseconds kLookWhetherEnded(20);

// The answer, from the bus's own thread.
struct Response {
  std::mutex mutex;
  std::condition_variable changed;
  bool came = false;
  std::optional<Answer> answer;
};

// Zero where there is no such property.
Result<uint32_t> number(dbus::Connection& bus, const std::string& owner, std::string_view interface,
                        std::string_view name, const Limits& limits) {
  dbus::Writer body;
  body.string(interface).string(name);
  auto reply = ask(bus, {owner, kObject, kProperties, "Get", "ss", &body}, limits);
  if (!reply) {
    const ErrorCode code = reply.error().code;
    if (code == ErrorCode::kTimeout || code == ErrorCode::kAborted || code == ErrorCode::kNoDesktop) {
      return reply.take_error();
    }
    return uint32_t{0};
  }
  auto answer = reply->body();
  if (answer.signature() != "v" || answer.begin_variant() != "u") return uint32_t{0};
  return answer.u32();
}

Result<std::string> owner_of_portals(dbus::Connection& bus, const Limits& limits) {
  dbus::Writer start, name;
  start.string(kName).u32(0);
  name.string(kName);
  SUREHAND_TRY(there, remote::has_owner(bus, kName, limits));
  if (!*there) {
    SUREHAND_TRY(started,
                 bus.call({dbus::kBusName, kBusPath, dbus::kBusName, "StartServiceByName", "su", &start}, limits));
    if (!started->is_reply()) return std::string();
  }
  SUREHAND_TRY(reply, bus.call({dbus::kBusName, kBusPath, dbus::kBusName, "GetNameOwner", "s", &name}, limits));
  std::string owner(reply->is_reply() ? reply->body().string() : std::string_view());
  return dbus::is_unique_name(owner) ? owner : std::string();
}

void close_request(dbus::Connection& bus, const Portal& portal, const std::string& path) {
  (void)bus.send({portal.owner, path, kRequest, "Close"}, Limits::within(Milliseconds(100)));
}

Result<Answer> answer_of(Response& response, const Question& question,
                         const std::function<std::optional<Error>()>& ended, const Limits& limits) {
  const std::string name = std::string(question.interface) + "." + std::string(question.member);
  std::unique_lock lock(response.mutex);
  while (!response.came) {
    if (auto error = limits.exceeded("the portal's answer to " + name)) {
      if (question.asks_person && error->code == ErrorCode::kTimeout) {
        error->message +=
            "; the desktop asks in a dialog whether this program may control it: answer it, and call again with a "
            "longer timeout";
      }
      return std::move(*error);
    }
    if (response.changed.wait_for(lock, std::min(limits.remaining(), kLookWhetherEnded)) == std::cv_status::no_timeout)
      continue;
    if (response.came) break;
    lock.unlock();
    if (auto error = ended()) return std::move(*error);
    lock.lock();
  }
  if (response.answer) return *response.answer;
  return Error{ErrorCode::kRefused, "the portal answered " + name + " with something else than it documents", {}};
}

}  // namespace

Result<dbus::Reply> ask(dbus::Connection& bus, const dbus::Call& call, const Limits& limits) {
  return remote::ask(bus, call, {"the desktop portal", "open the desktop again"}, limits);
}

Result<std::optional<Portal>> Portal::find(dbus::Connection& bus, const Limits& limits) {
  SUREHAND_TRY(owner, owner_of_portals(bus, limits));
  if (owner->empty()) return std::optional<Portal>();
  Portal portal;
  portal.owner = owner.take();
  SUREHAND_TRY(version, number(bus, portal.owner, kRemoteDesktop, "version", limits));
  if (*version == 0) return std::optional<Portal>();
  portal.version = *version;
  SUREHAND_TRY(devices, number(bus, portal.owner, kRemoteDesktop, "AvailableDeviceTypes", limits));
  portal.devices = *devices & (kKeyboard | kPointer);
  SUREHAND_TRY(sources, number(bus, portal.owner, kScreenCast, "AvailableSourceTypes", limits));
  portal.casts_monitors = (*sources & kMonitor) != 0;
  SUREHAND_TRY(cursors, number(bus, portal.owner, kScreenCast, "AvailableCursorModes", limits));
  portal.hides_pointer = (*cursors & kHidden) != 0;
  SUREHAND_TRY(clipboard, number(bus, portal.owner, kClipboard, "version", limits));
  portal.has_clipboard = *clipboard > 0;
  return std::optional(std::move(portal));
}

std::string path_of(const dbus::Connection& bus, std::string_view kind, const std::string& token) {
  std::string sender = bus.unique_name().substr(1);  // without its colon
  std::replace(sender.begin(), sender.end(), '.', '_');
  return std::string(kObject) + "/" + std::string(kind) + "/" + sender + "/" + token;
}

Result<Answer> request(dbus::Connection& bus, const Portal& portal, const Question& question,
                       const std::function<std::optional<Error>()>& ended, const Limits& limits) {
  const std::string token = unguessable();
  const std::string path = path_of(bus, "request", token);
  const auto response = std::make_shared<Response>();
  // Before the call: the answer may come at once. Other programs may send a signal that looks the same.
  const std::string rule = "type='signal',sender='" + portal.owner + "',interface='" + std::string(kRequest) +
                           "',member='Response',path='" + path + "'";
  SUREHAND_TRY(watch, bus.subscribe(
                          rule,
                          [response](const std::shared_ptr<const dbus::Message>& signal) {
                            auto answer = answer_in(signal->body());
                            {
                              std::lock_guard lock(response->mutex);
                              if (std::exchange(response->came, true)) return;
                              response->answer = std::move(answer);
                            }
                            response->changed.notify_all();
                          },
                          limits));
  dbus::Writer body;
  question.arguments(body);
  const size_t options = body.begin_array(8);
  body.begin_struct().string("handle_token").variant("s").string(token);
  question.options(body);
  body.end_array(options);
  auto reply =
      ask(bus, {portal.owner, kObject, question.interface, question.member, question.signature, &body}, limits);
  if (!reply) {
    close_request(bus, portal, path);
    return reply.take_error();
  }
  auto handle = reply->body();
  if (handle.signature() != "o" || handle.string() != path) {
    close_request(bus, portal, path);
    return Error{ErrorCode::kRefused, "the portal gave its request another name than it documents", {}};
  }
  auto answer = answer_of(*response, question, ended, limits);
  if (!answer) close_request(bus, portal, path);
  return answer;
}

}  // namespace surehand::wayland::portal

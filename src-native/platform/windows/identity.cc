#include "platform/windows/identity.h"

#include <utility>

#include "platform/windows/applications.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/errors.h"
#include "platform/windows/read/cached.h"
#include "platform/windows/read/request.h"
#include "platform/windows/session.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

constexpr int32_t kWindow = 42;  // of a RuntimeId: that of a window begins with it

Error stale(std::string_view what) {
  return {ErrorCode::kStale, std::string(what) + " is not there any more; look it up again", {}};
}

// Handles are given again, to windows of any process.
Status is_that_window(Session& session, const std::string& app_key, const ElementHandle& handle) {
  const HWND window = handle.top_level();
  if (!IsWindow(window)) return stale("the window");
  SUREHAND_TRY(application, application_of(session, app_key));
  const bool same = top_level(window).pid == (*application)->pid &&
                    (!handle.is_window() || !handle.likeness() || *handle.likeness() == likeness_of(window));
  if (!same) return stale("the window (its handle is another's by now)");
  return Done{};
}

}  // namespace

RuntimeId runtime_id_of(HWND window) { return {kWindow, static_cast<int32_t>(reinterpret_cast<intptr_t>(window))}; }

HWND window_of(const RuntimeId& id) {
  if (id.size() < 2 || id[0] != kWindow) return nullptr;
  return reinterpret_cast<HWND>(static_cast<intptr_t>(id[1]));
}

// The thread that made it is its own for as long as it is there; its text is not part of what it is.
Likeness likeness_of(HWND window) {
  return {control::kWindow, class_of(window), std::to_string(GetWindowThreadProcessId(window, nullptr)), {}};
}

ElementHandle::ElementHandle(RuntimeId id, std::optional<Likeness> likeness, ComPtr<IUIAutomationElement> element,
                             HWND top_level)
    : id_(std::move(id)), likeness_(std::move(likeness)), top_level_(top_level), reached_(std::make_shared<Reached>()) {
  reached_->element = std::move(element);
}

HWND ElementHandle::window() const { return id_.size() == 2 ? window_of(id_) : nullptr; }

ComPtr<IUIAutomationElement> ElementHandle::element() const {
  const std::lock_guard lock(reached_->mutex);
  return reached_->element;
}

void ElementHandle::renew(ComPtr<IUIAutomationElement> element) const {
  // The old one is let go of outside of the lock: that may call into its application.
  const std::lock_guard lock(reached_->mutex);
  std::swap(reached_->element, element);
}

std::optional<ElementHandle::Around> ElementHandle::around() const {
  const std::lock_guard lock(reached_->mutex);
  return reached_->around;
}

void ElementHandle::remember_around(const Around& around) const {
  const std::lock_guard lock(reached_->mutex);
  reached_->around = around;
}

size_t ElementHash::operator()(const ElementHandle& handle) const {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const int32_t part : handle.runtime_id()) hash = (hash ^ static_cast<uint32_t>(part)) * 0x100000001b3u;
  return static_cast<size_t>(hash);
}

Result<ElementHandle> handle_of(Session& session, const Element& element) {
  auto handle = session.elements.find(element.app_key, element.identity);
  if (!handle) return stale("the element");
  return std::move(*handle);
}

Result<ComPtr<IUIAutomationElement>> element_of(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(handle, handle_of(session, element));
  if (auto known = handle->element()) return known;
  if (!handle->top_level()) {
    return Error{
        ErrorCode::kInvalidArgument, "an application is no element that could be used; name one of its windows", {}};
  }
  SUREHAND_TRY(application, application_of(session, element.app_key));
  SUREHAND_TRY(client, (*application)->client.get());
  (*client)->bound(limits);
  ComPtr<IUIAutomationElement> found;
  const HRESULT result = (**client)->ElementFromHandle(handle->window(), found.put());
  if (FAILED(result)) return read_failed(result, "find the window");
  if (!found) return stale("the window");
  handle->renew(found);
  return found;
}

Result<CurrentElement> current_element_of(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(found, element_of(session, element, limits));
  SUREHAND_TRY(handle, handle_of(session, element));
  SUREHAND_TRY(application, application_of(session, element.app_key));
  SUREHAND_TRY(client, (*application)->client.get());
  auto request = make_request(**client, {}, TreeScope_Element);
  if (!request) return request.take_error();
  (*client)->bound(limits);
  ComPtr<IUIAutomationElement> now;
  const HRESULT result = (*found)->BuildUpdatedCache(request->get(), now.put());
  if (FAILED(result)) return read_failed(result, "look at the element before acting on it");
  if (!now) return stale("the element");
  CurrentElement current{found.take(), facts_of(*now.get())};
  if (handle->is_window()) {
    SUREHAND_CHECK(is_that_window(session, element.app_key, *handle));
  } else if (handle->likeness() && !(*handle->likeness() == likeness_of(current.facts))) {
    return stale("the element (another is in its place)");
  }
  return current;
}

Result<HWND> top_level_of(Session& session, const Element& element) {
  SUREHAND_TRY(handle, handle_of(session, element));
  SUREHAND_CHECK(is_that_window(session, element.app_key, *handle));
  return handle->top_level();
}

Elements::Named name_window(Session& session, const std::string& app_key, HWND window) {
  auto named =
      session.elements.intern(app_key, ElementHandle(runtime_id_of(window), likeness_of(window), nullptr, window));
  session.refs->number_of(app_key, named.identity, named.hold);
  return named;
}

Elements::Named name_application(Session& session, const std::string& app_key) {
  return session.elements.intern(app_key, ElementHandle(runtime_id_of_application(), {}, nullptr, nullptr));
}

}  // namespace surehand::uia

#include "binding/desktop.h"

#include <algorithm>
#include <utility>

#include "binding/convert.h"
#include "binding/env_state.h"
#include "binding/error.h"
#include "binding/query.h"
#include "binding/snapshot.h"
#include "core/run/pending.h"
#include "core/seam/open.h"

namespace surehand::binding {
namespace {

// Backend's rule: one call at a time for each application, one launch or quit, one for the desktop as a
// whole.
std::string lane_of(const std::string& app_key) { return "application " + app_key; }
constexpr const char* kDesktopLane = "desktop";
constexpr const char* kLifecycleLane = "lifecycle";

constexpr auto plain = [](Napi::Env env, auto& value) { return to_js(env, value); };
constexpr auto nothing = [](Napi::Env env, Done&) { return env.Undefined(); };

constexpr auto as_object = [](Napi::Env env, Matches& matches) {
  auto object = Napi::Object::New(env);
  object.Set("nodes", to_js(env, matches.nodes));
  object.Set("partial", matches.partial);
  object.Set("snapshot", SnapshotHandle::of(env, std::move(matches.snapshot)));
  return object;
};

// A promise that is already rejected.
Napi::Value rejected(Napi::Env env, const Error& error) {
  const auto deferred = Napi::Promise::Deferred::New(env);
  deferred.Reject(to_js(env, error).Value());
  return deferred.Promise();
}

}  // namespace

void OpenDesktop::cancel() {
  lanes_.cancel_all();
  std::vector<std::weak_ptr<ObservedEvents>> observations;
  {
    std::lock_guard lock(mutex_);
    cancelled_ = true;
    observations.swap(observations_);
  }
  for (const auto& known : observations) {
    if (const auto observation = known.lock()) observation->end();
  }
}

void OpenDesktop::close() {
  cancel();
  lanes_.shut_down(Milliseconds(1000));
  std::shared_ptr<Backend> last;
  std::lock_guard lock(mutex_);
  last.swap(backend_);
}

void OpenDesktop::remember(const std::shared_ptr<ObservedEvents>& observation) {
  std::lock_guard lock(mutex_);
  if (cancelled_) return observation->end();
  observations_.erase(
      std::remove_if(observations_.begin(), observations_.end(), [](const auto& known) { return known.expired(); }),
      observations_.end());
  observations_.push_back(observation);
}

DesktopHandle::DesktopHandle(const Napi::CallbackInfo& info)
    : Handle(info), env_lanes_(EnvState::of(info.Env()).lanes()) {}

// Collected without dispose(): closing may take a moment, so it happens elsewhere.
void DesktopHandle::Finalize(Napi::BasicEnv) {
  if (!value_) return;
  env_lanes_->run<Done>(
      {"collected", "the closing of a desktop", {}, false},
      [desktop = std::move(value_)](const Limits&) -> Status {
        desktop->close();
        return Done{};
      },
      [](Status) {});
}

Napi::Function DesktopHandle::define(Napi::Env env) {
  return DefineClass(env, "NativeDesktop",
                     {InstanceAccessor<&DesktopHandle::backend>("backend"),
                      InstanceAccessor<&DesktopHandle::click_interval>("clickInterval"),
                      InstanceMethod<&DesktopHandle::applications>("applications"),
                      InstanceMethod<&DesktopHandle::windows>("windows"),
                      InstanceMethod<&DesktopHandle::snapshot>("snapshot"),
                      InstanceMethod<&DesktopHandle::find>("find"),
                      InstanceMethod<&DesktopHandle::find_among>("findAmong"),
                      InstanceMethod<&DesktopHandle::invoke>("invoke"),
                      InstanceMethod<&DesktopHandle::input>("input"),
                      InstanceMethod<&DesktopHandle::observe>("observe"),
                      InstanceMethod<&DesktopHandle::hotkey>("hotkey"),
                      InstanceMethod<&DesktopHandle::user_input>("userInput"),
                      InstanceMethod<&DesktopHandle::fingerprint>("fingerprint"),
                      InstanceMethod<&DesktopHandle::processor_time>("processorTime"),
                      InstanceMethod<&DesktopHandle::kept_trees>("keptTrees"),
                      InstanceMethod<&DesktopHandle::window_at>("windowAt"),
                      InstanceMethod<&DesktopHandle::popups>("popups"),
                      InstanceMethod<&DesktopHandle::element_at>("elementAt"),
                      InstanceMethod<&DesktopHandle::selected_range>("selectedRange"),
                      InstanceMethod<&DesktopHandle::text_bounds>("textBounds"),
                      InstanceMethod<&DesktopHandle::foreground>("foreground"),
                      InstanceMethod<&DesktopHandle::screenshot>("screenshot"),
                      InstanceMethod<&DesktopHandle::displays>("displays"),
                      InstanceMethod<&DesktopHandle::permissions>("permissions"),
                      InstanceMethod<&DesktopHandle::capabilities>("capabilities"),
                      InstanceMethod<&DesktopHandle::characters_without_key>("charactersWithoutKey"),
                      InstanceMethod<&DesktopHandle::read_clipboard>("readClipboard"),
                      InstanceMethod<&DesktopHandle::write_clipboard>("writeClipboard"),
                      InstanceMethod<&DesktopHandle::realize>("realize"),
                      InstanceMethod<&DesktopHandle::launch>("launch"),
                      InstanceMethod<&DesktopHandle::program>("program"),
                      InstanceMethod<&DesktopHandle::activate>("activate"),
                      InstanceMethod<&DesktopHandle::arrange>("arrange"),
                      InstanceMethod<&DesktopHandle::close>("close"),
                      InstanceMethod<&DesktopHandle::quit>("quit"),
                      InstanceMethod<&DesktopHandle::element_of_ref>("elementOfRef"),
                      InstanceMethod<&DesktopHandle::record>("record"),
                      InstanceMethod<&DesktopHandle::apply>("apply"),
                      InstanceMethod<&DesktopHandle::dispose>("dispose")});
}

template <class T, class Convert>
Napi::Value DesktopHandle::run(Napi::Env env, LaneCall call, std::function<Result<T>(Backend&, const Limits&)> work,
                               Convert convert, Lanes::Pending<T> pending) {
  return EnvState::of(env).promise<T>(
      env, value_->lanes(), std::move(call),
      [backend = value_->backend(), work = std::move(work)](const Limits& limits) { return work(*backend, limits); },
      convert, std::move(pending));
}

Napi::Value DesktopHandle::backend(const Napi::CallbackInfo& info) { return to_js(info.Env(), value_->name); }

Napi::Value DesktopHandle::click_interval(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(value_->click_interval.count()));
}

Napi::Value DesktopHandle::applications(const Napi::CallbackInfo& info) {
  return run<std::vector<Application>>(
      info.Env(), {kDesktopLane, "the list of applications", to_limits(info[0])},
      [](Backend& backend, const Limits& limits) { return backend.applications(limits); }, plain);
}

Napi::Value DesktopHandle::windows(const Napi::CallbackInfo& info) {
  auto key = to_text(info[0]);
  const auto lane = lane_of(key);
  return run<std::vector<Window>>(
      info.Env(), {lane, "the windows of an application", to_limits(info[1])},
      [key = std::move(key)](Backend& backend, const Limits& limits) { return backend.windows(key, limits); }, plain);
}

Napi::Value DesktopHandle::snapshot(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto target = to_target(info[0]);
  const auto given = to_json(info[1]);
  const auto options = given ? SnapshotOptions::from_json(*given) : Result<SnapshotOptions>(given.error());
  if (!options) return rejected(env, options.error());
  const auto lane = lane_of(target.app_key);
  return run<SnapshotPtr>(
      env, {lane, "a snapshot", to_limits(info[2])},
      [target = std::move(target), options = *options](Backend& backend, const Limits& limits) {
        return backend.snapshot(target, options, limits);
      },
      [](Napi::Env env, SnapshotPtr& snapshot) { return SnapshotHandle::of(env, std::move(snapshot)); });
}

Napi::Value DesktopHandle::find(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto target = to_target(info[0]);
  const auto query = QueryHandle::query_of(info[1]);
  if (!query) return {};
  const auto options = to_find_options(info[2]);
  const auto lane = lane_of(target.app_key);
  return run<Matches>(
      env, {lane, "the elements that match", to_limits(info[3])},
      [target = std::move(target), query, options](Backend& backend, const Limits& limits) {
        return backend.find(target, *query, options, limits);
      },
      as_object);
}

Napi::Value DesktopHandle::find_among(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto identities = to_list_of_bytes(info[0]);
  auto target = to_target(info[1]);
  const auto query = QueryHandle::query_of(info[2]);
  if (!query) return {};
  const auto lane = lane_of(target.app_key);
  return run<Matches>(
      env, {lane, "whether some elements match", to_limits(info[3])},
      [identities = std::move(identities), target = std::move(target), query](Backend& backend, const Limits& limits) {
        return backend.find_among(identities, target, *query, limits);
      },
      as_object);
}

Napi::Value DesktopHandle::invoke(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto element = to_element(info[0]);
  const auto given = to_json(info[1]);
  auto action = given ? Action::from_json(*given) : Result<Action>(given.error());
  if (!action) return rejected(env, action.error());
  const auto lane = lane_of(element.app_key);
  std::string awaited = "the action \"" + std::string(to_string(action->kind)) + "\"";
  const auto sending = std::make_shared<Sending>();
  auto whether_pending = [backend = value_->backend(), key = element.app_key, sending](const Limits& limits) {
    return pending(*backend, key, *sending, limits);
  };
  return run<Dispatch>(
      env, {lane, std::move(awaited), to_limits(info[2]), true},
      [element = std::move(element), action = action.take(), sending](Backend& backend, const Limits& limits) {
        return backend.invoke(element, action, *sending, limits);
      },
      plain, std::move(whether_pending));
}

Napi::Value DesktopHandle::input(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto given = to_json(info[0]);
  auto steps = given ? InputStep::from_json(*given) : Result<std::vector<InputStep>>(given.error());
  if (!steps) return rejected(env, steps.error());
  return run<Dispatch>(
      env, {kDesktopLane, "keyboard or pointer input", to_limits(info[2]), true},
      [steps = steps.take(), target = to_input_target(info[1])](Backend& backend, const Limits& limits) {
        return backend.input(steps, target, limits);
      },
      plain);
}

Napi::Value DesktopHandle::subscribe(
    Napi::Env env, LaneCall call,
    std::function<Result<std::unique_ptr<Subscription>>(Backend&, EventSink, const Limits&)> begin) {
  auto& state = EnvState::of(env);
  const uint64_t id = state.new_subscription();
  return state.promise<std::shared_ptr<ObservedEvents>>(
      env, value_->lanes(), std::move(call),
      [desktop = value_, backend = value_->backend(), begin = std::move(begin),
       notify = state.notifier(id)](const Limits& limits) -> Result<std::shared_ptr<ObservedEvents>> {
        auto observation = std::make_shared<ObservedEvents>(notify);
        auto sink = [events = observation->events()](Event event) { events->push(std::move(event)); };
        SUREHAND_TRY(subscription, begin(*backend, std::move(sink), limits));
        observation->begin(subscription.take());
        desktop->remember(observation);
        return observation;
      },
      [id](Napi::Env env, std::shared_ptr<ObservedEvents>& observation) {
        return SubscriptionHandle::of(env, id, std::move(observation));
      });
}

Napi::Value DesktopHandle::observe(const Napi::CallbackInfo& info) {
  auto target = to_target(info[0]);
  const auto given = to_json(info[1]);
  const auto kinds = given ? EventKinds::from_json(*given) : Result<EventKinds>(given.error());
  if (!kinds) return rejected(info.Env(), kinds.error());
  const auto lane = lane_of(target.app_key);
  return subscribe(
      info.Env(), {lane, "the start of events", to_limits(info[2])},
      [target = std::move(target), kinds = *kinds](Backend& backend, EventSink sink, const Limits& limits) {
        return backend.observe(target, kinds, std::move(sink), limits);
      });
}

Napi::Value DesktopHandle::hotkey(const Napi::CallbackInfo& info) {
  return subscribe(info.Env(), {"hotkey", "the start of a hotkey", to_limits(info[1])},
                   [keys = to_list_of_bytes(info[0])](Backend& backend, EventSink sink, const Limits& limits) {
                     // Each event is a press; what is in it says nothing.
                     return backend.hotkey(
                         keys, [sink = std::move(sink)] { sink({}); }, limits);
                   });
}

Napi::Value DesktopHandle::user_input(const Napi::CallbackInfo& info) {
  return subscribe(info.Env(), {"user input", "the start of what a person does", to_limits(info[0])},
                   [](Backend& backend, EventSink sink, const Limits& limits) {
                     auto tell = [sink = std::move(sink), number = uint64_t{0}](const UserInput& input) mutable {
                       Event event;
                       // Two that are alike are two: an event that waits already would stand for both.
                       event.detail = json::stringify(input.to_json().set("number", ++number));
                       sink(std::move(event));
                     };
                     return backend.user_input(std::move(tell), limits);
                   });
}

Napi::Value DesktopHandle::fingerprint(const Napi::CallbackInfo& info) {
  auto key = to_text(info[0]);
  const auto lane = lane_of(key);
  return run<uint64_t>(
      info.Env(), {lane, "whether anything changed", to_limits(info[2])},
      [key = std::move(key), whole = info[1].ToBoolean().Value()](Backend& backend, const Limits& limits) {
        return backend.fingerprint(key, whole, limits);
      },
      [](Napi::Env env, uint64_t& value) { return Napi::BigInt::New(env, value); });
}

Napi::Value DesktopHandle::processor_time(const Napi::CallbackInfo& info) {
  auto key = to_text(info[0]);
  const auto lane = lane_of(key);
  return run<double>(
      info.Env(), {lane, "how much it works", to_limits(info[1])},
      [key = std::move(key)](Backend& backend, const Limits& limits) { return backend.processor_time(key, limits); },
      [](Napi::Env env, double& value) -> Napi::Value { return Napi::Number::New(env, value); });
}

Napi::Value DesktopHandle::kept_trees(const Napi::CallbackInfo& info) {
  return run<std::vector<KeptTree>>(
      info.Env(), {kDesktopLane, "how true the kept trees are", to_limits(info[0])},
      [](Backend& backend, const Limits& limits) { return backend.kept_trees(limits); }, plain);
}

Napi::Value DesktopHandle::window_at(const Napi::CallbackInfo& info) {
  const double x = to_number(info[0]), y = to_number(info[1]);
  return run<Element>(
      info.Env(), {kDesktopLane, "the window at a point", to_limits(info[2])},
      [x, y](Backend& backend, const Limits& limits) { return backend.window_at(x, y, limits); }, plain);
}

Napi::Value DesktopHandle::popups(const Napi::CallbackInfo& info) {
  auto key = to_text(info[0]);
  return run<std::vector<Rect>>(
      info.Env(), {kDesktopLane, "the popups", to_limits(info[1])},
      [key = std::move(key)](Backend& backend, const Limits& limits) { return backend.popups(key, limits); }, plain);
}

Napi::Value DesktopHandle::element_at(const Napi::CallbackInfo& info) {
  auto target = to_target(info[0]);
  const auto lane = lane_of(target.app_key);
  return run<Element>(
      info.Env(), {lane, "the element at a point", to_limits(info[3])},
      [target = std::move(target), x = to_number(info[1]), y = to_number(info[2])](
          Backend& backend, const Limits& limits) { return backend.element_at(target, x, y, limits); },
      plain);
}

Napi::Value DesktopHandle::selected_range(const Napi::CallbackInfo& info) {
  auto element = to_element(info[0]);
  const auto lane = lane_of(element.app_key);
  return run<TextRange>(
      info.Env(), {lane, "what of a text is selected", to_limits(info[1])},
      [element = std::move(element)](Backend& backend, const Limits& limits) {
        return backend.selected_range(element, limits);
      },
      plain);
}

Napi::Value DesktopHandle::text_bounds(const Napi::CallbackInfo& info) {
  auto element = to_element(info[0]);
  const auto lane = lane_of(element.app_key);
  const TextRange range{static_cast<size_t>(to_number(info[1])), static_cast<size_t>(to_number(info[2]))};
  return run<std::optional<Rect>>(
      info.Env(), {lane, "where a part of a text is", to_limits(info[3])},
      [element = std::move(element), range](Backend& backend, const Limits& limits) {
        return backend.text_bounds(element, range, limits);
      },
      [](Napi::Env env, std::optional<Rect>& bounds) -> Napi::Value {
        return bounds ? to_js(env, *bounds) : env.Undefined();
      });
}

Napi::Value DesktopHandle::foreground(const Napi::CallbackInfo& info) {
  return run<Foreground>(
      info.Env(), {kDesktopLane, "what has the keyboard", to_limits(info[0])},
      [](Backend& backend, const Limits& limits) { return backend.foreground(limits); }, plain);
}

Napi::Value DesktopHandle::screenshot(const Napi::CallbackInfo& info) {
  auto capture = to_capture(info[0]);
  // What is asked of an application's window asks the application.
  const auto lane = capture.window ? lane_of(capture.window->app_key) : kDesktopLane;
  return run<Image>(
      info.Env(), {lane, "a screenshot", to_limits(info[1])},
      [capture = std::move(capture)](Backend& backend, const Limits& limits) {
        return backend.screenshot(capture, limits);
      },
      [](Napi::Env env, Image& image) { return to_js(env, std::move(image)); });
}

Napi::Value DesktopHandle::displays(const Napi::CallbackInfo& info) {
  return run<std::vector<Display>>(
      info.Env(), {kDesktopLane, "the displays", to_limits(info[0])},
      [](Backend& backend, const Limits& limits) { return backend.displays(limits); }, plain);
}

Napi::Value DesktopHandle::permissions(const Napi::CallbackInfo& info) {
  return run<std::vector<Permission>>(
      info.Env(), {kDesktopLane, "what is allowed", to_limits(info[0])},
      [](Backend& backend, const Limits& limits) { return backend.permissions(limits); }, plain);
}

Napi::Value DesktopHandle::capabilities(const Napi::CallbackInfo& info) {
  return run<std::vector<Capability>>(
      info.Env(), {kDesktopLane, "what can be done", to_limits(info[0])},
      [](Backend& backend, const Limits& limits) { return backend.capabilities(limits); }, plain);
}

Napi::Value DesktopHandle::characters_without_key(const Napi::CallbackInfo& info) {
  return run<std::string>(
      info.Env(), {kDesktopLane, "the keyboard layout", to_limits(info[1])},
      [text = to_text(info[0])](Backend& backend, const Limits& limits) {
        return backend.characters_without_key(text, limits);
      },
      [](Napi::Env env, const std::string& characters) { return Napi::String::New(env, characters); });
}

Napi::Value DesktopHandle::read_clipboard(const Napi::CallbackInfo& info) {
  return run<std::string>(
      info.Env(), {kDesktopLane, "the clipboard", to_limits(info[1])},
      [format = to_clipboard_format(info[0])](Backend& backend, const Limits& limits) {
        return backend.read_clipboard(format, limits);
      },
      [](Napi::Env env, const std::string& content) { return bytes_to_js(env, content); });
}

Napi::Value DesktopHandle::write_clipboard(const Napi::CallbackInfo& info) {
  return run<Done>(
      info.Env(), {kDesktopLane, "the clipboard to take what is copied", to_limits(info[2]), true},
      [format = to_clipboard_format(info[0]), content = to_bytes(info[1])](Backend& backend, const Limits& limits) {
        return backend.write_clipboard(format, content, limits);
      },
      nothing);
}

Napi::Value DesktopHandle::realize(const Napi::CallbackInfo& info) {
  auto container = to_element(info[0]);
  const auto lane = lane_of(container.app_key);
  return run<Element>(
      info.Env(), {lane, "an item of a virtual container", to_limits(info[2])},
      [container = std::move(container), name = to_text(info[1])](Backend& backend, const Limits& limits) {
        return backend.realize(container, name, limits);
      },
      plain);
}

Napi::Value DesktopHandle::launch(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto given = to_json(info[0]);
  auto options = given ? LaunchOptions::from_json(*given) : Result<LaunchOptions>(given.error());
  if (!options) return rejected(env, options.error());
  std::string awaited = "the start of \"" + (options->name.empty() ? options->command : options->name) + "\"";
  return run<Launched>(
      env, {kLifecycleLane, std::move(awaited), to_limits(info[1]), true},
      [options = options.take()](Backend& backend, const Limits& limits) { return backend.launch(options, limits); },
      plain);
}

Napi::Value DesktopHandle::program(const Napi::CallbackInfo& info) {
  const auto process = info[0].IsNumber() ? info[0].As<Napi::Number>().Int64Value() : 0;
  const bool ended = info[1].ToBoolean().Value();
  // The wait for the end of one program holds up no other.
  const std::string lane = "program " + std::to_string(process) + (ended ? " end" : "");
  return run<ProgramReport>(
      info.Env(), {lane, "what became of a program", to_limits(info[2])},
      [process, ended](Backend& backend, const Limits& limits) { return backend.program(process, ended, limits); },
      plain);
}

Napi::Value DesktopHandle::activate(const Napi::CallbackInfo& info) {
  auto window = to_element(info[0]);
  const auto lane = lane_of(window.app_key);
  return run<Done>(
      info.Env(), {lane, "the activation of a window", to_limits(info[1]), true},
      [window = std::move(window)](Backend& backend, const Limits& limits) { return backend.activate(window, limits); },
      nothing);
}

Napi::Value DesktopHandle::arrange(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto window = to_element(info[0]);
  const auto given = to_json(info[1]);
  const auto arrangement = given ? Arrangement::from_json(*given) : Result<Arrangement>(given.error());
  if (!arrangement) return rejected(env, arrangement.error());
  const auto lane = lane_of(window.app_key);
  return run<Dispatch>(
      env, {lane, "the arrangement of a window", to_limits(info[2]), true},
      [window = std::move(window), arrangement = *arrangement](Backend& backend, const Limits& limits) {
        return backend.arrange(window, arrangement, limits);
      },
      plain);
}

Napi::Value DesktopHandle::close(const Napi::CallbackInfo& info) {
  auto window = to_element(info[0]);
  const auto lane = lane_of(window.app_key);
  return run<Done>(
      info.Env(), {lane, "the closing of a window", to_limits(info[1]), true},
      [window = std::move(window)](Backend& backend, const Limits& limits) { return backend.close(window, limits); },
      nothing);
}

Napi::Value DesktopHandle::quit(const Napi::CallbackInfo& info) {
  const bool force = info[1].IsBoolean() && info[1].As<Napi::Boolean>().Value();
  return run<Done>(
      info.Env(), {kLifecycleLane, "the end of an application", to_limits(info[2]), true},
      [key = to_text(info[0]), force](Backend& backend, const Limits& limits) {
        return backend.quit(key, force, limits);
      },
      nothing);
}

Napi::Value DesktopHandle::element_of_ref(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto number = RefBook::parse(to_text(info[0]));
  const auto identity = number ? value_->refs->identity_of(*number) : std::nullopt;
  if (!identity) return env.Undefined();
  return to_js(env, Element{identity->app_key, identity->bytes});
}

Napi::Value DesktopHandle::record(const Napi::CallbackInfo& info) {
  const auto backend = value_->backend();
  const Playback* playback = backend ? backend->playback() : nullptr;
  return playback == nullptr ? info.Env().Null() : to_js(info.Env(), playback->record());
}

Napi::Value DesktopHandle::apply(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto effects = to_json(info[0]);
  const auto backend = value_->backend();
  if (!effects) {
    throw_error(env, effects.error());
  } else if (Playback* playback = backend ? backend->playback() : nullptr) {
    const auto status = playback->apply(*effects);
    if (!status) throw_error(env, status.error());
  }
  return env.Undefined();
}

Napi::Value DesktopHandle::dispose(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  value_->cancel();
  // One lane for each desktop: a second dispose() waits for the first.
  return EnvState::of(env).promise<Done>(
      env, *env_lanes_,
      {"dispose " + std::to_string(reinterpret_cast<uintptr_t>(value_.get())),
       "the closing of the desktop",
       {},
       false,
       true},
      [desktop = value_](const Limits&) -> Status {
        desktop->close();
        return Done{};
      },
      nothing);
}

Napi::Value open_desktop(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto given = to_json(info[0]);
  auto options = given ? OpenOptions::from_json(*given) : Result<OpenOptions>(given.error());
  if (!options) return rejected(env, options.error());
  auto& state = EnvState::of(env);
  return state.promise<std::shared_ptr<Backend>>(
      env, *state.lanes(), {state.new_lane(), "the opening of the desktop", to_limits(info[1]), false, true},
      [options = options.take()](const Limits& limits) -> Result<std::shared_ptr<Backend>> {
        SUREHAND_TRY(backend, open_backend(options, limits));
        return std::shared_ptr<Backend>(backend.take());
      },
      [](Napi::Env env, std::shared_ptr<Backend>& backend) {
        auto& state = EnvState::of(env);
        auto desktop = std::make_shared<OpenDesktop>(std::move(backend));
        state.remember(desktop);
        return DesktopHandle::make(env, state.desktop, std::move(desktop));
      });
}

}  // namespace surehand::binding

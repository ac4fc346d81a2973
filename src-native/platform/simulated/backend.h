#pragma once

#include "core/seam/backend.h"
#include "platform/simulated/session.h"

namespace surehand::simulated {

// A desktop in memory behind the same seam as a real one; see lib/sdk/simulated/world.ts for the worlds it is made of.
class SimulatedBackend final : public Backend, public Playback {
 public:
  explicit SimulatedBackend(std::unique_ptr<World> world) : session_(std::move(world)) {}

  std::string_view name() const override { return "simulated"; }
  Result<std::vector<Application>> applications(const Limits& limits) override;
  Result<std::vector<Window>> windows(const std::string& app_key, const Limits& limits) override;
  Result<SnapshotPtr> snapshot(const Target& target, const SnapshotOptions& options, const Limits& limits) override;
  Result<Matches> find(const Target& target, const Query& query, const FindOptions& options,
                       const Limits& limits) override;
  Result<Dispatch> invoke(const Element& element, const Action& action, Sending& sending,
                          const Limits& limits) override;
  Result<Dispatch> input(const std::vector<InputStep>& steps, const InputTarget& target, const Limits& limits) override;
  Result<std::unique_ptr<Subscription>> observe(const Target& target, EventKinds kinds, EventSink sink,
                                                const Limits& limits) override;
  Result<double> processor_time(const std::string& app_key, const Limits& limits) override;
  Result<Element> window_at(double x, double y, const Limits& limits) override;
  Result<TextRange> selected_range(const Element& element, const Limits& limits) override;
  Result<std::optional<Rect>> text_bounds(const Element& element, TextRange range, const Limits& limits) override;
  Result<Foreground> foreground(const Limits& limits) override;
  Result<Image> screenshot(const Capture& capture, const Limits& limits) override;
  Result<std::vector<Display>> displays(const Limits& limits) override;
  Result<std::vector<Permission>> permissions(const Limits& limits) override;
  Result<std::vector<Capability>> capabilities(const Limits& limits) override;
  Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits) override;
  Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits) override;
  Result<Element> realize(const Element& container, const std::string& name, const Limits& limits) override;
  Result<Launched> launch(const LaunchOptions& options, const Limits& limits) override;
  Result<ProgramReport> program(int64_t process, bool ended, const Limits& limits) override;
  Status activate(const Element& window, const Limits& limits) override;
  Result<Dispatch> arrange(const Element& window, const Arrangement& arrangement, const Limits& limits) override;
  Status close(const Element& window, const Limits& limits) override;
  Status quit(const std::string& app_key, bool force, const Limits& limits) override;

  Playback* playback() override { return this; }
  json::Value record() const override;
  Status apply(const json::Value& effects) override;

 private:
  Session session_;
};

}  // namespace surehand::simulated
